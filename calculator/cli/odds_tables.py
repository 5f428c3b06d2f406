"""Odds as Rich tables with bars; every bar stands beside its number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
    console.print(table)
    _print_measures(console, odds)
    _print_assumed(console, odds, given)
    if explain:
        console.print(_factors(odds.factors))


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
    scale = max(max(row.first, row.second) for row in rows) or 1
    for row in rows:
        above = bar(row.first / scale, _cells(console), ascii_only)
        below = bar(
            row.second / scale, _cells(console), ascii_only, fill="-" if ascii_only else "░"
        )
        drawn = Text.assemble((above, "cyan"), "\n", (below, "magenta"))
        table.add_row(row.label, percent(row.first), percent(row.second), points(row.change), drawn)
    for measure in odds.question.action.measures:
        shares = [float(each.measure(measure.key)) for each in (odds, versus)]
        told = [percent(share) for share in shares]
        table.add_row(f"= {measure.label}", *told, points(shares[1] - shares[0]), style="bold")
    console.print(table)
    if explain:
        console.print(_factors_versus(odds.factors, versus.factors))


def _cells(console: Console) -> int:
    return max(8, round(console.width * _BAR_SHARE))


def _heading(odds: Odds) -> str:
    question = odds.question
    return f"{question.system.title}: {question.action.label}"


def _listed(answers: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={_quoted(value)}" for key, value in answers.items())


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _print_measures(console: Console, odds: Odds) -> None:
    told = [
        f"{measure.label} {percent(float(odds.measure(measure.key)))}"
        for measure in odds.question.action.measures
    ]
    if told:
        console.print("In short: " + ", ".join(told))


def _print_assumed(console: Console, odds: Odds, given: Collection[str]) -> None:
    answers = texts(odds.question.form)
    said = {key.replace("_", "-").lower() for key in given}
    matter = [field.key for field in mattering(odds.question.form)]
    if assumed := {key: answers[key] for key in matter if key not in said}:
        console.print(f"Assumed: {_listed(assumed)}")


def _factors(factors: Iterable[Factor]) -> Table:
    table = open_table("Stage", "Factor", "Favours", title="Why")
    table.add_column("Points", justify="right")
    table.add_column("Source")
    for f in factors:
        table.add_row(f.stage, f.name, f.side, f"{f.points:+}", f.source)
    return table


def _factors_versus(first: Iterable[Factor], second: Iterable[Factor]) -> Table:
    table = open_table("Stage", "Factor", "Favours", title="Why")
    table.add_column("A", justify="right")
    table.add_column("B", justify="right")
    table.add_column("Source")
    pairs: dict[tuple[str, str, str, str], list[str]] = {}
    for place, factors in enumerate((first, second)):
        for f in factors:
            pairs.setdefault((f.stage, f.name, f.side, f.source), ["", ""])[place] = f"{f.points:+}"
    for (stage, name, side, source), told in pairs.items():
        table.add_row(stage, name, side, *told, source)
    return table
