"""Every attacker against every defender as a picture: for the terminal, and as a chart for pages.

Every colour stands beside its number. The scale is cividis (Nunez, Anderton and Renslow, Optimizing
colormaps with consideration for color vision deficiency, 2018), which looks alike to all eyes and
grows lighter throughout, so that it is read in grey as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import attrs
from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from calculator.scenarios.model import Unit
from calculator.tuning.charts import Chart, folded, shades, words
from calculator.tuning.matchups import Matrix

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
    """Attackers down, defenders across, whole percent in every cell."""

    matrix: Matrix
    title: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As many defenders side by side as there is room for, the rest below, by their numbers."""
        matrix, width = self.matrix, options.max_width
        longest = max(len(name) for name in (ACTORS, *(unit.name for unit in matrix.actors)))
        names = min(longest, max(width // 3, len(ACTORS)))
        columns = max(1, (width - names) // CELL)
        yield Text(self.title, style="bold")
        for first in range(0, len(matrix.targets), columns):
            drawn = Table(box=None, padding=0)
            drawn.add_column(ACTORS, width=names, overflow="fold")
            numbers = range(first + 1, min(first + columns, len(matrix.targets)) + 1)
            for number in numbers:
                drawn.add_column(str(number), justify="right", width=CELL)
            for actor, row in zip(matrix.actors, matrix.chances, strict=True):
                name = folded(actor.name, names)
                drawn.add_row(name, *(_cell(row[number - 1]) for number in numbers))
            yield drawn
        if matrix.minds_target:
            named = (f"{number} {unit.name}" for number, unit in enumerate(matrix.targets, 1))
            yield Text("Defenders: " + "; ".join(named))
        else:
            action = matrix.situation.action
            yield Text(f"Defenders: 1 any, for {action} asks nothing of them")

    def chart(self, batteries: bool = False) -> Chart:
        """For a page: units by name, those alike in one row or column, batteries if asked for.

        A unit is a battery if the file gives it guns.
        """
        matrix = self.matrix
        across = _kept(matrix.targets, batteries)
        rows = {
            unit.name: tuple(chances[place] for place in across)
            for unit, chances in zip(matrix.actors, matrix.chances, strict=True)
            if batteries or unit.guns is None
        }
        actors = _alike(rows.items())
        columns = zip(*actors, strict=True) if actors else ()
        heads = [matrix.targets[place].name for place in across]
        if not matrix.minds_target:
            heads = ["any"] * len(heads)
        targets = _alike(zip(heads, columns, strict=True) if actors else ())
        merged = [_head(names) for names in targets.values()]
        drawn = Chart(self.title, words(ACTORS), *(shades(name) for name in merged))
        drawn.across = "defender"
        for place, names in enumerate(actors.values()):
            cells = (FORBIDDEN if c[place] is None else float(c[place] or 0) for c in targets)
            drawn.add_row("; ".join(names), *cells)
        drawn.notes = [
            f"{head}: {'; '.join(names)}."
            for head, names in zip(merged, targets.values(), strict=True)
            if len(names) > NAMED
        ]
        left_out = sum(u.guns is not None for u in (*matrix.actors, *matrix.targets))
        if left_out and not batteries:
            drawn.notes.append("Batteries are left out.")
        return drawn


def _kept(units: Sequence[Unit], batteries: bool) -> list[int]:
    return [place for place, unit in enumerate(units) if batteries or unit.guns is None]


def _alike(named: Iterable[tuple[str, Chances]]) -> dict[Chances, list[str]]:
    """Names by their chances, so that those with the same stand together."""
    found: dict[Chances, list[str]] = {}
    for name, chances in named:
        found.setdefault(chances, []).append(name)
    return found


def _head(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return "; ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _cell(chance: Fraction | None) -> Text:
    if chance is None:
        return Text(FORBIDDEN.center(CELL))
    return Text(f"{100 * float(chance):{CELL - 1}.0f} ", style=shade(float(chance)))
