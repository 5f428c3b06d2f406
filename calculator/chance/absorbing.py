"""A step repeated until the state is final, solved exactly as an absorbing Markov chain.

Nothing is cut off. Every reachable state is found, and the passing ones are eliminated one
after another: what enters a state leaves it again in the proportions of its exits, its own loop
divided out. In a melee that can only shrink this is a single sweep; loops of several states cost
some fill-in and are as exact. All in integers (Kemeny and Snell, Finite Markov Chains, chapter 3).

A state that falls apart into parts independent of one another is not followed as a whole: each part
is solved by itself, and once for all the ways that lead to it, so that several small chains take
the place of the one in which everything goes together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from math import gcd, lcm
from typing import Final, Generic, TypeAlias, TypeVar

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, ChanceError

S = TypeVar("S", bound=Hashable)

STATE_BUDGET: Final = 20_000
"""Passing states that one repeated step may reach before it is refused."""

_REDUCE_EVERY: Final = 8
"""Waves between two reductions of the arrivals: each time would cost more than it saves."""

_Row: TypeAlias = dict[int, int]
"""Weights by the number of a state."""


def absorb(
    start: Distribution[S], follow: Callable[[S], Distribution[S]], final: Callable[[S], bool]
) -> Distribution[S]:
    """Where the chain that `follow` steps through ends, from `start`, given what is `final`.

    Raises `ChanceError` if some reachable state can never come to an end, and
    `BudgetExceededError` past `STATE_BUDGET` passing states.
    """
    chain = _Chain(start, follow, final)
    ends = _passed_on(chain.start, chain.exits())
    return Distribution((chain.states[end], weight) for end, weight in ends.items())


class _Chain(Generic[S]):
    """All states that can be reached, numbered, since a number is looked up faster than a state.

    `order` lists the passing states so that loop-free chains need no fill-in.
    """

    def __init__(
        self,
        start: Distribution[S],
        follow: Callable[[S], Distribution[S]],
        final: Callable[[S], bool],
    ) -> None:
        self.states: list[S] = []
        self._numbers: dict[S, int] = {}
        self._rows: dict[int, _Row] = {}
        self.start = self._numbered(start)
        self.order = self._explore(follow, final)[::-1]

    def _numbered(self, successors: Distribution[S]) -> _Row:
        row: _Row = {}
        for state, weight in successors.items():
            number = self._numbers.setdefault(state, len(self.states))
            if number == len(self.states):
                self.states.append(state)
            row[number] = weight
        return row

    def _explore(
        self, follow: Callable[[S], Distribution[S]], final: Callable[[S], bool]
    ) -> list[int]:
        """Fill in the rows of all passing states, and list these as they are finished with."""
        finished: list[int] = []
        seen: set[int] = set()
        stack = [(state, False) for state in self.start]
        while stack:
            at, left = stack.pop()
            if left:
                finished.append(at)
            elif at not in seen:
                seen.add(at)
                state = self.states[at]
                if final(state):
                    continue
                self._rows[at] = self._numbered(follow(state))
                if len(self._rows) > STATE_BUDGET:
                    raise BudgetExceededError(
                        f"a repeated step reaches more than {STATE_BUDGET:,} states"
                    )
                stack.append((at, True))
                stack.extend((to, False) for to in self._rows[at] if to not in seen)
        return finished

    def exits(self) -> dict[int, _Row]:
        """Where each passing state is left for in the end: for others later in order, or final.

        Eliminates one state after another from the rows of those that lead back to it.
        """
        place = {state: at for at, state in enumerate(self.order)}
        returns: defaultdict[int, set[int]] = defaultdict(set)

        def note(source: int, row: _Row) -> None:
            at = place[source]
            for target in row:
                if place.get(target, at) < at:
                    returns[target].add(source)

        for source, row in self._rows.items():
            note(source, row)
        found = {}
        for state in self.order:
            found[state] = self._without_loop(state)
            for source in returns.pop(state, ()):
                self._rows[source] = _redirect(self._rows[source], state, found[state])
                note(source, found[state])
        return found

    def _without_loop(self, state: int) -> _Row:
        row = self._rows[state]
        if state not in row:
            return row
        exits = {target: weight for target, weight in row.items() if target != state}
        if not exits:
            raise ChanceError(f"a repeated step can never leave {self.states[state]!r}")
        return _lowest(exits)


def _redirect(row: _Row, passed: int, exits: _Row) -> _Row:
    """`row` after its weight into a state has gone on through the exits of that state."""
    total = sum(exits.values())
    shared = gcd(row[passed], total)
    stretch, passing = total // shared, row[passed] // shared
    redirected = {target: weight * stretch for target, weight in row.items() if target != passed}
    for target, weight in exits.items():
        redirected[target] = redirected.get(target, 0) + weight * passing
    return _lowest(redirected)


def _passed_on(arrivals: _Row, exits: dict[int, _Row]) -> _Row:
    """Where arrivals end, passed on by all states that cannot follow one another at once."""
    for turn, wave in enumerate(_waves(exits)):
        passing = {state: arrivals.pop(state) for state in wave if state in arrivals}
        totals = {state: sum(exits[state].values()) for state in passing}
        common = lcm(*(totals[state] // gcd(totals[state], passing[state]) for state in passing))
        arrivals = {state: weight * common for state, weight in arrivals.items()}
        for state, weight in passing.items():
            share = weight * common // totals[state]
            for target, part in exits[state].items():
                arrivals[target] = arrivals.get(target, 0) + part * share
        if turn % _REDUCE_EVERY == 0:
            arrivals = _lowest(arrivals)
    return arrivals


def _waves(exits: dict[int, _Row]) -> Iterator[list[int]]:
    """Passing states by the longest way to them: none of a wave leads to another of it."""
    depth = dict.fromkeys(exits, 0)
    waves: defaultdict[int, list[int]] = defaultdict(list)
    for state, row in exits.items():
        waves[depth[state]].append(state)
        for target in row:
            if depth.get(target, depth[state] + 1) <= depth[state]:
                depth[target] = depth[state] + 1
    return (waves[at] for at in range(len(waves)))


def _lowest(row: _Row) -> _Row:
    shared = gcd(*row.values())
    return {target: weight // shared for target, weight in row.items()} if shared > 1 else row


_SUMS_A_PATH: Final = 40
"""Sums of weights that take as long as one path."""

_JOINS_A_PATH: Final = 8
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


@attrs.define(eq=False, repr=False)
class PartLaws(Generic[S]):
    """The laws of states and their parts under a repeated step; `follow` is that of one step."""

    _follow: Callable[[S], Distribution[S]]
    _final: Callable[[S], bool]
    _split: Split[S]
    _budget: Budget
    _laws: dict[S, Distribution[S]] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._follow = cache(self._follow)
        self._split = attrs.evolve(self._split, apart=cache(self._split.apart))

    def ends(self, start: Distribution[S]) -> Distribution[S]:
        """Where the step ends from `start`. Raises as `absorb` does, and past the budget."""
        return self._mixed(absorb(start, self._follow, self._stops))

    def _stops(self, state: S) -> bool:
        return self._final(state) or len(self._split.apart(state)) > 1

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
            parts = self._split.apart(state)
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
