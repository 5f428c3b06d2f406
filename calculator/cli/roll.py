"""`empires roll`: both armies as the record leaves them; corrections; the order of battle bound."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from calculator.cli.output import write_json
from calculator.cli.parser import JSON, Subcommand, flag, option, word
from calculator.cli.screen import IN_RECORD, OF_BATTLE, print_entry, reading, recording
from calculator.errors import JournalError
from calculator.pairs import read_answers

if TYPE_CHECKING:
    from calculator.roll import Correction, Roll
    from calculator.umpire import Umpire


_REASON: Final = option("--reason", "TEXT", "why, for the record")

ARGUMENTS: Final = (
    *OF_BATTLE,
    option("--scenario", "NAME|FILE", "the order of battle to bind it to"),
    option("--side", "SIDE", "show one side only"),
    JSON,
    flag("--csv", "print CSV"),
)


def roll_of(umpire: Umpire, scenario: str = "") -> Roll:
    """The roll of a battle. Raises `JournalError` where no order of battle is bound, and where it
    is another than the `scenario`, if one is named."""
    if scenario:
        from calculator.roll import OrderOfBattle

        umpire.is_bound_to(OrderOfBattle.of_file(scenario))
    if (roll := umpire.roll()) is None:
        raise JournalError(
            f"{umpire.battle} has no order of battle, so it has no roll: "
            + _bind_command(scenario or "NAME", umpire.battle)
        )
    return roll


def typed_correction(roll: Roll, unit: str, words: Sequence[str]) -> Correction:
    """A correction of a unit from key=value. Raises `FaultsError` with every fault."""
    from calculator.roll import read_correction

    return read_answers(words, lambda answers: read_correction(roll, unit, answers))


def run(arguments: argparse.Namespace) -> None:
    """Show both armies, or one."""
    from calculator.cli import roll_tables

    with _begun(arguments) as umpire:
        roll = roll_of(umpire, arguments.scenario)
        side = roll.side(arguments.side).key if arguments.side else ""
        if arguments.json:
            write_json(roll.as_json(umpire.battle, side) | {"waiting": umpire.waiting})
        elif arguments.csv:
            sys.stdout.writelines(roll_tables.as_csv(roll, side))
        else:
            roll_tables.show(roll, umpire.battle, side)


@contextmanager
def _begun(arguments: argparse.Namespace) -> Iterator[Umpire]:
    """The record to read. Raises `JournalError`, where there is none with what begins it."""
    from calculator.journal.places import NotBegunError

    try:
        with reading(arguments) as umpire:
            yield umpire
    except NotBegunError as fault:
        if not arguments.scenario:
            raise
        raise JournalError(
            f"{fault}: {_bind_command(arguments.scenario, arguments.battle)}"
        ) from None


def _bind_command(scenario: str, battle: str) -> str:
    return f"empires roll bind {scenario} --battle {battle}"


def _correct(arguments: argparse.Namespace) -> int:
    with recording(arguments) as umpire:
        correction = typed_correction(roll_of(umpire), arguments.unit, arguments.words)
        return print_entry(umpire, umpire.correct(correction, arguments.reason))


def _bind(arguments: argparse.Namespace) -> int:
    from calculator.roll import OrderOfBattle

    order = OrderOfBattle.of_file(arguments.scenario)
    with recording(arguments) as umpire:
        bound = umpire.order_of_battle()
        if bound and not bound.is_same(order) and arguments.reason:
            entry = umpire.replace_order_of_battle(order, arguments.reason)
        else:
            entry = umpire.bind(order)
        if entry or umpire.pending:
            return print_entry(umpire, entry)
        sys.stdout.write(f"{umpire.battle} already has this order of battle\n")
        return 0


_KEYS: Final = "keys of its system; acted=yes, at=TERRAIN, arrived=yes, gone=broken or gone=no"

PARTS: Final = {
    "correct": Subcommand(
        "correct a unit, where the roll differs from the table",
        _correct,
        word("unit", "UNIT", "the name of a unit"),
        word("words", "key=value", _KEYS, nargs="*"),
        _REASON,
        IN_RECORD,
    ),
    "bind": Subcommand(
        "give the battle an order of battle, or replace it",
        _bind,
        word("scenario", "NAME|FILE", "the order of battle"),
        _REASON,
        IN_RECORD,
    ),
}
