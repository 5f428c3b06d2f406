"""Fire: one contest between the firer's fire and the target's steadiness under it (VI)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from calculator import conditions, errors
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.modifiers import Stage, unless
from calculator.rules.there_stand_empires import contest, status, terms
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest, by
from calculator.rules.there_stand_empires.status import FAR, NEAR, UNHARMED, Blow
from calculator.rules.there_stand_empires.terms import Arm, Formation, Outnumbered, Range, State


class DeployedFireForm(terms.CombatForm):
    """A deployed unit that fires."""

    formation: Formation = terms.formation(default=Formation.DEPLOYED)
    bases: int = terms.bases(matters=terms.WORKED_OUT)
    retreat_blocked: bool = terms.RETREAT_BLOCKED
    range: Range = terms.SITUATION.choice(Range, source="VI, VIII")
    """The shortest clear line from the front of the firing unit to the target; exactly 3, 6 or 9
    inches is the nearer band. Infantry reaches 3, light and horse guns 9, heavy 12."""
    outnumbered: Outnumbered = terms.OUTNUMBERED

    least_odds = Fraction(4, 3)


class AdvancingFireForm(DeployedFireForm):
    """A unit that fires on the move."""

    formation: Formation = terms.formation(default=Formation.MANEUVER_COLUMN)
    bases: int = terms.bases(matters=terms.WORKED_OUT)


class FireEffect(status.Rung):
    """The rungs of the ladder of fire, the gravest first, and what each deals to the target."""

    BROKEN = "broken", Blow(State.DEMORALIZED, back=FAR, breaks=True)
    LOSES_TWO_BASES = "loses-two-bases", Blow(State.DEMORALIZED, 2, FAR)
    LOSES_A_BASE = "loses-a-base", Blow(State.DEMORALIZED, 1, FAR)
    DEMORALIZED = "demoralized", Blow(State.DEMORALIZED, back=FAR)
    FALLS_BACK = "falls-back", Blow(State.DISORDERED, back=NEAR)
    DISORDERED = "disordered", Blow(State.DISORDERED)
    NOTHING = "nothing", UNHARMED


class FireOutcome(Outcome):
    """What fire does to its target; out of range it does nothing, and the action is spent."""

    in_range: bool
    target: status.Fate

    @property
    def label(self) -> str:
        return self.target.summary("falls back") if self.in_range else "out of range"


GALLOPS: Final = conditions.where("actor", Arm.HORSE_ARTILLERY)
FIRES: Final = conditions.where("actor.fires")

PULLING: Final = (
    by(ACTOR, "Weight of {actor}", ".firer.{actor.value}", FIRES),
    by(ACTOR, "Range {range}", ".range.{range.value}", conditions.where("actor.is_artillery")),
    *contest.QUALITIES,
    by(TARGET, "Target {target.family}", ".target.{target.family}"),
    by(TARGET, "Target in {target_formation}", ".target-formation.{target_formation.value}"),
    contest.COVER,
    contest.ACTOR_DISORDERED,
    contest.TARGET_STATE,
    *contest.OUTNUMBERED,
)
"""What pulls at deployed and at advancing fire."""

OUT_OF_REACH: Final = Stage("fire", "VI", TARGET).modifier(
    "the target is beyond the reach of {actor}: nothing comes of it",
    FIRES
    & conditions.Worked(
        lambda form, tables: form.range.inches > tables.points(f"fire.reach.{form.actor.value}"),
        ("actor", "range"),
        "the target is beyond the firer's reach",
    ),
)
IN_REACH: Final = unless(OUT_OF_REACH)
TARGET_HARM: Final = status.of_target()


class Fire(contest.Contested[DeployedFireForm, FireOutcome]):
    """What deployed and advancing fire share."""

    source = "III.B, VI"
    effects = (OUT_OF_REACH, *TARGET_HARM.modifiers)
    futile = OUT_OF_REACH
    speaks_of = {
        "actor": ("the firing unit", "the firer"),
        "target": ("the target's troops", "the target", "target"),
    }
    severity = Severity[FireOutcome](lambda o: (o.in_range, o.target.gravity), "the firer")
    measures = (
        Measure("any-effect", "any effect", lambda o: o.target.harmed),
        Measure("disordered", "target disordered or worse", lambda o: o.target.disordered),
        Measure("falls-back", "target falls back or worse", lambda o: o.target.beaten),
        Measure("demoralized", "target demoralized or worse", lambda o: o.target.demoralized),
        Measure("base-lost", "a base lost or worse", lambda o: o.target.lost_bases),
        Measure("removed", "target removed from play", lambda o: o.target.removed),
    )

    def refusals(self) -> Iterator[errors.Refusal]:
        form = self.form
        yield from status.refuse_demoralized(form.actor_state)
        if not form.actor.fires:
            yield errors.Refusal(f"{form.actor.family.capitalize()} does not fire", "VI")
        yield from terms.refuse_square(form.actor, form.formation)
        yield from terms.refuse_square(form.target, form.target_formation)

    def ended(self, rung: FireEffect | None) -> FireOutcome:
        target, retreats = TARGET_HARM.suffering(self.form, self.tables), "fire.falls-back"
        (blow,) = (rung or FireEffect.NOTHING).ends
        fate = status.struck(target, blow, self.tables.numbers(retreats))
        return FireOutcome(rung is not None, fate)

    def after(self, drawn: FireOutcome) -> Aftermath:
        """The target as fire leaves it; reacting to fire spends no action (III.B)."""
        fate = drawn.target
        return Aftermath(target=fate.left(self.form.target_bases), target_gone=fate.gone)

    def narrate(self, drawn: FireOutcome, draws: Draws) -> Narration:
        actor, fate = self.form.actor, drawn.target
        acted = "This was the action of the firing unit alone."
        if not drawn.in_range:
            reach = self.tables.points(f"fire.reach.{actor.value}")
            how = (f"{actor.label.capitalize()} reaches {reach} inches.",)
            return Narration("Out of range - nothing comes of the fire.", (acted,), how)
        steps = status.fate_steps("The target's troops", self.form.target_state, fate, "the firer")
        told = f"tells on the target: {drawn.label}" if fate.harmed else "has no effect"
        fought = self.bout.lines(draws, "The fire", "the target under fire")
        return Narration(f"The fire {told}.", (*steps, acted), fought)


class DeployedFire(Fire):
    """Fire by infantry or artillery that began the turn deployed."""

    key = "deployed-fire"
    label = "Deployed fire"
    asks = DeployedFireForm
    contest = Contest(
        "fire", FireEffect, by(ACTOR, label, ".mode.deployed"), *PULLING, when=IN_REACH
    )

    def refusals(self) -> Iterator[errors.Refusal]:
        yield from super().refusals()
        if self.form.formation is not Formation.DEPLOYED:
            deployed = "Deployed fire is for units that began the turn deployed"
            others = "units in maneuver column or square may make advancing fire"
            yield errors.Refusal(f"{deployed}; {others}", "III.B, VI")


class AdvancingFire(Fire):
    """Fire by infantry or artillery in maneuver column or square, or in the turn it deploys."""

    key = "advancing-fire"
    label = "Advancing fire"
    asks = AdvancingFireForm
    contest = Contest(
        "fire",
        FireEffect,
        by(ACTOR, label, ".mode.advancing", ~GALLOPS),
        by(ACTOR, label, ".mode.advancing-horse-artillery", GALLOPS),
        *PULLING,
        when=IN_REACH,
    )

    def refusals(self) -> Iterator[errors.Refusal]:
        yield from super().refusals()
        if self.form.formation is Formation.MARCH_COLUMN:
            yield errors.Refusal("Units in march column may never fire", "III.B, VI")
