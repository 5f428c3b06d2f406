"""Close combat: what happens once a charge has gone home (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest
from calculator.rules.there_stand_empires.factors import cover, qualities, states
from calculator.rules.there_stand_empires.forms import AssaultForm
from calculator.rules.there_stand_empires.numbers import numbers_factor, numbers_in_assault
from calculator.rules.there_stand_empires.reception import holds_off_horse, is_walled
from calculator.rules.there_stand_empires.status import Blow
from calculator.rules.there_stand_empires.words import Formation, State

STAGE: Final = "close combat"
_KEY: Final = "assault.close-combat"


class Melee(Word):
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
    REPULSED_BROKEN = "repulsed-broken"

    @property
    def carries(self) -> bool:
        """Whether the charge carries the position."""
        return self in {
            Melee.BROKEN,
            Melee.LOSES_TWO_BASES,
            Melee.LOSES_A_BASE,
            Melee.THROWN_BACK,
            Melee.PUSHED_BACK,
        }


def melee_factors(form: AssaultForm, tables: Tables, squared: bool) -> Iterator[Factor]:
    """Everything that pulls at a close combat."""
    yield from qualities(form, tables, STAGE)
    for arm, side in ((form.actor, ACTOR), (form.target, TARGET)):
        yield Factor(
            STAGE, arm.label.capitalize(), side, tables.points(f"{_KEY}.arm.{arm.value}"), "II"
        )
    yield _formation_factor(form, tables, squared)
    yield from _cavalry_factors(form, tables)
    yield from cover(form, tables, _KEY, STAGE)
    if not form.is_frontal:
        yield Factor(STAGE, "Flank or rear", TARGET, tables.points(f"{_KEY}.not-frontal"), "VII")
    yield from states(form, tables, _KEY, STAGE)
    yield from numbers_factor(tables, _KEY, STAGE, numbers_in_assault(form), "VII")


def _cavalry_factors(form: AssaultForm, tables: Tables) -> Iterator[Factor]:
    if form.is_breakthrough:
        points = tables.points(f"{_KEY}.breakthrough")
        yield Factor(STAGE, "Breakthrough charge", ACTOR, points, "VII")
    if form.actor.is_cavalry and form.target.is_cavalry and not form.is_countercharged:
        points = tables.points(f"{_KEY}.met-standing")
        yield Factor(STAGE, "Cavalry met standing", TARGET, points, "VII")


def _formation_factor(form: AssaultForm, tables: Tables, squared: bool) -> Factor:
    if holds_off_horse(form, squared):
        points = tables.points(f"{_KEY}.formation.square-against-cavalry")
        name = "Walls keep horses off" if is_walled(form) else "Square against cavalry"
        return Factor(STAGE, name, TARGET, points, "VII")
    word = form.target_formation.value
    if form.target.is_cavalry and form.target_formation is Formation.DEPLOYED:
        word = "spread-out"
    name = f"Target in {form.target_formation.label}"
    return Factor(STAGE, name, TARGET, tables.points(f"{_KEY}.formation.{word}"), "VII")


def melee_contest(form: AssaultForm, tables: Tables, squared: bool) -> Contest[Melee]:
    """The contest of a close combat."""
    factors = melee_factors(form, tables, squared)
    return Contest.of(tables, STAGE, f"{_KEY}.ladder", Melee, factors)


def melee_blows(melee: Melee, tables: Tables) -> tuple[Blow, Blow]:
    """What a close combat deals to the charge and to its target."""
    near, far = tables.numbers(f"{_KEY}.thrown-back")
    match melee:
        case Melee.BROKEN:
            return Blow(), Blow(State.DEMORALIZED, breaks=True)
        case Melee.LOSES_TWO_BASES:
            return Blow(), Blow(State.DEMORALIZED, bases=2, back=far)
        case Melee.LOSES_A_BASE:
            return Blow(), Blow(State.DEMORALIZED, bases=1, back=far)
        case Melee.THROWN_BACK:
            return Blow(), Blow(State.DEMORALIZED, back=far)
        case Melee.PUSHED_BACK:
            return Blow(State.DISORDERED), Blow(State.DISORDERED, back=near)
        case Melee.DRAWN:
            return Blow(State.DISORDERED), Blow(State.DISORDERED)
        case Melee.REPULSED:
            return Blow(State.DISORDERED), Blow()
        case Melee.REPULSED_DEMORALIZED:
            return Blow(State.DEMORALIZED), Blow()
        case Melee.REPULSED_LOSES_A_BASE:
            return Blow(State.DEMORALIZED, bases=1), Blow()
        case Melee.REPULSED_BROKEN:
            return Blow(State.DEMORALIZED, breaks=True), Blow()
