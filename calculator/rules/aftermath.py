"""What an outcome leaves of the units and the sides concerned: where the battle goes on from.

Values are absolute, never differences: "3 bases, disordered", not "loses 1 base". So they can be
put into the next form as they stand, and read off the record in any order of corrections.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

MOVED: Final = {"at": ""}
"""What is new of a unit that has moved: its ground is for the player to say."""


@attrs.frozen(repr=False)
class Consequence:
    """What befalls a further unit, beside the actor and the target.

    `answer` is the key of the form's field that names or counts such units, `unit` says in words
    which of them, for the player to point at. `values` are its new values by the keys of the
    system's unit form; None means that it has left the table, and `gone` says how in a word.
    """

    answer: str
    unit: str
    values: Mapping[str, str] | None = attrs.field(factory=dict)
    gone: str = ""


@attrs.frozen(repr=False)
class Aftermath:
    """What an outcome leaves behind, for whoever plays on from there.

    `actor` and `target` hold what is new of each unit, texts by the keys of the system's unit form.
    One key all systems share: `at` is the piece of terrain where a unit stands, and "" for one that
    has moved, so that its ground is for the player to say.
    None means that the unit has left the table, and `actor_gone` and `target_gone` say how in a
    word ("broken", "surrendered", "destroyed"); `actor_had` and `target_had` are what it still had
    of what the outcome changed, for one that may come back. `others` are further units concerned.

    `side` and `enemy` hold what is new of the actor's side and of the other side, by the keys of
    the system's side form (a deck, a hand, prisoners, morale). What the system tallies, and no form
    states, is there by how much it rises or falls ("+3", "-2").

    `may` are the keys of the actions that the actor may still take this turn; with none of them it
    has acted. `target_spent` says that the target has used its action for the turn. `later` holds
    answers from which further actions on the same target this turn start.
    """

    actor: Mapping[str, str] | None = attrs.field(factory=dict)
    target: Mapping[str, str] | None = attrs.field(factory=dict)
    actor_gone: str = ""
    target_gone: str = ""
    actor_had: Mapping[str, str] = attrs.field(factory=dict)
    target_had: Mapping[str, str] = attrs.field(factory=dict)
    others: tuple[Consequence, ...] = ()
    side: Mapping[str, str] = attrs.field(factory=dict)
    enemy: Mapping[str, str] = attrs.field(factory=dict)
    may: tuple[str, ...] = ()
    target_spent: bool = False
    later: Mapping[str, str] = attrs.field(factory=dict)
