"""Cannonade: every odds table against all faces of the dice, and the list of modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import ForbiddenError
from calculator.rules.cannonade import SYSTEM
from calculator.rules.cannonade.fire import Cannonade, Cannonaded, CannonadeForm
from calculator.rules.cannonade.terms import Holds
from calculator.rules.question import Odds, Question
from tests.rules.asking import ask, chances, check_promises, forms, law, never_more

AT_RANGE = {1: 1, 2: 0, 3: 0, 4: -1, 5: -2, 6: -3}
IN_TERRAIN = {"clear": 0, "covered": -1, "fortified": -2}

allowed = forms(
    CannonadeForm,
    men=st.integers(4, 10),
    baggage_distance=st.integers(0, 4),
    holds=st.just(Holds.CANNON),
    range=st.integers(1, 6),
    friends=st.just(0) | st.integers(0, 8),
    target_men=st.integers(1, 30),
)


def put(form: CannonadeForm) -> Question:
    return Question(SYSTEM, Cannonade, form, SYSTEM.tables)


def by_hand(form: CannonadeForm) -> Iterator[Cannonaded]:
    """The outcome of every throw of three dice, worked out from the text's list."""
    density = -2 if form.target_men < 6 else -1 if form.target_men < 11 else 0
    density += form.target_men > 15
    indirect = form.range > 1 and (form.friends > 0 or form.between.value != "clear")
    modifier = AT_RANGE[form.range] + density + IN_TERRAIN[form.target_terrain.value] - indirect
    over_friends = form.range > 1 and form.friends > 0
    for roll, risk, short in product(range(1, 7), repeat=3):
        casualties = roll + modifier
        if roll == 6 and casualties < 1:
            casualties = 1
        casualties = max(casualties, 0)
        killed = min(casualties, form.target_men)
        officer = form.target_officer and casualties > form.target_men
        fell = short if over_friends and risk in {1, 2} else 0
        yield Cannonaded(
            killed,
            form.target_men - killed,
            officer,
            min(fell, form.friends),
            form.friends_officer and fell > form.friends,
            killed + 3 * officer,
            -2 * form.target_prisoners if killed == form.target_men else 0,
        )


def test_words_tell_who_is_left_in_a_hex_without_men() -> None:
    """At range 1 four men take 0 to 5 casualties: the fifth is their officer."""
    question = ask("cannonade", "cannonade", range=1, target_men=4, target_officer="yes")
    headlines = {question.result(f"{seed:x}").narration.headline for seed in range(1, 60)}
    assert "The cannon kills 4 men and leaves their officer alone in the hex." in headlines
    assert "The cannon kills 4 men and their officer and leaves nobody in the hex." in headlines
    assert "The cannon kills no men." in headlines


def test_words_tell_that_the_officer_of_friends_falls() -> None:
    question = ask("cannonade", "cannonade", friends=1, friends_officer="yes", target_men=20)
    headlines = " ".join(question.result(f"{seed:x}").narration.headline for seed in range(1, 60))
    assert "; 1 of its own side falls to its fire." in headlines
    assert "; 1 of its own side and the officer fall to its fire." in headlines


@given(allowed)
def test_odds_are_those_of_the_dice(form: CannonadeForm) -> None:
    assert law(put(form)) == chances(by_hand(form))


@given(allowed)
def test_every_question_keeps_its_promises(form: CannonadeForm) -> None:
    check_promises(put(form))


def kills(odds: Odds) -> list[int]:
    """Men killed, as often as the weight of each outcome."""
    return [outcome.killed for outcome, weight in odds.distribution.items() for _ in range(weight)]


