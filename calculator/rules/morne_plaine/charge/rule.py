"""The unit charged tests its morale; if it fails, it gives way or is eliminated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.dice import die
from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.morne_plaine.charge.form import VALID, ChargeForm
from calculator.rules.morne_plaine.leaving import SOURCE as LEAVING
from calculator.rules.morne_plaine.leaving import points_to_leave
from calculator.rules.morne_plaine.terms import Terrain, UnitType, in_column
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

TEST: Final = "morale test"
SOURCE: Final = "Effect of a charge"


class Effect(Word):
    """What a charge does to the unit charged."""

    STANDS = "faces-up-to-the-charge"
    RETREATS = "retreats"
    ELIMINATED = "eliminated"


@attrs.frozen
class Charged:
    """What became of the unit charged; its morale value (None for a leader) and combat strength
    afterwards; and the charging unit's combat strength in an attack on it in this turn."""

    effect: Effect
    morale: int | None
    strength: int
    attack: int

    @property
    def label(self) -> str:
        if self.effect is not Effect.RETREATS:
            return self.effect.label
        morale = "" if self.morale is None else f", morale {self.morale}, strength {self.strength}"
        return f"retreats{morale}"


def refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """Everything that makes the charging action impossible."""
    if not form.unit.mounted:
        yield Refusal(f"only mounted units can charge, not {form.unit}", VALID)
    for place, terrain in (("first", form.first_hex), ("second", form.second_hex)):
        if terrain is not Terrain.CLEAR:
            yield Refusal(f"the {place} hex crossed must be clear, not {terrain}", VALID)
    if not form.in_line:
        yield Refusal("the target must be in line with the two hexes crossed", VALID)
    if form.target_terrain.shelters:
        yield Refusal(f"a unit in {form.target_terrain.place} cannot be charged", VALID)
    if form.zone_on_the_way:
        yield Refusal(
            "movement ends in the first hex, which is in an enemy zone of control",
            "Entering an enemy ZoC",
        )
    yield from _movement_refusals(form, tables)


def _movement_refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    leaving = points_to_leave(form.unit, form.in_zone_of, form.zone_on_the_way, tables)
    if leaving is None:
        yield Refusal("it may not leave a zone of control for a hex in another", LEAVING)
    clear = in_column(tables, "cost.clear", form.unit)
    cost = tables.points("charge.hexes") * clear + (leaving or 0)
    cost += form.streams * tables.points("cost.stream")
    if form.allowance < cost:
        yield Refusal(
            f"the charging action takes {cost} movement points, not {form.allowance}", VALID
        )


def difference(form: ChargeForm) -> int:
    """What is added to the random number: the charging unit's combat strength less the other's."""
    return form.strength - form.target_strength


def factors(form: ChargeForm, _: Tables) -> Iterator[Factor]:
    """What the random number is changed by, and what it must not exceed."""
    yield Factor("charge", "difference of combat strengths", "charge", difference(form), SOURCE)
    if form.target is UnitType.LEADER:
        source = "Leaders and the morale tests"
        yield Factor("charge", "combat strength", "unit charged", form.target_strength, source)
        yield Factor("charge", "command radius", "unit charged", form.command_radius, source)
    else:
        yield Factor("charge", "morale value", "unit charged", form.morale, SOURCE)


def resolution(form: ChargeForm, tables: Tables) -> Resolution[Any, Charged]:
    """A random number and the difference of strengths, against the current morale value."""

    def charge(chance: Chance) -> Charged:
        number = chance.draw(die(tables.points("charge.faces")), TEST) + difference(form)
        return broken(form, tables) if number > form.morale else stood(form)

    return single(charge)


def stood(form: ChargeForm) -> Charged:
    """The unit charged after it has passed its test."""
    morale = None if form.target is UnitType.LEADER else form.target_morale
    return Charged(Effect.STANDS, morale, form.target_strength, form.strength)


def broken(form: ChargeForm, tables: Tables) -> Charged:
    """The unit charged after it has failed its test."""
    attack = int(form.strength * tables.fraction("charge.bonus"))
    gone = Charged(Effect.ELIMINATED, None, 0, form.strength)
    if form.target is UnitType.ARTILLERY or not form.can_retreat:
        return gone
    if form.target is UnitType.LEADER:
        return Charged(Effect.RETREATS, None, form.target_strength, attack)
    lost = points_lost(form, tables)
    morale = max(form.target_morale - lost, 0)
    strength = form.target_strength - max(lost - form.target_morale, 0)
    return Charged(Effect.RETREATS, morale, strength, attack) if strength > 0 else gone


def points_lost(form: ChargeForm, tables: Tables) -> int:
    """Morale points that a retreat costs; what is more than the unit has comes off its strength."""
    return tables.points("charge.retreat") + form.zones_entered * tables.points("charge.zone")


def severity(outcome: Charged) -> int:
    """From the mildest for the unit charged to the gravest."""
    return list(Effect).index(outcome.effect)
