"""An order of battle as Rich tables, one for each side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Column, Table

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
        console.print(_side(side, notes))
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


def _side(side: Side, notes: bool) -> Table:
    role = f" ({side.role.label})" if side.role else ""
    title = f"{side.name}{role}; {_answers(side.form)}".rstrip("; ")
    folded = (Column(heading, overflow="fold") for heading in ("Unit", "What it is"))
    table = open_table(*folded, "Size", "Strength", title=title)
    for general in side.generals:
        table.add_row(general.name, general.rank.label)
    for formation in (*side.formations, None):
        if formation:
            table.add_row(formation.name, _command(formation), style="bold")
        for unit in formation.units if formation else side.unattached:
            table.add_row(f"  {unit.name}", *_cells(unit))
            if notes and unit.notes:
                table.add_row("", unit.notes, style="dim")
    table.add_row("In all", model.totals(side.units), style="bold")
    return table


def _command(formation: Formation) -> str:
    turn = f"turn {formation.entry_turn} {formation.entry}" if formation.entry_turn else ""
    return ", ".join(filter(None, (formation.corps, formation.general, turn.rstrip())))


def _cells(unit: Unit) -> tuple[str, ...]:
    """A unit's words, its numbers, and its men and guns."""
    fields = [one for one in mattering(unit.form) if one.key not in {"men", "guns"}]
    words = (one for one in fields if one.kind.choices)
    numbers = (one for one in fields if not (one.kind.choices or isinstance(one.kind, Optional)))
    lines = (
        in_a_line((one, getattr(unit.form, one.attribute)) for one in told)
        for told in (words, numbers)
    )
    return (*lines, model.strength([unit]))
