"""Odds: a rule read along every path.

The rule is run again for each path, its earlier answers replayed, with the weight of the path kept
as a pair of integers. That asks one thing of a rule: given the same answers, the same questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import lcm, prod
from typing import Any, Final

from calculator.chance.distribution import Distribution, T
from calculator.chance.interface import Chance, F, InTurn, Part, Throw, itself
from calculator.errors import BudgetExceededError, ReplayMismatchError

PATH_BUDGET: Final = 200_000
"""Paths that one question may take before it is refused: a few seconds of work at most."""

_ENDS_A_PATH: Final = 4
"""Ends of what is thrown at once that take as long as one path."""

_A_PART: Final = "a part of the rule"


class Budget:
    """Counts paths down; `BudgetExceededError` when they run out."""

    def __init__(self, paths: int = PATH_BUDGET) -> None:
        self.allowed = paths
        self.spent = 0

    def spend(self, paths: int = 1) -> None:
        """Account for more paths, as soon as they are known to exist."""
        self.spent += paths
        self.foresee(0)

    def foresee(self, paths: int) -> None:
        """Raise as `spend` would for so many paths more, before any of them is followed."""
        if self.spent + paths > self.allowed:
            raise BudgetExceededError(
                f"exact odds would take more than {self.allowed:,} paths: "
                "ask something smaller, such as fewer units at once"
            )


def every_path(rule: Callable[[Chance], T], budget: Budget | None = None) -> Distribution[T]:
    """The exact distribution of what `rule` returns.

    Raises `ReplayMismatchError` if the rule is not a function of its draws, and
    `BudgetExceededError` past the budget.
    """
    walk = _Walk(budget or Budget())
    found: defaultdict[int, defaultdict[T, int]] = defaultdict(lambda: defaultdict(int))
    more = True
    while more:
        returned = rule(walk)
        numerator, denominator = walk.weight()
        ends, ways = walk.ends(returned)
        more = walk.finish_path()
        if not (more or found):
            return Distribution.trusted(dict(ends))
        outcomes = found[denominator * ways]
        for outcome, weight in ends.items():
            outcomes[outcome] += numerator * weight
    common = lcm(*found)
    return Distribution.mixture(
        (Distribution.trusted(dict(outcomes)), sum(outcomes.values()) * (common // denominator))
        for denominator, outcomes in found.items()
    )


class _Walk(Chance):
    """Follows one path after another, depth first."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.forks: list[_Fork] = []
        self.depth = 0
        self.last: _LastThrow | None = None
        budget.spend()

    def draw(self, what: Distribution[T], ask: str) -> T:
        return self.read_off(what, itself, ask)

    def read_off(self, what: Distribution[F], reading: Callable[[F], T], ask: str) -> T:
        fork = self.forks[self.depth] if self.depth < len(self.forks) else None
        if fork is None or not fork.was_asked(what, reading, ask):
            if what.is_certain:
                return reading(next(iter(what)))
            fork = self._begin(fork, what, reading, ask)
        self.depth += 1
        return fork.answer  # type: ignore[no-any-return]

    def _begin(
        self, other: _Fork | None, what: Distribution[F], reading: Callable[[F], T], ask: str
    ) -> _Fork:
        if other:
            raise ReplayMismatchError(
                f"after the same answers the rule first asked {other.ask!r}, now {ask!r}; "
                "a rule may depend on nothing but its form and what it draws"
            )
        self._check_goes_on()
        fork = _Fork(what, reading, ask, *self.weight())
        self.budget.spend(fork.branches - 1)
        self.forks.append(fork)
        return fork

    def take(self, part: Part[T]) -> T:
        return self.draw(_law(part), _A_PART)

    def at_once(
        self, parts: Iterable[Throw[F] | Part[F]], conclude: Callable[[tuple[F, ...]], T]
    ) -> T:
        self._check_goes_on()
        laws = [_law(part) for part in parts]
        self.budget.spend(prod(map(len, laws)) // _ENDS_A_PATH)
        self.last = _LastThrow(laws, conclude)
        return self.last.first  # type: ignore[no-any-return]

    def _check_goes_on(self) -> None:
        if self.last:
            raise ReplayMismatchError("a rule ends with what is thrown at once, but asked for more")

    def ends(self, returned: T) -> tuple[Mapping[T, int], int]:
        """All that this path may end in once the rule has `returned`, by weight, and their sum."""
        if self.last is None:
            return {returned: 1}, 1
        if returned is not self.last.first:
            raise ReplayMismatchError("a rule must return what is thrown at once as it gets it")
        return self.last.ends, self.last.ways

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
        self.last = None
        while self.forks and not self.forks[-1].advance():
            self.forks.pop()
        return bool(self.forks)


class _Fork:
    """A question, the weights of the paths through its answers, and the answer being followed.

    `numerator` and `denominator` given are the weight of the path that leads to it.
    """

    __slots__ = (
        "answer", "ask", "branches", "denominator", "numerator", "reading", "rest", "start", "what",
        "witnesses",
    )  # fmt: skip

    def __init__(
        self,
        what: Distribution[Any],
        reading: Callable[[Any], Any],
        ask: str,
        numerator: int,
        denominator: int,
    ) -> None:
        self.what = what
        self.reading = reading
        self.ask = ask
        read, self.witnesses = _read_off(what, reading)
        self.branches = len(read)
        self.rest = iter(read.items())
        self.start = numerator
        self.denominator = denominator * read.total
        self.advance()

    def advance(self) -> bool:
        """Turn to the next answer; False if there is none."""
        for answer, weight in self.rest:
            self.answer = answer
            self.numerator = self.start * weight
            return True
        return False

    def was_asked(self, what: Distribution[Any], reading: Callable[[Any], Any], ask: str) -> bool:
        """Whether this is the same question again.

        Two readings made in different runs cannot be compared as such: it is enough that a value
        behind the answer being followed is still read as that answer.
        """
        if self.ask != ask or (self.what is not what and self.what != what):
            return False
        if self.reading is reading or self.reading == reading:
            return True
        return bool(reading(self.witnesses.get(self.answer, self.answer)) == self.answer)


def _read_off(
    what: Distribution[Any], reading: Callable[[Any], Any]
) -> tuple[Distribution[Any], Mapping[Any, Any]]:
    """What is read off `what`, and a value behind each reading (itself if there is none)."""
    if isinstance(reading, InTurn):
        return _in_turn(what, reading)
    return (what, {}) if reading is itself else _mapped(what, reading)


@lru_cache(maxsize=2048)
def _in_turn(what: Distribution[F], reading: InTurn[F, T]) -> tuple[Distribution[T], Mapping[T, F]]:
    read, values = _mapped(what, reading.first)
    law, witnesses = _mapped(read, reading.then)
    return law, {answer: values[witness] for answer, witness in witnesses.items()}


@lru_cache(maxsize=2048)
def _mapped(
    what: Distribution[F], reading: Callable[[F], T]
) -> tuple[Distribution[T], Mapping[T, F]]:
    weights: defaultdict[T, int] = defaultdict(int)
    witnesses: dict[T, F] = {}
    for value, weight in what.items():
        read = reading(value)
        weights[read] += weight
        witnesses.setdefault(read, value)
    return Distribution.trusted(dict(weights)), witnesses


class _LastThrow:
    """What was thrown at once: the weights of its ends, the sum of these, and the first end."""

    def __init__(
        self, laws: Iterable[Distribution[F]], conclude: Callable[[tuple[F, ...]], Any]
    ) -> None:
        fallen: list[tuple[tuple[F, ...], int]] = [((), 1)]
        self.ways = 1
        for law in laws:
            fallen = [
                ((*before, outcome), weight * factor)
                for before, weight in fallen
                for outcome, factor in law.items()
            ]
            self.ways *= law.total
        ends = [(conclude(outcomes), weight) for outcomes, weight in fallen]
        self.ends = dict(ends)
        if len(self.ends) < len(ends):
            self.ends = dict.fromkeys(self.ends, 0)
            for end, weight in ends:
                self.ends[end] += weight
        self.first = next(iter(self.ends))


def _law(part: Throw[F] | Part[F]) -> Distribution[F]:
    """The law of a part of a rule: that of a throw is read off, which is quicker."""
    return _read_off(part.what, part.reading)[0] if isinstance(part, Throw) else _worked_out(part)


@lru_cache(maxsize=4096)
def _worked_out(part: Part[F]) -> Distribution[F]:
    return every_path(part)
