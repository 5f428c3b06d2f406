"""Movement allowance: the text's worked examples, every rate it gives, and paths as written."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.movement import (
    PATH,
    WORDS,
    Leg,
    Move,
    MovementAllowance,
    MovementForm,
    MoveOutcome,
)
from calculator.rules.there_stand_empires.terms import CROSSED, Passage
from tests.rules.asking import ask, check_promises, forms, law

legs = st.sampled_from(sorted(WORDS)).flatmap(
    lambda word: (
        st.just(Leg(word))
        if WORDS[word] in CROSSED or WORDS[word] is Passage.IMPASSABLE
        else st.fractions(Fraction(1, 4), 12, max_denominator=4).map(lambda n: Leg(word, n))
    )
)
paths = st.lists(legs, min_size=1, max_size=5).map(tuple)
base_moves = st.none() | st.fractions(0, 28, max_denominator=2)
moves = forms(MovementForm, path=paths, base_move=base_moves).filter(
    lambda form: not list(MovementAllowance(form, SYSTEM.tables).refusals())
)


def outcome_of(form: MovementForm) -> MoveOutcome:
    action = SYSTEM.action("movement-allowance")
    outcome: MoveOutcome = Question(SYSTEM, action, form, SYSTEM.tables).result("1").outcome
    return outcome


def measured(path: str, **values: object) -> MoveOutcome:
    (outcome,) = law(ask("there-stand-empires", "movement-allowance", path=path, **values))
    assert isinstance(outcome, MoveOutcome)
    return outcome


def cost(path: str, **values: object) -> Fraction:
    """What a path costs a unit with 28 inches of base move, which gets along it."""
    outcome = measured(path, base_move=28, **values)
    assert outcome.arrives
    return 28 - outcome.left


def test_two_inches_of_open_ground_and_two_of_woods_cost_six() -> None:
    """Section IV: "it will cost my full 6 inches of base movement"."""
    assert measured("open 2, woods 2") == MoveOutcome(True, Fraction(4), Fraction(0))


def test_over_a_bridge_in_open_country_goes_five_and_a_half() -> None:
    """Section IV: a 6-inch move passing over a bridge is 5 1/2 inches in all."""
    over = measured("open 3, bridge, open 10")
    assert over == MoveOutcome(False, Fraction(11, 2), Fraction(0))


@pytest.mark.parametrize(
    ("actor", "quality", "route_march"),
    [
        ("infantry", "elite", 14),
        ("infantry", "veteran", 14),
        ("infantry", "average", 12),
        ("infantry", "poor", 10),
        ("light-cavalry", "elite", 28),
        ("light-cavalry", "veteran", 28),
        ("light-cavalry", "average", 24),
        ("light-cavalry", "poor", 20),
        ("heavy-cavalry", "elite", 24),
        ("heavy-cavalry", "veteran", 24),
        ("heavy-cavalry", "average", 20),
        ("heavy-cavalry", "poor", 18),
        ("heavy-foot-artillery", "average", 12),
        ("light-foot-artillery", "average", 12),
        ("horse-artillery", "average", 20),
        ("transport", "average", 12),
    ],
)
def test_route_march_distances(actor: str, quality: str, route_march: int) -> None:
    """Section III.B, and half as far again along a road (IV)."""
    marched = measured("open 90", move="route-march", actor=actor, quality=quality)
    assert marched.inches == route_march
    by_road = measured("road 90", move="route-march", actor=actor, quality=quality)
    assert by_road.inches == Fraction(3, 2) * route_march


@pytest.mark.parametrize(
    ("move", "actor", "reach"),
    [
        ("assault", "infantry", 6),
        ("assault", "light-cavalry", 12),
        ("assault", "heavy-cavalry", 12),
        ("assault-in-line", "infantry", 2),
        ("general", "infantry", 28),
        ("deploy", "infantry", 1),
    ],
)
def test_fixed_moves(move: str, actor: str, reach: int) -> None:
    assert measured("open 90", move=move, actor=actor).inches == reach


@pytest.mark.parametrize(
    ("actor", "rate"),
    [
        ("infantry", 2),
        ("heavy-foot-artillery", 2),
        ("horse-artillery", 2),
        ("transport", 2),
        ("light-cavalry", 4),
        ("heavy-cavalry", 4),
    ],
)
@pytest.mark.parametrize("word", ["rough", "woods", "marsh", "rocky hill", "ford"])
def test_rough_ground(actor: str, rate: int, word: str) -> None:
    assert cost(f"{word} 1", actor=actor) == rate
    assert cost(f"{word} 1", actor=actor, move="march") == rate
    assert cost(f"{word} 1", move="general") == 4


@pytest.mark.parametrize(
    ("path", "maneuvering", "marching", "general"),
    [
        ("hedge", "1/2", "1/2", "1/2"),
        ("wall, fence", "1", "1", "1"),
        ("bridge", "1/2", "0", "1/2"),
        ("gate, choke-point", "1", "0", "1"),
        ("road 3", "3", "2", "3"),
        ("track 3", "3", "3", "3"),
        ("town 3", "6", "2", "12"),
        ("village 3/2", "3", "1", "6"),
    ],
)
def test_roads_towns_and_crossings(
    path: str, maneuvering: str, marching: str, general: str
) -> None:
    assert cost(path) == Fraction(maneuvering)
    assert cost(path, move="march") == cost(path, move="route-march") == Fraction(marching)
    assert cost(path, move="general") == Fraction(general)


def test_a_march_along_a_road_over_a_bridge_through_a_town() -> None:
    marched = measured("road 6, bridge, road 3, town 3, road 9", move="route-march")
    assert marched == MoveOutcome(False, Fraction(18), Fraction(0))


def test_nobody_crosses_what_is_impassable() -> None:
    assert measured("open 2, cliff, open 1") == MoveOutcome(False, Fraction(2), Fraction(4))


def test_what_is_left_just_reaches_over_a_wall() -> None:
    assert measured("open 5 1/2, wall") == MoveOutcome(True, Fraction(11, 2), Fraction(0))


def test_what_is_left_does_not_reach_over_a_wall() -> None:
    stopped = measured("open 5 3/4, wall, open 1")
    assert stopped == MoveOutcome(False, Fraction(23, 4), Fraction(1, 4))
    result = ask("there-stand-empires", "movement-allowance", path="open 5 3/4, wall").result("1")
    assert result.narration.headline == "The infantry stops short after 5 3/4 inches, 1/4 left."
    assert result.narration.how == (
        "Base move: 6 inches.",
        "5 3/4 inches of open ground at 1 an inch: 5 3/4.",
        "Wall: 1/2, which is more than is left.",
    )


def test_a_stretch_that_is_not_done_is_told_with_its_length() -> None:
    result = ask("there-stand-empires", "movement-allowance", path="woods 4, open 1").result("1")
    assert result.narration.how[-1] == "3 of 4 inches of woods at 2 an inch: 6."


@pytest.mark.parametrize(
    ("path", "may"), [("open 3", True), ("woods 1 1/2", True), ("open 3, hedge", False)]
)
def test_half_a_move_leaves_advancing_fire(path: str, may: bool) -> None:
    """Section IV: only if half or less of the allowed movement is used."""
    steps = (
        ask("there-stand-empires", "movement-allowance", path=path).result("1").narration.on_table
    )
    assert any("advancing fire may follow" in step for step in steps)
    assert any(step.startswith("No more than half") for step in steps) is may


@pytest.mark.parametrize("base_move", [2, 3, 6])
def test_a_base_move_given_by_hand_is_told_nothing_of_fire(base_move: int) -> None:
    """It may be half a move already, or a retreat; half of what, only the player knows."""
    asked = ask("there-stand-empires", "movement-allowance", path="open 2", base_move=base_move)
    assert not any("fire" in step for step in asked.result("1").narration.on_table)


def test_cavalry_is_told_nothing_of_fire() -> None:
    result = ask("there-stand-empires", "movement-allowance", actor="light-cavalry").result("1")
    assert not any("fire" in step for step in result.narration.on_table)


def test_an_assault_is_told_whether_it_reaches() -> None:
    near = ask("there-stand-empires", "movement-allowance", move="assault", path="open 4, hedge")
    assert near.result("1").narration.on_table == ("The target is within reach: assault it.",)
    far = ask("there-stand-empires", "movement-allowance", move="assault", path="open 6, hedge")
    assert "out of reach" in far.result("1").narration.on_table[0]


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"move": "assault", "actor": "horse-artillery"}, "Only infantry and cavalry assault"),
        ({"move": "assault", "actor": "transport"}, "Only infantry and cavalry assault"),
        ({"move": "assault-in-line", "actor": "light-cavalry"}, "Cavalry does not assault in line"),
    ],
)
def test_moves_that_are_forbidden(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("there-stand-empires", "movement-allowance", **values).odds()


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("Open 2, WOODS 2", (Leg("open", Fraction(2)), Leg("woods", Fraction(2)))),
        ("2 open; 2½ inches of woods", (Leg("open", Fraction(2)), Leg("woods", Fraction(5, 2)))),
        ('field 5 1/2", choke-point,', (Leg("fields", Fraction(11, 2)), Leg("choke point"))),
        ("bridges, river", (Leg("bridge"), Leg("river"))),
    ],
)
def test_a_path_however_it_is_written(written: str, path: tuple[Leg, ...]) -> None:
    assert PATH.parse(written) == path


def test_every_bad_leg_is_named() -> None:
    with pytest.raises(FaultsError) as caught:
        ask(
            "there-stand-empires",
            "movement-allowance",
            path="open, wods 2, bridge 3, open 2, marsh 0, road x, 3",
        )
    (fault,) = caught.value.faults
    assert fault.place == "path"
    assert fault.problem.split("; ") == [
        "'open' needs its length in inches, as in 'open 2'",
        "'wods' in 'wods 2' is not known (did you mean 'woods'?)",
        "'bridge 3' has no length: a bridge is crossed at a point",
        "'marsh 0' has no length",
        "'road x' in 'road x' is not known (did you mean 'road'?)",
        "'3' in '3' is not known",
    ]
    assert "rocky hill" in fault.allowed


def test_an_empty_path() -> None:
    with pytest.raises(FaultsError, match="path: the path is empty"):
        ask("there-stand-empires", "movement-allowance", path=" , ")


@given(paths)
def test_a_path_written_out_is_read_back(path: tuple[Leg, ...]) -> None:
    assert PATH.parse(PATH.show(path)) == path


@given(moves)
def test_promises(form: MovementForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("movement-allowance"), form, SYSTEM.tables))


@given(moves)
def test_nothing_is_overspent_and_only_the_goal_ends_it(form: MovementForm) -> None:
    outcome = outcome_of(form)
    length = sum((leg.inches for leg in form.path), Fraction(0))
    assert outcome.left >= 0
    assert 0 <= outcome.inches <= length
    assert not outcome.arrives or outcome.inches == length


@given(paths, st.fractions(0, 14, max_denominator=2), st.sampled_from(Move))
def test_more_base_move_never_gets_less_far(
    path: tuple[Leg, ...], base: Fraction, move: Move
) -> None:
    less = outcome_of(MovementForm(path=path, base_move=base, move=move))
    more = outcome_of(MovementForm(path=path, base_move=base + 1, move=move))
    assert more.inches >= less.inches
    assert more.arrives >= less.arrives


def test_why_lists_all_that_a_move_is_worked_out_of() -> None:
    moved = ask("there-stand-empires", "movement-allowance", path="6 rough", base_move=12)
    named = [factor.name for factor in moved.odds().factors]
    assert named == [
        "Move: maneuver-in-column",
        "Acting unit: infantry",
        "Quality: average",
        "Base move: 12",
        "Path: rough 6",
    ]
