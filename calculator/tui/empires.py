"""One copy of the calculator on a terminal: its themes, its palette, its one screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import SystemCommand
from textual.screen import Screen
from textual.theme import Theme

from calculator.tui.ink import THEMES, TITLES
from calculator.tui.palette import commands
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

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Everything the palette offers: actions, fields, systems, themes, and the rest."""
        if screen is self.table:
            yield from commands(self.table)
        for name, title in TITLES.items():
            dress = partial(setattr, self, "theme", name)
            yield SystemCommand(f"Theme: {title}", "Change the colours", dress)
        yield SystemCommand("Quit", "Leave; the set-up is kept", self.action_quit)
