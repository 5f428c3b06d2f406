"""The pages that follow the record: what waits for each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from calculator.desk.lines import EntryLine

MOST_LINES: Final = 60
"""Lines of one page."""

MOST_WAITING: Final = 200
"""Lines that wait for a page that reads slowly; beyond, it has to begin anew."""


class Follower:
    """The lines that wait for one page that follows the record."""

    def __init__(self) -> None:
        self.ended = False
        self._lines: list[EntryLine] = []
        self._news = asyncio.Event()

    def take(self, lines: Iterable[EntryLine]) -> None:
        """Let these wait too."""
        self._lines += lines
        if len(self._lines) > MOST_WAITING:
            self.end()
        self._news.set()

    def end(self) -> None:
        """Let the page be sent nothing more."""
        self.ended = True
        self._news.set()

    async def news(self, seconds: float) -> list[EntryLine]:
        """What waits, as soon as there is something; nothing after so long without news."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()
        lines, self._lines = self._lines, []
        return lines
