"""Playing on from close combat and fire, against every face of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from calculator.rules.gods_of_war import SYSTEM
from calculator.scenarios import load
from calculator.tuning.acting import Told, condition
from calculator.tuning.duel import Duel, fight
from calculator.tuning.policy import read_policy

Strengths = tuple[int | None, int | None]


def close_combat(attack: int, defence: int, bonus: int) -> dict[Strengths, Fraction]:
    """Line attacks line head on: both add `bonus`; highest to highest, the lower loses a figure."""
    if defence == 0:
        return {(attack, None): Fraction(1)}
    ends: dict[Strengths, Fraction] = {}
    share = Fraction(1, 6 ** (attack + defence))
    for faces in product(range(1, 7), repeat=attack + defence):
        mine, theirs = sorted(faces[:attack])[::-1], sorted(faces[attack:])[::-1]
        pairs = [(a + bonus, d + bonus) for a, d in zip(mine, theirs, strict=False)]
        lost, won = sum(a < d for a, d in pairs), sum(a > d for a, d in pairs)
        end = (attack - lost, defence - won)
        ends[end] = ends.get(end, Fraction(0)) + share
    return ends


def chain(first: int, second: int, turns: int) -> dict[Strengths, Fraction]:
    """Both attack in turn while they have figures; the broken are finished off."""
    standing: dict[Strengths, Fraction] = {(first, second): Fraction(1)}
    for _ in range(turns):
        for mine in (True, False):
            following: dict[Strengths, Fraction] = {}
            for pair, share in standing.items():
                one, two = pair if mine else pair[::-1]
                ends = {pair: Fraction(1)}
                if one and two is not None:
                    ends = {e if mine else e[::-1]: c for e, c in close_combat(one, two, 1).items()}
                for end, chance in ends.items():
                    following[end] = following.get(end, Fraction(0)) + share * chance
            standing = following
    return standing


def line(strength: int) -> Told:
    return (("unit", "infantry"), ("strength", str(strength)), ("formation", "line"))


def strength(told: Told | None) -> int | None:
    return None if told is None else int(dict(told)["strength"])


@pytest.mark.parametrize(("first", "second"), [(2, 3), (1, 1), (3, 2)])
def test_close_combats_go_on_with_the_figures_that_are_left(first: int, second: int) -> None:
    attack = read_policy("close-combat", SYSTEM)
    end = fight(Duel(SYSTEM, SYSTEM.tables, line(first), line(second), attack, attack, 2)).end
    found = end.map(lambda pair: (strength(pair.first), strength(pair.second)))
    assert {pair: found.probability(pair) for pair in found} == chain(first, second, 2)


def test_fire_takes_figures_and_repair_restores_them() -> None:
    """A gun of one figure hits on 1-3; the target mends one figure a turn, up to its four."""
    fire, mend = read_policy("ranged-fire", SYSTEM), read_policy("repair", SYSTEM)
    gun = (("unit", "heavy-artillery"), ("strength", "1"))
    course = fight(Duel(SYSTEM, SYSTEM.tables, gun, line(2), fire, mend, 2))
    for turn, expected in zip(course.turns, ({2: 1, 3: 1}, {2: 1, 3: 2, 4: 1}), strict=True):
        found = turn.map(lambda pair: strength(pair.second))
        whole = sum(expected.values())
        assert {s: found.probability(s) for s in found} == {
            s: Fraction(weight, whole) for s, weight in expected.items()
        }


def test_full_strength_is_told_in_figures() -> None:
    scenario = load("farm-below-the-ridge")
    told = {unit.name: dict(condition(scenario, unit))["strength"] for unit in scenario.units}
    assert told["Hussars"] == "4"
    assert told["The Great Battery"] == "2"
    policy = read_policy("close-combat when own strength>3", SYSTEM)
    hussars = condition(scenario, scenario.find("Hussars"))
    assert policy.fitting(hussars, hussars, 1)
