"""What seeds and forms give, pinned: a system's version goes up when any of it changes.

Of every system the values of its tables; of every action a few forms, filled in at random once and
kept as typed texts, each with a digest of its odds, its factors, and what one seed draws, decides
and leaves. ``python -m tests.rules.pinned`` writes `pinned.json` anew. It refuses a system that
rules otherwise than was kept and whose `version` is still the same; new actions, values and words
need no new version.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.forms import texts
from calculator.journal.ruling import recorded_aftermath
from calculator.rules.action import AnyAction
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.outcome_json import outcome_json
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from tests.benchmarks.actions import questions

KEPT: Final = Path(__file__).with_suffix(".json")
SEED: Final = "1815"
FORMS: Final = 12
PATHS: Final = 200
"""Paths that odds may take to be pinned; of larger questions the result alone is."""

Pinned = dict[str, dict[str, str]]
"""By action, then by form ("key=text; key=text"), a digest of what it gives."""


def kept() -> dict[str, dict[str, Any]]:
    """By system, its `version` when the file was written, and its `rulings` then."""
    found: dict[str, dict[str, Any]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def pinned(system: RuleSystem, before: Pinned) -> Pinned:
    """What the system rules now on the forms that were kept or, of a new action, on new ones."""
    rulings = {
        action.key: {
            form: digest(system, action, form)
            for form in before.get(action.key) or chosen(system, action)
        }
        for action in system.actions
    }
    return {"tables": table_values(system), **rulings}


def table_values(system: RuleSystem) -> dict[str, str]:
    """All values by key: of cards, which are many, a digest, and none of forecasts, on which no
    ruling depends."""
    values = {entry.key: json.dumps(entry.value) for entry in system.tables}
    of_cards = {key: values.pop(key) for key in list(values) if key.startswith("card.")}
    found = {key: value for key, value in values.items() if not key.startswith("forecast.")}
    if of_cards:
        found["card.*"] = sha256(json.dumps(of_cards, sort_keys=True).encode()).hexdigest()[:16]
    return found


def changed(before: Pinned, now: Pinned) -> list[str]:
    """What was kept, as action and form, and is otherwise now."""
    return [
        f"{action} {form}".strip()
        for action, forms in before.items()
        for form, gave in forms.items()
        if now.get(action, {}).get(form) != gave
    ]


def chosen(system: RuleSystem, action: AnyAction) -> list[str]:
    """The form as it is and some filled in at random: what of each differs from the first."""
    usual = texts(action.asks())
    filled = (texts(question.form) for question in islice(questions(system, action), FORMS))
    return [
        "; ".join(f"{key}={text}" for key, text in form.items() if text != usual[key])
        for form in filled
    ]


def digest(system: RuleSystem, action: AnyAction, form: str) -> str:
    """A digest of what a form and the seed give, or "refused"."""
    values = dict(pair.split("=", 1) for pair in form.split("; ") if pair)
    try:
        ruled = ruled_on(Question.read(system.key, action.key, values))
    except CalculatorError:
        return "refused"
    return sha256(json.dumps(ruled, sort_keys=True).encode()).hexdigest()[:16]


def ruled_on(question: Question) -> list[Any]:
    """All that stays the same as long as the version does: no words of ours are in it."""
    result = question.result(SEED)
    factors = [factor for factor in question.law.factors() if not factor.effect]
    aftermath = recorded_aftermath(question, result.drawn)
    return [
        [(draw.number, draw.total) for draw in result.draws],
        outcome_json(result.outcome),
        {} if aftermath is None else {"aftermath": aftermath},
        sorted((factor.side, factor.points) for factor in factors),
        odds_of(question),
    ]


def odds_of(question: Question) -> list[str]:
    """Every outcome with its weight, unless there are too many paths to count here."""
    try:
        distribution = question.odds(Budget(PATHS)).distribution
    except BudgetExceededError:
        return []
    weighed = ((outcome_json(outcome), weight) for outcome, weight in distribution.items())
    return sorted(json.dumps(one, sort_keys=True) for one in weighed)


def renew() -> None:
    """Write the file anew. Exits where a system rules otherwise under the version that it had."""
    before = kept()
    renewed = {}
    for system in map(find_system, SHIPPED):
        was = before.get(system.key, {"version": 0, "rulings": {}})
        rulings = pinned(system, was["rulings"])
        if changed(was["rulings"], rulings) and system.version <= was["version"]:
            kept_version = f"version {was['version']}"
            sys.exit(f"{system.key} rules otherwise than {kept_version} did: raise its version")
        renewed[system.key] = {"version": system.version, "rulings": rulings}
    KEPT.write_text(json.dumps(renewed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
