"""Strength: how many figures a unit has, and what casualties do to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from calculator.errors import Refusal
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

MOST_STRENGTH: Final = 6
"""The most strength a player may state: room for scenarios with stronger units than the text's."""


def full_strength(unit: Unit, tables: Tables) -> int:
    """Figures of a unit that has lost none."""
    return tables.points(f"strength.{unit.value}")


def figures(unit: Unit, strength: int | None, tables: Tables) -> int:
    """The strength answered, or full strength where none was."""
    return full_strength(unit, tables) if strength is None else strength


def too_strong(unit: Unit, strength: int | None, tables: Tables) -> Iterator[Refusal]:
    """Why artillery cannot have so many figures; of other units the text states no limit."""
    full = full_strength(unit, tables)
    if unit.is_artillery and strength is not None and strength > full:
        yield Refusal(f"{unit.label} has {counted(full, 'figure')} at most", "Unit types")


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


def suffer(strength: int, casualties: int, tables: Tables) -> Losses:
    """A unit of `strength` figures takes `casualties`; a broken one that takes any is destroyed."""
    excess = casualties > strength and tables.points("broken.excess-destroys") > 0
    destroyed = excess or (strength == 0 and casualties > 0)
    lost = min(strength, casualties)
    return Losses(lost, strength - lost, destroyed)


def became(losses: Losses) -> Iterator[str]:
    """What a unit does for its losses, in words: "loses 2 figures", "breaks"; or nothing."""
    if losses.destroyed:
        yield "is destroyed"
    elif losses.lost:
        yield f"loses {counted(losses.lost, 'figure')}"
    if losses.breaks:
        yield "breaks"


GONE: Final = "destroyed"
"""How a unit leaves the board."""


def standing(losses: Losses) -> dict[str, str] | None:
    """The unit as its losses leave it, or None: destroyed. A broken one, with none, stays."""
    return None if losses.destroyed else {"strength": str(losses.left)}


def gone(losses: Losses) -> str:
    """How a unit left the board for its losses, if it did."""
    return GONE if losses.destroyed else ""


def taken_off(who: str, before: int, left: Mapping[str, str] | None) -> Iterator[str]:
    """What to do on the board about a unit of `before` figures that is `left` so."""
    if left is None:
        yield f"Remove the {who} from the board: it is destroyed."
        return
    strength = int(left["strength"])
    if strength < before:
        removed = counted(before - strength, "figure")
        yield f"Remove {removed} from the {who}: {strength or 'none'} left."
        if not strength:
            yield f"Mark the {who} broken: repair it or pull it back before it is attacked again."
