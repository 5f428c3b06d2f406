"""What the rules forbid about charges."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.errors import Refusal
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Obstacle,
    charging_refusals,
    formation_refusals,
    meeting_refusals,
)
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.charge.procedure import lineup_of
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

OBSTACLES = "Charge Action, Defending Obstacles"
BUILDINGS = "Charge Action, Defending a Building"


def charge_refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a charge cannot be made as asked."""
    combatants = combatants_of(form, tables)
    yield from _formations(combatants)
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


def countercharge_refusals(form: CounterchargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a countercharge cannot be made as asked."""
    combatants = combatants_of(form, tables)
    lineup = lineup_of(combatants, mutual=True)
    yield from _formations(combatants)
    for charger in combatants.chargers:
        yield from charging_refusals(charger)
    for each in (*combatants.chargers, *combatants.enemies):
        yield from counting_refusals(each, front_rank_only=True)
    for place, reacting in zip(combatants.charged, combatants.enemies, strict=True):
        if reacting.order is Order.SHATTERED:
            name = f"the {reacting.name}"
            yield Refusal(f"{name} is Shattered and cannot react", "When You Can React")
        met = [combatants.everyone[one].card for one in lineup.contacts[place]]
        yield from next(
            filter(None, (list(meeting_refusals(reacting.card, one)) for one in met)), ()
        )


def _formations(combatants: Combatants) -> Iterator[Refusal]:
    for battalion in combatants.everyone:
        yield from formation_refusals(battalion.card, battalion.formation, battalion.platoons)


def _obstacles(combatants: Combatants) -> Iterator[Refusal]:
    lineup = lineup_of(combatants, mutual=False)
    for place, enemy in zip(combatants.charged, combatants.enemies, strict=True):
        if enemy.defends:
            yield from may_defend(enemy, enemy.obstacle)
        if enemy.obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}:
            for charger in (combatants.everyone[one] for one in lineup.contacts[place]):
                if charger.formation is not Formation.SKIRMISH_LINE:
                    yield Refusal(
                        f"the {charger.name} must be in skirmish line to charge a "
                        f"{enemy.obstacle.label}",
                        BUILDINGS,
                    )


def may_defend(one: Battalion, obstacle: Obstacle) -> Iterator[Refusal]:
    """Why a battalion cannot defend an obstacle."""
    if one.formation is not Formation.SKIRMISH_LINE:
        yield Refusal(f"the {one.name} must be in skirmish line to defend an obstacle", OBSTACLES)
    if obstacle is Obstacle.BUILDING and one.card.arm is not Arm.INFANTRY:
        yield Refusal("only infantry can occupy a building", "Occupying Buildings")
