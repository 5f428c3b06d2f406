"""A battle as its record tells it: a line for each entry, its columns and one filter for all lists;
what became of each entry, and what holds now.

A filter is what one types: `turn:1-2 side:fr hasty words`. What has a colon names a column, the
rest are words that a person sees in the line, whatever their case, accents and hyphens.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from sys import intern
from typing import Final, NamedTuple

from calculator.errors import CalculatorError, Fault, FaultsError, hint, nearest
from calculator.journal import amendments, heads
from calculator.journal.disclosure import Disclosure, disclosure_in
from calculator.journal.entry import Entry, EntryKind
from calculator.kinds import quoted
from calculator.names import plain_name
from calculator.rules.catalog import KEYS, find_system


class EntryLine(NamedTuple):
    """One entry in a line. `subject` says who did what, "Hubert's brigade: assault against Soye's
    brigade", and `text` what came of it; `own` whether this very copy wrote it, and `about` which
    entry it voids or overrides."""

    number: int
    time: str
    turn: int
    side: str
    player: str
    copy: str
    kind: EntryKind
    system: str
    action: str
    subject: str
    text: str
    units: tuple[str, ...]
    chance: float | None
    about: int | None
    own: bool

    @classmethod
    def of(cls, entry: Entry, copy: str = "") -> EntryLine:
        """The line of an entry as that copy lists it; words of thousands of lines are kept once."""
        chance = entry.probability
        return cls(
            number=entry.number,
            time=intern(entry.clock()),
            turn=entry.turn,
            side=intern(entry.side),
            player=intern(entry.player),
            copy=intern(entry.copy),
            kind=entry.kind,
            system=intern(entry.system),
            action=intern(entry.action),
            subject=intern(subject_of(entry)),
            text=intern(entry.summary),
            units=tuple(map(intern, entry.unit_names.values())),
            chance=None if chance is None else float(chance),
            about=entry.about,
            own=bool(copy) and entry.copy == copy,
        )

    @property
    def named(self) -> str:
        """The player and the side whose entry it is, as far as they have names."""
        return ", ".join(filter(None, (self.player, self.side)))

    @property
    def who(self) -> str:
        """Whose entry it is: the player and the side, or where neither has a name the copy."""
        return self.named or self.copy

    @property
    def in_words(self) -> str:
        """What happened, of named units after who did what."""
        return f"{self.subject}: {self.text}" if self.units and self.subject else self.text


class Column(NamedTuple):
    """A column of the record's list: its heading, and what stands in it. `rooms` are the columns of
    a terminal it takes on a narrow list, on one of the usual width and on a wide one, 0 where it is
    left out. `sign` stands before it where no heading says what it is, and what `brief` says in its
    place where there is too little room. A figure stands to the right."""

    heading: str
    of: Callable[[EntryLine], str]
    rooms: tuple[int, int, int]
    sign: str = ""
    brief: Callable[[EntryLine], str] | None = None
    is_figure: bool = False

    def short(self, line: EntryLine) -> str:
        """What stands in it where no heading says what it is."""
        return f"{self.sign}{self.of(line)}"

    def within(self, line: EntryLine, room: int) -> str:
        """What stands in it, or what there is room for of that."""
        if self.is_figure:
            return self.of(line).rjust(room)
        text = self.short(line)
        return text if len(text) <= room else (self.brief or self.of)(line)


_MOST_STEPS: Final = 64
"""Of so many of the newest rulings, it is kept what is to be done on the table."""

COLUMNS: Final = (
    Column("#", lambda line: str(line.number), (5, 5, 5), sign="#", is_figure=True),
    Column("Time", lambda line: line.time, (0, 5, 5)),
    Column("Turn", lambda line: str(line.turn), (4, 4, 4), sign="t"),
    Column("Who", lambda line: line.named, (9, 10, 18), brief=lambda line: line.side),
    Column("Copy", lambda line: line.copy, (8, 8, 12)),
)
"""What every list of the record shows of an entry, before what it tells and how likely that was."""


def columns_in(lines: Iterable[EntryLine]) -> list[Column]:
    """The columns in which any of the lines has something."""
    listed = list(lines)
    return [column for column in COLUMNS if any(column.of(line) for line in listed)]


def facts(line: EntryLine) -> list[str]:
    """What stands before a line where there are no columns."""
    return [text for column in COLUMNS if (text := column.short(line))]


def subject_of(entry: Entry) -> str:
    """Who did what to whom, as far as a ruling or its answer names it; nothing of other entries."""
    if not entry.action:
        return ""
    names = entry.unit_names
    try:
        system = find_system(entry.system)
        action = system.action(entry.action).label
        if system.checks_morale(entry.action) and entry.side:
            names = {"actor": entry.side}
    except CalculatorError:
        action = entry.action.replace("-", " ")
    return subject(action, names)


def subject(action: str, names: Mapping[str, str]) -> str:
    """An action with the units it concerns: "Hubert's brigade: assault against Soye's brigade"."""
    target = f" against {names['target']}" if "target" in names else ""
    return f"{names['actor']}: {action.lower()}{target}" if "actor" in names else action


_NAMED: Final[Mapping[str, Callable[[EntryLine], str]]] = {
    "turn": lambda line: str(line.turn),
    "side": lambda line: line.side,
    "player": lambda line: line.player,
    "copy": lambda line: line.copy,
    "action": lambda line: f"{line.action} {line.subject}",
    "unit": lambda line: " ".join(line.units),
    "kind": lambda line: line.kind.value,
    "system": lambda line: line.system,
}
"""What a filter can name, as in `side:french turn:3`."""


class Filter(NamedTuple):
    """Which lines someone wants to see: `named` columns, and `words` that stand in the line."""

    named: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str, **named: str) -> Filter:
        """The filter that words spell, with what was asked of columns beside them."""
        pairs = [(key, _plain(value)) for key, value in named.items() if value.strip()]
        words: list[str] = []
        for word in text.split():
            key, colon, value = word.partition(":")
            if colon and key.casefold() in _NAMED:
                pairs.append((key.casefold(), _plain(value)))
            else:
                words += _plain(word).split()
        return cls(tuple(pairs), tuple(words))

    def admits(self, line: EntryLine) -> bool:
        """Whether the line is one of these; turns that are none select nothing."""
        if not all(_fits(line, key, wanted) for key, wanted in self.named):
            return False
        seen = _plain(" ".join((*facts(line), line.subject, line.text))) if self.words else ""
        return all(word in seen for word in self.words)

    def of(self, lines: Iterable[EntryLine]) -> list[EntryLine]:
        """Those of the lines, in order."""
        return [line for line in lines if self.admits(line)]


def nothing_found(text: str) -> tuple[str, ...]:
    """Why a filter keeps no line, as far as its words tell: a key that there is not."""
    named = (word.partition(":")[0].casefold() for word in text.split() if ":" in word)
    if unknown := next((key for key in named if key.isalpha() and key not in _NAMED), ""):
        problem = f"A filter has no key {unknown!r}{hint(nearest(unknown, _NAMED))}; it has"
        return problem, ", ".join(_NAMED)
    return ("Nothing matches the filter.",)


def _fits(line: EntryLine, key: str, wanted: str) -> bool:
    if key == "turn":
        try:
            turns = read_turns(wanted)
        except FaultsError:
            return False
        return turns is None or line.turn in turns
    present = _plain(_NAMED[key](line))
    return present == wanted if wanted.isdigit() else wanted in present


def read_turns(text: str) -> range | None:
    """Turns as typed, 3 or 2-4; nothing for all. Raises `FaultsError`."""
    if not text.strip():
        return None
    first, hyphen, last = text.partition("-")
    with suppress(ValueError):
        if turns := range(int(first), int(last if hyphen else first) + 1):
            return turns
    raise FaultsError([Fault("turn", f"{quoted(text)} is not a turn", "a turn or turns: 3, 2-4")])


def _plain(text: str) -> str:
    """A text as filters compare it; a hyphen between words is a space, and one of turns stays."""
    return plain_name(text if text.replace("-", "").isdigit() else text.replace("-", " "))


class Chronicle:
    """All entries read so far, in whatever order they came, as a copy lists them."""

    def __init__(self, copy: str = "") -> None:
        self._copy = copy
        self.lines: list[EntryLine] = []
        """The lines of the entries, in order."""
        self.turn = 1
        """The turn in force, as far as entries tell."""
        self.head: heads.Head | None = None
        """The newest entry's."""
        self.amendments = amendments.Amendments()
        """What became of entries."""
        self._steps: dict[int, Sequence[str]] = {}
        self._amending: list[Entry] = []
        self._settings: list[Entry] = []
        """Notes with a subject, by which an umpire sets something for the battle."""

    def add(self, entries: Iterable[Entry]) -> list[EntryLine]:
        """Take in entries; gives the lines of those that were not known, in order."""
        unknown = [entry for entry in entries if self._line(entry.number) is None]
        unknown.sort(key=lambda entry: entry.number)
        turn, newest = self.turn, self.newest
        fresh: dict[int, EntryLine] = {}
        for entry in unknown:
            line, about = EntryLine.of(entry, self._copy), entry.about or 0
            if (other := fresh.get(about) or self._line(about)) and not line.units:
                # A void or an override is of the units and the subject of what it is about.
                line = line._replace(subject=other.subject, units=other.units)
            fresh[line.number] = line
            if do := entry.body.get("on-table"):
                self._steps[entry.number] = do
        for number in sorted(self._steps)[:-_MOST_STEPS]:
            del self._steps[number]
        self.lines += fresh.values()
        if unknown and unknown[0].number < newest:
            self.lines.sort(key=lambda line: line.number)
        # Only a change of turn changes it: an entry that had to wait may be of a turn before.
        turns = (line for line in reversed(self.lines) if line.kind is EntryKind.TURN)
        last = next(turns, self.lines[-1] if self.lines else None)
        self.turn = last.turn if last else 1
        if unknown and (entry := unknown[-1]).number == self.newest:
            self.head = heads.Head(entry.battle, entry.number, entry.hash, turn)
        settings = (entry for entry in unknown if entry.body.get("subject"))
        self._settings = _in_order(*self._settings, *settings)
        if amending := [entry for entry in unknown if entry.kind in amendments.AMENDING]:
            # Which of two overrides holds goes by their order.
            self._amending = _in_order(*self._amending, *amending)
            self.amendments = amendments.Amendments(self._amending)
        return list(fresh.values())

    def _line(self, number: int) -> EntryLine | None:
        place = bisect_left(self.lines, number, key=lambda line: line.number)
        found = self.lines[place : place + 1]
        return found[0] if found and found[0].number == number else None

    def steps(self, number: int) -> Sequence[str]:
        """What one of the newest rulings has players do on the table, nothing of other entries."""
        return self._steps.get(number, ())

    @property
    def newest(self) -> int:
        """The number of the newest entry, 0 if there is none."""
        return self.lines[-1].number if self.lines else 0

    @property
    def sides(self) -> list[str]:
        """The sides that entries name, in the order of the record."""
        return list(dict.fromkeys(line.side for line in self.lines if line.side))

    @property
    def disclosure(self) -> Disclosure:
        """How much players see of odds."""
        return disclosure_in(self._settings, self.amendments)

    @property
    def withdrawals_off(self) -> Entry | None:
        """The note by which slips can no longer be withdrawn, None while they can."""
        return amendments.switched_off_by(self._settings, self.amendments)

    @property
    def initiative(self) -> str:
        """Who has the initiative in this turn, as drawn or as ruled instead; "" if not drawn."""
        for line in reversed(self.lines):
            of_turn = line.turn == self.turn and line.system in KEYS
            if of_turn and line.action == find_system(line.system).initiative:
                amendment = self.amendments.of(line.number)
                if amendment.counts:
                    by = amendment.override
                    return by.ruled if by else line.in_words
        return ""

    def after(self, number: int) -> list[EntryLine]:
        """The lines that follow an entry."""
        return self.lines[bisect_right(self.lines, number, key=lambda line: line.number) :]

    def last_ruling(self) -> EntryLine | None:
        """The newest ruling that counts, or what stands in its place."""
        kinds = amendments.INSTEAD | {EntryKind.RULING}
        ruled = (line for line in reversed(self.lines) if line.kind in kinds)
        return next((line for line in ruled if self.amendments.of(line.number).counts), None)


def _in_order(*entries: Entry) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.number)
