"""The heads of a record on a card: digits to note down, and a code to photograph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from textual.app import App

from calculator.journal.heads import Head, qr_lines
from calculator.tui.screens.card import CardScreen, Paragraph

_BESIDE_CODE: Final = 9
"""Columns that frame and margins of a card take."""


def heads_card(heads: Sequence[Head], app: App[Any]) -> CardScreen:
    """The head at the end of every turn, and the last as a code as well."""
    paragraphs = _heads(heads, app.size.width, dark=app.current_theme.dark)
    return CardScreen("Heads of the record", paragraphs)


def _heads(heads: Sequence[Head], width: int, *, dark: bool) -> Iterator[Paragraph]:
    if not heads:
        yield Paragraph("Nothing is recorded yet.")
        return
    *ended, last = heads
    text = "Note down a head, and it shows later that nothing before it was changed."
    yield Paragraph(text, "dim")
    for head in ended:
        yield Paragraph(f"{head.digits}  entry {head.number:,}", sign=f"turn {head.turn}")
    yield Paragraph("")
    yield Paragraph(f"Now, entry {last.number:,}", "heading")
    yield Paragraph(last.digits, "strong")
    yield from code_of(last, width, dark=dark)


def code_of(head: Head, width: int, *, dark: bool) -> Iterator[Paragraph]:
    """The QR code of a head, if a card on a screen of so many columns holds it."""
    lines = qr_lines(head.text, on_dark=dark)
    if len(lines[0]) + _BESIDE_CODE > width:
        yield Paragraph(
            f"A code to photograph takes {len(lines[0]) + _BESIDE_CODE} columns.", "dim"
        )
        return
    yield from map(Paragraph, lines)
