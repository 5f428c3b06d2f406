"""The one thing a rule may draw from.

A rule never sees a random number. It states a distribution and what is being decided, and gets a
value back. Who answers - every path in turn, a recorded seed, a script - is not its business, so
the odds and the result come from the same lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from calculator.chance.distribution import Distribution, T

F = TypeVar("F", bound=Hashable)


class Draw(NamedTuple):
    """One recorded draw: what was asked, the number drawn (0 <= number < total), what it gave."""

    ask: str
    number: int
    total: int
    value: object


def itself(value: T) -> T:
    """The reading of a value as it is."""
    return value


@attrs.frozen(cache_hash=True)
class InTurn(Generic[F, T]):
    """A reading in two steps: `then` of what `first` makes of a value.

    The odds read only the few values of the first step by the second. One first step should serve
    many readings, for what it makes of a distribution is remembered.
    """

    first: Callable[[F], Any]
    then: Callable[[Any], T]

    def __call__(self, value: F) -> T:
        return self.then(self.first(value))


@attrs.frozen(repr=False)
class Throw(Generic[T]):
    """A rule of one draw: what from, what is read off it, what it decides."""

    what: Distribution[Any]
    reading: Callable[[Any], T]
    ask: str

    def __call__(self, chance: Chance) -> T:
        return chance.read_off(self.what, self.reading, self.ask)


@attrs.frozen(repr=False)
class Part(Generic[T]):
    """A part of a rule: `rule` of some `arguments` and a `Chance`.

    It equals itself when made again, so that its law is worked out once.
    """

    rule: Callable[..., T]
    arguments: tuple[Hashable, ...]

    def __call__(self, chance: Chance) -> T:
        return self.rule(*self.arguments, chance)


class Chance(ABC):
    """What a rule draws from."""

    @abstractmethod
    def draw(self, what: Distribution[T], ask: str) -> T:
        """A value of `what`; `ask` says in a few words what is being decided.

        A distribution of one outcome decides nothing: its outcome is returned, and not recorded.
        """

    def read_off(self, what: Distribution[F], reading: Callable[[F], T], ask: str) -> T:
        """`reading` of a value of `what`.

        The law is that of ``reading(self.draw(what, ask))``. The difference is in the telling: a
        result records the value itself (say, the heads that both sides tossed) while the odds need
        only what is read off it. `reading` must be pure and hashable, and is best made once: a
        function of a module, or a value that equals itself when made again.
        """
        return reading(self.draw(what, ask))

    def take(self, part: Part[T]) -> T:
        """What a part of a rule comes to: the odds branch by that, not by the draws in the part."""
        return part(self)

    def at_once(
        self, parts: Iterable[Throw[F] | Part[F]], conclude: Callable[[tuple[F, ...]], T]
    ) -> T:
        """What `conclude` makes of parts of a rule that do not depend on one another.

        The law is that of taking them in turn, which is what a result does. A rule asks nothing
        more and returns what it gets as it is: so the odds know every end of this path without
        running the rule again for each. `conclude` must be pure.
        """
        return conclude(tuple(part(self) for part in parts))
