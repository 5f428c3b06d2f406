"""What lies over the table closes once, however often that is asked."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

R = TypeVar("R")


class Overlay(ModalScreen[R]):
    """A modal screen; keys pressed while it is going away do not take away what is below it.

    What is of class `card` lies in the middle, in a frame with a title.
    """

    DEFAULT_CSS = """
    Overlay { align: center middle; background: $background 70%; }
    Overlay .card {
        width: 72; max-width: 96%; background: $panel; border: round $accent;
        border-title-color: $accent; border-subtitle-color: $ink-dim;
    }
    """

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()
