"""Who takes part in a charge, as its form says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, distinct_names
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
)
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
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


def charge_combatants(form: ChargeForm, tables: Tables) -> Combatants:
    """Who takes part in a charge, under names that tell them apart."""
    enemy = _enemy(
        form,
        tables,
        contact=form.contact,
        resolve=form.resolve,
        obstacle=form.obstacle,
    )
    charged = [enemy, *(_charged(one, tables) for one in form.also_charged)]
    return _named(form, _charging(form, tables), charged, tables)


def countercharge_combatants(form: CounterchargeForm, tables: Tables) -> Combatants:
    """The battalions that charge each other; here those charging may be pursued too."""
    first, *others = _charging(form, tables)
    chargers = [attrs.evolve(first, near_general=form.near_general), *others]
    enemy = _enemy(form, tables)
    if form.enemy_crossing:
        enemy = attrs.evolve(enemy, crossing=enemy.platoons)
    also = (_further_charger(one, tables, form.enemy_crossing) for one in form.also_charged)
    return _named(form, chargers, [enemy, *also], tables)


def _charging(form: EncounterForm, tables: Tables) -> list[Battalion]:
    first = _battalion(
        form.battalion,
        form.formation,
        form.order,
        form.platoons,
        tables,
        fighting=form.fighting,
    )
    if form.crossing:
        most = first.platoons
        first = attrs.evolve(first, crossing=min(most, form.crossing_platoons or most))
    others = (_further_charger(one, tables, form.crossing) for one in form.also_charging)
    return [first, *others]


def _named(
    form: EncounterForm,
    charging: Sequence[Battalion],
    charged: Sequence[Battalion],
    tables: Tables,
) -> Combatants:
    fresh = [_fresh(form, tables)] if form.beyond is Beyond.FRESH_BATTALION else []
    runs_into = [0] * len(fresh) + [one.by - 1 for one in form.also_beyond]
    fresh += [_further_fresh(one, tables) for one in form.also_beyond]
    roles = ["charging"] * len(charging) + ["charged"] * len(charged) + ["fresh"] * len(fresh)
    everyone = [*charging, *charged, *fresh]
    labels = [one.card.name.battalion for one in everyone]
    names = distinct_names(list(zip(roles, labels, strict=True)))
    named = [attrs.evolve(one, name=name) for one, name in zip(everyone, names, strict=True)]
    first, second = len(charging), len(charging) + len(charged)
    return Combatants(
        tuple(named[:first]), tuple(named[first:second]), tuple(named[second:]), tuple(runs_into)
    )


def _battalion(
    card: CardName,
    formation: Formation,
    order: Order,
    platoons: int | None,
    tables: Tables,
    **how: Any,
) -> Battalion:
    dealt = Card(card, tables)
    return Battalion(card.battalion, dealt, formation, order, platoons or dealt.platoons, **how)


def _enemy(form: EncounterForm, tables: Tables, **how: Any) -> Battalion:
    return _battalion(
        form.enemy,
        form.enemy_formation,
        form.enemy_order,
        form.enemy_platoons,
        tables,
        near_general=form.enemy_near_general,
        fighting=form.enemy_fighting,
        corner=form.enemy_corner,
        **how,
    )


def _fresh(form: EncounterForm, tables: Tables) -> Battalion:
    return _battalion(
        form.fresh,
        form.fresh_formation,
        form.fresh_order,
        form.fresh_platoons,
        tables,
        near_general=form.fresh_near_general,
        contact=Contact.FLANK if form.fresh_flank else Contact.FRONT,
    )


def _further(row: FurtherBattalion, tables: Tables, **how: Any) -> Battalion:
    return _battalion(
        row.card,
        row.formation,
        row.order,
        row.platoons,
        tables,
        near_general=row.general,
        **how,
    )


def _further_charger(row: FurtherCharger, tables: Tables, crossing: bool) -> Battalion:
    one = _further(row, tables, fighting=row.fighting)
    if row.crossing is None:
        return attrs.evolve(one, crossing=one.platoons) if crossing else one
    return attrs.evolve(one, crossing=min(row.crossing, one.platoons) or None)


def _charged(row: FurtherCharged, tables: Tables) -> Battalion:
    return _further(
        row,
        tables,
        contact=row.contact,
        resolve=row.resolve.resolve,
        obstacle=row.obstacle,
        fighting=row.fighting,
        corner=row.corner,
    )


def _further_fresh(row: FurtherFresh, tables: Tables) -> Battalion:
    return _further(row, tables, contact=row.contact.contact)
