"""Odds as Rich tables with bars; every bar stands beside its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from calculator.cli.comparison import ComparisonRow, compare, differing, ranked
from calculator.cli.output import figures, listed, open_console, open_table
from calculator.desk.deciding import deciding
from calculator.figures import bar, chance_in_words, percent, points
from calculator.rules.modifiers import Factor
from calculator.rules.outcome_tree import Branch, branches_of, fates_of
from calculator.rules.question import Odds
from calculator.rules.statements import behind
from calculator.rules.why import IDLE, in_all

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.tuning.what_if import Alternative

LEAST_TABLE: Final = 70
"""Columns of a terminal below which what would be a wide table is told in lines."""

_BAR_SHARE: Final = 0.3
"""Of the width of the terminal, what bars may take."""


def show(odds: Odds, asked: Asking, *, at_least: bool, explain: bool) -> None:
    """The odds of one setting, with what it assumed."""
    console = open_console()
    console.print(_heading(odds), style="bold")
    if odds.caveat:
        console.print(f"{odds.caveat.capitalize()}.", style="yellow")
    _print_decisions(console, odds)
    _print_fates(console, odds)
    console.print(_outcomes(console, odds, at_least))
    _print_assumed(console, odds, asked)
    if explain:
        _print_why(console, {"Points": odds})


def _outcomes(console: Console, odds: Odds, at_least: bool) -> Table:
    """Each outcome with a bar, or each with all that are better; then the measures."""
    bars = Column("", no_wrap=True)
    table = open_table(_first_heading(odds, at_least), *figures("Odds"), bars)
    listed = list(_listed_tree(branches_of([odds])))
    if at_least:
        listed = [(row.outcome.label, row.probability, "") for row in odds.at_least_rows()]
    scale = max(share for _, share, _ in listed)
    for label, share, style in listed:
        drawn = bar(share / scale, _cells(console), console.options.ascii_only)
        table.add_row(label, percent(share), Text(drawn, style="cyan"), style=style)
    _add_measures(table, odds)
    return table


def _listed_tree(branches: Sequence[Branch], depth: int = 0) -> Iterator[tuple[str, float, str]]:
    """Branches with their shares, those of a branch set in below it."""
    for branch in branches:
        style = "bold" if branch.branches and not depth else ""
        yield "  " * depth + branch.label, float(branch.share), style
        yield from _listed_tree(branch.branches, depth + 1)


def _print_decisions(console: Console, odds: Odds) -> None:
    """Both sides' choices beside one another, where the action leaves them open."""
    if len(odds.decisions) < 2:
        return
    choices = Column("Choice and reply", no_wrap=console.width >= LEAST_TABLE)
    table = open_table(choices, *figures(*odds.decisions[0].chances))
    for choice, replies in groupby(odds.decisions, key=lambda one: one.choice):
        table.add_row(choice)
        for one in replies:
            mark = f" ({one.mark})" if one.mark else ""
            chances = (percent(float(chance)) for chance in one.chances.values())
            style = "bold" if one.best else ""
            table.add_row(f"  {one.reply}{mark}", *chances, style=style)
    console.print(table)


def _print_fates(console: Console, odds: Odds) -> None:
    """Each unit's own chances, whatever becomes of the others, where outcomes decide over more."""
    units = fates_of(odds, in_short=True)
    if not units:
        return
    fates = list(dict.fromkeys(fate for chances in units.values() for fate in chances))
    table = open_table("Each for itself", *figures(*fates, "loses"))
    for unit, chances in units.items():
        shares = (percent(float(chances.get(fate, 0))) for fate in fates)
        table.add_row(unit, *shares, f"{float(odds.losses[unit]):.1f}")
    narrow = console.width < LEAST_TABLE
    if not narrow:
        console.print(table)
    for unit, chances in fates_of(odds, in_short=narrow).items():
        if narrow or unit not in units:
            listed = ", ".join(f"{fate} {percent(float(p))}" for fate, p in chances.items())
            lost = f", loses {float(odds.losses[unit]):.1f}" if narrow else ""
            console.print(f"{unit}: {listed}{lost}")


