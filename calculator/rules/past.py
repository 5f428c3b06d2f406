"""A battle as history has it: what forecasts are held against, and plain armies are made of."""

from __future__ import annotations

from typing import Final

import attrs

SIDES: Final = ("attacker", "defender")


@attrs.frozen
class PastArmy:
    """One army of a battle: men of all arms, horsemen and guns (None: not known), men lost."""

    men: int
    loss: int
    cavalry: int | None
    guns: int | None

    @property
    def lost(self) -> float:
        """The share of its men lost, killed to captured."""
        return self.loss / self.men


@attrs.frozen
class PastBattle:
    """A battle as history has it; `winner` is "attacker", "defender" or "drawn"."""

    battle: str
    year: int
    attacker: PastArmy
    defender: PastArmy
    defence: str
    terrain: str
    hours: float | None
    winner: str

    @property
    def name(self) -> str:
        """The battle and its year."""
        return f"{self.battle} {self.year}"

    @property
    def forces(self) -> tuple[PastArmy, PastArmy]:
        """The attacker's force and the defender's."""
        return self.attacker, self.defender

    @property
    def lost(self) -> tuple[float, float]:
        """The shares of its men that the loser lost and the winner did."""
        ours, theirs = self.attacker.lost, self.defender.lost
        return (ours, theirs) if self.winner == "defender" else (theirs, ours)

    @property
    def ratio(self) -> float:
        """Attackers to one defender."""
        return self.attacker.men / self.defender.men
