"""The contests of an assault: emergency square, defensive fire, close combat."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import attrs

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.contest import (
    ACTOR,
    TARGET,
    Contest,
    Factors,
    outnumbered_at,
)
from calculator.rules.there_stand_empires.status import UNHARMED, Blow
from calculator.rules.there_stand_empires.terms import Cover, Formation, Outnumbered, State
from calculator.rules.there_stand_empires.unit import needs_bases

SQUARE_STAGE: Final = "emergency square"
SQUARE_KEY: Final = "assault.emergency-square"
FIRE_STAGE: Final = "defensive fire"
FIRE_KEY: Final = "assault.defensive-fire"
COMBAT_STAGE: Final = "close combat"
COMBAT_KEY: Final = "assault.close-combat"
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

    @property
    def stops_short(self) -> bool:
        """Whether the charge comes to a stand 1 inch from its target."""
        return self in {DefensiveFire.STOPPED, DefensiveFire.STOPPED_DISORDERED}


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
        return factors.by(TARGET, "Cover stops horses", entry, "VIII")
    return factors.by(TARGET, "Square against cavalry", entry)


def flank_factors(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    """What an assault on its flank or rear costs the target; a square has neither (IV)."""
    if not (form.is_frontal or squared):
        yield factors.by(TARGET, FLANK, "not-frontal")


def outnumbered_in_assault(form: AssaultForm) -> Outnumbered:
    """Outnumbered by any excess, badly from 1 against 2; earlier assaults count (VII)."""
    if form.outnumbered is not Outnumbered.WORKED_OUT:
        return form.outnumbered
    return outnumbered_at(Fraction(_assaulting(form), form.target_bases), Fraction(1))


def _assaulting(form: AssaultForm) -> int:
    """The bases of all who have assaulted the target this turn, with those that do now (VII)."""
    return form.bases + form.earlier_assaults


def _outnumbered_factors(form: AssaultForm, factors: Factors) -> Iterator[Factor]:
    by = abs(_assaulting(form) - form.target_bases) if needs_bases(form) else 0
    yield from factors.outnumbered(outnumbered_in_assault(form), by)


def square_contest(form: AssaultForm, tables: Tables) -> Contest[Square]:
    """The contest between a cavalry charge and the infantry's drill."""
    factors = _square_factors(form, Factors(tables, SQUARE_STAGE, SQUARE_KEY))
    return Contest.of(tables, SQUARE_STAGE, SQUARE_KEY, Square, factors)


def _square_factors(form: AssaultForm, factors: Factors) -> Iterator[Factor]:
    yield factors.quality(TARGET, form.target, form.target_quality)
    formation = form.target_formation
    yield factors.by(TARGET, f"From {formation.label}", f"formation.{formation.value}")
    yield from factors.target_state(form)
    yield from flank_factors(form, factors, squared=False)


def may_fire(form: AssaultForm) -> bool:
    """Whether the target delivers any defensive fire: not cavalry, nor the demoralized (V, VII)."""
    return not form.target.is_cavalry and form.target_state is not State.DEMORALIZED


def defensive_fire_contest(
    form: AssaultForm, tables: Tables, squared: bool
) -> Contest[DefensiveFire]:
    """The contest between the charge and the fire of its target."""
    factors = _defensive_fire_factors(form, Factors(tables, FIRE_STAGE, FIRE_KEY), squared)
    return Contest.of(tables, FIRE_STAGE, FIRE_KEY, DefensiveFire, factors)


