"""How a charge is received: emergency squares, and defensive fire that may stop it (III.B, VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, FRICTION, TARGET, Contest
from calculator.rules.there_stand_empires.factors import cover, qualities, rating, states
from calculator.rules.there_stand_empires.forms import AssaultForm
from calculator.rules.there_stand_empires.numbers import numbers_factor, numbers_in_assault
from calculator.rules.there_stand_empires.status import Blow
from calculator.rules.there_stand_empires.words import Formation, State

SQUARE_STAGE: Final = "emergency square"
FIRE_STAGE: Final = "defensive fire"


class Squared(Word):
    """Whether an emergency square is formed in time; "caught" is the better for the charge."""

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
    LOSES_TWO_BASES = "loses-two-bases"
    BROKEN = "broken"


def is_walled(form: AssaultForm) -> bool:
    """Whether walls do for the target what a square would: horses cannot be ridden at them.

    A march column strung out along a street has no such use of the houses beside it.
    """
    return form.cover.is_walled and form.target_formation is not Formation.MARCH_COLUMN


def may_square(form: AssaultForm) -> bool:
    """Whether the charge makes the target try to form an emergency square."""
    return (
        form.actor.is_cavalry
        and form.target.is_infantry
        and form.target_formation is not Formation.SQUARE
        and not is_walled(form)
    )


def holds_off_horse(form: AssaultForm, squared: bool) -> bool:
    """Whether the target meets cavalry in square, or behind what is as good."""
    return (
        form.actor.is_cavalry
        and form.target.is_infantry
        and (squared or form.target_formation is Formation.SQUARE or is_walled(form))
    )


def square_factors(form: AssaultForm, tables: Tables) -> Iterator[Factor]:
    """Everything that pulls at an emergency square, as the charge sees it."""
    key = "assault.emergency-square"
    rated = rating(form.target, form.target_quality)
    points = tables.points(f"combat.quality.{rated}")
    yield Factor(SQUARE_STAGE, f"{rated.capitalize()} infantry", FRICTION, points, "II")
    points = tables.points(f"{key}.formation.{form.target_formation.value}")
    name = f"From {form.target_formation.label}"
    yield Factor(SQUARE_STAGE, name, FRICTION, points, "III.B")
    if form.target_state is not State.OK:
        points = tables.points(f"{key}.state.{form.target_state.value}")
        yield Factor(SQUARE_STAGE, f"Target {form.target_state.label}", FRICTION, points, "V")
    if not form.is_frontal:
        points = tables.points(f"{key}.not-frontal")
        yield Factor(SQUARE_STAGE, "Flank or rear", FRICTION, points, "VII")


def square_contest(form: AssaultForm, tables: Tables) -> Contest[Squared]:
    """The contest over an emergency square."""
    factors = square_factors(form, tables)
    return Contest.of(tables, SQUARE_STAGE, "assault.emergency-square.ladder", Squared, factors)


def may_fire(form: AssaultForm) -> bool:
    """Whether the target delivers any defensive fire: not cavalry, nor the demoralized (V, VII)."""
    return not form.target.is_cavalry and form.target_state is not State.DEMORALIZED


def fire_factors(form: AssaultForm, tables: Tables, squared: bool) -> Iterator[Factor]:
    """Everything that pulls at the defensive fire against a charge."""
    key = "assault.defensive-fire"
    yield from qualities(form, tables, FIRE_STAGE)
    family = form.actor.family
    yield Factor(
        FIRE_STAGE, f"Charge of {family}", ACTOR, tables.points(f"{key}.charge.{family}"), "VII"
    )
    family = form.target.family
    yield Factor(
        FIRE_STAGE, f"Fire of {family}", TARGET, tables.points(f"{key}.fire.{family}"), "VII"
    )
    yield _formation_factor(form, tables, squared)
    yield from cover(form, tables, key, FIRE_STAGE)
    if not form.is_frontal:
        points = tables.points(f"{key}.not-frontal")
        yield Factor(FIRE_STAGE, "Flank or rear", TARGET, points, "VII")
    yield from states(form, tables, key, FIRE_STAGE)
    if form.is_breakthrough:
        points = tables.points(f"{key}.breakthrough")
        yield Factor(FIRE_STAGE, "Breakthrough charge", ACTOR, points, "VII")
    yield from numbers_factor(tables, key, FIRE_STAGE, numbers_in_assault(form), "VII")


def _formation_factor(form: AssaultForm, tables: Tables, squared: bool) -> Factor:
    key = "assault.defensive-fire.formation"
    if holds_off_horse(form, squared):
        points = tables.points(f"{key}.square-against-cavalry")
        name = "Walls keep horses off" if is_walled(form) else "Square against cavalry"
        return Factor(FIRE_STAGE, name, TARGET, points, "VII")
    word = form.target_formation.value
    if form.target.is_artillery and form.target_formation is Formation.MANEUVER_COLUMN:
        word = "limbered"
    name = f"Target in {form.target_formation.label}"
    return Factor(FIRE_STAGE, name, TARGET, tables.points(f"{key}.{word}"), "VII")


def fire_contest(form: AssaultForm, tables: Tables, squared: bool) -> Contest[Reception]:
    """The contest of defensive fire."""
    factors = fire_factors(form, tables, squared)
    return Contest.of(tables, FIRE_STAGE, "assault.defensive-fire.ladder", Reception, factors)


def reception_blow(reception: Reception) -> Blow:
    """What defensive fire deals to the charge; where the charge ends up is another matter."""
    match reception:
        case Reception.GOES_HOME | Reception.STOPPED:
            return Blow()
        case Reception.STOPPED_DISORDERED | Reception.PUSHED_BACK:
            return Blow(State.DISORDERED)
        case Reception.PUSHED_BACK_DEMORALIZED:
            return Blow(State.DEMORALIZED)
        case Reception.LOSES_A_BASE:
            return Blow(State.DEMORALIZED, bases=1)
        case Reception.LOSES_TWO_BASES:
            return Blow(State.DEMORALIZED, bases=2)
        case Reception.BROKEN:
            return Blow(State.DEMORALIZED, breaks=True)
