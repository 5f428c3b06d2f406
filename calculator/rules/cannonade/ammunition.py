"""Supply: how long a cannon can fire away from its baggage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, entry
from calculator.kinds import Whole
from calculator.rules.action import Action, Draws, Narration, Parties, Place, Severity
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Supply"


def turns_left(distance: int, turns_beyond: int, tables: Tables) -> int | None:
    """Turns that a cannon can still fire; None within reach of baggage, where it never runs out."""
    if distance <= tables.points("ammunition.reach"):
        return None
    return max(tables.points("ammunition.turns") - turns_beyond, 0)


def out_of_ammunition(distance: int, turns_beyond: int, tables: Tables) -> Iterator[Refusal]:
    """Why a cannon has nothing left to fire, if it has not."""
    if turns_left(distance, turns_beyond, tables) == 0:
        reach = tables.points("ammunition.reach")
        beyond = counted(turns_beyond, "turn")
        yield Refusal(
            f"out of ammunition after {beyond} more than {reach} hexes from baggage", SOURCE
        )


BAGGAGE_DISTANCE: Final = entry(
    Whole(0, 40, "hexes", "hex"),
    "Baggage, hexes away",
    group="Cannon",
    source=SOURCE,
    help="Hexes to the nearest baggage unit of its own side. Beyond 4, the cannon uses up what "
    "it has in 3 turns.",
)

TURNS_BEYOND: Final = entry(
    Whole(0, 40, "turns"),
    "Turns beyond reach",
    group="Cannon",
    source=SOURCE,
    matters=where("baggage_distance", at_least=5),
    help="Whole turns it has already been more than 4 hexes from its baggage.",
)


@attrs.frozen(kw_only=True)
class AmmunitionForm(Form):
    """A cannon and its nearest baggage."""

    baggage_distance: int = BAGGAGE_DISTANCE
    turns_beyond: int = TURNS_BEYOND


@attrs.frozen
class Supplied:
    """Turns left to fire; None while baggage is within reach."""

    turns: int | None

    @property
    def label(self) -> str:
        if self.turns is None:
            return "supplied"
        return f"can fire {counted(self.turns, 'more turn')}" if self.turns else "out of ammunition"


class Ammunition(Action[AmmunitionForm, Supplied]):
    """How many turns a cannon can still fire, given how far its baggage is."""

    key = "ammunition"
    source = SOURCE
    severity = Severity[Supplied](
        lambda outcome: 1_000 if outcome.turns is None else outcome.turns, "the cannon"
    )
    modifiers = tuple(answers(AmmunitionForm))
    place = Place.AID
    mnemonic = "a"

    def resolve(self, chance: Chance) -> Supplied:
        """The turns that are left."""
        away, beyond = self.form.baggage_distance, self.form.turns_beyond
        return Supplied(turns_left(away, beyond, self.tables))

    def parties(self) -> Parties:
        return {"actor": ("the cannon",)}

    def narrate(self, drawn: Supplied, draws: Draws) -> Narration:
        """The answer, and what brings ammunition back."""
        tables, distance = self.tables, self.form.baggage_distance
        reach, turns = tables.points("ammunition.reach"), tables.points("ammunition.turns")
        away = f"{counted(distance, 'hex', 'hexes')} away" if distance else "in the same hex"
        how = (f"Baggage is {away}: beyond {reach} a cannon runs out in {turns} turns.",)
        if drawn.turns is None:
            return Narration("The cannon has all the ammunition it needs.", (), how)
        closer = (
            f"Bring it within {reach} hexes of baggage and it can fire again as long as it likes."
        )
        can = drawn.label if drawn.turns else f"is {drawn.label}"
        return Narration(f"The cannon {can}.", (closer,), how)
