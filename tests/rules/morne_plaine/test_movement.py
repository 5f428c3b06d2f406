"""Movement: the chart's figures, the notes to it, roads, and marshes against every throw."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.forms import texts
from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.movement import (
    PATH,
    Moved,
    Movement,
    MovementForm,
    Route,
    Step,
    Stop,
)
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law

UNITS = ("leader", "infantry", "cavalry", "artillery")

KNOWN = [terrain for terrain in Terrain if terrain is not Terrain.WOODS]
hexsides = st.sampled_from([hexside for hexside in Hexside if hexside is not Hexside.OPEN])


def plausible(step: Step) -> bool:
    """A village is in nobody's zone, and a hexside bears slope symbols of one number."""
    slopes = [hexside for hexside in step.hexsides if "slope" in hexside.value]
    return len(slopes) <= 1 and not (step.zone and step.terrain is Terrain.VILLAGE)


steps = st.builds(
    Step,
    st.sampled_from(KNOWN),
    st.sampled_from(Route),
    st.lists(hexsides, max_size=3, unique=True).map(tuple),
    st.booleans(),
    st.booleans(),
).filter(plausible)
paths = st.lists(steps, min_size=1, max_size=5).map(tuple)
marches = forms(MovementForm, path=paths, movement_over=st.just(False))


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
        ("coppice", (1, 1, 2, 2)),
        ("orchards", (1, 1, 3, 2)),
        ("woods", (2, 2, 3, 3)),
        ("village", (2, 2, 3, 3)),
        ("third-row", (1, 1, 3, 2)),
        ("fourth-row", (2, 2, 3, 3)),
    ],
)
def test_the_chart(terrain: str, costs: tuple[int, ...]) -> None:
    assert tuple(cost(terrain, unit) for unit in UNITS) == costs


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("village, village", 2 + 1),
        ("clear stream", 1 + 1),
        ("woods ford", 2 + 1),
        ("clear bridge", 1),
        ("clear slope", 1),
        ("track", 1),
        ("woods track", 1),
        ("track slope", 1),
        ("track double-slope", 2),
        ("track triple-slope", 3),
        ("track double-slope stream", 3),
        ("road", 0),
        ("road, road", 0 + 1),
        ("road, road, road, road, road", 0 + 1 + 0 + 1 + 0),
        ("village road", 0),
        ("road stream", 1),
        ("road stream bridge", 0),
        ("road river bridge, road river bridge", 0 + 1),
        ("clear stream bridge", 1),
        ("clear stream ford", 1 + 1),
        ("clear river ford", 1 + 1),
        ("woods river bridge", 2),
        ("woods, road, road", 2 + 0 + 1),
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
        ("woods, woods, woods", 3, 0, Stop.ARRIVED),
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


CHART = {
    "clear": (1, 1, 1, 1),
    "rough": (1, 1, 2, 2),
    "coppice": (1, 1, 2, 2),
    "orchards": (1, 1, 3, 2),
    "woods": (2, 2, 3, 3),
    "village": (2, 2, 3, 3),
    "marsh": (1, 1, 1, 1),
}


def entering(step: Step, unit: str, came_from: str, free_by_road: bool) -> int | None:
    """The chart and its notes, read line by line; None where nobody crosses."""
    there = {hexside.value for hexside in step.hexsides}
    slopes = {"slope": 1, "double-slope": 2, "triple-slope": 3}
    symbols = sum(slopes.get(hexside, 0) for hexside in there)
    if "river" in there and not there & {"bridge", "ford"}:
        return None
    if symbols > 1 and step.route is not Route.TRACK:
        return None
    points = 1 if there & {"stream", "ford"} and "bridge" not in there else 0
    if step.route is Route.ROAD:
        return points + (0 if free_by_road else 1)
    if step.route is Route.TRACK:
        return points + 1 + max(symbols - 1, 0)
    if came_from == step.terrain.value == "village":
        return points + 1
    return points + CHART[step.terrain.value][UNITS.index(unit)]


def walked(form: MovementForm, marshes: Iterator[int]) -> Moved:
    """A unit along its path, each marsh that it enters across country taking the next number."""
    unit, left, free = form.unit.value, form.allowance, form.road_free
    came_from = form.from_terrain.value
    held = "nobody" if came_from in {"village", "woods"} else form.in_zone_of.value
    freely = held == "nobody" or (held == "infantry" and unit in {"leader", "cavalry"})
    for number, step in enumerate(form.path):
        if step.occupied:
            return Moved(number, left, Stop.OCCUPIED)
        price = entering(step, unit, came_from, free)
        if price is None:
            return Moved(number, left, Stop.IMPASSABLE)
        if number == 0 and not freely:
            if step.zone:
                return Moved(number, left, Stop.HELD)
            price += 1
        if price > left:
            return Moved(number, left, Stop.POINTS)
        left -= price
        if step.zone:
            return Moved(number + 1, left, Stop.ZONE)
        sinks = step.terrain is Terrain.MARSH and step.route in {
            Route.OPEN_COUNTRY,
            Route.PAST_CROSSROADS,
        }
        if sinks and next(marshes) <= {"infantry": 1, "artillery": 3}.get(unit, 2):
            return Moved(number + 1, left, Stop.STUCK)
        free = not free if step.route is Route.ROAD else step.route is not Route.PAST_CROSSROADS
        came_from = step.terrain.value
    return Moved(len(form.path), left, Stop.ARRIVED)


