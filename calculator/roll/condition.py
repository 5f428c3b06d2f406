"""How a unit or a side stands: what entries say of it, and what that makes of it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Mapping
from copy import copy
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from calculator.rules.system import RuleSystem

_COUNTED: Final = re.compile(r"[+-]\d+")
"""How an aftermath says what a tally changes by."""


class Kinds(NamedTuple):
    """The keys of a system that do not last: values that hold for the turn alone, cards, by for how
    many turns after its own a copy stands, and tallies, which are changed and never stated."""

    each_turn: frozenset[str]
    cards: Mapping[str, int]
    tallies: frozenset[str]
    apart: frozenset[str]
    """All of them."""

    @classmethod
    def of(cls, system: RuleSystem) -> Kinds:
        """Those of a system."""
        each_turn, cards, tallies = system.each_turn, system.cards, system.tallies
        return cls(each_turn, cards, tallies, each_turn | cards.keys() | tallies)


@attrs.frozen
class InPlay:
    """The copies of a card that are in play: the turn in which each was played, the oldest first.

    `lasts` is for how many turns after that they stand, as long as their side has not acted again:
    the enemy's turn, which may be the next one or the other half of the same.
    """

    played: tuple[int, ...] = ()
    lasts: int = 0

    def standing(self, turn: int, has_acted: bool) -> int:
        """How many of them stand in a turn, in which their side has acted or not."""
        lasts = 0 if has_acted else self.lasts
        return sum(played + lasts >= turn for played in self.played)

    def after(self, stated: str, left: str, lasts: int, turn: int) -> InPlay:
        """The copies after an entry that says yes, no or nothing of the card.

        A form in which a yes is `stated` knows of one at least, a no of none; a yes that is `left`
        is a copy played, a no a copy spent.
        """
        played = tuple(one for one in self.played if one + lasts >= turn)
        if stated == "yes":
            played = played or (turn,)
        elif stated == "no":
            played = ()
        if left == "yes":
            played = (*played, turn)
        elif left == "no":
            played = played[1:]
        return InPlay(played, lasts)


AT = "at"
"""The key that all systems share: the piece of terrain where a unit stands, "" for none known."""


_NOTHING: Final[Mapping[str, Any]] = {}


class Effect:
    """What the entry of this `number`, of this `turn`, says of one unit.

    `stated` is what its form says of the unit, `on_ground` what it answers of where the unit
    stands, and `like_ground` the pieces of terrain that answer so. `left` is what is new after
    it, None for a unit that has gone, and `gone` how, also of one that had gone and is not back;
    `counted` is what it adds to what a side has beside tallies. `proposed` is what a form `by`
    another side says of it, which is no fact. `acted` and `arrived` are None where the entry does
    not touch on it. `did` is the key of the action that the unit took, and `at_end` what is new of
    it when the turn ends.
    """

    on_ground: Mapping[str, str] = _NOTHING
    like_ground: frozenset[str] = frozenset()
    gone: str = ""
    acted: bool | None = None
    may: tuple[str, ...] = ()
    did: str = ""
    at_end: Mapping[str, str] = _NOTHING
    arrived: bool | None = None
    later: Mapping[str, str] = _NOTHING
    counted: Mapping[str, int] = _NOTHING
    proposed: Mapping[str, str] = _NOTHING
    by: str = ""

    def __init__(
        self,
        number: int,
        turn: int,
        stated: Mapping[str, str] | None = None,
        left: Mapping[str, str] | None = _NOTHING,
    ) -> None:
        self.number, self.turn, self.stated, self.left = number, turn, stated, left


class Proposal(NamedTuple):
    """What another side says of a unit: a value of a key, in which turn, by which entry and side.

    It stands nowhere else until the unit's own side, or the umpire, takes it.
    """

    key: str
    text: str
    by: str
    entry: int
    turn: int


@attrs.frozen
class Ground:
    """Where a unit stands: a piece of terrain by its name, or what a form stated of the ground.

    `stated` are answers by field key, where a player's answer has taken the place of the terrain;
    `entry` is the number of the entry that says so, 0 for the order of battle.
    """

    name: str
    stated: Mapping[str, str]
    entry: int = 0


_CHANGED: Final = (
    "values", "changed", "later", "this_turn", "cards", "proposed", "did", "at_end",
    "entries",
)  # fmt: skip
"""What effects change of a condition, and so is copied before they do."""


@attrs.define(slots=False)
class Condition:
    """How a unit stands after so many effects."""

    values: dict[str, str]
    ground: Ground | None = None
    changed: dict[str, int] = attrs.field(factory=dict)
    gone: str = ""
    gone_entry: int = 0
    gone_turn: int = 0
    acted_turn: int = 0
    acted_entry: int = 0
    may: tuple[str, ...] = ()
    arrived: bool | None = None
    later: dict[str, str] = attrs.field(factory=dict)
    later_turn: int = 0
    this_turn: dict[str, str] = attrs.field(factory=dict)
    this_turn_is: int = 0
    cards: dict[str, InPlay] = attrs.field(factory=dict)
    proposed: dict[str, Proposal] = attrs.field(factory=dict)
    did: dict[str, int] = attrs.field(factory=dict)
    at_end: dict[str, str] = attrs.field(factory=dict)
    at_end_entry: int = 0
    entries: array[int] = attrs.field(factory=partial(array, "q"))
    """The numbers of the entries that concern it."""

    def copied(self) -> Condition:
        """The same condition, to take further effects; this one stays as it is."""
        condition = object.__new__(Condition)
        vars(condition).update(vars(self))
        for name in _CHANGED:
            setattr(condition, name, copy(getattr(self, name)))
        return condition

    def take(self, effect: Effect, kinds: Kinds) -> None:
        """Become what the effect makes of it: what the form stated or proposed, then what was left,
        which stands as ruled whatever was proposed."""
        self.entries.append(effect.number)
        gone = effect.gone or "gone" * (effect.left is None)
        if effect.stated is not None:
            self._put(effect.stated, effect.number, kinds.apart)
            # What a form speaks of stands on the table, unless it is gone as it was.
            if self.gone != gone:
                self.gone, self.gone_entry, self.gone_turn = "", 0, 0
            self.arrived = True
        for key, text in effect.proposed.items():
            self.proposed[key] = Proposal(key, text, effect.by, effect.number, effect.turn)
        if effect.on_ground and not self._stands_on(effect):
            self.ground = Ground("", effect.on_ground, effect.number)
        if gone and gone != self.gone:
            self.gone, self.gone_entry, self.gone_turn = gone, effect.number, effect.turn
        self._take_left(effect, kinds)
        if effect.later:
            kept = self.later if self.later_turn == effect.turn else {}
            self.later, self.later_turn = {**kept, **effect.later}, effect.turn
        if kinds.apart:
            self._take_apart(effect, kinds)
        for key, more in effect.counted.items():
            self._count(key, more, effect.number)

    def _take_left(self, effect: Effect, kinds: Kinds) -> None:
        """Take what is new after an entry."""
        if left := effect.left:
            self._put(left, effect.number, kinds.apart)
            self.at_end = {key: text for key, text in self.at_end.items() if key not in left}
            if AT in left:
                self.ground = Ground(left[AT], {}, effect.number) if left[AT] else None
        if effect.arrived is not None:
            self.arrived = effect.arrived
        if effect.acted is not None:
            self._act(effect)

    def _take_apart(self, effect: Effect, kinds: Kinds) -> None:
        """Take what holds for the turn alone, cards in play and tallies."""
        stated, left, number = effect.stated or {}, effect.left or {}, effect.number
        both = {**stated, **left}
        if new := {key: text for key, text in both.items() if key in kinds.each_turn}:
            kept = self.this_turn if self.this_turn_is == effect.turn else {}
            self.this_turn, self.this_turn_is = {**kept, **new}, effect.turn
            self.changed |= dict.fromkeys(new, number)
        for key in kinds.cards.keys() & both.keys():
            before, said = self.cards.get(key, InPlay()), (stated.get(key, ""), left.get(key, ""))
            self.cards[key] = before.after(*said, kinds.cards[key], effect.turn)
            if self.cards[key] != before:
                self.changed[key] = number
        for key in kinds.tallies & left.keys() - effect.counted.keys():
            if _COUNTED.fullmatch(left[key]):
                self._count(key, int(left[key]), number)

    def _count(self, key: str, more: int, number: int) -> None:
        self._put({key: str(max(int(self.values.get(key, "0")) + more, 0))}, number)

    def end_turn(self) -> None:
        """Become what the end of the turn makes of it."""
        self._put(self.at_end, self.at_end_entry)
        self.at_end = {}

    def _put(
        self, values: Mapping[str, str], number: int, apart: Collection[str] = frozenset()
    ) -> None:
        stands = self.values
        for key, text in values.items():
            if stands.get(key) != text and key != AT and key not in apart:
                stands[key] = text
                self.changed[key] = number
        if self.proposed:
            self.proposed = {k: one for k, one in self.proposed.items() if k not in values}

    def _stands_on(self, effect: Effect) -> bool:
        """Whether it is known to stand on ground such as a form answers."""
        known = self.ground or Ground("", {})
        return known.name in effect.like_ground or effect.on_ground.items() <= known.stated.items()

    def _act(self, effect: Effect) -> None:
        if effect.at_end:
            self.at_end, self.at_end_entry = dict(effect.at_end), effect.number
        if effect.did:
            self.did[effect.did] = effect.number
        if effect.acted:
            self.acted_turn, self.acted_entry = effect.turn, effect.number
            self.may = effect.may
        elif effect.acted is False:
            self.acted_turn, self.acted_entry, self.may = 0, 0, ()

    def now(self, turn: int, has_acted: bool) -> dict[str, str]:
        """Its values in a turn: those that hold for the turn alone stand before the rest.

        `has_acted` says whether its side has acted in that turn.
        """
        copies = self.copies(turn, has_acted)
        cards = {key: "yes" if key in copies else "no" for key in self.cards}
        return self.values | (self.this_turn if self.this_turn_is == turn else {}) | cards

    def copies(self, turn: int, has_acted: bool) -> dict[str, int]:
        """How many copies of each card are in play."""
        found = {key: at.standing(turn, has_acted) for key, at in self.cards.items()}
        return {key: number for key, number in found.items() if number}
