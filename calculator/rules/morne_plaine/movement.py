"""Movement along a path, hex after hex as a player writes it, at the cost of each, until something
stops it, such as a marsh."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from calculator import errors, forms, kinds
from calculator.chance import dice, interface
from calculator.conditions import Worked, where
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Outcome, Severity
from calculator.rules.modifiers import Stage, answers
from calculator.rules.morne_plaine import terms
from calculator.rules.morne_plaine.terms import CHART, Hexside, Terrain, UnitType, in_column
from calculator.rules.morne_plaine.zones import LEAVES, HeldBy, asked_zone, points_to_leave
from calculator.rules.phrases import counted, shown
from calculator.rules.tables import Tables

TEST: Final = "marsh test"


def marsh_test(tables: Tables, chance: interface.Chance, ask: str) -> int:
    """The number of a test, of so many chances."""
    return chance.draw(dice.die(tables.points("marsh.chances")), ask)


def test_narrated(unit: UnitType, roll: int, tables: Tables) -> str:
    """The test's number and what it had to beat."""
    stuck, chances = in_column(tables, "marsh.stuck", unit), tables.points("marsh.chances")
    verdict = "stuck" if roll <= stuck else "it gets through"
    return f"Marsh test: {roll} out of {chances}, stuck on {stuck} or less: {verdict}."


class MarshForm(forms.Form):
    """The unit that enters a marsh."""

    unit: UnitType = terms.asked_unit()
    """Infantry gets stuck 1 time in 4, leaders and cavalry 2 in 4, artillery 3 in 4."""


class MarshTested(Outcome):
    """Whether the unit is stuck."""

    stuck: bool

    @property
    def label(self) -> str:
        return "stuck" if self.stuck else "gets through"


STUCK: Final = Stage("marsh", CHART, "marsh").modifier(
    "{unit}: chances out of 4 to get stuck",
    value="marsh.stuck",
    number=lambda form, tables: in_column(tables, "marsh.stuck", form.unit),
)


class Marsh(Action[MarshForm, MarshTested]):
    """Whether a unit that enters a marsh gets stuck there for the rest of the turn."""

    key = "marsh-test"
    source = CHART
    severity = Severity[MarshTested](lambda o: not o.stuck, "the unit that moves")
    measures = (Measure("stuck", "gets stuck", lambda o: o.stuck, unwanted=True),)
    modifiers = (STUCK,)
    speaks_of = {"actor": ("the {form.unit}",)}

    def resolve(self, chance: interface.Chance) -> MarshTested:
        return MarshTested(marsh_test(self.tables, chance, TEST) <= self.total(STUCK))

    def after(self, drawn: MarshTested) -> Aftermath:
        """Who is stuck moves no more this turn; who gets through has paid for the hex already."""
        left = terms.moved(0, goes_on=False) if drawn.stuck else {}
        return Aftermath(left, may=terms.may(self.form.unit, not drawn.stuck))

    def narrate(self, drawn: MarshTested, draws: Draws) -> Narration:
        unit = self.form.unit
        how = (test_narrated(unit, shown(draws, TEST), self.tables),)
        if drawn.stuck:
            stays = "It cannot move any longer this turn."
            return Narration(f"The {unit} is stuck in the marsh.", (stays,), how)
        return Narration(f"The {unit} gets through the marsh.", ("It may move on.",), how)


class Route(kinds.Word):
    """What a unit follows from one hex to the next."""

    OPEN_COUNTRY = "open-country"
    ROAD = "road"
    TRACK = "track"
    PAST_CROSSROADS = "past-crossroads"


class Step(NamedTuple):
    """One hex entered: its terrain, the way into it, the hexsides crossed, and who is there. `zone`
    says that the hex is in an enemy zone of control, `occupied` that a unit stands in it."""

    terrain: Terrain = Terrain.CLEAR
    route: Route = Route.OPEN_COUNTRY
    hexsides: tuple[Hexside, ...] = ()
    zone: bool = False
    occupied: bool = False

    def __str__(self) -> str:
        route = () if self.route is Route.OPEN_COUNTRY else (self.route,)
        ground = () if route and self.terrain is Terrain.CLEAR else (self.terrain,)
        states = ["zone"] * self.zone + ["occupied"] * self.occupied
        return " ".join([*(word.value for word in (*ground, *route, *self.hexsides)), *states])


