"""Odds as Rich tables with bars; every bar stands beside its number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from calculator.cli.comparison import Row, differing
from calculator.cli.output import open_console, open_table
from calculator.figures import bar, percent, points
from calculator.forms import mattering, texts
from calculator.rules.question import Odds
from calculator.rules.system import Factor

_BAR_SHARE: Final = 0.3
"""Of the width of the terminal, what bars may take."""


def show(odds: Odds, given: Collection[str], *, at_least: bool, explain: bool) -> None:
    """The odds of one setting, with what it assumed."""
    console = open_console()
    console.print(_heading(odds), style="bold")
    table = open_table("Outcome, or anything graver" if at_least else "Outcome")
    table.add_column("Odds", justify="right")
    table.add_column("", no_wrap=True)
    rows = odds.at_least() if at_least else [(outcome, p) for outcome, _, p in odds.rows()]
    scale = max(p for _, p in rows)
    for outcome, p in rows:
        drawn = bar(p / scale, _cells(console), console.options.ascii_only)
        table.add_row(outcome.label, percent(p), Text(drawn, style="cyan"))
    _add_measures(table, odds)
    console.print(table)
    _print_assumed(console, odds, given)
    if explain:
        console.print(_why({"Points": odds.factors}))


def show_versus(odds: Odds, versus: Odds, rows: Sequence[Row], *, explain: bool) -> None:
    """Two settings side by side: percentages, the difference in points, two bars."""
    console = open_console()
    ascii_only = console.options.ascii_only
    first, second = differing(odds, versus)
    console.print(_heading(odds), style="bold")
    console.print(f"A: {_listed(first)}\nB: {_listed(second)}" if first else "A and B are the same")
    table = open_table("Outcome")
    for heading in ("A", "B", "B - A"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("A over B", no_wrap=True)
    scale = max(max(row.first, row.second) for row in rows)
    other = "-" if ascii_only else "░"
    for row in rows:
        above = bar(row.first / scale, _cells(console), ascii_only)
        below = bar(row.second / scale, _cells(console), ascii_only, fill=other)
        drawn = Text.assemble((above, "cyan"), "\n", (below, "magenta"))
        table.add_row(row.label, percent(row.first), percent(row.second), points(row.change), drawn)
    _add_measures(table, odds, versus)
    console.print(table)
    if explain:
        console.print(_why({"A": odds.factors, "B": versus.factors}))


def _add_measures(table: Table, *settings: Odds) -> None:
    """What the action is compared by, below the outcomes that it sums up."""
    for measure in settings[0].question.action.measures:
        shares = [float(odds.measure(measure.key)) for odds in settings]
        change = [points(shares[1] - shares[0])] if len(shares) > 1 else []
        told = [percent(share) for share in shares]
        table.add_row(f"= {measure.label}", *told, *change, style="bold")


def _cells(console: Console) -> int:
    return max(8, round(console.width * _BAR_SHARE))


def _heading(odds: Odds) -> str:
    question = odds.question
    return f"{question.system.title}: {question.action.label}"


def _listed(answers: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={_quoted(value)}" for key, value in answers.items())


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _print_assumed(console: Console, odds: Odds, given: Collection[str]) -> None:
    answers = texts(odds.question.form)
    matter = [field.key for field in mattering(odds.question.form)]
    if assumed := {key: answers[key] for key in matter if key not in given}:
        console.print(f"Assumed: {_listed(assumed)}")


def _why(settings: Mapping[str, Sequence[Factor]]) -> Table:
    """The factors stage by stage, with a column of points for each setting."""
    told: dict[str, dict[tuple[str, str, str], list[str]]] = {}
    for place, factors in enumerate(settings.values()):
        for f in factors:
            rows = told.setdefault(f.stage, {})
            row = rows.setdefault((f.side, f.name, f.source), [""] * len(settings))
            row[place] = f"{f.points:+}" if f.points else "0"
    table = open_table(title="Why")
    for heading in settings:
        table.add_column(heading, justify="right")
    table.add_column("For")
    table.add_column("Factor")
    for stage, rows in told.items():
        table.add_row(*[""] * len(settings), "", stage, style="bold")
        for (side, name, source), row in rows.items():
            table.add_row(*row, side, f"{name} [{source}]" if source else name)
    return table
