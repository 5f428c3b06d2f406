"""A step repeated until the state is final, solved exactly as an absorbing Markov chain.

Nothing is cut off. Every reachable state is found, and the passing ones are eliminated one
after another: what enters a state leaves it again in the proportions of its exits, its own loop
divided out. In a melee that can only shrink this is a single sweep; loops of several states cost
some fill-in and are as exact. All in integers (Kemeny and Snell, Finite Markov Chains, chapter 3).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import gcd
from typing import Final, TypeVar

from calculator.chance.distribution import Distribution
from calculator.errors import BudgetExceededError, ChanceError

S = TypeVar("S", bound=Hashable)

STATE_BUDGET: Final = 20_000
"""Passing states that one repeated step may reach before it is refused."""

_Row = dict[S, int]


def absorb(
    start: Distribution[S], follow: Callable[[S], Distribution[S]], final: Callable[[S], bool]
) -> Distribution[S]:
    """Where the chain that `follow` steps through ends, from `start`, given what is `final`.

    Raises `ChanceError` if some reachable state can never come to an end, and
    `BudgetExceededError` past `STATE_BUDGET` passing states.
    """
    rows, order = _explore(start, follow, final)
    entering = _predecessors(rows)
    arrivals = dict(start.items())
    for state in order:
        exits = _without_loop(state, rows.pop(state))
        for source in entering.pop(state, ()):
            if source in rows and (passing := rows[source].pop(state, 0)):
                rows[source] = _redirect(rows[source], passing, exits)
                for target in exits:
                    entering.setdefault(target, set()).add(source)
        if passing := arrivals.pop(state, 0):
            arrivals = _redirect(arrivals, passing, exits)
    return Distribution(arrivals)


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


def _predecessors(rows: dict[S, _Row[S]]) -> dict[S, set[S]]:
    entering: dict[S, set[S]] = {}
    for source, row in rows.items():
        for target in row:
            if target in rows and target != source:
                entering.setdefault(target, set()).add(source)
    return entering


def _without_loop(state: S, row: _Row[S]) -> _Row[S]:
    exits = {target: weight for target, weight in row.items() if target != state}
    if not exits:
        raise ChanceError(f"a repeated step can never leave {state!r}")
    shared = gcd(*exits.values())
    return {target: weight // shared for target, weight in exits.items()}


def _redirect(row: _Row[S], passing: int, exits: _Row[S]) -> _Row[S]:
    """`row` after its `passing` weight into a state has gone on through the exits of that state."""
    total = sum(exits.values())
    shared = gcd(passing, total)
    stretch, passing = total // shared, passing // shared
    redirected = {target: weight * stretch for target, weight in row.items()}
    for target, weight in exits.items():
        redirected[target] = redirected.get(target, 0) + weight * passing
    return redirected
