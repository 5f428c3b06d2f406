"""Duels: the same two units over several turns under stated policies, solved exactly.

A duel is a Markov chain whose states are the conditions of both units. Each turn is carried over
whole distributions, integers throughout, so the end, the survivors turn by turn and the expected
length are exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import CalculatorError
from calculator.tuning.acting import Acting, Condition
from calculator.tuning.policy import Policy

MOST_TURNS: Final = 100


@attrs.frozen(cache_hash=True)
class Pair:
    """Both units as they are; None for one that has left the table.

    `spent` says that the second has used its action for the turn.
    """

    first: Condition | None
    second: Condition | None
    spent: bool = False

    @property
    def over(self) -> bool:
        """Whether one of the two is gone."""
        return self.first is None or self.second is None


@attrs.frozen
class DuelCourse:
    """How a duel goes: the exact distribution of both units at the end of each turn."""

    turns: tuple[Distribution[Pair], ...]

    @property
    def end(self) -> Distribution[Pair]:
        """How it stands when the last turn is over."""
        return self.turns[-1]

    def surviving(self, which: str) -> list[Fraction]:
        """The chance that "first" or "second" is still on the table after each turn."""
        return [turn.share(lambda pair: getattr(pair, which) is not None) for turn in self.turns]

    def expected_turns(self) -> Fraction:
        """The mean number of turns until it is decided, or until the last turn is over."""
        undecided = (turn.share(lambda pair: not pair.over) for turn in self.turns[:-1])
        return 1 + sum(undecided, Fraction(0))


def fight(
    acting: Acting, first: Condition, second: Condition, policy: Policy, reply: Policy, turns: int
) -> DuelCourse:
    """Solve a duel of 1 to 100 turns, in each of which `first` acts first, then `second` replies.

    Raises `FaultsError` for units or answers that the system does not know.
    """
    if not 1 <= turns <= MOST_TURNS:
        raise CalculatorError(f"a duel lasts 1 to {MOST_TURNS} turns, not {turns}")
    standing = Distribution.certain(Pair(first, second))
    course = []
    for turn in range(1, turns + 1):
        acted = standing.then(partial(_first_acts, acting, policy, turn))
        standing = acted.then(partial(_second_acts, acting, reply, turn))
        course.append(standing)
    return DuelCourse(tuple(course))


def _first_acts(acting: Acting, policy: Policy, turn: int, pair: Pair) -> Distribution[Pair]:
    if pair.first is None or pair.second is None:
        return Distribution.certain(pair)
    left = acting.follow(policy, pair.first, pair.second, turn)
    return left.map(lambda after: Pair(after.own, after.enemy, after.spent))


def _second_acts(acting: Acting, reply: Policy, turn: int, pair: Pair) -> Distribution[Pair]:
    if pair.first is None or pair.second is None or pair.spent:
        return Distribution.certain(Pair(pair.first, pair.second))
    left = acting.follow(reply, pair.second, pair.first, turn)
    return left.map(lambda after: Pair(after.enemy, after.own))
