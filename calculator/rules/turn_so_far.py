"""What a side has done this turn: what its ledger and what follows for its units are read from."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen
class ActionTaken:
    """One action of a turn: its key, the acting unit by name and what was answered.

    An action that was taken without the calculator has no key; one of no unit has no name.
    """

    action: str = ""
    unit: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class TurnSoFar:
    """What a side has done this turn, in order, and what aftermaths left of it and of its units.

    `side` holds values of the side, `units` those of each of its units on the table by name, and
    `copies` how many there are of each card in play, by the name of the unit, the side's by none.
    `against` is what its enemies did since it last acted in an earlier turn, and before it acted in
    this.
    """

    actions: tuple[ActionTaken, ...] = ()
    side: Mapping[str, str] = attrs.field(factory=dict)
    units: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    copies: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict)
    against: tuple[ActionTaken, ...] = ()
