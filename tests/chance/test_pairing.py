"""Highest against highest, held against all the ways the dice can fall and against icepool."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance.pairing import Pairs, Pool, highest_against_highest
from calculator.errors import ChanceError
from tests.chance.by_icepool import paired
from tests.chance.oracle import Law, counted, law, rolls


def laid_out(first: list[int], second: list[int], compare: int = 0) -> Pairs:
    """The pairs of dice that have fallen, sorted from the highest down."""
    pairs = list(zip(sorted(first)[::-1], sorted(second)[::-1], strict=False))
    pairs = pairs[:compare] if compare else pairs
    won, lost = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    return Pairs(won, len(pairs) - won - lost, lost)


def fallen(pool: Pool) -> list[list[int]]:
    """Every way a pool can fall, bonus included."""
    return [[face + pool.bonus for face in each] for each in rolls(pool.dice, pool.faces)]


pools = st.builds(Pool, st.integers(0, 4), st.integers(-2, 3), st.integers(1, 4))


def by_all_faces(first: Pool, second: Pool, compare: int) -> Law:
    """The law of the pairs over all ways in which both pools can fall."""
    return counted(laid_out(a, b, compare) for a in fallen(first) for b in fallen(second))


@given(pools, pools, st.integers(0, 3))
def test_as_all_faces_have_it(first: Pool, second: Pool, compare: int) -> None:
    pairs = highest_against_highest(first, second, compare)
    assert law(pairs) == by_all_faces(first, second, compare)


@pytest.mark.parametrize(("dice", "against"), [(1, 1), (2, 1), (3, 2), (2, 3), (3, 3), (5, 1)])
@pytest.mark.parametrize("bonus", [0, 2])
def test_as_all_faces_of_d6_have_it(dice: int, against: int, bonus: int) -> None:
    first, second = Pool(dice, bonus), Pool(against)
    assert law(highest_against_highest(first, second)) == by_all_faces(first, second, 0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Pool(6, 4), Pool(6, 2)),
        (Pool(4, 4), Pool(4, 2)),
        (Pool(6, 5), Pool(4, -2)),
        (Pool(3, 1, 10), Pool(5, 0, 8)),
        (Pool(2), Pool(7)),
        (Pool(8, 6), Pool(8, 5)),
    ],
)
def test_equal_to_icepool_in_every_weight(first: Pool, second: Pool) -> None:
    assert law(highest_against_highest(first, second)) == paired(first, second)


@given(pools, pools)
def test_changing_sides_swaps_won_and_lost(first: Pool, second: Pool) -> None:
    swapped = highest_against_highest(second, first).map(lambda p: Pairs(p.lost, p.tied, p.won))
    assert highest_against_highest(first, second) == swapped


@given(st.integers(1, 4), st.integers(1, 4), st.integers(-3, 5), st.integers(1, 4))
def test_a_bonus_never_loses_a_pair(dice: int, against: int, bonus: int, pairs: int) -> None:
    plain = highest_against_highest(Pool(dice, bonus), Pool(against))
    better = highest_against_highest(Pool(dice, bonus + 1), Pool(against))
    assert better.share(lambda p: p.won >= pairs) >= plain.share(lambda p: p.won >= pairs)
    assert better.share(lambda p: p.lost >= pairs) <= plain.share(lambda p: p.lost >= pairs)


def test_outcomes_come_in_order() -> None:
    outcomes = list(highest_against_highest(Pool(4), Pool(3)))
    assert outcomes == sorted(outcomes)


def test_dice_of_one_face_always_tie() -> None:
    one_faced = Pool(2, faces=1)
    assert highest_against_highest(one_faced, one_faced).weights == {Pairs(0, 2, 0): 1}


def test_no_dice_meet_no_dice() -> None:
    assert highest_against_highest(Pool(3), Pool(0)).weights == {Pairs(0, 0, 0): 1}


def test_what_has_no_meaning() -> None:
    with pytest.raises(ChanceError, match="no pool of -1 dice with 6 faces"):
        Pool(-1)
    with pytest.raises(ChanceError, match="no pool of 2 dice with 0 faces"):
        Pool(2, faces=0)
    with pytest.raises(ChanceError, match="-1 pairs"):
        highest_against_highest(Pool(2), Pool(2), compare=-1)
