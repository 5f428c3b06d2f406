"""The fold: from the entries of a battle to its units and sides as they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import attrs

from calculator.errors import UnknownNameError
from calculator.forms import as_text
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.ruling import UnitName
from calculator.roll.checks import Check, Checks
from calculator.roll.condition import AT, Condition, Effect
from calculator.roll.places import (
    Placed,
    answered,
    ground_fields,
    known_keys,
    side_fields,
    unit_fields,
)
from calculator.roll.unit import Ground, RollSide, RollUnit
from calculator.rules.aftermath import ActionTaken, TurnSoFar
from calculator.rules.system import AnyAction, Place
from calculator.scenarios.model import Scenario, Side, Unit, plain_name

UnitKey = tuple[str, str]
"""A unit by its side's key and its name, which no two share."""


class _Ruling(NamedTuple):
    """What the roll keeps of a ruling: which units it concerned, and what its form stated."""

    turn: int
    side: str
    action: AnyAction
    units: Mapping[str, UnitKey]
    stated: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]]
    side_stated: Mapping[str, Mapping[str, str]]
    aftermath: Mapping[str, Any]
    form: Mapping[str, Any]

    @property
    def taken(self) -> ActionTaken:
        """The action as what it leaves open later is asked of it."""
        answers = {key: as_text(value) for key, value in self.form.items()}
        return ActionTaken(self.action.key, self.units.get("actor", ("", ""))[1], answers)


