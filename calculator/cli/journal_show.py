"""What the record holds and what checks of it found: as tables, as lines that go on, as JSON."""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Iterable
from typing import Final

import attrs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from calculator.cli import journal, screen
from calculator.cli.output import figures, open_console, open_table, told, write_json
from calculator.desk import checking, chronicle
from calculator.errors import CalculatorError, UnknownNameError
from calculator.journal import files, heads, report
from calculator.journal.amendments import Amendments, author_of
from calculator.journal.audit import Audit, LuckAccount
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind, read_number
from calculator.umpire import Umpire

POLL_SECONDS: Final = 0.3
"""How often new entries are looked for: others are to be seen within a second."""


def show(arguments: argparse.Namespace) -> None:
    """Print the entries that were asked for, and with ``--follow`` those that come."""
    if arguments.follow:
        _await_beginning(screen.battle_of(arguments))
    with screen.reading(arguments) as umpire:
        selection = _selection(umpire, arguments)
        most = read_number("--last", arguments.last) if arguments.last else None
        is_end_alone = most is not None and selection == chronicle.Filter()
        newest = umpire.recent(limit=most if is_end_alone else 1)
        last = newest[-1] if newest else None
        found: Iterable[Entry] = newest
        if last and not is_end_alone:
            found = (entry for entry in umpire.entries() if entry.number <= last.number)
        chosen = deque((one for one in umpire.shown(found) if _admits(selection, one)), maxlen=most)
        if arguments.json:
            sys.stdout.writelines(report.as_jsonl(chosen))
        elif chosen:
            amendments = umpire.amendments(chosen[0].number)
            _print_table(chosen, amendments, umpire.disclosure.after_result)
        elif not arguments.follow:
            sys.stdout.write(_nothing_chosen(umpire))
        if arguments.follow:
            _follow(umpire, selection, last, arguments.json)


def _await_beginning(battle: str) -> None:
    """Wait until there is such a battle; what may be wrong with its name is said meanwhile."""
    has_waited = False
    while True:
        try:
            with Umpire.open(battle, read_only=True) as umpire:
                umpire.journal.storage.last()
        except files.NotBegunError as not_yet:
            if not has_waited:
                sys.stderr.write(f"{not_yet}\nWaiting for it to begin. Ctrl+C stops.\n")
                sys.stderr.flush()
                has_waited = True
            time.sleep(POLL_SECONDS)
        else:
            return


def show_pending(arguments: argparse.Namespace) -> None:
    """Print what waits to be written down, and where."""
    with screen.reading(arguments, begun=False) as umpire:
        kept = umpire.journal.kept()
    if arguments.json:
        listed: list[dict[str, str]] = []
        for one in kept:
            listed.append({"file": str(one.file), "why": one.why})
            if entry := one.entry:
                listed[-1]["kind"] = entry.kind.value
                listed[-1] |= told(entry, "summary", "time", "side", "player", "copy")
        write_json(listed)
        return
    console = open_console()
    if not kept:
        console.print("No entry waits to be written down.")
    for one in kept:
        what = "Something that is not our entry"
        if entry := one.entry:
            line = chronicle.EntryLine.of(entry).in_words
            what = f"{entry.clock('%Y-%m-%d %H:%M')} {author_of(entry)}: {line}"
        console.print(f"{what}\n  It waits because {one.why}.")
        console.print(f"  {one.file}", soft_wrap=True)


def _nothing_chosen(umpire: Umpire) -> str:
    seen = [(one.side, one.copy, one.action) for one in umpire.shown(umpire.entries())]
    if not seen:
        return "Nothing has been recorded yet.\n"
    there = zip(("sides", "copies", "actions"), map(set, zip(*seen, strict=True)), strict=True)
    listed = (f"{what}: {', '.join(sorted(names - {''}))}" for what, names in there)
    return f"None of {len(seen)} entries is such a one (there are {'; '.join(listed)}).\n"


def list_battles(_: argparse.Namespace) -> None:
    """Print the battles of the data folder."""
    table = open_table("Battle", "Entries", "Turn", "Last entry")
    for name in files.known_battles():
        with Umpire.open(name, read_only=True) as umpire:
            try:
                last, turn = umpire.recent(limit=1), umpire.current_turn
            except CalculatorError as fault:
                table.add_row(name, "", "", str(fault))
                continue
            if not last:
                table.add_row(name, "0")
                continue
            when = "ALTERED" if umpire.altered else last[0].clock("%Y-%m-%d %H:%M")
            table.add_row(name, str(last[0].number), str(turn), when)
    if table.row_count:
        open_console().print(table)
    else:
        sys.stdout.write("No battle has been recorded yet.\n")


def _selection(umpire: Umpire, arguments: argparse.Namespace) -> chronicle.Filter:
    """The filter that was typed. Raises `FaultsError` for turns or a kind that there are not."""
    named = {key: getattr(arguments, key) for key in journal.FILTERED}
    named["side"] = umpire.side_called(arguments.side)
    selection = chronicle.Filter.read(" ".join((arguments.text, *arguments.words)), **named)
    kinds = [kind.value for kind in EntryKind]
    for key, wanted in selection.named:
        if key == "turn":
            chronicle.read_turns(wanted)
        if key == "kind" and not any(wanted in kind for kind in kinds):
            raise UnknownNameError("kind", wanted, kinds)
    return selection


def _admits(selection: chronicle.Filter, entry: Entry) -> bool:
    return selection == chronicle.Filter() or selection.admits(chronicle.EntryLine.of(entry))


