"""A turn of four phases, in which a formation acts as far as its last action leaves it to."""

from __future__ import annotations

from typing import Final

from calculator.rules.turns import TurnLaw


class PhasedTurn(TurnLaw):
    """Cannonade, march, melee, rally."""

    source = "1-Cannonade Phase to 4-Rally Phase"


TURN: Final = PhasedTurn()
