"""Movement: the chart's figures, the notes to it, roads, and marshes against every throw."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.movement import MOVEMENT
from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.path import Route, Step, read_path, write_path
from calculator.rules.morne_plaine.movement.rule import Moved, Stop
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law

UNITS = ("leader", "infantry", "cavalry", "artillery")

KNOWN = [terrain for terrain in Terrain if terrain is not Terrain.WOODS]
hexsides = st.sampled_from([hexside for hexside in Hexside if hexside is not Hexside.OPEN])
steps = st.builds(
    Step,
    st.sampled_from(KNOWN),
    st.sampled_from(Route),
    st.lists(hexsides, max_size=1).map(tuple),
    st.booleans(),
    st.booleans(),
)
paths = st.lists(steps, min_size=1, max_size=5).map(tuple)
marches = forms(MovementForm, path=paths)


def moved(path: str, **values: object) -> Any:
    (outcome,) = law(ask("morne-plaine", "movement", path=path, **values))
    return outcome


def cost(path: str, unit: str = "infantry", **values: object) -> int:
    """Points spent on the whole path, which a unit with 20 points gets along."""
    outcome = moved(path, unit=unit, allowance=20, **values)
    assert outcome.stop is Stop.ARRIVED
    return 20 - int(outcome.left)


@pytest.mark.parametrize(
    ("terrain", "costs"),
    [
        ("clear", (1, 1, 1, 1)),
        ("rough", (1, 1, 2, 2)),
        ("third-row", (1, 1, 3, 2)),
        ("fourth-row", (2, 2, 3, 3)),
        ("village", (2, 2, 3, 3)),
    ],
)
def test_the_chart(terrain: str, costs: tuple[int, ...]) -> None:
    assert tuple(cost(terrain, unit) for unit in UNITS) == costs


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("village, village", 2 + 1),
        ("clear stream", 1 + 1),
        ("fourth-row ford", 2 + 1),
        ("clear bridge", 1),
        ("clear slope", 1),
        ("track", 1),
        ("fourth-row track", 1),
        ("track slope", 1),
        ("track double-slope", 2),
        ("track triple-slope", 3),
        ("track double-slope stream", 3),
        ("road", 0),
        ("road, road", 0 + 1),
        ("road, road, road, road, road", 0 + 1 + 0 + 1 + 0),
        ("village road", 0),
        ("road stream", 1),
        ("fourth-row, road, road", 2 + 0 + 1),
        ("road, clear, road", 0 + 1 + 0),
        ("track, road", 1 + 0),
    ],
)
def test_notes_to_the_chart(path: str, points: int) -> None:
    assert cost(path) == points


def test_from_one_village_hex_to_the_next() -> None:
    assert cost("village", "cavalry", from_terrain="village") == 1
    assert cost("clear, village", "cavalry", from_terrain="village") == 1 + 3


def test_the_crossroads_example() -> None:
    """Beside the crossroads 4 points remain, through it 5: the jump pays, and so does the next."""
    beside = moved("past-crossroads, road", allowance=6)
    through = moved("road, road, road", allowance=6)
    assert (beside.left, through.left) == (4, 5)


@pytest.mark.parametrize(
    ("path", "hexes", "left", "stop"),
    [
        ("clear, clear river, clear", 1, 5, Stop.IMPASSABLE),
        ("road river", 0, 6, Stop.IMPASSABLE),
        ("clear double-slope", 0, 6, Stop.IMPASSABLE),
        ("road triple-slope", 0, 6, Stop.IMPASSABLE),
        ("clear occupied", 0, 6, Stop.OCCUPIED),
        ("clear, clear zone, clear", 2, 4, Stop.ZONE),
        ("village, village stream, village, village, clear", 4, 0, Stop.POINTS),
        ("fourth-row, fourth-row, fourth-row", 3, 0, Stop.ARRIVED),
    ],
)
def test_what_stops_a_unit(path: str, hexes: int, left: int, stop: Stop) -> None:
    assert moved(path, allowance=6) == Moved(hexes, left, stop)


@pytest.mark.parametrize(
    ("unit", "held", "path", "points"),
    [
        ("infantry", "infantry", "clear", 2),
        ("artillery", "mounted", "clear", 2),
        ("cavalry", "infantry", "clear", 1),
        ("leader", "mounted", "clear", 2),
        ("cavalry", "mounted", "clear, clear", 3),
        ("infantry", "infantry", "road", 1),
    ],
)
def test_leaving_a_zone_costs_a_point(unit: str, held: str, path: str, points: int) -> None:
    assert cost(path, unit, in_zone_of=held) == points


@pytest.mark.parametrize(
    ("unit", "held", "stop"),
    [
        ("infantry", "infantry", Stop.HELD),
        ("artillery", "mounted", Stop.HELD),
        ("cavalry", "infantry", Stop.ZONE),
        ("cavalry", "mounted", Stop.HELD),
    ],
)
def test_from_zone_to_zone(unit: str, held: str, stop: Stop) -> None:
    assert moved("clear zone", unit=unit, in_zone_of=held).stop is stop


@pytest.mark.parametrize(
    ("unit", "stuck"), [("leader", 2), ("infantry", 1), ("cavalry", 2), ("artillery", 3)]
)
def test_marsh(unit: str, stuck: int) -> None:
    odds = ask("morne-plaine", "marsh-test", unit=unit).odds()
    assert odds.measure("stuck") == Fraction(stuck, 4)
    through = law(ask("morne-plaine", "movement", unit=unit, path="marsh stream, clear"))
    assert through == {
        Moved(1, 4, Stop.STUCK): Fraction(stuck, 4),
        Moved(2, 3, Stop.ARRIVED): Fraction(4 - stuck, 4),
    }


@given(
    st.sampled_from(list(UnitType)),
    st.lists(st.sampled_from([Terrain.CLEAR, Terrain.MARSH]), min_size=1, max_size=5),
)
def test_marshes_one_after_another(unit: UnitType, path: list[Terrain]) -> None:
    """Against every throw of a four-sided die for each marsh."""
    stuck_on = dict(zip(UNITS, (2, 1, 2, 3), strict=True))[unit.value]
    marshes = [number for number, terrain in enumerate(path) if terrain is Terrain.MARSH]

    def by_hand(throw: tuple[int, ...]) -> Moved:
        for number, roll in zip(marshes, throw, strict=True):
            if roll <= stuck_on:
                return Moved(number + 1, 9 - number, Stop.STUCK)
        return Moved(len(path), 10 - len(path), Stop.ARRIVED)

    question = ask(
        "morne-plaine",
        "movement",
        unit=unit.value,
        allowance=10,
        path=", ".join(terrain.value for terrain in path),
    )
    throws = product(range(1, 5), repeat=len(marshes))
    assert law(question) == chances(map(by_hand, throws))


def test_nobody_sinks_on_a_road_or_track() -> None:
    assert moved("marsh road, marsh track").stop is Stop.ARRIVED


@given(marches)
def test_every_question_keeps_its_promises(form: MovementForm) -> None:
    check_promises(Question(SYSTEM, MOVEMENT, form, SYSTEM.tables))


@given(marches, st.integers(0, 29))
def test_more_points_never_carry_less_far(form: MovementForm, allowance: int) -> None:
    def farthest(points: int) -> int:
        question = ask(
            "morne-plaine",
            "movement",
            unit=form.unit.value,
            allowance=points,
            path=write_path(form.path),
        )
        return max(int(outcome.hexes) for outcome in question.odds().distribution)

    assert farthest(allowance) <= farthest(allowance + 1)


@given(paths)
def test_a_path_is_read_as_it_is_written(path: tuple[Step, ...]) -> None:
    assert read_path(write_path(path)) == path


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("clear, vilage", r"path: hex 2: 'vilage' is not one of the words; did you mean 'village'"),
        ("clear village", r"hex 1 needs one terrain"),
        ("road track", r"hex 1 needs one terrain, or a road or track, and no second one"),
        ("clear,, clear", r"hex 2 needs one terrain"),
    ],
)
def test_a_path_that_cannot_be_read(path: str, told: str) -> None:
    with pytest.raises(FaultsError, match=told):
        ask("morne-plaine", "movement", path=path)


def test_a_row_that_is_not_known_is_refused_until_a_scenario_fills_it_in() -> None:
    values = {"path": "woods, woods", "allowance": 6, "unit": "infantry"}
    with pytest.raises(ForbiddenError, match=r"enter woods is not known.*fill in cost\.woods"):
        Question.read("morne-plaine", "movement", values).check()
    filled = SYSTEM.tables.override({"cost.woods": [2, 2, 3, 3]}, "our copy of the chart")
    (outcome,) = law(Question.read("morne-plaine", "movement", values, filled))
    assert outcome == Moved(2, 2, Stop.ARRIVED)


def test_a_road_through_woods_is_known() -> None:
    assert cost("woods road, woods track") == 0 + 1


def test_words_tell_each_hex() -> None:
    result = ask("morne-plaine", "movement", path="road, village, marsh stream, zone").result("3")
    assert result.words.headline == "The infantry arrives."
    assert result.words.on_table == (
        "Move it 4 hexes: 1 movement point left.",
        "It has entered an enemy zone of control, and its movement ends at once.",
    )
    assert result.words.how == (
        "Hex 1, road: no points.",
        "Hex 2, village: 2 points.",
        "Hex 3, marsh stream: 2 points.",
        "Marsh test: 2 out of 4, stuck on 1 or less: it gets through.",
        "Hex 4, clear zone: 1 point.",
    )
