"""One copy of the calculator on a terminal: its themes, its palette, its one screen."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.reactive import Reactive
from textual.screen import Screen
from textual.theme import Theme

from calculator.tui.ink import DARK, THEMES, TITLES
from calculator.tui.palette import commands
from calculator.tui.recorder import Recorder
from calculator.tui.screens.table import TableScreen
from calculator.tui.session import Session


class EmpiresApp(App[None]):
    """One copy of the calculator."""

    CSS_PATH = "styles.tcss"
    TITLE = "empires"
    theme = Reactive(DARK.name)

    def __init__(self, session: Session, recorder: Recorder) -> None:
        # Asked for no colour, Textual would still paint in greys unless it may use the terminal's.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.session = session
        self.table = TableScreen(session, recorder)
        if session.theme in THEMES:
            self.theme = session.theme

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes by name; those that Textual brings along know nothing of our inks."""
        return THEMES

    def get_default_screen(self) -> TableScreen:
        return self.table

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, self._remember_theme)
        self.call_after_refresh(_collect_garbage_again)

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


def _collect_garbage_again() -> None:
    """What was loaded to open the screen is there to stay; only what comes later is looked at."""
    gc.freeze()
    gc.enable()