@pytest.mark.parametrize(
    ("values", "killed"),
    [
        ({"target_men": 15, "range": 3}, [1, 2, 3, 4, 5, 6]),
        ({"target_men": 20, "range": 1}, [3, 4, 5, 6, 7, 8]),
        ({"target_men": 10, "range": 4, "target_terrain": "covered"}, [0, 0, 0, 1, 2, 3]),
        ({"target_men": 5, "range": 6, "target_terrain": "fortified"}, [0, 0, 0, 0, 0, 1]),
        ({"target_men": 15, "range": 2, "between": "impassable"}, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_what_each_face_kills(values: dict[str, object], killed: list[int]) -> None:
    odds = ask("cannonade", "cannonade", **values).odds()
    faces = 6 // odds.distribution.total
    assert sorted(kills(odds) * faces) == killed


def to_the_die(odds: Odds) -> list[str]:
    return [factor.name for factor in odds.factors if factor.stage == "cannonade"]


def test_indirect_fire_counts_once_over_friends_and_rough_ground() -> None:
    form = {"friends": 5, "between": "covered"}
    assert to_the_die(ask("cannonade", "cannonade", **form).odds()) == [
        "indirect fire over friendly troops and covered terrain"
    ]


def test_nothing_lies_between_at_range_one() -> None:
    odds = ask("cannonade", "cannonade", range=1, friends=10, between="covered").odds()
    assert odds.measure("falls-short") == 0
    assert to_the_die(odds) == ["range 1"]


def test_the_officer_is_the_last_man_killed() -> None:
    outcomes = law(ask("cannonade", "cannonade", range=1, target_men=3, target_officer="yes"))
    assert {o.killed for o in outcomes if o.officer_killed} == {3}
    assert any(o.killed == 3 and not o.officer_killed for o in outcomes)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"men": 3}, "4 men must be present"),
        ({"men": 11}, "11 men are too many: a hex with cannon may contain 10"),
        ({"holds": "nothing"}, "only a cannon can fire, and the formation holds no cannon"),
        ({"holds": "baggage"}, "only a cannon can fire, and the formation holds baggage"),
        ({"range": 7}, "up to 6 hexes"),
        ({"baggage_distance": 5, "turns_beyond": 3}, "out of ammunition"),
    ],
)
def test_what_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("cannonade", "cannonade", **values).check()


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(ForbiddenError) as caught:
        ask("cannonade", "cannonade", men=0, range=9, baggage_distance=9, turns_beyond=4).check()
    assert len(caught.value.refusals) == 3
    assert {refusal.source for refusal in caught.value.refusals} == {"Cannonade phase", "Supply"}


def test_nobody_without_a_cannon_is_told_how_large_its_crew_must_be() -> None:
    with pytest.raises(ForbiddenError) as caught:
        ask("cannonade", "cannonade", men=20, holds="nothing").check()
    (refusal,) = caught.value.refusals
    assert refusal.source == "Cannonade phase"


def test_a_cannon_may_fire_in_its_third_turn_away_from_baggage() -> None:
    ask("cannonade", "cannonade", baggage_distance=5, turns_beyond=2).check()
    ask("cannonade", "cannonade", baggage_distance=4, turns_beyond=9).check()


@pytest.mark.parametrize(
    ("field", "rising"),
    [
        ("target_men", [3, 8, 13, 18]),
        ("range", [6, 5, 4, 3, 2, 1]),
        ("target_terrain", ["fortified", "covered", "clear"]),
        ("between", ["fortified", "clear"]),
    ],
)
@given(form=allowed, at=st.integers(0, 4))
def test_order_relations(field: str, rising: list[Any], form: CannonadeForm, at: int) -> None:
    """Denser, nearer, less covered, seen directly: never fewer men killed."""
    at %= len(rising) - 1
    values = {key: getattr(form, key) for key in ("range", "target_men", "friends")}
    worse, better = (
        ask("cannonade", "cannonade", **{**values, field: value}).odds()
        for value in rising[at : at + 2]
    )
    assert never_more(worse, better, lambda outcome: outcome.killed)


def test_words_tell_the_dice_and_what_to_do() -> None:
    question = ask("cannonade", "cannonade", target_men=8, range=4, friends=6)
    result = question.result("3")
    roll, risk, short = (draw.value for draw in result.draws)
    assert (roll, risk, short) == (2, 1, 6)
    assert (
        result.narration.headline == "The cannon kills no men; 6 of its own side fall to its fire."
    )
    assert result.narration.on_table[0] == "Remove 6 of the friends fired over: no men left."
    shot, fell = result.narration.how
    assert shot.startswith("Rolled 2, indirect fire over friendly troops -1, troop density 8 -1,")
    assert shot.endswith(", range 4 -1: no casualties.")
    assert fell == "Rolled 1 for the friends fired over, hit on 1-2: rolled 6 for their casualties."


