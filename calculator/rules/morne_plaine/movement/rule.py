"""A unit goes along a path, at the cost of each hex, until something stops it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.morne_plaine.marsh import TEST, gets_stuck
from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.path import Route, Step
from calculator.rules.morne_plaine.moving_on import may, moved
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType, points_to_enter
from calculator.rules.morne_plaine.zones import HeldBy, points_to_leave
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Movement phase"


class Stop(Word):
    """Why a unit's movement ended."""

    ARRIVED = "arrived"
    ZONE = "in-a-zone-of-control"
    STUCK = "stuck"
    POINTS = "too-few-points"
    IMPASSABLE = "impassable"
    OCCUPIED = "occupied"
    HELD = "held"


@attrs.frozen
class Moved:
    """Hexes entered, movement points left, and why the movement ended."""

    hexes: int
    left: int
    stop: Stop

    @property
    def label(self) -> str:
        far = f"{counted(self.hexes, 'hex', 'hexes')}, {counted(self.left, 'point')} left"
        return far if self.stop is Stop.ARRIVED else f"{far}: {self.stop}"


@attrs.frozen
class HexEntered:
    """One hex of a path: what it costs, and why it cannot be entered if it cannot."""

    step: Step
    cost: int
    barred: Stop | None = None


def along(form: MovementForm, tables: Tables) -> Iterator[HexEntered]:
    """Every hex of the path, each as if the unit had got through those before it."""
    left, came_from, held = form.allowance, form.from_terrain, form.held
    road_free = form.road_free
    for step in form.path:
        leaving = points_to_leave(form.unit, held, step.zone, tables)
        entering = entry_cost(step, form.unit, came_from, road_free, tables)
        cost = (entering or 0) + (leaving or 0)
        barred = _barred(step, entering, leaving, left - cost)
        yield HexEntered(step, cost, barred)
        left -= cost
        came_from, road_free, held = step.terrain, free_next(step.route, road_free), HeldBy.NOBODY


def _barred(step: Step, entering: int | None, leaving: int | None, left: int) -> Stop | None:
    if step.occupied:
        return Stop.OCCUPIED
    if entering is None:
        return Stop.IMPASSABLE
    if leaving is None:
        return Stop.HELD
    return Stop.POINTS if left < 0 else None


def entry_cost(
    step: Step, unit: UnitType, came_from: Terrain, road_free: bool, tables: Tables
) -> int | None:
    """Movement points to make `step`; None if the hexside cannot be crossed.

    `road_free` says that the next move along a road is one of those that cost nothing.
    """
    crossing = crossing_cost(step, tables)
    if crossing is None:
        return None
    match step.route:
        case Route.ROAD:
            return crossing + tables.points("cost.road-first" if road_free else "cost.road-then")
        case Route.TRACK:
            return crossing + tables.points("cost.track")
        case Route.OPEN_COUNTRY | Route.PAST_CROSSROADS:
            return crossing + terrain_cost(step.terrain, unit, came_from, tables)


def crossing_cost(step: Step, tables: Tables) -> int | None:
    """Points added by water and slopes, which add up; None if either is impassable."""
    water, slope = _water_cost(step, tables), _slope_cost(step, tables)
    return None if water is None or slope is None else water + slope


def _water_cost(step: Step, tables: Tables) -> int | None:
    """A bridge carries the unit over any water; a ford through it, for what a stream costs."""
    there = set(step.hexsides)
    if Hexside.BRIDGE in there:
        return 0
    if Hexside.RIVER in there and Hexside.FORD not in there:
        return None
    return tables.points("cost.stream") if there & {Hexside.STREAM, Hexside.FORD} else 0


def _slope_cost(step: Step, tables: Tables) -> int | None:
    symbols = sum(hexside.symbols for hexside in step.hexsides)
    if symbols < 2:
        return 0
    if step.route is not Route.TRACK:
        return None
    return (symbols - 1) * tables.points("cost.slope-on-track")


def terrain_cost(terrain: Terrain, unit: UnitType, came_from: Terrain, tables: Tables) -> int:
    """Points for the hex itself."""
    if terrain is came_from is Terrain.VILLAGE:
        return tables.points("cost.village-from-village")
    return points_to_enter(terrain, unit, tables)


def free_next(route: Route, road_free: bool) -> bool:
    """Whether the next move along a road is free, after one by `route`.

    Moves along a road are free and not by turns. Who leaves the road begins anew with a free one;
    who jumps past a crossroads has forgone it.
    """
    if route is Route.ROAD:
        return not road_free
    return route is not Route.PAST_CROSSROADS


def procedure(form: MovementForm, tables: Tables) -> Procedure[Any, Moved]:
    """Hex after hex; each marsh entered across country asks for a test."""
    entries = tuple(along(form, tables))

    def move(chance: Chance) -> Moved:
        left = form.allowance
        for hexes, entry in enumerate(entries):
            if entry.barred:
                return Moved(hexes, left, entry.barred)
            left -= entry.cost
            if entry.step.zone:
                return Moved(hexes + 1, left, Stop.ZONE)
            if is_marsh(entry.step) and gets_stuck(form.unit, tables, chance, marsh_ask(hexes)):
                return Moved(hexes + 1, left, Stop.STUCK)
        return Moved(len(entries), left, Stop.ARRIVED)

    return single(move)


def is_marsh(step: Step) -> bool:
    """Whether the unit sinks into the ground it enters: along a road or track it does not."""
    return step.terrain is Terrain.MARSH and step.route not in {Route.ROAD, Route.TRACK}


def marsh_ask(hexes: int) -> str:
    """The name of the test in the hex after so many."""
    return f"{TEST}, hex {hexes + 1}"


def after_movement(form: MovementForm, outcome: Moved) -> Aftermath:
    """The points left; a unit in a zone of control or stuck in a marsh moves no more this turn."""
    goes_on = outcome.stop not in {Stop.ZONE, Stop.STUCK}
    free = form.road_free
    for step in form.path[: outcome.hexes]:
        free = free_next(step.route, free)
    left = moved(outcome.left, goes_on, free) if outcome.hexes else {}
    return Aftermath(left, may=may(form.unit, goes_on))
