"""Who fights a melee, how the two result tables are read, and how it may end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import attrs

from calculator.kinds import Word
from calculator.rules.cannonade.terms import Side
from calculator.rules.tables import Tables

MELEE_ROLL: Final = "melee result"
CASUALTY_ROLL: Final = "casualty result"

RATIOS: Final = {
    row: Fraction(row.replace(":", "/")) for row in ("4:1", "3:1", "2:1", "3:2", "1:1")
}
"""The rows of the Melee Result Table, the best first, each with the least ratio that reaches it."""


class Verdict(Word):
    """The letters of the Melee Result Table."""

    ATTACKER = "a"
    DEFENDER = "d"
    BOTH = "b"
    MORE = "h"
    FEWER = "l"
    MORE_UNHARMED = "v"


class Fate(Word):
    """What the Casualty Result Table does to the losers."""

    SURRENDER = "surrender"
    ROUT = "rout"
    SLAUGHTER = "slaughter"


LETTERS: Final[Mapping[Verdict, str]] = {
    Verdict.ATTACKER: "A, the attackers win",
    Verdict.DEFENDER: "D, the defenders win",
    Verdict.BOTH: "B, a stalemate",
    Verdict.MORE: "H, the side with more men wins",
    Verdict.FEWER: "L, the side with fewer men wins",
    Verdict.MORE_UNHARMED: "V, the side with more men wins and suffers no casualties",
}
"""What each letter of the Melee Result Table means."""

GONE: Final = {Fate.SURRENDER: "captured", Fate.ROUT: "routing", Fate.SLAUGHTER: "killed"}
"""What has become of a formation that lost."""


@attrs.frozen
class Forces:
    """Both sides' men, and their numerical strength in the melee."""

    men: dict[Side, int]
    strength: dict[Side, Fraction]

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
        return next(row for row, least in RATIOS.items() if larger >= least * smaller)

    def half_of_smaller(self, tables: Tables) -> int:
        """Half the men in the smaller force; of equal forces, in the one of fewer men.

        Never more than either side has, should a scenario let cover count for more than double.
        """
        fewest = min(self.men.values())
        smaller = self.men[self.larger.other] if self.larger else fewest
        return min((smaller + tables.points("melee.odd-man")) // 2, fewest)


@attrs.frozen
class MeleeOutcome:
    """Who won (None in a stalemate) and what became of the losers; men killed on both sides; the
    losers' men taken prisoner or routing; and the victory points that each side earns."""

    winner: Side | None
    fate: Fate | None
    attackers_killed: int
    defenders_killed: int
    captured: int = 0
    routing: int = 0
    attackers_score: int = 0
    defenders_score: int = 0

    @property
    def label(self) -> str:
        losses = f"attackers lose {self.attackers_killed}, defenders {self.defenders_killed}"
        if self.winner is None or self.fate is None:
            return f"stalemate: {losses}"
        spared = f", {self.captured} captured" if self.captured else ""
        spared += f", {self.routing} routing" if self.routing else ""
        return f"{self.winner} win, {self.fate}: {losses}{spared}"

    def killed(self, side: Side) -> int:
        """Men of `side` killed."""
        return self.attackers_killed if side is Side.ATTACKERS else self.defenders_killed

    def score(self, side: Side) -> int:
        """Victory points that `side` earns."""
        return self.attackers_score if side is Side.ATTACKERS else self.defenders_score


def winner_by(verdict: Verdict, forces: Forces) -> Side | None:
    """The side that wins by that letter, or None: nobody."""
    match verdict:
        case Verdict.ATTACKER:
            return Side.ATTACKERS
        case Verdict.DEFENDER:
            return Side.DEFENDERS
        case Verdict.BOTH:
            return None
        case Verdict.FEWER:
            return forces.larger and forces.larger.other
    return forces.larger


def decided(forces: Forces, winner: Side, fate: Fate, half: int, unharmed: bool) -> MeleeOutcome:
    """Men killed, captured and routing when `winner` has won.

    `half` is half the men in the smaller force.
    """
    loser = winner.other
    killed = {
        winner: 0 if unharmed else half,
        loser: forces.men[loser] if fate is Fate.SLAUGHTER else half,
    }
    left = forces.men[loser] - killed[loser]
    return MeleeOutcome(
        winner,
        fate,
        killed[Side.ATTACKERS],
        killed[Side.DEFENDERS],
        captured=left if fate is Fate.SURRENDER else 0,
        routing=left if fate is Fate.ROUT else 0,
    )
