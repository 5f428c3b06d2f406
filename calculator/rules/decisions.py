"""Choices of both sides beside one another: what comes of each, and which reply is best."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import attrs


@attrs.frozen
class Decision:
    """What the acting side chooses, what the other replies, and the exact chances of the whole.

    `chances` are by their labels, the one that choices are judged by first. `best_reply` marks the
    reply that serves the acting side least, `best` also the choice that is best against it.
    """

    choice: str
    reply: str
    chances: Mapping[str, Fraction]
    best_reply: bool = False
    best: bool = False

    @property
    def mark(self) -> str:
        """What it is best at, in words; empty if nothing."""
        if self.best:
            return "best choice"
        return "best reply" if self.best_reply else ""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it for machines."""
        return {
            "choice": self.choice,
            "reply": self.reply,
            "chances": {label: float(chance) for label, chance in self.chances.items()},
            "best-reply": self.best_reply,
            "best": self.best,
        }
