"""The least that Textual can show: an app with one Input, which the screen is held against."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Input


class Bare(App[None]):
    """One Input and nothing else."""

    def compose(self) -> ComposeResult:
        yield Input(value="ready ")


if __name__ == "__main__":
    Bare().run()
