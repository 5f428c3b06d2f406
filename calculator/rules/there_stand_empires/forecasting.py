"""How a battle of brigades is forecast without a table: who does what, and what it costs in men.

Nothing here bears on any odds. docs/forecasting.md gives each assumption with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final

from calculator.rules.armies import ArmyCount, ArmyMorale
from calculator.rules.forecast_plan import ForecastPlan, Stance
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.plain_armies import plain_battle
from calculator.rules.there_stand_empires.terms import Arm, Formation, Quality, State, Variant

_REST: Final = "regroup when own demoralized; regroup when own disordered; "

_GUNS: Final = (
    "deployed-fire range=9 when own deployed and own heavy-foot-artillery; "
    "deployed-fire range=6 when own deployed and own light-foot-artillery; "
    "deployed-fire range=6 when own deployed and own horse-artillery; "
    "deploy when own heavy-foot-artillery; deploy when own light-foot-artillery; "
    "deploy when own horse-artillery; "
)

PRESS: Final = (
    _REST
    + _GUNS
    + "assault when enemy demoralized; assault when worth>70 and turn>2; assault when worth>120; "
    + "advancing-fire range=3 when own maneuver-column and own infantry; "
    + "deployed-fire range=3 when own deployed and own infantry and turn<3; "
    + "maneuver-in-column when own deployed; maneuver-in-column when own square; hold"
)
"""Prepare with fire for two hours, then assault where the odds are nearly even, at once where they
are good."""

HOLD: Final = (
    _REST
    + _GUNS
    + "assault when own maneuver-column and enemy demoralized; "
    + "assault when own maneuver-column and worth>120; "
    + "maneuver-in-column when own heavy-cavalry and own deployed; "
    + "maneuver-in-column when own light-cavalry and own deployed; "
    + "deployed-fire range=3 when own infantry and own deployed; "
    + "deploy when own infantry; hold"
)
"""Hold the line and fire; strike back where the enemy stands to lose more."""

DELAY: Final = (
    _REST
    + _GUNS
    + "deployed-fire range=3 when own infantry and own deployed; deploy when own infantry; hold"
)
"""Fire, and close with nobody."""

_QUALITY: Final = {
    Quality.ELITE: 1.5,
    Quality.VETERAN: 1.25,
    Quality.AVERAGE: 1.0,
    Quality.POOR: 0.75,
}
_STATE: Final = {State.OK: 1.0, State.DISORDERED: 0.75, State.DEMORALIZED: 0.25}


_GUNS_FRONT: Final = 2.0
"""How many bases of foot a base of guns is as long as, by designer's judgement: with its teams and
intervals it fills the line of two."""


def begin(unit: Mapping[str, str]) -> Mapping[str, str]:
    """A unit at the start: in maneuver column, but guns and infantry barred from columns deployed.

    Infantry that does not assault in column may be trained to assault deployed (VII).
    """
    arm = Arm(unit["arm"])
    in_line = arm.is_infantry and unit.get("columns-may-assault") == "no"
    formation = Formation.DEPLOYED if arm.is_artillery or in_line else Formation.MANEUVER_COLUMN
    return {"state": State.OK.value, "formation": formation.value}


def worth(unit: Mapping[str, str]) -> float:
    """What a unit is worth in a fight, in bases of average foot that are OK; wagons nothing."""
    arm = Arm(unit["arm"])
    if arm is Arm.TRANSPORT:
        return 0.0
    quality = Quality(unit["quality"]) if arm.has_quality else Quality.AVERAGE
    return int(unit["bases"]) * _QUALITY[quality] * _STATE[State(unit["state"])]


def front(unit: Mapping[str, str]) -> float:
    """How much of a line a unit fills, in bases of foot; wagons nothing."""
    arm = Arm(unit["arm"])
    if arm is Arm.TRANSPORT:
        return 0.0
    return int(unit["bases"]) * (_GUNS_FRONT if arm.is_artillery else 1.0)


def casualties(tables: Tables, before: Mapping[str, str], after: Mapping[str, str] | None) -> float:
    """The share of a unit's present men lost between two conditions."""
    if after is None:
        return float(tables.fraction("forecast.losses.removed"))
    lost = (int(before["bases"]) - int(after["bases"])) / int(before["bases"])
    share = lost * float(tables.fraction("forecast.losses.base"))
    if State(after["state"]).rank > State(before["state"]).rank:
        share += (1 - share) * float(tables.fraction(f"forecast.losses.{after['state']}"))
    return share


def worn(unit: Mapping[str, str], left: float) -> Mapping[str, str] | None:
    """A unit of which this share of the starting men is left: a base goes when its men are gone.

    None once half of the bases or more are gone (V).
    """
    if left < 0.5:
        return None
    starting = int(unit["starting-bases"])
    kept = max(starting // 2 + 1, ceil(left * starting - 0.5))
    return {"bases": str(min(int(unit["bases"]), kept))}


def rested(unit: Mapping[str, str]) -> Mapping[str, str]:
    """A unit after a night: one status better."""
    return {"state": list(State)[max(0, State(unit["state"]).rank - 1)].value}


def morale_answers(army: ArmyCount) -> dict[str, str]:
    """What the army morale button is asked at the end of a turn."""
    return {
        "units": str(army.units),
        "broken": str(army.removed),
        "demoralized": str(army.demoralized),
        "passed-before": "yes" if army.passed_before else "no",
        "loss-this-turn": "yes" if army.struck else "no",
        "checked-this-turn": "yes" if army.checked else "no",
    }


ARMY_MORALE: Final = ArmyMorale("army-morale", morale_answers, "breaks", not_due="no-check")
"""How an army is checked."""

PLAN: Final = ForecastPlan(
    policies={Stance.PRESS: PRESS, Stance.HOLD: HOLD, Stance.DELAY: DELAY, Stance.REST: _REST},
    start=begin,
    is_demoralized=lambda unit: unit["state"] == State.DEMORALIZED.value,
    worth=worth,
    front=front,
    casualties=casualties,
    attrition=lambda tables: float(tables.fraction("forecast.losses.engaged")),
    worn=worn,
    rested=rested,
    led={"general": "yes"},
    flanking={"frontal": "no"},
    discourages=lambda unit: not Arm(unit["arm"]).is_artillery,
    men=lambda unit: 100 * int(unit.get("bases", "1")),
    draws_each=lambda battle: battle.get("initiative") == Variant.RANDOM_EACH_DIVISION.value,
    plain_battle=plain_battle,
)
"""The plan."""
