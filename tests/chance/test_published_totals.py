"""The engine against totals that others have published.

Risk, one roll and the battle to the end: B. Tan, "Markov Chains and the RISK Board Game" (1997), as
corrected by J. Osborne, "Markov Chains for the RISK Board Game Revisited" (2003). Craps: 244/495.
Penney's game: W. Penney, "Problem 95: Penney-Ante" (1969), and Gardner's table of its odds.
"""

from fractions import Fraction

import pytest

from calculator.chance.dice import Reroll, chance_of_success, d6, die, thinning, total_of
from calculator.chance.interface import Chance
from calculator.chance.pairing import Pool, highest_against_highest
from calculator.chance.procedure import Procedure, Repeat


@pytest.mark.parametrize(
    ("attackers", "defenders", "by_defenders_lost"),
    [
        (3, 2, {0: 2275, 1: 2611, 2: 2890}),
        (2, 2, {0: 581, 1: 420, 2: 295}),
        (3, 1, {0: 441, 1: 855}),
        (2, 1, {0: 91, 1: 125}),
        (1, 2, {0: 161, 1: 55}),
        (1, 1, {0: 21, 1: 15}),
    ],
)
def test_risk_one_roll(attackers: int, defenders: int, by_defenders_lost: dict[int, int]) -> None:
    rolled = highest_against_highest(Pool(attackers), Pool(defenders)).map(lambda p: p.won)
    total = 6 ** (attackers + defenders)
    assert total == sum(by_defenders_lost.values())
    for lost, ways in by_defenders_lost.items():
        assert rolled.probability(lost) == Fraction(ways, total)


@pytest.mark.parametrize(
    ("dice", "win", "tie", "lose", "total"),
    [(2, 125, 36, 55, 216), (3, 3667, 1926, 2183, 7776), (4, 24529, 12298, 9829, 46656)],
)
def test_highest_die_against_highest(dice: int, win: int, tie: int, lose: int, total: int) -> None:
    against = 1 if dice == 2 else 2
    highest = highest_against_highest(Pool(dice), Pool(against), compare=1)
    assert highest.share(lambda p: p.won == 1) == Fraction(win, total)
    assert highest.share(lambda p: p.tied == 1) == Fraction(tie, total)
    assert highest.share(lambda p: p.lost == 1) == Fraction(lose, total)


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
    battle = Procedure(
        (attackers, defenders), (Repeat(one_roll, lambda left: 0 in left),), lambda left: left[1]
    )
    assert battle.odds().probability(0) == wins


def test_ten_dice_with_rerolls_and_saves() -> None:
    unsaved = thinning(10, chance_of_success(4, Reroll.FAILURES), 1 - chance_of_success(5))
    assert unsaved.at_least(5) == Fraction(319, 512)


def test_craps() -> None:
    def throw(point: int | str, chance: Chance) -> int | str:
        total = chance.draw(total_of(2), "throw")
        if point == 0:
            return {7: "won", 11: "won", 2: "lost", 3: "lost", 12: "lost"}.get(total, total)
        return {7: "lost", point: "won"}.get(total, point)

    game = Procedure[int | str, int | str](
        0, (Repeat(throw, lambda point: isinstance(point, str)),), lambda point: point
    )
    assert game.odds().probability("won") == Fraction(244, 495)


@pytest.mark.parametrize(
    ("first", "second", "second_wins"),
    [
        ("HHH", "THH", Fraction(7, 8)),
        ("HHT", "THH", Fraction(3, 4)),
        ("HTH", "HHT", Fraction(2, 3)),
        ("HTT", "HHT", Fraction(2, 3)),
    ],
)
def test_penneys_game(first: str, second: str, second_wins: Fraction) -> None:
    def toss(seen: str, chance: Chance) -> str:
        return (seen + ("H" if chance.draw(die(2), "coin") == 1 else "T"))[-3:]

    game = Procedure("", (Repeat(toss, {first, second}.__contains__),), str)
    assert game.odds().probability(second) == second_wins


def test_a_six_comes_first_at_an_odd_throw() -> None:
    def throw(turn: tuple[bool, bool], chance: Chance) -> tuple[bool, bool]:
        return chance.draw(d6(), "die") == 6, not turn[1]

    race = Procedure((False, False), (Repeat(throw, lambda turn: turn[0]),), lambda turn: turn[1])
    assert race.odds().probability(True) == Fraction(6, 11)
