"""What the rules forbid about charges."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.errors import Refusal
from calculator.rules.revolutionary_wars.battalion import (
    Obstacle,
    charging_refusals,
    defending_refusals,
    formation_refusals,
    meeting_refusals,
    reacting_refusals,
)
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.terms import Formation
from calculator.rules.tables import Tables


def charge_refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a charge cannot be made as asked."""
    combatants = combatants_of(form, tables)
    for battalion in combatants.everyone:
        yield from formation_refusals(battalion)
    for charger in combatants.chargers:
        yield from charging_refusals(charger)
        yield from counting_refusals(charger, front_rank_only=True)
    for enemy in combatants.enemies:
        yield from counting_refusals(enemy, front_rank_only=False)
    if all(enemy.clipped for enemy in combatants.enemies):
        yield Refusal(
            "a charge must make positive contact with some enemy; one that is only clipped stands "
            "beside another that is charged",
            "Charge Action, Making Positive Contact; Clipped by a Charge",
        )
    yield from _obstacles(combatants)


def _obstacles(combatants: Combatants) -> Iterator[Refusal]:
    for place, enemy in zip(combatants.charged, combatants.enemies, strict=True):
        yield from defending_refusals(enemy)
        if enemy.obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}:
            for charger in combatants.met_by(place):
                if charger.formation is not Formation.SKIRMISH_LINE:
                    yield Refusal(
                        f"the {charger.name} must be in skirmish line to charge a "
                        f"{enemy.obstacle.label}",
                        "Charge Action, Defending a Building",
                    )


def countercharge_refusals(form: CounterchargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a countercharge cannot be made as asked."""
    combatants = combatants_of(form, tables)
    for battalion in combatants.everyone:
        yield from formation_refusals(battalion)
    for charger in combatants.chargers:
        yield from charging_refusals(charger)
    for each in (*combatants.chargers, *combatants.enemies):
        yield from counting_refusals(each, front_rank_only=True)
    for place, reacting in zip(combatants.charged, combatants.enemies, strict=True):
        yield from reacting_refusals(reacting)
        reasons = (
            list(meeting_refusals(reacting.card, met.card)) for met in combatants.met_by(place)
        )
        yield from next(filter(None, reasons), ())
