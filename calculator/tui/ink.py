"""What each part of the screen is drawn with: colours of the theme, or none at all; and what our
screens run in, with our themes, no colour where none is wanted, and tidy memory.

Whatever a colour says, a letter, a sign or a figure beside it says too, so that the plain inks lose
nothing. Screens name an ink; the themes give its colours. Textual alone, asked for no colour, would
only take colours away: a cursor or a button told by its ground would be seen no more.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any, Final

from textual.app import App
from textual.reactive import Reactive
from textual.screen import Screen
from textual.theme import Theme

INKS: Final = {
    "text": ("$foreground", ""),
    "dim": ("$ink-dim", "dim"),
    "faint": ("$ink-faint", "dim"),
    "struck": ("strike $ink-faint", "strike dim"),
    "heading": ("bold $accent", "bold underline"),
    "strong": ("bold $foreground", "bold"),
    "letter": ("bold underline $accent", "bold underline"),
    "value": ("bold $primary", "bold"),
    "cursor": ("on $ink-cursor", "reverse"),
    "armed": ("bold $ink-on-accent on $accent", "bold reverse"),
    "plain-bar": ("$secondary", ""),
    "grade-1": ("$error", ""),
    "grade-2": ("$warning", ""),
    "grade-3": ("$success", ""),
    "grade-4": ("$secondary", ""),
    "gain": ("bold $secondary", "bold"),
    "loss": ("bold $warning", "bold"),
    "warning": ("bold $warning", "bold"),
    "refusal": ("bold $error", "bold"),
    "band": ("on $ink-band", ""),
    "band-chosen": ("reverse", "reverse"),
    "button": ("$foreground on $ink-button", "reverse"),
    "main-button": ("bold $ink-on-accent on $accent", "bold reverse"),
    "title": ("bold $ink-on-title on $ink-title", "bold reverse"),
    "title-dim": ("$ink-on-title on $ink-title", "reverse"),
    "other": ("bold $secondary", "bold"),
}
"""Each ink as a style, in colour and where no colour is wanted."""

COLOURS: Final = {
    "primary": ("#e8dcc0", "#1f3a63", "#ffffff"),
    "secondary": ("#8fb8e8", "#17508f", "#7fd4ff"),
    "accent": ("#d8a63c", "#8c2f1b", "#ffd700"),
    "success": ("#7fc48a", "#2c6e37", "#66ff66"),
    "warning": ("#e6a04a", "#7a4700", "#ffc04d"),
    "error": ("#e8796a", "#a61b1b", "#ff8080"),
    "foreground": ("#d9d4c7", "#2a2620", "#ffffff"),
    "background": ("#14181f", "#f6f1e4", "#000000"),
    "surface": ("#14181f", "#f6f1e4", "#000000"),
    "panel": ("#1c222c", "#ebe4d2", "#000000"),
    "ink-dim": ("#b0ac9f", "#575042", "#d8d8d8"),
    "ink-faint": ("#6e7482", "#8a8270", "#a8a8a8"),
    "ink-cursor": ("#2b3647", "#e2d8bd", "#003468"),
    "ink-band": ("#191e27", "#efe8d7", "#000000"),
    "ink-button": ("#2a3342", "#ddd3ba", "#303030"),
    "ink-on-accent": ("#14181f", "#fdf8ec", "#000000"),
    "ink-title": ("#243247", "#2d3f5e", "#ffffff"),
    "ink-on-title": ("#f0e6cc", "#fdf8ec", "#000000"),
}
"""The colours of each theme: those that Textual has names for, and those of our own inks."""


def _theme(number: int, name: str, dark: bool) -> Theme:
    colours = {part: of_each[number] for part, of_each in COLOURS.items()}
    own = {part: colours.pop(part) for part in COLOURS if part.startswith("ink-")}
    return Theme(name, dark=dark, variables=own, **colours)  # type: ignore[arg-type]


TITLES: Final = {
    "empires-dark": "dark",
    "empires-light": "light",
    "empires-contrast": "high contrast",
}
THEMES: Final = {
    name: _theme(number, name, dark=title != "light")
    for number, (name, title) in enumerate(TITLES.items())
}

SETTLED_SECONDS: Final = 0.4
"""How long after opening all that a screen needs has been loaded."""

THRESHOLDS: Final = (2_000, 10, 10)
"""Objects made before the youngest are looked through. The command line, which is soon over, sets
far more than a screen that stays open all day may leave lying about."""


def style_of(ink: str, app: App[Any]) -> str:
    """The style of an ink as an app is drawn; what is no ink is a style by itself."""
    return INKS.get(ink, (ink, ink))[app.no_color]


OVER_A_SCREEN: Final = Path(__file__).with_name("overlays.tcss")
"""How what lies over a screen looks: read once the first picture is there, or as it is needed."""


class ThemedApp(App[None]):
    """An app of one screen, in our themes, with what styles its screen has of its own."""

    ENABLE_COMMAND_PALETTE = False

    theme = Reactive(next(iter(THEMES)))

    def __init__(self, screen: Screen[None], title: str, *styles: str) -> None:
        super().__init__(
            css_path=[Path(__file__).with_name(name) for name in ("styles.tcss", *styles)],
            # Asked for no colour, Textual paints in greys, unless it may use the terminal's.
            ansi_color=True if "NO_COLOR" in os.environ else None,
        )
        self.title = title
        self._first = screen

    def get_default_screen(self) -> Screen[None]:
        return self._first

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes by name; those that Textual brings along know nothing of our inks."""
        return THEMES

    def action_theme(self) -> None:
        """Turn to the next theme."""
        names = list(THEMES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def on_mount(self) -> None:
        self.call_after_refresh(self.stylesheet.read, OVER_A_SCREEN)
        self.set_timer(SETTLED_SECONDS, _collect_garbage_again)


def _collect_garbage_again() -> None:
    """What was loaded to open the screen is there to stay; only what comes later is looked at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
