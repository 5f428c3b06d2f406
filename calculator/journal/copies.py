"""The name of a copy: a colour and a number, which no two copies on one machine share."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from calculator.journal.locks import HeldFile

COLOURS: Final = ("red", "blue", "green", "gold", "white", "black", "violet", "grey", "brown")


class CopyName:
    """A name claimed for as long as this process lives, or until `release`."""

    def __init__(self, name: str, held: HeldFile | None) -> None:
        self.name = name
        self._held = held

    @classmethod
    def claim(cls, folder: Path, wanted: str = "") -> CopyName:
        """The first free name: `wanted`, `wanted`-2, ..., or else of the colours.

        Where the folder cannot be written the number of the process makes the name its own.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name in _names(wanted):
                if held := HeldFile.claim(folder / f"{_file_name(name)}.copy"):
                    return cls(name, held)
        except OSError:
            pass
        return cls(f"{wanted or COLOURS[0]}-{os.getpid()}", None)

    def release(self) -> None:
        """Give the name back."""
        if self._held:
            self._held.release()
            self._held = None


def _names(wanted: str) -> Iterator[str]:
    if wanted:
        yield wanted
        yield from (f"{wanted}-{number}" for number in count(2))
    for number in count(1):
        yield from (f"{colour}-{number}" for colour in COLOURS)


def _file_name(name: str) -> str:
    """The name with what files may not be called written as character codes."""
    return re.sub(r"[^\w-]", lambda found: f"%{ord(found[0]):x}", name)
