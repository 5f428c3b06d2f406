"""What a ruling has in the record, made from a result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.forms import texts
from calculator.rules.catalog import package_of
from calculator.rules.outcome_json import outcome_json
from calculator.rules.question import Question, Result
from calculator.rules.system import RuleSystem

_PACKAGE: Final = Path(__file__).parent.parent
_SHARED: Final = ("chance", "rules")
_SINGLE_FILES: Final = ("forms.py", "kinds.py", "lengths.py")


def code_digest(system: RuleSystem) -> str:
    """SHA-256 over the sources of a system, of probability and of forms, in hexadecimal."""
    return _digest(str(system.tables_path))


@lru_cache
def _digest(tables: str) -> str:
    # The system's own modules and tables, then what all share, each in the order of paths.
    own = (path for path in Path(tables).parent.rglob("*") if path.suffix in {".py", ".toml"})
    shared = (sorted((_PACKAGE / folder).glob("*.py")) for folder in _SHARED)
    files = (_PACKAGE / name for name in _SINGLE_FILES)
    digest = hashlib.sha256()
    for path in chain(sorted(own), *shared, files):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


@attrs.frozen
class UnitName:
    """Which unit a ruling concerns: its side, its name, and where it stands in the file.

    `side` and `path` are empty for a unit that no order of battle lists.
    """

    name: str
    side: str = ""
    path: str = ""

    @classmethod
    def read(cls, recorded: Mapping[str, str] | str) -> UnitName:
        """The unit that an entry names; early ones give the name alone."""
        return cls(recorded) if isinstance(recorded, str) else cls(**recorded)

    def as_recorded(self) -> dict[str, str]:
        """The unit as entries have it."""
        return {"name": self.name, "side": self.side, "path": self.path}

    def __str__(self) -> str:
        return self.name


def ruling_body(
    result: Result,
    *,
    seed_typed: bool,
    units: Mapping[str, UnitName] | None = None,
    said: Iterable[str] | None = None,
    by: str = "",
    despite: str = "",
) -> dict[str, Any]:
    """The body of a ruling: all it takes to understand it again, and to compute it again.

    `seed_typed` is whether the seed was typed in; `units` are those concerned by role, "actor",
    "target", or the key of the form's field that counts or names them. `said` are the fields that a
    player answered, `by` is the side whose copy asked; where nothing is known of that, every answer
    is vouched for. A probability is recorded where it is exact: what was only sampled proves
    nothing, and only along how many paths is noted. `despite` is why the table said otherwise than
    the turn so far.
    """
    question, odds = result.question, result.odds
    tables, units = question.tables, units or {}
    armies = {role: name for role, name in result.names.items() if role not in units}
    exact = odds.distribution if odds and odds.is_exact else None
    package = package_of(question.system.key)
    return {
        "system": question.system.key,
        "action": question.action.key,
        "form": texts(question.form),
        "units": {role: unit.as_recorded() for role, unit in units.items()},
        "rules": tables.digest,
        "overrides": {
            key: recorded_value(tables.entry(key).value) for key in sorted(tables.overridden)
        },
        "version": question.system.version,
        "code": code_digest(question.system),
        **({"package": package} if package else {}),
        "seed": result.seed,
        "seed-given": seed_typed,
        **result.telling,
        **recorded_outcome(question, result.drawn, exact),
        **({"sampled": odds.sample.paths} if odds and odds.sample else {}),
        **({} if said is None else {"said": sorted(said), "by": by}),
        **({"despite": despite} if despite else {}),
        **({"armies": armies} if armies else {}),
    }


def names_told(body: Mapping[str, Any]) -> dict[str, str]:
    """By which names a ruling is told, by role: those of its units and of armies."""
    units = {role: UnitName.read(unit).name for role, unit in body.get("units", {}).items()}
    return {**body.get("armies", {}), **units}


_BY_ANSWER: Final = frozenset({
    "version", "code", "draws", "outcome", "probability", "sampled", "aftermath", "headline",
    "on-table", "how",
})  # fmt: skip
"""What a ruling has anew once it is answered."""


def answer_body(
    number: int, ruling: Mapping[str, Any], answers: Mapping[str, str], result: Result
) -> dict[str, Any]:
    """The body of an answer that ends ruling `number` in a result of its seed."""
    body = ruling_body(result, seed_typed=ruling["seed-given"])
    return {
        "entry": number,
        "system": ruling["system"],
        "action": ruling["action"],
        "drawn": ruling["label"],
        "answers": dict(answers),
        "units": dict(ruling["units"]),
        "ruled": body["label"],
        **{key: body[key] for key in sorted(_BY_ANSWER & body.keys())},
    }


def as_answered(ruling: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a ruling as an answer leaves it, which is one that computes again."""
    asked = {key: value for key, value in ruling.items() if key not in _BY_ANSWER | {"awaits"}}
    new = {key: value for key, value in answer.items() if key in _BY_ANSWER}
    form = {**ruling["form"], **answer["answers"]}
    return {**asked, **new, "label": answer["ruled"], "form": form}


def recorded_outcome(
    question: Question, drawn: Any, odds: Distribution[Any] | None
) -> dict[str, Any]:
    """What was drawn, as entries have it: its outcome, how likely that was by exact `odds`, and
    what it leaves."""
    outcome = question.action.listed(drawn)
    aftermath = recorded_aftermath(question, drawn)
    return {
        "outcome": outcome_json(outcome),
        **({"probability": str(odds.probability(outcome))} if odds else {}),
        **({} if aftermath is None else {"aftermath": aftermath}),
    }


def recorded_value(value: Any) -> Any:
    """A table value as entries may hold it: fractions as text."""
    if isinstance(value, list):
        return [recorded_value(part) for part in value]
    return str(value) if isinstance(value, float) else value


def recorded_aftermath(question: Question, drawn: Any) -> dict[str, Any] | None:
    """What an outcome leaves, as entries have it; None of a measuring aid.

    What is empty is left out, what is gone null. What was `drawn` may say more than its outcome
    lists, such as the platoons left.
    """
    if not question.action.is_recorded:
        return None

    def is_said(_: object, value: object) -> bool:
        return bool(value) or value is None

    def plain(_: object, __: object, value: Any) -> Any:
        if isinstance(value, Mapping):
            return dict(value)
        return list(value) if isinstance(value, tuple) else value

    left = attrs.asdict(question.law.after(drawn), filter=is_said, value_serializer=plain)
    return {name.replace("_", "-"): value for name, value in left.items()}
