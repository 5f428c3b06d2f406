"""Fire: one contest between the firer's fire and the target's steadiness under it (VI)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, settled, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import (
    ACTOR,
    TARGET,
    Contest,
    Factors,
    outnumbered_at,
)
from calculator.rules.there_stand_empires.fire.form import AdvancingFireForm, DeployedFireForm
from calculator.rules.there_stand_empires.status import (
    Blow,
    Fate,
    Unit,
    refuse_demoralized,
    struck,
)
from calculator.rules.there_stand_empires.terms import Arm, Formation, Outnumbered, State
from calculator.rules.there_stand_empires.unit import needs_bases, refuse_square_target

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
        return self.target.summary("falls back") if self.in_range else "out of range"


def in_reach(form: DeployedFireForm, tables: Tables) -> bool:
    """Whether the target is within the firer's reach (VI)."""
    return form.range.inches <= tables.points(f"fire.reach.{form.actor.value}")


def fire_factors(form: DeployedFireForm, tables: Tables) -> Iterator[Factor]:
    """Everything that factors at a fire; nothing does when it cannot reach."""
    if in_reach(form, tables):
        factors = Factors(tables, STAGE, "fire")
        yield from _firer_factors(form, factors)
        yield from factors.qualities(form)
        yield from _target_factors(form, factors)
        yield from factors.cover(form)
        yield from factors.states(form)
        by = abs(form.bases - form.target_bases) if needs_bases(form) else 0
        yield from factors.outnumbered(outnumbered_in_fire(form), by)


def _firer_factors(form: DeployedFireForm, factors: Factors) -> Iterator[Factor]:
    arm = form.actor
    mode = "advancing" if isinstance(form, AdvancingFireForm) else "deployed"
    gallops = mode == "advancing" and arm is Arm.HORSE_ARTILLERY
    entry = f"mode.{mode}-{arm.value}" if gallops else f"mode.{mode}"
    yield factors.by(ACTOR, f"{mode.capitalize()} fire", entry)
    yield factors.by(ACTOR, f"Weight of {arm.label}", f"firer.{arm.value}")
    if arm.is_artillery:
        yield factors.by(ACTOR, f"Range {form.range.label}", f"range.{form.range.value}")


def _target_factors(form: DeployedFireForm, factors: Factors) -> Iterator[Factor]:
    family, formation = form.target.family, form.target_formation
    yield factors.by(TARGET, f"Target {family}", f"target.{family}")
    entry = f"target-formation.{formation.value}"
    yield factors.by(TARGET, f"Target in {formation.label}", entry)


def outnumbered_in_fire(form: DeployedFireForm) -> Outnumbered:
    """Outnumbered from 3 bases against 4, badly from 1 against 2 (VI)."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return form.outnumbered
    return outnumbered_at(Fraction(form.bases, form.target_bases), _FOUR_TO_THREE)


_FOUR_TO_THREE: Final = Fraction(4, 3)


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


def fire(form: DeployedFireForm, tables: Tables) -> Procedure[FireOutcome, FireOutcome]:
    """The procedure of deployed and of advancing fire."""
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


def refuse_deployed_fire(form: DeployedFireForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids deployed fire."""
    yield from _refuse_fire(form)
    if form.formation is not Formation.DEPLOYED:
        yield Refusal(
            "Deployed fire is for units that began the turn deployed; units in maneuver column or "
            "square may make advancing fire",
            "III.B, VI",
        )


def refuse_advancing_fire(form: AdvancingFireForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids advancing fire."""
    yield from _refuse_fire(form)
    if form.formation is Formation.MARCH_COLUMN:
        yield Refusal("Units in march column may never fire", "III.B, VI")


def _refuse_fire(form: DeployedFireForm) -> Iterator[Refusal]:
    yield from refuse_demoralized(form.actor_state)
    if form.actor.is_cavalry:
        yield Refusal("Cavalry does not fire", "VI")
    if form.actor is Arm.TRANSPORT:
        yield Refusal("Transport does not fire", "VI")
    if form.formation is Formation.SQUARE and not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")
    yield from refuse_square_target(form)


def after_fire(form: DeployedFireForm, outcome: FireOutcome) -> Aftermath:
    """The target as fire leaves it; reacting to fire spends no action (III.B)."""
    fate = outcome.target
    return Aftermath(target=fate.left(form.target_bases), target_gone=fate.gone)
