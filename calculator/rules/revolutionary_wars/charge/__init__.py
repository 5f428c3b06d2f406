"""The Charge Action and the Countercharge Reaction: what they need, and what pulls their odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from calculator.errors import Refusal
from calculator.rules.action import Measure, Severity
from calculator.rules.declared import declared
from calculator.rules.modifiers import Factor, ruled
from calculator.rules.revolutionary_wars.battalion import (
    Battalion,
    Obstacle,
    charging_refusals,
    countercharging_refusals,
    defending_refusals,
    formation_refusals,
    reacting_refusals,
)
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.form import (
    AnyCharge,
    ChargeForm,
    CounterchargeForm,
)
from calculator.rules.revolutionary_wars.charge.losses import losses
from calculator.rules.revolutionary_wars.charge.narration import narrate
from calculator.rules.revolutionary_wars.charge.outcome import (
    ChargeOutcome,
    after_charge,
    uncounted_faults,
)
from calculator.rules.revolutionary_wars.charge.procedure import PATHS, charge, charge_in_full
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.checks.cross import crossing_roll
from calculator.rules.revolutionary_wars.frontage import counting_refusals
from calculator.rules.revolutionary_wars.rolls import RollAgain
from calculator.rules.revolutionary_wars.terms import Formation, Order
from calculator.rules.tables import Tables

AVERAGE: Final = 4
"""The score that points are counted from: as likely as not."""

TESTS: Final = {"enemy": "2. enemy tests to stand", "chargers": "3. chargers test to stand"}
"""The stages in which the sides test in turn; in a countercharge both do at once."""


def charge_factors(form: AnyCharge, tables: Tables) -> Iterator[Factor]:
    """Why a charge or a countercharge is likely to go as it does."""
    combatants = combatants_of(form, tables)
    yield from _crossed(combatants)
    for place in (*combatants.charged, *combatants.charging):
        one, met = combatants.everyone[place], combatants.met_by(place)
        side, other = _sides(combatants, place)
        stage = "2. both test to stand" if combatants.mutual else TESTS[side]
        yield from _tested(one, side, other, stage)
        if combatants.mutual and tables.points("countercharge.shock") and not form.soft_ground:
            yield from _shock(met, stage, other, "Countercharge Reaction; Charger's Shock Bonus")
        if place in combatants.charged and not combatants.mutual:
            yield from _pressed(one, met, stage, form.soft_ground)
        if one.defends:
            points, source = -tables.points("stand.obstacle"), "Charge Action, Defending Obstacles"
            yield Factor(
                stage, f"defence: {one.obstacle}", side, points, source, ("stand.obstacle",)
            )
    yield from _struck(combatants)


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
        rolled = RollAgain.by_order(one.order).value
        favoured = side if one.order is Order.SOLID else other
        yield ruled(stage, f"{one.name} {one.order}, {rolled}", favoured, 1, "Order & Disorder")


def _pressed(
    enemy: Battalion, charging: Sequence[Battalion], stage: str, soft_ground: bool
) -> Iterator[Factor]:
    """Where a charge strikes a battalion, and with what shock."""
    if enemy.flanked and (worse := enemy.stand(flanked=True) - enemy.stand()):
        name, source = f"{enemy.name} in the flank", "Charge Action, Charged in the Flank"
        numbers = ("stand-front", "stand-flank")
        yield enemy.factor(stage, name, worse, source, *numbers, side="chargers")
    if enemy.clipped:
        source = "Charge Action, Clipped by a Charge"
        yield ruled(stage, f"{enemy.name} only clipped", "enemy", 1, source)
    if soft_ground:
        points = max(charger.shock for charger in charging)
        yield ruled(stage, "soft ground, no shock", "enemy", points, "Soft Ground")
    yield from _shock(charging, stage, "chargers", "Charge Action, Charger's Shock Bonus")


def _shock(charging: Sequence[Battalion], stage: str, side: str, source: str) -> Iterator[Factor]:
    """The greatest shock of those who charge one battalion."""
    fearsome = max(charging, key=lambda one: one.shock)
    if fearsome.shock:
        yield fearsome.shock_factor(stage, side, source)


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
        high = enemy.obstacle in {Obstacle.TALL_WALL, Obstacle.BUILDING}
        for charger in combatants.met_by(place):
            if high and charger.formation is not Formation.SKIRMISH_LINE:
                problem = f"must be in skirmish line to charge a {enemy.obstacle.label}"
                source = "Charge Action, Defending a Building"
                yield Refusal(f"the {charger.name} {problem}", source)


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
            list(countercharging_refusals(reacting.card, met.card))
            for met in combatants.met_by(place)
        )
        yield from next(filter(None, reasons), ())


MEASURES: Final[tuple[Measure[ChargeOutcome], ...]] = (
    Measure(
        "enemy-breaks",
        "every enemy charged breaks, is overrun or wiped out",
        lambda outcome: all(fate.end.is_beaten for fate in outcome.enemies),
    ),
    Measure(
        "enemy-destroyed",
        "every enemy charged is destroyed or overrun",
        lambda outcome: all(
            fate.end.is_lost or fate.end is End.OVERRUN for fate in outcome.enemies
        ),
    ),
    Measure(
        "chargers-break",
        "every charger breaks or is wiped out",
        lambda outcome: all(fate.end.is_beaten for fate in outcome.chargers),
    ),
    Measure(
        "chargers-destroyed",
        "every charger is destroyed",
        lambda outcome: all(fate.end.is_lost for fate in outcome.chargers),
    ),
    Measure(
        "pursues",
        "some charger pursues",
        lambda outcome: any(fate.end in {End.PURSUED, End.CHASED_OFF} for fate in outcome.chargers),
    ),
)

SHARED: Final[Mapping[str, Any]] = {
    "procedure": charge,
    "factors": charge_factors,
    "narration": narrate,
    "severity": Severity(lambda outcome: outcome.severity, "the chargers"),
    "measures": MEASURES,
    "aftermath": after_charge,
    "in_full": charge_in_full,
    "paths": PATHS,
    "unlisted": uncounted_faults,
    "losses": losses,
}
"""What a charge and a countercharge have in common."""

CHARGE: Final = declared(
    key="charge",
    label="Charge",
    help="Battalions charge: terrain, the enemy's test to stand, the chargers' own, melee in "
    "rounds until one side breaks, flight and pursuit.",
    source="Charge Action",
    form=ChargeForm,
    refusals=charge_refusals,
    mnemonic="c",
    **SHARED,
)

COUNTERCHARGE: Final = declared(
    key="countercharge",
    label="Countercharge",
    help="The enemy meets a charge half way: both battalions count as charging and test to stand "
    "at the same time.",
    source="Countercharge Reaction",
    form=CounterchargeForm,
    refusals=countercharge_refusals,
    mnemonic="o",
    **SHARED,
)
