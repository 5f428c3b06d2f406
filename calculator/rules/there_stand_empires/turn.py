"""A turn of an hour: one action a unit, and what may follow it (III.B, IV, VII)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from calculator.forms import parse_form
from calculator.lengths import read_length, shown_length
from calculator.rules.action import Awaited
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import orders
from calculator.rules.there_stand_empires.assault.fight import AssaultForm
from calculator.rules.there_stand_empires.assault.rule import ORDERS, reach_of
from calculator.rules.there_stand_empires.terms import Formation, Variant
from calculator.rules.turns import ActionTaken, Held, Once, Permission, TurnLaw, TurnSoFar

_STANDING: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "deployed-fire": {"formation": ("", Formation.DEPLOYED.value)},
    "advancing-fire": {"formation": ("", Formation.MANEUVER_COLUMN.value, Formation.SQUARE.value)},
}
"""As what a unit must stand that fires where it is: in march column none does (III.B, VI)."""


def _formed_late(taken: ActionTaken) -> Mapping[str, str]:
    """A square that was ordered late is formed when the turn ends."""
    is_late = taken.outcome.get("orders") in {one.value for one in orders.LATE}
    return {"formation": Formation.SQUARE.value} if is_late else {}


class HourTurn(TurnLaw):
    """Each unit takes one action a turn; the initiative is drawn once, or for each formation."""

    source = "III.B"
    once = {
        "initiative": Once(
            "the initiative was drawn",
            "III.B",
            of_each={"variant": Variant.RANDOM_EACH_DIVISION.value},
            and_generals=True,
        )
    }
    at_end = {"form-square": _formed_late}

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
        """A breakthrough with the movement that is left, fire after a move, or what needs none."""
        broke_through = any(one.answers.get("breakthrough") == "yes" for one in taken.earlier)
        for key in taken.may:
            if key == "assault":
                yield from () if broke_through else _breakthrough(taken, tables)
            elif taken.action == "maneuver-in-column" and taken.outcome["orders"] != "lost":
                half = orders.inches(orders.to_half_inch(read_length(taken.outcome["inches"]) / 2))
                yield Permission(key, f"advancing fire, if it moved no more than {half}")
            elif taken.action == "deploy" and taken.outcome["orders"] != "lost":
                yield Permission(key)
            else:
                yield Permission(key, needs=_STANDING.get(key, {}))

    def initiative(self, turn: TurnSoFar, sides: Mapping[str, str]) -> str:
        has = turn.once[-1].outcome.get("side") if turn.once else ""
        return next((key for key, role in sides.items() if has and role == has), "")

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        unit = turn.unit(asked.unit)
        if asked.action == "route-march":
            others = {number for action, number in unit.did.items() if action != asked.action}
            if others:
                first = min(others)
                text = f"{asked.unit} has done something else since (entry {first})"
                yield Held(f"{text}: its route march is over", "III.B", first, ends=False)
        charges_on = asked.action == "assault" and asked.answers.get("breakthrough") == "yes"
        if charges_on and asked.unit and not unit.acted:
            text = f"{asked.unit} has carried no assault this turn: no breakthrough charge is left"
            yield Held(f"{text} to it", "VII", ends=False)
        known, asks = unit.now.get("formation"), asked.answers.get("formation")
        stands = known == asks == Formation.DEPLOYED.value and not unit.acted
        if asked.action == "advancing-fire" and stands:
            text = f"{asked.unit} deployed in an earlier turn: it makes deployed fire"
            yield Held(text, "III.B", unit.did.get("deploy", 0), ends=False)


def _breakthrough(taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
    """One further charge over what is left of the movement: the reach, less what late orders cost
    and less the way to the first target, as far as that was said."""
    form = parse_form(AssaultForm, taken.answers)
    drawn = {draw["ask"]: int(draw["roll"]) for draw in taken.draws}
    number = drawn.get(orders.STAGE)
    arrival = orders.Orders.RECEIVED if number is None else ORDERS.odds(form, tables).at(number)
    reach = orders.delayed_to(tables, arrival, reach_of(form, tables))
    again = {"breakthrough": "yes"}
    if form.distance is None:
        words = f"breakthrough charge: {orders.inches(reach)} less what the first charge took"
        asked = "how many inches did the first charge take?"
        awaits = Awaited("distance", asked, shown_length(reach))
        yield Permission("assault", words, again, awaits=awaits)
    elif left := reach - form.distance:
        words = f"breakthrough charge: up to {orders.inches(left)}"
        yield Permission("assault", words, again, {"distance": shown_length(left)})
