"""Who takes part in a charge, as its form says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, Resolve, told_apart
from calculator.rules.revolutionary_wars.cards import Card
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.form import (
    Beyond,
    ChargeForm,
    Contact,
    EncounterForm,
)
from calculator.rules.revolutionary_wars.charge.others import Other
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order
from calculator.rules.tables import Tables


@attrs.frozen(eq=False)
class Cast:
    """Chargers, enemies and the fresh battalion beyond them; each charge begins with the first."""

    chargers: tuple[Battalion, ...]
    enemies: tuple[Battalion, ...]
    fresh: Battalion | None = None

    @property
    def everyone(self) -> tuple[Battalion, ...]:
        """All of them, as they are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *((self.fresh,) if self.fresh else ()))

    @property
    def charging(self) -> range:
        """The places of the chargers."""
        return range(len(self.chargers))

    @property
    def charged(self) -> range:
        """The places of the enemies."""
        return range(len(self.chargers), len(self.chargers) + len(self.enemies))


def cast_of_charge(form: ChargeForm, tables: Tables) -> Cast:
    """Who takes part in a charge, under names that tell them apart."""
    charging = [_charger(form, tables), *(_other(one, tables) for one in form.also_charging)]
    enemy = _enemy(
        form,
        tables,
        flanked=form.contact is Contact.FLANK,
        clipped=form.contact is Contact.CLIPPED,
        resolve=form.resolve,
    )
    charged = [enemy, *(_other(one, tables) for one in form.also_charged)]
    fresh = [_fresh(form, tables)] if form.beyond is Beyond.FRESH_BATTALION else []
    return _named(charging, charged, fresh)


def cast_of_countercharge(form: CounterchargeForm, tables: Tables) -> Cast:
    """The two battalions that charge each other; here the charging one may be pursued too."""
    charger = attrs.evolve(_charger(form, tables), near_general=form.near_general)
    return _named([charger], [_enemy(form, tables)], [])


def _named(
    charging: Sequence[Battalion], charged: Sequence[Battalion], fresh: Sequence[Battalion]
) -> Cast:
    roles = ["charging"] * len(charging) + ["charged"] * len(charged) + ["fresh"] * len(fresh)
    everyone = [*charging, *charged, *fresh]
    labels = [one.card.name.battalion for one in everyone]
    names = told_apart(list(zip(roles, labels, strict=True)))
    named = [attrs.evolve(one, name=name) for one, name in zip(everyone, names, strict=True)]
    first, second = len(charging), len(charging) + len(charged)
    return Cast(tuple(named[:first]), tuple(named[first:second]), named[second] if fresh else None)


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


def _charger(form: EncounterForm, tables: Tables) -> Battalion:
    return _battalion(
        form.battalion,
        form.formation,
        form.order,
        form.platoons,
        tables,
        fighting=form.fighting,
    )


def _enemy(form: EncounterForm, tables: Tables, **how: Any) -> Battalion:
    return _battalion(
        form.enemy,
        form.enemy_formation,
        form.enemy_order,
        form.enemy_platoons,
        tables,
        near_general=form.enemy_near_general,
        fighting=form.enemy_fighting,
        **how,
    )


def _fresh(form: ChargeForm, tables: Tables) -> Battalion:
    return _battalion(
        form.fresh,
        form.fresh_formation,
        form.fresh_order,
        form.fresh_platoons,
        tables,
        near_general=form.fresh_near_general,
        flanked=form.fresh_flank,
    )


def _other(other: Other, tables: Tables) -> Battalion:
    return _battalion(
        other.card,
        other.formation,
        other.order,
        other.platoons,
        tables,
        near_general=other.near_general,
        flanked=other.flanked,
        clipped=other.clipped,
        resolve=Resolve.RUNS_AT_ONCE if other.runs else Resolve.TESTS,
    )
