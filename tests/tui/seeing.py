"""What a player sees on a screen under a pilot."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from calculator.tui.screens.dialogs import CardText
from calculator.tui.screens.table import EmpiresApp

Player = Pilot[None]

ROUNDS = 20
"""How often a change of the layout may lead to another."""

STEP = 0.01
"""Seconds between two looks at what is waited for."""


def seen(app: App[None]) -> str:
    """The screen as plain text, a line a row, as a screenshot has it."""
    behind = app._background_screens  # noqa: SLF001 - a screenshot is this, and then styles
    drawn = app.screen._compositor.render_update(full=True, screen_stack=behind)  # noqa: SLF001
    assert isinstance(drawn, LayoutUpdate)
    rows = ("".join(segment.text for segment in strip) for strip in drawn.strips)
    return "\n".join(row.rstrip() for row in rows)


def colours(app: App[None]) -> set[str]:
    """Every colour that is on the screen, as #rrggbb."""
    window = r"<circle[^>]*>"  # the buttons that such a picture has at its corner
    return set(re.findall(r"#[0-9a-fA-F]{6}", re.sub(window, "", app.export_screenshot())))


def card_text(app: App[None]) -> str:
    """The whole text of the card that is open, a paragraph a line."""
    told = app.screen.query_one(CardText).paragraphs
    return "\n".join(f"{one.sign} {one.text}" for one in told)


def row(app: EmpiresApp, label: str) -> str:
    """What stands in the row of the form with this label."""
    return next(row.shown for row in app.table.board.form.rows if row.label == label)


async def until(pilot: Player, holds: Callable[[], object], seconds: float = 20) -> None:
    """Wait for what threads and timers bring about."""
    for _ in range(int(seconds / STEP)):
        if holds():
            return
        await pilot.pause(STEP)
    raise AssertionError(f"not within {seconds:g} seconds on this screen:\n{seen(pilot.app)}")


async def comes(pilot: Player, kind: type[Screen[Any]]) -> None:
    """Wait for a screen of this kind, with all that is on it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)


async def nothing_due(*_: float) -> None:
    """Wait until nothing is left to do before something comes from a key, a thread or a clock."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # noqa: SLF001 - asyncio has no public word for what is due
        await asyncio.sleep(0)


async def brought_about(pilot: Player, delay: float | None = None) -> None:
    """Wait until all messages have been followed and what they changed has been laid out."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(delay or 0)
    for _ in range(ROUNDS):
        await nothing_due()
        pilot.app.screen._on_timer_update()  # noqa: SLF001 - as a pilot's pause does
        if not loop._ready:  # noqa: SLF001
            break


async def resize(pilot: Player, width: int, height: int) -> None:
    """Draw the window larger or smaller; Textual takes the last size of a while."""
    await pilot.resize_terminal(width, height)
    await settled(pilot, 1 / 60)


async def settled(pilot: Player, delay: float | None = None) -> None:
    """Wait until what was pressed has been worked out, ruled and shown."""
    await brought_about(pilot, delay)
    while not all(worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await brought_about(pilot)


async def press(pilot: Player, *keys: str) -> None:
    """Press keys one after the other, as a player does who looks at what each has brought about."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def burst(app: App[None], keys: Iterable[str]) -> None:
    """Keys as a terminal sends them when they are typed at once."""
    names = {",": "comma", ".": "full_stop", ";": "semicolon"}
    for key in keys:
        app.post_message(events.Key(names.get(key, key), key if len(key) == 1 else None))
