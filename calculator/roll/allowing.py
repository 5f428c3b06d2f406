"""Who may take part, and what may be done now: by where units stand, and by the turn so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from calculator.errors import ForbiddenError, HeldError, Refusal
from calculator.roll.roll import Roll
from calculator.roll.unit import LOST, RollUnit, acts, whose
from calculator.rules.action import AnyAction, Place
from calculator.rules.phrases import naming
from calculator.rules.system import RuleSystem
from calculator.rules.turns import ActionTaken


@attrs.frozen
class Objection:
    """Why a unit should not take part. `refused` says that it may not, by the section `source`.

    `of_turn` says that it is so for this turn by what was done in it, which the entry `entry` tells
    of: the table may say otherwise. `begins` says which turn may begin, where that ends it.
    """

    unit: str
    text: str
    source: str = ""
    refused: bool = True
    of_turn: bool = False
    entry: int = 0
    begins: str = ""

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
    refused: Iterable[Refusal] = (),
) -> None:
    """Raise `ForbiddenError` with why these may not take part, if they may not, and with what else
    is `refused` of the question: what the rules forbid of it, whoever asks.

    What the turn alone forbids is a `HeldError`; not where the table says otherwise, which is a
    reason in words: `despite`.
    """
    found = [one for one in objections(roll, action, units, side, answers) if one.refused]
    lasting = [one.refusal for one in found if not one.of_turn]
    held = found and not despite
    if (lasting or held) and (told := [*lasting, *refused]):
        raise ForbiddenError(told)
    if held:
        raise HeldError([one.refusal for one in found], found[0].begins)


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
    system, answers = roll.scenario.system, answers or {}
    found = [*_misplaced(action, units)]
    found += (
        Objection(unit.name, str(one))  # nothing else is drawn for them till that ends
        for one in roll.open
        for unit in units.values()
        if (unit.side, unit.name) in one.units
    )
    if general := answers.get(system.general_field, ""):
        own = units["actor"].side if "actor" in units else roll.side_key(side)
        key = roll.effects.general(general, own)
        if key and (lost := roll.how_lost(key)):
            found.append(Objection(general, f"{general} is {lost}"))
    found += _overstated(system, units, answers)
    found += _held(roll, action, units, side, answers)
    army = roll.side_key(side) if system.checks_morale(action.key) else ""
    for check in roll.checks_of(army) if army else ():
        if check.broke or check.turn == roll.turn:
            name = roll.side(army).name
            what = "it broke" if check.broke else "its morale was checked this turn"
            text, held = f"{name}: {what} (entry {check.number})", not check.broke
            begins = _begins(roll, army) if held else ""
            found.append(Objection(name, text, action.source, True, held, check.number, begins))
    return tuple(map(_told, found))


def _told(one: Objection) -> Objection:
    """With its verb as the name of the unit has it, where it begins with that."""
    if not (one.unit and one.text.startswith(one.unit)):
        return one
    return attrs.evolve(one, text=naming({one.unit: one.unit})(one.text))


def _misplaced(action: AnyAction, units: Mapping[str, RollUnit]) -> Iterator[Objection]:
    for role, unit in units.items():
        wanted = action.gone.get(role, "")
        if wanted and unit.gone != wanted:
            yield Objection(unit.name, f"{unit.name} is not {wanted}", action.source)
        elif unit.gone and not wanted:
            yield Objection(unit.name, f"{unit.name} is {unit.gone} (entry {unit.gone_entry})")
        elif not unit.arrived:
            due = f", comes on in turn {unit.entry_turn}" if unit.entry_turn else ""
            yield Objection(unit.name, f"{unit.name}: not on the table yet{due}")
    actor, paths = units.get("actor"), [unit.path for unit in units.values()]
    for place, (role, unit) in enumerate(units.items()):
        of = "" if role == "target" and action.hits_friends else whose(action, role)
        if actor and role != "actor" and (text := _beside(actor, unit, of)):
            yield Objection(unit.name, f"{unit.name} is {text}")
        elif unit.path in paths[:place]:
            yield Objection(unit.name, f"{unit.name} is named twice")


def _beside(actor: RollUnit, unit: RollUnit, of: str) -> str:
    """What is amiss with a unit beside the actor, `of` whose side it should be; "" for nothing."""
    if unit.path == actor.path:
        side = "a target of another side" if of == "target" else "another unit of its own side"
        return f"the acting unit itself; choose {side}"
    if of == "actor" and unit.side != actor.side:
        return f"not on the side of {actor.name}; choose a unit of its own side"
    if of == "target" and unit.side == actor.side:
        return f"on the same side as {actor.name}; choose a target of another side"
    return ""


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
        general = roll.effects.general(answers.get(system.general_field, ""), own)
        formation = roll.effects.formation_of((own, name) if name else general)
        by = attrs.evolve(asked, unit=name, side=own, formation=formation)
        turn, spends = roll.turn_so_far(own), bool(name) and action.place is Place.ACTION
        for held in system.turn.held(turn, by, roll.scenario.tables, spends=spends):
            text, source, entry, ends = held
            if text not in told:
                begins = _begins(roll, own) if ends else ""
                yield Objection(name or own, text, source, bool(source), True, entry, begins)
            told.add(text)


def _begins(roll: Roll, own: str) -> str:
    """Which turn begins after this, and whose; in an enemy's, that he is to have done."""
    called = {side.key: side.called for side in roll.scenario.sides}
    player, following = roll.player, roll.next_player
    whose = f" ({called[following]})" if following else ""
    waits = f", once the {called[player]} army has done" if player not in {"", own} else ""
    return f"turn {roll.turn + 1}{whose}{waits}"
