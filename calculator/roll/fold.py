"""The fold: from the entries of a battle to what they have done to its units and sides."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import chain, takewhile
from typing import Final, NamedTuple, Self

import attrs

from calculator.garbage import uncollected
from calculator.journal.amendments import AMENDING, INSTEAD, Amendment, Amendments
from calculator.journal.entry import Entry, EntryKind
from calculator.roll.condition import Condition, Effect
from calculator.roll.effects import Effects
from calculator.roll.reading import GENERAL, Ruled, UnitKey
from calculator.roll.unit import RollUnit, answered, known_keys
from calculator.rules.turns import ActionTaken, TurnSoFar
from calculator.scenarios.model import Scenario, Unit

_RECENT: Final = 64
"""Effects on a unit that are kept one by one: what is amended is mostly recent."""

_GROWING: Final = (
    "_amendments", "_at_turn_start", "_base", "_claimed", "_conditions", "_effects", "_older",
    "_overrides", "_shown",
)  # fmt: skip
"""What entries change of a roll, and so is copied before they do."""

_RULING: Final = EntryKind.RULING
"""Nearly every entry is one, and to find the member of an enumeration takes a while."""

_AN_UMPIRE_S: Final = frozenset({EntryKind.VOID, EntryKind.OVERRIDE, EntryKind.CORRECTION})

_REMEMBERED: Final = 1_000
"""Entries whose rulings a roll keeps beside those of this turn and the last."""

BY_SCENARIO: Final = frozenset({"scenario", "effects", "_units", "_divisions", "_start"})
"""What an order of battle alone makes of a roll."""


class LongAgoError(Exception):
    """An entry amends what the roll has forgotten: it is to be made anew."""


class TakenAction(NamedTuple):
    """An action of a turn, and whether it is a unit's."""

    turn: int
    action: ActionTaken
    spends: bool = True


