"""The turn in force as every front end shows it: whose it is, and who has yet to act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from calculator.desk.asking import Asking
from calculator.errors import CalculatorError
from calculator.rows import UNIT, as_word
from calculator.rules.action import Place
from calculator.rules.phrases import capitalized, counted, naming

if TYPE_CHECKING:
    from calculator.desk.chronicle import EntryLine
    from calculator.journal.entry import Entry
    from calculator.roll import Roll, RollUnit
    from calculator.rules.action import AnyAction, Awaited
    from calculator.rules.turns import Permission
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
    who has yet to act, by formation, how many rulings stand open, whose turn comes next, and what
    is left of the turn where units do not act by turns."""

    turn: int
    player: str = ""
    initiative: str = ""
    phase: str = ""
    waiting: tuple[Waiting, ...] = ()
    open: int = 0
    then: str = ""
    left: str = ""

    @property
    def line(self) -> str:
        """All but who waits, in a few words: "turn 3, initiative: French"."""
        has = f"initiative: {self.initiative}" if self.initiative else ""
        stands = f"{self.open} open" if self.open else ""
        return ", ".join(filter(None, (f"turn {self.turn}", self.player, self.phase, has, stands)))

    @property
    def coming(self) -> str:
        """The next turn, and whose it is where each side has its own: "2 (Red)"."""
        return f"{self.turn + 1} ({self.then})" if self.then else str(self.turn + 1)

    @property
    def next(self) -> str:
        """What begins the next turn: "Begin turn 2: 11 still to act, 1 ruling open"."""
        idle = sum(len(one.units) for one in self.waiting)
        waits = f"{idle} still to act" if idle else self.left
        stands = f"{counted(self.open, 'ruling')} open" if self.open else ""
        left = ", ".join(filter(None, (waits, stands)))
        return f"Begin turn {self.coming}" + (f": {left}" if left else "")

    def waits_with(self, unit: RollUnit) -> str:
        """The formation of a unit and who of it has yet to act."""
        waiting = (str(one) for one in self.waiting if unit.name in one.units)
        return next(waiting, "")

    def yet_to_act(self, side: str = "") -> str:
        """How many units have yet to act, by formation: "yet to act: French: Soye's division 2 of
        3; Allied: Picton's division 4 of 4". To a side, by name, its own first, and of others by
        army alone: "Allied: 4"."""
        formations: dict[str, list[str]] = {}
        for one in self.waiting:
            brief = f"{one.formation} {len(one.units)} of {one.of}".strip()
            formations.setdefault(one.side, []).append(brief)
        units = self._by_army
        listed = (
            f"{army}: {', '.join(briefs) if side in {'', army} else units[army]}"
            for army, briefs in sorted(formations.items(), key=lambda one: one[0] != side)
        )
        return f"yet to act: {'; '.join(listed)}" if formations else self.left

    @property
    def still_to_act(self) -> str:
        """How many units of each army have yet to act: "yet to act: French 3, Allied 5"."""
        listed = ", ".join(f"{side} {number}" for side, number in self._by_army.items())
        return f"yet to act: {listed}" if listed else ""

    @property
    def _by_army(self) -> Counter[str]:
        return Counter(one.side for one in self.waiting for _ in one.units)


def turn_view(roll: Roll) -> TurnView:
    """The turn in force on a roll."""
    law, sides = roll.scenario.system.turn, roll.scenario.sides
    called = {side.key: side.called for side in sides}
    begins = law.initiative(roll.turn_so_far(""), roll.scenario.roles)
    waiting: list[Waiting] = []
    ready, player = _ready(roll), roll.player
    own = (unit for unit in _there(roll) if player in {"", unit.side})
    for (side, formation), units in groupby(own, key=lambda one: (one.side, one.division)):
        members = list(units)
        if names := tuple(unit.name for unit in members if unit in ready):
            waiting.append(Waiting(called[side], formation, names, len(members)))
    return TurnView(
        roll.turn,
        called.get(player, ""),
        called.get(begins, ""),
        law.phase(roll.turn_so_far(player)) if player else "",
        tuple(waiting) if law.source else (),
        len(roll.open),
        called.get(roll.next_player, ""),
        law.left(roll.turn_so_far(player), roll.scenario.tables) if player else "",
    )


