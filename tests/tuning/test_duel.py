"""Duels and combined attacks, against chains worked out by hand from the odds of single actions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import calculator
from calculator.chance.distribution import Distribution
from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.rules.catalog import find_system
from calculator.tuning.acting import Acting, Clause, Condition, UnitsAfter, read_policy
from calculator.tuning.duel import DuelCourse, combine, fight

TSE = find_system("there-stand-empires")


def unit(**answers: str) -> Condition:
    whole = {
        "arm": "infantry",
        "quality": "average",
        "bases": "6",
        "starting-bases": "6",
        "state": "ok",
        "formation": "maneuver-column",
    }
    return tuple((whole | answers).items())


def duel(policy: str, reply: str = "hold", turns: int = 6, **first: str) -> DuelCourse:
    read = (read_policy(policy, TSE), read_policy(reply, TSE))
    units = unit(**first), unit(formation="deployed")
    return fight(Acting(TSE, TSE.tables), *units, *read, turns)


def states(ends: Distribution[UnitsAfter]) -> dict[str, Fraction]:
    told = ends.map(lambda pair: dict(pair.own or {}).get("state", "gone"))
    return {state: told.probability(state) for state in told}


def test_rallying_is_a_chain_of_regroups() -> None:
    """A demoralized unit that only regroups: three states, their chances from single odds."""
    course = duel("regroup", state="demoralized")
    chances: dict[str, dict[str, Fraction]] = {"ok": {"ok": Fraction(1)}}
    for state in ("disordered", "demoralized"):
        odds = calculator.odds("there-stand-empires", "regroup", actor_state=state)
        told = odds.distribution.map(lambda outcome: outcome.state.value)
        chances[state] = {after: told.probability(after) for after in told}
    standing = {"demoralized": Fraction(1)}
    for turn in course.turns:
        following: dict[str, Fraction] = {}
        for state, share in standing.items():
            for after, chance in chances[state].items():
                following[after] = following.get(after, Fraction(0)) + share * chance
        standing = following
        assert states(turn) == standing


def test_expected_turns_are_the_survivors_added_up() -> None:
    course = duel("assault when enemy demoralized; assault", turns=8)
    undecided = [turn.share(lambda pair: bool(pair.own and pair.enemy)) for turn in course.turns]
    assert course.expected_turns() == 1 + sum(undecided[:-1])
    assert course.surviving("second") == sorted(course.surviving("second"), reverse=True)


def test_who_was_assaulted_at_close_quarters_does_not_act() -> None:
    """The reply would fire each turn, but only where the charge did not go home (VII)."""
    course = duel("assault", "deployed-fire when own deployed", turns=1)
    quiet = duel("assault", turns=1)
    odds = calculator.odds(
        "there-stand-empires", "assault", bases=6, target_bases=6, target_starting_bases=6
    )
    assert odds.measure("goes-home") > 0
    carried = [pair for pair in quiet.end if pair.enemy and dict(pair.enemy)["state"] != "ok"]
    for pair in carried:
        assert course.end.probability(pair) >= quiet.end.probability(pair)


def test_policies_are_tried_in_order_and_the_forbidden_is_passed_over() -> None:
    fires_first = duel("deployed-fire; advancing-fire; assault", turns=1)
    advances = duel("advancing-fire", turns=1)
    assert fires_first.end == advances.end, "a maneuver column may not make deployed fire"


def test_conditions_of_turn_and_bases_are_read() -> None:
    policy = read_policy("hold when turn<3; assault when own bases>5 and enemy ok", TSE)
    ready, spent = unit(), unit(bases="5")
    assert [c.action for c in policy.fitting(ready, ready, 1)] == ["hold", "assault"]
    assert [c.action for c in policy.fitting(ready, ready, 3)] == ["assault"]
    assert policy.fitting(spent, ready, 3) == []


def test_every_fault_of_a_policy_is_told() -> None:
    with pytest.raises(FaultsError) as caught:
        read_policy(
            "asault; regroup when own demoralised; assault cover=hrad; hold when tired", TSE
        )
    told = str(caught.value)
    for word in ("assault", "demoralized", "hard", "tired"):
        assert word in told
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("turns", [0, 101])
def test_a_duel_has_an_end(turns: int) -> None:
    with pytest.raises(CalculatorError, match="1 to 100 turns"):
        duel("hold", turns=turns)


def attacks(*actors: Condition, measure: str = "carries") -> list[Fraction]:
    clause = Clause("assault", ())
    target = unit(formation="deployed")
    found = combine(Acting(TSE, TSE.tables), actors, target, clause, measure)
    return [attack.by_now for attack in found]


def test_the_first_of_several_attacks_is_an_attack_by_itself() -> None:
    (alone,) = attacks(unit(bases="4"))
    odds = calculator.odds("there-stand-empires", "assault", bases=4, target_bases=6)
    assert alone == odds.measure("carries")


def test_later_attacks_count_the_bases_of_earlier_ones() -> None:
    """Section VII: a second assault adds the bases of the first to its own."""
    first, both = attacks(unit(bases="4"), unit(bases="4"))
    fresh = calculator.odds("there-stand-empires", "assault", bases=4, target_bases=6)
    assert both > first + (1 - first) * fresh.measure("carries")


def test_an_attack_that_the_rules_forbid_is_refused() -> None:
    with pytest.raises(ForbiddenError, match="attack 2"):
        attacks(unit(), unit(state="demoralized"))


def test_what_is_at_stake_is_the_fighting_value_lost_on_average() -> None:
    """Four bases of average foot are worth four; half the time one of the two is removed."""
    foot: Condition = tuple(
        {"arm": "infantry", "quality": "average", "bases": "4", "state": "ok"}.items()
    )
    system = find_system("there-stand-empires")
    acting = Acting(system, system.tables)
    nothing = Distribution.certain(UnitsAfter(foot, foot))
    assert acting.stakes(nothing, foot, foot) == (0, 0)
    either = Distribution(
        {UnitsAfter(foot, None): 1, UnitsAfter(None, foot): 1, UnitsAfter(foot, foot): 2}
    )
    assert acting.stakes(either, foot, foot) == (1, 1)
    costly = Distribution({UnitsAfter(None, None): 1, UnitsAfter(None, foot): 1})
    assert acting.stakes(costly, foot, foot) == (2, 4)
