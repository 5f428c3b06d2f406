"""A step repeated until the end, of a state that falls apart into parts independent of one another.

Each part is solved by itself, and once for all the ways that lead to it: several small chains take
the place of the one in which everything goes together. All in integers, nothing cut off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from typing import Generic

import attrs

from calculator.chance.absorbing import S, absorb
from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.errors import ChanceError

_SUMS_A_PATH = 40
"""Sums of weights that take as long as one path."""

_JOINS_A_PATH = 8
"""States put together from parts that take as long."""


@attrs.frozen(eq=False, repr=False)
class Split(Generic[S]):
    """How a state falls apart: `apart` gives its parts, itself alone if it holds together, and
    `together` the state that parts make, also once they have ended.

    A part must go on as it would in the whole, and know nothing of the others. `representative`
    names one of all the parts that go the same way, and how an end of that one is turned into an
    end of this.
    """

    apart: Callable[[S], tuple[S, ...]]
    together: Callable[[tuple[S, ...]], S]
    representative: Callable[[S], tuple[S, Callable[[S], S]]]


class PartLaws(Generic[S]):
    """The laws of states and their parts under a repeated step; `follow` is that of one step."""

    def __init__(
        self,
        follow: Callable[[S], Distribution[S]],
        final: Callable[[S], bool],
        split: Split[S],
        budget: Budget,
    ) -> None:
        self._follow = cache(follow)
        self._final = final
        self._split = split
        self._apart = cache(split.apart)
        self._budget = budget
        self._laws: dict[S, Distribution[S]] = {}

    def ends(self, start: Distribution[S]) -> Distribution[S]:
        """Where the step ends from `start`. Raises as `absorb` does, and past the budget."""
        return self._mixed(absorb(start, self._follow, self._stops))

    def _stops(self, state: S) -> bool:
        return self._final(state) or len(self._apart(state)) > 1

    def _mixed(self, states: Distribution[S]) -> Distribution[S]:
        """Where it ends from any of some states."""
        if len(states) == 1:
            return self._law(next(iter(states)))
        laws = [(self._law(state), weight) for state, weight in states.items()]
        self._budget.spend(sum(len(law) for law, _ in laws) // _SUMS_A_PATH)
        return Distribution.mixture(laws)

    def _law(self, state: S) -> Distribution[S]:
        """Where it ends from a state: that of all its parts, taken together."""
        if self._final(state):
            return Distribution.certain(state)
        if state not in self._laws:
            parts = self._apart(state)
            law = self._joined(parts) if len(parts) > 1 else self._of_one(state)
            self._laws[state] = law
        return self._laws[state]

    def _joined(self, parts: tuple[S, ...]) -> Distribution[S]:
        fallen: dict[tuple[S, ...], int] = {(): 1}
        for part in parts:
            law = self._law(part)
            self._budget.spend(len(fallen) * len(law) // _JOINS_A_PATH)
            fallen = {
                (*before, end): weight * factor
                for before, weight in fallen.items()
                for end, factor in law.items()
            }
        gathered: defaultdict[S, int] = defaultdict(int)
        for ends, weight in fallen.items():
            gathered[self._split.together(ends)] += weight
        return Distribution.trusted(dict(gathered))

    def _of_one(self, state: S) -> Distribution[S]:
        """Where it ends from a state that holds together: known from another that goes so."""
        other, turned = self._split.representative(state)
        if other == state:
            return self._mixed(self.onward(state))
        return self._law(other).map(turned)

    def onward(self, state: S) -> Distribution[S]:
        """The states that come next after one that holds together, itself apart.

        What leads straight back to it is passed through; a longer way back is beyond this.
        """
        following = self._follow(state).then(lambda to: self._passed(to, state))
        others = {to: weight for to, weight in following.items() if to != state}
        if not others:
            raise ChanceError(f"a repeated step can never leave {state!r}")
        return Distribution.trusted(others)

    def _passed(self, to: S, state: S) -> Distribution[S]:
        if to != state and not self._stops(to) and state in self._follow(to):
            return self._follow(to)
        return Distribution.certain(to)
