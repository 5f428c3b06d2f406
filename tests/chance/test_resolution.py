"""Resolutions: stages merge without changing the law, and results walk the same steps."""

import gc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.chance.dice import d6, die
from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget, every_path
from calculator.chance.interface import Chance
from calculator.chance.one_path import OnePath
from calculator.chance.procedure import Procedure, Repeat, Step, single
from calculator.errors import BudgetExceededError, ChanceError
from tests.chance.strategies import followers
from tests.scripted import Answers, Scripted

Follow = Callable[[int], Distribution[int]]


def stage(follow: Follow) -> Step[int]:
    """A step that draws twice, the second draw depending on the first."""

    def step(state: int, chance: Chance) -> int:
        first = chance.draw(follow(state), "first")
        return (state + chance.draw(follow(first), "second")) % 5

    return step


@given(followers, followers, st.integers(0, 4))
def test_staged_is_unstaged(first: Follow, second: Follow, start: int) -> None:
    steps = stage(first), stage(second)

    def unstaged(chance: Chance) -> int:
        return abs(steps[1](steps[0](start, chance), chance))

    assert Procedure(start, steps, abs).odds() == every_path(unstaged)


def tossed(heads: int, chance: Chance) -> int:
    return heads + chance.draw(die(2), "coin") - 1


def test_equal_states_are_merged_between_stages() -> None:
    budget = Budget(sum(2 * (n + 1) for n in range(60)))
    odds = Procedure(0, (tossed,) * 60, lambda heads: heads).odds(budget)
    assert odds.total == 2**60
    assert budget.spent == budget.allowed
    with pytest.raises(BudgetExceededError):
        Procedure(0, (tossed,) * 61, lambda heads: heads).odds(Budget(budget.allowed))


@given(st.lists(followers, min_size=1, max_size=3), st.binary(min_size=16, max_size=16))
def test_a_result_is_among_the_odds_and_replays(follows: list[Follow], seed: bytes) -> None:
    matter = Procedure(1, tuple(stage(follow) for follow in follows), lambda state: state)
    chance = OnePath(seed.hex())
    outcome = matter.result(chance)
    assert outcome in matter.odds()
    again = Scripted(chance.draws)
    assert matter.result(again) == outcome
    again.finish()


def shrink(strength: int, chance: Chance) -> int:
    return max(0, strength - chance.draw(d6(), "losses"))


UNTIL_GONE = Repeat(shrink, lambda strength: strength == 0)


def test_a_repeat_in_a_result_goes_on_until_the_state_is_final() -> None:
    matter = Procedure(10, (UNTIL_GONE, tossed), lambda state: f"{state} heads")
    chance = Answers(3, 1, 6, 2)
    assert matter.result(chance) == "1 heads"
    chance.finish()


def test_a_repeat_of_a_final_state_is_not_begun() -> None:
    matter = Procedure(0, (UNTIL_GONE,), str)
    assert matter.result(Answers()) == "0"
    assert matter.odds() == Distribution.certain("0")


def test_steps_before_and_after_a_repeat() -> None:
    def halve_or_stand(strength: int, chance: Chance) -> int:
        return strength // chance.draw(die(2), "volley")

    def down(strength: int, chance: Chance) -> int:
        return strength - chance.draw(die(2), "losses")

    matter = Procedure(
        4, (halve_or_stand, Repeat(down, lambda left: left <= 0), tossed), lambda left: left
    )
    # From 4, 5 ways of 16 pass below 0; from 2, 1 of 4: 9 of 32 in all. Then the coin.
    assert matter.odds() == Distribution({-1: 9, 0: 32, 1: 23})


def test_a_repeat_that_never_ends() -> None:
    idle = Procedure(1, (Repeat(lambda state, _: state, lambda state: state == 0),), str)
    with pytest.raises(ChanceError, match="had not ended after 50 turns"):
        idle.result(OnePath("5eed"), most_repeats=50)
    with pytest.raises(ChanceError, match="can never leave 1"):
        idle.odds()


def test_a_repeat_that_just_ends_in_time() -> None:
    matter = Procedure(10, (UNTIL_GONE,), str)
    assert matter.result(Answers(4, 5, 1), most_repeats=3) == "0"
    with pytest.raises(ChanceError, match="had not ended after 2 turns"):
        matter.result(Answers(4, 5, 1), most_repeats=2)


def test_a_repeat_spends_the_budget() -> None:
    matter = Procedure(30, (UNTIL_GONE,), str)
    assert matter.odds(Budget(180)) == Distribution.certain("0")
    with pytest.raises(BudgetExceededError, match="more than 179 paths"):
        matter.odds(Budget(179))


def test_single_is_a_rule_as_it_stands() -> None:
    def rule(chance: Chance) -> int:
        return chance.draw(d6(), "die")

    matter = single(rule)
    assert matter.odds() == d6()
    assert matter.result(Answers(4)) == 4


def test_odds_leave_the_collector_of_cycles_as_they_found_it() -> None:
    seen = list[bool]()

    def looking(state: int, chance: Chance) -> int:
        seen.append(gc.isenabled())
        if state:
            raise ValueError("no such state")
        return state

    Procedure(0, (looking,), str).odds()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="no such state"):
        Procedure(1, (looking,), str).odds()
    assert gc.isenabled()
    gc.disable()
    try:
        Procedure(0, (looking,), str).odds()
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert seen == [False] * 3
