"""The units, sides and armies of a battle as they stand after the last entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import attrs

from calculator.journal.ruling import UnitName
from calculator.roll.condition import AT, Condition
from calculator.roll.fold import Fold
from calculator.roll.reading import GENERAL, UnitKey
from calculator.roll.unit import RollSide, RollUnit, answered, known_keys
from calculator.roll.words import unusual
from calculator.rules.action import Awaited
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.rules.turns import ActionTaken, Permission, TurnSoFar, UnitSoFar


class Check(NamedTuple):
    """A ruling on an army's morale: in which turn, and whether it broke."""

    number: int
    turn: int
    broke: bool


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


class Roll(Fold):
    """The units of a battle after the entries so far, in the order of its order of battle."""

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
        key = self.effects.key_of(unit)
        return self._show(key) if key else None

    def side(self, name: str) -> RollSide:
        """A side by its key or its name. Raises `UnknownNameError`."""
        key = self.scenario.find_side(name).key
        condition = self._conditions[key, ""]
        return RollSide(
            key=key,
            name=self.scenario.side(key).name,
            now=condition.now(self.turn, self._has_acted(key)),
            start=self._start[key, ""].values,
            changed=dict(condition.changed),
        )

    def seen_by(self, side: str) -> tuple[RollUnit, ...]:
        """The units that a side may know of: its own, and of others those that have arrived."""
        key = self.side_key(side)
        return tuple(unit for unit in self.units if unit.side == key or unit.arrived)

    @property
    def silent(self) -> tuple[int, ...]:
        """Rulings on its units in force that do not say what they leave, as older versions wrote
        them: the roll has what their forms stated, and no more."""
        return tuple(number for number in self._silent if self._amendments.of(number).counts)

    @property
    def open(self) -> tuple[OpenRuling, ...]:
        """The rulings in force that await what nobody has measured yet, in order."""
        found = []
        for number in self._awaiting:
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
        """The checks in force of the morale of a side's army, in order.

        One that was overridden in free words is none, nor one where no check was due.
        """
        found = []
        for number, ruled in self._morale.items():
            amendment = self._amendments.of(number)
            override = amendment.override.body if amendment.override else {"outcome": ""}
            if not amendment.counts or ruled.side != side:
                continue
            label = override.get("ruled", ruled.body["label"])
            broke = _broke(self.scenario.system, tuple(ruled.form.items()), label)
            if broke is not None and "outcome" in override:
                found.append(Check(number, ruled.turn, broke))
        return found

    def turn_so_far(self, side: str) -> TurnSoFar:
        """What a side, by key or name, has done this turn, and what holds of it and its units."""
        key = self.side_key(side)
        if key not in self._so_far:
            self._so_far[key] = self._turn_so_far(key)
        return self._so_far[key]

    def _turn_so_far(self, key: str) -> TurnSoFar:
        law, player = self.scenario.system.turn, self.player
        taken = [one for one in self._taken() if one.spends]
        own = [one for one in taken if one.side == key]
        enemies = [one for one in taken if one.side != key]
        there = [unit for unit in self.units if not unit.gone]
        units = {unit.name: unit for unit in there if unit.side == key}
        stand = {name: self._conditions[key, name] for name in ("", *units) if name or key}
        return TurnSoFar(
            actions=[one for one in own if one.turn == self.turn],
            side=self.side(key).now if key else {},
            units={
                name: UnitSoFar(unit.now, unit.acted_entry, unit.may, stand[name].did)
                for name, unit in units.items()
            },
            copies={
                name: now.copies(self.turn, self._has_acted(key)) for name, now in stand.items()
            },
            theirs=[one for one in enemies if one.turn == self.turn],
            against=self._against(own, enemies),
            earlier=[one for one in own if one.turn < self.turn],
            once=[one for one in self._taken_now() if one.action in law.once],
            began={
                unit.name: {key: self.at_turn_start(unit).values.get(key, "") for key in law.began}
                for unit in there
                if law.began and unit.side != key
            },
            facing=self._facing(key),
            gone={unit.gone for unit in self.units if unit.gone and unit.side != key},
            rules=self.rules_for("battle"),
            player=self.scenario.side(player).called if player else "",
            is_its_own=bool(key) and player == key,
            is_the_enemy_s=bool(player and key) and player != key,
            formations=len(
                {
                    (unit.side, unit.division)
                    for unit in self.units
                    if unit.arrived and unit.gone_turn in {0, self.turn}
                    if not (law.alternates and key) or unit.side == key
                }
            ),
            generals=sum(
                not self.how_lost((side.key, GENERAL + one.name))
                for side in self.scenario.sides
                for one in side.generals
            ),
        )

    def _against(
        self, own: Sequence[ActionTaken], enemies: Sequence[ActionTaken]
    ) -> list[ActionTaken]:
        """What enemies did since a side last acted in an earlier turn, and before it did in this:
        out of turn it may have acted all the same."""
        out_of_turn = self.scenario.system.turn.out_of_turn
        acted = [one for one in own if not out_of_turn(one)]
        before = max((one.number for one in acted if one.turn < self.turn), default=0)
        now = (one.number for one in acted if one.turn == self.turn)
        until = min(now, default=self.last + 1)
        return [one for one in enemies if before < one.number < until]

    def rules_for(self, *roles: str) -> dict[str, str]:
        """What the file says of the battle's rules, by the fields it fills in in these roles."""
        scenario = self.scenario
        said = answered(scenario.rules) if scenario.rules else {}
        filled = (pair for role in roles for pair in scenario.system.filled(role).items())
        return {field: said[key] for key, fields in filled if key in said for field in fields}

    def _facing(self, key: str) -> Mapping[str, Mapping[str, str]]:
        """What the enemies of a side have by name, with what their sides have."""
        theirs = (one for one in self.units if key and one.side != key and not one.gone)
        if not self.scenario.system.cards:
            return {}
        return {unit.name: {**self.side(unit.side).now, **unit.now} for unit in theirs}

    def _has_acted(self, side: str) -> bool:
        """Whether a side has acted this turn, where that ends what it had in play before."""
        system = self.scenario.system
        return bool(system.cards) and any(
            (one.side, one.turn, one.spends) == (side, self.turn, True)
            and not system.turn.out_of_turn(one)
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
            if (lost := self.how_lost((found.key if found else "", GENERAL + name)))
        )

    def how_lost(self, key: UnitKey) -> str:
        """How and when a general left the battle; "" for one who has not."""
        now = self._conditions[key]
        return now.gone and f"{now.gone} in turn {now.gone_turn} (entry {now.gone_entry})"

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

    def _show(self, key: UnitKey) -> RollUnit:
        if key not in self._shown:
            self._shown[key] = self._shown_now(key)
        return self._shown[key]

    def _shown_now(self, key: UnitKey) -> RollUnit:
        unit, start = self._units[key], self._start[key]
        now = self._conditions[key]
        division = self._divisions.get((unit.side, unit.formation))
        entry_turn = division.entry_turn if division else None
        due = entry_turn is None or entry_turn <= self.turn
        acted = now.acted_turn == self.turn
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
            may=self._permitted(unit.side, now) if acted else (),
            ground=now.ground,
            later=dict(now.later) if now.later_turn == self.turn else {},
            entries=tuple(now.entries),
            proposals=tuple(
                one
                for one in now.proposed.values()
                if one.turn == self.turn
                and {**now.values, AT: now.ground.name if now.ground else ""}.get(one.key)
                != one.text
            ),
        )

    def _permitted(self, side: str, now: Condition) -> tuple[Permission, ...]:
        """What the ruling by which a unit has acted lets it still do, as it now stands."""
        if not now.may:
            return ()
        this_turn = self._taken_now()
        taken = next((one for one in this_turn if one.number == now.acted_entry), None)
        if taken is None:
            return ()
        whose = taken.side, taken.unit
        earlier = [one for one in this_turn if (one.side, one.unit) == whose]
        taken = attrs.evolve(taken, in_reply=self.player not in {"", side}, earlier=earlier)
        try:
            permitted = list(self.scenario.system.turn.permits(taken, self.scenario.tables))
        except (LookupError, TypeError, ValueError):  # another program put it in other words
            permitted = [Permission(key) for key in taken.may]
        gone = {self._conditions[key].gone for key in self._units if key[0] != side}
        return tuple(
            one for one in permitted if one.is_open(now.values) and one.gone in {"", *gone}
        )


@lru_cache(maxsize=1024)
def _broke(system: RuleSystem, form: tuple[tuple[str, Any], ...], label: str) -> bool | None:
    """Whether an army broke by the outcome of that label; None where no check was due."""
    morale = system.army_morale
    assert morale
    action = system.action(morale.action)
    rows = Question.read(system.key, morale.action, dict(form)).odds().rows()
    outcome = next((row.outcome for row in rows if row.outcome.label == label), None)
    if outcome is None or action.measure(morale.not_due).holds(outcome):
        return None
    return action.measure(morale.breaks).holds(outcome)
