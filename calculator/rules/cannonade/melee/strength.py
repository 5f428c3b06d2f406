"""Who is the larger force, by how much, and how many men half the smaller one is."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import attrs

from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.terms import Side
from calculator.rules.tables import Tables

RATIOS: Final = ("4:1", "3:1", "2:1", "3:2", "1:1")
"""The rows of the Melee Result Table, the best ratio first."""


@attrs.frozen
class Forces:
    """Both sides' men, and their numerical strength in the melee."""

    men: dict[Side, int]
    strength: dict[Side, Fraction]

    @classmethod
    def of(cls, form: MeleeForm, tables: Tables) -> Forces:
        """The defenders count for more in covered or fortified terrain."""
        cover = tables.fraction(f"melee.strength.{form.target_terrain.value}")
        return cls(
            {Side.ATTACKERS: form.men, Side.DEFENDERS: form.target_men},
            {Side.ATTACKERS: Fraction(form.men), Side.DEFENDERS: form.target_men * cover},
        )

    @property
    def larger(self) -> Side | None:
        """The side with more men, as they count in the melee; None if they are equal."""
        if self.strength[Side.ATTACKERS] == self.strength[Side.DEFENDERS]:
            return None
        return max(Side, key=self.strength.__getitem__)

    @property
    def ratio(self) -> str:
        """The row that the larger force's strength against the smaller's reaches."""
        larger, smaller = max(self.strength.values()), min(self.strength.values())
        for row in RATIOS:
            of_larger, of_smaller = map(int, row.split(":"))
            if larger * of_smaller >= smaller * of_larger:
                return row
        raise AssertionError("a larger force reaches 1:1")

    def half(self, tables: Tables) -> int:
        """Half the men in the smaller force; of equal forces, in the one of fewer men.

        Never more than either side has, should a scenario let cover count for more than double.
        """
        fewest = min(self.men.values())
        smaller = self.men[self.larger.other] if self.larger else fewest
        return min((smaller + tables.points("melee.odd-man")) // 2, fewest)
