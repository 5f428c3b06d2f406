"""Every attacker against every defender as a picture: for the terminal, and as a chart for pages.

Every colour stands beside its number. The scale is cividis (Nunez, Anderton and Renslow, Optimizing
colormaps with consideration for color vision deficiency, 2018), which looks alike to all eyes and
grows lighter throughout, so that it is read in grey as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

import attrs
from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from calculator.scenarios.model import Scenario, Unit, told_apart
from calculator.tuning.charts import Cell, Chart, folded, shades, words
from calculator.tuning.matchups import Matrix, Situation, check_opponents, matrix

_CIVIDIS: Final = (
    (0, 34, 78),
    (42, 63, 109),
    (87, 93, 109),
    (124, 123, 120),
    (165, 156, 116),
    (211, 193, 100),
    (254, 232, 56),
)
"""Seven points of the scale, from 0 to 1."""

FORBIDDEN: Final = "-"
"""What stands where the rules forbid the action."""

ACTORS: Final = "attacker"
"""The heading over those who act."""

CELL: Final = 4
"""Characters of one cell of a heat map."""

NAMED: Final = 2
"""Names at the head of a column at most; a line below the table names the rest."""

Chances: TypeAlias = tuple[Fraction | None, ...]


def shade(share: float) -> Style:
    """The background for a share of 0 to 1, with the ink that reads best on it."""
    position = min(max(share, 0.0), 1.0) * (len(_CIVIDIS) - 1)
    index = min(int(position), len(_CIVIDIS) - 2)
    part = position - index
    red, green, blue = (
        round(low + part * (high - low))
        for low, high in zip(_CIVIDIS[index], _CIVIDIS[index + 1], strict=True)
    )
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    return Style(
        color="#000000" if light > 118 else "#ffffff", bgcolor=Color.from_rgb(red, green, blue)
    )


@attrs.frozen
class HeatMap:
    """Attackers down, defenders across, whole percent in every cell.

    On a page units of guns are left out unless `batteries` are asked for.
    """

    matrix: Matrix
    title: str
    batteries: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As many defenders side by side as there is room for, the rest below, by their numbers."""
        matrix, width = self.matrix, options.max_width
        longest = max(len(name) for name in (ACTORS, *(unit.name for unit in matrix.actors)))
        names = min(longest, max(width // 3, len(ACTORS)))
        columns = max(1, (width - names) // CELL)
        yield Text(self.title, style="bold")
        for first in range(0, len(matrix.targets), columns):
            numbers = range(first + 1, min(first + columns, len(matrix.targets)) + 1)
            yield self._columns_of(numbers, names)
        if matrix.asks_of_target:
            targets = enumerate(told_apart(matrix.targets), 1)
            named = (f"{number} {name}" for number, name in targets)
            yield Text("Defenders: " + "; ".join(named))
        else:
            action = matrix.situation.action
            yield Text(f"Defenders: 1 any, for {action} asks nothing of them")

    def _columns_of(self, numbers: range, names: int) -> Table:
        """The defenders of these numbers, beside names of so many columns."""
        drawn = Table(box=None, padding=0)
        drawn.add_column(ACTORS, width=names, overflow="fold")
        for number in numbers:
            drawn.add_column(str(number), justify="right", width=CELL)
        for actor, row in zip(self.matrix.actors, self.matrix.chances, strict=True):
            name = folded(actor.name, names)
            drawn.add_row(name, *(_cell(row[number - 1]) for number in numbers))
        return drawn

    def chart(self) -> Chart:
        """For a page: units by name, those alike in one row or column."""
        matrix = self.matrix
        across = [place for place, unit in enumerate(matrix.targets) if self._is_shown(unit)]
        rows = {
            unit.name: tuple(chances[place] for place in across)
            for unit, chances in zip(matrix.actors, matrix.chances, strict=True)
            if self._is_shown(unit)
        }
        actors = _alike(rows.items())
        columns = zip(*actors, strict=True) if actors else ()
        names = told_apart(matrix.targets)
        heads = [names[place] for place in across]
        if not matrix.asks_of_target:
            heads = ["any"] * len(heads)
        targets = _alike(zip(heads, columns, strict=True) if actors else ())
        merged = [
            "; ".join(names[:NAMED])
            + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
            for names in targets.values()
        ]
        drawn = [
            ("; ".join(names), *(_shaded(column[place]) for column in targets))
            for place, names in enumerate(actors.values())
        ]
        notes = [
            f"{head}: {'; '.join(names[NAMED:])}."
            for head, names in zip(merged, targets.values(), strict=True)
            if len(names) > NAMED
        ]
        if not all(map(self._is_shown, (*matrix.actors, *matrix.targets))):
            notes.append("Batteries are left out.")
        shown = [words(ACTORS), *map(shades, merged)]
        return Chart(self.title, shown, drawn, across="defender", notes=notes)

    def _is_shown(self, unit: Unit) -> bool:
        return self.batteries or unit.guns is None


def heat_maps(
    scenario: Scenario,
    situation: Situation,
    actor: Unit | None = None,
    target: Unit | None = None,
    batteries: bool = False,
) -> Iterator[HeatMap]:
    """A map for each side that acts; of an `actor` or a `target` alone where one is named.

    Raises `FaultsError` for two units of one side.
    """
    if actor and target:
        check_opponents([actor], target)
    for side in scenario.sides:
        acting = [unit for unit in side.units if not actor or unit == actor]
        enemies = [unit for unit in scenario.units if unit.side != side.key]
        facing = [unit for unit in enemies if not target or unit == target]
        if acting and facing:
            yield HeatMap(matrix(scenario, situation, acting, facing), side.name, batteries)


def _alike(named: Iterable[tuple[str, Chances]]) -> dict[Chances, list[str]]:
    """Names by their chances, so that those with the same stand together."""
    found: dict[Chances, list[str]] = {}
    for name, chances in named:
        found.setdefault(chances, []).append(name)
    return found


def _shaded(chance: Fraction | None) -> Cell:
    return FORBIDDEN if chance is None else float(chance)


def _cell(chance: Fraction | None) -> Text:
    if chance is None:
        return Text(FORBIDDEN.center(CELL))
    return Text(f"{100 * float(chance):{CELL - 1}.0f} ", style=shade(float(chance)))
