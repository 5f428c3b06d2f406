"""Line of sight: what blocks it, and every face of the dice for split hexes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.sight import LineOfSight, SightForm
from calculator.rules.question import Question
from tests.rules.asking import ask, check_promises, forms

sightings = forms(
    SightForm,
    range=st.integers(1, 5),
    split_terrain=st.integers(0, 2),
    split_units=st.integers(0, 2),
)


def clear(**values: object) -> Fraction:
    return ask("gods-of-war", "line-of-sight", **values).odds().measure("clear")


@given(st.integers(0, 4), st.integers(0, 3))
def test_every_hex_beside_a_split_is_rolled_for(terrain: int, units: int) -> None:
    rolls = list(product(range(1, 7), repeat=terrain + units))
    free = sum(all(roll > 3 for roll in dice) for dice in rolls)
    seen = clear(range=6, split_terrain=terrain, split_units=units)
    assert seen == Fraction(free, len(rolls))


@pytest.mark.parametrize("between", ["units", "hills", "woods", "undiscovered"])
@pytest.mark.parametrize("unit", ["infantry", "heavy-artillery"])
@pytest.mark.parametrize("terrain", ["open", "hills"])
def test_only_a_gun_on_a_hill_sees_past_anything_and_then_past_units(
    between: str, unit: str, terrain: str
) -> None:
    over = (between, unit, terrain) == ("units", "heavy-artillery", "hills")
    assert clear(range=4, between=between, unit=unit, terrain=terrain) == int(over)


def test_a_gun_on_a_hill_rolls_for_terrain_alone() -> None:
    gun = {"unit": "light-artillery", "terrain": "hills", "range": 4}
    assert clear(**gun, split_units=2) == 1
    assert clear(**gun, split_units=2, split_terrain=1) == Fraction(1, 2)


def test_nothing_lies_between_adjacent_hexes() -> None:
    assert clear(range=1, between="woods", split_terrain=2) == 1


@given(sightings)
def test_every_question_keeps_its_promises(form: SightForm) -> None:
    check_promises(Question(SYSTEM, LineOfSight, form, SYSTEM.tables))


def test_words_tell_each_die() -> None:
    question = ask("gods-of-war", "line-of-sight", range=3, split_terrain=2, split_units=1)
    narrations = {question.result(f"{seed:x}").narration for seed in range(1, 40)}
    assert {words.headline for words in narrations} == {
        "There is a line of sight.",
        "There is no line of sight.",
    }
    (line,) = question.result("1").narration.how
    assert "for 3 contested hexes, blocking on 1-3: the line is" in line
