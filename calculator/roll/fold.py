"""The fold: from the entries of a battle to what they have done to its units and sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, islice
from typing import Final, Self

import attrs

from calculator.errors import JournalError
from calculator.garbage import uncollected
from calculator.journal.amendments import Amendments, amends
from calculator.journal.entry import Entry, EntryKind
from calculator.roll.condition import Condition, Effect, Ground
from calculator.roll.effects import Effects
from calculator.roll.reading import GENERAL, Ruled, UnitKey
from calculator.roll.unit import RollUnit, answered, known_keys
from calculator.rules.turns import ActionTaken, TurnSoFar
from calculator.scenarios.model import Scenario, Unit

_STRIDE: Final = 128
"""After so many entries a fold remembers how it stood: what is amended is mostly recent."""

_GROWING: Final = (
    "_acted", "_amendments", "_at_turn_start", "_awaiting", "_claimed", "_conditions", "_morale",
    "_overrides", "_rulings", "_shown", "_silent", "_since",
)  # fmt: skip
"""What entries change of a roll, and so is copied before they do."""

_RULING: Final = EntryKind.RULING
"""Nearly every entry is one, and to find the member of an enumeration takes a while."""

_AN_UMPIRE_S: Final = frozenset({EntryKind.VOID, EntryKind.OVERRIDE, EntryKind.CORRECTION})

BY_SCENARIO: Final = frozenset({"scenario", "effects", "_units", "_divisions", "_start"})
"""What an order of battle alone makes of a roll."""


class LongAgoError(Exception):
    """An entry amends what the roll has forgotten: it is to be made anew."""


class Fold:
    """What the entries so far have done to the units and sides of a battle.

    A fold stays as it is, and may be read from several threads: further entries make another, at
    the cost of what concerns their units. `last` is the number of the last entry, `turn` the turn
    in force. `umpired` says whether a copy of no side, an umpire's, has ruled otherwise, voided or
    corrected.

    It remembers how it stood some entries ago, and goes on anew from there where one since then is
    amended. `after` raises `LongAgoError` for what amends an earlier one, but for the `amendments`
    that were known before.
    """

    def __init__(self, scenario: Scenario, amendments: Iterable[Entry] = ()) -> None:
        self._foresee(amendments)
        self._earlier: tuple[Fold, ...] = ()
        """How it stood before the entries `_since`, and halfway through them."""
        self._since: list[Entry] = []
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
        self._conditions = dict(self._start)
        self._own: set[UnitKey] = set()
        """Whose conditions no other roll has."""
        self._at_turn_start: dict[UnitKey, Condition] = {}
        """How those stood whom an entry of this turn concerns."""
        self._shown: dict[UnitKey, RollUnit] = {}
        self._so_far: dict[str, TurnSoFar] = {}
        self._acts: Sequence[ActionTaken] | None = None
        self._rulings: dict[int, Ruled] = {}
        self._acted: list[ActionTaken] = []
        """What corrections say of who has acted."""
        self._morale: dict[int, Ruled] = {}
        """The rulings that check an army's morale."""
        self._awaiting: list[int] = []
        """Those that something is to be measured for."""
        self._silent: list[int] = []
        """Those of older versions, which did not say what results leave."""
        self._concerned: dict[int, tuple[UnitKey, ...]] = {}
        """Whom each entry concerns; as that depends on the entry alone, rolls share it."""
        self._alike: dict[tuple[UnitKey, ...], tuple[UnitKey, ...]] = {}
        self._amendments = Amendments()
        self._claimed: dict[str, int] = {}
        """The sides that a copy plays, with the first entry that says so."""
        self._overrides: dict[int, int] = {}

    def _foresee(self, amendments: Iterable[Entry]) -> None:
        """Put rulings as these voids, overrides and answers will leave them, and begin no turn
        that is undone."""
        self._foreseen = {entry.number: entry for entry in amendments}
        self._coming = Amendments(self._foreseen.values())
        self._undone = [
            range(entry.body["undoes"], number + 1)
            for number, entry in self._foreseen.items()
            if "undoes" in entry.body
        ]

    @classmethod
    def of(
        cls,
        entries: Iterable[Entry],
        scenario: Scenario,
        amendments: Iterable[Entry] | None = None,
    ) -> Self:
        """The roll after these entries, which are all of the battle, in order; `amendments` are all
        among them that amend others, and save keeping the rest at once."""
        if amendments is None:
            entries = list(entries)
            amendments = filter(amends, entries)
        return cls(scenario, amendments).after(entries)

    def after(self, entries: Iterable[Entry]) -> Self:
        """The roll after further entries, in order. Nothing is changed that both hold."""
        roll, coming = self._copied(), iter(entries)
        with uncollected(lasting=not self.last):
            for entry in chain.from_iterable(iter(lambda: tuple(islice(coming, _STRIDE)), ())):
                if amends(entry) and entry.number not in roll._foreseen:
                    roll._go_back(entry)
                roll._go_on(entry)
        return roll

    def _copied(self) -> Self:
        other = copy(self)
        for name in _GROWING:
            setattr(other, name, copy(getattr(self, name)))
        other._so_far, other._acts = {}, None
        self._own, other._own = set(), set()
        return other

    def _earlier_self(self) -> Fold:
        """How it stands, to be gone on from again: with what was put as later entries leave it."""
        other = self._copied()
        other._foresee([one for one in self._foreseen.values() if one.number > self.last])
        other._earlier, other._since = (), []
        return other

    @property
    def to_keep(self) -> Fold:
        """How it stood some entries ago: what is amended since then can be put from there."""
        return self._earlier[0] if self._earlier else self

    def _go_back(self, amendment: Entry) -> None:
        """Stand as if an amendment had been known before."""
        about = amendment.about or amendment.body.get("undoes", 0)
        amended = self._overrides.get(about, about)
        if amendment.about and not self._concerned.get(amended):
            return
        if not self._earlier or amended <= self._earlier[0].last:
            raise LongAgoError
        again = self._since
        known = [entry for entry in (*again, amendment) if amends(entry)]
        known += [entry for entry in self._foreseen.values() if entry.number > amendment.number]
        vars(self).update(vars(self._earlier[0]._copied()))
        self._foresee(known)
        for entry in again:
            self._go_on(entry)

    def _go_on(self, entry: Entry) -> None:
        """Take one more entry, and remember from time to time how it stood."""
        if not self._earlier:
            self._earlier = (self._earlier_self(),)
        self._take(entry)
        self.last, self.last_hash = entry.number, entry.hash
        self._since.append(entry)
        if len(self._since) % _STRIDE == 0:
            self._earlier = (*self._earlier[-1:], self._earlier_self())
            del self._since[:-_STRIDE]

    def _take(self, entry: Entry) -> None:
        kind = entry.kind
        if kind is not EntryKind.TURN and entry.turn > self.turn:
            entry = entry._replace(turn=self.turn)  # it was of a turn that is undone
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
            case EntryKind.TURN if not any(entry.number in undone for undone in self._undone):
                self._turn_over(entry)
            case EntryKind.CORRECTION:
                effects = self.effects.of_corrections(entry, [entry.body])
                self._concern(entry.number, effects)
                if self._coming.of(entry.number).counts:
                    self._put_corrections(effects)
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
        if ruled.units and entry.body.keys().isdisjoint(("aftermath", "code")):
            self._silent.append(number)
        if "awaits" in entry.body:
            self._awaiting.append(number)
        self._concern(number, ruled.concerned)
        amendment = self._coming.of(number)
        if amendment.void is None:
            claims = self._claimed.items() if ruled.by else ()
            claimed = [side for side, first in claims if first < number]
            self._put(self.effects.of_ruling(ruled, amendment.override, claimed))

    def _amend(self, entry: Entry) -> None:
        """Take account of an amendment: what it is about was put as that leaves it."""
        self._amendments.add([entry])
        about = entry.about or 0
        concerned = self._concerned.get(about, ())
        if entry.kind is EntryKind.VOID:
            for override in self._amendments.overrides_of(about):
                concerned += self._concerned[override.number]
        else:
            self._overrides[entry.number] = about
            corrections = entry.body.get("corrections", ())
            effects = self.effects.of_corrections(entry, corrections)
            concerned = (*effects, *concerned)
            standing = self._coming.of(about).standing
            if standing and standing.number == entry.number:
                self._put_corrections(effects)
        self._concern(entry.number, concerned)

    def _concern(self, number: int, units: Iterable[UnitKey]) -> None:
        concerned = tuple(units)
        self._concerned[number] = self._alike.setdefault(concerned, concerned)

    def _put_corrections(self, effects: Mapping[UnitKey, Effect]) -> None:
        self._put(effects)
        for (side, name), effect in effects.items():
            if effect.acted:
                self._acted.append(
                    ActionTaken(unit=name, number=effect.number, side=side, turn=effect.turn)
                )

    def _put(self, effects: Mapping[UnitKey, Effect]) -> None:
        conditions, began, own = self._conditions, self._at_turn_start, self._own
        kinds = self.effects.kinds
        for key, effect in effects.items():
            condition = conditions[key]
            if effect.at_end and effect.left is not None and effect.turn < self.turn:
                effect.left, effect.at_end = {**effect.left, **effect.at_end}, {}
            if effect.turn >= self.turn:
                if key not in began:
                    began[key] = condition
                    own.discard(key)
            elif key in began:
                began[key] = began[key].copied()
                began[key].take(effect, kinds)
            if key not in own:
                own.add(key)
                condition = conditions[key] = condition.copied()
            self._shown.pop(key, None)
            if effect.gone or condition.gone:
                self._shown = {}  # what others may still do hangs on who is gone
            condition.take(effect, kinds)

    def _turn_over(self, turn: Entry) -> None:
        """Begin a turn, and forget what was ruled long before it."""
        self.turn = turn.turn
        self._begun_by = self.side_key(turn.body.get("player", ""))
        self._at_turn_start, self._shown, self._acted = {}, {}, []
        for key in [key for key, one in self._conditions.items() if one.at_end]:
            self._conditions[key] = self._conditions[key].copied()
            self._conditions[key].end_turn()
        since, awaited = turn.turn - 1, set(self._awaiting)
        self._rulings = {n: r for n, r in self._rulings.items() if r.turn >= since or n in awaited}

    def _began(self, unit: Unit) -> Condition:
        system, scenario = self.scenario.system, self.scenario
        answers = scenario.answers_of(unit)
        answers = {**answers, **system.starting_values(answers, scenario.tables)}
        own = set(known_keys(system))
        values = {key: text for key, text in answers.items() if key in own}
        place = scenario.ground_of(unit)
        return Condition(values=values, ground=Ground(place.name, {}) if place else None)

    def at_turn_start(self, unit: RollUnit) -> Condition:
        """The unit as it stood before the first entry of this turn that concerns it."""
        key = (unit.side, unit.name)
        return self._at_turn_start.get(key, self._conditions[key])

    def is_others(self, side: str, asking: str) -> bool:
        """Whether what copies of the side `asking` say of this side, both by key, is for others
        to take: another copy plays it."""
        return bool(asking) and asking != side and side in self._claimed

    def check_own(self, side: str, unit: RollUnit) -> None:
        """Raise `JournalError` if this is another side's unit; an umpire, of no side, has all.

        Raises `UnknownNameError` for a side that there is not.
        """
        if side and unit.side != self.scenario.find_side(side).key:
            whose = f"{unit.name} belongs to {unit.side_name}"
            raise JournalError(f"{whose}: only that side or an umpire can correct it")

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
        return [one for one in self._taken() if one.turn == self.turn]

    def _taken(self) -> Sequence[ActionTaken]:
        """The actions in force of this turn and the one before, in order."""
        if self._acts is None:
            self._acts = sorted(self._actions(), key=lambda one: one.number)
        return self._acts

    def _actions(self) -> Iterator[ActionTaken]:
        """The same, in no order."""
        for number, ruled in self._rulings.items():
            amendment = self._amendments.of(number)
            if not amendment.counts or ruled.turn not in {self.turn - 1, self.turn}:
                continue
            if ruled.reading.spends or ruled.reading.is_once:
                action = ruled.taken(amendment.override)
                yield action
                for side, name in ruled.beside:
                    yield attrs.evolve(action, unit=name, side=side, target="", may=(), spends=True)
        yield from (one for one in self._acted if one.turn == self.turn)
