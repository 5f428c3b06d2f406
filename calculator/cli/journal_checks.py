"""What `verify` and `audit` found, for people or for machines."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Final

import attrs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from calculator.cli.output import figures, open_console, open_table, write_json
from calculator.journal.audit import Audit, LuckAccount
from calculator.journal.heads import grouped
from calculator.journal.luck import luck_lines
from calculator.journal.statistics import ChiSquare
from calculator.journal.verify import Complaint, Verification
from calculator.umpire import Umpire

NOT_CLEAN: Final = 1
"""The exit code of `verify` for a record that is not as it was written."""

_SHOWN: Final = 5
_UNPROVED: Final = (
    "This cannot show that side, player, turn and time are true, since no draw depends on "
    "them, or that the answers said what stood on the table."
)
_ONLY_HEADS: Final = (
    "Nor can it show that nothing was cut off at the end, or that the whole was not written "
    "anew: only a head noted elsewhere (--noted) or another copy that saw it can."
)
_NOT_NOTED: Final = (
    "The noted head is NOT in this record: the record was changed, cut off or written anew since."
)
_DIFFERS: Final = (
    "Entry {:,} is NOT the one that this copy saw: the record was changed there or before."
)


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
    _print_chain(console, verdict, battle)
    _print_reservations(console, verdict)
    if verdict.differs:
        console.print(_DIFFERS.format(verdict.differs), style="bold")
    if verdict.noted is not None:
        console.print(_noted(verdict) if verdict.noted else _NOT_NOTED, style="bold")
    if not verdict.bad:
        console.print(_UNPROVED if verdict.noted else f"{_UNPROVED} {_ONLY_HEADS}")
    if not verdict.is_changed:
        console.print(f"Hash of the last entry: {verdict.head}", style="dim")
        console.print(f"To write down: {grouped(verdict.head)}", style="dim")


def _print_chain(console: Console, verdict: Verification, battle: str) -> None:
    """Whether the record is in order, and where it is not."""
    if verdict.bad:
        console.print(
            f"Entry {verdict.bad.number} of {battle} is not as it was written: {verdict.bad.why}.",
            style="bold",
        )
        console.print(f"The {verdict.bad.number - 1:,} entries before it are in order.")
        if more := len(verdict.wrong) - 1:
            console.print(f"{more:,} more of {verdict.entries:,} entries are not either:")
            _print_complaints(verdict.wrong[1:])
    else:
        console.print(
            f"{battle}: {verdict.entries:,} entries in one unbroken chain. {verdict.rulings:,} "
            "results were computed again from seed and answers, and each is as recorded."
        )


def _print_reservations(console: Console, verdict: Verification) -> None:
    """What could not be checked, and what is odd without being wrong."""
    if verdict.unchecked:
        console.print(
            f"Not computed again: {len(verdict.unchecked):,} rulings, since their rules or their "
            "code are not installed here. They may be right or wrong."
        )
        _print_complaints(verdict.unchecked)
    if verdict.reworded:
        console.print(
            f"Worded by other code: {verdict.reworded:,} rulings. Their draws are as recorded; "
            "their words are not checked."
        )
    if verdict.doubts:
        late = len(verdict.doubts)
        console.print(
            f"Times that run backwards: {late:,}. Either the entry waited, or a clock was wrong, "
            "or the time was changed."
        )
        _print_complaints(verdict.doubts)
    if verdict.unlocked:
        text = f"The locks against changes were altered: {verdict.unlocked}."
        console.print(text, style="bold")


def _print_complaints(complaints: Sequence[Complaint]) -> None:
    for complaint in complaints[:_SHOWN]:
        open_console().print(f"  #{complaint.number}: {complaint.why}")


def _noted(verdict: Verification) -> str:
    """What a head that was met proves, and from when on it proves nothing."""
    at = verdict.noted_at
    proved = f"Entries 1 to {at:,} are as they were when the head of entry {at:,} was noted"
    after = verdict.entries - at
    return f"{proved}. The {after:,} after it were added since." if after else f"{proved}: all."


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
    _print_left_out(console, found)
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


def _print_left_out(console: Console, found: Audit) -> None:
    """Rulings that the tests do not count."""
    for side, number in found.withdrawn:
        console.print(f"Withdrawn by {side or 'no side named'}: {number}.")
    left_out = {
        "with a typed seed": found.typed,
        "drawn again from the seed of an undone one": found.again,
        "not computed again": found.unchecked,
    }
    for what, number in left_out.items():
        if number:
            console.print(f"Left out, {what}: {number}.")


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
