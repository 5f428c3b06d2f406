"""Movement along a path of hexes, at the cost of each, until something stops it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import attrs

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.forms import Form, choice, entry, yes_no
from calculator.kinds import Word
from calculator.rules.action import Draws, Measure, Narration, Severity
from calculator.rules.aftermath import Aftermath
from calculator.rules.declared import declared
from calculator.rules.morne_plaine.marsh import TEST, gets_stuck, test_narrated
from calculator.rules.morne_plaine.moving_on import (
    ALLOWANCE,
    MOVEMENT_OVER,
    asked_unit,
    ended,
    may,
    moved,
)
from calculator.rules.morne_plaine.path import PATH, Path, Route, Step
from calculator.rules.morne_plaine.terms import CHART, Hexside, Terrain, UnitType, points_to_enter
from calculator.rules.morne_plaine.zones import IN_ZONE_OF, HeldBy, points_to_leave
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

SOURCE: Final = "Movement phase"


@attrs.frozen(kw_only=True)
class MovementForm(Form):
    """A unit, where it begins, and the path it takes."""

    unit: UnitType = asked_unit(help="The column of the Movement Cost Chart.")
    allowance: int = ALLOWANCE
    from_terrain: Terrain = choice(
        Terrain,
        "Begins in",
        default=Terrain.CLEAR,
        group="Moving unit",
        mnemonic="e",
        source="Movement Cost Chart, note *",
        help="Terrain of the hex where it begins. From a village, the next village hex costs 1; in "
        "woods or a village it is in nobody's zone of control.",
    )
    in_zone_of: HeldBy = choice(
        HeldBy, matters=lambda form: not form.from_terrain.shelters, **IN_ZONE_OF
    )
    movement_over: bool = MOVEMENT_OVER
    road_free: bool = yes_no(
        "Road hex free",
        default=True,
        group="Moving unit",
        source=CHART,
        help="The next hex along a road costs nothing: at the beginning of the turn, and after a "
        "hex along the road that cost 1.",
    )
    path: Path = entry(
        PATH,
        "Path",
        default=(Step(),),
        group="Path",
        mnemonic="h",
        source=CHART,
        help="Each hex entered, with commas between: its terrain; road or track if it follows one "
        "from the hex before; past-crossroads if it jumps from road hex to road hex beside a "
        "crossroads; stream, ford, bridge, river, slope, double-slope or triple-slope for the "
        "hexside crossed; zone if in an enemy zone of control; occupied if a unit stands there.",
    )

    @property
    def held(self) -> HeldBy:
        """Whose zone of control it begins in: nobody's in woods or a village."""
        return HeldBy.NOBODY if self.from_terrain.shelters else self.in_zone_of


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


def hexes_entered(form: MovementForm, tables: Tables) -> Iterator[HexEntered]:
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
            if step.terrain is came_from is Terrain.VILLAGE:
                return crossing + tables.points("cost.village-from-village")
            return crossing + points_to_enter(step.terrain, unit, tables)


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


def free_next(route: Route, road_free: bool) -> bool:
    """Whether the next move along a road is free, after one by `route`.

    Moves along a road are free and not by turns. Who leaves the road begins anew with a free one;
    who jumps past a crossroads has forgone it.
    """
    return not road_free if route is Route.ROAD else route is not Route.PAST_CROSSROADS


def procedure(form: MovementForm, tables: Tables) -> Procedure[Any, Moved]:
    """Hex after hex; each marsh entered across country asks for a test."""
    entries = tuple(hexes_entered(form, tables))

    def move(chance: Chance) -> Moved:
        left = form.allowance
        for hexes, entered in enumerate(entries):
            if entered.barred:
                return Moved(hexes, left, entered.barred)
            left -= entered.cost
            if entered.step.zone:
                return Moved(hexes + 1, left, Stop.ZONE)
            if is_marsh(entered.step) and gets_stuck(form.unit, tables, chance, marsh_ask(hexes)):
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


_STOPPED: Final = {
    Stop.ZONE: "It has entered an enemy zone of control, and its movement ends at once.",
    Stop.STUCK: "It cannot move any longer this turn.",
    Stop.IMPASSABLE: "The next hexside is impassable.",
    Stop.OCCUPIED: "Another unit stands in the next hex, which it may not enter.",
    Stop.HELD: "It may not leave the enemy zone of control for a hex in another.",
}


def narrate(form: MovementForm, outcome: Moved, draws: Draws, tables: Tables) -> Narration:
    """How far the unit gets, what stops it, and what each hex cost."""
    goal = "arrives" if outcome.hexes == len(form.path) else "does not get there"
    if outcome.stop is Stop.STUCK:
        goal = "is stuck in the marsh"
    hexes = counted(outcome.hexes, "hex", "hexes")
    moves = f"Move it {hexes}" if outcome.hexes else "It stays in its hex"
    left = f"{moves}: {counted(outcome.left, 'movement point')} left."
    steps = (left, *_stopped(form, outcome, tables))
    return Narration(f"The {form.unit} {goal}.", steps, _how(form, outcome, draws, tables))


def _stopped(form: MovementForm, outcome: Moved, tables: Tables) -> Iterator[str]:
    """What ended the movement before the end of the path, or at once on entering a hex."""
    if outcome.stop is Stop.POINTS:
        wanted = next(islice(hexes_entered(form, tables), outcome.hexes, None))
        yield f"It has too few movement points for the next hex, which costs {wanted.cost}."
    elif outcome.stop is not Stop.ARRIVED:
        yield _STOPPED[outcome.stop]


def _how(form: MovementForm, outcome: Moved, draws: Draws, tables: Tables) -> Iterator[str]:
    for number, entered in enumerate(islice(hexes_entered(form, tables), outcome.hexes)):
        yield f"Hex {number + 1}, {entered.step}: {counted(entered.cost, 'point')}."
        if (roll := shown(draws, marsh_ask(number))) is not None:
            yield test_narrated(form.unit, roll, tables)


MOVEMENT: Final = declared(
    key="movement",
    label="Movement",
    help="How far a unit gets along a path of hexes, and what each hex costs it.",
    source=SOURCE,
    form=MovementForm,
    procedure=procedure,
    narration=narrate,
    refusals=lambda form, _: ended(form.movement_over),
    severity=Severity(lambda o: (o.hexes, o.stop is not Stop.STUCK, o.left), "the unit that moves"),
    measures=(
        Measure("stuck", "gets stuck", lambda outcome: outcome.stop is Stop.STUCK, unwanted=True),
    ),
    aftermath=after_movement,
    mnemonic="o",
)
