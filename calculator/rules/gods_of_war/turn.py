"""The actions of a turn, cards counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure, settled
from calculator.forms import Form, whole
from calculator.rules.phrases import counted
from calculator.rules.system import Action, Beneficiary, Narration, Place, Severity
from calculator.rules.tables import Tables

SOURCE: Final = "Overview; Bonus cards"


def _played(label: str, mnemonic: str, help: str) -> Any:
    return whole(
        0, 4, label, default=0, unit="cards", mnemonic=mnemonic, source="Bonus cards", help=help
    )


@attrs.frozen(kw_only=True)
class TurnForm(Form):
    """Cards that change the number of actions, how many of each."""

    inspired_command: int = _played("Inspired Command", "i", "1 more action each, up to 7.")
    flanking_move: int = _played("Flanking Move", "l", "1 more action each, at once.")
    swift_march: int = _played("Swift March", "w", "1 more Move each.")
    fog_of_war: int = _played(
        "Fog of War", "f", "Played by the enemy in its last turn: 1 action less each."
    )


@attrs.frozen
class TurnActions:
    """Actions of any sort, and Moves beyond them."""

    actions: int
    moves: int

    @property
    def label(self) -> str:
        more = f" and {counted(self.moves, 'more Move', 'more Moves')}" if self.moves else ""
        return counted(self.actions, "action") + more


def procedure(form: TurnForm, tables: Tables) -> Procedure[Any, TurnActions]:
    """The number is certain."""
    return settled(actions_of(form, tables))


def actions_of(form: TurnForm, tables: Tables) -> TurnActions:
    """Fog first; Inspired Command never lifts a turn above 7; Flanking Move comes on top."""
    base = tables.points("turn.actions") - form.fog_of_war * tables.points("turn.fog-of-war")
    inspired = form.inspired_command * tables.points("turn.inspired-command")
    lifted = max(base, min(base + inspired, tables.points("turn.inspired-most")))
    flanking = form.flanking_move * tables.points("turn.flanking-move")
    return TurnActions(
        max(lifted, 0) + flanking, form.swift_march * tables.points("turn.swift-march")
    )


def narrate(form: TurnForm, outcome: TurnActions, _: Sequence[Draw], tables: Tables) -> Narration:
    """The number, and where it comes from."""
    return Narration(
        f"The turn has {outcome.label}.",
        ("No unit acts twice in a row, and no two bonus cards are drawn in a row.",),
        tuple(_how(form, tables)),
    )


def _how(form: TurnForm, tables: Tables) -> Iterator[str]:
    yield f"{tables.points('turn.actions')} actions a turn."
    if form.fog_of_war:
        yield f"Fog of War: {form.fog_of_war} less."
    if form.inspired_command:
        most = tables.points("turn.inspired-most")
        yield f"Inspired Command: up to {form.inspired_command} more, to {most} at most."
    if form.flanking_move:
        yield f"Flanking Move: {form.flanking_move} more."


TURN: Final = Action(
    key="actions",
    label="Actions this turn",
    help="How many actions a turn has, cards counted.",
    source=SOURCE,
    form=TurnForm,
    procedure=procedure,
    narration=narrate,
    severity=Severity(
        lambda outcome: (outcome.actions, outcome.moves),
        Beneficiary.ACTOR,
        "the side whose turn it is",
    ),
    place=Place.AID,
    mnemonic="i",
)
