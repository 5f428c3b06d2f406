"""Fire: one contest between the firer's fire and the target's steadiness under it (VI)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, settled, single
from calculator.kinds import Word
from calculator.rules.system import Factor, Measure
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest
from calculator.rules.there_stand_empires.factors import Pulls
from calculator.rules.there_stand_empires.fire_forms import AdvancingFireForm, DeployedFireForm
from calculator.rules.there_stand_empires.numbers import numbers_in_fire
from calculator.rules.there_stand_empires.status import Blow, Fate, Unit, struck
from calculator.rules.there_stand_empires.words import State

STAGE: Final = "fire"


class FireEffect(Word):
    """The rungs of the ladder of fire, the gravest first."""

    BROKEN = "broken"
    LOSES_TWO_BASES = "loses-two-bases"
    LOSES_A_BASE = "loses-a-base"
    DEMORALIZED = "demoralized"
    FALLS_BACK = "falls-back"
    DISORDERED = "disordered"
    NOTHING = "nothing"


@attrs.frozen
class FireOutcome:
    """What fire does to its target; out of range it does nothing, and the action is spent."""

    in_range: bool
    target: Fate

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        return self.target.told("falls back") if self.in_range else "out of range"


def in_reach(form: DeployedFireForm, tables: Tables) -> bool:
    """Whether the target is within the firer's reach (VI)."""
    return form.range.inches <= tables.points(f"fire.reach.{form.actor.value}")


def fire_factors(form: DeployedFireForm, tables: Tables) -> Iterator[Factor]:
    """Everything that pulls at a fire; nothing does when it cannot reach."""
    if in_reach(form, tables):
        pulls = Pulls(tables, STAGE, "fire")
        yield from _firer_factors(form, pulls)
        yield from pulls.qualities(form)
        yield from _target_factors(form, pulls)
        yield from pulls.cover(form)
        yield from pulls.states(form)
        yield from pulls.outnumbered(numbers_in_fire(form), "VI")


def _firer_factors(form: DeployedFireForm, pulls: Pulls) -> Iterator[Factor]:
    mode = "advancing" if isinstance(form, AdvancingFireForm) else "deployed"
    yield pulls.by(ACTOR, f"{mode.capitalize()} fire", f"mode.{mode}", "III.B, VI")
    arm = form.actor
    yield pulls.by(ACTOR, f"Weight of {arm.label}", f"firer.{arm.value}", "II")
    if arm.is_artillery:
        yield pulls.by(ACTOR, f"Range {form.range.label}", f"range.{form.range.value}", "VI")


def _target_factors(form: DeployedFireForm, pulls: Pulls) -> Iterator[Factor]:
    family, formation = form.target.family, form.target_formation
    yield pulls.by(TARGET, f"Target {family}", f"target.{family}", "II")
    entry = f"target-formation.{formation.value}"
    yield pulls.by(TARGET, f"Target in {formation.label}", entry, "VI")


@lru_cache(maxsize=256)
def fire_contest(form: DeployedFireForm, tables: Tables) -> Contest[FireEffect]:
    """The contest of a fire that reaches."""
    return Contest.of(tables, STAGE, "fire", FireEffect, fire_factors(form, tables))


def fire_blow(effect: FireEffect, tables: Tables) -> Blow:
    """What an effect of fire deals to the target."""
    near, far = tables.numbers("fire.falls-back")
    match effect:
        case FireEffect.BROKEN:
            return Blow(State.DEMORALIZED, breaks=True)
        case FireEffect.LOSES_TWO_BASES:
            return Blow(State.DEMORALIZED, bases=2, back=far)
        case FireEffect.LOSES_A_BASE:
            return Blow(State.DEMORALIZED, bases=1, back=far)
        case FireEffect.DEMORALIZED:
            return Blow(State.DEMORALIZED, back=far)
        case FireEffect.FALLS_BACK:
            return Blow(State.DISORDERED, back=near)
        case FireEffect.DISORDERED:
            return Blow(State.DISORDERED)
        case FireEffect.NOTHING:
            return Blow()


def fire(form: DeployedFireForm, tables: Tables) -> Resolution[FireOutcome, FireOutcome]:
    """The resolution of deployed and of advancing fire."""
    unit = Unit(
        form.target_state,
        form.target_bases,
        form.target_starting_bases or form.target_bases,
        form.retreat_blocked,
    )
    if not in_reach(form, tables):
        return settled(FireOutcome(False, struck(unit, Blow())))
    contest = fire_contest(form, tables)

    def rule(chance: Chance) -> FireOutcome:
        return FireOutcome(True, struck(unit, fire_blow(contest.decide(chance), tables)))

    return single(rule)


def fire_severity(outcome: FireOutcome) -> tuple[bool, tuple[int, ...]]:
    """From out of range to broken."""
    return outcome.in_range, outcome.target.gravity


FIRE_MEASURES: Final = (
    Measure[FireOutcome]("any-effect", "any effect", lambda o: o.target.harmed),
    Measure[FireOutcome]("disordered", "target disordered or worse", lambda o: o.target.disordered),
    Measure[FireOutcome]("falls-back", "target falls back or worse", lambda o: o.target.beaten),
    Measure[FireOutcome](
        "demoralized", "target demoralized or worse", lambda o: o.target.demoralized
    ),
    Measure[FireOutcome]("base-lost", "a base lost or worse", lambda o: o.target.lost_bases),
    Measure[FireOutcome]("removed", "target removed from play", lambda o: o.target.removed),
)
