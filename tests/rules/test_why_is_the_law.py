"""If one answer moves any probability, something in Why moved: random forms of every action.

And what Why lists reads the answers that it says it reads, so that the help of a field can name it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError
from calculator.forms import Field, Form, mattering
from calculator.rules.action import AnyAction
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from tests.heavy import first
from tests.rules.at_random import QUESTIONS, SHORT, Asking

FORMS = 8
"""Allowed forms of each action in which each answer is given otherwise."""


@pytest.mark.parametrize("number", first([FORMS, 2 * FORMS]))
@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_what_moves_odds_moves_why(system: RuleSystem, action: AnyAction, number: int) -> None:
    silent = {
        f"{field.key}: {field.kind.show(getattr(form, field.attribute))} -> "
        f"{field.kind.show(getattr(other, field.attribute))}"
        for form, field, other in changed(
            Asking(system, action, random.Random(1792 + number)), number
        )
        if is_silent(system, action, form, other)
    }
    assert not silent, "the odds moved, and Why did not"


def is_silent(system: RuleSystem, action: AnyAction, form: Form, other: Form) -> bool:
    before, after = (Question(system, action, one, system.tables) for one in (form, other))
    if set(before.law.factors()) != set(after.law.factors()):
        return False
    return bool(law(before) != law(after))


def law(question: Question) -> Any:
    """The odds, or nothing where they would take long."""
    try:
        return question.odds(Budget(SHORT)).distribution
    except BudgetExceededError:
        return None


def changed(asking: Asking, number: int) -> Iterator[tuple[Form, Field, Form]]:
    """Allowed forms, each with one answer that matters given otherwise, if that is allowed."""
    allowed = (form for form in asking.forms(lambda _: True) if asking.allows(form))
    for form in islice(allowed, number):
        for field in mattering(form):
            other = asking.answered(form, [field])
            if other is not None and other != form and asking.allows(other):
                yield form, field, other


@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_modifiers_read_what_they_say_they_read(system: RuleSystem, action: AnyAction) -> None:
    """An answer that a modifier does not read changes neither whether it counts nor how."""
    for form, field, other in changed(Asking(system, action, random.Random(1815)), FORMS):
        before, after = (action(one, system.tables).pulls() for one in (form, other))
        lists = [
            {
                (one.modifier, one.factor)
                for one in pulled
                if field.attribute not in one.modifier.reads
            }
            for pulled in (before, after)
        ]
        assert lists[0] == lists[1], field.key


@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_each_modifier_has_a_section_and_a_name(system: RuleSystem, action: AnyAction) -> None:
    for form in islice(Asking(system, action).forms(lambda _: True), FORMS):
        for _, factor in action(form, system.tables).pulls():
            assert factor.name, factor.stage
            assert factor.source or factor.values, factor.name
            assert "{" not in factor.name + factor.side, factor.name
