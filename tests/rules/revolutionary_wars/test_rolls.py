"""Every kind of roll against the faces of the die and of its re-roll."""

from fractions import Fraction

import pytest

from calculator.chance.every_path import every_path
from calculator.chance.interface import Chance
from calculator.chance.one_path import OnePath
from calculator.rules.revolutionary_wars.rolls import (
    Roll,
    RollAgain,
    Thrown,
    at_least,
    at_most,
    passes,
    passing,
    throws,
)
from calculator.rules.revolutionary_wars.terms import Order
from tests.rules.revolutionary_wars.faces import chance, count

REASONS = {
    RollAgain.NONE: (False, False),
    RollAgain.FAILURES: (True, False),
    RollAgain.SUCCESSES: (False, True),
    RollAgain.ALL: (True, True),
}


@pytest.mark.parametrize("again", RollAgain)
@pytest.mark.parametrize("score", range(-1, 9))
def test_a_roll_succeeds_as_often_as_its_faces_do(score: int, again: RollAgain) -> None:
    failures, successes = REASONS[again]
    for roll in (at_least(score, again), at_most(score, again)):
        counted = chance(
            lambda face, roll=roll: roll.low <= face <= roll.high,  # type: ignore[misc]
            failures=failures,
            successes=successes,
        )
        assert roll.chance == counted
        assert throws(roll).share(roll.succeeds) == counted
        assert (
            every_path(lambda dice, roll=roll: passes(dice, roll, "test")).probability(  # type: ignore[misc]
                True
            )
            == counted
        )


def test_a_score_of_1_or_less_and_of_7_or_more_takes_no_die() -> None:
    for roll, certain in ((at_least(1), True), (at_least(-3), True), (at_least(7), False)):
        seeded = OnePath("5eed")
        assert passes(seeded, roll, "test") is certain
        assert seeded.draws == []
    assert [str(roll) for roll in (at_least(1), at_least(7), at_most(6), at_most(0))] == [
        "certain",
        "impossible",
        "certain",
        "impossible",
    ]


def test_a_die_is_rolled_again_once_at_most_and_then_stands() -> None:
    both = throws(at_least(4, RollAgain.ALL))
    assert both.weights == {Thrown(a, b): 1 for a in range(1, 7) for b in range(1, 7)}
    solid = throws(at_least(4, RollAgain.FAILURES))
    assert Thrown(4) in solid
    assert Thrown(3, 3) in solid
    assert not any(thrown.second for thrown in solid if thrown.face >= 4)


def test_order_says_what_is_rolled_again() -> None:
    assert RollAgain.by_order(Order.SOLID) is RollAgain.FAILURES
    assert RollAgain.by_order(Order.SHAKEN) is RollAgain.NONE
    assert RollAgain.by_order(Order.SHATTERED) is RollAgain.SUCCESSES
    assert RollAgain.of(failures=True, successes=True) is RollAgain.ALL


@pytest.mark.parametrize("score", range(1, 8))
def test_solid_troops_never_roll_worse_than_shaken_nor_those_than_shattered(score: int) -> None:
    solid, shaken, shattered = (
        at_least(score, RollAgain.by_order(order)).chance for order in Order
    )
    assert solid >= shaken >= shattered
    if 1 < score < 7:
        assert solid > shaken > shattered


def test_a_pool_is_its_dice_thrown_one_by_one() -> None:
    for number in range(6):
        for again in RollAgain:
            roll = at_least(5, again)
            pool = passing(number, roll)
            assert {n: pool.probability(n) for n in pool} == count(number, roll.chance)


def test_a_throw_is_told_as_it_fell() -> None:
    def rule(dice: Chance) -> bool:
        return passes(dice, at_least(5, RollAgain.FAILURES), "the line stands")

    seeds = (OnePath(str(seed)) for seed in range(1, 40))
    told = {(str(path.draws[0].value), result) for path in seeds for result in [rule(path)]}
    assert ("5, just passes", True) in told
    assert ("6, passes by 1", True) in told
    assert ("2, re-rolled 3, fails by 2", False) in told
    path = OnePath("1")
    rule(path)
    assert path.draws[0].ask == "the line stands (5+, re-rolling failures)"
    assert Roll(1, 3).chance == Fraction(1, 2)
