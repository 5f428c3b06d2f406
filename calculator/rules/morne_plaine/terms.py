"""The words of Morne Plaine: units, terrain, hexsides, and the chart's columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.tables import Tables

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
    """What a hex contains. Two rows of the chart have lost their names and go by their place."""

    CLEAR = "clear"
    ROUGH = "rough"
    WOODS = "woods"
    VILLAGE = "village"
    MARSH = "marsh"
    THIRD_ROW = "third-row"
    FOURTH_ROW = "fourth-row"

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


def in_column(tables: Tables, key: str, unit: UnitType) -> int:
    """The figure of one row of four for one type of unit."""
    return tables.numbers(key)[list(UnitType).index(unit)]


def unknown(terrain: Terrain, unit: UnitType, tables: Tables) -> Iterator[Refusal]:
    """Why nobody can say what it costs to enter `terrain`, if the chart's row is not known."""
    key = f"cost.{terrain.value}"
    if in_column(tables, key, unit) == 0:
        rows = [tables.numbers(f"cost.{row}") for row in ("third-row", "fourth-row")]
        third, fourth = (" ".join(map(str, row)) for row in rows)
        yield Refusal(
            f"what it costs to enter {terrain} is not known, for the chart lost the names of its "
            f"rows: ask for third-row ({third}) or fourth-row ({fourth}) in its place, or let a "
            f"scenario fill in {key}: points for leaders, infantry, cavalry, artillery",
            CHART,
        )
