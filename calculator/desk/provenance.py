"""Where an answer comes from, in a sign and in words."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Provenance(Enum):
    """Where an answer comes from."""

    SAID = "said"
    ROLL = "roll"
    FILE = "file"
    FOLLOWS = "follows"
    ASSUMED = "assumed"

    @property
    def sign(self) -> str:
        """One quiet sign, where there is no room for the word."""
        return _SIGNS[self]

    @property
    def meaning(self) -> str:
        """What that says, in a few words."""
        return _MEANINGS[self]


_SIGNS: Final = {
    Provenance.SAID: "•",
    Provenance.ROLL: "«",
    Provenance.FILE: "=",
    Provenance.FOLLOWS: "~",
    Provenance.ASSUMED: "",
}

_MEANINGS: Final = {
    Provenance.SAID: "you said so",
    Provenance.ROLL: "as the record leaves it",
    Provenance.FILE: "from the order of battle",
    Provenance.FOLLOWS: "follows from another answer",
    Provenance.ASSUMED: "assumed: nobody has said",
}

DECIDING: Final = "?"
"""The sign of an answer that is only assumed and decides much."""
