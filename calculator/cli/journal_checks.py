"""What `verify` and `audit` found, for people or for machines."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Final

import attrs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from calculator.cli.output import figures, open_console, open_table, write_json
from calculator.desk.checking import Grade, findings, left_out
from calculator.journal.audit import Audit, LuckAccount
from calculator.journal.heads import grouped
from calculator.journal.luck import luck_lines
from calculator.journal.statistics import ChiSquare
from calculator.journal.verify import Verification
from calculator.umpire import Umpire

NOT_CLEAN: Final = 1
"""The exit code of `verify` for a record that is not as it was written."""

_STYLES: Final = {Grade.WRONG: "bold", Grade.DOUBTFUL: "yellow"}


def verify(umpire: Umpire, arguments: argparse.Namespace) -> int:
    """Check the record, with a bar for those who watch, and say what was found."""
    with _progress(Console(stderr=True)) as bar:
        task = bar.add_task("", total=None)
        verdict = umpire.verify(
            lambda done, total: bar.update(task, completed=done, total=total),
            noted=arguments.noted,
            all_cores=True,
        )
    if arguments.json:
        bad = attrs.asdict(verdict.bad) if verdict.bad else None
        write_json(attrs.asdict(verdict) | {"bad": bad, "clean": verdict.clean})
    else:
        _print_verdict(verdict, umpire.battle)
    return 0 if verdict.clean else NOT_CLEAN


def _progress(console: Console) -> Progress:
    """A bar on a terminal; nothing elsewhere."""
    return Progress(
        TextColumn("Checking"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _print_verdict(verdict: Verification, battle: str) -> None:
    console = open_console()
    for finding in findings(verdict, battle):
        console.print(finding.text, style=_STYLES.get(finding.grade))
        for named in finding.named:
            console.print(f"  {named}")
    if not verdict.is_changed:
        console.print(f"Hash of the last entry: {verdict.head}", style="dim")
        console.print(f"To write down: {grouped(verdict.head)}", style="dim")


def audit(umpire: Umpire, arguments: argparse.Namespace) -> None:
    """Audit the draws and say what came of it."""
    found = umpire.audit()
    if arguments.json:
        write_json(_audit_json(found))
    elif found.overall is None:
        open_console().print("Nothing has been drawn yet.")
    else:
        _print_audit(found, found.overall)


def _print_audit(found: Audit, overall: LuckAccount) -> None:
    console = open_console()
    console.print(_tests([overall, *found.sides]))
    for account in found.sides:
        words = f"{account.side}: {account.favour_in_words}."
        console.print(words, highlight=False, markup=False)
    for line in luck_lines(found.sides):
        console.print(line, highlight=False, markup=False)
    console.print(_counts(found))
    for line in left_out(found):
        console.print(line)
    console.print(found.meaning)


def _tests(accounts: Iterable[LuckAccount]) -> Table:
    tests = ("Transform", "Outcomes", "Favour", "Luck")
    table = open_table("Rulings by", "Number", *tests, title="Were the draws fair?")
    for account in accounts:
        table.add_row(
            account.side or "all",
            str(account.rulings),
            _test(account.transform),
            _test(account.outcomes),
            _p_in_words(account.favour) if account.side else "",
            account.luck_in_words if account.side else "",
        )
    return table


def _counts(found: Audit) -> Table:
    drawn, title = figures("Drawn", "Expected"), "Drawn, and expected by the exact odds"
    table = open_table("Action", "Outcome", *drawn, title=title)
    for count in found.counts:
        table.add_row(count.action, count.label, str(count.drawn), f"{count.expected:.1f}")
    return table


def _test(test: ChiSquare | None) -> str:
    return _p_in_words(test.p_value if test else None)


def _p_in_words(value: float | None) -> str:
    return "too few" if value is None else f"p = {value:.3g}"


def _audit_json(found: Audit) -> dict[str, object]:
    return {
        **attrs.asdict(found),
        "overall": _account_json(found.overall) if found.overall else None,
        "sides": [_account_json(account) for account in found.sides],
        "withdrawn": dict(found.withdrawn),
    }


def _account_json(account: LuckAccount) -> dict[str, object]:
    tests = {
        name: test and attrs.asdict(test) | {"p-value": test.p_value}
        for name, test in (("transform", account.transform), ("outcomes", account.outcomes))
    }
    return attrs.asdict(account) | tests | {"luck-in-words": account.luck_in_words}
