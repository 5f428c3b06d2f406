"""Work beside the screen that ends when nobody looks any more."""

from __future__ import annotations

import asyncio
from threading import Event

from textual.screen import Screen

from calculator.tui.background import in_thread, show_on
from tests.tui.conftest import Opener
from tests.tui.seeing import settled


async def test_what_is_worked_out_for_a_screen_that_was_left_is_let_go(open_app: Opener) -> None:
    app, ends, shown = open_app(), Event(), list[object]()
    async with app.run_test() as pilot:
        screen = Screen[None]()
        await app.push_screen(screen)
        in_thread(screen, ends.wait, shown.append, shown.append)
        await app.pop_screen()
        ends.set()
        await settled(pilot)
        await asyncio.to_thread(show_on, screen, shown.append, "too late")
        assert app.is_running
    assert shown == []