class Fold:
    """What the entries so far have done to the units and sides of a battle.

    A fold stays as it is, and may be read from several threads: further entries make another, at
    the cost of what concerns their units. `last` is the number of the last entry, `turn` the turn
    in force. `umpired` says whether a copy of no side, an umpire's, has ruled otherwise, voided or
    corrected.

    Single entries of long ago are forgotten, so that it stays small in a long battle: `after`
    raises `LongAgoError` for what amends those, but for the `amendments` that were known before.
    """

    def __init__(self, scenario: Scenario, amendments: Iterable[Entry] = ()) -> None:
        known = list(amendments)
        self._known = {entry.number for entry in known}
        self._coming = Amendments(known)
        self._forgotten = 0
        """The number of the last ruling that is forgotten."""
        self._base: dict[UnitKey, tuple[int, Condition]] = {}
        """How units stood after the last of the effects that are forgotten, and its number."""
        self._older: dict[UnitKey, array[int]] = {}
        """The numbers of those."""
        self.scenario = scenario
        self.turn, self._begun_by = 1, ""
        self.last, self.last_hash = 0, ""
        self.umpired = False
        self._units: dict[UnitKey, Unit] = {(unit.side, unit.name): unit for unit in scenario.units}
        self._divisions = {
            (side.key, formation.name): formation
            for side in scenario.sides
            for formation in side.formations
        }
        self._start = {key: self._began(unit) for key, unit in self._units.items()}
        for side in scenario.sides:
            answers = answered(side.form) if side.form else {}
            self._start[side.key, ""] = Condition(values=answers)
            for name in side.commanders:
                self._start[side.key, GENERAL + name] = Condition(values={})
        self.effects = Effects(scenario)
        self._effects: dict[UnitKey, tuple[Effect, ...]] = dict.fromkeys(self._start, ())
        self._conditions: dict[UnitKey, Condition] = {}
        self._at_turn_start: dict[UnitKey, Condition] = {}
        self._shown: dict[UnitKey, RollUnit] = {}
        self._so_far: dict[str, TurnSoFar] = {}
        self._acts: Sequence[TakenAction] | None = None
        self._rulings: dict[int, Ruled] = {}
        self._morale: dict[int, Ruled] = {}
        """Those of the rulings that check an army's morale."""
        self._awaiting: list[int] = []
        """Those that something is to be measured for."""
        self._silent: list[int] = []
        self._concerned: dict[int, tuple[UnitKey, ...]] = {}
        self._alike: dict[tuple[UnitKey, ...], tuple[UnitKey, ...]] = {}
        self._amendments = Amendments()
        self._claimed: dict[str, int] = {}
        """The sides that a copy plays, with the first entry that says so."""
        self._overrides: dict[int, int] = {}

    @classmethod
    def of(
        cls,
        entries: Iterable[Entry],
        scenario: Scenario,
        amendments: Iterable[Entry] | None = None,
    ) -> Self:
        """The roll after these entries, which are all of the battle, in order; `amendments` are all
        voids, overrides and answers among them, and save keeping the others at once."""
        if amendments is None:
            entries = list(entries)
            amendments = [entry for entry in entries if entry.kind in AMENDING]
        roll = cls(scenario, amendments).after(entries)
        roll._known, roll._coming = set(), Amendments()
        return roll

    def after(self, entries: Iterable[Entry]) -> Self:
        """The roll after further entries, in order.

        Nothing is changed that both hold. What a ruling is read as depends on it alone, so rolls
        share that; each minds none after its own last entry.
        """
        other = copy(self)
        for name in _GROWING:
            setattr(other, name, copy(getattr(self, name)))
        other._so_far, other._acts = {}, None
        with uncollected(lasting=not self.last):
            for entry in entries:
                other._take(entry)
                other.last, other.last_hash = entry.number, entry.hash
        return other

    def _take(self, entry: Entry) -> None:
        kind = entry.kind
        played = entry.body.get("by", "") if kind is _RULING else entry.side
        if played and (side := self.side_key(played)):
            self._claimed.setdefault(side, entry.number)
        if kind is _RULING:
            if entry.body["system"] == self.scenario.system.key:
                self._rule(entry)
        else:
            self.umpired |= not entry.side and kind in _AN_UMPIRE_S
            self._take_other(entry)
        if self.scenario.system.cards:
            self._shown = {}  # with a side's first action its cards of an earlier turn are over

    def _take_other(self, entry: Entry) -> None:
        """Take an entry that is no ruling."""
        match entry.kind:
            case EntryKind.TURN:
                self.turn = entry.turn
                self._shown, self._at_turn_start = {}, {}
                self._begun_by = self.side_key(entry.body.get("player", ""))
                self._forget_rulings(entry)
            case EntryKind.CORRECTION:
                effects = dict(self.effects.of_corrections(entry, [entry.body]))
                self._concern(entry.number, tuple(effects))
                if self._coming.of(entry.number).counts:
                    self._put(effects.items())
            case EntryKind.VOID | EntryKind.OVERRIDE | EntryKind.ANSWER:
                self._amend(entry)

    def side_key(self, name: str) -> str:
        """The key of a side that a player named by key or name, "" for none."""
        return self.effects.side_key(name)

    def _rule(self, entry: Entry) -> None:
        number = entry.number
        ruled = self._rulings[number] = self.effects.ruled(entry)
        if ruled.reading.checks_morale:
            self._morale[number] = ruled
        if ruled.is_silent and ruled.units:
            self._silent.append(number)
        if ruled.awaits:
            self._awaiting.append(number)
        self._concern(number, ruled.concerned)
        self._put_ruling(ruled, self._coming.of(number))

    def _amend(self, entry: Entry) -> None:
        """Put a ruling, and what overrides of it correct, as voids and overrides now leave it."""
        self._amendments.add([entry])
        about = entry.about or 0
        ruling = self._overrides.get(about, about)
        is_known = entry.number in self._known
        if not is_known and ruling <= self._forgotten and ruling in self._concerned:
            raise LongAgoError
        if entry.kind in INSTEAD:
            self._overrides[entry.number] = about
            corrected = tuple(key for key, _ in self._corrected_by(entry))
            self._concern(entry.number, corrected + self._concerned.get(about, ()))
        overrides = [one.number for one in self._amendments.overrides_of(ruling)]
        if entry.kind is EntryKind.VOID:
            numbers = (about, *overrides) if about == ruling else (about,)
            concerned = chain.from_iterable(self._concerned.get(n, ()) for n in numbers)
            self._concern(entry.number, tuple(concerned))
        if is_known:  # the ruling was put as it leaves it
            if (one := self._coming.of(ruling).standing) and one.number == entry.number:
                self._put(self._corrected_by(entry))
            return
        for number in (about, ruling, *overrides):
            self._take_back(number)
        amendment = self._amendments.of(ruling)
        if ruled := self._rulings.get(ruling):
            self._put_ruling(ruled, amendment)
        if amendment.standing:
            self._put(self._corrected_by(amendment.standing))

    def _corrected_by(self, override: Entry) -> Iterator[tuple[UnitKey, Effect]]:
        """What an override says in free words of units."""
        return self.effects.of_corrections(override, override.body.get("corrections", ()))

    def _put_ruling(self, ruled: Ruled, amendment: Amendment) -> None:
        """Put what a ruling does, by what sides were played when it was made."""
        if amendment.void is None:
            number, claims = ruled.number, self._claimed.items() if ruled.by else ()
            claimed = [side for side, first in claims if first < number]
            self._put(self.effects.of_ruling(ruled, amendment.override, claimed))

    def _put(self, effects: Iterable[tuple[UnitKey, Effect]]) -> None:
        for key, effect in effects:
            held = self._held(key, effect)
            condition = self._conditions.pop(key, None)
            if not held or held[-1].number < effect.number:
                held = (*held, effect)
                if condition:
                    self._conditions[key] = condition.after([effect])
            else:
                others = [one for one in held if one.number != effect.number]
                held = tuple(sorted((*others, effect), key=lambda one: one.number))
            self._effects[key] = held
            if len(held) > 2 * _RECENT:
                self._forget_early(key)

    def _take_back(self, number: int) -> None:
        for key in self._concerned.get(number, ()):
            if effect := next((one for one in self._effects[key] if one.number == number), None):
                self._effects[key] = tuple(x for x in self._held(key, effect) if x is not effect)
                self._conditions.pop(key, None)
            elif number in self._older.get(key, ()):
                raise LongAgoError

    def _held(self, key: UnitKey, changing: Effect) -> tuple[Effect, ...]:
        """The effects on a unit of which one changes; what was worked out of it is forgotten."""
        if changing.number <= self._base.get(key, (0,))[0]:
            raise LongAgoError
        self._shown.pop(key, None)
        before = self._conditions.get(key)
        if changing.gone or (before and before.gone):
            self._shown = {}  # what others may still do hangs on who is gone
        if changing.turn < self.turn:
            self._at_turn_start.pop(key, None)
        return self._effects[key]

    def _concern(self, number: int, units: tuple[UnitKey, ...]) -> None:
        self._concerned[number] = self._alike.setdefault(units, units)

    def _forget_early(self, key: UnitKey) -> None:
        """Fold into one what concerned a unit before this turn, but for what was last."""
        held = self._effects[key]
        early = (*takewhile(lambda effect: effect.turn < self.turn, held[: len(held) - _RECENT]),)
        if early:
            _, before = self._base.get(key, (0, self._start[key]))
            self._base[key] = early[-1].number, before.after(early)
            numbers = array("q", [effect.number for effect in early])
            self._older[key] = self._older.get(key, array("q")) + numbers
            self._effects[key] = held[len(early) :]

    def _forget_rulings(self, turn: Entry) -> None:
        """Forget the rulings of turns that are over, but for the last."""
        early = takewhile(lambda one: one[0] < turn.number - _REMEMBERED, self._rulings.items())
        over = [n for n, ruled in early if ruled.turn < turn.turn - 1 and not ruled.awaits]
        self._forgotten = max(over, default=self._forgotten)
        self._rulings = dict(self._rulings)
        for number in over:
            del self._rulings[number]

    def _began(self, unit: Unit) -> Condition:
        system, scenario = self.scenario.system, self.scenario
        answers = scenario.answers_of(unit)
        answers = {**answers, **system.starting_values(answers, scenario.tables)}
        own = set(known_keys(system))
        values = {key: text for key, text in answers.items() if key in own}
        place = scenario.ground_of(unit)
        return Condition(values=values, place=place.name if place else "")

    def _condition(self, key: UnitKey) -> Condition:
        if key not in self._conditions:
            _, before = self._base.get(key, (0, self._start[key]))
            self._conditions[key] = before.after(self._effects[key])
        return self._conditions[key]

    def at_turn_start(self, unit: RollUnit) -> Condition:
        """The unit as it stood before the first entry of this turn that concerns it."""
        key = (unit.side, unit.name)
        if key not in self._at_turn_start:
            before = (effect for effect in self._effects[key] if effect.turn < self.turn)
            _, began = self._base.get(key, (0, self._start[key]))
            self._at_turn_start[key] = began.after(before).in_turn(self.turn)
        return self._at_turn_start[key]

    def is_others(self, side: str, asking: str) -> bool:
        """Whether what copies of the side `asking` say of this side, both by key, is for others
        to take: another copy plays it."""
        return bool(asking) and asking != side and side in self._claimed

    @property
    def player(self) -> str:
        """The side whose turn it is, by key: as it began, as it was drawn who goes first, or as
        somebody has acted; "" where both act in one, or nothing says so yet."""
        law = self.scenario.system.turn
        if self._begun_by or not law.alternates:
            return self._begun_by
        taken = self._taken_now()
        drawn = TurnSoFar(once=[one for one in taken if one.action in law.once])
        acted = (one.side for one in taken if one.side and law.shows_whose(one))
        return law.initiative(drawn, self.scenario.roles) or next(acted, "")

    @property
    def next_player(self) -> str:
        """The side whose turn comes next, by key; "" where both sides act in one turn."""
        law = self.scenario.system.turn
        if not law.alternates:
            return ""
        keys = [side.key for side in self.scenario.sides]
        taken = self._taken_now()
        now = self.player or next((one.side for one in taken if one.side), "")
        return keys[(keys.index(now) + 1) % len(keys)] if now else ""

    def _taken_now(self) -> list[ActionTaken]:
        """The actions in force of this turn, in order."""
        return [one.action for one in self._taken() if one.turn == self.turn]

    def _taken(self) -> Sequence[TakenAction]:
        """The actions in force of this turn and the one before, in order."""
        if self._acts is None:
            self._acts = sorted(self._actions(), key=lambda one: one.action.number)
        return self._acts

    def _actions(self) -> Iterator[TakenAction]:
        """The same, in no order."""
        for number, ruled in tuple(self._rulings.items()):
            if ruled.turn not in {self.turn - 1, self.turn} or number > self.last:
                continue
            amendment = self._amendments.of(number)
            if amendment.counts and (ruled.reading.spends or ruled.reading.is_once):
                action = ruled.taken(amendment.override)
                yield TakenAction(ruled.turn, action, ruled.reading.spends)
                for side, name in ruled.beside:
                    with_it = attrs.evolve(action, unit=name, side=side, target="", may=())
                    yield TakenAction(ruled.turn, with_it)
        for (side, name), effects in self._effects.items():
            recent = takewhile(lambda effect: effect.turn >= self.turn, reversed(effects))
            for effect in recent:
                if effect.acted and effect.turn == self.turn and effect.number not in self._rulings:
                    action = ActionTaken(unit=name, number=effect.number, side=side)
                    yield TakenAction(effect.turn, action)
