"""Close combat: what happens once a charge has gone home (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.kinds import Word
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault_form import AssaultForm
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, Contest
from calculator.rules.there_stand_empires.factors import Pulls
from calculator.rules.there_stand_empires.numbers import numbers_in_assault
from calculator.rules.there_stand_empires.reception import flank_factors, formation_factor
from calculator.rules.there_stand_empires.status import UNHARMED, Blow
from calculator.rules.there_stand_empires.words import Cover, Formation, State

STAGE: Final = "close combat"
KEY: Final = "assault.close-combat"


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

    @property
    def carries(self) -> bool:
        """Whether the charge carries the position."""
        return self in _BEATEN


def melee_contest(form: AssaultForm, tables: Tables, squared: bool) -> Contest[Melee]:
    """The contest of a close combat."""
    factors = _melee_factors(form, Pulls(tables, STAGE, KEY), squared)
    return Contest.of(tables, STAGE, KEY, Melee, factors)


def _melee_factors(form: AssaultForm, pulls: Pulls, squared: bool) -> Iterator[Factor]:
    yield from pulls.qualities(form)
    for arm, side in ((form.actor, ACTOR), (form.target, TARGET)):
        yield pulls.by(side, f"Weight of {arm.label}", f"arm.{arm.value}", "II, VII")
    yield from _stance_factors(form, pulls, squared)
    yield from pulls.cover(form)
    yield from flank_factors(form, pulls, squared)
    yield from pulls.states(form)
    if form.is_breakthrough:
        yield pulls.by(ACTOR, "Breakthrough charge", "breakthrough", "VII")
    yield from pulls.outnumbered(numbers_in_assault(form), "VII")


def _stance_factors(form: AssaultForm, pulls: Pulls, squared: bool) -> Iterator[Factor]:
    """How the target meets the charge.

    Cavalry that rides out to meet cavalry has closed up and gained way; the terrain that gives
    cover breaks a charge of its shock.
    """
    usual = form.target_formation
    if form.target.is_cavalry and not form.is_countercharged:
        if form.actor.is_cavalry and form.cover is Cover.OPEN:
            yield pulls.by(TARGET, "Cavalry met standing", "met-standing", "VII")
        if usual is Formation.DEPLOYED:
            yield pulls.by(TARGET, "Cavalry spread out", "spread-out", "III.B, VII")
    yield formation_factor(form, pulls, squared, usual.value)


def melee_blows(melee: Melee, tables: Tables) -> tuple[Blow, Blow]:
    """What a close combat deals to the charge and to its target."""
    near, far = tables.numbers(f"{KEY}.driven-back")
    if not melee.carries:
        return _REPULSED[melee], Blow(State.DISORDERED) if melee is Melee.DRAWN else UNHARMED
    if melee is Melee.PUSHED_BACK:
        return Blow(State.DISORDERED), attrs.evolve(_BEATEN[melee], back=near)
    return UNHARMED, attrs.evolve(_BEATEN[melee], back=far)


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
}