def _print_table(entries: Iterable[Entry], amendments: Amendments, disclosure: Disclosure) -> None:
    lines = list(map(chronicle.EntryLine.of, entries))
    columns = chronicle.columns_in(lines)
    odds = figures("Odds", no_wrap=True)
    table = open_table(*(column.heading for column in columns), "What happened", *odds)
    for line in lines:
        cells = (column.of(line) for column in columns)
        table.add_row(*cells, _as_it_stands(line, amendments), disclosure.chance(line.chance))
    open_console().print(table)


def _as_it_stands(line: chronicle.EntryLine, amendments: Amendments) -> Text:
    """What happened, struck out where it no longer holds, with what does."""
    void, override = amendments.of(line.number).void, amendments.of(line.number).override
    text = Text(line.in_words)
    if by := void or override:
        title = "Void" if void else by.answered.capitalize() or "Ruled instead"
        holds = by.body["reason"] if void else by.ruled
        text.stylize("strike dim")
        text.append(f"\n{title} (#{by.number}): ", "not dim")
        text.append(f"{holds} - {author_of(by)}", "not dim" if void else None)
    return text


def _follow(umpire: Umpire, selection: chronicle.Filter, last: Entry | None, json: bool) -> None:
    """Print entries as they are recorded after the `last` one, until interrupted."""
    console, warned = open_console(), ""
    while True:
        sys.stdout.flush()
        time.sleep(POLL_SECONDS)
        fresh = umpire.recent(after=last.number - 1 if last else 0)
        if warned != (warned := umpire.warning) and warned:
            sys.stderr.write(f"{warned}\n")
        if last and (not fresh or fresh[0].hash != last.hash):
            sys.stderr.write("Another record is now in place of this one. It begins:\n")
            last, fresh = None, umpire.recent()
        elif last:
            del fresh[0]
        if fresh:
            last = fresh[-1]
            chosen = [entry for entry in umpire.shown(fresh) if _admits(selection, entry)]
            if json:
                sys.stdout.writelines(report.as_jsonl(chosen))
                continue
            for line in map(chronicle.EntryLine.of, chosen):
                chance = umpire.disclosure.after_result.chance(line.chance)
                odds = f" ({chance})" if line.chance else ""
                console.print(f"{' '.join(chronicle.facts(line))}: {line.in_words}{odds}")


NOT_CLEAN: Final = 1
"""The exit code of `verify` for a record that is not as it was written."""


def verify(arguments: argparse.Namespace) -> int:
    """Check the record, with a bar for those who watch, and say what was found."""
    watched = Console(stderr=True)
    columns = (TextColumn("Checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not watched.is_terminal
    with (
        screen.reading(arguments) as umpire,
        Progress(*columns, console=watched, transient=True, disable=quiet) as bar,
    ):
        task = bar.add_task("", total=None)
        verdict = umpire.verify(
            lambda done, total: bar.update(task, completed=done, total=total),
            noted=arguments.noted,
            all_cores=True,
        )
    if arguments.json:
        bad = attrs.asdict(verdict.bad) if verdict.bad else None
        write_json(attrs.asdict(verdict) | {"bad": bad, "clean": verdict.clean})
        return 0 if verdict.clean else NOT_CLEAN
    console, styles = (
        open_console(),
        {checking.Grade.WRONG: "bold", checking.Grade.DOUBTFUL: "yellow"},
    )
    for finding in checking.findings(verdict, umpire.battle):
        console.print(finding.text, style=styles.get(finding.grade))
        for named in finding.named:
            console.print(f"  {named}")
    if not verdict.is_changed:
        console.print(f"Hash of the last entry: {verdict.head}", style="dim")
        console.print(f"To write down: {heads.grouped(verdict.head)}", style="dim")
    return 0 if verdict.clean else NOT_CLEAN


def audit(arguments: argparse.Namespace) -> None:
    """Audit the draws and say what came of it."""
    with screen.reading(arguments) as umpire:
        found = umpire.audit()
    if arguments.json:
        overall = _account_json(found.overall) if found.overall else None
        sides = [_account_json(account) for account in found.sides]
        accounts = {"overall": overall, "sides": sides, "withdrawn": dict(found.withdrawn)}
        write_json(attrs.asdict(found) | accounts)
    elif found.overall is None:
        open_console().print("Nothing has been drawn yet.")
    else:
        _print_audit(found, found.overall)


def _print_audit(found: Audit, overall: LuckAccount) -> None:
    console = open_console()
    tests = ("Transform", "Outcomes", "Favour", "Luck")
    table = open_table("Rulings by", "Number", *tests, title="Were the draws fair?")
    for one in (overall, *found.sides):
        drawn = (test.p_value if test else None for test in (one.transform, one.outcomes))
        favour = (_p_in_words(one.favour), one.luck_in_words) if one.side else ("", "")
        table.add_row(one.side or "all", str(one.rulings), *map(_p_in_words, drawn), *favour)
    console.print(table)
    favours = (f"{account.side}: {account.favour_in_words}." for account in found.sides)
    for line in (*favours, *report.luck_lines(found.sides)):
        console.print(line)
    title = "Drawn, and expected by the exact odds"
    counts = open_table("Action", "Outcome", *figures("Drawn", "Expected"), title=title)
    for count in found.counts:
        counts.add_row(count.action, count.label, str(count.drawn), f"{count.expected:.1f}")
    console.print(counts)
    for line in (*checking.left_out(found), found.meaning):
        console.print(line)


def _p_in_words(value: float | None) -> str:
    return "too few" if value is None else f"p = {value:.3g}"


def _account_json(account: LuckAccount) -> dict[str, object]:
    tests = {
        name: test and attrs.asdict(test) | {"p-value": test.p_value}
        for name, test in (("transform", account.transform), ("outcomes", account.outcomes))
    }
    return attrs.asdict(account) | tests | {"luck-in-words": account.luck_in_words}