def _defensive_fire_factors(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    actor, target, usual = form.actor.family, form.target.family, form.target_formation.value
    yield from factors.qualities(form)
    yield factors.by(ACTOR, f"Charge of {actor}", f"charge.{actor}")
    yield factors.by(TARGET, f"Fire of {target}", f"fire.{target}")
    if form.target.is_artillery and form.target_formation is Formation.MANEUVER_COLUMN:
        usual = "limbered"
    yield formation_factor(form, factors, squared, usual)
    yield from factors.cover(form)
    yield from flank_factors(form, factors, squared)
    yield from factors.states(form)
    if form.is_breakthrough:
        yield factors.by(ACTOR, "Breakthrough charge", "breakthrough")
    yield from _outnumbered_factors(form, factors)


def defensive_fire_blow(rung: DefensiveFire) -> Blow:
    """What defensive fire deals to the charge; where the charge ends up is another matter."""
    return _STOPPED[rung]


_STOPPED: Final = {
    DefensiveFire.GOES_HOME: UNHARMED,
    DefensiveFire.STOPPED: UNHARMED,
    DefensiveFire.STOPPED_DISORDERED: Blow(State.DISORDERED),
    DefensiveFire.PUSHED_BACK: Blow(State.DISORDERED),
    DefensiveFire.PUSHED_BACK_DEMORALIZED: Blow(State.DEMORALIZED),
    DefensiveFire.LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
}


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

    @property
    def carries(self) -> bool:
        """Whether the charge carries the position."""
        return self in _BEATEN


def close_combat_contest(form: AssaultForm, tables: Tables, squared: bool) -> Contest[CloseCombat]:
    """The contest of a close combat."""
    factors = _close_combat_factors(form, Factors(tables, COMBAT_STAGE, COMBAT_KEY), squared)
    return Contest.of(tables, COMBAT_STAGE, COMBAT_KEY, CloseCombat, factors)


def _close_combat_factors(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    yield from factors.qualities(form)
    for arm, side in ((form.actor, ACTOR), (form.target, TARGET)):
        yield factors.by(side, f"Weight of {arm.label}", f"arm.{arm.value}")
    yield from _stance_factors(form, factors, squared)
    yield from factors.cover(form)
    yield from flank_factors(form, factors, squared)
    yield from factors.states(form)
    if form.is_breakthrough:
        yield factors.by(ACTOR, "Breakthrough charge", "breakthrough")
    yield from _outnumbered_factors(form, factors)


def _stance_factors(form: AssaultForm, factors: Factors, squared: bool) -> Iterator[Factor]:
    """How the target meets the charge.

    Cavalry that rides out to meet cavalry has closed up and gained way; the terrain that gives
    cover breaks a charge of its shock.
    """
    usual = form.target_formation
    if form.target.is_cavalry and not form.is_countercharged:
        if form.actor.is_cavalry and form.cover is Cover.OPEN:
            yield factors.by(TARGET, "Cavalry met standing", "met-standing")
        if usual is Formation.DEPLOYED:
            yield factors.by(TARGET, "Cavalry spread out", "spread-out")
    yield formation_factor(form, factors, squared, usual.value)


@lru_cache(maxsize=256)
def close_combat_blows(rung: CloseCombat, tables: Tables) -> tuple[Blow, Blow]:
    """What a close combat deals to the charge and to its target."""
    if not rung.carries:
        return _REPULSED[rung], Blow(State.DISORDERED) if rung is CloseCombat.DRAWN else UNHARMED
    near, far = tables.numbers(f"{COMBAT_KEY}.driven-back")
    if rung is CloseCombat.PUSHED_BACK:
        return Blow(State.DISORDERED), attrs.evolve(_BEATEN[rung], back=near)
    return UNHARMED, attrs.evolve(_BEATEN[rung], back=far)


_BEATEN: Final = {
    CloseCombat.PUSHED_BACK: Blow(State.DISORDERED),
    CloseCombat.THROWN_BACK: Blow(State.DEMORALIZED),
    CloseCombat.LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
    CloseCombat.LOSES_TWO_BASES: Blow(State.DEMORALIZED, bases=2),
    CloseCombat.BROKEN: Blow(State.DEMORALIZED, breaks=True),
}
_REPULSED: Final = {
    CloseCombat.DRAWN: Blow(State.DISORDERED),
    CloseCombat.REPULSED: Blow(State.DISORDERED),
    CloseCombat.REPULSED_DEMORALIZED: Blow(State.DEMORALIZED),
    CloseCombat.REPULSED_LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
}
