"""Which entries someone wants to see, and the numbers they type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError
from calculator.journal.entry import Entry, EntryKind
from calculator.kinds import quoted

HIGHEST_NUMBER: Final = 999_999_999
"""The highest number of an entry or a turn that can be typed; no battle comes near it."""


@attrs.frozen(kw_only=True)
class Selection:
    """Entries of these turns, side, copy, action and kind; what is left out selects nothing out.

    Sides, copies and actions are compared without regard to case, and `text` is looked for in all
    that an entry tells.
    """

    turns: range | None = None
    side: str = ""
    copy: str = ""
    action: str = ""
    kind: EntryKind | None = None
    text: str = ""

    def admits(self, entry: Entry) -> bool:
        """Whether the entry is one of these."""
        asked = ((self.side, entry.side), (self.copy, entry.copy), (self.action, entry.action))
        return (
            (self.turns is None or entry.turn in self.turns)
            and all(not wanted or wanted.casefold() == own.casefold() for wanted, own in asked)
            and (self.kind is None or entry.kind is self.kind)
            and (not self.text or self.text.casefold() in entry.content.casefold())
        )

    def of(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Those of `entries`, in order."""
        return filter(self.admits, entries)


def read_number(what: str, text: str) -> int:
    """A number from 1 to `HIGHEST_NUMBER` as typed, with or without #. Raises `FaultsError`."""
    digits = text.strip().removeprefix("#")
    few = digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST_NUMBER))
    if not few or not int(digits):
        allowed = f"a whole number from 1 to {HIGHEST_NUMBER:,}"
        raise FaultsError([Fault(what, f"{quoted(text)} will not do", allowed)])
    return int(digits)


def read_turns(text: str) -> range | None:
    """Turns as typed, 3 or 2-4; nothing for all. Raises `FaultsError`."""
    if not text.strip():
        return None
    first, hyphen, last = text.partition("-")
    try:
        turns = range(int(first), int(last if hyphen else first) + 1)
    except ValueError:
        turns = range(0)
    if not turns:
        raise FaultsError(
            [Fault("turn", f"{quoted(text)} names no turn", "a turn or turns: 3, 2-4")]
        )
    return turns
