"""Fire: one contest between the firer's fire and the target's steadiness under it (VI)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final

import attrs

from calculator.chance.procedure import Procedure, settled
from calculator.errors import Refusal
from calculator.forms import choice
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Factors, contest
from calculator.rules.there_stand_empires.status import (
    UNHARMED,
    Blow,
    Fate,
    Removal,
    Unit,
    fate_steps,
    refuse_demoralized,
    struck,
)
from calculator.rules.there_stand_empires.terms import Arm, Formation, Outnumbered, Range, State


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=unit.by_heading)
class DeployedFireForm(unit.CombatForm):
    """A deployed unit that fires."""

    formation: Formation = unit.formation(default=Formation.DEPLOYED)
    bases: int = unit.bases(matters=lambda form: form.outnumbered.is_worked_out)
    retreat_blocked: bool = unit.RETREAT_BLOCKED
    range: Range = choice(
        Range,
        "Range",
        default=Range.THREE,
        help="The shortest clear line from the front of the firing unit to the target; exactly 3, "
        "6 or 9 inches is the nearer band. Infantry reaches 3, light and horse guns 9, heavy 12.",
        source="VI, VIII",
        group="Situation",
        mnemonic="d",
    )
    outnumbered: Outnumbered = unit.OUTNUMBERED


@attrs.frozen(kw_only=True, eq=False, repr=False, field_transformer=unit.by_heading)
class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = unit.formation(default=Formation.MANEUVER_COLUMN)


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


@contest("fire", "fire", FireEffect)
def fire_contest(factors: Factors, form: DeployedFireForm) -> Iterator[Factor]:
    """The contest of a fire that reaches."""
    arm, family, formation = form.actor, form.target.family, form.target_formation
    mode = "advancing" if isinstance(form, AdvancingFireForm) else "deployed"
    gallops = mode == "advancing" and arm is Arm.HORSE_ARTILLERY
    entry = f"mode.{mode}-{arm.value}" if gallops else f"mode.{mode}"
    yield factors.by(ACTOR, f"{mode.capitalize()} fire", entry)
    yield factors.by(ACTOR, f"Weight of {arm.label}", f"firer.{arm.value}")
    if arm.is_artillery:
        yield factors.by(ACTOR, f"Range {form.range.label}", f"range.{form.range.value}")
    yield from factors.qualities(form)
    yield factors.by(TARGET, f"Target {family}", f"target.{family}")
    entry = f"target-formation.{formation.value}"
    yield factors.by(TARGET, f"Target in {formation.label}", entry)
    yield from factors.cover(form)
    yield from factors.states(form)
    yield from factors.outnumbered(
        form.outnumbered, form.bases, form.target_bases, least=_FOUR_TO_THREE
    )


_FOUR_TO_THREE: Final = Fraction(4, 3)
"""Odds at which a firer or a target is outnumbered (VI)."""


def fire_factors(form: DeployedFireForm, tables: Tables) -> tuple[Factor, ...]:
    """Everything that pulls at a fire; nothing does when it cannot reach."""
    return fire_contest(tables, form).factors if in_reach(form, tables) else ()


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
            return UNHARMED


def fire(form: DeployedFireForm, tables: Tables) -> Procedure[Any, FireOutcome]:
    """The procedure of deployed and of advancing fire."""
    bases = form.target_bases, form.target_starting_bases
    target = Unit(form.target_state, *bases, form.retreat_blocked)
    if not in_reach(form, tables):
        return settled(FireOutcome(False, struck(target, UNHARMED)))
    return fire_contest(tables, form).procedure(
        lambda effect: FireOutcome(True, struck(target, fire_blow(effect, tables)))
    )


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
    if not form.actor.fires:
        yield Refusal(f"{form.actor.family.capitalize()} does not fire", "VI")
    if form.formation is Formation.SQUARE and not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")
    yield from unit.refuse_square_target(form)


def after_fire(form: DeployedFireForm, outcome: FireOutcome) -> Aftermath:
    """The target as fire leaves it; reacting to fire spends no action (III.B)."""
    fate = outcome.target
    return Aftermath(target=fate.left(form.target_bases), target_gone=fate.gone)


def narrate_fire(
    form: DeployedFireForm, outcome: FireOutcome, draws: Draws, tables: Tables
) -> Narration:
    """What came of a fire, and what to do on the table."""
    if not outcome.in_range:
        reach = tables.points(f"fire.reach.{form.actor.value}")
        return Narration(
            "Out of range - nothing comes of the fire.",
            ("The firing unit has used its action all the same.",),
            (f"{form.actor.label.capitalize()} reaches {reach} inches.",),
        )
    steps = fate_steps("The target's troops", form.target_state, outcome.target, "the firer")
    return Narration(
        _headline(outcome.target),
        (*steps, "The firing unit has used its action; its target keeps its own."),
        fire_contest(tables, form).lines(draws, "The fire", "the target under fire"),
    )


def _headline(fate: Fate) -> str:
    if not fate.harmed:
        return "The fire has no effect."
    if fate.removal is Removal.SURRENDERED:
        return "The fire tells - the target must fall back, cannot, and surrenders."
    is_state = fate.removed or not (fate.back or fate.bases_lost)
    return f"The fire tells - the target {'is ' if is_state else ''}{fate.summary('falls back')}."


_fire_action: Final = partial(
    declared,
    source="III.B, VI",
    procedure=fire,
    narration=narrate_fire,
    severity=Severity[FireOutcome](
        lambda outcome: (outcome.in_range, outcome.target.gravity), "the firer"
    ),
    factors=fire_factors,
    measures=(
        Measure("any-effect", "any effect", lambda o: o.target.harmed),
        Measure("disordered", "target disordered or worse", lambda o: o.target.disordered),
        Measure("falls-back", "target falls back or worse", lambda o: o.target.beaten),
        Measure("demoralized", "target demoralized or worse", lambda o: o.target.demoralized),
        Measure("base-lost", "a base lost or worse", lambda o: o.target.lost_bases),
        Measure("removed", "target removed from play", lambda o: o.target.removed),
    ),
    aftermath=after_fire,
)
DEPLOYED_FIRE: Final = _fire_action(
    key="deployed-fire",
    label="Deployed fire",
    help="Fire by infantry or artillery that began the turn deployed.",
    form=DeployedFireForm,
    refusals=refuse_deployed_fire,
)
ADVANCING_FIRE: Final = _fire_action(
    key="advancing-fire",
    label="Advancing fire",
    help="Fire by infantry or artillery in maneuver column or square, or in the turn it deploys.",
    form=AdvancingFireForm,
    refusals=refuse_advancing_fire,
)
