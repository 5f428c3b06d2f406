"""How a charge is received: emergency squares, and defensive fire that may stop it (III.B, VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault_form import AssaultForm
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest
from calculator.rules.there_stand_empires.factors import Pulls
from calculator.rules.there_stand_empires.numbers import numbers_in_assault
from calculator.rules.there_stand_empires.status import UNHARMED, Blow
from calculator.rules.there_stand_empires.words import Formation, State

SQUARE_STAGE: Final = "emergency square"
SQUARE_KEY: Final = "assault.emergency-square"
FIRE_STAGE: Final = "defensive fire"
FIRE_KEY: Final = "assault.defensive-fire"
FLANK: Final = "Flank or rear"


class Squared(Word):
    """Whether infantry charged by cavalry forms square in time, the better for the charge first."""

    CAUGHT = "caught"
    FORMED = "formed"


class Reception(Word):
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
        return self in {Reception.STOPPED, Reception.STOPPED_DISORDERED}


def may_square(form: AssaultForm) -> bool:
    """Whether the charge makes the target try to form an emergency square."""
    return (
        form.actor.is_cavalry
        and form.target.is_infantry
        and form.target_formation is not Formation.SQUARE
        and not form.walls_keep_horses_off
    )


def holds_off_horse(form: AssaultForm, squared: bool) -> bool:
    """Whether the target meets cavalry in square, or behind what is as good."""
    in_square = squared or form.target_formation is Formation.SQUARE
    on_foot = form.actor.is_cavalry and form.target.is_infantry
    return (on_foot and in_square) or form.walls_keep_horses_off


def formation_factor(form: AssaultForm, pulls: Pulls, squared: bool, usual: str) -> Factor:
    """What the target's formation is worth to it; `usual` is the entry unless it stops horses."""
    if not holds_off_horse(form, squared):
        name = f"Target in {form.target_formation.label}"
        return pulls.by(TARGET, name, f"formation.{usual}", "IV, VII")
    name = "Walls keep horses off" if form.walls_keep_horses_off else "Square against cavalry"
    return pulls.by(TARGET, name, "formation.square-against-cavalry", "II, VII")


def flank_factors(form: AssaultForm, pulls: Pulls, squared: bool) -> Iterator[Factor]:
    """What an assault on its flank or rear costs the target; a square has neither (IV)."""
    if not (form.is_frontal or squared):
        yield pulls.by(TARGET, FLANK, "not-frontal", "VII")


def square_contest(form: AssaultForm, tables: Tables) -> Contest[Squared]:
    """The contest between a cavalry charge and the infantry's drill."""
    factors = _square_factors(form, Pulls(tables, SQUARE_STAGE, SQUARE_KEY))
    return Contest.of(tables, SQUARE_STAGE, SQUARE_KEY, Squared, factors)


def _square_factors(form: AssaultForm, pulls: Pulls) -> Iterator[Factor]:
    yield pulls.quality(TARGET, form.target, form.target_quality)
    formation = form.target_formation
    yield pulls.by(TARGET, f"From {formation.label}", f"formation.{formation.value}", "III.B")
    yield from pulls.target_state(form)
    yield from flank_factors(form, pulls, squared=False)


def may_fire(form: AssaultForm) -> bool:
    """Whether the target delivers any defensive fire: not cavalry, nor the demoralized (V, VII)."""
    return not form.target.is_cavalry and form.target_state is not State.DEMORALIZED


def fire_contest(form: AssaultForm, tables: Tables, squared: bool) -> Contest[Reception]:
    """The contest between the charge and the fire of its target."""
    factors = _fire_factors(form, Pulls(tables, FIRE_STAGE, FIRE_KEY), squared)
    return Contest.of(tables, FIRE_STAGE, FIRE_KEY, Reception, factors)


def _fire_factors(form: AssaultForm, pulls: Pulls, squared: bool) -> Iterator[Factor]:
    actor, target, usual = form.actor.family, form.target.family, form.target_formation.value
    yield from pulls.qualities(form)
    yield pulls.by(ACTOR, f"Charge of {actor}", f"charge.{actor}", "VII")
    yield pulls.by(TARGET, f"Fire of {target}", f"fire.{target}", "VII")
    if form.target.is_artillery and form.target_formation is Formation.MANEUVER_COLUMN:
        usual = "limbered"
    yield formation_factor(form, pulls, squared, usual)
    yield from pulls.cover(form)
    yield from flank_factors(form, pulls, squared)
    yield from pulls.states(form)
    if form.is_breakthrough:
        yield pulls.by(ACTOR, "Breakthrough charge", "breakthrough", "VII")
    yield from pulls.outnumbered(numbers_in_assault(form), "VII")


def reception_blow(reception: Reception) -> Blow:
    """What defensive fire deals to the charge; where the charge ends up is another matter."""
    return _BLOWS[reception]


_BLOWS: Final = {
    Reception.GOES_HOME: UNHARMED,
    Reception.STOPPED: UNHARMED,
    Reception.STOPPED_DISORDERED: Blow(State.DISORDERED),
    Reception.PUSHED_BACK: Blow(State.DISORDERED),
    Reception.PUSHED_BACK_DEMORALIZED: Blow(State.DEMORALIZED),
    Reception.LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
}
