"""What results say and leave, and what refusals say: no redesign changes a word of it unmeant.

Of every action forms drawn at random, with what one draw comes to, in words and in values, and what
pulls it: a few in full, of more the digest; and some that the rules refuse. ``python -m
tests.rules.narrated`` writes `narrated.json` anew after a change that was meant.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.forms import Form, texts
from calculator.rules.action import AnyAction
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from tests.rules.at_random import SLOW, asking

KEPT: Final = Path(__file__).with_suffix(".json")

RESULTS: Final = 120
"""Forms of an action of which a result is drawn; a sixth of that of one that is slow."""

IN_FULL: Final = 4
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
    pulls = [f"{factor.name} {factor.points}" for factor in question.law.factors()]
    values = [f"{key} {value!r}" for key, value in left.items() if value]
    return [told.headline, *told.on_table, *told.how, *pulls, *values]


def kept(results: list[tuple[str, list[str]]]) -> list[Any]:
    """What is kept of results: some in full, of the others what tells whether they are the same."""
    rest = [hashlib.sha256(repr(one).encode()).hexdigest()[:6] for one in results[IN_FULL:]]
    return [[[form, *lines] for form, lines in results[:IN_FULL]], " ".join(rest)]


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
    all_kept = {name: [kept(narrated(*one)), refused(*one)] for name, one in actions().items()}
    KEPT.write_text(json.dumps(all_kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
