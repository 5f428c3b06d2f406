"""A step repeated until the state is final, solved exactly as an absorbing Markov chain.

Nothing is cut off. Every reachable state is found, and the passing ones are eliminated one
after another: what enters a state leaves it again in the proportions of its exits, its own loop
divided out. In a melee that can only shrink this is a single sweep; loops of several states cost
some fill-in and are as exact. All in integers (Kemeny and Snell, Finite Markov Chains, chapter 3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from math import gcd, lcm
from typing import Final, Generic, TypeAlias, TypeVar

from calculator.chance.distribution import Distribution
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
