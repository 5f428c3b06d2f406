"""What pulls the odds of a charge, in points on the die."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.cast import (
    Cast,
    cast_of_charge,
    cast_of_countercharge,
)
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.crossing import crossing_roll
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, EncounterForm, Obstacle
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.stand import greatest_shock
from calculator.rules.revolutionary_wars.rolls import Again
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Factor
from calculator.rules.tables import Tables

ENEMY_TESTS = "2. enemy tests to stand"
CHARGERS_TEST = "3. chargers test to stand"
MELEE = "4. melee"
AVERAGE = 4
"""The score that points are counted from: as likely as not."""


def charge_factors(form: ChargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a charge is likely to go as it does."""
    cast = cast_of_charge(form, tables)
    lineup = Lineup(cast.everyone, cast.charging, cast.charged)
    if form.crossing or form.obstacle is not Obstacle.NONE:
        for charger in cast.chargers:
            yield Factor(
                "1. charge",
                f"{charger.name} crosses on {crossing_roll(charger)} and is disordered",
                "enemy",
                1,
                "Charge Action, Charging through Terrain",
            )
    for place, enemy in zip(cast.charged, cast.enemies, strict=True):
        against = [cast.everyone[one] for one in lineup.contacts[place]]
        yield from _tested(enemy, "enemy", "chargers", ENEMY_TESTS)
        yield from _pressed(enemy, against, form)
        if form.obstacle is not Obstacle.NONE:
            points = -tables.points("stand.obstacle")
            source = "Charge Action, Defending Obstacles"
            yield Factor(ENEMY_TESTS, f"defence: {form.obstacle}", "enemy", points, source)
    for charger in cast.chargers:
        yield from _tested(charger, "chargers", "enemy", CHARGERS_TEST)
    yield from _struck(cast, lineup)


def countercharge_factors(form: CounterchargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a countercharge is likely to go as it does."""
    cast = cast_of_countercharge(form, tables)
    (charger,), (enemy,) = cast.chargers, cast.enemies
    stage = "2. both test to stand"
    for one, side, other, against in (
        (enemy, "enemy", "chargers", charger),
        (charger, "chargers", "enemy", enemy),
    ):
        yield from _tested(one, side, other, stage)
        if not form.soft_ground and against.shock:
            yield Factor(
                stage,
                f"shock of {against.name} in {against.formation}",
                other,
                against.shock,
                "Countercharge Reaction; Charger's Shock Bonus",
            )
    yield from _struck(cast, Lineup(cast.everyone, cast.charging, cast.charged, True))


def _tested(one: Battalion, side: str, other: str, stage: str) -> Iterator[Factor]:
    number = one.stand()
    favoured = side if number <= AVERAGE else other
    yield Factor(
        stage,
        f"{one.name} in {one.formation} stands on {number}+",
        favoured,
        abs(AVERAGE - number),
        "Stand if Charged from Front",
    )
    if one.order is not Order.SHAKEN and not one.clipped:
        rolled = Again.by_order(one.order).value
        favoured = side if one.order is Order.SOLID else other
        yield Factor(stage, f"{one.name} {one.order}, {rolled}", favoured, 1, "Order & Disorder")


def _pressed(enemy: Battalion, against: list[Battalion], form: EncounterForm) -> Iterator[Factor]:
    if enemy.flanked and (worse := enemy.stand(flanked=True) - enemy.stand()):
        source = "Charge Action, Charged in the Flank"
        yield Factor(ENEMY_TESTS, f"{enemy.name} in the flank", "chargers", worse, source)
    if enemy.clipped:
        source = "Charge Action, Clipped by a Charge"
        yield Factor(ENEMY_TESTS, f"{enemy.name} only clipped", "enemy", 1, source)
    shock = greatest_shock(against)
    source = "Charge Action, Charger's Shock Bonus"
    if form.soft_ground:
        yield Factor(ENEMY_TESTS, "soft ground, no shock", "enemy", shock, "Soft Ground")
    if shock:
        fearsome = max(against, key=lambda one: one.shock)
        name = f"shock of {fearsome.name} in {fearsome.formation}"
        yield Factor(ENEMY_TESTS, name, "chargers", shock, source)


def _struck(cast: Cast, lineup: Lineup) -> Iterator[Factor]:
    """The dice of the first melee."""
    platoons = tuple(0 if one is cast.fresh else one.platoons for one in cast.everyone)
    for (striker, target), dice in lineup.dice(platoons).items():
        one, struck = cast.everyone[striker], cast.everyone[target]
        side = "chargers" if striker in cast.charging else "enemy"
        rolled = [
            f"{number} on {one.card.number(key)}+"
            for number, key in ((dice.front, "strike-front"), (dice.flank, "strike-flank"))
            if number
        ]
        name = f"{one.name} strikes with {' and '.join(rolled)}"
        save = struck.card.number("melee-save")
        yield Factor(
            MELEE,
            f"{name}, saves on {save}+",
            side,
            dice.front + dice.flank,
            "Charge Action, 4. Melee",
        )
