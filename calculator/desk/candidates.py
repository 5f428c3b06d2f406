"""Who may be picked for a role: units as a side sees them, each with what it is, what has become of
it, and why nothing would come of it in that role."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from calculator.answering import rated
from calculator.desk.asking import Asking
from calculator.desk.turns import no_place
from calculator.desk.units import unit_view
from calculator.rules.system import SIDES

if TYPE_CHECKING:
    from calculator.roll import Roll, RollUnit


class Candidate(NamedTuple):
    """A unit by its full name, what it is called, a line that tells more of it, and why nothing
    would come of picking it, if that is so."""

    full_name: str
    name: str
    detail: str
    ended: str = ""


def candidates(asked: Asking, role: str = "", *, sees_all: bool = True) -> Iterator[Candidate]:
    """The units to pick from for a role, or for any, those of its opponents last; unless who asks
    `sees_all`, without those that this side does not see yet. Without an order of battle none."""
    if (scenario := asked.scenario) is None:
        return
    opponent, roll = _opponent(asked, role) if role else "", asked.roll
    seen = in_order(roll, "" if sees_all else asked.side) if roll else ()
    stands, actor = {unit.full_name: unit for unit in seen}, asked.on_roll().get("actor")
    for side in sorted(scenario.sides, key=lambda side: side.key == opponent):
        under = {unit.name: formation for formation in side.formations for unit in formation.units}
        for unit in side.units:
            formation = under.get(unit.name)
            command = f"{formation.name}, {formation.general}".rstrip(", ") if formation else ""
            detail, ended = (command or side.name, rated(unit.form), side.name * bool(command)), ""
            if roll:
                if (there := stands.get(unit.full_name)) is None:
                    continue
                detail = (unit_view(scenario.system, there).words, command, side.name)
                ended = no_place(roll, asked.action, actor, there, role) if role else ""
            told = "; ".join(filter(None, detail))
            yield Candidate(unit.full_name, unit.name, told, ended)


def in_order(roll: Roll, side: str) -> Sequence[RollUnit]:
    """The units that a side may see, its own first; an umpire, who has none, sees all."""
    units = roll.seen_by(side) if side else roll.units
    own = roll.side_key(side)
    return sorted(units, key=lambda unit: unit.side != own) if own else units


def _opponent(asked: Asking, role: str) -> str:
    """The side that the unit in a role is not of, by key, as the other unit picked or else the side
    that is played says; "" where neither does."""
    assert asked.scenario
    sides = asked.scenario.sides
    picked = {one: name.partition(": ")[0] for one, name in asked.units.items()}
    if role != SIDES[role] and (own := picked.get(SIDES[role])):
        return next((side.key for side in sides if side.key != own), "")
    acts = SIDES[role] == "actor"
    if other := picked.get("target" if acts else "actor"):
        return other
    played = asked.scenario.side_called(asked.side)
    others = (side.key for side in sides if played and side != played)
    return next(others, "") if acts else played.key if played else ""
