"""Opens the umpire's screen on a terminal."""

from __future__ import annotations

import os

from textual.app import App
from textual.reactive import Reactive
from textual.theme import Theme

from calculator.tui.ink import DARK, THEMES
from calculator.tui.record.screen import RecordScreen
from calculator.umpire import Umpire


class RecordApp(App[None]):
    """The record of one battle."""

    TITLE = "empires: umpire"
    ENABLE_COMMAND_PALETTE = False
    theme = Reactive(DARK.name)

    def __init__(self, umpire: Umpire) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.record = RecordScreen(umpire)

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes by name."""
        return THEMES

    def get_default_screen(self) -> RecordScreen:
        return self.record


def run(battle: str = "", *, copy: str = "", player: str = "", read_only: bool = False) -> None:
    """Open the screen and stay until the umpire leaves. Raises `CalculatorError`."""
    with Umpire.open(battle, copy=copy, player=player, read_only=read_only) as umpire:
        RecordApp(umpire).run()
