"""What should be known before anything is drawn: what forbids it, and what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.roll import Roll


class Caution(NamedTuple):
    """What should be known before a draw. `refused` says that nothing may be drawn; `take` are
    the fields at which the roll's answers can be taken instead; `of_army` that another army can be
    picked; `of_turn` that only the turn forbids it: the next may begin, or the table says
    otherwise."""

    text: str
    refused: bool = False
    take: tuple[str, ...] = ()
    of_army: bool = False
    of_turn: bool = False


def cautions(asked: Asking, *, counts_turns: bool = True, is_binding: bool = True) -> list[Caution]:
    """What should be said before anything is drawn, the gravest first.

    Where nobody `counts_turns`, nobody knows who has come. What is refused is, unless it
    `is_binding`, but a doubt; a unit against itself is refused all the same.
    """
    doubt, roll = asked.doubt, asked.roll
    if roll is None:
        return [Caution(text) for text in (doubt, asked.futile()) if text]
    units = asked.on_roll()
    absent = set() if counts_turns else {u.name for u in units.values() if not u.arrived}
    to_itself = len({unit.path for unit in units.values()}) < len(units)
    binding = is_binding or to_itself
    found = [
        Caution(str(one), one.refused and binding, of_turn=one.of_turn)
        for one in asked.objections()
        if one.unit not in absent
    ]
    if doubt and not any(doubt in caution.text for caution in found):
        found.insert(0, Caution(doubt, binding))
    against_roll = (Caution(str(one), take=(one.field,)) for one in asked.otherwise())
    found += [Caution(text) for text in (asked.futile(),) if text]
    return [*found, *_said_of_others(asked, roll), *_due(asked), *against_roll]


def _said_of_others(asked: Asking, roll: Roll) -> Iterator[Caution]:
    """That the acting unit is the enemy's."""
    own, actor = roll.side_key(asked.side), asked.concerned().get("actor")
    if own and actor is not None and not isinstance(actor, str) and actor.side != own:
        theirs, ours = (roll.scenario.side(key).called for key in (actor.side, own))
        yield Caution(f"{actor.name} is {theirs}, and you play {ours}: recorded for {theirs}")


def _due(asked: Asking) -> Iterator[Caution]:
    checked = asked.checked_army()
    for army in asked.armies():
        if army.due and army != checked:
            yield Caution(f"check the morale of {army.name} too", of_army=True)