def _there(roll: Roll) -> list[RollUnit]:
    return [unit for unit in roll.units if unit.arrived and not unit.gone]


def _ready(roll: Roll) -> list[RollUnit]:
    """The units that have yet to act; what a ruling of an earlier turn left open holds its own."""
    acted = {(unit.side, unit.name) for unit in roll.units if unit.acted}
    earlier = (one for one in roll.open if acted.isdisjoint(one.units))
    passed_over = {*acted, *(key for one in earlier for key in one.units)}
    return [unit for unit in _there(roll) if (unit.side, unit.name) not in passed_over]


def to_act(roll: Roll, side: str, *, brief: bool = False) -> str:
    """How many of a side's units on the table have yet to act, "4 of 15 still to act", in brief "4
    to act", or what else it has left of its turn, "4 of 6 actions left"; "" of no side, in the
    enemy's turn, and where a text has no turns."""
    own = [unit for unit in _there(roll) if unit.side == side]
    if not own or roll.player not in {"", side}:
        return ""
    if not (law := roll.scenario.system.turn).source:
        return law.left(roll.turn_so_far(side), roll.scenario.tables)
    idle = sum(unit in own for unit in _ready(roll))
    return f"{idle} to act" if brief else f"{idle} of {len(own)} still to act"


def next_to_act(roll: Roll, side: str, after: str = "") -> tuple[RollUnit, ...]:
    """The units of a side, or of any, that may still act, from after `after` round to it."""
    names = [one.full_name for one in roll.units]
    at = names.index(after) + 1 if after in names else 0
    waiting = _ready(roll)
    ready = (one for one in (*roll.units[at:], *roll.units[:at]) if one in waiting)
    return tuple(one for one in ready if side in {"", one.side})


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
        FollowUp(unit.name, one.action, one.words or action.label.lower(), aims, number, one.awaits)
        for unit in roll.units
        if unit.acted_entry == number
        for one in may_still(roll, unit)
        for action in [system.action(one.action)]
        for aims in [bool(system.asked_of("target", action))]
    )


def may_still(roll: Roll, unit: RollUnit) -> list[Permission]:
    """What a unit that has acted may still do: of what it was permitted, what is no dead end."""
    return [
        one for one in unit.may if one.awaits or one.action not in dead_ends(roll, unit.full_name)
    ]


def spent(roll: Roll, unit: RollUnit) -> str:
    """Why a unit may do nothing beyond what it has done this turn, in a sentence that names it."""
    if not unit.acted:
        return f"{unit.name}: nothing done yet this turn"
    ended = dead_ends(roll, unit.full_name)
    why = dict.fromkeys(ended[one.action] for one in unit.may if one.action in ended)
    return f"{unit.name} can do nothing more " + (f"now: {'; '.join(why)}" if why else "this turn")


def may_repeat(roll: Roll, action: str, actor: RollUnit | None, target: RollUnit | None) -> bool:
    """Whether an action may be taken once more this turn, by the unit that took it, if one did, and
    at the same target, if it had one."""
    if action in roll.scenario.system.turn.once or (target and target.gone):
        return False
    return actor is None or action not in dead_ends(roll, actor.full_name)


def befallen(roll: Roll, side: str, lines: Sequence[EntryLine]) -> list[EntryLine]:
    """The lines that tell what befell a side's units, each ruling by what it ended in."""
    own = roll.side_key(side)
    return _concerning([unit for unit in roll.units if unit.side == own], lines, lines)


def befell(roll: Roll, unit: RollUnit, lines: Sequence[EntryLine]) -> list[EntryLine]:
    """What others did to a unit in this turn and the last, each ruling by what it ended in."""
    recent = [line for line in lines if line.turn >= roll.turn - 1]
    theirs = [line for line in recent if roll.side_key(line.side) != unit.side]
    return _concerning([unit], theirs, recent)


