"""What a number or a statement rests on: the rules, a reading of them, or our judgement."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Standing(Enum):
    """What something rests on, the firmest first.

    A rule stands in the text, in the section named. A reading is one way to understand the text,
    which can be understood otherwise; its reason says why this one. A judgement is ours: the text
    gives no number, though a section may give the direction.
    """

    RULE = "rule"
    READING = "reading"
    JUDGEMENT = "judgement"

    def cited(self, section: str) -> str:
        """The section and the standing as they stand in brackets: "VII, size: judgement".

        A judgement that no section even gives a direction for is "ours: judgement".
        """
        if self is Standing.JUDGEMENT and not section:
            section = "ours"
        return f"{section}: {self.value}" if section else self.value


def weakest(standings: Iterable[Standing]) -> Standing:
    """What a whole made of such parts rests on: it is no firmer than the weakest of them."""
    order = list(Standing)
    return max(standings, key=order.index, default=Standing.RULE)
