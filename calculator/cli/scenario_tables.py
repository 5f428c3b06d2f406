"""An order of battle as Rich trees and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from calculator.answering import in_a_line
from calculator.cli.output import open_console, open_table
from calculator.forms import Form, mattering, texts
from calculator.kinds import Optional
from calculator.rules.phrases import counted
from calculator.scenarios import Formation, Scenario, Side, Unit, model


def show(scenario: Scenario, *, notes: bool) -> None:
    """Print what a scenario is, its ground, its sides, what it overrides and what is doubtful."""
    console = open_console()
    console.print(f"{scenario.titled} ({scenario.system.title})", style="bold")
    turns = counted(scenario.turns, "turn") if scenario.turns else ""
    start = f"from {scenario.first_turn}" if scenario.first_turn else ""
    rules = ", ".join(filter(None, (turns, start, _answers(scenario.rules))))
    told = *_each("Rules", [rules]), *_each("Victory", [scenario.victory])
    for text in (scenario.summary, *told, *_each("Source", scenario.sources)):
        console.print(text)
    if scenario.terrain:
        ground = open_table("Terrain", "What it does")
        for piece in scenario.terrain:
            ground.add_row(piece.name, _answers(piece.form))
        console.print(ground)
    for side in scenario.sides:
        room = console.width - 8 - 3 * 2  # beside the tree's branches, and between columns
        console.print(_side(side, notes, room))
    if scenario.tables.overridden:
        values = open_table("Value", "In force", "Why")
        for entry in map(scenario.tables.entry, sorted(scenario.tables.overridden)):
            values.add_row(entry.key, str(entry.value), entry.why)
        console.print(values)
    for text in (*_each("Uncertain", [scenario.uncertainty]), *_each("Doubtful", scenario.doubts)):
        console.print(text)


def _each(heading: str, values: Iterable[object]) -> Iterator[str]:
    return (f"{heading}: {value}" for value in values if value)


def _answers(form: Form | None) -> str:
    if form is None:
        return ""
    answers = texts(form)
    return ", ".join(f"{field.label.lower()} {answers[field.key]}" for field in mattering(form))


def _side(side: Side, notes: bool, room: int) -> Tree:
    role = f" ({side.role.label})" if side.role else ""
    tree = Tree(f"{side.name}{role}; {_answers(side.form)}".rstrip("; "), style="bold")
    cells = [_cells(unit) for unit in side.units]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    widths = widths if sum(widths) <= room else []
    for general in side.generals:
        tree.add(f"{general.name}, {general.rank.label}", style="not bold")
    for formation in side.formations:
        units = _units(formation.units, widths, notes)
        tree.add(_formation(formation)).add(units, style="not bold")
    if side.unattached:
        tree.add(_units(side.unattached, widths, notes), style="not bold")
    tree.add(model.totals(side.units))
    return tree


def _formation(formation: Formation) -> str:
    parts = [formation.name, formation.corps, formation.general]
    if formation.entry_turn:
        parts.append(f"turn {formation.entry_turn} {formation.entry}".rstrip())
    return ", ".join(filter(None, parts))


def _cells(unit: Unit) -> tuple[str, ...]:
    """A unit's name, its words, its numbers, and its men and guns."""
    fields = [one for one in mattering(unit.form) if one.key not in {"men", "guns"}]
    words = (one for one in fields if one.kind.choices)
    numbers = (one for one in fields if not (one.kind.choices or isinstance(one.kind, Optional)))
    lines = (
        in_a_line((one, getattr(unit.form, one.attribute)) for one in told)
        for told in (words, numbers)
    )
    return (unit.name, *lines, model.strength([unit]))


def _units(units: Sequence[Unit], widths: Sequence[int], notes: bool) -> Group:
    lines: list[RenderableType] = []
    for unit in units:
        lines.append(_line(_cells(unit), widths))
        if notes and unit.notes:
            lines.append(Padding(unit.notes, (0, 0, 0, 4)))
    return Group(*lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> RenderableType:
    """Cells under one another, or, in a window too narrow for that, one after another."""
    if not widths:
        return Text(", ".join(filter(None, cells)))
    line = Table.grid(padding=(0, 2))
    for width in widths:
        line.add_column(min_width=width)
    line.add_row(*cells)
    return line
