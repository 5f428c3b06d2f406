"""What an umpire is asked before something is recorded: reasons, rulings, turns, tallies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from calculator.journal.selection import read_number
from calculator.tui.record.armies import SUBJECT, read_army
from calculator.tui.record.ledger import Item
from calculator.tui.screens.ask import Blank
from calculator.umpire import Umpire


class Request(NamedTuple):
    """What is asked, and what records the answers; recording may raise `CalculatorError`."""

    title: str
    blanks: tuple[Blank, ...]
    record: Callable[[dict[str, str]], object]


def void(umpire: Umpire, item: Item | None) -> Request | None:
    """Why an entry does not count."""
    if item is None:
        return None
    number = item.number
    return Request(
        f"Void entry {number}: {item.text}",
        (Blank("reason", "Why does it not count?"),),
        lambda said: umpire.void(number, said["reason"]),
    )


def override(umpire: Umpire, item: Item | None) -> Request | None:
    """What is ruled instead of what an entry drew, and why."""
    if item is None:
        return None
    number = item.number
    return Request(
        f"Override entry {number}: {item.text}",
        (Blank("ruled", "What is ruled instead?"), Blank("reason", "Why?")),
        lambda said: umpire.override(number, said["ruled"], said["reason"]),
    )


def note(umpire: Umpire) -> Request:
    """A remark."""
    return Request("Note", (Blank("text", "Note"),), lambda said: umpire.note(said["text"]))


def turn(umpire: Umpire, following: int) -> Request:
    """Which turn begins."""
    return Request(
        "Turn",
        (Blank("turn", "Which turn begins?", str(following)),),
        lambda said: umpire.turn(read_number("turn", said["turn"])),
    )


def army(umpire: Umpire) -> Request:
    """How an army stands."""

    def record(said: dict[str, str]) -> object:
        told = read_army(said)
        return umpire.note(f"{told.units} {told.broken} {told.demoralized}", SUBJECT + told.side)

    blanks = (
        Blank("side", "Which army?"),
        Blank("units", "Units it began with"),
        Blank("broken", "Broken or removed so far", "0"),
        Blank("demoralized", "Demoralized now", "0"),
    )
    return Request("Army tally", blanks, record)
