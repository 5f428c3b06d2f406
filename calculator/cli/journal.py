"""`empires journal`: the record of a battle, shown, added to, checked and exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from calculator.cli.journal_amend import answer, override, void
from calculator.cli.output import write_out
from calculator.cli.parser import JSON, OUTPUT, Group, Subcommand, flag, option, word
from calculator.cli.screen import (
    IN_RECORD,
    OF_BATTLE,
    battle_of,
    print_entry,
    reading,
    recording,
)
from calculator.errors import Fault, FaultsError
from calculator.journal.selection import read_number

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.umpire import Umpire


def _read(
    read: Callable[[Umpire, argparse.Namespace], int | None], arguments: argparse.Namespace
) -> int | None:
    """Read the record."""
    with reading(arguments) as umpire:
        return read(umpire, arguments)


def _write(
    write: Callable[[Umpire, argparse.Namespace], Entry | None], arguments: argparse.Namespace
) -> int:
    """Add an entry to the record."""
    with recording(arguments) as umpire:
        return print_entry(umpire, write(umpire, arguments))


def _show(arguments: argparse.Namespace) -> None:
    from calculator.cli.journal_show import await_beginning, show

    if arguments.follow:
        await_beginning(battle_of(arguments))
    _read(show, arguments)


def _list(_: argparse.Namespace) -> None:
    from calculator.cli.journal_show import list_battles

    list_battles()


def _turn(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    if arguments.undo:
        return umpire.undo_turn()
    before = umpire.readable_roll()
    number = read_number("N", arguments.turn) if arguments.turn else None
    begun = umpire.turn(number, arguments.of)
    if before and begun and (now := umpire.readable_roll()):
        from calculator.desk.turns import what_begins

        sys.stdout.writelines(f"{line}\n" for line in what_begins(before, now))
        if initiative := now.scenario.system.initiative:
            sys.stdout.write(f"Draw the {initiative} next.\n")
    return begun


def _withdrawals(arguments: argparse.Namespace) -> int:
    if arguments.switch not in {"on", "off"}:
        raise FaultsError([Fault("on|off", f"{arguments.switch!r} is neither", "on or off")])
    return _write(lambda umpire, _: umpire.allow_withdrawals(arguments.switch == "on"), arguments)


def _verify(umpire: Umpire, arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_checks import verify

    return verify(umpire, arguments)


def _acknowledge(arguments: argparse.Namespace) -> None:
    with recording(arguments) as umpire:
        sys.stdout.write(f"{umpire.acknowledge()}\n")


def _pending(arguments: argparse.Namespace) -> None:
    if arguments.enter:
        with recording(arguments) as umpire:
            many = umpire.journal.enter(arguments.enter)
            entries = "entry" if many == 1 else "entries"
            sys.stdout.write(f"Entered: {many} {entries}. The file is done away with.\n")
    else:
        from calculator.cli.journal_show import show_pending

        with reading(arguments, begun=False) as umpire:
            show_pending(umpire, arguments.json)


def _audit(umpire: Umpire, arguments: argparse.Namespace) -> None:
    from calculator.cli.journal_checks import audit

    audit(umpire, arguments)


def _export(umpire: Umpire, arguments: argparse.Namespace) -> None:
    if write_out(umpire.export(arguments.format), arguments.output):
        sys.stdout.write(f"Wrote {arguments.output}\n")


_NUMBER: Final = word("number", "N", "the number of the entry")
_REASON: Final = option("--reason", "TEXT", "why; it has to be said")
_CONFIRMING: Final = (
    flag("--preview", "say what will change on the roll, and record nothing"),
    flag("--correct", "correct too what later rulings said that would not have stood"),
    flag("--yes", "do not ask on a terminal"),
    JSON,
)
_RULED: Final = "what is ruled instead: an outcome in the words of the odds, or free words"
_UNIT: Final = "with free words: a unit that they concern, and key=value for what stands there now"
_NOTED: Final = "a head noted earlier, 20 digits or more or the text of its QR code: is it there?"
_FORM: Final = "jsonl, csv, markdown (a report) or html (a handout that checks itself)"
_FORMS: Final = ("jsonl", "csv", "markdown", "html")

PARTS: Final = {
    "show": Subcommand(
        "list entries, all or some",
        _show,
        *OF_BATTLE,
        Group(
            "which entries",
            option("--turn", "N|N-M", "of a turn, or of several"),
            option("--side", "SIDE", "of a side"),
            option("--copy", "NAME", "of a copy"),
            option("--action", "ACTION", "rulings of an action"),
            option("--kind", "KIND", "ruling, note, void, ..."),
            option("--text", "TEXT", "that mention something"),
            option("--last", "N", "no more than the last N"),
        ),
        word("words", "WORDS", "a filter, such as: turn:1-2 side:fr assault", nargs="*"),
        flag("--follow", "go on as they come, from the first"),
        flag("--json", "print a line of JSON for each"),
    ),
    "list": Subcommand("the battles that can be opened by name", _list),
    "void": Subcommand(
        "say that an entry does not count, and why",
        void,
        IN_RECORD,
        _NUMBER,
        _REASON,
        *_CONFIRMING,
    ),
    "override": Subcommand(
        "rule something else than was drawn, and why",
        override,
        IN_RECORD,
        _NUMBER,
        option("--ruled", "TEXT", _RULED),
        option("--unit", "UNIT", _UNIT),
        word("words", "key=value", "what is new of that unit", nargs="*"),
        _REASON,
        *_CONFIRMING,
    ),
    "answer": Subcommand(
        "say what a ruling awaits, which ends it from the same draws",
        answer,
        IN_RECORD,
        _NUMBER,
        word("words", "key=value", "what was measured, such as distance=3", nargs="+"),
    ),
    "note": Subcommand(
        "record a remark",
        partial(_write, lambda umpire, typed: umpire.note(" ".join(typed.words))),
        IN_RECORD,
        word("words", "TEXT", nargs="+"),
    ),
    "turn": Subcommand(
        "record that the next turn begins, or that it was begun by mistake",
        partial(_write, _turn),
        IN_RECORD,
        word("turn", "N", "the number of the turn, if it is not the next", nargs="?", default=""),
        option("--of", "SIDE", "whose turn it is, where each side has its own"),
        flag("--undo", "it was begun by mistake: the turn before goes on"),
    ),
    "withdrawals": Subcommand(
        "let players withdraw slips, or not",
        _withdrawals,
        IN_RECORD,
        word("switch", "on|off", "for the battle, from now on", lambda **_: ("on", "off")),
    ),
    "verify": Subcommand(
        "follow the chain, compute every result again",
        partial(_read, _verify),
        *OF_BATTLE,
        option("--noted", "HEAD", _NOTED),
        JSON,
    ),
    "acknowledge": Subcommand(
        "take the record as it is, though this copy saw another: an umpire's to say",
        _acknowledge,
        IN_RECORD,
    ),
    "pending": Subcommand(
        "the entries that wait to be written down: what, why and in which file",
        _pending,
        IN_RECORD,
        option("--enter", "FILE", "enter what a file holds, if it computes again"),
        JSON,
    ),
    "audit": Subcommand(
        "were the draws fair, and who was lucky?", partial(_read, _audit), *OF_BATTLE, JSON
    ),
    "export": Subcommand(
        "write the record in another format",
        partial(_read, _export),
        *OF_BATTLE,
        option("--format", "FORMAT", _FORM, lambda **_: _FORMS, default="markdown"),
        OUTPUT,
    ),
}
