"""What an attack costs on average, and how often it breaks a unit."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

import attrs

from calculator.chance.distribution import Distribution
from calculator.rules.gods_of_war.figures import Losses

O = TypeVar("O", bound=Hashable)  # noqa: E741


@attrs.frozen
class Expectation:
    """Figures that a unit loses on average, and the chance that it breaks or is destroyed."""

    lost: Fraction
    down: Fraction

    def told(self, who: str) -> str:
        """As a sentence: on average it loses so many figures, so often it goes down."""
        lost = f"On average {who} loses {float(self.lost):.2f} figures"
        if not self.down:
            return f"{lost}; it cannot break."
        return f"{lost}; it breaks or is destroyed {percent(self.down)} of the time."


def expected(odds: Distribution[O], of: Callable[[O], Losses]) -> Expectation:
    """The average over `odds` of the losses that `of` reads off an outcome."""
    return Expectation(
        odds.mean(lambda outcome: of(outcome).lost), odds.share(lambda outcome: of(outcome).down)
    )


def percent(chance: Fraction) -> str:
    """A chance to one place; what may happen never reads 0, nor what may not 100."""
    nearest = min(max(chance, Fraction(1, 1000)), Fraction(999, 1000)) if chance < 1 else chance
    return f"{float(100 * nearest):.1f}%"
