"""From the roll to a form and back: what it fills in, and where a form differs from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from calculator.errors import ForbiddenError, Refusal
from calculator.forms import field_of, keys_of, mattering, texts
from calculator.roll.armies import Army, army_of
from calculator.roll.places import Placed, answered, side_fields, unit_fields
from calculator.roll.roll import Roll
from calculator.roll.unit import RollSide, RollUnit
from calculator.rules.question import Question
from calculator.rules.system import AnyAction, Place


@attrs.frozen
class Taken:
    """One answer that stands otherwise than the order of battle has it, and since which entry.

    `whose` is the name of the unit or the side; `start` is empty where the file says nothing.
    """

    field: str
    label: str
    text: str
    whose: str
    start: str
    entry: int

    def __str__(self) -> str:
        since = f"since entry {self.entry}" if self.entry else "by the order of battle"
        before = f", {self.start} at the start" if self.start and self.start != self.text else ""
        return f"{self.whose}: {self.label.lower()} {self.text} ({since}{before})"


@attrs.frozen
class Filled:
    """What a form holds of named units: `answers` by field key, and of those what is `taken`."""

    answers: Mapping[str, str]
    taken: tuple[Taken, ...]


@attrs.frozen
class Mismatch:
    """Where a form answers otherwise than the roll: what the player says stands on the table."""

    field: str
    label: str
    unit: str
    on_table: str
    on_roll: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.label.lower()} {self.on_table}, {self.on_roll} on the roll"


@attrs.frozen
class Objection:
    """Why a unit should not take part. `refused` says that it may not, by the section `source`."""

    unit: str
    text: str
    source: str = ""
    refused: bool = True

    @property
    def refusal(self) -> Refusal:
        """The objection as refusals are raised."""
        if self.source:
            return Refusal(self.text, self.source)
        return Refusal(self.text, "the roll", None)

    def __str__(self) -> str:
        return f"{self.text} [{self.source}]" if self.source else self.text


def fill(roll: Roll, action: AnyAction, units: Mapping[str, RollUnit], side: str = "") -> Filled:
    """What an action's form holds of units by role, their ground, their sides and the rules.

    `side`, by key or name, is the one that acts, or whose army is checked, where no unit acts.
    """
    filler = _Filler(roll, action)
    actor = units.get("actor")
    own = actor.side if actor else roll.side_key(side)
    filler.sides(own)
    if own and roll.scenario.system.checks_morale(action.key):
        filler.army(army_of(roll, own))
    for role in ("actor", "target"):
        if unit := units.get(role):
            filler.unit(role, unit)
    return Filled(filler.answers, tuple(filler.taken.values()))


class _Filler:
    """Gathers answers to the fields that an action asks."""

    def __init__(self, roll: Roll, action: AnyAction) -> None:
        self._roll = roll
        self._action = action
        self._system = roll.scenario.system
        self.answers: dict[str, str] = {}
        self.taken: dict[str, Taken] = {}

    def sides(self, own: str) -> None:
        """The sides, where the one that acts is known: of two sides the other is the enemy."""
        others = [side for side in self._roll.sides if side.key != own]
        if not own:
            return
        acting = self._roll.side(own)
        for role in ("actor", "side"):
            self._put(side_fields(self._system, self._action, role), acting, acting.name)
        for role in ("target", "enemy") if len(others) == 1 else ():
            self._put(side_fields(self._system, self._action, role), others[0], others[0].name)

    def army(self, army: Army) -> None:
        """The count of an army whose morale is checked, as of the last entry."""
        for field, text in army.answers.items():
            self._take(field, text, army.name, "", self._roll.last)

    def unit(self, role: str, unit: RollUnit) -> None:
        """A unit in a role, the rules in force for it, where it stands, and what came before."""
        scenario = self._roll.scenario
        rules = answered(scenario.rules) if scenario.rules else {}
        for key, fields in self._system.filled(role).items():
            if key in rules:
                self.answers |= {f: rules[key] for f in fields if f in self._asked}
        self._put(unit_fields(self._system, self._action, role), unit, unit.name)
        if role == "actor" and self._system.follows:
            followed = self._system.follows(self._roll.turn_of(unit.side), unit.name)
            self.answers |= {f: text for f, text in followed.items() if f in self._asked}
        if role == "target":
            general = scenario.general_of(unit.side, unit.division)
            self.answers |= {f: text for f, text in general.items() if f in self._asked}
            self._ground(unit)
            for field, text in unit.later.items():
                if field in self._asked:
                    self._take(field, text, unit.name, "", unit.last_entry)

    @property
    def _asked(self) -> set[str]:
        return set(keys_of(self._action.form))

    def _put(self, placed: Iterable[Placed], owner: RollUnit | RollSide, name: str) -> None:
        for key, field, _ in placed:
            if key in owner.now:
                start = owner.start.get(key, "")
                if key in owner.changed and owner.now[key] != start:
                    self._take(field, owner.now[key], name, start, owner.changed[key])
                else:
                    self.answers[field] = owner.now[key]

    def _ground(self, unit: RollUnit) -> None:
        """Where a target stands, by the terrain it is known to stand in, else as a form stated."""
        if not unit.ground:
            return
        name, entry = unit.ground.name, unit.ground.entry
        answers = self._roll.ground_at(name, self._action) if name else unit.ground.stated
        for field, text in answers.items():
            if field in self._asked:
                self._take(field, text, f"{unit.name} at {name}" if name else unit.name, "", entry)

    def _take(self, field: str, text: str, whose: str, start: str, entry: int) -> None:
        label = field_of(self._action.form, field).label
        self.answers[field] = text
        self.taken[field] = Taken(field, label, text, whose, start, entry)


def differences(
    roll: Roll, question: Question, units: Mapping[str, RollUnit]
) -> tuple[Mismatch, ...]:
    """Where a form answers otherwise of units than the roll: what it says will be taken over."""
    shown = texts(question.form)
    labels = {field.key: field.label for field in mattering(question.form)}
    return tuple(
        Mismatch(field, labels[field], unit.name, shown[field], unit.now[key])
        for role, unit in units.items()
        for key, field, blank in unit_fields(roll.scenario.system, question.action, role)
        if field in labels and unit.now.get(key) and shown[field] not in {unit.now[key], blank}
    )


def check_units(roll: Roll, action: AnyAction, units: Mapping[str, RollUnit]) -> None:
    """Raise `ForbiddenError` with why these units may not take part, if they may not."""
    found = objections(roll, action, units)
    if refusals := [one.refusal for one in found if one.refused]:
        raise ForbiddenError(refusals)


def objections(
    roll: Roll, action: AnyAction, units: Mapping[str, RollUnit]
) -> tuple[Objection, ...]:
    """Why these units should not take part, the gravest first."""
    return tuple(_objections(roll, action, units))


def _objections(
    roll: Roll, action: AnyAction, units: Mapping[str, RollUnit]
) -> Iterator[Objection]:
    for unit in units.values():
        if unit.gone:
            yield Objection(unit.name, f"{unit.name} is {unit.gone} (entry {unit.gone_entry})")
        elif not unit.arrived:
            due = f": it comes on in turn {unit.entry_turn}" if unit.entry_turn else ""
            yield Objection(unit.name, f"{unit.name} is not on the table yet{due}")
    actor, target = units.get("actor"), units.get("target")
    if actor and target and actor.side == target.side:
        itself = actor.path == target.path
        own = "the acting unit itself" if itself else f"of the same side as {actor.name}"
        yield Objection(target.name, f"{target.name} is {own}: a target is of another side")
    if actor and action.place is Place.ACTION and actor.acted and action.key not in actor.may:
        section = roll.scenario.system.one_action
        more = f"; it may still {', '.join(actor.may)}" if actor.may else ""
        text = f"{actor.name} has acted this turn (entry {actor.acted_entry}){more}"
        yield Objection(actor.name, text, section, refused=bool(section))
