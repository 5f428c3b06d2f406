"""No action asks what makes no difference to it: a seeded search through the forms of all systems.

A field earns its place if some form is told otherwise for another answer to it: other odds, factors
or words, or a refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import attrs
import pytest

from calculator.chance.one_path import OnePath
from calculator.forms import Field, Form, fields_of
from calculator.rules.action import AnyAction
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.testing import Asking, odds_of
from tests.rules.at_random import QUESTIONS, asking

CHOSEN: Mapping[str, Mapping[str, object]] = {
    "morne-plaine": {"bombardment.line-of-sight": 1, "bombardment.moves-after": 0.5}
}
"""Values that a battle may choose, by which fields matter that are idle under those as shipped."""

TRIES = 400
"""Forms tried before a field is said to change nothing; most fields need a few."""


@pytest.mark.parametrize(("system", "action"), QUESTIONS)
def test_every_field_changes_something(system: RuleSystem, action: AnyAction) -> None:
    asked = asking(system, action)
    assert not [field.key for field in fields_of(action.asks) if not heeds(asked, field)]


def heeds(asking: Asking, field: Field) -> bool:
    """Whether some form was found that another answer to the field changes."""
    tried = islice(asking.forms(field.matters), TRIES)
    others = ((form, asking.answered(form, [field])) for form in tried)
    return any(other and told(asking, form) != told(asking, other) for form, other in others)


def tables_of(asking: Asking) -> Tables:
    """The tables in force where all that is asked bears on something."""
    tables = asking.system.tables
    return tables.override(CHOSEN.get(asking.system.key, {}), "to try what it asks")


def told(asking: Asking, form: Form) -> object:
    """All that a player is shown: why it cannot be, or the odds, the factors and a result."""
    question, chance = attrs.evolve(asking.question(form), tables=tables_of(asking)), OnePath("1")
    if refusals := list(question.law.refusals()):
        return refusals
    odds = odds_of(question)
    shares = [(row.outcome.label, row.probability) for row in odds]
    drawn = question.law.in_full().result(chance)
    return shares, odds.factors, question.law.narrate(drawn, chance.draws)
