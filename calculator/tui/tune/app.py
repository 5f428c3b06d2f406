"""Opens the designer's screen on a terminal."""

from __future__ import annotations

import os

from textual.app import App
from textual.reactive import Reactive
from textual.theme import Theme

from calculator.scenarios import load
from calculator.tui.ink import DARK, THEMES
from calculator.tui.tune.screen import TuneScreen
from calculator.tui.tune.store import Store
from calculator.tui.tune.workbench import Workbench


class TuneApp(App[None]):
    """One scenario under the designer's hands. Raises `CalculatorError` if it cannot be tuned."""

    TITLE = "empires: tune"
    ENABLE_COMMAND_PALETTE = False
    theme = Reactive(DARK.name)

    def __init__(self, name: str) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        scenario = load(name)
        self.tuning = TuneScreen(Workbench(scenario), Store(scenario.path))

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes by name."""
        return THEMES

    def get_default_screen(self) -> TuneScreen:
        return self.tuning


def run(name: str) -> None:
    """Open a scenario by name or path, and stay until the designer leaves.

    Raises `CalculatorError`.
    """
    TuneApp(name).run()
