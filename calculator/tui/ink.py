"""What each part of the screen is drawn with: colours of the theme, or none at all.

Whatever a colour says, a letter, a sign or a figure beside it says too, so that the plain inks lose
nothing. Screens name an ink; the themes give its colours. Textual alone, asked for no colour, would
only take colours away: a cursor or a button told by its ground would be seen no more.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

COLOURED: Final = {
    "text": "$foreground",
    "dim": "$ink-dim",
    "faint": "$ink-faint",
    "struck": "strike $ink-faint",
    "heading": "bold $accent",
    "strong": "bold $foreground",
    "letter": "bold underline $accent",
    "value": "bold $primary",
    "cursor": "on $ink-cursor",
    "armed": "bold $ink-on-accent on $accent",
    "plain-bar": "$secondary",
    "grade-1": "$error",
    "grade-2": "$warning",
    "grade-3": "$success",
    "grade-4": "$secondary",
    "gain": "bold $secondary",
    "loss": "bold $warning",
    "warning": "bold $warning",
    "refusal": "bold $error",
    "band": "on $ink-band",
    "band-chosen": "reverse",
    "button": "$foreground on $ink-button",
    "main-button": "bold $ink-on-accent on $accent",
    "title": "bold $ink-on-title on $ink-title",
    "title-dim": "$ink-on-title on $ink-title",
    "other": "bold $secondary",
}

PLAIN: Final = dict.fromkeys(COLOURED, "") | {
    "dim": "dim",
    "faint": "dim",
    "struck": "strike dim",
    "heading": "bold underline",
    "strong": "bold",
    "letter": "bold underline",
    "value": "bold",
    "cursor": "reverse",
    "armed": "bold reverse",
    "gain": "bold",
    "loss": "bold",
    "warning": "bold",
    "refusal": "bold",
    "band-chosen": "reverse",
    "button": "reverse",
    "main-button": "bold reverse",
    "title": "bold reverse",
    "title-dim": "reverse",
    "other": "bold",
}  # fmt: skip

DARK: Final = Theme(
    "empires-dark",
    primary="#e8dcc0",
    secondary="#8fb8e8",
    accent="#d8a63c",
    success="#7fc48a",
    warning="#e6a04a",
    error="#e8796a",
    foreground="#d9d4c7",
    background="#14181f",
    surface="#14181f",
    panel="#1c222c",
    dark=True,
    variables={
        "ink-dim": "#b0ac9f",
        "ink-faint": "#6e7482",
        "ink-cursor": "#2b3647",
        "ink-band": "#191e27",
        "ink-button": "#2a3342",
        "ink-on-accent": "#14181f",
        "ink-title": "#243247",
        "ink-on-title": "#f0e6cc",
    },
)

LIGHT: Final = Theme(
    "empires-light",
    primary="#1f3a63",
    secondary="#17508f",
    accent="#8c2f1b",
    success="#2c6e37",
    warning="#7a4700",
    error="#a61b1b",
    foreground="#2a2620",
    background="#f6f1e4",
    surface="#f6f1e4",
    panel="#ebe4d2",
    dark=False,
    variables={
        "ink-dim": "#575042",
        "ink-faint": "#8a8270",
        "ink-cursor": "#e2d8bd",
        "ink-band": "#efe8d7",
        "ink-button": "#ddd3ba",
        "ink-on-accent": "#fdf8ec",
        "ink-title": "#2d3f5e",
        "ink-on-title": "#fdf8ec",
    },
)

CONTRAST: Final = Theme(
    "empires-contrast",
    primary="#ffffff",
    secondary="#7fd4ff",
    accent="#ffd700",
    success="#66ff66",
    warning="#ffc04d",
    error="#ff8080",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables={
        "ink-dim": "#d8d8d8",
        "ink-faint": "#a8a8a8",
        "ink-cursor": "#003468",
        "ink-band": "#000000",
        "ink-button": "#303030",
        "ink-on-accent": "#000000",
        "ink-title": "#ffffff",
        "ink-on-title": "#000000",
    },
)

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}
TITLES: Final = {DARK.name: "dark", LIGHT.name: "light", CONTRAST.name: "high contrast"}