def show_what_if(odds: Odds) -> None:
    """Every single change that moves the chief chance, by whose it is, the best first."""
    from calculator.tuning.what_if import SAMPLED, best_first, changes

    console = open_console()
    measures = odds.question.action.measures
    if not measures:
        console.print("This action has no chief chance that a change could move.")
        return
    found = best_first(changes(odds))
    now = percent(float(odds.measure(measures[0].key)))
    console.print(f"What would change it: {measures[0].label}, now {now}", style="bold")
    nothing = "No single change moves it." if odds.is_exact else SAMPLED
    console.print(_changes(found) if found else nothing)


def _changes(found: Sequence[Alternative]) -> Table:
    from calculator.rules.system import Owner

    table = open_table("", *figures("Chance", "Change", no_wrap=True), "Brings")
    for owner in Owner:
        own = [change for change in found if change.owner is owner]
        if own:
            table.add_row(owner.value.capitalize(), style="bold")
        for change in own:
            label = f"  {change.label}{', and from there on' if change.on else ''}"
            chance, moved = percent(float(change.chance)), points(float(change.difference))
            table.add_row(label, chance, moved, change.thresholds)
    return table


def show_comparison(
    settings: Sequence[Odds], rows: Sequence[ComparisonRow], *, at_least: bool, explain: bool
) -> None:
    """Settings side by side: percentages, and of two the difference in points and two bars."""
    console = open_console()
    names = ascii_uppercase[: len(settings)]
    console.print(_heading(settings[0]), style="bold")
    _print_settings(console, names, settings)
    two = len(settings) == 2
    beside = [*figures("B - A", no_wrap=True), Column("A over B", no_wrap=True)] if two else []
    shares = figures(*names, no_wrap=True)
    table = open_table(_first_heading(settings[0], at_least), *shares, *beside)
    scale = max(share for row in rows for share in row.shares)
    for row in rows:
        more = (points(row.changes[0]), _two_bars(console, row, scale)) if two else ()
        table.add_row(row.label, *map(percent, row.shares), *more)
    _add_measures(table, *settings)
    console.print(table)
    if explain:
        _print_why(console, dict(zip(names, settings, strict=True)))


def show_in_words(settings: Sequence[Odds]) -> None:
    """What may happen, in how likely words, under each of the settings."""
    console = open_console()
    names = ascii_uppercase[: len(settings)]
    console.print(_heading(settings[0]), style="bold")
    if len(settings) > 1:
        for name, answers in zip(names, differing(settings), strict=True):
            console.print(f"{name}: {_listed(answers)}")
    table = open_table("Outcome", *(names if len(settings) > 1 else ["How likely"]))
    for row in compare(settings):
        table.add_row(row.label, *map(chance_in_words, row.shares))
    for measure in settings[0].question.action.measures:
        shares = [float(odds.measure(measure.key)) for odds in settings]
        table.add_row(f"= {measure.label}", *map(chance_in_words, shares), style="bold")
    console.print(table)


def _print_settings(console: Console, names: str, settings: Sequence[Odds]) -> None:
    """What each setting is; of more than two ranked by the chief chance, with the differences."""
    listed = [_listed(answers) for answers in differing(settings)]
    if not listed[0]:
        console.print(f"{' and '.join(names)} are the same")
    for number in ranked(settings) if len(settings) > 2 else range(len(settings)):
        odds = settings[number]
        if listed[0]:
            chance = _chief(odds, settings[0]) if len(settings) > 2 else ""
            console.print(f"{names[number]}: {listed[number]}{chance}")
        if odds.caveat:
            console.print(f"{names[number]} is {odds.caveat}.", style="yellow")


def _chief(odds: Odds, first: Odds) -> str:
    """The chief chance of a setting, and by how much it differs from the first's."""
    measures = odds.question.action.measures
    if not measures:
        return ""
    share, before = (one.measure(measures[0].key) for one in (odds, first))
    change = "" if odds is first else f" ({points(float(share - before))})"
    return f": {measures[0].label} {percent(float(share))}{change}"


