"""Who may take part, and what may be done now: by where units stand, and by the turn so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from calculator.errors import ForbiddenError, HeldError, Refusal
from calculator.roll.roll import Roll
from calculator.roll.unit import RollUnit
from calculator.roll.unit_fields import LOST, acts, whose
from calculator.rules.action import AnyAction, Place
from calculator.rules.system import RuleSystem
from calculator.rules.turns import ActionTaken


@attrs.frozen
class Objection:
    """Why a unit should not take part. `refused` says that it may not, by the section `source`.

    `of_turn` says that it is so for this turn by what was done in it, which the entry `entry` tells
    of: the next turn ends that, and the table may say otherwise.
    """

    unit: str
    text: str
    source: str = ""
    refused: bool = True
    of_turn: bool = False
    entry: int = 0

    @property
    def refusal(self) -> Refusal:
        """The objection as refusals are raised."""
        if self.source:
            return Refusal(self.text, self.source)
        return Refusal(self.text, "the roll", None)

    def __str__(self) -> str:
        return f"{self.text} [{self.source}]" if self.source else self.text


def check_units(
    roll: Roll,
    action: AnyAction,
    units: Mapping[str, RollUnit],
    side: str = "",
    answers: Mapping[str, str] | None = None,
    *,
    despite: str = "",
) -> None:
    """Raise `ForbiddenError` with why these may not take part, if they may not.

    What the turn alone forbids is a `HeldError`; not where the table says otherwise, which is a
    reason in words: `despite`.
    """
    found = [one for one in objections(roll, action, units, side, answers) if one.refused]
    if lasting := [one.refusal for one in found if not one.of_turn]:
        raise ForbiddenError(lasting)
    if found and not despite:
        raise HeldError([one.refusal for one in found], roll.turn + 1)


def objections(
    roll: Roll,
    action: AnyAction,
    units: Mapping[str, RollUnit],
    side: str = "",
    answers: Mapping[str, str] | None = None,
) -> tuple[Objection, ...]:
    """Why these units should not take part, the gravest first.

    `side` is whose army is checked, or who asks where no unit acts; `answers` are those of the form
    by field key, as far as they are known.
    """
    army = roll.side_key(side) if roll.scenario.system.checks_morale(action.key) else ""
    checked = _checked(roll, action, army) if army else ()
    return (
        *_misplaced(action, units),
        *_awaiting(roll, units),
        *_lost(roll, units, side, answers or {}),
        *_overstated(roll.scenario.system, units, answers or {}),
        *_held(roll, action, units, side, answers or {}),
        *checked,
    )


def _checked(roll: Roll, action: AnyAction, army: str) -> Iterator[Objection]:
    """The checks after which an army is not to be checked again."""
    name = roll.side(army).name
    for check in roll.checks_of(army):
        if check.broke or check.turn == roll.turn:
            what = "it broke" if check.broke else "its morale was checked this turn"
            text = f"{name}: {what} (entry {check.number})"
            held = not check.broke
            yield Objection(name, text, action.source, of_turn=held, entry=check.number)


def _misplaced(action: AnyAction, units: Mapping[str, RollUnit]) -> Iterator[Objection]:
    for role, unit in units.items():
        wanted = action.gone.get(role, "")
        if wanted and unit.gone != wanted:
            yield Objection(unit.name, f"{unit.name} is not {wanted}", action.source)
        elif unit.gone and not wanted:
            yield Objection(unit.name, f"{unit.name} is {unit.gone} (entry {unit.gone_entry})")
        elif not unit.arrived:
            due = f": it comes on in turn {unit.entry_turn}" if unit.entry_turn else ""
            yield Objection(unit.name, f"{unit.name} is not on the table yet{due}")
    actor, paths = units.get("actor"), [unit.path for unit in units.values()]
    for place, (role, unit) in enumerate(units.items()):
        if actor and role != "actor" and (text := _beside(actor, unit, _side_of(action, role))):
            yield Objection(unit.name, f"{unit.name} is {text}")
        elif unit.path in paths[:place]:
            yield Objection(unit.name, f"{unit.name} is named twice")


def _side_of(action: AnyAction, role: str) -> str:
    return "" if role == "target" and action.hits_friends else whose(action, role)


def _beside(actor: RollUnit, unit: RollUnit, of: str) -> str:
    """What is amiss with a unit beside the actor, `of` whose side it should be; "" for nothing."""
    if unit.path == actor.path:
        return "the acting unit itself; choose a target of another side"
    if of == "actor" and unit.side != actor.side:
        return f"not on the side of {actor.name}; choose a unit of its own side"
    if of == "target" and unit.side == actor.side:
        return f"on the same side as {actor.name}; choose a target of another side"
    return ""


def _lost(
    roll: Roll, units: Mapping[str, RollUnit], side: str, answers: Mapping[str, str]
) -> Iterator[Objection]:
    """That a general who is named is out of the battle."""
    if name := answers.get(roll.scenario.system.general_field, ""):
        own = units["actor"].side if "actor" in units else roll.side_key(side)
        if lost := roll.general_lost(name, own):
            yield Objection(name, f"{name} is {lost}")


def _overstated(
    system: RuleSystem, units: Mapping[str, RollUnit], answers: Mapping[str, str]
) -> Iterator[Objection]:
    """That a unit is said to have lost more than it has: no more can come back."""
    for role, unit in units.items():
        for key, fields in system.filled(role).items():
            counted = key.removesuffix(LOST)
            lost = unit.losses.get(counted, 0)
            said = [answers.get(field, "") for field in fields if counted != key]
            if any(text.isdecimal() and int(text) > lost for text in said):
                text = f"{unit.name} has lost no more than {lost} {counted}"
                yield Objection(unit.name, text)


def _awaiting(roll: Roll, units: Mapping[str, RollUnit]) -> Iterator[Objection]:
    """The rulings on these units that stand open: nothing else is drawn for them till they end."""
    for one in roll.open:
        for unit in units.values():
            if (unit.side, unit.name) in one.units:
                yield Objection(unit.name, str(one))


def _held(
    roll: Roll,
    action: AnyAction,
    units: Mapping[str, RollUnit],
    side: str,
    answers: Mapping[str, str],
) -> Iterator[Objection]:
    """What the law of turns forbids now, to the actor and to those who act beside it."""
    system, target = roll.scenario.system, units.get("target")
    asked = ActionTaken(action.key, "", answers, target=target.name if target else "")
    told: set[str] = set()
    acting = [(unit.side, unit.name) for role, unit in units.items() if acts(action, role)]
    for own, name in acting or [(roll.side_key(side), "")]:
        by = attrs.evolve(asked, unit=name, side=own)
        turn, spends = roll.turn_so_far(own), bool(name) and action.place is Place.ACTION
        for text, source, entry in system.turn.held(turn, by, roll.scenario.tables, spends=spends):
            if text not in told:
                refused = bool(source)
                yield Objection(name or own, text, source, refused, of_turn=True, entry=entry)
            told.add(text)
