"""Opens the umpire's screen on a terminal."""

from __future__ import annotations

from calculator.tui.record.screen import RecordScreen
from calculator.tui.themed import ThemedApp
from calculator.umpire import Umpire


class RecordApp(ThemedApp):
    """The record of one battle."""

    TITLE = "empires: umpire"

    def __init__(self, umpire: Umpire) -> None:
        super().__init__()
        self.record = RecordScreen(umpire)

    def get_default_screen(self) -> RecordScreen:
        return self.record


def run(battle: str = "", *, copy: str = "", player: str = "", read_only: bool = False) -> None:
    """Open the screen and stay until the umpire leaves. Raises `CalculatorError`."""
    with Umpire.open(battle, copy=copy, player=player, read_only=read_only) as umpire:
        RecordApp(umpire).run()
