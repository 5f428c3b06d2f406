"""What is told of chances of pairs of units: maps, sweeps, ladders, swings and differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.figures import percent, points
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.acting import AT
from calculator.tuning.charts import (
    MOST_LINES,
    Cell,
    Chart,
    Curve,
    Curves,
    bars,
    figures,
    swings,
    words,
)
from calculator.tuning.heat_maps import heat_maps
from calculator.tuning.matchups import Situation, Subject
from calculator.tuning.report import Gather, Part, Report, shown_chance
from calculator.tuning.sweep import Sensitivity, Sweep, SweepRow, Swing, ladder, widest_first
from calculator.tuning.variations import Difference, Variation, difference

FEWEST_POINTS: Final = 3
"""Of fewer a curve says no more than a table."""

MOST_SWINGS: Final = 20
MOST_SHIFTS: Final = 30
"""Rows that people are shown at most; machines get all."""


def map_report(
    scenario: Scenario, asked: Situation, actor: Unit | None, target: Unit | None, batteries: bool
) -> Report:
    """Every attacker against every defender, of each side, or of one unit."""
    maps = list(heat_maps(scenario, asked, actor, target, batteries))
    title = f"{scenario.title}: {asked.title(scenario.system)}"
    rows = [row for drawn in maps for row in drawn.matrix.rows()]
    targets = list(dict.fromkeys(unit for drawn in maps for unit in drawn.matrix.targets))
    return Report.of_pairs(title, scenario, asked, targets, parts=maps, rows=rows)


def sweep_report(
    scenario: Scenario,
    asked: Subject,
    variations: tuple[Variation, ...],
    measures: Sequence[str],
    gather: Gather,
) -> Report:
    """Every combination of what is varied; of several measures each has a column."""
    measures = tuple(measures) or (asked.situation.measure,)
    sweep = Sweep(scenario, asked, variations, measures)
    rows, is_whole = gather(sweep.rows(), "Sweeping", len(sweep))
    labels = [variation.label for variation in variations]
    names = (*labels, *measures)
    varied = [variation.key for variation in variations if not variation.unit]
    if any(variation.key == AT for variation in variations):
        varied += scenario.system.ground  # each row names the place that answers these
    drawn: list[Sequence[Cell]] = [
        (*row.values, *map(shown_chance, row.chances), float(row.chances[0] or 0)) for row in rows
    ]
    columns = [*map(words, labels), *map(figures, measures), bars("cyan")]
    table = Chart("", columns, drawn, merges=True)
    return _of_subject(
        scenario,
        asked,
        *measures,
        varied=varied,
        parts=[table, *sweep_curves(labels, measures, rows)],
        rows=[dict(zip(names, (*row.values, *row.chances), strict=True)) for row in rows],
        is_whole=is_whole,
    )


def _of_subject(scenario: Scenario, asked: Subject, *measures: str, **shown: Any) -> Report:
    """A report of a pairing, or of the mean of many."""
    title, (_, targets) = asked.title(scenario, *measures), asked.units(scenario)
    return Report.of_pairs(title, scenario, asked.situation, targets, *measures, **shown)


def sweep_curves(
    labels: Sequence[str], measures: Sequence[str], rows: Sequence[SweepRow]
) -> Iterator[Curves]:
    """Each measure against the last of the variations that is in numbers, three at least.

    There is a line for each combination of the others; none where those are too many to tell apart.
    """
    tried = zip(*(row.values for row in rows), strict=True)
    scales = [
        at
        for at, values in enumerate(map(set, tried))
        if len(values) >= FEWEST_POINTS and all(text.lstrip("-").isdecimal() for text in values)
    ]
    if not scales:
        return
    place = scales[-1]

    def beside(texts: Sequence[str]) -> str:
        return ", ".join((*texts[:place], *texts[place + 1 :]))

    by = f" by {labels[place]}" + (f"; lines: {beside(labels)}" if beside(labels) else "")
    for number, measure in enumerate(measures):
        points: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            chance = row.chances[number]
            if chance is not None:
                line = points.setdefault(beside(row.values) or measure, [])
                line.append((float(row.values[place]), float(chance)))
        if points and len(points) <= MOST_LINES:
            lines = (
                Curve(name, *zip(*sorted(along), strict=True)) for name, along in points.items()
            )
            yield Curves(f"{measure}{by}", labels[place], f"chance: {measure}", tuple(lines))


def ladder_report(
    scenario: Scenario, unit: Unit, target: Fraction, role: str, asked: Subject
) -> Report:
    """Every single change of a unit that moves the chance, nearest to the target first."""
    taken: dict[str, Any] = {role: unit.full_name}
    asked = attrs.evolve(asked, **taken)
    rungs = ladder(scenario, asked, unit.full_name, target)
    drawn = [
        (
            rung.change,
            f"{rung.value} (as it is)" if rung.present else rung.value,
            percent(float(rung.chance)),
            points(float(rung.chance - target)),
        )
        for rung in rungs
    ]
    columns = words("change"), words("to"), figures("chance"), figures("off by")
    return _of_subject(
        scenario,
        asked,
        parts=[Chart(f"Nearest to {percent(float(target))}", columns, drawn)],
        rows=[attrs.asdict(rung) for rung in rungs],
    )


def sensitivity_report(scenario: Scenario, asked: Subject, gather: Gather) -> Report:
    """Which rating or table value moves the odds most; that none does is said."""
    sensitivity = Sensitivity(scenario, asked)
    swings, is_whole = gather(sensitivity.swings(), "Moving", len(sensitivity))
    present, found = sensitivity.present, widest_first(swings)
    unmoved = f"{percent(float(present))}, and no single step moves it."
    return _of_subject(
        scenario,
        asked,
        parts=[_tornado_chart(present, found) if found or not is_whole else unmoved],
        rows=[attrs.asdict(swing) | {"present": present} for swing in found],
        is_whole=is_whole,
    )


def _tornado_chart(chance: Fraction, found: Sequence[Swing]) -> Chart:
    """The widest swings, drawn to both sides of the present chance."""
    present, rows = float(chance), list[Sequence[Cell]]()
    ends = [
        sorted([(float(swing.at_low), swing.low), (float(swing.at_high), swing.high)])
        for swing in found[:MOST_SWINGS]
    ]
    reach = max((abs(end - present) for both in ends for end, _ in both), default=1)
    for swing, ((low, low_value), (high, high_value)) in zip(found, ends, strict=False):
        less, more = (present - low) / reach, (high - present) / reach
        low_end, high_end = f"{low_value}: {percent(low)}", f"{high_value}: {percent(high)}"
        rows.append((swing.step, low_end, less, more, high_end))
    columns = (
        words("one step of"),
        words("to", justify="right"),
        swings("less", justify="right", style="blue"),
        swings("more", style="dark_orange"),
        words("to"),
    )
    return Chart(f"What moves {percent(present)} most, a step at a time", columns, rows)


def difference_report(first: Scenario, second: Scenario, asked: Situation) -> Report:
    """What changed between two scenarios, and the odds that move."""
    found = difference(first, second, asked)
    return Report.of_pairs(
        f"{first.path.name} -> {second.path.name}: {asked.title(first.system)}",
        first,
        asked,
        list(first.units),
        parts=list(_differing(found)),
        rows=[attrs.asdict(shift) for shift in found.shifts],
        rows_are="odds",
        more={
            "changes": [attrs.asdict(change) for change in found.changes],
            "removed": list(found.removed),
            "added": list(found.added),
        },
    )


def _differing(found: Difference) -> Iterator[Part]:
    """What differs in answers, tables and odds; only what there is."""
    names = [*(f"- {name}" for name in found.removed), *(f"+ {name}" for name in found.added)]
    if found.changes:
        rows = [(change.what, change.key, change.before, change.after) for change in found.changes]
        yield Chart("Changed", [*map(words, ("what", "key", "before", "after"))], rows)
    if names:
        yield Chart("Units", [words("in one scenario alone")], [(name,) for name in names])
    if found.shifts:
        shifted = "before", "after", "points"
        columns = [*map(words, ("attacker", "defender")), *map(figures, shifted)]
        moved = [
            (
                shift.actor,
                shift.target,
                shown_chance(shift.before),
                shown_chance(shift.after),
                points(float((shift.after or Fraction(0)) - (shift.before or Fraction(0)))),
            )
            for shift in found.shifts[:MOST_SHIFTS]
        ]
        yield Chart("Odds that moved most", columns, moved)
    elif found.changes or names:
        yield "No pair's odds differ in this."
    else:
        yield "Nothing differs: no unit, no rule, no table value, no pair's odds."
