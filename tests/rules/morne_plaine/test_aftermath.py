"""Playing on from charges, against every random number of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.morne_plaine.charge import Barrier, ChargeForm
from calculator.rules.morne_plaine.terms import Terrain, UnitType
from calculator.rules.question import Question
from calculator.tuning.acting import Acting, Clause, Condition, read_policy
from calculator.tuning.duel import combine, fight
from tests.rules.asking import ask, forms

ACTING = Acting(SYSTEM, SYSTEM.tables)

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


def counter(kind: str, strength: int, morale: int) -> Condition:
    numbers = {"strength": str(strength), "morale": str(morale), "allowance": "6"}
    return tuple(({"type": kind} | numbers).items())


@pytest.mark.parametrize(("morale", "strength"), [(4, 5), (1, 1), (0, 2)])
def test_charges_one_after_another_wear_the_morale_down(morale: int, strength: int) -> None:
    standing: dict[Guard, Fraction] = {(morale, strength): Fraction(1)}
    strengths = (3, 5, 4)
    horse = [counter("cavalry", by, 5) for by in strengths]
    foot = counter("infantry", strength, morale)
    attacks = combine(ACTING, horse, foot, Clause("charge", ()), "eliminates")
    for by, attack in zip(strengths, attacks, strict=True):
        following: dict[Guard, Fraction] = {}
        for state, share in standing.items():
            ends = {state: Fraction(1)} if state is None else charged(*state, by)
            for end, chance in ends.items():
                following[end] = following.get(end, Fraction(0)) + share * chance
        standing = following
        left_standing = attack.standing.map(lambda left: _guard(left.target))
        assert {state: left_standing.probability(state) for state in left_standing} == standing
        assert attack.by_now == standing.get(None, 0)


def _guard(unit: Condition | None) -> Guard:
    return None if unit is None else (int(dict(unit)["morale"]), int(dict(unit)["strength"]))


def test_guns_that_fail_are_lost_and_leaders_keep_what_they_have() -> None:
    clause = Clause("charge", ())
    guns, leader = counter("artillery", 2, 0), (("type", "leader"), ("strength", "1"))
    for target, left in ((guns, None), ((*leader, ("command-radius", "2")), "1")):
        (attack,) = combine(ACTING, [counter("cavalry", 9, 5)], target, clause, "eliminates")
        (standing,) = attack.standing
        assert dict(standing.target or ()).get("strength") == left


BEGINS_A_ROAD = {"moved": "yes", "at": "", "road-free": "yes"}

charges = forms(
    ChargeForm,
    movement_over=st.just(False),
    unit=st.sampled_from([UnitType.CAVALRY, UnitType.LEADER]),
    strength=st.integers(1, 8),
    target_strength=st.integers(1, 5),
    target_morale=st.integers(0, 3),
    allowance=st.integers(5, 9),
    target_terrain=st.just(Terrain.CLEAR),
    first_hex=st.just(Terrain.CLEAR),
    second_hex=st.just(Terrain.CLEAR),
    in_line=st.just(True),
    zone_on_the_way=st.just(False),
    occupied=st.just(False),
    barrier=st.just(Barrier.NOTHING),
)


def fallen(steps: Sequence[str], name: str, before: int) -> int:
    """A value of the unit charged after what the steps say of it."""
    pattern = re.compile(rf"Its {name} falls from {before} to (\d+)\.")
    found = [int(match[1]) for step in steps if (match := pattern.fullmatch(step))]
    return found[0] if found else before


def points_left(steps: Sequence[str], before: int) -> int:
    """Movement points that may still be spent, by what the steps say."""
    words = " ".join(steps)
    if re.search(r"movement ends|cannot move any longer", words):
        return 0
    match = re.search(r"(no|\d+) movement points? left", words)
    return int(match[1].replace("no", "0")) if match else before


@given(charges)
def test_a_charge_leaves_what_it_tells_the_table_to_do(form: ChargeForm) -> None:
    result = Question(SYSTEM, SYSTEM.action("charge"), form, SYSTEM.tables).result()
    left, steps = result.question.law.after(result.outcome), result.narration.on_table
    removed = any(step.startswith("Remove the ") for step in steps)
    assert (left.target is None) == removed == (left.target_gone == "eliminated")
    if left.target is not None:
        assert int(left.target["strength"]) == fallen(
            steps, "combat strength", form.target_strength
        )
        leader = form.target is UnitType.LEADER
        assert ("morale" in left.target) != leader
        if not leader:
            assert int(left.target["morale"]) == fallen(steps, "morale value", form.target_morale)
    over = "no" if result.outcome.moves_on else "yes"
    points = str(points_left(steps, 0))
    assert left.actor == {"allowance": points, "movement-over": over, **BEGINS_A_ROAD}
    assert ("charge" in left.may) == result.outcome.moves_on


paths = st.lists(st.sampled_from(["clear", "marsh", "road", "rough stream", "clear zone", "river"]))


@given(paths.filter(bool), st.sampled_from(UnitType), st.integers(0, 6))
def test_a_movement_leaves_what_it_tells_the_table_to_do(
    path: list[str], unit: UnitType, points: int
) -> None:
    values = {"unit": unit.value, "path": ", ".join(path), "allowance": points}
    result = ask("morne-plaine", "movement", **values).result()
    question, steps = result.question, result.narration.on_table
    left = question.law.after(result.outcome)
    stays = any(" stays in its hex" in step for step in steps)
    over = re.search(r"movement ends|cannot move any longer", " ".join(steps))
    free = True
    for step in path[: result.outcome.hexes]:
        free = step != "road" or not free
    told = {"allowance": str(points_left(steps, points)), **BEGINS_A_ROAD}
    told |= {"movement-over": "yes" if over else "no", "road-free": "yes" if free else "no"}
    assert left.actor == ({} if stays else told)


@pytest.mark.parametrize("unit", ["infantry", "artillery"])
def test_who_is_stuck_moves_no_more(unit: str) -> None:
    question = ask("morne-plaine", "marsh-test", unit=unit)
    for outcome in question.odds().distribution:
        left = question.law.after(outcome)
        stuck = {"allowance": "0", "movement-over": "yes", **BEGINS_A_ROAD}
        assert left.actor == (stuck if outcome.stuck else {})
        assert ("movement" in left.may) != outcome.stuck
        assert "charge" not in left.may


def test_units_begin_each_turn_of_a_duel_with_all_their_points() -> None:
    horse, foot = counter("cavalry", 5, 5), counter("infantry", 5, 9)
    charge, hold = (read_policy(text, SYSTEM) for text in ("charge", "hold"))
    end = fight(ACTING, horse, foot, charge, hold, 3).end
    assert {dict(pair.own or ())["allowance"] for pair in end} == {"6"}
    assert {dict(pair.enemy or ()).get("morale") for pair in end} == {"9"}
