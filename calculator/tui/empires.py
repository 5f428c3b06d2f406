"""One copy of the calculator on a terminal: its theme, and its one screen."""

from __future__ import annotations

from textual.theme import Theme

from calculator.tui.ink import THEMES, TITLES
from calculator.tui.recorder import Recorder
from calculator.tui.screens.table import TableScreen
from calculator.tui.session import Session
from calculator.tui.themed import ThemedApp


class EmpiresApp(ThemedApp):
    """One copy of the calculator."""

    CSS_PATH = "styles.tcss"
    TITLE = "empires"

    def __init__(self, session: Session, recorder: Recorder) -> None:
        super().__init__()
        self.session = session
        self.table = TableScreen(session, recorder)
        if session.theme in THEMES:
            self.theme = session.theme

    def get_default_screen(self) -> TableScreen:
        return self.table

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._remember_theme)

    def _remember_theme(self, theme: Theme) -> None:
        if theme.name != self.session.theme:
            self.session.theme = theme.name
            self.table.changed(f"theme: {TITLES[theme.name]}")
