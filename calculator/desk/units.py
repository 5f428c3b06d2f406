"""Units and armies as they stand, as every front end shows them: what matters most of a unit, what
can be corrected of it, what others say of it, who may be picked for a role, and whether an army is
to be checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from calculator.answering import label_of, rated
from calculator.desk import asking, turns
from calculator.desk.naming import Answer
from calculator.forms import keys_of
from calculator.roll import Roll, RollUnit, army_of, how_it_stands, how_shaken, what_it_is
from calculator.roll.condition import AT, Proposal
from calculator.roll.corrections import GONE, ON_TABLE, WAYS_TO_GO
from calculator.roll.unit import field_for, known_keys, whose
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem

SIGNS: Final = {"gone": "✗", "due": "◌", "demoralized": "!!", "disordered": "!", "": "·"}
"""One sign for each look, where there is room for no more."""

_SHAKEN: Final = ("", "disordered", "demoralized")


class UnitView(NamedTuple):
    """What a unit is, what has become of it, and what of that matters most. `look` is "gone", "due"
    before it has come, "demoralized", "disordered", or nothing for one in good order; `is_spent`
    says that it has acted and may do no more."""

    what: str
    marks: tuple[str, ...]
    look: str
    acted: bool
    is_spent: bool

    @property
    def sign(self) -> str:
        """Whether it has acted and how it stands, in a sign."""
        has_acted = self.acted and self.look not in {"gone", "due"}
        return f"✓{SIGNS[self.look].strip('·')}" if has_acted else SIGNS[self.look]

    @property
    def words(self) -> str:
        """What has become of it, and then what it is: the first is read where room is short."""
        return ", ".join((*self.marks, self.what))


def unit_view(system: RuleSystem, unit: RollUnit) -> UnitView:
    """The view of a unit on the roll."""
    shaken = _SHAKEN[min(how_shaken(system, unit), 2)]
    return UnitView(
        what_it_is(system, unit),
        tuple(how_it_stands(system, unit)),
        "gone" if unit.gone else shaken if unit.arrived else "due",
        unit.acted,
        unit.acted and not unit.may,
    )


# What can be corrected


class Correctable(NamedTuple):
    """One thing of a unit: its key, what it is called, what stands there now, and the answers to
    choose from, if there are not too many to list."""

    key: str
    label: str
    now: str
    choices: tuple[str, ...] = ()

    @property
    def in_full(self) -> str:
        """What it is called, with the answers to choose from."""
        listed = ", ".join(filter(None, self.choices))
        return f"{self.label}: {listed}" if listed else self.label


def correctable(roll: Roll, unit: RollUnit) -> tuple[Correctable, ...]:
    """What can be corrected of a unit, in order: what it is and has, how and where it stands, and
    whether it has acted, has come and has gone."""
    places = ("", *(piece.name for piece in roll.scenario.terrain))
    ground = unit.ground.name if unit.ground else ""
    acted, there = ("yes" if holds else "no" for holds in (unit.acted, unit.arrived))
    ways = dict.fromkeys((ON_TABLE, *WAYS_TO_GO, unit.gone or ON_TABLE))
    return (
        *_of_system(roll.scenario.system, unit),
        *([Correctable(AT, "Stands at", ground, places)] if len(places) > 1 else ()),
        Correctable("acted", "Has acted this turn", acted, ("no", "yes")),
        Correctable("arrived", "Is on the table", there, ("no", "yes")),
        Correctable(GONE, "Has left the table", unit.gone or ON_TABLE, tuple(ways)),
    )


def _of_system(system: RuleSystem, unit: RollUnit) -> Iterator[Correctable]:
    own = keys_of(system.unit) if system.unit else []
    wanted = {*own, *system.condition, system.state, system.formation}
    for key in known_keys(system):
        if key in wanted and not key.startswith("starting-"):
            field, now = field_for(system, key), unit.now.get(key, "")
            choices = tuple(field.kind.choices)
            known = choices if now or not choices else ("", *choices)
            yield Correctable(key, field.label, now, known)


def changed(roll: Roll, unit: RollUnit, typed: Mapping[str, str]) -> dict[str, str]:
    """What of the texts typed, by key, is otherwise than it stands."""
    now = {one.key: one.now for one in correctable(roll, unit)}
    return {key: text for key, text in typed.items() if key in now and text.strip() != now[key]}


# What one side says of another's units, and nobody has taken yet


class Proposed(NamedTuple):
    """What another side says of a unit: `values` as a correction has them, since which entry."""

    unit: RollUnit
    text: str
    values: Mapping[str, str]
    by: str
    entry: int

    @property
    def reason(self) -> str:
        """Why, as the correction that takes it is recorded."""
        return f"as {self.by} say (entry {self.entry})"


def proposed_to(roll: Roll, side: str) -> tuple[Proposed, ...]:
    """What others say of a side's units, by key or name; of an umpire, who has none, of all."""
    own = roll.side_key(side)
    units = (unit for unit in roll.units if unit.proposals and own in {"", unit.side})
    return tuple(proposed_of(roll, unit) for unit in units)


