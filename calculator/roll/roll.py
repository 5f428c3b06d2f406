"""The fold: from the entries of a battle to its units and sides as they stand."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, takewhile
from typing import Any, Final, NamedTuple

import attrs

from calculator.garbage import uncollected
from calculator.journal.amendments import INSTEAD, Amendment, Amendments
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.ruling import UnitName
from calculator.roll.checks import Check, check_of
from calculator.roll.condition import AT, Condition, Effect
from calculator.roll.effects import GENERAL, Effects, Ruled, UnitKey
from calculator.roll.unit import Ground, RollSide, RollUnit
from calculator.roll.unit_fields import answered, known_keys
from calculator.roll.words import unusual
from calculator.rules.action import AnyAction, Awaited
from calculator.rules.turns import ActionTaken, Permission, TurnSoFar, UnitSoFar
from calculator.scenarios.model import Scenario, Unit

_RECENT: Final = 32
"""Effects on a unit that are folded anew when a recent one is taken back."""

_GROWING: Final = (
    "_amendments", "_at_turn_start", "_base", "_claimed", "_conditions", "_effects", "_kept",
    "_older", "_overrides", "_shown",
)  # fmt: skip
"""What entries change of a roll, and so is copied before they do."""

_AN_UMPIRE_S: Final = frozenset({EntryKind.VOID, EntryKind.OVERRIDE, EntryKind.CORRECTION})

_REMEMBERED: Final = 1_000
"""Entries whose rulings a roll that forgets keeps beside those of this turn and the last."""


_BY_SCENARIO: Final = frozenset({"scenario", "_units", "_divisions", "_start", "_read"})
"""What an order of battle alone makes of a roll."""


class LongAgoError(Exception):
    """An entry amends what the roll has forgotten: it is to be made anew."""


class _TakenAction(NamedTuple):
    """An action of a turn, and whether it is a unit's."""

    turn: int
    action: ActionTaken
    spends: bool = True


class OpenRuling(NamedTuple):
    """A ruling that awaits a measure: its number, the action, its units, what it awaits."""

    number: int
    action: str
    units: Sequence[UnitKey]
    awaits: Awaited

    def as_json(self) -> dict[str, Any]:
        """The ruling as the command line prints it for machines."""
        units = [{"side": side, "unit": name} for side, name in self.units]
        return {"entry": self.number, "units": units, **self.awaits._asdict()}

    def __str__(self) -> str:
        pair = ", ".join(name for _, name in self.units)
        return f"entry {self.number} is open ({pair}: {self.action.lower()}): {self.awaits.words}"


