"""Odds: a rule read along every path.

The rule is run again for each path, its earlier answers replayed, with the weight of the path kept
as a pair of integers. That asks one thing of a rule: given the same answers, the same questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import lru_cache
from math import lcm
from typing import Any, Final, TypeVar

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.errors import BudgetExceededError, ReplayMismatchError

T = TypeVar("T", bound=Hashable)
F = TypeVar("F", bound=Hashable)

PATH_BUDGET: Final = 200_000
"""Paths that one question may take before it is refused: about half a second's work."""


class Budget:
    """Counts paths down; `BudgetExceededError` when they run out."""

    def __init__(self, paths: int = PATH_BUDGET) -> None:
        self.allowed = paths
        self.spent = 0

    def spend(self) -> None:
        """Account for one more path."""
        self.spent += 1
        if self.spent > self.allowed:
            raise BudgetExceededError(
                f"exact odds would take more than {self.allowed:,} paths; "
                "ask something smaller, or raise the budget"
            )


class _Fork:
    """A question met on the way, and which of its answers is being followed."""

    __slots__ = ("answers", "ask", "denominator", "index", "numerator", "numerator_before", "what")

    def __init__(self, what: Distribution[Any], ask: str, numerator: int, denominator: int) -> None:
        self.what = what
        self.ask = ask
        self.answers = list(what.items())
        self.numerator_before = numerator
        self.denominator = denominator * what.total
        self.index = -1
        self.advance()

    def advance(self) -> bool:
        self.index += 1
        if self.index == len(self.answers):
            return False
        self.numerator = self.numerator_before * self.answers[self.index][1]
        return True


class _Walk(Chance):
    """Follows one path after another, depth first."""

    def __init__(self) -> None:
        self.forks: list[_Fork] = []
        self.depth = 0

    def draw(self, what: Distribution[T], ask: str) -> T:
        if len(what) == 1:
            return next(iter(what))
        if self.depth < len(self.forks):
            fork = self.forks[self.depth]
            if fork.ask != ask or fork.what != what:
                raise ReplayMismatchError(
                    f"the rule asked {ask!r} where it had asked {fork.ask!r} with the same answers"
                )
        else:
            numerator, denominator = self.weight()
            fork = _Fork(what, ask, numerator, denominator)
            self.forks.append(fork)
        self.depth += 1
        return fork.answers[fork.index][0]  # type: ignore[no-any-return]

    def read_off(self, what: Distribution[F], reading: Callable[[F], T], ask: str) -> T:
        read: Distribution[T] = _read(what, reading)
        return self.draw(read, ask)

    def weight(self) -> tuple[int, int]:
        """The weight of the path so far, as numerator and denominator."""
        return (self.forks[-1].numerator, self.forks[-1].denominator) if self.forks else (1, 1)

    def finish_path(self) -> bool:
        """Check that the path used every answer, then turn to the next; False after the last."""
        if self.depth != len(self.forks):
            raise ReplayMismatchError(
                f"the rule did not ask {self.forks[self.depth].ask!r} again with the same answers"
            )
        self.depth = 0
        while self.forks and not self.forks[-1].advance():
            self.forks.pop()
        return bool(self.forks)


@lru_cache(maxsize=8192)
def _read(what: Distribution[F], reading: Callable[[F], T]) -> Distribution[T]:
    return what.map(reading)


def every_path(rule: Callable[[Chance], T], budget: Budget | None = None) -> Distribution[T]:
    """The exact distribution of what `rule` returns.

    Raises `ReplayMismatchError` if the rule is not a function of its draws, and
    `BudgetExceededError` past the budget.
    """
    budget = budget or Budget()
    walk = _Walk()
    found: defaultdict[int, defaultdict[T, int]] = defaultdict(lambda: defaultdict(int))
    more = True
    while more:
        budget.spend()
        outcome = rule(walk)
        numerator, denominator = walk.weight()
        found[denominator][outcome] += numerator
        more = walk.finish_path()
    common = lcm(*found)
    return Distribution(
        (outcome, weight * (common // denominator))
        for denominator, outcomes in found.items()
        for outcome, weight in outcomes.items()
    )
