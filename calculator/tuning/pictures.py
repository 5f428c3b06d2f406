"""Figures as tables and curves: the same for the terminal and for a printed page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rich.text import Text

from calculator.figures import percent, points
from calculator.tuning.changes import Change
from calculator.tuning.charts import Chart, bars, figures, swings, words
from calculator.tuning.curves import MOST_LINES, Curves, Line
from calculator.tuning.difference import Difference, Shift
from calculator.tuning.heat_maps import FORBIDDEN
from calculator.tuning.seek import Rung
from calculator.tuning.sensitivity import Tornado
from calculator.tuning.sweep import SweepRow

FEWEST_POINTS: Final = 3
"""Of fewer a curve says no more than a table."""


def sweep_table(labels: Sequence[str], measures: Sequence[str], rows: Iterable[SweepRow]) -> Chart:
    """A row for each combination, with a bar for the first measure."""
    drawn = Chart("", *map(words, labels), *map(figures, measures), bars("cyan"))
    drawn.merges = True
    for row in rows:
        chances = [
            FORBIDDEN if chance is None else percent(float(chance)) for chance in row.chances
        ]
        drawn.add_row(*row.values, *chances, float(row.chances[0] or 0))
    return drawn


def sweep_curves(
    labels: Sequence[str], measures: Sequence[str], rows: Sequence[SweepRow]
) -> Iterator[Curves]:
    """Each measure against the last of the variations that is in numbers, where one is.

    There is a line for each combination of the others; none where those are too many to tell apart.
    """
    place = next((at for at in reversed(range(len(labels))) if _is_scale(rows, at)), None)
    if place is None:
        return
    for number, measure in enumerate(measures):
        points: dict[str, dict[float, float]] = {}
        for row in rows:
            others = [text for at, text in enumerate(row.values) if at != place]
            chance = row.chances[number]
            if chance is not None:
                line = points.setdefault(", ".join(others) or measure, {})
                line[float(row.values[place])] = float(chance)
        if points and len(points) <= MOST_LINES:
            lines = (Line(name, *_in_order(along)) for name, along in points.items())
            other = ", ".join(label for at, label in enumerate(labels) if at != place)
            title = f"{measure} by {labels[place]}" + (f"; lines: {other}" if other else "")
            yield Curves(title, labels[place], f"chance: {measure}", tuple(lines))


def _is_scale(rows: Sequence[SweepRow], place: int) -> bool:
    """Whether a variation is in whole numbers, three at least."""
    values = {row.values[place] for row in rows}
    return len(values) >= FEWEST_POINTS and all(v.lstrip("-").isdecimal() for v in values)


def _in_order(points: Mapping[float, float]) -> tuple[list[float], list[float]]:
    across = sorted(points)
    return across, [points[x] for x in across]


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
