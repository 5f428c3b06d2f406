"""Opens the designer's screen on a terminal."""

from __future__ import annotations

from calculator.scenarios import load
from calculator.tui.themed import ThemedApp
from calculator.tui.tune.screen import TuneScreen
from calculator.tui.tune.store import Store
from calculator.tui.tune.workbench import Workbench


class TuneApp(ThemedApp):
    """One scenario under the designer's hands. Raises `CalculatorError` if it cannot be tuned."""

    TITLE = "empires: tune"

    def __init__(self, name: str) -> None:
        super().__init__()
        scenario = load(name)
        self.tuning = TuneScreen(Workbench(scenario), Store(scenario.path))

    def get_default_screen(self) -> TuneScreen:
        return self.tuning


def run(name: str) -> None:
    """Open a scenario by name or path, and stay until the designer leaves.

    Raises `CalculatorError`.
    """
    TuneApp(name).run()
