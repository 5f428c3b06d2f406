"""The head of a record, to be kept outside: as digits to write down, and as a QR code.

Twenty digits are 80 bits: nobody makes another record with the same in an age. Eight are forged in
minutes, so fewer than twenty are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from calculator.errors import FaultsError
from calculator.journal.entry import Entry, EntryKind
from calculator.kinds import quoted

DIGITS: Final = 20
"""The digits of a hash that are written down, and the fewest that are taken back."""

SEEN: Final = "seen"
"""The subject of the notes in which a copy says what it had seen when a turn ended."""

_WHOLE: Final = re.compile(r"(?:(.+), )?entry ([0-9]{1,9}): ([0-9a-f]{64})", re.IGNORECASE)
_DIGITS: Final = re.compile(rf"[0-9a-f]{{{DIGITS},64}}", re.IGNORECASE)
_ALLOWED: Final = f"the text of a QR code, or the first {DIGITS} digits or more (0-9, a-f)"


class Head(NamedTuple):
    """The last entry of a record, or of a turn: it stands for all up to there.

    Of one that was noted earlier there may be but the beginning of the hash.
    """

    battle: str
    number: int
    hash: str
    turn: int = 0

    @property
    def digits(self) -> str:
        """Twenty digits in groups of four, for a sheet of paper."""
        return grouped(self.hash)

    @property
    def text(self) -> str:
        """What the QR code says, and `read_noted` takes."""
        return f"{self.battle}, entry {self.number}: {self.hash}"


def grouped(hash: str) -> str:
    """The first twenty digits of a hash in groups of four."""
    return " ".join(hash[place : place + 4] for place in range(0, DIGITS, 4))


def heads(entries: Iterable[Entry]) -> Iterator[Head]:
    """The head at the end of each turn, and the last of all; turns and the last entry will do.

    A turn that was undone has no end.
    """
    ended: list[Head] = []
    last: Entry | None = None
    turn = 1
    for entry in entries:
        if entry.kind is EntryKind.TURN:
            if "undoes" in entry.body:
                ended = [head for head in ended if head.number != entry.body["undoes"] - 1]
            elif entry.number > 1:
                ended.append(Head(entry.battle, entry.number - 1, entry.previous, turn))
            turn = entry.turn
        last = entry
    yield from ended
    if last:
        yield Head(last.battle, last.number, last.hash, turn)


def read_noted(text: str, battle: str = "") -> Head:
    """What was noted, as typed or as scanned; with number 0 where it does not say that.

    Raises `FaultsError` for fewer than twenty digits, and for the head of another battle.
    """
    if whole := _WHOLE.fullmatch(text.strip()):
        if battle and whole[1] and whole[1] != battle:
            raise FaultsError.at("noted", f"that is the head of {whole[1]!r}", battle)
        return Head(whole[1] or battle, int(whole[2]), whole[3].lower())
    digits = re.sub(r"[\s:-]", "", text)
    if not _DIGITS.fullmatch(digits):
        few = re.fullmatch("[0-9a-fA-F]*", digits)
        why = f"{len(digits)} digits are too few" if few else f"{quoted(text)} is not a head"
        raise FaultsError.at("noted", why, _ALLOWED)
    return Head(battle, 0, digits.lower())


def qr_lines(text: str, *, on_dark: bool) -> list[str]:
    """A QR code in half blocks, two rows of it to a line; what is light in it is drawn `on_dark`.

    With its light margin, for few cameras read a code that is light on dark.
    """
    import segno

    code = segno.make(text, error="l", micro=False)
    rows = [bytes(part ^ on_dark for part in row) for row in code.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append(bytes([on_dark]) * len(rows[0]))
    blocks = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(blocks[pair] for pair in zip(*both, strict=True)) for both in pairs]


def qr_svg(text: str) -> str:
    """A QR code as a picture to stand in a page."""
    import segno

    return segno.make(text, error="l", micro=False).svg_inline(scale=4, border=2, light="#fff")
