"""Nothing of what a ruling says can be changed unnoticed, whatever its hash says."""

import json
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from calculator.journal.entry import Entry, EntryDraft, EntryKind, StoredRow, Tip, digest
from calculator.journal.recompute import Recomputer
from calculator.journal.ruling import UnitName, ruling_body
from calculator.journal.verify import verify
from calculator.rules.question import Question
from tests.journal.chaining import chain

UNITS: Final = {
    "actor": UnitName("Soye's brigade é", "french", "ii.9.soye"),
    "target": UnitName("Alix"),
}
UNBOUND: Final = frozenset({"code", "units", "seed-given"})
"""What no draw binds, and the code, of which another may well give the same."""


def rulings() -> tuple[Entry, Entry]:
    question = Question.read("there-stand-empires", "assault", {"quality": "veteran"})
    names = {role: unit.name for role, unit in UNITS.items()}
    results = (question.result(seed, names=names) for seed in ("1", "5eed"))
    bodies = (ruling_body(result, seed_typed=True, units=UNITS) for result in results)
    drafts = (EntryDraft(kind=EntryKind.RULING, body=body, side="French") for body in bodies)
    first, second = chain("field", Tip(), drafts)
    return first, second


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value, objects and lists as well."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def rewritten(content: str, path: tuple[Any, ...], new: Any) -> str:
    """The content with one thing in it replaced, spelled as entries are."""
    entry = json.loads(content)
    inner = entry
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def meddlings(content: str) -> Iterator[str]:
    """The content with each thing that its ruling says replaced, and with broken spelling."""
    body = json.loads(content)["body"]
    for path in leaves(body):
        if path and path[0] not in UNBOUND:
            for new in ("another", -7, 1.0, None, {"a": "b"}):
                yield rewritten(content, ("body", *path), new)
    for path in leaves(body["units"], ("body", "units")):
        yield rewritten(content, path, 1)
    yield content.replace(body["code"], 'a","codf":"'.ljust(64, "0"))
    yield content.replace('"units":{', '"units":{"actor":"Alix",')
    chosen = random.Random(14)
    for _ in range(100):
        at = chosen.randrange(len(content))
        yield content[:at] + chosen.choice('"\x1f\ud800') + content[at:]


def holding(*rows: StoredRow) -> Any:
    """A storage that has these rows."""
    there = {"battle": "field", "last": lambda: len(rows), "unlocked": str, "rows": lambda: rows}
    return SimpleNamespace(**there)


def test_whatever_is_changed_in_a_ruling_is_found() -> None:
    first, second = rulings()
    shipped = Question.read("there-stand-empires", "assault", {}).tables
    recomputer = Recomputer({shipped.digest: shipped.content}.get)
    number, key, kind, content, _ = second.row
    assert verify(holding(first.row, second.row), recomputer).clean
    for changed in meddlings(content):
        hash_ = digest(changed.encode(errors="replace").decode())
        row = (number, key, kind, changed, hash_)
        assert not verify(holding(first.row, row), recomputer).clean, changed
