"""What every screen of ours runs in: our themes, no colour where none is wanted, tidy memory."""

from __future__ import annotations

import gc
import os
from typing import Final

from textual.app import App
from textual.reactive import Reactive
from textual.theme import Theme

from calculator.tui.ink import DARK, THEMES

SETTLED_SECONDS: Final = 0.4
"""How long after opening all that a screen needs has been loaded."""

THRESHOLDS: Final = (2_000, 10, 10)
"""Objects made before the youngest are looked through. The command line, which is soon over, sets
far more than a screen that stays open all day may leave lying about."""


class ThemedApp(App[None]):
    """An app in our themes."""

    ENABLE_COMMAND_PALETTE = False

    theme = Reactive(DARK.name)

    def __init__(self) -> None:
        # Asked for no colour, Textual would still paint in greys unless it may use the terminal's.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes by name; those that Textual brings along know nothing of our inks."""
        return THEMES

    def action_theme(self) -> None:
        """Turn to the next theme."""
        names = list(THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def on_mount(self) -> None:
        self.set_timer(SETTLED_SECONDS, _collect_garbage_again)


def _collect_garbage_again() -> None:
    """What was loaded to open the screen is there to stay; only what comes later is looked at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
