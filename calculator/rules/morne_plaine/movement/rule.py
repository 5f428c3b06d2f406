"""A unit goes along a path until its points, the enemy, the ground or a marsh stop it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.aftermath import Aftermath
from calculator.rules.morne_plaine.leaving import HeldBy, points_to_leave
from calculator.rules.morne_plaine.marsh import TEST, gets_stuck
from calculator.rules.morne_plaine.movement.cost import entry_cost, free_next
from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.path import Route, Step
from calculator.rules.morne_plaine.moving_on import ended, may, moved
from calculator.rules.morne_plaine.terms import Terrain
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


def refusals(form: MovementForm, _: Tables) -> Iterator[Refusal]:
    """Whose movement is over."""
    yield from ended(form.movement_over)


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


def severity(outcome: Moved) -> tuple[int, int, int]:
    """From the shortest way to the longest."""
    return outcome.hexes, outcome.stop is not Stop.STUCK, outcome.left


def after_movement(form: MovementForm, outcome: Moved) -> Aftermath:
    """The points left; a unit in a zone of control or stuck in a marsh moves no more this turn."""
    goes_on = outcome.stop not in {Stop.ZONE, Stop.STUCK}
    free = form.road_free
    for step in form.path[: outcome.hexes]:
        free = free_next(step.route, free)
    left = moved(outcome.left, goes_on, free) if outcome.hexes else {}
    return Aftermath(left, may=may(form.unit, goes_on))