Path = tuple[Step, ...]

_TERRAIN: Final = {str(word.value): word for word in Terrain}
_ROUTES: Final = {str(word.value): word for word in Route}
_HEXSIDES: Final = {str(word.value): word for word in Hexside if word is not Hexside.OPEN}
_STATES: Final = ("zone", "occupied")
_WORDS: Final = (*_TERRAIN, *_ROUTES, *_HEXSIDES, *_STATES)


def _read_step(numbered: tuple[int, str]) -> Step:
    """A hex from its number and its words; ValueError names those unknown and all that cannot
    be."""
    number, text = numbered
    words = list(map(_named, text.split()))
    terrains = [_TERRAIN[word] for word in words if word in _TERRAIN]
    routes = [_ROUTES[word] for word in words if word in _ROUTES]
    hexsides = [_HEXSIDES[word] for word in words if word in _HEXSIDES]
    slopes = [str(hexside.value) for hexside in hexsides if hexside.symbols]
    problems = list(terms.unknown(number, words, _WORDS))
    if len(terrains) > 1 or len(routes) > 1 or not words:
        problems += [f"hex {number} needs one terrain, or a road or track, and no second one"]
    if len(slopes) > 1:
        problems += [f"hex {number}: one of {', '.join(slopes)} is enough"]
    if "zone" in words and any(terrain in terms.SHELTER for terrain in terrains):
        problems += [f"hex {number}: a {terrains[0].value} hex is in nobody's zone of control"]
    if problems:
        raise ValueError("; ".join(problems))
    terrain, route = (*terrains, Terrain.CLEAR)[0], (*routes, Route.OPEN_COUNTRY)[0]
    return Step(terrain, route, tuple(hexsides), "zone" in words, "occupied" in words)


def _named(word: str) -> str:
    """A word, or the terrain that once went by it."""
    with suppress(ValueError):
        return str(Terrain(word).value)
    return word


PATH: Final = kinds.listed(
    _read_step,
    f"hexes with commas between, each in these words: {', '.join(_WORDS)}; "
    "e.g. road, village road, marsh stream, clear zone",
    pieces=(tuple(_TERRAIN), tuple(_ROUTES), tuple(_HEXSIDES), _STATES),
    split=terms.numbered,
)


SOURCE: Final = "Movement phase"
IN_SHELTER: Final = where("from_terrain", *terms.SHELTER)
"""It begins in woods or a village, in nobody's zone of control."""


class MovementForm(forms.Form):
    """A unit, where it begins, and the path it takes."""

    unit: UnitType = terms.asked_unit(help="The column of the Movement Cost Chart.")
    allowance: int = terms.ALLOWANCE
    from_terrain: Terrain = terms.MOVING.choice(
        Terrain, "Begins in", source="Movement Cost Chart, note *"
    )
    """Terrain of the hex where it begins. From a village, the next village hex costs 1; in woods or
    a village it is in nobody's zone of control."""
    in_zone_of: HeldBy = asked_zone(matters=~IN_SHELTER)
    movement_over: bool = terms.MOVEMENT_OVER
    road_free: bool = terms.MOVING.yes_no("Road hex free", default=True, source=CHART)
    """The next hex along a road costs nothing: at the beginning of the turn, and after a hex along
    the road that cost 1."""
    path: Path = forms.Heading("Path", CHART).entry(PATH, default=(Step(),))
    """Each hex entered, with commas between: its terrain; road or track if it follows one from the
    hex before; past-crossroads if it jumps from road hex to road hex beside a crossroads; stream,
    ford, bridge, river, slope, double-slope or triple-slope for the hexside crossed; zone if in an
    enemy zone of control; occupied if a unit stands there."""


