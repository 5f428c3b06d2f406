"""The record as the umpire's screen lists it: newest first, filtered by a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from calculator.journal.entry import Entry, Kind
from calculator.tui.recorder import local_time

AT_FIRST: Final = 200
"""Entries read before the first paint; older ones follow behind it."""

KEYS: Final = ("turn", "side", "copy", "player", "action", "kind", "system")
"""What a filter can name, as in `side:french turn:3`."""


class Item(NamedTuple):
    """One entry as a line of the list."""

    number: int
    time: str
    turn: int
    copy: str
    side: str
    player: str
    kind: Kind
    system: str
    action: str
    text: str
    about: int | None
    chance: float | None

    @classmethod
    def of(cls, entry: Entry) -> Item:
        """The line of an entry."""
        chance = entry.probability
        return cls(
            entry.number,
            local_time(entry.time),
            entry.turn,
            entry.copy,
            entry.side,
            entry.player,
            entry.kind,
            entry.system,
            entry.action,
            entry.told,
            entry.about,
            None if chance is None else float(chance),
        )

    def named(self, key: str) -> str:
        """What a filter compares: one of `KEYS`."""
        value = getattr(self, key)
        return value.value if isinstance(value, Kind) else str(value)


Keeps = Callable[[Item], bool]


def read_filter(text: str) -> Keeps:
    """The filter that some words spell: `key:value` pairs, the rest sought in the line itself."""
    pairs: list[tuple[str, str]] = []
    words: list[str] = []
    for word in text.casefold().split():
        key, colon, value = word.partition(":")
        if colon and key in KEYS:
            pairs.append((key, value))
        else:
            words.append(word)

    def keeps(item: Item) -> bool:
        if any(not _fits(item.named(key).casefold(), value) for key, value in pairs):
            return False
        whole = f"#{item.number} {item.copy} {item.side} {item.player} {item.text}".casefold()
        return all(word in whole for word in words)

    return keeps


def _fits(present: str, wanted: str) -> bool:
    return present == wanted if wanted.isdigit() else wanted in present


class Ledger:
    """All entries read so far, and those that a filter keeps."""

    def __init__(self) -> None:
        self._items: dict[int, Item] = {}
        self._shown: list[int] = []
        self._filter: Keeps = read_filter("")
        self.voids: dict[int, Item] = {}
        self.overrides: dict[int, Item] = {}
        self.initiative: Item | None = None
        self.newest = 0

    def __len__(self) -> int:
        return len(self._shown)

    @property
    def known(self) -> int:
        """How many entries have been read."""
        return len(self._items)

    @property
    def turn(self) -> int:
        """The turn in force, as far as entries tell."""
        item = self._items.get(self.newest)
        return item.turn if item else 1

    def item(self, place: int) -> Item:
        """The line at a place of the list, 0 being the newest that the filter keeps."""
        return self._items[self._shown[-1 - place]]

    def place_of(self, number: int) -> int:
        """Where an entry stands in the list; the newest's place if the filter hides it."""
        try:
            return len(self._shown) - 1 - self._shown.index(number)
        except ValueError:
            return 0

    def add(self, entries: Iterable[Entry]) -> None:
        """Take in entries, in whatever order they come."""
        fresh = [Item.of(entry) for entry in entries if entry.number not in self._items]
        for item in fresh:
            self._items[item.number] = item
            self.newest = max(self.newest, item.number)
            if item.about is not None:
                kept = self.voids if item.kind is Kind.VOID else self.overrides
                kept[item.about] = item
            if item.action == "initiative" and (
                self.initiative is None or self.initiative.number < item.number
            ):
                self.initiative = item
        numbers = [item.number for item in fresh if self._filter(item)]
        in_order = not self._shown or not numbers or min(numbers) > self._shown[-1]
        self._shown += sorted(numbers)
        if not in_order:
            self._shown.sort()

    def narrow(self, text: str) -> None:
        """Keep only what a filter keeps."""
        self._filter = read_filter(text)
        self._shown = sorted(number for number, item in self._items.items() if self._filter(item))
