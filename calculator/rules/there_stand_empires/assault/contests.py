"""The contests of an assault: emergency square, defensive fire, close combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.kinds import Word
from calculator.rules.modifiers import Factor
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Factors, contest
from calculator.rules.there_stand_empires.terms import Cover, Formation, State

FLANK: Final = "Flank or rear"


class Square(Word):
    """Whether infantry charged by cavalry forms square in time, the better for the charge first."""

    CAUGHT = "caught"
    FORMED = "formed"


class DefensiveFire(Word):
    """The rungs of the ladder of defensive fire, the best for the charge first."""

    GOES_HOME = "goes-home"
    STOPPED = "stopped"
    STOPPED_DISORDERED = "stopped-disordered"
    PUSHED_BACK = "pushed-back"
    PUSHED_BACK_DEMORALIZED = "pushed-back-demoralized"
    LOSES_A_BASE = "loses-a-base"


def may_form_square(form: AssaultForm) -> bool:
    """Whether the charge makes the target try to form an emergency square."""
    return (
        form.actor.is_cavalry
        and form.target.is_infantry
        and form.target_formation is not Formation.SQUARE
        and not form.keeps_horses_off
    )


def holds_off_horse(form: AssaultForm, squared: bool) -> bool:
    """Whether the target meets cavalry in square, or behind what is as good."""
    in_square = squared or form.target_formation is Formation.SQUARE
    on_foot = form.actor.is_cavalry and form.target.is_infantry
    return (on_foot and in_square) or form.keeps_horses_off


def formation_factor(form: AssaultForm, factors: Factors, squared: bool, usual: str) -> Factor:
    """What the target's formation is worth to it; `usual` is the entry unless it stops horses."""
    if not holds_off_horse(form, squared):
        name = f"Target in {form.target_formation.label}"
        return factors.by(TARGET, name, f"formation.{usual}")
    entry = "formation.square-against-cavalry"
    if form.keeps_horses_off:
        return factors.by(TARGET, "Cover stops horses", entry, source="VIII")
    return factors.by(TARGET, "Square against cavalry", entry)


def flank_factors(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    """What an assault on its flank or rear costs the target; a square has neither (IV)."""
    if not (form.is_frontal or squared):
        yield factors.by(TARGET, FLANK, "not-frontal")


def circumstances(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    """What bears alike on defensive fire and on close combat, whoever fights in what formation.

    Any excess of bases outnumbers, and those of earlier assaults on the target count (VII).
    """
    yield from factors.cover(form)
    yield from flank_factors(form, factors, squared)
    yield from factors.states(form)
    if form.is_breakthrough:
        yield factors.by(ACTOR, "Breakthrough charge", "breakthrough")
    assaulting = form.bases + form.earlier_assaults
    yield from factors.outnumbered(form.outnumbered, assaulting, form.target_bases)


@contest("emergency square", "assault.emergency-square", Square)
def square_contest(factors: Factors, form: AssaultForm) -> Iterator[Factor]:
    """The contest between a cavalry charge and the infantry's drill."""
    yield factors.quality(TARGET, form.target, form.target_quality)
    formation = form.target_formation
    yield factors.by(TARGET, f"From {formation.label}", f"formation.{formation.value}")
    yield from factors.target_state(form)
    yield from flank_factors(form, factors, squared=False)


def may_fire(form: AssaultForm) -> bool:
    """Whether the target delivers any defensive fire: not cavalry, nor the demoralized (V, VII)."""
    return not form.target.is_cavalry and form.target_state is not State.DEMORALIZED


@contest("defensive fire", "assault.defensive-fire", DefensiveFire)
def defensive_fire_contest(factors: Factors, form: AssaultForm, squared: bool) -> Iterator[Factor]:
    """The contest between the charge and the fire of its target."""
    actor, target, usual = form.actor.family, form.target.family, form.target_formation.value
    yield from factors.qualities(form)
    yield factors.by(ACTOR, f"Charge of {actor}", f"charge.{actor}")
    yield factors.by(TARGET, f"Fire of {target}", f"fire.{target}")
    if form.target.is_artillery and form.target_formation is Formation.MANEUVER_COLUMN:
        usual = "limbered"
    yield formation_factor(form, factors, squared, usual)
    yield from circumstances(form, factors, squared)


class CloseCombat(Word):
    """The rungs of the ladder of close combat, the best for the charge first."""

    BROKEN = "broken"
    LOSES_TWO_BASES = "loses-two-bases"
    LOSES_A_BASE = "loses-a-base"
    THROWN_BACK = "thrown-back"
    PUSHED_BACK = "pushed-back"
    DRAWN = "drawn"
    REPULSED = "repulsed"
    REPULSED_DEMORALIZED = "repulsed-demoralized"
    REPULSED_LOSES_A_BASE = "repulsed-loses-a-base"


@contest("close combat", "assault.close-combat", CloseCombat)
def close_combat_contest(factors: Factors, form: AssaultForm, squared: bool) -> Iterator[Factor]:
    """The contest of a close combat.

    Cavalry that rides out to meet cavalry has closed up and gained way; the terrain that gives
    cover breaks a charge of its shock.
    """
    yield from factors.qualities(form)
    for arm, side in ((form.actor, ACTOR), (form.target, TARGET)):
        yield factors.by(side, f"Weight of {arm.label}", f"arm.{arm.value}")
    usual = form.target_formation
    if form.target.is_cavalry and not form.is_countercharged:
        if form.actor.is_cavalry and form.cover is Cover.OPEN:
            yield factors.by(TARGET, "Cavalry met standing", "met-standing")
        if usual is Formation.DEPLOYED:
            yield factors.by(TARGET, "Cavalry spread out", "spread-out")
    yield formation_factor(form, factors, squared, usual.value)
    yield from circumstances(form, factors, squared)
