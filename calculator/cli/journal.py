"""`empires journal`: the record of a battle, shown, added to, checked and exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from calculator.cli.parser import Commands, Parser, add_command, add_parts, completed
from calculator.cli.screen import (
    add_battle_options,
    add_record_options,
    battle_of,
    open_record,
    print_entry,
)
from calculator.errors import Fault, FaultsError
from calculator.paths import reporting, typed_path

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.roll import Correction
    from calculator.umpire import Umpire

NOT_CLEAN: Final = 1
"""The exit code of `verify` for a record that is not as it was written."""


def add(command: Parser) -> None:
    """Its own commands."""
    parts = add_parts(command)
    _add_show(parts)
    add_command(parts, "list", "the battles that can be opened by name", _list)
    void = _writing(parts, "void", "say that an entry does not count, and why", _void)
    _numbered(void)
    override = _writing(parts, "override", "rule something else than was drawn, and why", _override)
    _numbered(override)
    override.add_argument(
        "--ruled",
        metavar="TEXT",
        default="",
        help="what is ruled instead: an outcome in the words of the odds, or free words",
    )
    override.add_argument(
        "--unit",
        metavar="UNIT",
        default="",
        help="with free words: a unit that they concern, and key=value for what stands there now",
    )
    override.add_argument("words", metavar="key=value", nargs="*", help="what is new of that unit")
    for part in (void, override):
        part.add_argument("--reason", metavar="TEXT", default="", help="why; it has to be said")
    note = _writing(parts, "note", "record a remark", _note)
    note.add_argument("words", metavar="TEXT", nargs="+")
    turn = _writing(parts, "turn", "record that a turn begins", _turn)
    turn.add_argument("number", metavar="N", help="the number of the turn")
    slips = _writing(parts, "withdrawals", "let players withdraw slips, or not", _withdrawals)
    switch = slips.add_argument("switch", metavar="on|off", help="for the battle, from now on")
    completed(switch, lambda **_: ("on", "off"))
    verify = _reading(parts, "verify", "follow the chain, compute every result again", _verify)
    verify.add_argument(
        "--noted",
        metavar="HEAD",
        default="",
        help="a head noted earlier, 20 digits or more or the text of its QR code: is it there?",
    )
    acknowledge = "take the record as it is, though this copy saw another: an umpire's to say"
    _writing(parts, "acknowledge", acknowledge, _acknowledge)
    audit = _reading(parts, "audit", "were the draws fair, and who was lucky?", _audit)
    for part in (verify, audit):
        part.add_argument("--json", action="store_true", help="print JSON")
    export = _reading(parts, "export", "write the record in another format", _export)
    form = export.add_argument(
        "--format",
        metavar="FORMAT",
        default="markdown",
        help="jsonl, csv, markdown (a report) or html (a handout that checks itself)",
    )
    completed(form, lambda **_: ("jsonl", "csv", "markdown", "html"))
    export.add_argument("--output", metavar="FILE", default="", help="write there, not here")


def _add_show(parts: Commands) -> None:
    show = _reading(parts, "show", "list entries, all or some", _show)
    wanted = show.add_argument_group("which entries")
    wanted.add_argument("--turn", metavar="N|N-M", default="", help="of a turn, or of several")
    wanted.add_argument("--side", metavar="SIDE", default="", help="of a side")
    wanted.add_argument("--copy", metavar="NAME", default="", help="of a copy")
    wanted.add_argument("--action", metavar="ACTION", default="", help="rulings of an action")
    wanted.add_argument("--kind", metavar="KIND", default="", help="ruling, note, void, ...")
    wanted.add_argument("--text", metavar="TEXT", default="", help="that mention something")
    wanted.add_argument("--last", metavar="N", default="", help="no more than the last N")
    show.add_argument("--follow", action="store_true", help="go on as they come, from the first")
    show.add_argument("--json", action="store_true", help="print a line of JSON for each")


def _reading(parts: Commands, name: str, summary: str, run: Callable[..., int]) -> Parser:
    part = add_command(parts, name, summary, run)
    add_battle_options(part)
    return part


def _writing(parts: Commands, name: str, summary: str, run: Callable[..., int]) -> Parser:
    part = add_command(parts, name, summary, run)
    add_record_options(part.add_argument_group("in the record"))
    return part


def _numbered(part: Parser) -> None:
    part.add_argument("number", metavar="N", help="the number of the entry")


def _show(arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_show import await_beginning, show

    if arguments.follow:
        await_beginning(battle_of(arguments))
    with _open(arguments) as umpire:
        return show(umpire, arguments)


def _list(_: argparse.Namespace) -> int:
    from calculator.cli.journal_show import list_battles

    return list_battles()


def _void(arguments: argparse.Namespace) -> int:
    number = _number(arguments)

    def void(umpire: Umpire) -> Entry | None:
        entry = umpire.void(number, arguments.reason)
        _print_played_on(umpire, number)
        return entry

    return _write(arguments, void)


def _print_played_on(umpire: Umpire, number: int) -> None:
    """Say which entries were played on from one void or overridden: what they stated stands."""
    roll = umpire.roll()
    if later := roll.played_on_from(number) if roll else ():
        listed = ", ".join(f"#{other}" for other in later)
        sys.stdout.write(f"Played on from entry {number}: {listed}; what they state stands.\n")


def _override(arguments: argparse.Namespace) -> int:
    number = _number(arguments)

    def override(umpire: Umpire) -> Entry | None:
        corrections = _corrections(umpire, arguments)
        entry = umpire.override(number, arguments.ruled, arguments.reason, corrections)
        if not corrections:
            _print_played_on(umpire, number)
        return entry

    return _write(arguments, override)


def _corrections(umpire: Umpire, arguments: argparse.Namespace) -> list[Correction]:
    """What free words mean for a unit, as typed."""
    if not arguments.unit:
        if arguments.words:
            fault = Fault("--unit", f"whose is {arguments.words[0]}?", "a unit by its name")
            raise FaultsError([fault])
        return []
    from calculator.cli.roll import roll_of, typed_correction

    return [typed_correction(roll_of(umpire), arguments.unit, arguments.words)]


def _note(arguments: argparse.Namespace) -> int:
    return _write(arguments, lambda umpire: umpire.note(" ".join(arguments.words)))


def _turn(arguments: argparse.Namespace) -> int:
    number = _number(arguments)
    return _write(arguments, lambda umpire: umpire.turn(number))


def _withdrawals(arguments: argparse.Namespace) -> int:
    if arguments.switch not in {"on", "off"}:
        raise FaultsError([Fault("on|off", f"{arguments.switch!r} is neither", "on or off")])
    return _write(arguments, lambda umpire: umpire.allow_withdrawals(arguments.switch == "on"))


def _verify(arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_checks import verify

    with _open(arguments) as umpire:
        return 0 if verify(umpire, arguments.noted, arguments.json).clean else NOT_CLEAN


def _acknowledge(arguments: argparse.Namespace) -> int:
    with open_record(arguments) as umpire:
        sys.stdout.write(f"{umpire.acknowledge()}\n")
    return 0


def _audit(arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_checks import audit

    with _open(arguments) as umpire:
        audit(umpire, arguments.json)
    return 0


def _export(arguments: argparse.Namespace) -> int:
    with _open(arguments) as umpire:
        pieces = umpire.export(arguments.format)
        if not arguments.output:
            sys.stdout.writelines(pieces)
            return 0
        path = typed_path(arguments.output)
        with (
            reporting(path, "cannot be written"),
            path.open("w", encoding="utf-8", newline="") as file,
        ):
            file.writelines(pieces)
    sys.stdout.write(f"Wrote {arguments.output}\n")
    return 0


@contextmanager
def _open(arguments: argparse.Namespace) -> Iterator[Umpire]:
    """The record, to be read; whether it is what this user's copies saw is said at the end."""
    from calculator.umpire import Umpire

    with Umpire.open(battle_of(arguments), read_only=True) as umpire:
        umpire.look()
        yield umpire
        if umpire.warning:
            sys.stderr.write(f"{umpire.warning}\n")


def _write(arguments: argparse.Namespace, write: Callable[[Umpire], Entry | None]) -> int:
    with open_record(arguments) as umpire:
        print_entry(umpire, write(umpire))
    return 0


def _number(arguments: argparse.Namespace) -> int:
    from calculator.journal.selection import read_number

    return read_number("N", arguments.number)
