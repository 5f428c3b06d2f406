"""What is asked about the situation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from calculator.forms import Matters, choice, entry, whole, yes_no
from calculator.kinds import Optional
from calculator.numbers import Measure
from calculator.rules.there_stand_empires.words import MOST_BASES, Outnumbered, Range


def range_band() -> Any:
    """How far the target is from the firer."""
    return choice(
        Range,
        "Range",
        default=Range.THREE,
        help="The shortest clear line from the front of the firing unit to the target; exactly 3, "
        "6 or 9 inches is the nearer band. Infantry reaches 3, light and horse guns 9, heavy 12.",
        source="VI, VIII",
        group="Situation",
        mnemonic="d",
    )


def frontal(matters: Matters) -> Any:
    """Whether the assault comes from the front."""
    return yes_no(
        "Frontal",
        default=True,
        help="Does the assault path cross the target's arc of fire? A square has no flanks, nor "
        "do walls have any to horses.",
        source="VII",
        group="Situation",
        mnemonic="h",
        matters=matters,
    )


def outnumbered() -> Any:
    """Who has fewer bases."""
    return choice(
        Outnumbered,
        "Outnumbered",
        default=Outnumbered.WORKED_OUT,
        help="Worked out from the bases, or set by hand. In an assault the bases of earlier "
        "assaults on the target this turn are added to the actor's.",
        source="VI, VII",
        group="Situation",
        mnemonic="o",
    )


def earlier_assaults(matters: Matters) -> Any:
    """Bases that have already assaulted the target this turn."""
    return whole(
        0,
        10 * MOST_BASES,
        "Earlier assaults",
        default=0,
        unit="bases",
        help="Bases of all units that have already assaulted this target in this turn, as many as "
        "they had when they did.",
        source="VII",
        group="Situation",
        mnemonic="e",
        matters=matters,
    )


def distance(matters: Matters) -> Any:
    """How far an assault has to go."""
    return entry(
        Optional(Measure(Fraction(0), Fraction(12)), "full reach"),
        "Distance",
        default=None,
        help="Base movement in inches to the target along the assault path, rough ground and "
        "obstacles counted in; it tells whether an assault whose orders are delayed still arrives.",
        source="VII",
        group="Situation",
        mnemonic="D",
        matters=matters,
    )
