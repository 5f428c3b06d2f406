"""The order of battle that a battle is bound to: read from a file once, and from the record after.

The journal keeps what the file held, to the letter, with its digest; only here is it understood.
"""

from __future__ import annotations

import pickle
import shlex
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.errors import CalculatorError, FaultsError, JournalError
from calculator.journal.entry import Entry, digest
from calculator.journal.files import mark_of, read_ours
from calculator.paths import home, is_private, write_whole
from calculator.roll.fold import BY_SCENARIO, Fold, LongAgoError
from calculator.roll.roll import Roll
from calculator.scenarios.loading import understood
from calculator.scenarios.model import Scenario
from calculator.scenarios.places import find_scenario
from calculator.scenarios.source import content_of
from calculator.version import VERSION

_UNREADABLE: Final = (
    pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""What a pickle that is damaged, or of other code, raises."""


@attrs.frozen(slots=False)
class OrderOfBattle:
    """An order of battle: the name of its file, and what that holds, to the letter.

    `entry` is the number of the entry that binds a battle to it, 0 for one read from a file; that
    one was asked for by the name or path `typed`. `damage` says what is wrong with one that the
    record no longer holds to the letter.
    """

    file: str
    content: str = attrs.field(repr=False)
    entry: int = 0
    path: Path | None = None
    typed: str = ""
    damage: str = ""

    @classmethod
    def of_file(cls, name: str | Path) -> OrderOfBattle:
        """The order of battle of a scenario, by name or path.

        Raises `FaultsError` if there is none, or it cannot be read. Faults of what it says are
        raised by `scenario`.
        """
        path = find_scenario(name)
        return cls(path.name, content_of(path), path=path, typed=str(name))

    @classmethod
    def of_entry(cls, entry: Entry) -> OrderOfBattle:
        """The order of battle that an entry holds."""
        content, damage = str(entry.body["content"]), ""
        if digest(content) != entry.body["digest"]:
            damage = (
                f"the order of battle in entry {entry.number} of {entry.battle} is damaged: it is "
                "not what its digest was made of. `empires journal verify` checks the whole "
                f"record; to replace it: empires roll bind NAME --battle {entry.battle} --reason "
                "..."
            )
        return cls(str(entry.body["file"]), content, entry.number, damage=damage)

    def check_whole(self) -> None:
        """Raise `JournalError` if it is damaged."""
        if self.damage:
            raise JournalError(self.damage)

    def is_same(self, other: OrderOfBattle) -> bool:
        """Whether it is whole, and the other holds the very same."""
        return not self.damage and self.digest == other.digest

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the file holds, in hexadecimal."""
        return digest(self.content)

    @cached_property
    def scenario(self) -> Scenario:
        """What it says. Raises `FaultsError`, and `JournalError` if the record holds what is
        damaged, or what this version cannot read."""
        self.check_whole()
        try:
            return understood(self.path or Path(self.file), self.content)
        except FaultsError as error:
            if not self.entry:
                raise
            listed = "; ".join(str(fault) for fault in error.faults[:3])
            raise JournalError(
                f"the order of battle in entry {self.entry} cannot be read by this version of "
                f"empires: {listed}. A later version may have written it; nothing was changed"
            ) from error

    def body(self, replaces: int = 0, reason: str = "") -> dict[str, Any]:
        """The body of the entry that binds a battle to it. Raises as `scenario` does."""
        return {
            "file": self.file,
            "digest": self.digest,
            "content": self.content,
            "title": self.scenario.title,
            "replaces": replaces,
            "reason": reason,
        }

    def check_same(self, other: OrderOfBattle, battle: str) -> None:
        """Raise `CalculatorError` if `other` is not this one, which the battle is bound to, or
        this is damaged."""
        self.check_whole()
        if self.is_same(other):
            return
        bind = f"empires roll bind {shlex.quote(other.typed)} --battle {battle} --reason ..."
        if self.file == other.file:
            raise CalculatorError(
                f"{other.file} has changed since {battle} was bound to it (entry {self.entry}). To "
                f"go on with what the record holds, leave --scenario out. To use the file as it is "
                f"now: {bind}"
            )
        raise CalculatorError(
            f"{battle} is a battle of {self.scenario.title} ({self.file}, entry {self.entry}), not "
            f"of {other.file}. Name another with --battle NAME, or leave --scenario out; to "
            f"replace the order of battle: {bind}"
        )

    def roll(
        self, entries: Callable[[], Iterable[Entry]], amending: Callable[[], Iterable[Entry]]
    ) -> Roll:
        """The roll of all entries, of which those are `amending` that amend others."""
        while True:
            with suppress(LongAgoError):  # by what is amended while it is read
                return Roll.of(entries(), self.scenario, amending())

    def keep(self, roll: Fold, where: str) -> None:
        """Keep a roll of the record at a place, as far as that can be written anywhere."""
        state = {name: part for name, part in vars(roll).items() if name not in BY_SCENARIO}
        kept = pickle.dumps((self._made_by, state), pickle.HIGHEST_PROTOCOL)
        with suppress(OSError):
            write_whole(_path(where), kept, private=True)

    def kept_roll(self, where: str) -> Roll | None:
        """The roll that was kept of the record at a place, if it is of this program and this order
        of battle; whether it is of what the record now holds is not yet known."""
        path = _path(where)
        if not is_private(path.parent):
            return None
        # Whatever is wrong with what was only kept to save time, there is no roll.
        with suppress(OSError, CalculatorError, *_UNREADABLE):
            made_by, state = pickle.loads(read_ours(path))
            if made_by == self._made_by:
                roll = Roll(self.scenario)
                vars(roll).update(state)
                return roll
        return None

    @property
    def _made_by(self) -> tuple[str, str, int]:
        """The program, the order of battle, and when the code of rolls was last changed."""
        sources = Path(__file__).parent.glob("*.py")
        return VERSION, self.digest, max(path.stat().st_mtime_ns for path in sources)


def _path(where: str) -> Path:
    return home() / "rolls" / f"{mark_of(where)}.roll"
