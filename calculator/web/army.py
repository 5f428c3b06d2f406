"""The units as they stand, by side and division: cards to tap, and what a unit may do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from aiohttp import web

from calculator.desk.armies import ArmyStrength
from calculator.desk.correcting import changed, correctable
from calculator.desk.proposals import proposed_of
from calculator.desk.turns import befell, dead_end, no_place
from calculator.errors import CalculatorError
from calculator.roll import Roll, RollUnit, army_of, read_correction
from calculator.roll.condition import AT
from calculator.rules.action import Place
from calculator.rules.system import RuleSystem
from calculator.web.site import PLAYING, SEATED, Route, Visit


class ArmyView(NamedTuple):
    """One side's units, how much of them is left, and what it has beside them.

    `divisions` are the units that act together, with the name of their division.
    """

    strength: ArmyStrength
    account: tuple[str, ...]
    divisions: tuple[tuple[str, tuple[RollUnit, ...]], ...]


async def army(visit: Visit) -> web.StreamResponse:
    """My army, or all armies for who has no side; `?all` shows every side."""
    roll = _roll(visit)
    armies = armies_of(roll, visit.seated.side)
    own = roll.side_key(visit.seated.side)
    shown = [one for one in armies if one.strength.key == own]
    if "all" in visit.request.query or not shown:
        shown = armies
    return visit.page(
        "army.html",
        armies=shown,
        more=len(shown) < len(armies),
        morale=morale_page(roll.scenario.system),
    )


async def unit(visit: Visit) -> web.StreamResponse:
    """What a unit may do, and what stands on the table of it."""
    return _unit_page(visit, visit.request.query.get("unit:actor", ""))


def _unit_page(visit: Visit, name: str, faults: tuple[str, ...] = ()) -> web.Response:
    roll = _roll(visit)
    system = roll.scenario.system
    found = roll.unit(name)
    choices = [action for action in system.actions if system.asked_of("actor", action)]
    return visit.page(
        "unit.html",
        422 if faults else 200,
        unit=found,
        choices={
            action: dead_end(roll, action, found)
            for action in choices
            if action.place is not Place.AID
        },
        befell=befell(roll, found, visit.battle.chronicle.lines),
        aids=[action for action in choices if action.place is Place.AID],
        at_another=[action for action in choices if system.asked_of("target", action)],
        fields=correctable(roll, found),
        proposed=proposed_of(roll, found) if found.proposals else None,
        may_correct=visit.is_umpire or may_correct(roll, visit.seated.side, found),
        faults=faults,
    )


async def correct(visit: Visit) -> web.StreamResponse:
    """Take over what stands on the table of a unit."""
    roll = _roll(visit)
    name = visit.text("unit")
    try:
        there = {AT: ""} if f"{name}:{AT}" in visit.form else {}
        typed = changed(roll, roll.unit(name), there | values_typed(visit, name))
        correction = read_correction(roll, name, typed)
        seated = visit.battle.as_seated(visit.seated)
        if visit.is_umpire:
            seated = visit.battle.umpire.on_behalf_of("", seated.player)
        await asyncio.to_thread(seated.correct, correction, visit.text("reason"))
    except CalculatorError as trouble:
        return _unit_page(visit, name, tuple(str(trouble).splitlines()))
    await visit.battle.look()
    return visit.go("/army")


def values_typed(visit: Visit, name: str) -> dict[str, str]:
    """What a form says of how a unit stands, by key; what was left open is left out."""
    keys = (f"{name}:{one.key}" for one in correctable(_roll(visit), _roll(visit).unit(name)))
    typed = {key.rpartition(":")[2]: visit.text(key) for key in keys if key in visit.form}
    return {key: text for key, text in typed.items() if text}


def may_correct(roll: Roll, side: str, unit: RollUnit) -> bool:
    """Whether a side may correct a unit: its own."""
    return roll.side_key(side) in {"", unit.side}


async def target(visit: Visit) -> web.StreamResponse:
    """At whom: the units of the other sides that are on the table."""
    roll = _roll(visit)
    actor = roll.unit(visit.request.query.get("unit:actor", ""))
    action = roll.scenario.system.action(visit.request.query.get("action", ""))
    armies = [
        one for one in armies_of(roll, actor.side, there=True) if one.strength.key != actor.side
    ]
    others = (unit for army in armies for _, units in army.divisions for unit in units)
    ended = {unit.name: no_place(roll, action, actor, unit, "target") for unit in others}
    return visit.page("target.html", unit=actor, action=action, armies=armies, ended=ended)


def armies_of(roll: Roll, side: str, *, there: bool = False) -> list[ArmyView]:
    """All sides with the units that a side may know of, by division; only those `there`, or all."""
    units = [
        one
        for one in roll.seen_by(side) or roll.units
        if not there or (one.arrived and not one.gone)
    ]
    return [_army(roll, key, list(own)) for key, own in groupby(units, key=lambda one: one.side)]


def _army(roll: Roll, key: str, units: Iterable[RollUnit]) -> ArmyView:
    strength = ArmyStrength.of(roll.scenario.system, army_of(roll, key))
    divisions = tuple(
        (name, tuple(members)) for name, members in groupby(units, key=lambda one: one.division)
    )
    return ArmyView(strength, roll.account(key), divisions)


def morale_page(system: RuleSystem) -> str:
    """The address of the check of an army, without the army."""
    return f"/ask/{system.key}/{system.army_morale.action}" if system.army_morale else ""


def _roll(visit: Visit) -> Roll:
    roll = visit.battle.roll
    if roll is None:
        raise CalculatorError("this battle has no order of battle: choose an action instead")
    return roll


ROUTES: Final = (
    Route("GET", "/army", army, SEATED),
    Route("GET", "/unit", unit, PLAYING),
    Route("POST", "/unit/correct", correct, PLAYING),
    Route("GET", "/target", target, PLAYING),
)
