"""Odds as Rich tables with bars; every bar stands beside its number."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from typing import Final

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from calculator.cli.output import figures, listed, open_console, open_table
from calculator.desk import asking, attention
from calculator.desk.odds_view import OddsView, fates_of
from calculator.desk.why_view import changes_view, why_view
from calculator.figures import bar, percent, points
from calculator.rules.odds import IDLE
from calculator.rules.outcome_tree import Chance
from calculator.rules.question import Odds

LEAST_TABLE: Final = 70
"""Columns of a terminal below which what would be a wide table is told in lines."""


def show(view: OddsView, asked: asking.Asking | None, *, at_least: bool, explain: bool) -> None:
    """Odds as they may be shown: of what was `asked`, or of several settings side by side."""
    console = open_console()
    console.print(view.heading, style="bold")
    if asked is None:
        _print_settings(console, view)
    elif view.note:
        console.print(view.note, style="yellow")
    told = asked if view.is_exact else None
    if told:
        _print_choices(console, view)
        _print_fates(console, view)
    console.print(_outcomes(console, view, at_least))
    if told:
        answers = told.texts
        if assumed := {key: answers[key] for key in told.assumed()}:
            console.print(f"Assumed: {_pairs(assumed)}")
        if decide := attention.deciding(told, view.odds):
            console.print(f"Check first, for much depends on it: {', '.join(decide)}")
    if explain:
        _print_why(console, view)


def _outcomes(console: Console, view: OddsView, at_least: bool) -> Table:
    """Each outcome with a bar, or each with all that are better; then the measures."""
    names = [setting.name for setting in view.settings]
    many = len(names)
    heads = names if many > 1 else ["Odds" if view.is_exact else "How likely"]
    change = figures(" - ".join(names[::-1]), no_wrap=True) if view.is_exact and many == 2 else []
    with_bars = view.is_exact and many <= 2
    bars = [Column(" over ".join(names) if many > 1 else "", no_wrap=True)] if with_bars else []
    first = f"This or better for {view.party}" if at_least else "Outcome"
    table = open_table(first, *figures(*heads, no_wrap=many > 1), *change, *bars)
    rows = _listed_outcomes(view, at_least)
    scale = max(float(share or 0) for _, chance, _ in rows for share in chance.shares)
    for label, chance, style in rows:
        drawn = [_bars(console, chance, scale)] if with_bars else []
        table.add_row(label, *_figures(view, chance), *drawn, style=style)
    for measure in view.measures:
        table.add_row(f"= {measure.label}", *_figures(view, measure), style="bold")
    return table


def _listed_outcomes(view: OddsView, at_least: bool) -> list[tuple[str, Chance, str]]:
    """The outcomes of one setting as a tree, those of several one by one, or cumulated."""
    if at_least or len(view.settings) > 1:
        return [(chance.label, chance, "") for chance in view.outcomes(at_least)]
    return [
        ("  " * row.depth + row.chance.label, row.chance, "bold" * (row.is_group and not row.depth))
        for row in view.tree.rows()
    ]


def _figures(view: OddsView, chance: Chance) -> list[str]:
    with_change = view.is_exact and len(chance.shares) == 2
    change = [points(float(chance.changes[0] or 0))] if with_change else []
    return [*map(view.figure, chance.shares), *change]


def _bars(console: Console, chance: Chance, scale: float) -> Text:
    """The bar of the chance, and below it in another colour that of another setting."""
    cells, ascii_only = max(8, round(0.3 * console.width)), console.options.ascii_only
    styles = (("cyan", ""), ("magenta", "-" if ascii_only else "░"))
    drawn = [
        Text(bar(float(share or 0) / scale, cells, ascii_only, fill=fill), style=style)
        for share, (style, fill) in zip(chance.shares, styles, strict=False)
    ]
    return Text("\n").join(drawn)


def _print_settings(console: Console, view: OddsView) -> None:
    """What each setting is; of more than two ranked by the chief chance, with the differences."""
    for name, no in view.forbidden:
        console.print(f"{name}: the rules do not allow this: {no.in_a_line}", style="yellow")
    first, *others = view.settings
    if not others:
        console.print(f"The odds of {first.name}:")
    elif not first.answers:
        names = " and ".join(setting.name for setting in view.settings)
        console.print(f"{names} are the same")
    chief = next(iter(view.odds.question.action.measures), None)
    are_ranked = len(others) > 1 and view.is_exact
    for setting in view.ranked if are_ranked else view.settings:
        if setting.answers:
            chance = ""
            if chief and are_ranked:
                change = f" ({points(float(setting.difference))})" * (setting is not first)
                chance = f": {chief.label} {view.figure(setting.chief)}{change}"
            console.print(f"{setting.name}: {_pairs(setting.answers)}{chance}")
        if setting.odds.caveat:
            console.print(f"{setting.name} is {setting.odds.caveat}.", style="yellow")


def _print_choices(console: Console, view: OddsView) -> None:
    if not view.choices:
        return
    choices = Column("Choice and reply", no_wrap=console.width >= LEAST_TABLE)
    table = open_table(choices, *figures(*view.odds.decisions[0].chances))
    for choice, replies in view.choices:
        table.add_row(choice)
        for one in replies:
            mark = f" ({one.mark})" if one.mark else ""
            style = "bold" if one.best else ""
            shares = map(view.figure, one.chances.values())
            table.add_row(f"  {one.reply}{mark}", *shares, style=style)
    console.print(table)


def _print_fates(console: Console, view: OddsView) -> None:
    """Each unit's own chances, whatever becomes of the others, where outcomes decide over more."""
    narrow = console.width < LEAST_TABLE
    loses = {unit: f"{float(view.odds.losses[unit]):.1f}" for unit in view.fates}
    if view.fates and not narrow:
        fates = list(dict.fromkeys(chain.from_iterable(view.fates.values())))
        table = open_table("Each for itself", *figures(*fates, "loses"))
        for unit, chances in view.fates.items():
            shares = (percent(float(chances.get(fate, 0))) for fate in fates)
            table.add_row(view.tree.named(unit), *shares, loses[unit])
        console.print(table)
    for unit, chances in fates_of(view.odds, in_short=narrow).items() if view.fates else ():
        if narrow or unit not in loses:
            each = ", ".join(f"{fate} {percent(float(p))}" for fate, p in chances.items())
            also = f", loses {loses[unit]}" if unit in loses else ""
            console.print(f"{view.tree.named(unit)}: {each}{also}")