def _concerning(
    units: Sequence[RollUnit], lines: Sequence[EntryLine], known: Iterable[EntryLine]
) -> list[EntryLine]:
    """Those of the lines that concern any of the units, but for rulings of which a line that is
    `known` tells what they ended in."""
    ended = {line.about for line in known}
    open_still = (line for line in lines if line.number not in ended)
    return [
        line
        for line in open_still
        if any((line.about or line.number) in unit.entries for unit in units)
    ]


def dead_end(roll: Roll, action: AnyAction, unit: RollUnit) -> str:
    """Why a unit cannot take an action whoever the target is, in a sentence; "" where it can."""
    system = roll.scenario.system
    asking = Asking(system, action, roll=roll)
    asking.take("actor", unit.full_name)
    if held := [one.text for one in asking.objections() if one.refused]:
        return held[0]
    refused = _refused(asking)
    theirs = [one for one in _there(roll) if refused and one.side != unit.side]
    of_each_kind = {next(iter(one.start.values()), ""): one.full_name for one in theirs}
    for name in of_each_kind.values() if system.asked_of("target", action) else ():
        asking.take("target", name)
        if not _refused(asking):
            return ""
    return next(iter(refused), "")


def turn_to_open(asking: Asking, role: str = "actor") -> None:
    """Turn to the first action with a `role` that the actor can take: where the present one has no
    such role, or where nobody chose it and the actor cannot take it."""
    system, roll, name = asking.system, asking.roll, asking.units.get("actor")
    has_role = bool(system.asked_of(role, asking.action))
    if role != "actor" and has_role:
        return
    if role == "actor" and (asking.is_chosen or not (has_role and roll and name)):
        return
    acting = (one for one in system.actions if one.place is Place.ACTION)
    known = (one for one in (asking.action, *acting) if system.asked_of(role, one))
    if roll and name:
        unit = roll.unit(name)
        known = (one for one in known if not dead_end(roll, one, unit))
    can_take = next(known, None)
    if can_take and can_take is not asking.action:
        asking.choose(can_take)
        asking.is_chosen = False


def _refused(asking: Asking) -> list[str]:
    """Why the rules forbid what is asked; nothing of what cannot be read."""
    with suppress(CalculatorError):
        return [one.reason for one in asking.question().law.refusals()]
    return []


@lru_cache(maxsize=8)
def dead_ends(roll: Roll, name: str) -> Mapping[str, str]:
    """Why the unit of a full name cannot take an action, by the keys of those that it cannot."""
    system, unit = roll.scenario.system, roll.unit(name)
    asked = (action for action in system.actions if system.asked_of("actor", action))
    found = ((action.key, dead_end(roll, action, unit)) for action in asked)
    return {key: reason for key, reason in found if reason}


def no_place(
    roll: Roll, action: AnyAction, actor: RollUnit | None, unit: RollUnit, role: str
) -> str:
    """Why a unit cannot act, or play another part beside the actor; "" where it can."""
    from calculator.roll import objections

    if role == "actor":
        return dead_end(roll, action, unit)
    if actor is None:
        return ""
    found = objections(roll, action, {"actor": actor, role: unit})
    against = [one.text for one in found if one.refused and one.unit == unit.name]
    if "#" in role and not against:
        asking = Asking(roll.scenario.system, action, roll=roll)
        asking.take("actor", actor.full_name)
        alone = _refused(asking)
        asking.say({role.partition("#")[0]: f"{UNIT}={as_word(unit.name)}"})
        against = [one for one in _refused(asking) if one not in alone]
    return next(iter(against), "")


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
            changes.append(capitalized(naming({"the unit": unit.name})("the unit comes on.")))
        differs = {key: text for key, text in unit.now.items() if was.now.get(key) != text}
        lasting = {key: text for key, text in differs.items() if key not in unit.each_turn}
        changes += [f"{unit.name}: {key} {text}." for key, text in lasting.items()]
    changes += [capitalized(str(one)) for one in now.open]
    return tuple(changes)
