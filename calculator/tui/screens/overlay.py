"""What lies over the table closes once, however often that is asked."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

R = TypeVar("R")


class Overlay(ModalScreen[R]):
    """A modal screen; keys pressed while it is going away do not take away what is below it."""

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()
