"""A player's turn of four phases, in which a formation acts as its last action leaves it to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from calculator.rules.phrases import counted
from calculator.rules.tables import Tables
from calculator.rules.turns import ActionTaken, Held, Phase, TurnLaw, TurnSoFar

_MOVED_BY_THE_ENEMY: Final = frozenset({"routers", "prisoners"})
"""Who moves as a melee ends, by the hand of the enemy, whatever the phase."""


class PhasedTurn(TurnLaw):
    """Cannonade, march, melee, rally."""

    alternates = True
    source = phases_source = "1-Cannonade Phase to 4-Rally Phase"
    phases = (
        Phase("cannonade phase", frozenset({"cannonade"})),
        Phase("march phase", frozenset({"march"})),
        Phase("melee phase", frozenset({"melee"})),
        Phase("rally phase", frozenset({"rally"})),
    )

    def phase_of(self, taken: ActionTaken) -> int | None:
        moved = taken.answers.get("mover") in _MOVED_BY_THE_ENEMY
        return None if moved else super().phase_of(taken)

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        """Only men rally whom a melee, or a panic, has made to rout."""
        if asked.action == "rally" and asked.side:
            routing = int(turn.side.get("routing", "0"))
            if int(asked.answers.get("routing-men", "0")) > routing:
                yield Held(f"{counted(routing, 'man', 'men')} of this side rout", "Rally Table")


TURN: Final = PhasedTurn()
