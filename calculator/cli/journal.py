"""`empires journal`: the record of a battle, shown, added to, checked and exported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from calculator.cli.output import write_out
from calculator.cli.parser import Commands, Parser, add_command, add_parts, add_texts, completed
from calculator.cli.screen import (
    add_battle_options,
    add_record_options,
    battle_of,
    open_record,
    print_entry,
)
from calculator.errors import Fault, FaultsError

if TYPE_CHECKING:
    from calculator.journal.entry import Entry
    from calculator.roll import Correction
    from calculator.umpire import Umpire


def add(command: Parser) -> None:
    """Its own commands."""
    parts = add_parts(command)
    _add_show(parts)
    add_command(parts, "list", "the battles that can be opened by name", _list)
    void = _writing(parts, "void", "say that an entry does not count, and why", _void)
    override = _writing(parts, "override", "rule something else than was drawn, and why", _override)
    for part in (void, override):
        part.add_argument("number", metavar="N", help="the number of the entry")
    ruled = "what is ruled instead: an outcome in the words of the odds, or free words"
    unit = "with free words: a unit that they concern, and key=value for what stands there now"
    add_texts(override, {"--ruled": ("TEXT", ruled), "--unit": ("UNIT", unit)})
    override.add_argument("words", metavar="key=value", nargs="*", help="what is new of that unit")
    for part in (void, override):
        add_texts(part, {"--reason": ("TEXT", "why; it has to be said")})
    note = _writing(parts, "note", "record a remark", _note)
    note.add_argument("words", metavar="TEXT", nargs="+")
    turn = _writing(parts, "turn", "record that a turn begins", _turn)
    turn.add_argument("number", metavar="N", help="the number of the turn")
    slips = _recording(parts, "withdrawals", "let players withdraw slips, or not", _withdrawals)
    switch = slips.add_argument("switch", metavar="on|off", help="for the battle, from now on")
    completed(switch, lambda **_: ("on", "off"))
    verify = _reading(parts, "verify", "follow the chain, compute every result again", _verify)
    noted = "a head noted earlier, 20 digits or more or the text of its QR code: is it there?"
    add_texts(verify, {"--noted": ("HEAD", noted)})
    acknowledge = "take the record as it is, though this copy saw another: an umpire's to say"
    _recording(parts, "acknowledge", acknowledge, _acknowledge)
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
    add_texts(export, {"--output": ("FILE", "write there, not here")})


def _add_show(parts: Commands) -> None:
    show = add_command(parts, "show", "list entries, all or some", _show)
    add_battle_options(show)
    wanted = {
        "--turn": ("N|N-M", "of a turn, or of several"),
        "--side": ("SIDE", "of a side"),
        "--copy": ("NAME", "of a copy"),
        "--action": ("ACTION", "rulings of an action"),
        "--kind": ("KIND", "ruling, note, void, ..."),
        "--text": ("TEXT", "that mention something"),
        "--last": ("N", "no more than the last N"),
    }
    add_texts(show.add_argument_group("which entries"), wanted)
    show.add_argument("--follow", action="store_true", help="go on as they come, from the first")
    show.add_argument("--json", action="store_true", help="print a line of JSON for each")


def _reading(
    parts: Commands, name: str, summary: str, read: Callable[[Umpire, argparse.Namespace], int]
) -> Parser:
    part = add_command(parts, name, summary, partial(_read, read))
    add_battle_options(part)
    return part


def _read(read: Callable[[Umpire, argparse.Namespace], int], arguments: argparse.Namespace) -> int:
    """Read the record; whether it is what this user's copies saw is said at the end."""
    from calculator.umpire import Umpire

    with Umpire.open(battle_of(arguments), read_only=True) as umpire:
        umpire.look()
        code = read(umpire, arguments)
        if umpire.warning:
            sys.stderr.write(f"{umpire.warning}\n")
    return code


def _recording(
    parts: Commands, name: str, summary: str, run: Callable[[argparse.Namespace], int]
) -> Parser:
    part = add_command(parts, name, summary, run)
    add_record_options(part.add_argument_group("in the record"))
    return part


def _writing(
    parts: Commands,
    name: str,
    summary: str,
    write: Callable[[Umpire, argparse.Namespace], Entry | None],
) -> Parser:
    return _recording(parts, name, summary, partial(_write, write))


def _write(
    write: Callable[[Umpire, argparse.Namespace], Entry | None], arguments: argparse.Namespace
) -> int:
    """Add an entry to the record, once the number that was typed has been read, if one is."""
    from calculator.journal.selection import read_number

    if "number" in arguments:
        arguments.number = read_number("N", arguments.number)
    with open_record(arguments) as umpire:
        print_entry(umpire, write(umpire, arguments))
    return 0


def _show(arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_show import await_beginning, show

    if arguments.follow:
        await_beginning(battle_of(arguments))
    return _read(show, arguments)


def _list(_: argparse.Namespace) -> int:
    from calculator.cli.journal_show import list_battles

    return list_battles()


def _void(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    entry = umpire.void(arguments.number, arguments.reason)
    _print_played_on(umpire, arguments.number)
    return entry


def _print_played_on(umpire: Umpire, number: int) -> None:
    """Say which entries were played on from one void or overridden: what they stated stands."""
    roll = umpire.roll()
    if later := roll.played_on_from(number) if roll else ():
        listed = ", ".join(f"#{other}" for other in later)
        sys.stdout.write(f"Played on from entry {number}: {listed}; what they state stands.\n")


def _override(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    corrections = _corrections(umpire, arguments)
    number, ruled = arguments.number, arguments.ruled
    entry = umpire.override(number, ruled, arguments.reason, corrections)
    if not corrections:
        _print_played_on(umpire, number)
    return entry


def _corrections(umpire: Umpire, arguments: argparse.Namespace) -> list[Correction]:
    """What free words mean for a unit, as typed."""
    if arguments.unit:
        from calculator.cli.roll import roll_of, typed_correction

        return [typed_correction(roll_of(umpire), arguments.unit, arguments.words)]
    if arguments.words:
        fault = Fault("--unit", f"whose is {arguments.words[0]}?", "a unit by its name")
        raise FaultsError([fault])
    return []


def _note(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    return umpire.note(" ".join(arguments.words))


def _turn(umpire: Umpire, arguments: argparse.Namespace) -> Entry | None:
    return umpire.turn(arguments.number)


def _withdrawals(arguments: argparse.Namespace) -> int:
    if arguments.switch not in {"on", "off"}:
        raise FaultsError([Fault("on|off", f"{arguments.switch!r} is neither", "on or off")])
    return _write(lambda umpire, _: umpire.allow_withdrawals(arguments.switch == "on"), arguments)


def _verify(umpire: Umpire, arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_checks import verify

    return verify(umpire, arguments)


def _acknowledge(arguments: argparse.Namespace) -> int:
    with open_record(arguments) as umpire:
        sys.stdout.write(f"{umpire.acknowledge()}\n")
    return 0


def _audit(umpire: Umpire, arguments: argparse.Namespace) -> int:
    from calculator.cli.journal_checks import audit

    return audit(umpire, arguments)


def _export(umpire: Umpire, arguments: argparse.Namespace) -> int:
    if write_out("".join(umpire.export(arguments.format)), arguments.output):
        sys.stdout.write(f"Wrote {arguments.output}\n")
    return 0
