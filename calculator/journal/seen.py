"""The hash of every entry that a user's copies saw of a record, in a file of 32 bytes an entry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from calculator.journal.copies import read_ours

_CELL: Final = 32
_UNKNOWN: Final = bytes(_CELL)


class Seen:
    """Hashes by number, read when it is made and added to by `save`.

    Copies of one user share the file: of what two of them saw otherwise the first stands.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._cells = bytearray()
        with suppress(OSError):
            self._cells += read_ours(path)
        del self._cells[len(self._cells) // _CELL * _CELL :]
        self._saved = self.last

    @property
    def last(self) -> int:
        """The number of the last entry, 0 for none."""
        return len(self._cells) // _CELL

    def hash(self, number: int) -> str:
        """The hash of an entry, "" where it was not seen."""
        cell = self._cells[(number - 1) * _CELL : number * _CELL] if number > 0 else b""
        return cell.hex() if any(cell) else ""

    def put(self, number: int, hash: str) -> None:
        """Remember the hash of an entry."""
        if number > self.last:
            self._cells += bytes(number * _CELL - len(self._cells))
        self._cells[(number - 1) * _CELL : number * _CELL] = bytes.fromhex(hash)
        self._saved = min(self._saved, number - 1)

    def items(self) -> Iterator[tuple[int, str]]:
        """Number and hash of every entry that was seen, in order."""
        for number in range(1, self.last + 1):
            if seen := self.hash(number):
                yield number, seen

    def save(self) -> None:
        """Write down what is new, as far as that can be written anywhere."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()
            with self._path.open("r+b") as file:
                begin = min(self._saved * _CELL, file.seek(0, 2) // _CELL * _CELL)
                file.seek(begin)
                self._merge(begin, file.read())
                file.seek(begin)
                file.write(self._cells[begin:])
            self._saved = self.last

    def _merge(self, begin: int, there: bytes) -> None:
        """Take over what another copy has written from a place in the file on."""
        for place in range(0, len(there) // _CELL * _CELL, _CELL):
            cell = there[place : place + _CELL]
            if cell != _UNKNOWN:
                mine = slice(begin + place, begin + place + _CELL)
                self._cells[mine] = cell

    def set_aside(self, path: Path) -> None:
        """Begin anew; what was seen before is kept in a file of its own."""
        self.save()
        with suppress(OSError):
            self._path.replace(path)
        self._cells.clear()
        self._saved = 0
