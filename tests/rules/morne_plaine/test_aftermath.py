"""Playing on from charges, against every random number of the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from calculator.rules.morne_plaine import SYSTEM
from calculator.tuning.acting import Told
from calculator.tuning.combined import combine
from calculator.tuning.policy import Clause

Guard = tuple[int, int] | None
"""Morale value and combat strength; None: eliminated."""


def charged(morale: int, strength: int, by: int) -> dict[Guard, Fraction]:
    """A number from 1 to 9 and the difference of strengths, above the morale: one point is lost."""
    ends: dict[Guard, Fraction] = {}
    for number in range(1, 10):
        end: Guard = (morale, strength)
        if number + by - strength > morale:
            end = (morale - 1, strength) if morale else (0, strength - 1)
            end = end if end[1] else None
        ends[end] = ends.get(end, Fraction(0)) + Fraction(1, 9)
    return ends


def counter(kind: str, strength: int, morale: int) -> Told:
    numbers = {"strength": str(strength), "morale": str(morale), "allowance": "6"}
    return tuple(({"type": kind} | numbers).items())


@pytest.mark.parametrize(("morale", "strength"), [(4, 5), (1, 1), (0, 2)])
def test_charges_one_after_another_wear_the_morale_down(morale: int, strength: int) -> None:
    standing: dict[Guard, Fraction] = {(morale, strength): Fraction(1)}
    strengths = (3, 5, 4)
    horse = [counter("cavalry", by, 5) for by in strengths]
    foot = counter("infantry", strength, morale)
    attacks = combine(SYSTEM, SYSTEM.tables, horse, foot, Clause("charge", ()), "eliminates")
    for by, attack in zip(strengths, attacks, strict=True):
        following: dict[Guard, Fraction] = {}
        for state, share in standing.items():
            ends = {state: Fraction(1)} if state is None else charged(*state, by)
            for end, chance in ends.items():
                following[end] = following.get(end, Fraction(0)) + share * chance
        standing = following
        told = attack.standing.map(lambda left: _guard(left.target))
        assert {state: told.probability(state) for state in told} == standing
        assert attack.by_now == standing.get(None, 0)


def _guard(told: Told | None) -> Guard:
    return None if told is None else (int(dict(told)["morale"]), int(dict(told)["strength"]))


def test_guns_that_fail_are_lost_and_leaders_keep_what_they_have() -> None:
    clause = Clause("charge", ())
    guns, leader = counter("artillery", 2, 0), (("type", "leader"), ("strength", "1"))
    for target, left in ((guns, None), ((*leader, ("command-radius", "2")), "1")):
        (attack,) = combine(
            SYSTEM, SYSTEM.tables, [counter("cavalry", 9, 5)], target, clause, "eliminates"
        )
        (standing,) = attack.standing
        assert dict(standing.target or ()).get("strength") == left