class Stop(kinds.Word):
    """Why a unit's movement ended."""

    ARRIVED = "arrived"
    ZONE = (
        "in-a-zone-of-control",
        "It has entered an enemy zone of control, and its movement ends at once.",
    )
    STUCK = "stuck", "It cannot move any longer this turn."
    POINTS = "too-few-points"
    IMPASSABLE = "impassable", "The next hexside is impassable."
    OCCUPIED = "occupied", "Another unit stands in the next hex, which it may not enter."
    HELD = "held", "It may not leave the enemy zone of control for a hex in another."


class Moved(Outcome):
    """Hexes entered, movement points left, and why the movement ended."""

    hexes: int
    left: int
    stop: Stop

    @property
    def label(self) -> str:
        far = f"{counted(self.hexes, 'hex', 'hexes')}, {counted(self.left, 'point')} left"
        return far if self.stop is Stop.ARRIVED else f"{far}: {self.stop}"


class HexEntered(NamedTuple):
    """One hex of a path: what it costs, why it cannot be entered if it cannot, and whether the next
    hex along a road is one of those that cost nothing."""

    step: Step
    cost: int
    barred: Stop | None
    road_free: bool


ON_THE_WAY: Final = Stage("on the way", "Entering an enemy ZoC", "opposing unit")
HELD: Final = ON_THE_WAY.modifier(LEAVES.name, LEAVES.when & ~IN_SHELTER, source=LEAVES.source)
ZONES: Final = ON_THE_WAY.modifier(
    "an enemy zone of control, where the movement ends",
    Worked(lambda form, _: any(step.zone for step in form.path), ("path",), "a zone on the way"),
)
MARSHES: Final = ON_THE_WAY.modifier(
    "a marsh, where {unit} may get stuck",
    Worked(
        lambda form, tables: any(is_marsh(step, tables) for step in form.path),
        ("path",),
        "a marsh on the way",
    ),
    source=CHART,
    side="marsh",
)


def is_marsh(step: Step, tables: Tables) -> bool:
    """Whether the unit may sink into the ground it enters: hardly along a road or track."""
    firm = step.route in {Route.ROAD, Route.TRACK} and not tables.is_so("marsh.on-roads")
    return step.terrain is Terrain.MARSH and not firm


def marsh_ask(hexes: int) -> str:
    """The name of the test in the hex after so many."""
    return f"{TEST}, hex {hexes + 1}"


def free_next(route: Route, road_free: bool) -> bool:
    """Whether the next move along a road is free, after one by `route`.

    Moves along a road are free and not by turns. Who leaves the road begins anew with a free one;
    who jumps past a crossroads has forgone it.
    """
    return not road_free if route is Route.ROAD else route is not Route.PAST_CROSSROADS


