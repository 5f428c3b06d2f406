"""Pictures of figures, in characters: the same in the terminal, as SVG and on a printed page.

Every colour stands beside its number. The scale is cividis (Nunez, Anderton and Renslow, Optimizing
colormaps with consideration for color vision deficiency, 2018), which looks alike to all eyes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from rich.color import Color
from rich.style import Style
from rich.table import Table
from rich.text import Text

from calculator.figures import percent, points
from calculator.tuning.changes import Change
from calculator.tuning.charts import Chart, bars, figures, folded, swings, words
from calculator.tuning.difference import Difference, Shift
from calculator.tuning.matchups import Matrix
from calculator.tuning.seek import Rung
from calculator.tuning.sensitivity import Tornado
from calculator.tuning.sweep import Row

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


def heat_maps(matrix: Matrix, title: str, width: int) -> Iterator[Table | Text]:
    """Attackers down, defenders across, whole percent in every cell.

    As many defenders stand side by side as fit into `width` characters, the rest below.
    """
    longest = max(len(name) for name in (ACTORS, *(unit.name for unit in matrix.actors)))
    names = min(longest, max(width // 3, len(ACTORS)))
    columns = max(1, (width - names) // CELL)
    yield Text(title, style="bold")
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


def heat_map_key(matrix: Matrix) -> Text:
    """Which number is which defender."""
    if not matrix.minds_target:
        return Text(f"Defenders: 1 any, for {matrix.situation.action} asks nothing of them")
    names = (f"{number} {unit.name}" for number, unit in enumerate(matrix.targets, 1))
    return Text("Defenders: " + "; ".join(names))


def _cell(chance: Fraction | None) -> Text:
    if chance is None:
        return Text(FORBIDDEN.center(CELL))
    return Text(f"{100 * float(chance):{CELL - 1}.0f} ", style=shade(float(chance)))


def sweep_table(labels: Sequence[str], measures: Sequence[str], rows: Iterable[Row]) -> Chart:
    """A row for each combination, with a bar for the first measure."""
    drawn = Chart("", *map(words, labels), *map(figures, measures), bars("cyan"))
    for row in rows:
        chances = [
            FORBIDDEN if chance is None else percent(float(chance)) for chance in row.chances
        ]
        drawn.add_row(*row.values, *chances, float(row.chances[0] or 0))
    return drawn


def ladder_table(rungs: Sequence[Rung], target: Fraction) -> Chart:
    """The choices, nearest to the target first."""
    columns = words("change"), words("to"), figures("chance"), figures("off by")
    drawn = Chart(f"Nearest to {percent(float(target))}", *columns)
    for rung in rungs:
        value = f"{rung.value} (as it is)" if rung.present else rung.value
        away = points(float(rung.chance - target))
        drawn.add_row(rung.label, value, percent(float(rung.chance)), away)
    return drawn


def tornado_chart(tornado: Tornado, most: int = 20) -> Chart:
    """The widest swings, drawn to both sides of the present chance."""
    present = float(tornado.present)
    drawn = Chart(
        f"What moves {percent(present)} most, a step at a time",
        words("one step of"),
        words("to", "right"),
        swings("less", "right", "blue"),
        swings("more", "left", "dark_orange"),
        words("to"),
    )
    shown = tornado.swings[:most]
    reach = max(
        (abs(float(end) - present) for s in shown for end in (s.at_low, s.at_high)), default=1
    )
    for swing in shown:
        (low, low_value), (high, high_value) = sorted(
            [(float(swing.at_low), swing.low), (float(swing.at_high), swing.high)]
        )
        drawn.add_row(
            swing.label,
            f"{low_value}: {percent(low)}",
            (present - low) / reach,
            (high - present) / reach,
            f"{high_value}: {percent(high)}",
        )
    return drawn


def difference_tables(found: Difference) -> Iterator[Chart | Text]:
    """What differs between two scenarios, in answers, tables and odds; only what there is."""
    if found.changes:
        yield changes_table(found.changes)
    names = [*(f"- {name}" for name in found.removed), *(f"+ {name}" for name in found.added)]
    if names:
        yield names_table(names)
    if found.shifts:
        yield shifts_table(found.shifts)
    elif found.changes or names:
        yield Text("No pair's odds differ in this.")
    else:
        yield Text("Nothing differs: no unit, no rule, no table value, no pair's odds.")


def changes_table(changes: Iterable[Change]) -> Chart:
    """Answers and table values that differ."""
    drawn = Chart("Changed", *map(words, ("what", "key", "before", "after")))
    for change in changes:
        drawn.add_row(change.what, change.key, change.before, change.after)
    return drawn


def names_table(names: Sequence[str]) -> Chart:
    """Units that stand in one of two scenarios alone: "-" the first, "+" the second."""
    drawn = Chart("Units", words("in one scenario alone"))
    for name in names:
        drawn.add_row(name)
    return drawn


def shifts_table(shifts: Sequence[Shift], most: int = 30) -> Chart:
    """The pairings whose odds moved most."""
    columns = *map(words, ("attacker", "defender")), *map(figures, ("before", "after", "points"))
    drawn = Chart("Odds that moved most", *columns)
    for shift in shifts[:most]:
        chances = [
            FORBIDDEN if c is None else percent(float(c)) for c in (shift.before, shift.after)
        ]
        moved = float((shift.after or Fraction(0)) - (shift.before or Fraction(0)))
        drawn.add_row(shift.actor, shift.target, *chances, points(moved))
    return drawn
