"""The words of Morne Plaine: units and what is printed on them, terrain, hexsides, the chart; what
an order of battle says; a turn of four phases, and what a unit that moves in it may still do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from calculator import errors
from calculator.conditions import where
from calculator.forms import Form, Heading, as_text, choice, entry
from calculator.kinds import Whole, Word
from calculator.rules import action, phrases
from calculator.rules.system import filling
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Permission, TurnLaw, TurnSoFar

CHART: Final = "Movement Cost Chart"


class UnitType(Word):
    """The four types of unit, in the columns of the chart."""

    LEADER = "leader"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


MOUNTED: Final = (UnitType.CAVALRY, UnitType.LEADER)


class Terrain(Word):
    """What a hex contains: the rows of the chart."""

    CLEAR = "clear"
    ROUGH = "rough"
    COPPICE = "coppice"
    ORCHARDS = "orchards"
    WOODS = "woods"
    VILLAGE = "village"
    MARSH = "marsh"

    @classmethod
    def _missing_(cls, value: object) -> Terrain | None:
        """Two rows by their places in the chart, as they went before their names were known."""
        return {"third-row": cls.ORCHARDS, "fourth-row": cls.WOODS}.get(str(value))

    @property
    def place(self) -> str:
        """Where a unit in it stands: woods, a village."""
        return "a village" if self is Terrain.VILLAGE else self.label


SHELTER: Final = (Terrain.WOODS, Terrain.VILLAGE)
"""Units in it neither exert zones of control, nor lie in them, nor are charged."""


class Hexside(Word):
    """What lies on the hexside between two hexes."""

    OPEN = "open"
    STREAM = "stream"
    FORD = "ford"
    BRIDGE = "bridge"
    RIVER = "river"
    SLOPE = "slope"
    DOUBLE_SLOPE = "double-slope"
    TRIPLE_SLOPE = "triple-slope"

    @property
    def symbols(self) -> int:
        """How many slope symbols it bears."""
        return {"slope": 1, "double-slope": 2, "triple-slope": 3}.get(self.value, 0)


class Effect(Word):
    """What a charge does to the unit charged."""

    STANDS = "faces-up-to-the-charge"
    RETREATS = "retreats", "retreats"
    ELIMINATED = "eliminated", "is eliminated"


_printed: Final = partial(entry, source="Effect of a charge")
asked_strength: Final = partial(
    _printed, Whole(0, 30, "CS points"), label="Combat strength", default=5
)
asked_morale: Final = partial(_printed, Whole(0, 9, "MV points"), label="Morale value", default=4)
asked_radius: Final = partial(entry, Whole(0, 9, "stripes"), source="Leaders and the morale tests")


def in_column(tables: Tables, key: str, unit: UnitType) -> int:
    """The figure of one row of four for one type of unit."""
    return tables.numbers(key)[unit.rank]


def points_to_enter(terrain: Terrain, unit: UnitType, tables: Tables) -> int:
    """The chart's points for a hex of `terrain`: the later chart's, where that one is in force."""
    chart = "later" if tables.points("chart.later") else "cost"
    return in_column(tables, f"{chart}.{terrain.value}", unit)


class Counter(Form):
    """One unit: its type, strength, morale and movement."""

    type: UnitType = choice(UnitType, default=UnitType.INFANTRY, source=CHART)
    """Leader, infantry, cavalry or artillery."""
    strength: int = asked_strength()
    """Combat strength (CS) before any loss."""
    morale: int = asked_morale(matters=~where("type", UnitType.LEADER))
    """Morale value (MV) before any loss; leaders have none."""
    command_radius: int = asked_radius(default=0, matters=where("type", UnitType.LEADER))
    """Stripes of a leader."""
    allowance: int = entry(
        Whole(0, 30, "movement points"), "Movement allowance", default=6, source="Movement phase"
    )
    """Movement points at the beginning of a turn."""


class TerrainForm(Form):
    """Hexes of one terrain that a scenario names."""

    terrain: Terrain = choice(Terrain, source=CHART, help="What these hexes contain.")


ROLES: Final = {
    "actor": filling(
        "type unit, strength, allowance, morale, starting-morale",
        "moved, bombarded, movement-over, road-free",
    ),
    "target": filling(
        "type target enemy, strength target-strength, morale target-morale enemy-morale",
        "command-radius",
    ),
}
"""A target is the unit charged, or the one whose zone of control is asked about."""


def at_most(unit: Mapping[str, str], _: Tables) -> Mapping[str, int]:
    """Strength that is lost does not come back."""
    return {"strength": int(unit["strength"])}


def starting_values(unit: Mapping[str, str], _: Tables) -> Mapping[str, str]:
    """The morale that a unit begins with, up to which it may rally."""
    return {"starting-morale": unit["morale"]} if "morale" in unit else {}


EACH_TURN: Final = frozenset({"allowance", "moved", "bombarded", "movement-over", "road-free"})
"""What of a unit is as it was again when the turn ends."""

MOVEMENT: Final = "Movement phase"
MOVING: Final = Heading("Moving unit", MOVEMENT)

asked_unit: Final = partial(MOVING.choice, UnitType, default=UnitType.INFANTRY, source=CHART)

ALLOWANCE: Final = MOVING.entry(
    Whole(0, 30, "movement points"),
    "Movement points",
    default=6,
    help="What is left of its movement allowance.",
)

MOVEMENT_OVER: Final = MOVING.yes_no(
    "Movement over",
    help="Its movement has ended this turn: in an enemy zone of control, stuck in a marsh, or "
    "because it has bombarded.",
)


def ended(over: bool) -> Iterator[errors.Refusal]:
    """Why a unit moves no more, not even along a road that costs nothing."""
    if over:
        yield errors.Refusal("its movement is over for this turn", MOVEMENT)


def moved(left: int, goes_on: bool, road_free: bool = True) -> dict[str, str]:
    """A unit that has moved, with so many movement points left if its movement goes on, and whether
    the next hex along a road is one of those that cost nothing."""
    return {
        "allowance": str(left if goes_on else 0),
        "moved": "yes",
        "movement-over": as_text(not goes_on),
        "road-free": as_text(road_free),
    } | action.MOVED


def may(unit: UnitType, goes_on: bool) -> tuple[str, ...]:
    """What a unit may still do this turn; who has no points left may have a road's free hex."""
    moving = ("movement", *["charge"] * (unit in MOUNTED), "marsh-test") if goes_on else ()
    return (*moving, "rally")


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The hexes of a text with commas between, each with its number."""
    return enumerate(text.lower().split(","), 1)


def unknown(number: int, words: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """What is wrong with the words of a hex that are not known, each with a near match."""
    for word in words:
        if word not in known:
            near = errors.hint(errors.nearest(word, known))
            yield f"hex {number}: {word!r} is not one of the words{near}"


class PhasedTurn(TurnLaw):
    """Bombardment, movement with its charges, combat, rally."""

    alternates = True
    source = phases_source = "Bombardment phase to Rally phase"
    phases = {
        "bombardment phase": {"bombardment"},
        "movement phase": {"movement", "charge", "marsh-test"},
        "rally phase": {"rally"},
    }

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
        """What its ruling says, a further movement with the points that the last one left: without
        any a unit may still have a road's free hex."""
        for key in taken.may:
            words = "marsh test, if it moves on into a marsh" if key == "marsh-test" else ""
            if key == "movement" and (left := taken.outcome.get("left")) is not None:
                words = f"movement: {phrases.counted(left, 'movement point')} left"
                words = words if left else "movement along a road that costs no point"
            yield Permission(key, words)

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterator[Held]:
        """That a unit which has acted is said to have more left of its turn than it has."""
        unit = turn.unit(asked.unit)
        if not unit.acted:
            return
        claimed = {key: asked.answers[key] for key in EACH_TURN if key in asked.answers}
        left = int(unit.now.get("allowance", "99"))
        if int(claimed.pop("allowance", "0")) > left:
            text = f"{asked.unit} has {phrases.counted(left, 'movement point')} left this turn"
            yield Held(f"{text} (entry {unit.acted})", MOVEMENT, unit.acted)
        for key, text in claimed.items():
            if unit.now.get(key, text) != text:
                said = f"{key.replace('-', ' ')} {unit.now[key]}"
                told = f"{asked.unit} has acted this turn (entry {unit.acted}): {said}"
                yield Held(told, MOVEMENT, unit.acted)

    def ledger(self, turn: TurnSoFar, tables: Tables) -> Iterator[str]:
        """What charges leave for the phases that the game itself plays: the strength with which a
        unit attacks whom it charged, and guns that may fire in reaction."""
        for one in turn.actions:
            if _charged(one, Effect.RETREATS):
                attack = f"{one.unit} attacks {one.target} with combat strength"
                yield f"{attack} {one.outcome['attack']} in the combat phase."
        for one in turn.theirs:
            if _charged(one, Effect.STANDS) and one.answers["target"] == UnitType.ARTILLERY.value:
                yield f"{one.target} may fire in reaction at {one.unit}."


def _charged(taken: ActionTaken, effect: Effect) -> bool:
    """Whether it is a charge between units with names that had this effect."""
    is_named = taken.action == "charge" and bool(taken.unit and taken.target)
    return is_named and taken.outcome.get("effect") == effect.value
