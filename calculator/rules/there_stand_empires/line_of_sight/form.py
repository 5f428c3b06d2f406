"""What is asked about a line of sight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form, choice, entry, inches
from calculator.rules.there_stand_empires.line_of_sight.ground import (
    OBSTRUCTIONS,
    Level,
    Obstruction,
    Obstructions,
    Thing,
)
from calculator.rules.there_stand_empires.written import inches as told_inches

_DEFAULT: Final = (Obstruction(Thing.WOODS, Fraction(4), Fraction(6)),)


@attrs.frozen(kw_only=True)
class SightForm(Form):
    """Two units, how high each stands, and what is between them."""

    spotter_level: Level = choice(
        Level,
        "Spotter stands on",
        default=Level.GROUND,
        help="The level of the ground under the unit that looks or fires.",
        source="VIII",
        group="Actor",
        mnemonic="L",
    )
    target_level: Level = choice(
        Level,
        "Target stands on",
        default=Level.GROUND,
        help="The level of the ground under the unit that is looked at.",
        source="VIII",
        group="Target",
        mnemonic="T",
    )
    apart: Fraction = inches(
        Fraction(1, 4),
        144,
        "Inches apart",
        default=9,
        help="From any point of the spotter (the front of one that fires) to any point of the "
        "target, by the shortest line that is clear.",
        source="VI, VIII",
        group="Situation",
        mnemonic="I",
    )
    obstructions: Obstructions = entry(
        OBSTRUCTIONS,
        "On the line",
        default=_DEFAULT,
        help="What the line crosses, with the inches from the spotter at which it begins and ends "
        "and its level. Friends within half an inch of the line are on it.",
        source="VI, VIII",
        group="Situation",
        mnemonic="O",
    )

    def faults(self) -> Iterator[Fault]:
        for obstruction in self.obstructions:
            if obstruction.near > self.apart:
                yield Fault(
                    "obstructions",
                    f"{obstruction} begins beyond the target",
                    f"0 to {told_inches(self.apart)}",
                )