class Roll:
    """The units of a battle after the entries so far, in the order of its order of battle.

    A roll stays as it is, and may be read from several threads: further entries make another, at
    the cost of what concerns their units. `last` is the number of the last entry, `turn` the turn
    in force.

    With `amendments`, all voids and overrides there are, it forgets single entries of long ago and
    stays small in a long battle: `after` raises `LongAgoError` for what amends those later.
    """

    def __init__(self, scenario: Scenario, amendments: Iterable[Entry] | None = None) -> None:
        self._forgets = amendments is not None
        known = list(amendments or ())
        self._known = {entry.number for entry in known}
        self._coming = Amendments(known)
        self._forgotten = 0
        """The number of the last ruling that is forgotten."""
        self._base: dict[UnitKey, tuple[int, Condition]] = {}
        """How units stood after the last of the effects that are forgotten, and its number."""
        self._older: dict[UnitKey, array[int]] = {}
        """The numbers of those."""
        self.scenario = scenario
        self.turn = 1
        self.player = ""
        """The side whose turn it is, by key; "" where both act in one, or nobody has said."""
        self.last = 0
        self.last_hash = ""
        self._units: dict[UnitKey, Unit] = {(unit.side, unit.name): unit for unit in scenario.units}
        self._divisions = {
            (side.key, formation.name): formation
            for side in scenario.sides
            for formation in side.formations
        }
        self._start = {key: self._began(unit) for key, unit in self._units.items()} | {
            (side.key, ""): Condition(values=answered(side.form) if side.form else {})
            for side in scenario.sides
        }
        self._start |= {
            (side.key, GENERAL + name): Condition(values={})
            for side in scenario.sides
            for name in side.commanders
        }
        self._read = Effects(scenario)
        self._effects: dict[UnitKey, dict[int, Effect]] = {key: {} for key in self._start}
        self._own: set[UnitKey] = set()
        """The units whose effects no other roll holds."""
        self._conditions: dict[UnitKey, Condition] = {}
        self._kept: dict[UnitKey, tuple[int, Condition]] = {}
        self._at_turn_start: dict[UnitKey, Condition] = {}
        self._shown: dict[UnitKey, RollUnit] = {}
        self._so_far: dict[str, TurnSoFar] = {}
        self._acts: tuple[_TakenAction, ...] | None = None
        self._rulings: dict[int, Ruled] = {}
        self._by_turn: dict[int, list[int]] = {}
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
        self.umpired = False
        """Whether a copy of no side has ruled otherwise, voided or corrected: an umpire's."""

    @classmethod
    def of(
        cls,
        entries: Iterable[Entry],
        scenario: Scenario,
        amendments: Iterable[Entry] | None = None,
    ) -> Roll:
        """The roll after these entries, which are all of the battle, in order."""
        roll = cls(scenario, amendments).after(entries)
        roll._known, roll._coming = set(), Amendments()
        return roll

    def after(self, entries: Iterable[Entry]) -> Roll:
        """The roll after further entries, in order."""
        roll = self._copied()
        with uncollected(lasting=not self.last):
            for entry in entries:
                roll._take(entry)
                roll.last, roll.last_hash = entry.number, entry.hash
        return roll

    def _copied(self) -> Roll:
        """Another roll like this, for entries to be taken by: nothing is changed that both hold.

        Conditions and the effects on a unit are replaced, not changed. What a ruling is read as
        depends on it alone, so rolls share that; each minds none after its own last entry.
        """
        other = copy(self)
        for name in _GROWING:
            setattr(other, name, copy(getattr(self, name)))
        other._own, other._so_far, other._acts = set(), {}, None
        return other

    def _take(self, entry: Entry) -> None:
        played = entry.body.get("by", "") if entry.kind is EntryKind.RULING else entry.side
        if side := self._read.side_key(played):
            self._claimed.setdefault(side, entry.number)
        self.umpired |= not entry.side and entry.kind in _AN_UMPIRE_S
        match entry.kind:
            case EntryKind.RULING:
                self._rule(entry)
            case EntryKind.TURN:
                self.turn = entry.turn
                self._shown, self._at_turn_start = {}, {}
                self.player = self._read.side_key(entry.body.get("player", ""))
                self._forget_rulings(entry)
            case EntryKind.CORRECTION:
                self._correct(entry)
            case EntryKind.VOID | EntryKind.OVERRIDE | EntryKind.ANSWER:
                self._amend(entry)
            case EntryKind.NOTE | EntryKind.ORDER_OF_BATTLE:
                pass
        if self.scenario.system.cards:
            self._shown = {}  # with a side's first action its cards of an earlier turn are over

    @property
    def next_player(self) -> str:
        """The side whose turn comes next, by key; "" where both sides act in one turn."""
        if not self.scenario.system.turn.alternates:
            return ""
        keys = [side.key for side in self.scenario.sides]
        acted = (one.action.side for one in self._taken() if one.turn == self.turn)
        now = self.player or next(filter(None, acted), "")
        return keys[(keys.index(now) + 1) % len(keys)] if now else ""

    @property
    def effects(self) -> Effects:
        """What reads entries by its order of battle."""
        return self._read

    @property
    def state(self) -> dict[str, Any]:
        """What the entries have made of it; put into another of the same order of battle, that is
        this roll."""
        return {name: kept for name, kept in vars(self).items() if name not in _BY_SCENARIO}

    @state.setter
    def state(self, kept: Mapping[str, Any]) -> None:
        vars(self).update(kept)

    @property
    def units(self) -> tuple[RollUnit, ...]:
        """Every unit of both sides, in the order of the file."""
        return tuple(self._show(key) for key in self._units)

    @property
    def sides(self) -> tuple[RollSide, ...]:
        """The sides as they stand."""
        return tuple(self.side(side.key) for side in self.scenario.sides)

    def unit(self, name: str, place: str = "unit") -> RollUnit:
        """A unit by its name, or as "side: name" where both sides have one of that name.

        Raises `FaultsError` with the nearest name; `place` is where the name was written.
        """
        found = self.scenario.find(name, place)
        return self._show((found.side, found.name))

    def named(self, unit: UnitName) -> RollUnit | None:
        """The unit that an entry names, or None if the order of battle has none such."""
        key = self._read.key_of(unit)
        return self._show(key) if key else None

    def side(self, name: str) -> RollSide:
        """A side by its key or its name. Raises `UnknownNameError`."""
        key = self.scenario.find_side(name).key
        condition = self._condition((key, ""))
        return RollSide(
            key=key,
            name=self.scenario.side(key).name,
            now=condition.now(self.turn, self._has_acted(key)),
            start=self._start[key, ""].values,
            changed=dict(condition.changed),
        )

    def side_key(self, name: str) -> str:
        """The key of a side that a player named by key or name, "" for none."""
        side = self.scenario.side_called(name)
        return side.key if side else ""

    def ground_at(self, place: str, action: AnyAction) -> dict[str, str]:
        """What a piece of terrain answers to an action against a unit that stands there."""
        return self._read.ground_at(place, action)

    def seen_by(self, side: str) -> tuple[RollUnit, ...]:
        """The units that a side may know of: its own, and of others those that have arrived."""
        key = self.side_key(side)
        return tuple(unit for unit in self.units if unit.side == key or unit.arrived)

    @property
    def silent(self) -> tuple[int, ...]:
        """Rulings on its units in force that do not say what they leave, as older versions wrote
        them: the roll has what their forms stated, and no more."""
        there = (number for number in tuple(self._silent) if number <= self.last)
        return tuple(number for number in there if self._amendments.of(number).counts)

    @property
    def open(self) -> tuple[OpenRuling, ...]:
        """The rulings in force that await what nobody has measured yet, in order."""
        found = []
        for number in (n for n in tuple(self._awaiting) if n <= self.last):
            ruled, amendment = self._rulings.get(number), self._amendments.of(number)
            if ruled and ruled.awaits and amendment.counts and not amendment.override:
                units, label = tuple(ruled.units.values()), ruled.reading.action.label
                found.append(OpenRuling(number, label, units, ruled.awaits))
        return tuple(found)

    def changed_since(self, number: int, units: Iterable[RollUnit]) -> tuple[int, ...]:
        """Entries after entry `number` that concern one of these units, voids and overrides too."""
        keys = {(unit.side, unit.name) for unit in units}
        later = range(number + 1, self.last + 1)
        return tuple(n for n in later if not keys.isdisjoint(self._concerned.get(n, ())))

    def checks_of(self, side: str) -> list[Check]:
        """The checks in force of the morale of a side's army, in order."""
        found = [
            check_of(self.scenario.system, ruled, self._amendments.of(number))
            for number, ruled in tuple(self._morale.items())
            if ruled.side == side and number <= self.last
        ]
        return sorted(filter(None, found))

    def turn_so_far(self, side: str) -> TurnSoFar:
        """What a side, by key or name, has done this turn, and what holds of it and its units."""
        key = self.side_key(side)
        if key not in self._so_far:
            self._so_far[key] = self._turn_so_far(key)
        return self._so_far[key]

    def _turn_so_far(self, key: str) -> TurnSoFar:
        law = self.scenario.system.turn
        taken = [one for one in self._taken() if one.spends]
        own = [one for one in taken if one.action.side == key]
        enemies = [one for one in taken if one.action.side != key]
        in_turn = [one for one in own if not law.out_of_turn(one.action)]
        numbers = {
            turn: [one.action.number for one in in_turn if one.turn == turn]
            for turn in {one.turn for one in in_turn}
        }
        before = max((n for turn, ns in numbers.items() if turn < self.turn for n in ns), default=0)
        until = min(numbers.get(self.turn, ()), default=self.last + 1)
        there = [unit for unit in self.units if not unit.gone]
        units = [unit for unit in there if unit.side == key]
        has_acted = self._has_acted(key)
        return TurnSoFar(
            actions=[one.action for one in own if one.turn == self.turn],
            side=self.side(key).now if key else {},
            units={
                unit.name: UnitSoFar(
                    unit.now, unit.acted_entry, unit.may, self._condition((key, unit.name)).did
                )
                for unit in units
            },
            copies={
                name: self._condition((key, name)).copies(self.turn, has_acted)
                for name in ("", *(unit.name for unit in units))
                if name or key
            },
            theirs=[one.action for one in enemies if one.turn == self.turn],
            against=[one.action for one in enemies if before < one.action.number < until],
            once=[
                one.action
                for one in self._taken()
                if one.turn == self.turn and one.action.action in law.once
            ],
            began={
                unit.name: {key: self.at_turn_start(unit).values.get(key, "") for key in law.began}
                for unit in there
                if law.began and unit.side != key
            },
            is_the_enemy_s=bool(self.player and key) and self.player != key,
            formations=len(
                {
                    (unit.side, unit.division)
                    for unit in self.units
                    if unit.arrived and unit.gone_turn in {0, self.turn}
                    if not (law.alternates and key) or unit.side == key
                }
            ),
        )

    def _taken(self) -> Sequence[_TakenAction]:
        """The actions in force of this turn and the one before, in order."""
        if self._acts is None:
            self._acts = tuple(sorted(self._actions(), key=lambda one: one.action.number))
        return self._acts

    def _actions(self) -> Iterator[_TakenAction]:
        """The same, in no order."""
        for number in chain.from_iterable(
            self._by_turn.get(turn, ()) for turn in (self.turn - 1, self.turn)
        ):
            ruled, amendment = self._rulings.get(number), self._amendments.of(number)
            if ruled is None or number > self.last or not amendment.counts:
                continue
            if ruled.reading.spends or ruled.reading.is_once:
                action = ruled.taken(amendment.override)
                yield _TakenAction(ruled.turn, action, ruled.reading.spends)
                for side, name in ruled.beside:
                    with_it = attrs.evolve(action, unit=name, side=side, target="", may=())
                    yield _TakenAction(ruled.turn, with_it)
        for (side, name), effects in self._effects.items():
            recent = takewhile(lambda effect: effect.turn >= self.turn, reversed(effects.values()))
            for effect in recent:
                if effect.acted and effect.turn == self.turn and effect.number not in self._rulings:
                    action = ActionTaken(unit=name, number=effect.number, side=side)
                    yield _TakenAction(effect.turn, action)

    def _has_acted(self, side: str) -> bool:
        """Whether a side has acted this turn, where that ends what it had in play before."""
        system = self.scenario.system
        return bool(system.cards) and any(
            (one.action.side, one.turn, one.spends) == (side, self.turn, True)
            and not system.turn.out_of_turn(one.action)
            for one in self._taken()
        )

    def ledger(self, side: str) -> tuple[str, ...]:
        """What a side has left of its turn, and what stands, a line each; of most systems none."""
        return tuple(self.scenario.system.turn.ledger(self.turn_so_far(side), self.scenario.tables))

    def account(self, side: str) -> tuple[str, ...]:
        """What a side, by key or name, has beside its units, and its ledger, a line each."""
        has = ", ".join(unusual(self.scenario.system, self.side(side).now))
        return (*([has] if has else ()), *self.generals_lost(side), *self.ledger(side))

    def generals_lost(self, side: str) -> tuple[str, ...]:
        """The generals of a side who are out of the battle, or whose formations are broken, each
        with what he commands and the entry that says so."""
        found = self.scenario.side_called(side)
        commands = {part.general: f" ({part.name})" for part in found.formations} if found else {}
        return tuple(
            f"{name}{commands.get(name, '')}: {lost}"
            for name in (found.commanders if found else ())
            if (lost := self._how_lost((found.key if found else "", GENERAL + name)))
        )

    def general_lost(self, name: str, side: str) -> str:
        """How a general of that name, of another side than this if each has one, left the battle;
        "" for one who has not."""
        key = self._read.general(name, side)
        return self._how_lost(key) if key else ""

    def _how_lost(self, key: UnitKey) -> str:
        now = self._condition(key)
        return now.gone and f"{now.gone} in turn {now.gone_turn} (entry {now.gone_entry})"

    def left_beside(self, unit: RollUnit) -> tuple[int, int]:
        """How many units are left of a unit's formation, and how many of its side's others have
        any."""
        own = [one.division for one in self.units if one.side == unit.side and not one.gone]
        return own.count(unit.division), len({*own} - {unit.division, ""})

    def at_turn_start(self, unit: RollUnit) -> Condition:
        """The unit as it stood before the first entry of this turn that concerns it."""
        key = (unit.side, unit.name)
        if key not in self._at_turn_start:
            before = (e for e in self._effects[key].values() if e.turn < self.turn)
            _, began = self._base.get(key, (0, self._start[key]))
            self._at_turn_start[key] = began.after(before).in_turn(self.turn)
        return self._at_turn_start[key]

    def as_json(self, battle: str, side: str = "") -> dict[str, Any]:
        """The roll as the command line prints it for machines."""
        key, keys = self.side_key(side), known_keys(self.scenario.system)
        return {
            "battle": battle,
            "turn": self.turn,
            "entry": self.last,
            "without-aftermath": list(self.silent),
            "open": [one.as_json() for one in self.open],
            "units": [unit.as_json(keys) for unit in self.units if not key or unit.side == key],
            "sides": [
                {
                    "side": one.key,
                    "name": one.name,
                    **one.now,
                    "generals-lost": self.generals_lost(one.key),
                    "ledger": self.ledger(one.key),
                }
                for one in self.sides
                if not key or one.key == key
            ],
        }

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
            self._conditions[key] = self._folded(key)
        return self._conditions[key]

    def _folded(self, key: UnitKey) -> Condition:
        """The condition folded anew, from one kept a little before the end: what is voided or
        overridden is mostly recent, and should cost the same in a long battle as in a short one."""
        number, condition = self._kept.get(key) or self._base.get(key, (0, self._start[key]))
        effects = reversed(self._effects[key].values())
        late = [*takewhile(lambda effect: effect.number > number, effects)][::-1]
        if len(late) > 2 * _RECENT:
            condition = condition.after(late[:-_RECENT])
            self._kept[key] = late[-_RECENT - 1].number, condition
            late = late[-_RECENT:]
        return condition.after(late)

    def _show(self, key: UnitKey) -> RollUnit:
        if key not in self._shown:
            self._shown[key] = self._shown_now(key)
        return self._shown[key]

    def _shown_now(self, key: UnitKey) -> RollUnit:
        unit, start = self._units[key], self._start[key]
        now = self._condition(key).in_turn(self.turn)
        division = self._divisions.get((unit.side, unit.formation))
        entry_turn = division.entry_turn if division else None
        due = entry_turn is None or entry_turn <= self.turn
        acted = now.acted_turn == self.turn
        known = bool(now.place or now.ground)
        return RollUnit(
            side=unit.side,
            side_name=self.scenario.side(unit.side).name,
            division=unit.formation,
            name=unit.name,
            path=unit.path,
            now=now.now(self.turn, self._has_acted(unit.side)),
            start=start.values,
            changed=dict(now.changed),
            each_turn=self.scenario.system.each_turn,
            gone=now.gone,
            gone_entry=now.gone_entry,
            gone_turn=now.gone_turn,
            arrived=due if now.arrived is None else now.arrived,
            entry_turn=entry_turn,
            acted=acted,
            acted_entry=now.acted_entry if acted else 0,
            may=self._permitted(now) if acted else (),
            ground=Ground(now.place, dict(now.ground), now.ground_entry) if known else None,
            later=dict(now.later) if now.later_turn == self.turn else {},
            entries=self._numbers(key),
            proposals=tuple(
                one
                for one in now.proposed.values()
                if one.turn == self.turn and {**now.values, AT: now.place}.get(one.key) != one.text
            ),
        )

    def _permitted(self, now: Condition) -> tuple[Permission, ...]:
        """What the ruling by which a unit has acted lets it still do, as it now stands."""
        if not now.may:
            return ()
        this_turn = [one.action for one in self._taken() if one.turn == self.turn]
        taken = next((one for one in this_turn if one.number == now.acted_entry), None)
        if taken is None:
            return ()
        whose = taken.side, taken.unit
        earlier = [one for one in this_turn if (one.side, one.unit) == whose]
        permitted = self.scenario.system.turn.permitted(taken, self.scenario.tables, earlier)
        return tuple(one for one in permitted if one.is_open(now.values))

    def _rule(self, entry: Entry) -> None:
        if entry.system != self.scenario.system.key:
            return
        ruled = self._rulings[entry.number] = self._read.ruled(entry)
        self._by_turn.setdefault(entry.turn, []).append(entry.number)
        if ruled.reading.checks_morale:
            self._morale[entry.number] = ruled
        if ruled.is_silent and ruled.units:
            self._silent.append(entry.number)
        if ruled.awaits:
            self._awaiting.append(entry.number)
        self._concern(entry.number, ruled.concerned)
        self._put_ruling(ruled, self._coming.of(entry.number))

    def is_others(self, side: str, asking: str) -> bool:
        """Whether what copies of the side `asking` say of this side, both by key, is for others
        to take: another copy plays it."""
        return bool(asking) and asking != side and side in self._claimed

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
        overrides = self._amendments.overrides_of(ruling)
        if entry.kind is EntryKind.VOID:
            numbers = about, *(one.number for one in overrides if about == ruling)
            concerned = chain.from_iterable(self._concerned.get(n, ()) for n in numbers)
            self._concern(entry.number, tuple(concerned))
        if is_known:  # the ruling was put as it leaves it
            if (one := self._coming.of(ruling).standing) and one.number == entry.number:
                self._put(self._corrected_by(entry))
            return
        for number in (about, ruling, *(one.number for one in overrides)):
            self._take_back(number)
        amendment = self._amendments.of(ruling)
        if ruled := self._rulings.get(ruling):
            self._put_ruling(ruled, amendment)
        if amendment.standing:
            self._put(self._corrected_by(amendment.standing))

    def _corrected_by(self, override: Entry) -> Iterator[tuple[UnitKey, Effect]]:
        """What an override says in free words of units."""
        return self._read.of_corrections(override, override.body.get("corrections", ()))

    def _put_ruling(self, ruled: Ruled, amendment: Amendment) -> None:
        """Put what a ruling does, by what sides were played when it was made."""
        if amendment.counts:
            claimed = {side for side, number in self._claimed.items() if number < ruled.number}
            self._put(self._read.of_ruling(ruled, amendment.override, claimed))

    def _correct(self, entry: Entry) -> None:
        effects = dict(self._read.of_corrections(entry, [entry.body]))
        self._concern(entry.number, tuple(effects))
        if self._coming.of(entry.number).counts:
            self._put(effects.items())

    def _put(self, effects: Iterable[tuple[UnitKey, Effect]]) -> None:
        for key, effect in effects:
            held = self._own_effects(key, effect.number)
            is_newest = next(reversed(held), 0) < effect.number
            held[effect.number] = effect
            condition = self._forget(key, effect)
            if not is_newest:
                self._effects[key] = dict(sorted(held.items()))
            elif condition:
                self._conditions[key] = condition.after([effect])
            if self._forgets and len(held) > 4 * _RECENT:
                self._forget_effects(key, held)

    def _take_back(self, number: int) -> None:
        for key in self._concerned.get(number, ()):
            if effect := self._own_effects(key, number).pop(number, None):
                self._forget(key, effect)

    def _concern(self, number: int, units: tuple[UnitKey, ...]) -> None:
        self._concerned[number] = self._alike.setdefault(units, units)

    def _numbers(self, key: UnitKey) -> tuple[int, ...]:
        """The numbers of all entries in force that concern a unit."""
        return (*self._older.get(key, ()), *self._effects[key])

    def _forget_effects(self, key: UnitKey, held: dict[int, Effect]) -> None:
        """Fold into one what concerned a unit before this turn, but for what was last."""
        early = tuple(held.values())[: -2 * _RECENT]
        early = (*takewhile(lambda effect: effect.turn < self.turn, early),)
        if early:
            _, before = self._base.get(key, (0, self._start[key]))
            self._base[key] = early[-1].number, before.after(early)
            numbers = array("q", [effect.number for effect in early])
            self._older[key] = self._older.get(key, array("q")) + numbers
            for number in numbers:
                del held[number]
            self._kept.pop(key, None)

    def _forget_rulings(self, turn: Entry) -> None:
        """Forget the rulings of turns that are over, but for the last."""
        if self._forgets:
            recent = range(turn.number - _REMEMBERED, turn.number)
            kept = {
                n: ruled
                for n, ruled in self._rulings.items()
                if ruled.turn >= turn.turn - 1 or n in recent or ruled.awaits
            }
            gone = self._rulings.keys() - kept.keys()
            self._forgotten = max(gone, default=self._forgotten)
            self._rulings = kept

    def _own_effects(self, key: UnitKey, number: int) -> dict[int, Effect]:
        """The effects on a unit, to be changed by those of entry `number`."""
        if number <= self._base.get(key, (0,))[0]:
            raise LongAgoError
        if key not in self._own:
            self._effects[key] = dict(self._effects[key])
            self._own.add(key)
        return self._effects[key]

    def _forget(self, key: UnitKey, effect: Effect) -> Condition | None:
        """Forget what was worked out of a unit that an effect is put on, or taken back from; gives
        how it stood, if that was known."""
        self._shown.pop(key, None)
        if effect.number <= self._kept.get(key, (0,))[0]:
            del self._kept[key]
        if effect.turn < self.turn:
            self._at_turn_start.pop(key, None)
        return self._conditions.pop(key, None)
