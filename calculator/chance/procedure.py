"""Staged resolution: a rule as a short list of steps from state to state.

Orders, then an emergency square, then defensive fire, then close combat: each step is a plain
function of the state and a `Chance`. Odds enumerate a step from each distinct state and merge equal
states before the next, so that thousands of paths become a few hundred; a result walks through the
same steps once. A step that repeats (a melee that goes on until one side breaks) is a `Repeat`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from calculator.chance.absorbing import PartLaws, S, Split, absorb
from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget, every_path
from calculator.chance.interface import Chance, itself
from calculator.errors import ChanceError
from calculator.garbage import uncollected

O = TypeVar("O", bound=Hashable)  # noqa: E741
K = TypeVar("K", bound=Hashable)

Step: TypeAlias = Callable[[S, Chance], S]

Course: TypeAlias = tuple[tuple[K, S], ...]
"""States in the order in which they came about, each with the name of the step that made it."""


@attrs.frozen(eq=False, repr=False)
class Repeat(Generic[S]):
    """A step taken again and again until `final` is true of the state (perhaps not even once).

    With a `split` the odds follow the parts of a state by themselves once they do not bear on one
    another; a result takes the whole state through the same step.
    """

    step: Step[S]
    final: Callable[[S], bool]
    split: Split[S] | None = None


@attrs.frozen(eq=False, repr=False)
class Procedure(Generic[S, O]):
    """Where a matter starts, the steps it goes through, and what the last state means.

    States are hashable values that hold only what later steps need; what merely explains stays
    out of them, or equal states stop being equal.
    """

    start: S
    steps: tuple[Step[S] | Repeat[S], ...]
    conclude: Callable[[S], O]
    foreseen: int = 0
    """Paths that exact odds take as far as is known beforehand: if too many they are not begun."""

    def odds(self, budget: Budget | None = None) -> Distribution[O]:
        """The exact distribution of the outcome. Raises `BudgetExceededError` past the budget."""
        budget = budget or Budget()
        budget.foresee(self.foreseen)
        states = Distribution.certain(self.start)
        with uncollected():
            for step in self.steps:
                if isinstance(step, Repeat):
                    states = _ended(step, states, budget)
                else:
                    states = states.then(_enumerated(step, budget))
            return states.map(self.conclude)

    def result(self, chance: Chance, most_repeats: int = 1_000_000) -> O:
        """One outcome, with `chance` answering. `ChanceError` if a repeat never ends."""
        state = self.start
        for step in self.steps:
            if isinstance(step, Repeat):
                state = _repeated(step, state, chance, most_repeats)
            else:
                state = step(state, chance)
        return self.conclude(state)


def single(rule: Callable[[Chance], O]) -> Procedure[Any, O]:
    """A resolution of one step: `rule` says the outcome outright."""

    return Procedure(None, (lambda _, chance: rule(chance),), itself)


def traced(
    start: tuple[K, S],
    steps: Mapping[K, Step[S] | Repeat[S]],
    conclude: Callable[[Course[K, S]], O],
) -> Procedure[Course[K, S], O]:
    """A procedure of named steps whose states keep all that came before them."""
    return Procedure((start,), tuple(_tracing(*step) for step in steps.items()), conclude)


def _tracing(name: K, step: Step[S] | Repeat[S]) -> Step[Course[K, S]] | Repeat[Course[K, S]]:
    take = step.step if isinstance(step, Repeat) else step

    def taken(course: Course[K, S], chance: Chance) -> Course[K, S]:
        return (*course, (name, take(course[-1][1], chance)))

    if isinstance(step, Repeat):
        final = step.final
        return Repeat(taken, lambda course: final(course[-1][1]))
    return taken


def _repeated(repeat: Repeat[S], state: S, chance: Chance, most: int) -> S:
    for _ in range(most + 1):
        if repeat.final(state):
            return state
        state = repeat.step(state, chance)
    raise ChanceError(f"a repeated step had not ended after {most:,} turns")


def _ended(repeat: Repeat[S], states: Distribution[S], budget: Budget) -> Distribution[S]:
    follow = _enumerated(repeat.step, budget)
    if repeat.split is None:
        return absorb(states, follow, repeat.final)
    return PartLaws(follow, repeat.final, repeat.split, budget).ends(states)


def _enumerated(step: Step[S], budget: Budget) -> Callable[[S], Distribution[S]]:
    return lambda state: every_path(lambda chance: step(state, chance), budget)
