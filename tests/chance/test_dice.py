"""Dice and pools, each held against all the ways its dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance.dice import (
    Reroll,
    binomial,
    chance_of_success,
    d6,
    die,
    heads,
    successes,
    summed,
    thinning,
    total_of,
)
from calculator.chance.distribution import Distribution
from calculator.errors import ChanceError
from tests.chance.by_icepool import unsaved
from tests.chance.oracle import counted, law, rolls
from tests.chance.strategies import chances

NEEDED = range(-1, 9)


def test_d6() -> None:
    assert list(d6().items()) == [(face, 1) for face in (1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize("faces", [1, 2, 6, 10, 20])
def test_a_die_shows_each_face_alike(faces: int) -> None:
    assert law(die(faces)) == counted(range(1, faces + 1))


@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("faces", [2, 3, 6])
def test_total_of(dice: int, faces: int) -> None:
    total = total_of(dice, faces)
    assert law(total) == counted(sum(fallen) for fallen in rolls(dice, faces))
    assert list(total) == sorted(total)


@pytest.mark.parametrize("coins", range(9))
def test_heads(coins: int) -> None:
    assert law(heads(coins)) == counted(sum(tossed) for tossed in product((0, 1), repeat=coins))


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("wins", range(4))
def test_binomial(dice: int, wins: int) -> None:
    fallen = counted(sum(face <= wins for face in each) for each in rolls(dice, 3))
    assert law(binomial(dice, Fraction(wins, 3))) == fallen


def kept(first: int, second: int, needed: int, reroll: Reroll) -> int:
    """The face a die ends on. One that cannot but succeed or fail stays as it is."""
    success = first >= needed
    again = {Reroll.NOTHING: False, Reroll.FAILURES: not success, Reroll.SUCCESSES: success}
    return second if again[reroll] else first


@pytest.mark.parametrize("reroll", Reroll)
@pytest.mark.parametrize("needed", NEEDED)
def test_chance_of_success(needed: int, reroll: Reroll) -> None:
    succeeds = counted(kept(a, b, needed, reroll) >= needed for a, b in rolls(2))
    assert chance_of_success(needed, reroll) == succeeds.get(True, 0)


@pytest.mark.parametrize("reroll", Reroll)
@pytest.mark.parametrize("needed", NEEDED)
def test_successes(needed: int, reroll: Reroll) -> None:
    hits = (
        (kept(a, b, needed, reroll) >= needed) + (kept(c, d, needed, reroll) >= needed)
        for a, b, c, d in rolls(4)
    )
    assert law(successes(2, needed, reroll)) == counted(hits)


@pytest.mark.parametrize(("hit", "save", "kill"), [(4, 5, 3), (2, 6, 6), (6, 2, 4)])
def test_thinning_is_hits_then_failed_saves_then_kills(hit: int, save: int, kill: int) -> None:
    lost = (
        sum(each[i] >= hit and each[i + 1] < save and each[i + 2] >= kill for i in (0, 3))
        for each in rolls(6)
    )
    survivors = thinning(
        2, chance_of_success(hit), 1 - chance_of_success(save), chance_of_success(kill)
    )
    assert law(survivors) == counted(lost)


def test_thinning_without_a_sieve_keeps_every_die() -> None:
    assert thinning(7) == Distribution.certain(7)


@given(st.integers(0, 6), chances, chances)
def test_thinning_stage_by_stage(dice: int, first: Fraction, second: Fraction) -> None:
    staged = binomial(dice, first).then(lambda hits: binomial(hits, second))
    assert thinning(dice, first, second) == staged


def test_summed_groups_that_need_different_numbers() -> None:
    mixed = summed(successes(2, 4), successes(1, 6))
    assert law(mixed) == counted((a >= 4) + (b >= 4) + (c >= 6) for a, b, c in rolls(3))
    assert list(mixed) == [0, 1, 2, 3]
    assert summed() == Distribution.certain(0)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: die(0), "at least one face, not 0"),
        (lambda: total_of(-1), "cannot be -1 dice"),
        (lambda: heads(-3), "cannot be -3 tries"),
        (lambda: binomial(2, Fraction(3, 2)), "3/2 is not a probability"),
        (lambda: binomial(2, Fraction(-1, 2)), "-1/2 is not a probability"),
        (lambda: thinning(2, Fraction(3, 2), Fraction(1, 2)), "3/2 is not a probability"),
    ],
)
def test_what_has_no_meaning(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        ask()


@pytest.mark.parametrize(("dice", "hit", "save"), [(1, 4, 5), (10, 4, 5), (12, 5, 3), (24, 2, 6)])
def test_rerolled_pools_equal_to_icepool_in_every_weight(dice: int, hit: int, save: int) -> None:
    lost = thinning(dice, chance_of_success(hit, Reroll.FAILURES), 1 - chance_of_success(save))
    assert law(lost) == unsaved(dice, hit, save)
