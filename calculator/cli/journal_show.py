"""Entries of a battle as a table, as lines that go on, or as JSON."""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

from rich.console import Console
from rich.text import Text

from calculator.cli.output import figures, open_console, open_table, write_json
from calculator.desk.lines import COLUMNS, EntryLine, Filter, columns_in, read_turns
from calculator.errors import CalculatorError, UnknownNameError
from calculator.journal.amendments import Amendments, author_of
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import Entry, EntryKind, read_number
from calculator.journal.export import as_jsonl
from calculator.journal.places import NotBegunError, known_battles
from calculator.journal.waiting import Kept
from calculator.umpire import Umpire

POLL_SECONDS: Final = 0.3
"""How often new entries are looked for: others are to be seen within a second."""


def show(umpire: Umpire, arguments: argparse.Namespace) -> None:
    """Print the entries that were asked for, and with ``--follow`` those that come."""
    selection = _selection(umpire, arguments)
    most = read_number("--last", arguments.last) if arguments.last else None
    is_end_alone = most is not None and selection == Filter()
    newest = umpire.recent(limit=most if is_end_alone else 1)
    last = newest[-1] if newest else None
    found: Iterable[Entry] = newest
    if last and not is_end_alone:
        found = (entry for entry in umpire.entries() if entry.number <= last.number)
    chosen = deque((one for one in umpire.shown(found) if _admits(selection, one)), maxlen=most)
    if arguments.json:
        sys.stdout.writelines(as_jsonl(chosen))
    elif chosen:
        amendments = umpire.amendments(chosen[0].number)
        _print_table(chosen, amendments, umpire.disclosure.after_result)
    elif not arguments.follow:
        sys.stdout.write(_nothing_chosen(umpire))
    if arguments.follow:
        _follow(umpire, selection, last, arguments.json)


def await_beginning(battle: str) -> None:
    """Wait until there is such a battle; what may be wrong with its name is said meanwhile."""
    has_waited = False
    while True:
        try:
            with Umpire.open(battle, read_only=True) as umpire:
                umpire.journal.storage.last()
        except NotBegunError as not_yet:
            if not has_waited:
                sys.stderr.write(f"{not_yet}\nWaiting for it to begin. Ctrl+C stops.\n")
                sys.stderr.flush()
                has_waited = True
            time.sleep(POLL_SECONDS)
        else:
            return


def show_pending(umpire: Umpire, as_json: bool) -> None:
    """Print what waits to be written down, and where."""
    kept = umpire.journal.kept()
    if as_json:
        write_json(list(map(_pending_json, kept)))
        return
    console = open_console()
    if not kept:
        console.print("No entry waits to be written down.")
    for one in kept:
        entry = one.entry
        console.print(_pending_line(entry) if entry else "Something that is not our entry")
        console.print(f"  It waits because {one.why}.")
        console.print(f"  {one.file}", soft_wrap=True)


def _pending_json(kept: Kept) -> dict[str, str]:
    told = {"file": str(kept.file), "why": kept.why}
    if entry := kept.entry:
        told |= {"kind": entry.kind.value, "summary": entry.summary}
        told |= {name: getattr(entry, name) for name in ("time", "side", "player", "copy")}
    return told


def _pending_line(entry: Entry) -> str:
    return f"{entry.clock('%Y-%m-%d %H:%M')} {author_of(entry)}: {EntryLine.of(entry).in_words}"


def _nothing_chosen(umpire: Umpire) -> str:
    """Why nothing is shown."""
    there: dict[str, set[str]] = {"sides": set(), "copies": set(), "actions": set()}
    last = 0
    for entry in umpire.shown(umpire.entries()):
        last = entry.number
        for names, name in zip(there.values(), (entry.side, entry.copy, entry.action), strict=True):
            names.add(name)
    if not last:
        return "Nothing has been recorded yet.\n"
    listed = (f"{what}: {', '.join(sorted(names - {''}))}" for what, names in there.items())
    return f"None of {last} entries is such a one (there are {'; '.join(listed)}).\n"


def list_battles() -> None:
    """Print the battles of the data folder."""
    table = open_table("Battle", "Entries", "Turn", "Last entry")
    for name in known_battles():
        with Umpire.open(name, read_only=True) as umpire:
            table.add_row(name, *_summary(umpire))
    if table.row_count:
        open_console().print(table)
    else:
        sys.stdout.write("No battle has been recorded yet.\n")


def _summary(umpire: Umpire) -> tuple[str, ...]:
    try:
        last = umpire.recent(limit=1)
        turn = umpire.current_turn
    except CalculatorError as fault:
        return "", "", str(fault)
    if not last:
        return ("0",)
    when = "ALTERED" if umpire.altered else last[0].clock("%Y-%m-%d %H:%M")
    return str(last[0].number), str(turn), when


def _selection(umpire: Umpire, arguments: argparse.Namespace) -> Filter:
    kinds = [kind.value for kind in EntryKind]
    if arguments.kind and arguments.kind not in kinds:
        raise UnknownNameError("kind", arguments.kind, kinds)
    read_turns(arguments.turn)
    return Filter.read(
        " ".join((arguments.text, *arguments.words)),
        turn=arguments.turn,
        side=umpire.side_called(arguments.side),
        copy=arguments.copy,
        action=arguments.action,
        kind=arguments.kind,
    )


def _admits(selection: Filter, entry: Entry) -> bool:
    return selection == Filter() or selection.admits(EntryLine.of(entry))


def _print_table(
    entries: Collection[Entry], amendments: Amendments, disclosure: Disclosure
) -> None:
    lines = list(map(EntryLine.of, entries))
    columns = columns_in(lines)
    odds = figures("Odds", no_wrap=True)
    table = open_table(*(column.heading for column in columns), "What happened", *odds)
    for line in lines:
        happened = _as_it_stands(line, amendments)
        table.add_row(*(column.of(line) for column in columns), happened, _odds(line, disclosure))
    open_console().print(table)


def _as_it_stands(line: EntryLine, amendments: Amendments) -> Text:
    amendment = amendments.of(line.number)
    text = Text(line.in_words)
    if amendment.void:
        text.stylize("strike dim")
        void = amendment.void
        why = f"\nVoid (#{void.number}): {void.body['reason']} - {author_of(void)}"
        text.append(why, "not dim")
    elif amendment.override:
        text.stylize("strike dim")
        by = amendment.override
        text.append(f"\n{by.answered.capitalize() or 'Ruled instead'} (#{by.number}): ", "not dim")
        text.append(f"{by.body['ruled']} - {author_of(by)}")
    return text


def _follow(umpire: Umpire, selection: Filter, last: Entry | None, json: bool) -> None:
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
                sys.stdout.writelines(as_jsonl(chosen))
            else:
                _print_lines(chosen, console, umpire.disclosure.after_result)


def _print_lines(entries: Iterable[Entry], console: Console, disclosure: Disclosure) -> None:
    for line in map(EntryLine.of, entries):
        odds = f" ({_odds(line, disclosure)})" if line.chance else ""
        before = " ".join(text for column in COLUMNS if (text := column.short(line)))
        console.print(f"{before}: {line.in_words}{odds}")


def _odds(line: EntryLine, disclosure: Disclosure) -> str:
    return "" if line.chance is None else disclosure.chance(line.chance)