def _two_bars(console: Console, row: ComparisonRow, scale: float) -> Text:
    ascii_only = console.options.ascii_only
    above = bar(row.shares[0] / scale, _cells(console), ascii_only)
    below = bar(row.shares[1] / scale, _cells(console), ascii_only, fill="-" if ascii_only else "░")
    return Text.assemble((above, "cyan"), "\n", (below, "magenta"))


def _add_measures(table: Table, *settings: Odds) -> None:
    """What the action is compared by, below the outcomes that it sums up."""
    for measure in settings[0].question.action.measures:
        shares = [float(odds.measure(measure.key)) for odds in settings]
        change = [points(shares[1] - shares[0])] if len(shares) == 2 else []
        percentages = [percent(share) for share in shares]
        table.add_row(f"= {measure.label}", *percentages, *change, style="bold")


def _cells(console: Console) -> int:
    return max(8, round(console.width * _BAR_SHARE))


def _first_heading(odds: Odds, at_least: bool) -> str:
    party = odds.question.action.severity.party
    return f"This or better for {party}" if at_least else "Outcome"


def _heading(odds: Odds) -> str:
    question = odds.question
    return f"{question.system.title}: {question.action.label}"


def _listed(answers: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={_quoted(value)}" for key, value in answers.items())


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


def _print_assumed(console: Console, odds: Odds, asked: Asking) -> None:
    answers = asked.texts
    if assumed := {key: answers[key] for key in asked.assumed()}:
        console.print(f"Assumed: {_listed(assumed)}")
    if decide := deciding(asked, odds):
        console.print(f"Check first, for much depends on it: {', '.join(decide)}")


def _print_why(console: Console, settings: Mapping[str, Odds]) -> None:
    """The factors of the settings or, where nothing pulls any, what the rules say of the action."""
    odds = next(iter(settings.values()))
    if any(one.factors for one in settings.values()):
        console.print(_why_one(odds) if len(settings) == 1 else _why(settings))
    if len(settings) == 1 and (measures := odds.question.action.measures):
        console.print(odds.why.told_apart(measures[0].label))
    if not odds.without_factors:
        return
    question = odds.question
    found = behind(question.system.statements, question.action.key)
    console.print("Why", style="bold")
    console.print(odds.without_factors)
    console.print(
        listed(("-" for _ in found), (f"{one.says} {one.basis(question.tables)}" for one in found))
    )


def _why_one(odds: Odds) -> Table:
    """The factors stage by stage, each with what it adds to the chance asked for first."""
    table = open_table(*figures("Points", "Adds"), "For", "Factor", title="Why")
    for stage, reasons in groupby(odds.why.reasons, key=lambda reason: reason.factor.stage):
        listed = list(reasons)
        total = in_all(reason.factor for reason in listed)
        table.add_row("", "", "", f"{stage}: {total}" if total else stage, style="bold")
        for factor, idle, worth in listed:
            name = f"{factor.name} [{factor.cited}]" if factor.cited else factor.name
            adds = points(float(worth)) if worth else ""
            table.add_row(_figure(factor), adds, factor.side, name + f", {IDLE}" * bool(idle))
    return table


def _why(settings: Mapping[str, Odds]) -> Table:
    """The factors stage by stage, with a column of points for each setting."""
    stages: dict[str, dict[tuple[str, str, str], list[str]]] = {}
    for place, odds in enumerate(settings.values()):
        for f in odds.factors:
            rows = stages.setdefault(f.stage, {})
            row = rows.setdefault((f.side, f.name, f.cited), [""] * len(settings))
            row[place] = _figure(f)
    table = open_table(*figures(*settings), "For", "Factor", title="Why")
    for stage, rows in stages.items():
        table.add_row(*[""] * len(settings), "", stage, style="bold")
        for (side, name, source), row in rows.items():
            table.add_row(*row, side, f"{name} [{source}]" if source else name)
    return table


def _figure(factor: Factor) -> str:
    """Points as a column has them: a dot for what has none, for it is no number."""
    return "·" if factor.effect else factor.figure if factor.points else "0"
