"""What the rules forbid about charges."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.errors import Refusal
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    charging_refusals,
    fighting_refusals,
    formation_refusals,
    meeting_refusals,
)
from calculator.rules.revolutionary_wars.charge.cast import (
    Cast,
    cast_of_charge,
    cast_of_countercharge,
)
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, Obstacle
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

OBSTACLES = "Charge Action, Defending Obstacles"
BUILDINGS = "Charge Action, Defending a Building"


def charge_refusals(form: ChargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a charge cannot be made as asked."""
    cast = cast_of_charge(form, tables)
    yield from _formations(cast)
    for charger in cast.chargers:
        yield from charging_refusals(charger)
        yield from fighting_refusals(charger, front_rank_only=True)
    for enemy in cast.enemies:
        yield from fighting_refusals(enemy, front_rank_only=False)
    if all(enemy.clipped for enemy in cast.enemies):
        yield Refusal(
            "a charge must make positive contact with some enemy; one that is only clipped stands "
            "beside another that is charged",
            "Charge Action, Making Positive Contact; Clipped by a Charge",
        )
    if form.obstacle is not Obstacle.NONE:
        yield from _defenders_of_obstacle(cast, form.obstacle)


def countercharge_refusals(form: CounterchargeForm, tables: Tables) -> Iterator[Refusal]:
    """Every reason why a countercharge cannot be made as asked."""
    cast = cast_of_countercharge(form, tables)
    (charger,), (reacting,) = cast.chargers, cast.enemies
    yield from _formations(cast)
    yield from charging_refusals(charger)
    for each in cast.everyone:
        yield from fighting_refusals(each, front_rank_only=True)
    if reacting.order is Order.SHATTERED:
        yield Refusal(f"the {reacting.name} is Shattered and cannot react", "When You Can React")
    yield from meeting_refusals(reacting.card, charger.card)


def _formations(cast: Cast) -> Iterator[Refusal]:
    for battalion in cast.everyone:
        yield from formation_refusals(battalion.card, battalion.formation, battalion.platoons)


def _defenders_of_obstacle(cast: Cast, obstacle: Obstacle) -> Iterator[Refusal]:
    for enemy in cast.enemies:
        yield from may_defend(enemy, obstacle)
    if obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}:
        for charger in cast.chargers:
            if charger.formation is not Formation.SKIRMISH_LINE:
                yield Refusal(
                    f"the {charger.name} must be in skirmish line to charge a {obstacle.label}",
                    BUILDINGS,
                )


def may_defend(one: Battalion, obstacle: Obstacle) -> Iterator[Refusal]:
    """Why a battalion cannot defend an obstacle."""
    if one.formation is not Formation.SKIRMISH_LINE:
        yield Refusal(f"the {one.name} must be in skirmish line to defend an obstacle", OBSTACLES)
    if obstacle is Obstacle.BUILDING and one.card.arm is not Arm.INFANTRY:
        yield Refusal("only infantry can occupy a building", "Occupying Buildings")
