"""The units as they stand, by side and division: cards to tap, and what a unit may do."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from itertools import groupby
from typing import Final, NamedTuple

from aiohttp import web

from calculator.desk.turns import befell, dead_end, no_place
from calculator.desk.units import changed, correctable, proposed_of
from calculator.errors import CalculatorError, UnknownNameError
from calculator.roll import Army, OrderOfBattle, Roll, RollUnit, army_of, condition, read_correction
from calculator.rules.action import Place
from calculator.scenarios import known_scenarios, load
from calculator.web.site import PLAYING, SEATED, Route, Visit


class ArmyView(NamedTuple):
    """An army, and its units by the name of their division: those that act together."""

    army: Army
    divisions: tuple[tuple[str, tuple[RollUnit, ...]], ...]


async def army(visit: Visit) -> web.StreamResponse:
    """My army, or all armies for who has no side; `?all` shows every side."""
    roll = _roll(visit)
    armies = armies_of(roll, visit.seated.side)
    own = roll.side_key(visit.seated.side)
    shown = [one for one in armies if one.army.side == own]
    if "all" in visit.request.query or not shown:
        shown = armies
    return visit.page("army.html", armies=shown, more=len(shown) < len(armies))


async def unit(visit: Visit) -> web.StreamResponse:
    """What a unit may do, and what stands on the table of it."""
    roll = _roll(visit)
    system = roll.scenario.system
    found = roll.unit(visit.request.query.get("unit:actor", "") or visit.text("unit"))
    choices = [action for action in system.actions if system.asked_of("actor", action)]
    offered = [action for action in choices if action.place is not Place.AID]
    ended = {action: dead_end(roll, action, found) for action in offered}
    repeated = Counter(filter(None, ended.values())).most_common(1)
    return visit.page(
        "unit.html",
        unit=found,
        choices=ended,
        often=next((reason for reason, times in repeated if times > 1), ""),
        befell=befell(roll, found, visit.battle.chronicle.lines),
        aids=[action for action in choices if action.place is Place.AID],
        at_another=[action for action in choices if system.asked_of("target", action)],
        fields=correctable(roll, found),
        proposed=proposed_of(roll, found) if found.proposals else None,
        may_correct=visit.is_umpire or roll.side_key(visit.seated.side) in {"", found.side},
    )


async def correct(visit: Visit) -> web.StreamResponse:
    """Take over what stands on the table of a unit."""
    roll, name = _roll(visit), visit.text("unit")
    there = {condition.AT: ""} if f"{name}:{condition.AT}" in visit.form else {}
    typed = changed(roll, roll.unit(name), there | values_typed(visit, name))
    correction, reason = read_correction(roll, name, typed), visit.text("reason")
    side = "" if visit.is_umpire else visit.seated.side

    return await visit.recorded(
        lambda one: one.on_behalf_of(side, one.player).correct(correction, reason), "/army"
    )


def values_typed(visit: Visit, name: str) -> dict[str, str]:
    """What a form says of how a unit stands, by key; what was left open is left out."""
    keys = (f"{name}:{one.key}" for one in correctable(_roll(visit), _roll(visit).unit(name)))
    typed = {key.rpartition(":")[2]: visit.text(key) for key in keys if key in visit.form}
    return {key: text for key, text in typed.items() if text}


async def target(visit: Visit) -> web.StreamResponse:
    """At whom: the units of the other sides that are on the table; before a unit that acts is
    picked, who: those of the own side."""
    roll, system = _roll(visit), _roll(visit).scenario.system
    action = system.action(visit.request.query.get("action", ""))
    name = visit.request.query.get("unit:actor", "")
    actor = roll.unit(name) if name else None
    role, own = ("target", actor.side) if actor else ("actor", roll.side_key(visit.seated.side))
    armies = [
        one
        for one in armies_of(roll, own, action.gone.get(role, ""))
        if not own or (one.army.side == own) is (actor is None)
    ]
    others = [unit for army in armies for _, units in army.divisions for unit in units]
    return visit.page(
        "target.html",
        unit=actor,
        action=action,
        armies=armies,
        at_another=system.asked_of("target", action),
        ended={one.name: no_place(roll, action, actor, one, role) for one in others},
    )


async def orders(visit: Visit) -> web.StreamResponse:
    """The orders of battle that a battle without one can be given."""
    return visit.page("orders.html", orders=await asyncio.to_thread(_titles))


def _titles() -> dict[str, str]:
    found = {}
    for key in known_scenarios():
        with suppress(CalculatorError):  # one with faults cannot be chosen
            found[key] = load(key).titled
    return found


async def bind(visit: Visit) -> web.StreamResponse:
    """Give the battle an order of battle, by its name: no other file is opened."""
    name, known = visit.text("scenario"), known_scenarios()
    if name not in known:
        raise UnknownNameError("scenario", name, known)
    return await visit.recorded(lambda one: one.bind(OrderOfBattle.of_file(name)), "/army?all")


def armies_of(roll: Roll, side: str, gone: str | None = None) -> list[ArmyView]:
    """All sides with the units that a side may know of, by division; of those `gone` in some way
    only them and who are there, with "" for none."""
    units = [
        one
        for one in roll.seen_by(side) or roll.units
        if gone is None or (one.arrived and one.gone in {"", gone})
    ]
    armies = []
    for key, own in groupby(units, key=lambda one: one.side):
        by_division = groupby(own, key=lambda one: one.division)
        divisions = tuple((name, tuple(members)) for name, members in by_division)
        armies.append(ArmyView(army_of(roll, key), divisions))
    return armies


def _roll(visit: Visit) -> Roll:
    roll = visit.battle.roll
    if roll is None:
        raise CalculatorError("this battle has no order of battle: choose an action instead")
    return roll


ROUTES: Final = (
    Route("GET", "/army", army, SEATED),
    Route("GET", "/unit", unit, PLAYING),
    Route("POST", "/unit/correct", correct, PLAYING, told_on=unit),
    Route("GET", "/target", target, PLAYING),
    Route("GET", "/orders", orders, PLAYING),
    Route("POST", "/orders", bind, PLAYING),
)
