"""Combined attacks: several units on one target, one after another in the same turn, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import ForbiddenError, Refusal
from calculator.rules.question import Odds
from calculator.rules.system import Outcome, RuleSystem
from calculator.rules.tables import Tables
from calculator.tuning.acting import Acting, Told, changed
from calculator.tuning.policy import Clause


@attrs.frozen(cache_hash=True)
class Standing:
    """The target as the attacks so far have left it, and what they answer for the next one."""

    target: Told | None
    later: Told = ()
    succeeded: bool = False
    """Whether the measure has held of any attack so far."""


@attrs.frozen
class Attack:
    """One attack of several.

    `delivered` is the chance that there is still a target for it, `succeeds` that it meets the
    measure, `by_now` that it or one before it has; `standing` is how the target is left.
    """

    delivered: Fraction
    succeeds: Fraction
    by_now: Fraction
    standing: Distribution[Standing]


def combine(
    system: RuleSystem,
    tables: Tables,
    actors: Sequence[Told],
    target: Told,
    clause: Clause,
    measure: str,
) -> Iterator[Attack]:
    """The attacks in order. What each adds for the next, such as its bases, is counted.

    Once an attack has met the measure the rest are not made. Raises `ForbiddenError` where the
    rules forbid one of them whatever the others did.
    """
    acting = Acting(system, tables)
    holds = system.action(clause.action).measure(measure).holds
    standing = Distribution.certain(Standing(target))
    for number, actor in enumerate(actors, 1):
        before = standing
        met = Fraction(0)
        parts: list[tuple[Distribution[Standing], int]] = []
        for state, weight in before.items():
            if state.target is None or state.succeeded:
                parts.append((Distribution.certain(state), weight))
                continue
            odds = acting.odds(clause, actor, state.target, state.later)
            if odds is None:
                told = f"attack {number} may not be made against the target as it then is"
                raise ForbiddenError([Refusal(told, system.title)])
            after = _after(odds, state, state.target, holds)
            met += Fraction(weight, before.total) * after.share(lambda left: left.succeeded)
            parts.append((after, weight))
        standing = Distribution.mixture(parts)
        delivered = before.share(lambda state: state.target is not None and not state.succeeded)
        by_now = standing.share(lambda state: state.succeeded)
        yield Attack(delivered, met, by_now, standing)


def _after(
    odds: Odds, before: Standing, target: Told, holds: Callable[[Any], bool]
) -> Distribution[Standing]:
    question = odds.question

    def left(outcome: Outcome) -> Standing:
        aftermath = question.action.aftermath(question.form, outcome)
        later = tuple((dict(before.later) | dict(aftermath.later)).items())
        return Standing(changed(target, aftermath.target), later, holds(outcome))

    return odds.distribution.map(left)
