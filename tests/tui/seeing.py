"""What a player sees on a screen under a pilot."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App
from textual.pilot import Pilot

from calculator.tui.empires import EmpiresApp

Player = Pilot[None]

STEP = 0.05
"""Seconds between two looks at what is waited for."""


def seen(app: App[None]) -> str:
    """The screen as plain text, a line a row."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


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
    """Wait until what was pressed has been worked out, ruled and shown."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Player, *keys: str) -> None:
    """Press keys one after the other, as a player does, and wait for the end of it."""
    for key in keys:
        await pilot.press(key)
    await settled(pilot)
