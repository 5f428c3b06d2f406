"""What an attack costs on average, and how often it breaks a unit."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import attrs

from calculator.chance.distribution import Distribution
from calculator.figures import percent
from calculator.rules.gods_of_war.figures import Losses

O = TypeVar("O", bound=Hashable)  # noqa: E741


@attrs.frozen
class Expectation:
    """Figures that a unit loses on average, and the chance that it breaks or is destroyed."""

    lost: Fraction
    down: Fraction

    def sentence(self, who: str) -> str:
        """How many figures `who` loses on average, and how often it goes down."""
        lost = f"On average {who} loses {float(self.lost):.2f} figures"
        if not self.down:
            return f"{lost}; it cannot break."
        return f"{lost}; it breaks or is destroyed {percent(float(self.down))} of the time."


def expected(odds: Distribution[O], of: Callable[[O], Losses]) -> Expectation:
    """The average over `odds` of the losses that `of` reads off an outcome."""
    return Expectation(
        odds.mean(lambda outcome: of(outcome).lost), odds.share(lambda outcome: of(outcome).down)
    )
