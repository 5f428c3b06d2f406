"""What pulls the odds of a charge, in points on the die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.crossing import crossing_roll
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, CounterchargeForm
from calculator.rules.revolutionary_wars.rolls import Again
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.system import Factor, ruled
from calculator.rules.tables import Tables

ENEMY_TESTS = "2. enemy tests to stand"
CHARGERS_TEST = "3. chargers test to stand"
BOTH_TEST = "2. both test to stand"
AVERAGE = 4
"""The score that points are counted from: as likely as not."""


def charge_factors(form: ChargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a charge is likely to go as it does."""
    combatants = combatants_of(form, tables)
    yield from _crossed(combatants)
    for place, enemy in zip(combatants.charged, combatants.enemies, strict=True):
        yield from _tested(enemy, "enemy", "chargers", ENEMY_TESTS)
        yield from _pressed(enemy, combatants.met_by(place), form)
        if enemy.defends:
            points = -tables.points("stand.obstacle")
            source = "Charge Action, Defending Obstacles"
            name = f"defence: {enemy.obstacle}"
            yield Factor(ENEMY_TESTS, name, "enemy", points, source, ("stand.obstacle",))
    for charger in combatants.chargers:
        yield from _tested(charger, "chargers", "enemy", CHARGERS_TEST)
    yield from _struck(combatants)


def countercharge_factors(form: CounterchargeForm, tables: Tables) -> Iterator[Factor]:
    """Why a countercharge is likely to go as it does."""
    combatants = combatants_of(form, tables)
    yield from _crossed(combatants)
    felt = tables.points("countercharge.shock") and not form.soft_ground
    for place in (*combatants.charged, *combatants.charging):
        side, other = _sides(combatants, place)
        yield from _tested(combatants.everyone[place], side, other, BOTH_TEST)
        if felt and (fearsome := _most_fearsome(combatants.met_by(place))).shock:
            source = "Countercharge Reaction; Charger's Shock Bonus"
            yield fearsome.shock_factor(BOTH_TEST, other, source)
    yield from _struck(combatants)


def _most_fearsome(battalions: Sequence[Battalion]) -> Battalion:
    """That with the greatest shock."""
    return max(battalions, key=lambda one: one.shock)


def _sides(combatants: Combatants, place: int) -> tuple[str, str]:
    """The side of a battalion, and the other."""
    return ("chargers", "enemy") if place in combatants.charging else ("enemy", "chargers")


def _crossed(combatants: Combatants) -> Iterator[Factor]:
    for place in combatants.crossing:
        one, (_, other) = combatants.everyone[place], _sides(combatants, place)
        name = f"{one.name} crosses on {crossing_roll(one, one.order)} and is disordered"
        yield ruled("1. charge", name, other, 1, "Charge Action, Charging through Terrain")


def _tested(one: Battalion, side: str, other: str, stage: str) -> Iterator[Factor]:
    number = one.stand()
    favoured = side if number <= AVERAGE else other
    name = f"{one.name} in {one.formation} stands on {number}+"
    source = "Stand if Charged from Front"
    yield one.factor(stage, name, abs(AVERAGE - number), source, "stand-front", side=favoured)
    if one.order is not Order.SHAKEN and not one.clipped:
        rolled = Again.by_order(one.order).value
        favoured = side if one.order is Order.SOLID else other
        yield ruled(stage, f"{one.name} {one.order}, {rolled}", favoured, 1, "Order & Disorder")


def _pressed(enemy: Battalion, against: Sequence[Battalion], form: ChargeForm) -> Iterator[Factor]:
    if enemy.flanked and (worse := enemy.stand(flanked=True) - enemy.stand()):
        name, source = f"{enemy.name} in the flank", "Charge Action, Charged in the Flank"
        numbers = ("stand-front", "stand-flank")
        yield enemy.factor(ENEMY_TESTS, name, worse, source, *numbers, side="chargers")
    if enemy.clipped:
        source = "Charge Action, Clipped by a Charge"
        yield ruled(ENEMY_TESTS, f"{enemy.name} only clipped", "enemy", 1, source)
    fearsome = _most_fearsome(against)
    if form.soft_ground:
        yield ruled(ENEMY_TESTS, "soft ground, no shock", "enemy", fearsome.shock, "Soft Ground")
    if fearsome.shock:
        source = "Charge Action, Charger's Shock Bonus"
        yield fearsome.shock_factor(ENEMY_TESTS, "chargers", source)


def _struck(combatants: Combatants) -> Iterator[Factor]:
    """The dice of the first melee."""
    platoons = tuple(0 if one in combatants.fresh else one.platoons for one in combatants.everyone)
    for (striker, target), dice in combatants.lineup.dice(platoons).items():
        one, struck = combatants.everyone[striker], combatants.everyone[target]
        side, _ = _sides(combatants, striker)
        rolled = [f"{n} on {one.card.number(number)}+" for n, number in dice.rolled]
        keys = one.card.keys(one.formation, *(number for _, number in dice.rolled))
        save = struck.card.number("melee-save")
        yield Factor(
            "4. melee",
            f"{one.name} strikes with {' and '.join(rolled)}, saves on {save}+",
            side,
            sum(dice),
            "Charge Action, 4. Melee",
            keys + struck.card.keys(struck.formation, "melee-save"),
        )
