"""What results say and leave, and what refusals say: no redesign changes a word of it unmeant.

Of every action forms drawn at random, with what one draw comes to, in words and in values, and what
pulls it: a few in full, of more the digest; and some that the rules refuse. ``python -m
tests.rules.narrated`` writes `narrated.json` anew after a change that was meant.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError
from calculator.forms import Form, texts
from calculator.rules.action import AnyAction
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.outcome_tree import OutcomeTree
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.testing import SHORT
from tests.rules.at_random import SLOW, asking

KEPT: Final = Path(__file__).with_suffix(".json")

RESULTS: Final = 120
"""Forms of an action of which a result is drawn; a sixth of that of one that is slow."""

IN_FULL: Final = 2
"""Of these are kept in full."""

REFUSALS: Final = 6
"""Forms of an action that the rules refuse, each for a reason of its own."""

DRAWN: Final = 300
"""Forms of an action drawn in search of these."""


def actions() -> dict[str, tuple[RuleSystem, AnyAction]]:
    """Every action by system and key."""
    systems = map(find_system, SHIPPED)
    return {f"{one.key} {action.key}": (one, action) for one in systems for action in one.actions}


def narrated(system: RuleSystem, action: AnyAction) -> list[tuple[str, list[str]]]:
    """Forms, each with what a result of it says, leaves and was pulled by."""
    asked = asking(system, action)
    number_of_forms = RESULTS // 6 if action.key in SLOW else RESULTS
    return [
        (_in_a_line(form), _told(asked.question(form), f"{number:x}"))
        for number, form in enumerate(asked.allowed(number_of_forms))
    ]


def _told(question: Question, seed: str) -> list[str]:
    result = question.result(seed)
    told, left = result.narration, attrs.asdict(result.aftermath)
    pulls = [json.dumps([*factor.as_json().values()]) for factor in question.law.factors()]
    values = [f"{key} {value!r}" for key, value in left.items() if value]
    measures = [one.label for one in question.action.measures if one.holds(result.outcome)]
    return [told.headline, *told.on_table, *told.how, *pulls, *values, *measures]


def listed(system: RuleSystem, action: AnyAction) -> list[str]:
    """The outcomes of a few forms as a list that can be unfolded, and the digest of all of them."""
    asked = asking(system, action)
    lines = []
    for form in asked.allowed(IN_FULL):
        with suppress(BudgetExceededError):
            tree = OutcomeTree([asked.question(form).odds(Budget(SHORT))])
            lines += [f"{row.chance.label} {'+' * row.is_folded}" for row in tree.rows(0)]
            lines.append(_digest([branch.as_json() for branch in tree.branches]))
    return lines


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:6]


def kept(results: list[tuple[str, list[str]]]) -> list[Any]:
    """What is kept of results: some in full, of the others what tells whether they are the same."""
    in_full = [[form, *lines] for form, lines in results[:IN_FULL]]
    return [in_full, " ".join(map(_digest, results[IN_FULL:]))]


def refused(system: RuleSystem, action: AnyAction) -> dict[str, str]:
    """By reason, with its section: a form that is refused for it alone."""
    return dict(islice(_refusals(system, action), REFUSALS))


def _refusals(system: RuleSystem, action: AnyAction) -> Iterator[tuple[str, str]]:
    asked, known = asking(system, action), set[str]()
    drawn = islice(asked.forms(lambda form: True), DRAWN)
    for form in (one for one in drawn if not asked.allows(one)):
        reasons = list(map(str, action(form, system.tables).refusals()))
        if len(reasons) == 1 and reasons[0] not in known:
            known.add(reasons[0])
            yield reasons[0], _in_a_line(form)


def _in_a_line(form: Form) -> str:
    """What a form says otherwise than if nothing is typed."""
    usual = texts(type(form)())
    return " ".join(f"{k}={text}" for k, text in texts(form).items() if text != usual[k])


if __name__ == "__main__":
    all_kept = {
        name: [kept(narrated(*one)), listed(*one), refused(*one)] for name, one in actions().items()
    }
    KEPT.write_text(json.dumps(all_kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
