"""How much of the odds players see, by an umpire's choice.

It is a courtesy among those who play through this battle: whoever starts a copy without the battle
reckons whatever they like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from calculator.errors import CalculatorError
from calculator.figures import chance_in_words, one_in, percent
from calculator.kinds import Word

if TYPE_CHECKING:
    from calculator.journal.amendments import Amendments
    from calculator.journal.entry import Entry
    from calculator.rules.action import AnyAction

_AVERAGE: Final = "On average "
"""How lines of a narration begin that say what was to be expected, in figures."""

_CHANCE: Final = r"(\d+(?:\.\d+)?)(?:%| in 100\b)"
"""A chance in a line of a narration."""


class Disclosure(Word):
    """What players are shown of odds."""

    EXACT = "exact", "exact odds"
    WORDS = "words", "odds in words"
    HIDDEN = "hidden", "no odds until the result"

    @property
    def sentence(self) -> str:
        """The choice as the record says it."""
        return f"Players see {self.meaning}."

    @property
    def caution(self) -> str:
        """What players read beside odds that they are not shown exactly."""
        return "" if self is Disclosure.EXACT else f"The umpire shows {self.meaning}."

    @property
    def refusal(self) -> str:
        """The caution as a message says why something is not shown."""
        return self.caution[:1].lower() + self.caution[1:].rstrip(".")

    def chance(self, share: Fraction | float | None) -> str:
        """One chance as it may be shown; nothing where none is, or there is none."""
        if self is Disclosure.HIDDEN or share is None:
            return ""
        in_words = percent if self is Disclosure.EXACT else chance_in_words
        return in_words(float(share))

    def check(self, action: AnyAction) -> None:
        """Raise `CalculatorError` for what says what to expect to whom exact odds are not shown."""
        if action.weighs and self.caution:
            raise CalculatorError(self.refusal)

    def narrated(self, lines: Iterable[str]) -> list[str]:
        """How a result came about, as it may be shown after the result: the chances in words where
        those are shown, and what was to be expected on average left out.
        """
        if self is not Disclosure.WORDS:
            return list(lines)
        return [
            re.sub(_CHANCE, lambda found: chance_in_words(float(found[1]) / 100), line)
            for line in lines
            if not line.startswith(_AVERAGE)
        ]

    def afterwards(self, label: str, share: Fraction | float, sampled: str = "") -> str:
        """What is said of the chance of an outcome drawn; `sampled` how far off it may be."""
        chance = self.after_result.chance(share)
        if self is Disclosure.WORDS:
            return f"How likely this ({label}) was: {chance}."
        return f"The chance of this ({label}) was {chance}, {one_in(Fraction(share))}{sampled}."

    @property
    def after_result(self) -> Disclosure:
        """How the chance of what was drawn is shown: exactly where none was shown before."""
        return Disclosure.EXACT if self is Disclosure.HIDDEN else self

    @property
    def subject(self) -> str:
        """The subject of the note that records the choice."""
        return f"odds-shown {self.value}"


_CHOICES: Final = {choice.subject: choice for choice in Disclosure}


def disclosure_in(notes: Iterable[Entry], amendments: Amendments) -> Disclosure:
    """The choice in force after these notes, exact odds where none of this version's is made."""
    chosen = amendments.setting(notes, _CHOICES)
    return _CHOICES[chosen.body["subject"]] if chosen else Disclosure.EXACT
