"""What a player sees on a screen under a pilot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape
from typing import Final

from textual import events
from textual.app import App
from textual.pilot import Pilot

from calculator.tui.empires import EmpiresApp

Player = Pilot[None]

ROUNDS = 3
"""How often one message leads to another, from a key to a thread or from a thread to the screen."""

STEP = 0.05
"""Seconds between two looks at what is waited for."""


_PIECE: Final = re.compile(
    r'<text class="[^"]*" x="([\d.]+)" y="[\d.]+" textLength="[\d.]+"'
    r' clip-path="url\(#[^"]*-line-(\d+)\)">([^<]*)</text>'
)
"""A piece of a line in the picture of a screen: where it begins, its line, its text."""

CELL: Final = 12.2
"""How wide such a picture draws a column."""


def seen(app: App[None]) -> str:
    """The screen as plain text, a line a row."""
    lines = [""] * app.size.height
    for x, line, text in _PIECE.findall(app.export_screenshot()):
        at = int(line)
        lines[at] = lines[at].ljust(round(float(x) / CELL)) + unescape(text).replace("\xa0", " ")
    return "\n".join(line.rstrip() for line in lines)


def colours(app: App[None]) -> set[str]:
    """Every colour that is on the screen, as #rrggbb."""
    window = r"<circle[^>]*>"  # the buttons that such a picture has at its corner
    return set(re.findall(r"#[0-9a-fA-F]{6}", re.sub(window, "", app.export_screenshot())))


def row(app: EmpiresApp, label: str) -> str:
    """What stands in the row of the form with this label."""
    return next(row.shown for row in app.table.board.form.rows if row.label == label)


async def until(pilot: Player, holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait for what threads and timers bring about."""
    for _ in range(int(seconds / STEP)):
        if holds():
            return
        await pilot.pause(STEP)
    raise AssertionError(f"it has not come about within {seconds:g} seconds")


async def settled(pilot: Player) -> None:
    """Wait until what was pressed has been worked out, ruled and shown.

    On a busy machine nobody seems to work who only waits for a turn, so that messages are followed
    through every widget as often as one leads to another, before and after what threads do.
    """
    for _ in range(2):
        for _ in range(ROUNDS):
            await pilot.pause(0)
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Player, *keys: str) -> None:
    """Press keys one after the other, as a player does who looks at what each has brought about."""
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause(0)
    await settled(pilot)


def burst(app: App[None], keys: Iterable[str]) -> None:
    """Keys as a terminal sends them when they are typed at once."""
    names = {",": "comma", ".": "full_stop"}
    for key in keys:
        app.post_message(events.Key(names.get(key, key), key if len(key) == 1 else None))
