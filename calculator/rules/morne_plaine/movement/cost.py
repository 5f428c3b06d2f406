"""What it costs to enter one hex, by the Movement Cost Chart."""

from __future__ import annotations

from calculator.rules.morne_plaine.movement.path import Route, Step
from calculator.rules.morne_plaine.terms import Hexside, Terrain, UnitType, points_to_enter
from calculator.rules.tables import Tables


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