def show_what_if(odds: Odds) -> None:
    """Every single change that moves the chief chance, by whose it is, the best first."""
    from calculator.tuning.what_if import SAMPLED, changes

    console = open_console()
    view = changes_view(odds.question, changes(odds), "" if odds.is_exact else SAMPLED)
    if view.measure:
        now = percent(float(odds.measure(odds.question.action.measures[0].key)))
        console.print(f"What would change it: {view.measure}, now {now}", style="bold")
    if view.note:
        console.print(view.note)
    if not view.by_owner:
        return
    table = open_table("", *figures("Chance", "Change", no_wrap=True), "Brings")
    for owner, found in view.by_owner:
        table.add_row(owner, style="bold")
        for one in found:
            chance, moved = percent(float(one.chance)), points(float(one.difference))
            table.add_row(f"  {one.in_full}", chance, moved, one.thresholds)
    console.print(table)


def _pairs(answers: Mapping[str, str]) -> str:
    quoted = ((key, f'"{text}"' if " " in text else text) for key, text in answers.items())
    return ", ".join(f"{key}={text}" for key, text in quoted)


def _print_why(console: Console, view: OddsView) -> None:
    """The factors of the settings or, where nothing pulls any, what the rules say of the action."""
    if len(view.settings) > 1:
        if any(one.odds.factors for one in view.settings):
            console.print(_factors_compared(view))
        return
    why = why_view(view.odds, view.odds.why)
    if why.stages:
        table = open_table(*figures("Points", "Adds"), "For", "Factor", title="Why")
        for stage in why.stages:
            table.add_row("", "", "", stage.heading, style="bold")
            for factor, idle, worth in stage.reasons:
                adds = points(float(worth)) if worth else ""
                name = factor.in_full + f", {IDLE}" * bool(idle)
                table.add_row(factor.in_column, adds, factor.side, name)
        console.print(table)
    if why.together:
        console.print(why.together)
    if why.nothing:
        console.print("Why", style="bold")
        console.print(why.nothing)
        console.print(listed(repeat("-"), why.rules))


def _factors_compared(view: OddsView) -> Table:
    blank = [""] * len(view.settings)
    stages: dict[str, dict[tuple[str, str], list[str]]] = {}
    for place, setting in enumerate(view.settings):
        for factor in setting.odds.factors:
            rows = stages.setdefault(factor.stage, {})
            row = rows.setdefault((factor.side, factor.in_full), list(blank))
            row[place] = factor.in_column
    table = open_table(*figures(*(s.name for s in view.settings)), "For", "Factor", title="Why")
    for stage, rows in stages.items():
        table.add_row(*blank, "", stage, style="bold")
        for (side, name), row in rows.items():
            table.add_row(*row, side, name)
    return table
