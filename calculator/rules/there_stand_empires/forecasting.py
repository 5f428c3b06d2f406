"""How a battle of brigades is forecast without a table: who does what, and what it costs in men.

Nothing here bears on any odds. The policies are those of two steady, unimaginative commanders.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from calculator.rules.forecast_plan import ArmyCount, ForecastPlan
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.words import Arm, Formation, State

_REST: Final = "regroup when own demoralized; regroup when own disordered; "

_GUNS: Final = (
    "deployed-fire range=9 when own deployed and own heavy-foot-artillery; "
    "deployed-fire range=6 when own deployed and own light-foot-artillery; "
    "deployed-fire range=6 when own deployed and own horse-artillery; "
    "deploy when own heavy-foot-artillery; deploy when own light-foot-artillery; "
    "deploy when own horse-artillery; "
)

ATTACK: Final = (
    _REST
    + _GUNS
    + "assault when enemy demoralized; assault when enemy disordered; "
    + "assault when own heavy-cavalry; "
    + "advancing-fire range=3 when own maneuver-column and own infantry and turn<3; "
    + "deployed-fire range=3 when own deployed and own infantry and turn<3; "
    + "assault; deployed-fire range=3 when own deployed and own infantry; "
    + "maneuver-in-column; hold"
)
"""Prepare with fire for two hours, then assault; whoever is shaken, at once."""

DEFEND: Final = (
    _REST
    + _GUNS
    + "assault when own maneuver-column and enemy demoralized; "
    + "assault when own heavy-cavalry and own maneuver-column and enemy disordered; "
    + "maneuver-in-column when own heavy-cavalry and own deployed; "
    + "deployed-fire range=3 when own infantry and own deployed; "
    + "deploy when own infantry; hold"
)
"""Hold the line and fire; ride at what is shaken."""


def begin(unit: Mapping[str, str]) -> Mapping[str, str]:
    """A unit at the start: in maneuver column, but guns and infantry barred from columns deployed.

    Infantry that does not assault in column may be trained to assault deployed (VII).
    """
    arm = Arm(unit["arm"])
    in_line = arm.is_infantry and unit.get("columns-may-assault") == "no"
    formation = Formation.DEPLOYED if arm.is_artillery or in_line else Formation.MANEUVER_COLUMN
    return {"state": State.OK.value, "formation": formation.value}


def casualties(
    tables: Tables, before: Mapping[str, str], after: Mapping[str, str] | None
) -> Fraction:
    """The share of a unit's starting men lost between two conditions."""
    whole = int(before["starting-bases"])
    present = Fraction(int(before["bases"]), whole)
    if after is None:
        return present * tables.fraction("forecast.losses.removed")
    lost = Fraction(int(before["bases"]) - int(after["bases"]), whole)
    share = lost * tables.fraction("forecast.losses.base")
    if after["state"] != before["state"] and after["state"] != State.OK.value:
        share += present * tables.fraction(f"forecast.losses.{after['state']}")
    return share


def morale_answers(army: ArmyCount) -> dict[str, str]:
    """What the army morale button is told at the end of a turn."""
    return {
        "units": str(army.units),
        "broken": str(army.removed),
        "demoralized": str(army.demoralized),
        "passed-before": "yes" if army.passed_before else "no",
        "loss-this-turn": "yes" if army.struck else "no",
    }


PLAN: Final = ForecastPlan(
    policies={"attacker": ATTACK, "defender": DEFEND},
    start=begin,
    tempo=lambda tables: tables.fraction("forecast.tempo"),
    morale=("army-morale", morale_answers, "breaks"),
    is_demoralized=lambda unit: unit["state"] == State.DEMORALIZED.value,
    temptation=lambda unit: list(State).index(State(unit["state"])),
    casualties=casualties,
)
"""The plan."""