class Movement(Action[MovementForm, Moved]):
    """How far a unit gets along a path of hexes, and what each hex costs it."""

    key = "movement"
    source = SOURCE
    severity = Severity[Moved](
        lambda o: (o.hexes, o.stop is not Stop.STUCK, o.left), "the unit that moves"
    )
    measures = (Measure("stuck", "gets stuck", lambda o: o.stop is Stop.STUCK, unwanted=True),)
    modifiers = (
        *answers(MovementForm, "unit", "allowance", "from_terrain", "road_free", "path"),
        *(HELD, ZONES, MARSHES),
    )
    speaks_of = {"actor": ("the {form.unit}",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        return terms.ended(self.form.movement_over)

    @cached_property
    def hexes_entered(self) -> list[HexEntered]:
        """Every hex of the path, each as if the unit had got through those before it."""
        left, came_from, held = self.form.allowance, self.form.from_terrain, self.holds(HELD)
        road_free, entered = self.form.road_free, []
        for step in self.form.path:
            leaving = points_to_leave(held, step.zone, self.tables)
            entering = self.entry_cost(step, came_from, road_free)
            cost = (entering or 0) + (leaving or 0)
            left -= cost
            came_from, road_free, held = step.terrain, free_next(step.route, road_free), False
            barred = _barred(step, entering, leaving, left)
            entered.append(HexEntered(step, cost, barred, road_free))
        return entered

    def entry_cost(self, step: Step, came_from: Terrain, road_free: bool) -> int | None:
        """Movement points to make `step`; None if the hexside cannot be crossed. `road_free` says
        that the next move along a road is one of those that cost nothing."""
        crossing, points = self.crossing_cost(step), self.tables.points
        if crossing is None:
            return None
        match step.route:
            case Route.ROAD:
                return crossing + points("cost.road-first" if road_free else "cost.road-then")
            case Route.TRACK:
                return crossing + points("cost.track")
            case Route.OPEN_COUNTRY | Route.PAST_CROSSROADS:
                if step.terrain is came_from is Terrain.VILLAGE:
                    return crossing + points("cost.village-from-village")
                return crossing + terms.points_to_enter(step.terrain, self.form.unit, self.tables)

    def crossing_cost(self, step: Step) -> int | None:
        """Points added by water and slopes, which add up; None if either is impassable. A bridge
        carries the unit over any water; a ford through it, for what a stream costs."""
        there, points = set(step.hexsides), self.tables.points
        bridged = Hexside.BRIDGE in there
        if Hexside.RIVER in there and Hexside.FORD not in there and not bridged:
            return None
        symbols = sum(hexside.symbols for hexside in step.hexsides)
        if symbols > 1 and step.route is not Route.TRACK:
            return None
        wades = there & {Hexside.STREAM, Hexside.FORD} and not bridged
        water = points("cost.stream") if wades else 0
        return water + max(symbols - 1, 0) * points("cost.slope-on-track")

    def resolve(self, chance: interface.Chance) -> Moved:
        """Hex after hex; each marsh entered across country asks for a test."""
        left = self.form.allowance
        for hexes, entered in enumerate(self.hexes_entered):
            if entered.barred:
                return Moved(hexes, left, entered.barred)
            left -= entered.cost
            if entered.step.zone and self.holds(ZONES):
                return Moved(hexes + 1, left, Stop.ZONE)
            if self.holds(MARSHES) and is_marsh(entered.step, self.tables):
                test = marsh_test(self.tables, chance, marsh_ask(hexes))
                if test <= in_column(self.tables, "marsh.stuck", self.form.unit):
                    return Moved(hexes + 1, left, Stop.STUCK)
        return Moved(len(self.hexes_entered), left, Stop.ARRIVED)

    def after(self, drawn: Moved) -> Aftermath:
        """The points left; in a zone of control or stuck in a marsh it moves no more this turn."""
        goes_on = drawn.stop not in {Stop.ZONE, Stop.STUCK}
        entered = self.hexes_entered[: drawn.hexes]
        left = terms.moved(drawn.left, goes_on, entered[-1].road_free) if entered else {}
        return Aftermath(left, may=terms.may(self.form.unit, goes_on))

    def narrate(self, drawn: Moved, draws: Draws) -> Narration:
        goal = "arrives" if drawn.hexes == len(self.form.path) else "does not get there"
        if drawn.stop is Stop.STUCK:
            goal = "is stuck in the marsh"
        hexes = counted(drawn.hexes, "hex", "hexes")
        unit = self.form.unit
        moves = f"Move the {unit} {hexes}" if drawn.hexes else f"The {unit} stays in its hex"
        steps = [f"{moves}: {counted(drawn.left, 'movement point')} left."]
        if drawn.stop is Stop.POINTS:
            cost = self.hexes_entered[drawn.hexes].cost
            steps.append(f"It has too few movement points for the next hex, which costs {cost}.")
        elif drawn.stop is not Stop.ARRIVED:
            steps.append(drawn.stop.meaning)
        return Narration(f"The {unit} {goal}.", steps, self._how(drawn, draws))

    def _how(self, outcome: Moved, draws: Draws) -> Iterator[str]:
        for number, entered in enumerate(self.hexes_entered[: outcome.hexes]):
            yield f"Hex {number + 1}, {entered.step}: {counted(entered.cost, 'point')}."
            if (roll := shown(draws, marsh_ask(number))) is not None:
                yield test_narrated(self.form.unit, roll, self.tables)


def _barred(step: Step, entering: int | None, leaving: int | None, left: int) -> Stop | None:
    if step.occupied:
        return Stop.OCCUPIED
    if entering is None:
        return Stop.IMPASSABLE
    if leaving is None:
        return Stop.HELD
    return Stop.POINTS if left < 0 else None
