"""Who takes part in a charge, as its form says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, distinct_names
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.charge.form import (
    Beyond,
    ChargeForm,
    CounterchargeForm,
    EncounterForm,
)
from calculator.rules.revolutionary_wars.charge.rows import (
    FurtherBattalion,
    FurtherCharged,
    FurtherCharger,
    FurtherFresh,
    FurtherMeeting,
    Struck,
)
from calculator.rules.tables import Tables


@attrs.frozen(eq=False)
class Combatants:
    """Chargers, enemies and the fresh battalions beyond them.

    Each charge begins with the first; `runs_into` are the places of the chargers that would run
    into a fresh battalion, in the order of `fresh`.
    """

    chargers: tuple[Battalion, ...]
    enemies: tuple[Battalion, ...]
    fresh: tuple[Battalion, ...] = ()
    runs_into: tuple[int, ...] = ()

    @property
    def everyone(self) -> tuple[Battalion, ...]:
        """All of them, as they are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *self.fresh)

    @property
    def charging(self) -> range:
        """The places of the chargers."""
        return range(len(self.chargers))

    @property
    def charged(self) -> range:
        """The places of the enemies."""
        return range(len(self.chargers), len(self.chargers) + len(self.enemies))

    @property
    def beyond(self) -> dict[int, int]:
        """The place of the fresh battalion that each charger would run into."""
        first = len(self.chargers) + len(self.enemies)
        return {charger: first + index for index, charger in enumerate(self.runs_into)}


def combatants_of(form: EncounterForm, tables: Tables) -> Combatants:
    """Who takes part in a charge or countercharge, under names that tell them apart.

    The first battalions of both sides are taken as rows, like the further ones.
    """
    first = FurtherMeeting(
        card=form.battalion,
        formation=form.formation,
        order=form.order,
        platoons=form.platoons,
        general=isinstance(form, CounterchargeForm) and form.near_general,
        fighting=form.fighting,
        crossing=form.crossing_platoons if form.crossing else None,
    )
    charging = [_charger(row, tables, form.crossing) for row in (first, *form.also_charging)]
    charged = _countercharging(form, tables) if isinstance(form, CounterchargeForm) else []
    if isinstance(form, ChargeForm):
        charged = _charged(form, tables)
    met = [_first_fresh(form)] if form.beyond is Beyond.FRESH_BATTALION else []
    met += form.also_beyond
    fresh = [_battalion(row, tables, contact=row.contact.contact) for row in met]
    chargers, enemies, beyond = _named(charging, charged, fresh)
    return Combatants(chargers, enemies, beyond, tuple(row.by - 1 for row in met))


def _charged(form: ChargeForm, tables: Tables) -> list[Battalion]:
    first = FurtherCharged(
        card=form.enemy,
        formation=form.enemy_formation,
        order=form.enemy_order,
        platoons=form.enemy_platoons,
        general=form.enemy_near_general,
        contact=form.contact,
        obstacle=form.obstacle,
        fighting=form.enemy_fighting,
        corner=form.enemy_corner,
    )
    resolves = [form.resolve, *(row.resolve.resolve for row in form.also_charged)]
    return [
        _battalion(
            row,
            tables,
            contact=row.contact,
            resolve=resolve,
            obstacle=row.obstacle,
            fighting=row.fighting,
            corner=row.corner,
        )
        for row, resolve in zip((first, *form.also_charged), resolves, strict=True)
    ]


def _countercharging(form: CounterchargeForm, tables: Tables) -> list[Battalion]:
    row = FurtherMeeting(
        card=form.enemy,
        formation=form.enemy_formation,
        order=form.enemy_order,
        platoons=form.enemy_platoons,
        general=form.enemy_near_general,
        fighting=form.enemy_fighting,
    )
    first, *others = (
        _charger(one, tables, form.enemy_crossing) for one in (row, *form.also_charged)
    )
    return [attrs.evolve(first, corner=form.enemy_corner), *others]


def _first_fresh(form: EncounterForm) -> FurtherFresh:
    return FurtherFresh(
        card=form.fresh,
        formation=form.fresh_formation,
        order=form.fresh_order,
        platoons=form.fresh_platoons,
        general=form.fresh_near_general,
        contact=Struck.FLANK if form.fresh_flank else Struck.FRONT,
        by=1,
    )


def _charger(row: FurtherCharger, tables: Tables, crossing: bool) -> Battalion:
    """All of its platoons cross where the first battalion's do, unless the row counts them."""
    one = _battalion(row, tables, fighting=row.fighting)
    if row.crossing is None:
        return attrs.evolve(one, crossing=one.platoons) if crossing else one
    return attrs.evolve(one, crossing=row.crossing or None)


def _battalion(row: FurtherBattalion, tables: Tables, **how: Any) -> Battalion:
    card = Card(row.card, tables)
    return Battalion(
        row.card.battalion,
        card,
        row.formation,
        row.order,
        row.platoons or card.platoons,
        row.general,
        **how,
    )


def _named(*sides: Sequence[Battalion]) -> Iterator[tuple[Battalion, ...]]:
    roles = zip(("charging", "charged", "fresh"), sides, strict=True)
    labels = [(role, one.card.name.battalion) for role, side in roles for one in side]
    names = iter(distinct_names(labels))
    for side in sides:
        yield tuple(attrs.evolve(one, name=next(names)) for one in side)
