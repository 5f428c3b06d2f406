"""What pulls the odds of a charge, in points on the die."""

from __future__ import annotations

from collections.abc import Iterator

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.crossing import crossing_roll
from calculator.rules.revolutionary_wars.charge.form import (
    ChargeForm,
    CounterchargeForm,
    EncounterForm,
)
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.procedure import crossing_of, lineup_of
from calculator.rules.revolutionary_wars.charge.stand import greatest_shock
from calculator.rules.revolutionary_wars.rolls import Again
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Factor, ruled
from calculator.rules.tables import Tables

ENEMY_TESTS = "2. enemy tests to stand"
CHARGERS_TEST = "3. chargers test to stand"
BOTH_TEST = "2. both test to stand"
MELEE_STAGE = "4. melee"
AVERAGE = 4
"""The score that points are counted from: as likely as not."""


def charge_factors(form: ChargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a charge is likely to go as it does."""
    combatants = combatants_of(form, tables)
    lineup = lineup_of(combatants, mutual=False)
    yield from _crossed(combatants, lineup)
    for place, enemy in zip(combatants.charged, combatants.enemies, strict=True):
        against = [combatants.everyone[one] for one in lineup.contacts[place]]
        yield from _tested(enemy, "enemy", "chargers", ENEMY_TESTS)
        yield from _pressed(enemy, against, form)
        if enemy.defends:
            points = -tables.points("stand.obstacle")
            source = "Charge Action, Defending Obstacles"
            name = f"defence: {enemy.obstacle}"
            yield Factor(ENEMY_TESTS, name, "enemy", points, source, ("stand.obstacle",))
    for charger in combatants.chargers:
        yield from _tested(charger, "chargers", "enemy", CHARGERS_TEST)
    yield from _struck(combatants, lineup)


def countercharge_factors(form: CounterchargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a countercharge is likely to go as it does."""
    combatants = combatants_of(form, tables)
    lineup = lineup_of(combatants, mutual=True)
    yield from _crossed(combatants, lineup)
    felt = tables.points("countercharge.shock") and not form.soft_ground
    for place in (*combatants.charged, *combatants.charging):
        one, met = combatants.everyone[place], lineup.contacts[place]
        side, other = _sides(combatants, place)
        yield from _tested(one, side, other, BOTH_TEST)
        if felt and (shock := greatest_shock(combatants.everyone[enemy] for enemy in met)):
            fearsome = max((combatants.everyone[enemy] for enemy in met), key=lambda e: e.shock)
            name = f"shock of {fearsome.name} in {fearsome.formation}"
            source = "Countercharge Reaction; Charger's Shock Bonus"
            yield Factor(BOTH_TEST, name, other, shock, source, fearsome.keys("shock"))
    yield from _struck(combatants, lineup)


def _sides(combatants: Combatants, place: int) -> tuple[str, str]:
    """The side of a battalion, and the other."""
    return ("chargers", "enemy") if place in combatants.charging else ("enemy", "chargers")


def _crossed(combatants: Combatants, lineup: Lineup) -> Iterator[Factor]:
    for place in crossing_of(combatants, lineup):
        one, (_, other) = combatants.everyone[place], _sides(combatants, place)
        name = f"{one.name} crosses on {crossing_roll(one, one.order)} and is disordered"
        yield ruled("1. charge", name, other, 1, "Charge Action, Charging through Terrain")


def _tested(one: Battalion, side: str, other: str, stage: str) -> Iterator[Factor]:
    number = one.stand()
    favoured = side if number <= AVERAGE else other
    yield Factor(
        stage,
        f"{one.name} in {one.formation} stands on {number}+",
        favoured,
        abs(AVERAGE - number),
        "Stand if Charged from Front",
        one.keys("stand-front"),
    )
    if one.order is not Order.SHAKEN and not one.clipped:
        rolled = Again.by_order(one.order).value
        favoured = side if one.order is Order.SOLID else other
        yield ruled(stage, f"{one.name} {one.order}, {rolled}", favoured, 1, "Order & Disorder")


def _pressed(enemy: Battalion, against: list[Battalion], form: EncounterForm) -> Iterator[Factor]:
    if enemy.flanked and (worse := enemy.stand(flanked=True) - enemy.stand()):
        source = "Charge Action, Charged in the Flank"
        yield Factor(
            ENEMY_TESTS,
            f"{enemy.name} in the flank",
            "chargers",
            worse,
            source,
            enemy.keys("stand-front", "stand-flank"),
        )
    if enemy.clipped:
        source = "Charge Action, Clipped by a Charge"
        yield ruled(ENEMY_TESTS, f"{enemy.name} only clipped", "enemy", 1, source)
    shock = greatest_shock(against)
    source = "Charge Action, Charger's Shock Bonus"
    if form.soft_ground:
        yield ruled(ENEMY_TESTS, "soft ground, no shock", "enemy", shock, "Soft Ground")
    if shock:
        fearsome = max(against, key=lambda one: one.shock)
        name = f"shock of {fearsome.name} in {fearsome.formation}"
        yield Factor(ENEMY_TESTS, name, "chargers", shock, source, fearsome.keys("shock"))


def _struck(combatants: Combatants, lineup: Lineup) -> Iterator[Factor]:
    """The dice of the first melee."""
    platoons = tuple(0 if one in combatants.fresh else one.platoons for one in combatants.everyone)
    for (striker, target), dice in lineup.dice(platoons).items():
        one, struck = combatants.everyone[striker], combatants.everyone[target]
        side = "chargers" if striker in combatants.charging else "enemy"
        strikes = ((dice.front, "strike-front"), (dice.flank, "strike-flank"))
        rolled = [f"{n} on {one.card.number(key)}+" for n, key in strikes if n]
        used = [key for n, key in strikes if n]
        name = f"{one.name} strikes with {' and '.join(rolled)}"
        save = struck.card.number("melee-save")
        yield Factor(
            MELEE_STAGE,
            f"{name}, saves on {save}+",
            side,
            dice.front + dice.flank,
            "Charge Action, 4. Melee",
            one.keys(*used) + struck.keys("melee-save"),
        )