class Roll:
    """The units of a battle after the entries so far, in the order of its order of battle.

    Entries are added in order, a few at a time if need be; each costs as much as concerns its
    units. `last` is the number of the last entry added, `turn` the turn in force.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.turn = 1
        self.last = 0
        self.last_hash = ""
        self._units: dict[UnitKey, Unit] = {(unit.side, unit.name): unit for unit in scenario.units}
        self._divisions = {
            (side.key, formation.name): formation
            for side in scenario.sides
            for formation in side.formations
        }
        self._start = {key: self._began(unit) for key, unit in self._units.items()}
        self._effects: defaultdict[UnitKey, dict[int, Effect]] = defaultdict(dict)
        self._side_effects: defaultdict[str, dict[int, Effect]] = defaultdict(dict)
        self._conditions: dict[UnitKey, Condition] = {}
        self._side_conditions: dict[str, Condition] = {}
        self._shown: dict[UnitKey, RollUnit] = {}
        self._rulings: dict[int, _Ruling] = {}
        self._concerned: dict[int, tuple[UnitKey, ...]] = {}
        self._amendments = Amendments()
        self._overrides: dict[int, int] = {}
        self._like: dict[tuple[Any, ...], frozenset[str]] = {}
        self._known_actions: dict[str, AnyAction] = {}
        self._checks = Checks(scenario.system)

    @classmethod
    def of(cls, entries: Iterable[Entry], scenario: Scenario) -> Roll:
        """The roll after these entries, which are all of the battle, in order."""
        roll = cls(scenario)
        roll.add(entries)
        return roll

    def add(self, entries: Iterable[Entry]) -> None:
        """Take account of further entries, in order."""
        for entry in entries:
            self._add(entry)
            self.last, self.last_hash = entry.number, entry.hash

    def _add(self, entry: Entry) -> None:
        match entry.kind:
            case EntryKind.RULING:
                self._rule(entry)
            case EntryKind.TURN:
                self.turn = entry.turn
                self._shown.clear()
            case EntryKind.CORRECTION:
                self._correct(entry.number, entry.turn, [entry.body])
            case EntryKind.VOID | EntryKind.OVERRIDE:
                self._amend(entry)
            case EntryKind.NOTE | EntryKind.ORDER_OF_BATTLE:
                pass

    @property
    def units(self) -> tuple[RollUnit, ...]:
        """Every unit of both sides, in the order of the file."""
        return tuple(self._show(key) for key in self._units)

    @property
    def sides(self) -> tuple[RollSide, ...]:
        """The sides as they stand."""
        return tuple(self.side(side.key) for side in self.scenario.sides)

    def unit(self, name: str) -> RollUnit:
        """A unit by its name, or as "side: name" where both sides have one of that name.

        Raises `FaultsError` with the nearest name.
        """
        found = self.scenario.find(name)
        return self._show((found.side, found.name))

    def named(self, unit: UnitName) -> RollUnit | None:
        """The unit that an entry names, or None if the order of battle has none such."""
        key = self._key(unit)
        return self._show(key) if key else None

    def side(self, name: str) -> RollSide:
        """A side by its key or its name. Raises `UnknownNameError`."""
        key = self.side_key(name)
        if not key:
            raise UnknownNameError("side", name, [side.key for side in self.scenario.sides])
        side = self.scenario.side(key)
        start = self._side_began(side)
        condition = self._side_condition(key)
        return RollSide(
            key=key, name=side.name, now=condition.now(self.turn), start=start,
            changed=dict(condition.changed),
        )  # fmt: skip

    def side_key(self, name: str) -> str:
        """The key of a side that a player named by key or name, "" for none."""
        wanted = plain_name(name)
        for side in self.scenario.sides:
            if wanted in {plain_name(side.key), plain_name(side.name)}:
                return side.key
        return ""

    def seen_by(self, side: str) -> tuple[RollUnit, ...]:
        """The units that a side may know of: its own, and of others those that have arrived."""
        key = self.side_key(side)
        return tuple(unit for unit in self.units if unit.side == key or unit.arrived)

    def concerned_by(self, number: int) -> tuple[RollUnit, ...]:
        """The units that an entry concerns."""
        return tuple(self._show(key) for key in self._concerned.get(number, ()))

    def played_on_from(self, number: int) -> tuple[int, ...]:
        """Later entries in force about a unit that entry `number` concerns."""
        later = {
            other
            for key in self._concerned.get(number, ())
            for other in self._effects[key]
            if other > number
        }
        return tuple(sorted(later))

    def changed_since(self, number: int, units: Iterable[RollUnit]) -> tuple[int, ...]:
        """Entries after entry `number` that concern one of these units."""
        keys = {(unit.side, unit.name) for unit in units}
        found = {n for key in keys for n in self._effects[key] if n > number}
        return tuple(sorted(found))

    def checks_of(self, side: str) -> list[Check]:
        """The checks in force of the morale of a side's army, in order."""
        return self._checks.of(side)

    def turn_of(self, side: str) -> TurnSoFar:
        """What a side, by key or name, has done this turn, and what holds of it and its units."""
        key = self.side_key(side)
        rulings = (
            (number, one.taken)
            for number, one in self._rulings.items()
            if one.turn == self.turn and one.side == key and self._amendments.of(number).counts
            if one.action.place is Place.ACTION
        )
        without = (
            (number, ActionTaken(unit=name))
            for (own, name), effects in self._effects.items()
            for number, effect in effects.items()
            if own == key and effect.acted and effect.turn == self.turn
            if number not in self._rulings
        )
        return TurnSoFar(
            actions=tuple(taken for _, taken in sorted([*rulings, *without], key=lambda p: p[0])),
            side=self.side(key).now if key else {},
            units={unit.name: unit.now for unit in self.units if unit.side == key},
        )

    def ledger(self, side: str) -> tuple[str, ...]:
        """What a side has left of its turn, and what stands, a line each; of most systems none."""
        ledger = self.scenario.system.ledger
        return tuple(ledger(self.turn_of(side), self.scenario.tables)) if ledger else ()

    def at_turn_start(self, unit: RollUnit) -> Condition:
        """The unit as it stood before the first entry of this turn that concerns it."""
        key = (unit.side, unit.name)
        before = (e for e in self._effects[key].values() if e.turn < self.turn)
        return self._start[key].after(before)

    def as_json(self, battle: str, side: str = "") -> dict[str, Any]:
        """The roll as the command line prints it for machines."""
        key = self.side_key(side)
        return {
            "battle": battle,
            "turn": self.turn,
            "entry": self.last,
            "units": [unit.as_json() for unit in self.units if not key or unit.side == key],
            "sides": [
                {"side": one.key, "name": one.name, **one.now, "ledger": self.ledger(one.key)}
                for one in self.sides
                if not key or one.key == key
            ],
        }

    def _began(self, unit: Unit) -> Condition:
        system, scenario = self.scenario.system, self.scenario
        answers = scenario.answers_of(unit)
        answers = {**answers, **system.begun(answers, scenario.tables)}
        own = set(known_keys(system))
        values = {key: text for key, text in answers.items() if key in own}
        place = scenario.ground_of(unit)
        return Condition(
            values=values,
            place=place.name if place else "",
        )

    def _side_began(self, side: Side) -> dict[str, str]:
        return answered(side.form) if side.form else {}

    def _on_ground(self, form: Mapping[str, Any], action: AnyAction) -> dict[str, str]:
        """What a form answers of the ground that the target stands on, by field key."""
        fields = ground_fields(self.scenario.system, action)
        return {field: str(form[field]) for field in fields if field in form}

    def _places_like(self, action: AnyAction, answers: Mapping[str, str]) -> frozenset[str]:
        """The pieces of terrain that answer so of a target that stands there."""
        asked = (action.key, *answers.items())
        if asked not in self._like:
            self._like[asked] = frozenset(
                piece.name
                for piece in self.scenario.terrain
                if answers.items() <= self.ground_at(piece.name, action).items()
            )
        return self._like[asked]

    def ground_at(self, place: str, action: AnyAction) -> dict[str, str]:
        """What a piece of terrain answers to an action against a unit that stands there."""
        forms = (piece.form for piece in self.scenario.terrain if piece.name == place)
        if (form := next(forms, None)) is None:
            return {}
        answers = self.scenario.system.protection(form, action.key)
        fields = ground_fields(self.scenario.system, action)
        return {field: text for field, text in answers.items() if field in fields}

    def _condition(self, key: UnitKey) -> Condition:
        if key not in self._conditions:
            self._conditions[key] = self._start[key].after(self._effects[key].values())
        return self._conditions[key]

    def _side_condition(self, key: str) -> Condition:
        if key not in self._side_conditions:
            start = Condition(values=self._side_began(self.scenario.side(key)))
            self._side_conditions[key] = start.after(self._side_effects[key].values())
        return self._side_conditions[key]

    def _show(self, key: UnitKey) -> RollUnit:
        if key not in self._shown:
            self._shown[key] = self._shown_now(key)
        return self._shown[key]

    def _shown_now(self, key: UnitKey) -> RollUnit:
        unit, now, start = self._units[key], self._condition(key), self._start[key]
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
            now=now.now(self.turn),
            start=start.values,
            changed=dict(now.changed),
            gone=now.gone,
            gone_entry=now.gone_entry,
            gone_turn=now.gone_turn,
            arrived=due if now.arrived is None else now.arrived,
            entry_turn=entry_turn,
            acted=acted,
            acted_entry=now.acted_entry if acted else 0,
            may=now.may if acted else (),
            ground=Ground(now.place, dict(now.ground), now.ground_entry) if known else None,
            later=dict(now.later) if now.later_turn == self.turn else {},
            entries=tuple(self._effects[key]),
        )

    def _key(self, unit: UnitName) -> UnitKey | None:
        if (unit.side, unit.name) in self._units:
            return unit.side, unit.name
        keys = [key for key in self._units if key[1] == unit.name and not unit.side]
        return keys[0] if len(keys) == 1 else None

    def _rule(self, entry: Entry) -> None:
        if entry.system != self.scenario.system.key:
            return
        ruling = self._read(entry)
        self._rulings[entry.number] = ruling
        self._put_ruling(entry.number, ruling, ruling.aftermath)
        self._checks.note(entry, ruling.side)

    def _read(self, entry: Entry) -> _Ruling:
        body, system = entry.body, self.scenario.system
        if entry.action not in self._known_actions:
            self._known_actions[entry.action] = system.action(entry.action)
        action = self._known_actions[entry.action]
        units = {}
        for role, recorded in body.get("units", {}).items():
            if key := self._key(UnitName.read(recorded)):
                units[role] = key
        actor = units.get("actor")
        side = actor[0] if actor else self.side_key(entry.side)
        return _Ruling(
            turn=entry.turn,
            side=side,
            action=action,
            units=units,
            stated={
                role: (
                    _stated(body["form"], unit_fields(system, action, role)),
                    self._on_ground(body["form"], action) if role == "target" else {},
                )
                for role in units
            },
            side_stated={
                role: _stated(body["form"], side_fields(system, action, role))
                for role in ("actor", "target", "side", "enemy")
            },
            aftermath=body.get("aftermath", {}),
            form=body["form"],
        )

    def _put_ruling(self, number: int, ruling: _Ruling, aftermath: Mapping[str, Any]) -> None:
        effects = dict(self._effects_of(number, ruling, aftermath))
        self._concerned[number] = tuple(effects)
        for key, effect in effects.items():
            self._put(key, effect)
        for side, effect in self._effects_on_sides(number, ruling, aftermath):
            self._put_on_side(side, effect)

    def _effects_of(
        self, number: int, ruling: _Ruling, aftermath: Mapping[str, Any]
    ) -> Iterator[tuple[UnitKey, Effect]]:
        for role, key in ruling.units.items():
            stated, on_ground = ruling.stated[role]
            left, gone = _left(role, aftermath)
            aspects = {"on_ground": on_ground, "gone": gone, **self._placed(left)}
            if on_ground:
                aspects["like"] = self._places_like(ruling.action, on_ground)
            if role == "actor" and ruling.action.place is Place.ACTION:
                aspects |= {"acted": True, "may": tuple(aftermath.get("may", ()))}
            elif role == "target":
                aspects["later"] = aftermath.get("later", {})
                aspects["acted"] = aftermath.get("target-spent") or None
            yield key, self._effect(number, ruling.turn, stated, **aspects)

    def _effect(
        self,
        number: int,
        turn: int,
        stated: Mapping[str, str],
        left: Mapping[str, str] | None,
        **more: Any,
    ) -> Effect:
        """An effect, with what of it holds for the turn alone apart from what lasts."""
        each_turn = self.scenario.system.each_turn
        passing: dict[str, str] = {}
        if each_turn:
            both = {**stated, **(left or {})}
            passing = {key: text for key, text in both.items() if key in each_turn}
            stated = {key: text for key, text in stated.items() if key not in each_turn}
            left = left and {key: text for key, text in left.items() if key not in each_turn}
        return Effect(number=number, turn=turn, stated=stated, left=left, this_turn=passing, **more)

    def _placed(self, left: Mapping[str, str] | None) -> dict[str, Any]:
        """What is new of a unit, with the terrain that it has come to apart."""
        if left is None or AT not in left:
            return {"left": left}
        values = {key: text for key, text in left.items() if key != AT}
        return {"left": values, "place": left[AT]}

    def _effects_on_sides(
        self, number: int, ruling: _Ruling, aftermath: Mapping[str, Any]
    ) -> Iterator[tuple[str, Effect]]:
        if not ruling.side:
            return
        enemies = [side.key for side in self.scenario.sides if side.key != ruling.side]
        own_and_enemy = (
            ("side", ("actor", "side"), [ruling.side]),
            ("enemy", ("target", "enemy"), enemies),
        )
        for what, roles, sides in own_and_enemy:
            stated: dict[str, str] = {}
            for role in roles:
                stated |= ruling.side_stated[role]
            left = aftermath.get(what, {})
            if len(sides) == 1 and (stated or left):
                yield sides[0], self._effect(number, ruling.turn, stated, left)

    def _correct(self, number: int, turn: int, corrections: Iterable[Mapping[str, Any]]) -> None:
        concerned = []
        for correction in corrections:
            if key := self._key(UnitName.read(correction["unit"])):
                self._put(key, self._corrected(number, turn, correction["values"]))
                concerned.append(key)
        self._concerned[number] = tuple(concerned)

    def _corrected(self, number: int, turn: int, values: Mapping[str, str]) -> Effect:
        """What a correction does: besides a unit's own keys there are `at` and three of its own."""
        own = {k: text for k, text in values.items() if k not in {"gone", "acted", "arrived"}}
        gone = values.get("gone", "no")
        return attrs.evolve(
            Effect(
                number=number,
                turn=turn,
                stated={} if values.get("gone") == "no" else None,
                gone="" if gone == "no" else gone,
                acted={"yes": True, "no": False}.get(values.get("acted", "")),
                arrived={"yes": True, "no": False}.get(values.get("arrived", "")),
            ),
            **self._placed(None if gone != "no" else own),
        )

    def _amend(self, entry: Entry) -> None:
        self._amendments.add([entry])
        about = entry.about or 0
        if entry.kind is EntryKind.OVERRIDE:
            self._overrides[entry.number] = about
            self._correct(entry.number, entry.turn, entry.body.get("corrections", ()))
        else:
            self._take_back(about)
            about = self._overrides.get(about, about)
        if ruling := self._rulings.get(about):
            self._judge(about, ruling)

    def _judge(self, number: int, ruling: _Ruling) -> None:
        """Put the effects of a ruling as voids and overrides leave it."""
        amendment = self._amendments.of(number)
        self._checks.amend(number, counts=amendment.counts, override=amendment.override)
        if not amendment.counts:
            self._take_back(number)
            return
        override = amendment.override
        left = ruling.aftermath if override is None else override.body.get("aftermath", {})
        self._put_ruling(number, ruling, left)

    def _put(self, key: UnitKey, effect: Effect) -> None:
        newest = _insert(self._effects[key], effect)
        self._shown.pop(key, None)
        if newest and key in self._conditions:
            self._conditions[key].take(effect)
        else:
            self._conditions.pop(key, None)

    def _put_on_side(self, side: str, effect: Effect) -> None:
        _insert(self._side_effects[side], effect)
        self._side_conditions.pop(side, None)

    def _take_back(self, number: int) -> None:
        for key in self._concerned.get(number, ()):
            if self._effects[key].pop(number, None):
                self._conditions.pop(key, None)
                self._shown.pop(key, None)
        for side, effects in self._side_effects.items():
            if effects.pop(number, None):
                self._side_conditions.pop(side, None)


