"""A player's turn of four phases; combat is left to the game itself."""

from __future__ import annotations

from typing import Final

from calculator.rules.turns import Phase, TurnLaw


class PhasedTurn(TurnLaw):
    """Bombardment, movement with its charges, combat, rally."""

    alternates = True
    phases_source = "Bombardment phase to Rally phase"
    phases = (
        Phase("bombardment phase", frozenset({"bombardment"})),
        Phase("movement phase", frozenset({"movement", "charge", "marsh-test"})),
        Phase("rally phase", frozenset({"rally"})),
    )


TURN: Final = PhasedTurn()