def test_an_override_of_the_range_and_of_a_modifier_is_obeyed() -> None:
    tables = SYSTEM.tables.override(
        {"cannonade.furthest": 5, "cannonade.range.5": 0}, "the cost table's range"
    )
    with pytest.raises(ForbiddenError, match="up to 5 hexes"):
        Question.read("cannonade", "cannonade", {"range": 6}, tables).check()
    near, far = (
        Question.read("cannonade", "cannonade", {"range": hexes}, tables).odds() for hexes in (3, 5)
    )
    assert near.distribution == far.distribution


def test_friends_who_fall_make_a_hit_worth_less() -> None:
    """Of as many enemies killed, the fewer friends die the better, and their officer last."""
    form = {"range": 2, "target_men": 15, "friends": 2, "friends_officer": "yes"}
    rows = ask("cannonade", "cannonade", **form).odds()
    outcomes: list[Any] = [row.outcome for row in rows]
    of_three = [o for o in outcomes if o.killed == 3]
    assert [(o.friends_killed, o.friends_officer_killed) for o in of_three] == [
        (2, True),
        (2, False),
        (1, False),
        (0, False),
    ]
    assert [o.killed for o in outcomes] == sorted(o.killed for o in outcomes)


@pytest.mark.parametrize(
    ("outcome", "label"),
    [
        (Cannonaded(0, 5), "no men killed"),
        (Cannonaded(1, 4, friends_killed=1), "1 man killed, 1 friend killed"),
        (
            Cannonaded(2, 0, True, friends_killed=2, friends_officer_killed=True, enemy_score=-4),
            "2 men killed and the officer, prisoners escape, 2 friends killed with their officer",
        ),
    ],
)
def test_what_fire_does_in_a_few_words(outcome: Cannonaded, label: str) -> None:
    assert outcome.label == label


@pytest.mark.parametrize(
    ("killed", "officer", "left"),
    [(0, False, None), (1, False, "2"), (0, True, "3"), (3, True, "")],
)
def test_friends_fired_over_are_left_as_the_fire_leaves_them(
    killed: int, officer: bool, left: str | None
) -> None:
    """Of three friends; None is nobody hit, "" nobody left."""
    question = ask("cannonade", "cannonade", holds="cannon", range=2, friends=3)
    outcome = Cannonaded(0, 5, friends_killed=killed, friends_officer_killed=officer)
    others = question.law.after(outcome).others
    assert [(one.values or {"men": ""})["men"] for one in others] == (
        [] if left is None else [left]
    )


def test_words_tell_what_both_sides_score() -> None:
    """Victory points: 1 for the man killed; the dead man's 3 prisoners escape, 2 each."""
    values = {"target_men": 1, "target_prisoners": 3}
    points = {"victory_points": 5, "target_victory_points": 20}
    killed: set[str] = set()
    missed: set[str] = set()
    for seed in range(1, 12):
        result = ask("cannonade", "cannonade", range=1, **values, **points).result(f"{seed:x}")
        lines = {line for line in result.narration.on_table if "ictory point" in line}
        (killed if result.outcome.killed else missed).update(lines)
    assert killed == {
        "Score 1 victory point.",
        "The enemy loses 6 victory points.",
        "Victory points now: 6, the enemy's 14.",
    }
    assert missed == {"Victory points now: 5, the enemy's 20."}
    untold = ask("cannonade", "cannonade", range=1, **values).result("1").narration.on_table
    assert not any("Victory points now" in line for line in untold)


@pytest.mark.parametrize("men", [1, 5, 6, 10, 11, 15, 16, 20])
def test_each_row_of_the_density_list_begins_and_ends_where_the_text_says(men: int) -> None:
    form = CannonadeForm(range=3, target_men=men)
    assert law(put(form)) == chances(by_hand(form))


def test_a_natural_six_that_finds_one_man_says_why() -> None:
    """Combat, Attacking with a Cannon: less than one casualty by the list, and one all the same."""
    question = ask("cannonade", "cannonade", range=6, target_men=5, target_terrain="fortified")
    told = {question.result(f"{seed:x}").narration.how[0] for seed in range(60)}
    sixes = [line for line in told if line.startswith("Rolled a natural 6")]
    assert len(sixes) == 1
    assert sixes[0].endswith(": always at least 1 casualty.")
    assert not any(line.startswith("Rolled 6") for line in told)