def _insert(effects: dict[int, Effect], effect: Effect) -> bool:
    """Put an effect in its place among others, by number; whether it is the newest."""
    last = next(reversed(effects), 0)
    fresh = effect.number not in effects
    effects[effect.number] = effect
    if fresh and last > effect.number:
        ordered = sorted(effects.items())
        effects.clear()
        effects.update(ordered)
    return fresh and last < effect.number


def _stated(form: Mapping[str, Any], fields: Iterable[Placed]) -> dict[str, str]:
    """What a form states, by the keys of a unit: a blank states nothing, the first place counts."""
    stated: dict[str, str] = {}
    for key, field, blank in fields:
        text = str(form.get(field, ""))
        if text and text != blank:
            stated.setdefault(key, text)
    return stated


def _left(role: str, aftermath: Mapping[str, Any]) -> tuple[Mapping[str, str] | None, str]:
    """What is new of the unit in a role, None if it is gone, and how it went."""
    if role in {"actor", "target"}:
        return aftermath.get(role, {}), aftermath.get(f"{role}-gone", "")
    others: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for other in aftermath.get("others", ()):
        others[other["answer"]].append(other)
    answer, _, place = role.partition("#")
    found = others.get(answer, ())
    index = int(place or 1) - 1 if (place or "1").isdecimal() else len(found)
    if index >= len(found):
        return {}, ""
    return found[index].get("values", {}), found[index].get("gone", "")
