"""The words of Morne Plaine: units and what is printed on them, terrain, hexsides, the chart."""

from __future__ import annotations

from functools import partial
from typing import Final

from calculator.errors import Refusal
from calculator.forms import Heading, entry
from calculator.kinds import Whole, Word
from calculator.rules.tables import Tables
from calculator.standing import Standing

CHART: Final = "Movement Cost Chart"


class UnitType(Word):
    """The four types of unit, in the columns of the chart."""

    LEADER = "leader"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"

    @property
    def mounted(self) -> bool:
        """Cavalry and leaders are mounted."""
        return self in {UnitType.CAVALRY, UnitType.LEADER}


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

    @property
    def shelters(self) -> bool:
        """Woods and villages neither exert zones of control, nor lie in them, nor are charged."""
        return self in {Terrain.WOODS, Terrain.VILLAGE}


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


EFFECT: Final = Heading(source="Effect of a charge")
asked_morale: Final = partial(EFFECT.entry, Whole(0, 9, "points"), "Morale value", default=4)
asked_radius: Final = partial(entry, Whole(0, 9, "stripes"), source="Leaders and the morale tests")
"""What is printed on a unit's counter."""


def in_column(tables: Tables, key: str, unit: UnitType) -> int:
    """The figure of one row of four for one type of unit."""
    return tables.numbers(key)[unit.rank]


def points_to_enter(terrain: Terrain, unit: UnitType, tables: Tables) -> int:
    """The chart's points for a hex of `terrain`: the later chart's, where that one is in force."""
    chart = "later" if tables.points("chart.later") else "cost"
    return in_column(tables, f"{chart}.{terrain.value}", unit)


elsewhere: Final = partial(Refusal, standing=Standing.READING)
"""What the game's other pages forbid: the text has lost its own on bombardment and rally."""
