"""The pictures of the screen in the docs: ``python -m tests.tui.picture`` draws them anew.

They show Guiton's cuirassiers charging Colin Halkett's brigade at Quatre Bras, caught out of
square, beside the odds had it formed one: the odds are the rules', the units the order of
battle's, the result the one that a fixed seed draws.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from tests.tui.seeing import press, settled, until

DOCS: Final = Path(__file__).parents[2] / "docs"
_FETCHED_FONT: Final = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""What Textual has browsers fetch a font by; the page names others to fall back on."""
RESTED: Final = 0.3
"""Seconds after which the keys have rested, and what decides is looked for to the end."""

SEED: Final = "00000000000000000000000000001815"
ASKED: Final = (
    *("a", "s", "comma", *"guiton", "enter", "full_stop", *"halkett", "enter"),
    *("g", "F", "s", "p", "F", "m", "S", "d"),
)


class Picture(NamedTuple):
    """A picture by its file: how large the screen is, and what is pressed after `ASKED`."""

    file: str
    size: tuple[int, int]
    keys: tuple[str, ...]


PICTURES: Final = (
    Picture("screen.svg", (124, 34), ("enter",)),
    Picture("screen-result.svg", (80, 24), ("enter", "v")),
    Picture("screen-menu.svg", (80, 24), ("ctrl+p", *"turn")),
)


async def draw(picture: Picture) -> str:
    """A picture as SVG."""
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, {"EMPIRES_HOME": home}),
        patch("calculator.chance.one_path.fresh_seed", return_value=SEED),
        patch("calculator.journal.entry.Entry.clock", return_value="15:10"),
        patch("calculator.desk.attention.monotonic", return_value=0.0),
    ):
        os.environ.pop("NO_COLOR", None)
        session = Session(scenario="quatre-bras")
        app = EmpiresApp(session)
        async with app.run_test(size=picture.size) as pilot:
            await until(pilot, lambda: app.session.roll is not None)
            await settled(pilot)
            await press(pilot, *ASKED)
            await settled(pilot, RESTED)
            for key in picture.keys:
                await press(pilot, key)
                if key == "enter":
                    await until(pilot, lambda: app.table.board.log_panel.entries)
            await settled(pilot, 0.1)  # until all panels have the room that the result leaves
            svg = app.export_screenshot()
        session.close()
    return _FETCHED_FONT.sub("", svg)


if __name__ == "__main__":
    for one in PICTURES:
        (DOCS / one.file).write_text(asyncio.run(draw(one)), encoding="utf-8")
