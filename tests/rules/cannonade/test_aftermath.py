"""Playing on from fire and melee, against every way the dice of the text's tables can fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.cannonade import SYSTEM
from calculator.tuning.acting import Told
from calculator.tuning.combined import combine
from calculator.tuning.duel import Duel, Pair, fight
from calculator.tuning.policy import Clause, read_policy

ROWS = (((4, 1), "VVVHHH"), ((3, 1), "VVHHHB"), ((2, 1), "VHHHBL"), ((3, 2), "HHHBLL"))
EVEN = "AABBDD"

Standing = tuple[int | None, int | None]


def melee(attackers: int, defenders: int) -> dict[Standing, Fraction]:
    """Men of both sides after one melee on clear ground, by the text's tables; None: out of it."""
    larger, smaller = max(attackers, defenders), min(attackers, defenders)
    row = next((r for (m, n), r in ROWS if larger * n >= smaller * m), EVEN)
    ends: dict[Standing, Fraction] = {}
    for letter, _fate in product(row, range(6)):
        half = smaller // 2
        attackers_win = {"A": True, "D": False, "B": None}.get(
            letter, (attackers > defenders) == (letter != "L")
        )
        winners_lose = 0 if letter == "V" else half
        if letter in "HLV" and attackers == defenders:
            attackers_win = None
        end: Standing
        if attackers_win is None:
            end = (attackers - half, defenders - half)
        elif attackers_win:
            end = (attackers - winners_lose, None)
        else:
            end = (None, defenders - winners_lose)
        ends[end] = ends.get(end, Fraction(0)) + Fraction(1, 36)
    return ends


def chain(first: int, second: int, turns: int) -> dict[Standing, Fraction]:
    """Both attack in turn; a smaller force does not attack a larger one without an officer."""
    standing: dict[Standing, Fraction] = {(first, second): Fraction(1)}
    for _ in range(turns):
        for mine in (True, False):
            following: dict[Standing, Fraction] = {}
            for pair, share in standing.items():
                one, two = pair if mine else pair[::-1]
                ends = {pair: Fraction(1)}
                if one is not None and two is not None and one >= two:
                    ends = {e if mine else e[::-1]: c for e, c in melee(one, two).items()}
                for end, chance in ends.items():
                    following[end] = following.get(end, Fraction(0)) + share * chance
            standing = following
    return standing


def formation(men: int, **more: str) -> Told:
    whole = {"men": str(men), "officer": "no", "holds": "nothing", "flag": "no"}
    return tuple((whole | more).items())


def fought(first: Told, second: Told, policy: str, reply: str, turns: int) -> dict[Pair, Fraction]:
    policies = (read_policy(text, SYSTEM) for text in (policy, reply))
    attack, answer = policies
    end = fight(Duel(SYSTEM, SYSTEM.tables, first, second, attack, answer, turns)).end
    return {pair: end.probability(pair) for pair in end}


def men(told: Told | None) -> int | None:
    return None if told is None else int(dict(told)["men"])


@pytest.mark.parametrize(("first", "second", "turns"), [(20, 15, 1), (12, 12, 3), (20, 5, 2)])
def test_melees_go_on_with_the_men_that_are_left(first: int, second: int, turns: int) -> None:
    ends = fought(formation(first), formation(second), "melee", "melee", turns)
    found: dict[Standing, Fraction] = {}
    for pair, chance in ends.items():
        end = men(pair.first), men(pair.second)
        found[end] = found.get(end, Fraction(0)) + chance
    assert found == chain(first, second, turns)


def test_a_hex_under_fire_thins_out() -> None:
    """1D6 - 1 at 6 to 10 men, - 2 at 1 to 5, a natural 6 at least 1; range 3, clear ground."""
    ends = {8: Fraction(1)}
    for _ in range(3):
        following: dict[int, Fraction] = {}
        for left, share in ends.items():
            for face in range(1, 7):
                killed = face - 1 if left > 5 else max(face - 2, 0)
                after = max(left - max(killed, 0), 0) if left else 0
                following[after] = following.get(after, Fraction(0)) + share / 6
        ends = following
    crew = formation(6, holds="cannon")
    found: dict[int, Fraction] = {}
    for pair, chance in fought(crew, formation(8), "cannonade", "hold", 3).items():
        after = men(pair.second) or 0
        found[after] = found.get(after, Fraction(0)) + chance
    assert found == ends


def test_a_formation_is_attacked_once_in_a_melee_turn() -> None:
    attackers = [formation(20), formation(20)]
    clause = Clause("melee", ())
    with pytest.raises(ForbiddenError, match="is attacked once, in a melee turn"):
        list(combine(SYSTEM, SYSTEM.tables, attackers, formation(15), clause, "stalemate"))


def test_what_leaves_nothing_to_play_on_from_is_refused() -> None:
    with pytest.raises(FaultsError, match=r"march.*Cannonade.*cannonade, melee"):
        read_policy("march", SYSTEM)
    one = formation(20)
    attacks = combine(SYSTEM, SYSTEM.tables, [one], one, Clause("march", ()), "arrives")
    with pytest.raises(FaultsError, match=r"march.*Cannonade"):
        next(attacks)
