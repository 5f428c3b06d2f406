"""Rally: the two conditions of the rally phase, each worth a point, both two."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.lost_pages import RallyForm
from calculator.rules.morne_plaine.terms import UnitType
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms, law

lowered = forms(
    RallyForm,
    unit=st.sampled_from([unit for unit in UnitType if unit is not UnitType.LEADER]),
    morale=st.integers(0, 4),
    starting_morale=st.integers(6, 9),
)


def put(form: RallyForm, later: bool = False) -> Question:
    tables = SYSTEM.tables
    if later:
        tables = tables.override({"rally.demoralised-by-leader-alone": 1}, "the later page")
    return Question(SYSTEM, SYSTEM.action("rally"), form, tables)


def regained(form: RallyForm, later: bool = False) -> int:
    """As the page has it: in command, not moved and out of every zone; adjacent to its leader."""
    first = form.in_command and not form.moved and not form.in_enemy_zone
    if later and form.morale == 0:
        return int(form.next_to_leader)
    return first + form.next_to_leader


@given(lowered, st.booleans())
def test_each_condition_is_worth_a_point(form: RallyForm, later: bool) -> None:
    question = put(form, later)
    (outcome,) = law(question)
    assert outcome.regained == regained(form, later)
    assert outcome.morale == form.morale + outcome.regained
    assert sum(factor.points for factor in question.odds().factors) == outcome.regained


@given(lowered)
def test_every_question_keeps_its_promises(form: RallyForm) -> None:
    check_promises(put(form))


@given(lowered)
def test_a_rally_leaves_the_morale_that_it_tells_the_table_to_mark(form: RallyForm) -> None:
    result = put(form).result("1")
    left = result.question.law.after(result.outcome)
    assert left.actor == {"morale": str(form.morale + regained(form))}
    rises = f"Its morale value rises from {form.morale} to {form.morale + regained(form)}."
    assert (rises in result.narration.on_table) == (regained(form) > 0)


def test_no_unit_regains_more_than_it_began_with() -> None:
    (outcome,) = law(
        ask("morne-plaine", "rally", morale=3, starting_morale=4, next_to_leader="yes")
    )
    assert (outcome.regained, outcome.morale) == (1, 4)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"unit": "leader"}, "leaders have no morale"),
        ({"morale": 4}, "its morale of 4 is what it began with"),
    ],
)
def test_who_cannot_rally(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("morne-plaine", "rally", **values).check()
