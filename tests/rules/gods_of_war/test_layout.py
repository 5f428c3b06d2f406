"""The dice a close combat shows: as real ones fall, and no others than the pairs allow."""

from __future__ import annotations

from collections import Counter

import pytest

from calculator.chance.pairing import Pool, highest_against_highest
from calculator.rules.gods_of_war.throws import faces_shown, throws_each
from tests.rules.asking import ask
from tests.rules.gods_of_war.throwing import throws

SIX = {"strength": 6, "target_strength": 6}


def test_dice_that_decide_nothing_are_not_drawn() -> None:
    """Else two pools of six would ask for one of two thousand million throws."""
    assert len(throws_each(Pool(6, 6), Pool(6, 0))) == 1
    question = ask("gods-of-war", "close-combat", unit="heavy-cavalry", struck="rear", **SIX)
    result = question.result("1")
    assert result.draws == ()
    assert "With bonuses so far apart the dice decide nothing." in result.narration.how


@pytest.mark.parametrize(
    ("dice", "bonus", "against", "penalty"),
    [(1, 0, 1, 0), (3, 0, 1, 3), (2, 2, 2, 1), (1, -3, 3, 0), (2, 5, 3, 6), (3, 1, 2, 1)],
)
def test_every_throw_is_named_as_often_as_real_dice_fall(
    dice: int, bonus: int, against: int, penalty: int
) -> None:
    first, second = Pool(dice, bonus), Pool(against, penalty)
    shown: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    roll = 0
    for pairs, weight in highest_against_highest(first, second).items():
        for _ in range(weight):
            for number in throws_each(first, second):
                mine, theirs = faces_shown(first, second, pairs, roll, number)
                met = [(a + bonus, d + penalty) for a, d in zip(mine, theirs, strict=False)]
                assert sum(a > d for a, d in met) == pairs.won
                assert sum(a < d for a, d in met) == pairs.lost
                shown[mine, theirs] += 1
            roll += 1
    assert shown == Counter(
        {
            (mine, theirs): often * often_too
            for mine, often in throws(dice).items()
            for theirs, often_too in throws(against).items()
        }
    )
