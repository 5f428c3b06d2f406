"""Strength: how many figures a unit has, what casualties do to it, and what to expect of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Final, TypeVar

import attrs

from calculator.chance.distribution import Distribution
from calculator.figures import percent
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.phrases import counted, series
from calculator.rules.tables import Tables

O = TypeVar("O", bound=Hashable)  # noqa: E741

MOST_STRENGTH: Final = 6
"""The most strength a player may state: room for scenarios with stronger units than the text's."""


def full_strength(unit: Unit, tables: Tables) -> int:
    """Figures of a unit that has lost none."""
    return tables.points(f"strength.{unit.value}")


def strength_now(unit: Unit, strength: int | None, tables: Tables) -> int:
    """The strength answered, or full strength where none was."""
    return full_strength(unit, tables) if strength is None else strength


@attrs.frozen
class Losses:
    """What casualties do to a unit: figures lost and left, and whether it leaves the board."""

    lost: int
    left: int
    destroyed: bool

    @property
    def breaks(self) -> bool:
        """Its last figure is lost, and it stays on the board."""
        return self.lost > 0 and self.left == 0 and not self.destroyed

    @property
    def down(self) -> bool:
        """It breaks or is destroyed."""
        return self.breaks or self.destroyed

    def fate(self, who: str, *more: str) -> str:
        """What `who` loses in a few words, and what more becomes of it."""
        if self.destroyed:
            return f"{who} destroyed"
        return f"{who} {series([f'loses {self.lost}', *['breaks'] * self.breaks, *more])}"

    @property
    def gone(self) -> str:
        """How the unit has left the board, if it has."""
        return "destroyed" if self.destroyed else ""

    @property
    def standing(self) -> dict[str, str] | None:
        """The unit as it is now, or None: destroyed. A broken one, with no figures, stays."""
        return None if self.destroyed else {"strength": str(self.left)}


def suffer(strength: int, casualties: int, tables: Tables, broken: bool = False) -> Losses:
    """A unit of `strength` figures takes `casualties`; a broken one that takes any is destroyed."""
    excess = casualties > strength and tables.points("broken.excess-destroys") > 0
    destroyed = excess or (broken and casualties > 0)
    lost = min(strength, casualties)
    return Losses(lost, strength - lost, destroyed)


def losses_in_words(losses: Losses) -> Iterator[str]:
    """What a unit does for its losses, in words: "loses 2 figures", "breaks"; or nothing."""
    if losses.destroyed:
        yield "is destroyed"
    elif losses.lost:
        yield f"loses {counted(losses.lost, 'figure')}"
    if losses.breaks:
        yield "breaks"


def loss_steps(who: str, losses: Losses) -> Iterator[str]:
    """What to do on the board for a unit's losses."""
    if losses.destroyed:
        yield f"Remove the {who} from the board: it is destroyed."
    elif losses.lost:
        removed = counted(losses.lost, "figure")
        yield f"Remove {removed} from the {who}: {losses.left or 'none'} left."
    if losses.breaks:
        yield f"Mark the {who} broken: repair it or pull it back before it is attacked again."


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
