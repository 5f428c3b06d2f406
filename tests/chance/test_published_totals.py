"""The engine against totals that others have published."""

from fractions import Fraction

import pytest

from calculator.chance.interface import Chance
from calculator.chance.pairing import Pool, highest_against_highest
from calculator.chance.resolution import Repeat, Resolution


def one_roll(armies: tuple[int, int], chance: Chance) -> tuple[int, int]:
    """One roll of Risk: up to three dice against up to two, ties to the defender."""
    attackers, defenders = armies
    dice = highest_against_highest(Pool(min(3, attackers)), Pool(min(2, defenders)))
    pairs = chance.draw(dice, "roll")
    return attackers - pairs.tied - pairs.lost, defenders - pairs.won


@pytest.mark.parametrize(
    ("attackers", "defenders", "wins"),
    [
        (2, 1, Fraction(1955, 2592)),
        (2, 2, Fraction(235, 648)),
        (3, 3, Fraction(511817135, 1088391168)),
    ],
)
def test_risk_battle_to_the_end(attackers: int, defenders: int, wins: Fraction) -> None:
    battle = Resolution(
        (attackers, defenders), (Repeat(one_roll, lambda left: 0 in left),), lambda left: left[1]
    )
    assert battle.odds().probability(0) == wins
