"""A step repeated until the state is final, solved exactly as an absorbing Markov chain.

Nothing is cut off. Every reachable state is found, and the passing ones are eliminated one
after another: what enters a state leaves it again in the proportions of its exits, its own loop
divided out. In a melee that can only shrink this is a single sweep; loops of several states cost
some fill-in and are as exact. All in integers (Kemeny and Snell, Finite Markov Chains, chapter 3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from math import gcd
from typing import Final, Generic, TypeVar

from calculator.chance.distribution import Distribution
from calculator.errors import BudgetExceededError, ChanceError

S = TypeVar("S", bound=Hashable)

STATE_BUDGET: Final = 20_000
"""Passing states that one repeated step may reach before it is refused."""

_REDUCE_EVERY: Final = 16
"""States between two reductions of the arrivals: each time would cost more than it saves."""

_Row = dict[S, int]


def absorb(
    start: Distribution[S], follow: Callable[[S], Distribution[S]], final: Callable[[S], bool]
) -> Distribution[S]:
    """Where the chain that `follow` steps through ends, from `start`, given what is `final`.

    Raises `ChanceError` if some reachable state can never come to an end, and
    `BudgetExceededError` past `STATE_BUDGET` passing states.
    """
    rows, order = _explore(start, follow, final)
    place = {state: at for at, state in enumerate(order)}
    returns = _Returns(place)
    for source, row in rows.items():
        returns.note(source, row)
    arrivals = dict(start.items())
    for state in order:
        exits = _without_loop(state, rows.pop(state))
        for source in returns.into(state):
            passing = rows[source].pop(state)
            rows[source] = _lowest(_redirect(rows[source], passing, exits))
            returns.note(source, exits)
        if passing := arrivals.pop(state, 0):
            arrivals = _redirect(arrivals, passing, exits)
        if place[state] % _REDUCE_EVERY == 0:
            arrivals = _lowest(arrivals)
    return Distribution(arrivals)


class _Returns(Generic[S]):
    """Which states lead back to one that is eliminated before them: none, without loops."""

    def __init__(self, place: dict[S, int]) -> None:
        self._place = place
        self._sources: defaultdict[S, set[S]] = defaultdict(set)

    def note(self, source: S, row: _Row[S]) -> None:
        """Take down the ways back among those that lead from `source`."""
        at = self._place[source]
        for target in row:
            if self._place.get(target, at) < at:
                self._sources[target].add(source)

    def into(self, state: S) -> set[S]:
        """The sources of the ways back into a state."""
        return self._sources.pop(state, set())


def _explore(
    start: Distribution[S], follow: Callable[[S], Distribution[S]], final: Callable[[S], bool]
) -> tuple[dict[S, _Row[S]], list[S]]:
    """The rows of all passing states, and an order in which loop-free chains need no fill-in."""
    rows: dict[S, _Row[S]] = {}
    finished: list[S] = []
    stack: list[tuple[S, bool]] = [(state, False) for state in start]
    while stack:
        state, left = stack.pop()
        if left:
            finished.append(state)
        elif state not in rows and not final(state):
            rows[state] = dict(follow(state).items())
            if len(rows) > STATE_BUDGET:
                raise BudgetExceededError(
                    f"a repeated step reaches more than {STATE_BUDGET:,} states"
                )
            stack.append((state, True))
            stack.extend((successor, False) for successor in rows[state] if successor not in rows)
    return rows, finished[::-1]


def _without_loop(state: S, row: _Row[S]) -> _Row[S]:
    exits = {target: weight for target, weight in row.items() if target != state}
    if not exits:
        raise ChanceError(f"a repeated step can never leave {state!r}")
    return _lowest(exits)


def _lowest(row: _Row[S]) -> _Row[S]:
    shared = gcd(*row.values())
    return {target: weight // shared for target, weight in row.items()} if shared > 1 else row


def _redirect(row: _Row[S], passing: int, exits: _Row[S]) -> _Row[S]:
    """`row` after its `passing` weight into a state has gone on through the exits of that state."""
    total = sum(exits.values())
    shared = gcd(passing, total)
    stretch, passing = total // shared, passing // shared
    redirected = {target: weight * stretch for target, weight in row.items()}
    for target, weight in exits.items():
        redirected[target] = redirected.get(target, 0) + weight * passing
    return redirected
