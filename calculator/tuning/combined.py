"""Combined attacks: several units on one target, one after another in the same turn, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import attrs

from calculator.chance.distribution import Distribution
from calculator.errors import FaultsError, ForbiddenError, Refusal
from calculator.rules.action import Outcome
from calculator.rules.odds import Odds
from calculator.tuning.acting import Acting, Condition, beside_place, changed
from calculator.tuning.policy import Clause


@attrs.frozen(cache_hash=True)
class TargetSoFar:
    """The target as the attacks so far have left it, and what they answer for the next one."""

    target: Condition | None
    later: Condition = ()
    succeeded: bool = False
    """Whether the measure has held of any attack so far."""


@attrs.frozen
class Attack:
    """One attack of several.

    `delivered` is the chance that it is made, with a target left to attack, `succeeds` that it
    meets the measure, `by_now` that it or one before it has; `standing` is how the target is left.
    """

    delivered: Fraction
    succeeds: Fraction
    by_now: Fraction
    standing: Distribution[TargetSoFar]


def combine(
    acting: Acting,
    actors: Sequence[Condition],
    target: Condition,
    clause: Clause,
    measure: str,
) -> Iterator[Attack]:
    """The attacks in order. What each adds for the next, such as its bases, is counted.

    Once an attack has met the measure the rest are not made; nor is one that the rules forbid
    against the target as it then is. Raises `ForbiddenError` where they forbid it however the
    target is, and `FaultsError` for a measuring aid, which leaves nothing.
    """
    holds = acting.system.action_played_on(clause.action).measure(measure).holds
    standing, before = Distribution.certain(TargetSoFar(target)), Fraction(0)
    for number, actor in enumerate(actors, 1):
        try:
            made = _made(acting, clause, actor, standing, holds, number)
        except FaultsError as error:
            raise clause.wrong(error) from None
        delivered = standing.share(made.__contains__)
        standing = standing.then(partial(_went_on, made))
        by_now = standing.share(lambda state: state.succeeded)
        yield Attack(delivered, by_now - before, by_now, standing)
        before = by_now


def _made(
    acting: Acting,
    clause: Clause,
    actor: Condition,
    standing: Distribution[TargetSoFar],
    holds: Callable[[Any], bool],
    number: int,
) -> dict[TargetSoFar, Distribution[TargetSoFar]]:
    """What an attack makes of each state in which it is made."""
    made: dict[TargetSoFar, Distribution[TargetSoFar]] = {}
    refusals: dict[Refusal, None] = {}
    for state in standing:
        if state.target is None or state.succeeded:
            continue
        if odds := acting.odds(clause, actor, state.target, state.later):
            made[state] = _after(odds, state, state.target, holds)
        else:
            refusals |= dict.fromkeys(acting.refusals(clause, actor, state.target, state.later))
    if refusals and not made:
        reasons = (r._replace(reason=f"attack {number}: {r.reason}") for r in refusals)
        raise ForbiddenError(reasons)
    return made


def _went_on(
    made: Mapping[TargetSoFar, Distribution[TargetSoFar]], state: TargetSoFar
) -> Distribution[TargetSoFar]:
    return made.get(state) or Distribution.certain(state)


def _after(
    odds: Odds, before: TargetSoFar, target: Condition, holds: Callable[[Any], bool]
) -> Distribution[TargetSoFar]:
    question = odds.question

    def left(outcome: Outcome) -> TargetSoFar:
        aftermath = question.law.after_listed(outcome)
        later = tuple((dict(before.later) | dict(aftermath.later)).items())
        new = beside_place(question.system, aftermath.target)
        return TargetSoFar(changed(target, new), later, holds(outcome))

    return odds.distribution.map(left)
