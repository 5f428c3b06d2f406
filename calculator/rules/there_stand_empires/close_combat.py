"""Close combat: what happens once a charge has gone home (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest
from calculator.rules.there_stand_empires.factors import cover, qualities, states
from calculator.rules.there_stand_empires.forms import AssaultForm
from calculator.rules.there_stand_empires.numbers import numbers_factor, numbers_in_assault
from calculator.rules.there_stand_empires.reception import holds_off_horse, is_walled
from calculator.rules.there_stand_empires.status import UNHARMED, Blow
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
    if not form.is_countercharged:
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
    if melee.carries:
        given = Blow(State.DISORDERED) if melee is Melee.PUSHED_BACK else UNHARMED
        return given, attrs.evolve(_BEATEN[melee], back=near if melee is Melee.PUSHED_BACK else far)
    return _REPULSED[melee], Blow(State.DISORDERED) if melee is Melee.DRAWN else UNHARMED


_BEATEN: Final = {
    Melee.PUSHED_BACK: Blow(State.DISORDERED),
    Melee.THROWN_BACK: Blow(State.DEMORALIZED),
    Melee.LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
    Melee.LOSES_TWO_BASES: Blow(State.DEMORALIZED, bases=2),
    Melee.BROKEN: Blow(State.DEMORALIZED, breaks=True),
}
_REPULSED: Final = {
    Melee.DRAWN: Blow(State.DISORDERED),
    Melee.REPULSED: Blow(State.DISORDERED),
    Melee.REPULSED_DEMORALIZED: Blow(State.DEMORALIZED),
    Melee.REPULSED_LOSES_A_BASE: Blow(State.DEMORALIZED, bases=1),
    Melee.REPULSED_BROKEN: Blow(State.DEMORALIZED, breaks=True),
}