def proposed_of(roll: Roll, unit: RollUnit) -> Proposed:
    """What others say of a unit that has proposals."""
    last = unit.proposals[-1]
    by = f"the {roll.scenario.side(last.by).called}"
    words = ", ".join(_in_words(roll.scenario.system, one) for one in unit.proposals)
    values = {one.key: one.text for one in unit.proposals}
    return Proposed(unit, f"{by} say: {unit.name}, {words}", values, by, last.entry)


def _in_words(system: RuleSystem, proposal: Proposal) -> str:
    if proposal.key == AT:
        return f"stands at {proposal.text}" if proposal.text else "stands in the open"
    kind = field_for(system, proposal.key).kind
    return f"{proposal.key.replace('-', ' ')} {label_of(kind, proposal.text)}"


def morale_question(roll: Roll, side: str) -> Question:
    """The check of an army's morale, of a system that has one, with the roll's count."""
    system = roll.scenario.system
    assert system.army_morale
    return Question.read(system.key, system.army_morale.action, army_of(roll, side).answers)


def why_not_due(roll: Roll, side: str) -> str:
    """Why the rules do not have an army's morale checked now; nothing where they do."""
    if broke := next((check.number for check in roll.checks_of(side) if check.broke), 0):
        return f"it has broken already (#{broke})"
    odds, morale = morale_question(roll, side).odds(), roll.scenario.system.army_morale
    assert morale
    return odds.rows()[0].outcome.label if odds.measure(morale.not_due) else ""


# Who may be picked


def candidates(
    asked: asking.Asking, role: str = "", *, sees_all: bool = True, own: bool = False
) -> Iterator[Answer]:
    """The units to pick from for a role, or for any, those of its opponents last, or if only its
    `own` are wanted not at all; unless who asks `sees_all`, without those that this side does not
    see yet. Without an order of battle none."""
    if (scenario := asked.scenario) is None:
        return
    opponent, roll = _opponent(asked, role) if role else "", asked.roll
    seen = in_order(roll, "" if sees_all else asked.side) if roll else ()
    stands, actor = {unit.full_name: unit for unit in seen}, asked.on_roll().get("actor")
    sides = sorted(scenario.sides, key=lambda side: side.key == opponent)
    for side in (one for one in sides if not own or one.key != opponent):
        under = {unit.name: formation for formation in side.formations for unit in formation.units}
        for unit in side.units:
            formation = under.get(unit.name)
            command = f"{formation.name}, {formation.general}".rstrip(", ") if formation else ""
            detail, ended = (command or side.name, rated(unit.form), side.name * bool(command)), ""
            if roll:
                if (there := stands.get(unit.full_name)) is None:
                    continue
                detail = (unit_view(scenario.system, there).words, command, side.name)
                ended = turns.no_place(roll, asked.action, actor, there, role) if role else ""
            told = "; ".join(filter(None, detail))
            yield Answer(unit.full_name, unit.name, told, ended)


def in_order(roll: Roll, side: str) -> Sequence[RollUnit]:
    """The units that a side may see, its own first; an umpire, who has none, sees all."""
    units = roll.seen_by(side) if side else roll.units
    own = roll.side_key(side)
    return sorted(units, key=lambda unit: unit.side != own) if own else units


def _opponent(asked: asking.Asking, role: str) -> str:
    """The key of the side that a role's unit is not of, by the other unit or the side played."""
    assert asked.scenario
    sides, of = asked.scenario.sides, whose(asked.action, role)
    picked = {one: name.partition(": ")[0] for one, name in asked.units.items()}
    if role != of and (own := picked.get(of)):
        return next((side.key for side in sides if side.key != own), "")
    acts = of == "actor"
    if other := picked.get("target" if acts else "actor"):
        return other
    played = asked.scenario.side_called(asked.side)
    others = (side.key for side in sides if played and side != played)
    return next(others, "") if acts else played.key if played else ""
