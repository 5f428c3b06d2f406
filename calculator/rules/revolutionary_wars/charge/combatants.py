"""Who takes part in a charge, as its form says, and how both sides meet."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, TypeVar

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Resolve, named
from calculator.rules.revolutionary_wars.charge.form import (
    AnyCharge,
    BeyondEnemy,
    ChargeForm,
    FurtherBattalion,
    FurtherCharged,
    FurtherCharger,
    FurtherFresh,
    Struck,
)
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.pulling import Facing
from calculator.rules.revolutionary_wars.forms import fielded, fighting_battalions
from calculator.rules.tables import Tables

T = TypeVar("T")

ROLES: Final = ("charging", "charged")


@attrs.frozen(eq=False)
class Combatants:
    """Chargers, enemies and the fresh battalions beyond them; `mutual` if the enemies charge too.

    Each charge begins with the first; `runs_into` are the places of the chargers that would run
    into a fresh battalion, in the order of `fresh`.
    """

    chargers: tuple[Battalion, ...]
    enemies: tuple[Battalion, ...]
    fresh: tuple[Battalion, ...]
    runs_into: tuple[int, ...]
    mutual: bool

    @cached_property
    def everyone(self) -> tuple[Battalion, ...]:
        """All of them, as they are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *self.fresh)

    @cached_property
    def charging(self) -> range:
        """The places of the chargers."""
        return range(len(self.chargers))

    @cached_property
    def charged(self) -> range:
        """The places of the enemies."""
        return range(len(self.chargers), len(self.chargers) + len(self.enemies))

    def sides(self, place: int) -> tuple[str, str]:
        """The side of a battalion, and the other."""
        return ("chargers", "enemy") if place in self.charging else ("enemy", "chargers")

    @property
    def beyond(self) -> dict[int, int]:
        """The place of the fresh battalion that each charger would run into."""
        return dict(zip(self.runs_into, range(self.charged.stop, len(self.everyone)), strict=True))

    @property
    def by_role(self) -> dict[str, Battalion]:
        """The battalions by the roles that units take: those beside the first are in rows."""
        sides = (
            ("actor", "also-charging", self.chargers),
            ("target", "also-charged", self.enemies),
            ("beyond", "also-beyond", self.fresh),
        )
        return {
            f"{further}#{place}" if place else first: one
            for first, further, side in sides
            for place, one in enumerate(side)
        }

    @cached_property
    def lineup(self) -> Lineup:
        """Both sides laid against each other."""
        return Lineup(self.everyone, self.charging, self.charged, self.mutual)

    def met_by(self, place: int) -> list[Battalion]:
        """The enemies that a battalion is in contact with as the charge goes in."""
        return [self.everyone[enemy] for enemy in self.lineup.contacts[place]]

    def facing(self, place: int, soft_ground: bool) -> Facing:
        """A battalion as the charge goes in, with all that charge it."""
        one = attrs.evolve(self.everyone[place], crossing=self.crossing.get(place, 0))
        charged = self.mutual or place in self.charged
        charging = tuple(self.met_by(place)) if charged else ()
        return Facing(one, one.order, charging, soft_ground, *self.sides(place), self.mutual)

    @cached_property
    def crossing(self) -> dict[int, int]:
        """How many platoons of each battalion charge through terrain, by its place.

        All of a battalion that charges defenders of an obstacle do.
        """
        crossing = {
            place: one.platoons if any(met.defends for met in self.met_by(place)) else one.crossing
            for place, one in enumerate((*self.chargers, *self.enemies))
        }
        return {place: platoons for place, platoons in crossing.items() if platoons}

    def crosses_twice(self, place: int) -> bool:
        """Whether a battalion has terrain to cross and an obstacle beside."""
        obstacle = any(met.defends for met in self.met_by(place))
        return obstacle and bool(self.everyone[place].crossing)

    def by_side(self, each: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[T, ...], tuple[T, ...]]:
        """What is known of everyone: of the chargers, the enemies and the fresh battalions."""
        enemies, beyond = self.charged.start, self.charged.stop
        return each[:enemies], each[enemies:beyond], each[beyond:]


def combatants_of(form: AnyCharge, tables: Tables) -> Combatants:
    """Who takes part in a charge or countercharge, under names that tell them apart."""
    charger, enemy = fighting_battalions(form, tables, ROLES)
    if form.crossing:
        charger = attrs.evolve(charger, crossing=form.crossing_platoons or charger.platoons)
    if isinstance(form, ChargeForm):
        enemy = attrs.evolve(
            enemy, contact=form.contact, resolve=form.resolve, obstacle=form.obstacle
        )
    if form.enemy_crossing:
        enemy = attrs.evolve(enemy, crossing=enemy.platoons)
    chargers = [_charger(row, tables, form.crossing) for row in form.also_charging]
    enemies = [
        _charged(row, tables)
        if isinstance(row, FurtherCharged)
        else _charger(row, tables, form.enemy_crossing)
        for row in form.also_charged
    ]
    met = [_first_fresh(form)] if form.beyond is BeyondEnemy.FRESH_BATTALION else []
    met += form.also_beyond
    fresh = [_battalion(row, tables, contact=Contact[row.contact.name]) for row in met]
    sides = ([charger, *chargers], [enemy, *enemies], fresh)
    charging, charged, beyond = named(*sides, roles=(*ROLES, "fresh"))
    return Combatants(charging, charged, beyond, tuple(row.by - 1 for row in met), form.mutual)


def _charged(row: FurtherCharged, tables: Tables) -> Battalion:
    return _battalion(
        row,
        tables,
        contact=row.contact,
        resolve=Resolve[row.resolve.name],
        obstacle=row.obstacle,
        fighting=row.fighting,
        corner=row.corner,
    )


def _charger(row: FurtherCharger, tables: Tables, crossing: bool) -> Battalion:
    """All of its platoons cross where the first battalion's do, unless the row counts them."""
    one = _battalion(row, tables, fighting=row.fighting)
    platoons = one.platoons * crossing if row.crossing is None else row.crossing
    return attrs.evolve(one, crossing=platoons)


def _first_fresh(form: AnyCharge) -> FurtherFresh:
    """The first fresh battalion as a row, like the further ones."""
    return FurtherFresh(
        card=form.fresh,
        formation=form.fresh_formation,
        order=form.fresh_order,
        platoons=form.fresh_platoons,
        general=form.fresh_near_general,
        contact=Struck.FLANK if form.fresh_flank else Struck.FRONT,
        by=1,
    )


def _battalion(row: FurtherBattalion, tables: Tables, **how: Any) -> Battalion:
    one = fielded(row.card, tables, row.formation, row.order, row.platoons, row.general)
    return attrs.evolve(one, **how)
