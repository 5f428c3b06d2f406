"""The turn in force as every front end shows it: whose it is, and who has yet to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from calculator.errors import CalculatorError
from calculator.rules.phrases import capitalized

if TYPE_CHECKING:
    from calculator.desk.lines import EntryLine
    from calculator.journal.entry import Entry
    from calculator.roll import Roll, RollUnit
    from calculator.rules.action import AnyAction, Awaited
    from calculator.umpire import Umpire


class Waiting(NamedTuple):
    """A formation, its units that have yet to act by name, and how many it has on the table."""

    side: str
    formation: str
    units: tuple[str, ...]
    of: int

    @property
    def head(self) -> str:
        """How many of the formation: "Digonnet's brigade, 2 of 2 still to act"."""
        return f"{self.formation or self.side}, {len(self.units)} of {self.of} still to act"

    def __str__(self) -> str:
        return f"{self.head}: {', '.join(self.units)}"


class TurnView(NamedTuple):
    """A turn: its number, by name the army whose turn it is and that has the initiative, the phase,
    who has yet to act, by formation, and how many rulings stand open."""

    turn: int
    player: str = ""
    initiative: str = ""
    phase: str = ""
    waiting: tuple[Waiting, ...] = ()
    open: int = 0

    @property
    def line(self) -> str:
        """All but who waits, in a few words: "turn 3, initiative: French"."""
        has = f"initiative: {self.initiative}" if self.initiative else ""
        stands = f"{self.open} open" if self.open else ""
        return ", ".join(filter(None, (f"turn {self.turn}", self.player, self.phase, has, stands)))

    def waits_with(self, unit: RollUnit) -> str:
        """The formation of a unit and who of it has yet to act."""
        waiting = (str(one) for one in self.waiting if unit.name in one.units)
        return next(waiting, "")

    @property
    def still_to_act(self) -> str:
        """How many units of each army have yet to act: "yet to act: French 3, Allied 5"."""
        counts: dict[str, int] = {}
        for one in self.waiting:
            counts[one.side] = counts.get(one.side, 0) + len(one.units)
        listed = ", ".join(f"{side} {number}" for side, number in counts.items())
        return f"yet to act: {listed}" if listed else ""


def turn_view(roll: Roll) -> TurnView:
    """The turn in force on a roll."""
    law, scenario = roll.scenario.system.turn, roll.scenario
    called = {side.key: side.called for side in scenario.sides}
    begins = law.initiative(roll.turn_so_far(""))
    whose = [side.called for side in scenario.sides if begins and _role(side.role) == begins]
    return TurnView(
        roll.turn,
        called.get(roll.player, ""),
        next(iter(whose), ""),
        law.phase(roll.turn_so_far(roll.player)) if roll.player else "",
        tuple(_waiting(roll)) if law.source else (),
        len(roll.open),
    )


def to_act(roll: Roll, side: str) -> str:
    """How many of a side's units have yet to act, of those on the table: "4 of 15 still to act".

    "" of no side, and where a text has no turns.
    """
    there = [unit for unit in roll.units if unit.side == side and unit.arrived and not unit.gone]
    if not there or not roll.scenario.system.turn.source:
        return ""
    return f"{sum(not unit.acted for unit in there)} of {len(there)} still to act"


def next_to_act(roll: Roll, side: str, after: str = "") -> tuple[RollUnit, ...]:
    """The units of a side that may still act, or of any for no side, from the one that follows the
    unit of the full name `after` round to it."""
    names = [one.full_name for one in roll.units]
    at = names.index(after) + 1 if after in names else 0
    following = (*roll.units[at:], *roll.units[:at])
    return tuple(one for one in following if side in {"", one.side} and _may_act(one))


def _may_act(unit: RollUnit) -> bool:
    return unit.arrived and not unit.gone and not unit.acted


def _role(role: object) -> str:
    return str(getattr(role, "value", ""))


def _waiting(roll: Roll) -> Iterator[Waiting]:
    called = {side.key: side.called for side in roll.scenario.sides}
    there = [unit for unit in roll.units if unit.arrived and not unit.gone]
    there = [unit for unit in there if roll.player in {"", unit.side}]
    for (side, formation), units in groupby(there, key=lambda one: (one.side, one.division)):
        members = list(units)
        if names := tuple(unit.name for unit in members if not unit.acted):
            yield Waiting(called[side], formation, names, len(members))


class FollowUp(NamedTuple):
    """What a unit may still do after ruling `entry`: the unit and the key of the action, what it is
    with its numbers, whether it wants a target, and what must be measured first."""

    unit: str
    action: str
    words: str
    at_another: bool
    entry: int
    awaits: Awaited | None = None


def follow_ups(roll: Roll, number: int) -> tuple[FollowUp, ...]:
    """What may follow the ruling of entry `number`, as long as nothing else has."""
    system = roll.scenario.system
    return tuple(
        FollowUp(
            unit.name,
            one.action,
            one.words or system.action(one.action).label,
            bool(system.asked_of("target", system.action(one.action))),
            number,
            one.awaits,
        )
        for unit in roll.units
        if unit.acted_entry == number
        for one in unit.may
        if one.awaits or one.action not in dead_ends(roll, unit.full_name)
    )


def may_repeat(roll: Roll, action: str, actor: RollUnit | None) -> bool:
    """Whether an action may be taken once more this turn, by the unit that took it, if one did."""
    law = roll.scenario.system.turn
    if action in law.once:
        return False
    if actor is None or not law.source or not actor.acted:
        return True
    return any(one.action == action for one in actor.may)


def touched(roll: Roll, side: str, number: int) -> tuple[str, ...]:
    """The units of a side, by key or name, that entry `number` concerns."""
    own = roll.side_key(side)
    return tuple(unit.name for unit in roll.units if unit.side == own and number in unit.entries)


def befallen(roll: Roll, side: str, lines: Sequence[EntryLine]) -> list[EntryLine]:
    """The lines of this turn that tell what befell units of a side, by key or name, each ruling by
    what it ended in."""
    ended = {line.about for line in lines}
    return [
        line
        for line in lines
        if line.turn == roll.turn and line.number not in ended
        if touched(roll, side, line.about or line.number)
    ]


def befell(roll: Roll, unit: RollUnit, lines: Sequence[EntryLine]) -> list[EntryLine]:
    """The lines that tell what others did to a unit in this turn and the one before, each ruling by
    what it ended in."""
    recent = [line for line in lines if line.turn >= roll.turn - 1]
    ended = {line.about for line in recent}
    return [
        line
        for line in recent
        if line.number not in ended and roll.side_key(line.side) != unit.side
        if (line.about or line.number) in unit.entries
    ]


def dead_end(roll: Roll, action: AnyAction, unit: RollUnit) -> str:
    """Why a unit cannot take an action whoever the target is, in a sentence; "" where it can."""
    from calculator.desk.asking import Asking

    asking = Asking(roll.scenario.system, action, roll=roll)
    asking.take("actor", unit.full_name)
    refused = [one.text for one in asking.objections() if one.refused]
    try:
        refused += [one.reason for one in asking.question().law.refusals()]
    except CalculatorError:
        return next(iter(refused), "")
    return next(iter(refused), "")


@lru_cache(maxsize=8)
def dead_ends(roll: Roll, name: str) -> Mapping[str, str]:
    """Why the unit of a full name cannot take an action, by the keys of those that it cannot."""
    system, unit = roll.scenario.system, roll.unit(name)
    asked = (action for action in system.actions if system.asked_of("actor", action))
    found = ((action.key, dead_end(roll, action, unit)) for action in asked)
    return {key: reason for key, reason in found if reason}


def no_place(roll: Roll, action: AnyAction, actor: RollUnit, unit: RollUnit, role: str) -> str:
    """Why a unit cannot take a role in another's action, if not for what that one is."""
    from calculator.roll import objections

    found = objections(roll, action, {"actor": actor, role: unit})
    return next((one.text for one in found if one.refused and one.unit == unit.name), "")


def begin(
    umpire: Umpire, turn: int | None = None, player: str = "", *, skipping: bool = False
) -> tuple[Entry | None, tuple[str, ...]]:
    """Begin a turn: its entry, and what it changes, in sentences. Raises as `Umpire.turn` does."""
    before = umpire.readable_roll()
    begun = umpire.turn(turn, player, skipping=skipping)
    now = umpire.readable_roll() if before else None
    return begun, what_begins(before, now) if before and now else ()


def what_begins(before: Roll, now: Roll) -> tuple[str, ...]:
    """What a turn that has begun changes of units: who comes on, what the last one ended in, and
    which rulings it left open."""
    changes: list[str] = []
    for was, unit in zip(before.units, now.units, strict=True):
        if unit.arrived and not was.arrived:
            changes.append(f"{unit.name} comes on.")
        differs = {key: text for key, text in unit.now.items() if was.now.get(key) != text}
        lasting = {key: text for key, text in differs.items() if key not in unit.each_turn}
        changes += [f"{unit.name}: {key} {text}." for key, text in lasting.items()]
    changes += [capitalized(str(one)) for one in now.open]
    return tuple(changes)
