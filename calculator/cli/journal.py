"""`empires journal`: the record of a battle, shown, added to, checked and exported."""

from __future__ import annotations

import argparse
import re
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
from calculator.errors import Fault, FaultsError, nearest
from calculator.journal.entry import Entry, read_number
from calculator.journal.places import SUFFIX, NotBegunError, battles, is_url, known_battles

if TYPE_CHECKING:
    from calculator.umpire import Umpire


def _read(
    read: Callable[[Umpire, argparse.Namespace], int | None], arguments: argparse.Namespace
) -> int | None:
    """Read the record."""
    with reading(arguments) as umpire:
        return read(umpire, arguments)


_DIGITS: Final = re.compile(r"\d+")
_A_SLIP: Final = 0.8
"""How alike two names are, by difflib, of which one is taken for the other misspelt."""


def _check_spelt(name: str) -> None:
    """Raise `NotBegunError` for a name of no battle yet that is one's here but for a slip.

    Names that differ in a number, such as game 1 and game 2, are of two battles.
    """
    path = battles() / f"{name}{SUFFIX}"
    if name and not path.exists() and not is_url(name):
        known = [one for one in known_battles() if _DIGITS.findall(one) == _DIGITS.findall(name)]
        if nearest(name, known, _A_SLIP):
            raise NotBegunError(f"at {path}", name, known)


def _write(
    write: Callable[[Umpire, argparse.Namespace], Entry | None], arguments: argparse.Namespace
) -> int:
    """Add an entry to the record, but not begin a battle by a slip in its name."""
    _check_spelt(battle_of(arguments))
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
    from calculator.desk.turns import begin

    number = read_number("N", arguments.turn) if arguments.turn else None
    begun, changes = begin(umpire, number, arguments.of, skipping=arguments.skip)
    sys.stdout.writelines(f"{line}\n" for line in changes)
    roll = umpire.readable_roll()
    if begun and roll and (initiative := roll.scenario.system.initiative):
        sys.stdout.write(f"Draw the {initiative} next.\n")
    return begun


def _withdrawals(arguments: argparse.Namespace) -> int:
    if arguments.switch not in {"on", "off"}:
        raise FaultsError([Fault("on|off", f"{arguments.switch!r} is not on or off", "on or off")])
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
            sys.stdout.write(f"Entered: {many} {entries}. The file is deleted.\n")
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
_REASON: Final = option("--reason", "TEXT", "the reason (required)")
_CONFIRMING: Final = (
    flag("--preview", "show what would change, and record nothing"),
    flag("--correct", "also correct what later rulings said because of it"),
    flag("--yes", "do not ask first"),
    JSON,
)
_RULED: Final = "what you rule instead: an outcome as the odds name it, or your own words"
_UNIT: Final = "with your own words: a unit they are about; add key=value for how it stands now"
_NOTED: Final = "check for a head noted earlier: 20 digits or more, or the text of its QR code"
_FORM: Final = "jsonl, csv, markdown (a report) or html (a handout that checks itself)"
_FORMS: Final = ("jsonl", "csv", "markdown", "html")

PARTS: Final = {
    "show": Subcommand(
        "list entries",
        _show,
        *OF_BATTLE,
        Group(
            "which entries",
            option("--turn", "N|N-M", "of this turn, or these turns"),
            option("--side", "SIDE", "of this side"),
            option("--copy", "NAME", "of this copy"),
            option("--action", "ACTION", "rulings by this action"),
            option("--kind", "KIND", "ruling, note, void, ..."),
            option("--text", "TEXT", "that mention this text"),
            option("--last", "N", "the last N only"),
        ),
        word("words", "WORDS", "a filter, such as: turn:1-2 side:fr assault", nargs="*"),
        flag("--follow", "go on as new ones come"),
        flag("--json", "print JSON, one line for each"),
    ),
    "list": Subcommand("list the battles that you can open by name", _list),
    "void": Subcommand(
        "strike out an entry: it no longer counts",
        void,
        IN_RECORD,
        _NUMBER,
        _REASON,
        *_CONFIRMING,
    ),
    "override": Subcommand(
        "replace a result by the umpire's ruling",
        override,
        IN_RECORD,
        _NUMBER,
        option("--ruled", "TEXT", _RULED),
        option("--unit", "UNIT", _UNIT),
        word("words", "key=value", "how that unit stands now", nargs="*"),
        _REASON,
        *_CONFIRMING,
    ),
    "answer": Subcommand(
        "give the measurement that an open ruling waits for",
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
        "begin the next turn, or undo that",
        partial(_write, _turn),
        IN_RECORD,
        word("turn", "N", "the number of the turn, if not the next", nargs="?", default=""),
        option("--of", "SIDE", "whose turn it is, where each side has its own"),
        flag("--skip", "begin a turn that is not the next, and skip those between"),
        flag("--undo", "go back to the turn before"),
    ),
    "withdrawals": Subcommand(
        "let players undo their draws within ten seconds, or not",
        _withdrawals,
        IN_RECORD,
        word("switch", "on|off", "for this battle, from now on", lambda **_: ("on", "off")),
    ),
    "verify": Subcommand(
        "check the chain, and compute every result again",
        partial(_read, _verify),
        *OF_BATTLE,
        option("--noted", "HEAD", _NOTED),
        JSON,
    ),
    "acknowledge": Subcommand(
        "accept the record as it is, though this copy saw another (umpires only)",
        _acknowledge,
        IN_RECORD,
    ),
    "pending": Subcommand(
        "list entries that wait to be written down, why, and in which file",
        _pending,
        IN_RECORD,
        option("--enter", "FILE", "enter the entries in this file, if they compute again"),
        JSON,
    ),
    "audit": Subcommand(
        "show whether draws were fair, and who was lucky",
        partial(_read, _audit),
        *OF_BATTLE,
        JSON,
    ),
    "export": Subcommand(
        "write the record in another format",
        partial(_read, _export),
        *OF_BATTLE,
        option("--format", "FORMAT", _FORM, lambda **_: _FORMS, default="markdown"),
        OUTPUT,
    ),
}