@given(marches)
def test_movement_against_the_text_read_line_by_line(form: MovementForm) -> None:
    throws = product(range(1, 5), repeat=sum(s.terrain is Terrain.MARSH for s in form.path))
    by_hand = chances(walked(form, iter(throw)) for throw in throws)
    assert law(Question(SYSTEM, Movement, form, SYSTEM.tables)) == by_hand


@pytest.mark.parametrize("terrain", ["village", "woods"])
def test_a_unit_in_woods_or_a_village_is_in_nobodys_zone(terrain: str) -> None:
    values = {"from_terrain": terrain, "unit": "infantry", "in_zone_of": "mounted"}
    assert moved("clear zone", allowance=6, **values) == Moved(1, 5, Stop.ZONE)


@given(marches)
def test_every_question_keeps_its_promises(form: MovementForm) -> None:
    check_promises(Question(SYSTEM, Movement, form, SYSTEM.tables))


@given(marches, st.integers(0, 29))
def test_more_points_never_carry_less_far(form: MovementForm, allowance: int) -> None:
    def farthest(points: int) -> int:
        question = ask(
            "morne-plaine",
            "movement",
            unit=form.unit.value,
            allowance=points,
            path=PATH.show(form.path),
        )
        return max(int(outcome.hexes) for outcome in question.odds().distribution)

    assert farthest(allowance) <= farthest(allowance + 1)


@given(paths)
def test_a_path_is_read_as_it_is_written(path: tuple[Step, ...]) -> None:
    assert PATH.parse(PATH.show(path)) == path


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        (
            "clear, vilage",
            r"hex 2: 'vilage' is not one of the words \(did you mean 'village'",
        ),
        ("clear village", r"hex 1 needs one terrain"),
        ("road track", r"hex 1 needs one terrain, or a road or track, and no second one"),
        ("clear,, clear", r"hex 2 needs one terrain"),
        ("clr, clear zne", r"hex 1: 'clr' is not .* 'clear'\?\); hex 2: 'zne' is not .* 'zone'\?"),
        ("clr road track", r"hex 1: 'clr' is not .*; hex 1 needs one terrain"),
        ("village zone", r"hex 1: a village hex is in nobody's zone of control"),
        ("woods road zone", r"hex 1: a woods hex is in nobody's zone of control"),
        ("track slope double-slope", r"hex 1: one of slope, double-slope is enough"),
    ],
)
def test_a_path_that_cannot_be_read(path: str, problem: str) -> None:
    with pytest.raises(FaultsError, match=problem):
        ask("morne-plaine", "movement", path=path)


LATER = {
    "clear": (1, 1, 1, 1),
    "rough": (2, 1, 2, 2),
    "coppice": (2, 1, 2, 2),
    "orchards": (2, 1, 3, 3),
    "woods": (3, 2, 3, 3),
    "village": (3, 2, 3, 3),
}
"""The later French chart, its columns put in the order of the earlier one."""


@pytest.mark.parametrize("terrain", LATER)
def test_a_scenario_may_play_by_the_later_chart(terrain: str) -> None:
    later = SYSTEM.tables.override({"chart.later": 1}, "the later French chart")
    costs = []
    for unit in UNITS:
        values = {"unit": unit, "path": terrain, "allowance": 9}
        (outcome,) = law(Question.read("morne-plaine", "movement", values, later))
        costs.append(9 - outcome.left)
    assert tuple(costs) == LATER[terrain]


@pytest.mark.parametrize(("former", "name"), [("third-row", "orchards"), ("Fourth row", "woods")])
def test_a_row_is_still_known_by_its_former_name(former: str, name: str) -> None:
    question = ask("morne-plaine", "movement", from_terrain=former, path="clear")
    assert texts(question.form)["from-terrain"] == name


def test_a_road_through_woods_is_known() -> None:
    assert cost("woods road, woods track") == 0 + 1


@pytest.mark.parametrize(
    ("values", "steps"),
    [
        (
            {"path": "clear occupied"},
            (
                "The infantry stays in its hex: 6 movement points left.",
                "Another unit stands in the next hex, which it may not enter.",
            ),
        ),
        (
            {"path": "village, village, village", "allowance": 3, "unit": "cavalry"},
            (
                "Move the cavalry 1 hex: no movement points left.",
                "It has too few movement points for the next hex, which costs 1.",
            ),
        ),
    ],
)
def test_words_tell_how_far_and_why_no_farther(
    values: dict[str, object], steps: tuple[str, ...]
) -> None:
    assert ask("morne-plaine", "movement", **values).result("1").narration.on_table == steps


def test_words_tell_each_hex() -> None:
    result = ask("morne-plaine", "movement", path="road, village, marsh stream, zone").result("3")
    assert result.narration.headline == "The infantry arrives."
    assert result.narration.on_table == (
        "Move the infantry 4 hexes: 1 movement point left.",
        "It has entered an enemy zone of control, and its movement ends at once.",
    )
    assert result.narration.how == (
        "Hex 1, road: no points.",
        "Hex 2, village: 2 points.",
        "Hex 3, marsh stream: 2 points.",
        "Marsh test: 2 out of 4, stuck on 1 or less: it gets through.",
        "Hex 4, clear zone: 1 point.",
    )


def test_a_hex_is_in_no_zone_and_empty_unless_it_says_so() -> None:
    plain, zone, occupied = PATH.parse("marsh, marsh zone, marsh occupied")
    assert [(step.zone, step.occupied) for step in (plain, zone, occupied)] == [
        (False, False),
        (True, False),
        (False, True),
    ]
