"""A turn of an hour: one action a unit, and what may follow it (III.B, IV, VII)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from calculator.forms import parse_form
from calculator.lengths import read_length, shown_length
from calculator.rules.action import Awaited
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import orders
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.assault.rule import ORDERS, reach_of
from calculator.rules.there_stand_empires.orders import Orders, inches, to_half_inch
from calculator.rules.there_stand_empires.terms import Formation, Variant
from calculator.rules.turns import (
    ActionTaken,
    Claim,
    Held,
    Once,
    Permission,
    TurnLaw,
    TurnSoFar,
    UnitSoFar,
)

_STANDING: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "deployed-fire": {"formation": (Formation.DEPLOYED.value,)},
    "advancing-fire": {
        "formation": (Formation.MANEUVER_COLUMN.value, Formation.SQUARE.value),
    },
}
"""As what a unit must stand that fires where it is: in march column none does (III.B, VI)."""


def _formed_late(taken: ActionTaken) -> Mapping[str, str]:
    """A square that was ordered late is formed when the turn ends."""
    late = {one.value for one in Orders if one.is_late}
    is_late = isinstance(taken.outcome, dict) and taken.outcome.get("orders") in late
    return {"formation": Formation.SQUARE.value} if is_late else {}


class HourTurn(TurnLaw):
    """Each unit takes one action a turn; the initiative is drawn once, or for each formation."""

    source = "III.B"
    once = {
        "initiative": Once(
            "the initiative was drawn",
            "III.B",
            of_each={"variant": Variant.RANDOM_EACH_DIVISION.value},
        )
    }
    claims = (
        Claim(
            "assault",
            "breakthrough",
            "yes",
            "has carried no assault this turn: no breakthrough charge is left to it",
            "VII",
        ),
    )
    at_end = {"form-square": _formed_late}

    def permits(
        self, taken: ActionTaken, tables: Tables, earlier: Sequence[ActionTaken]
    ) -> Iterator[Permission]:
        """A breakthrough with the movement that is left, fire after a move, or what needs none."""
        broke_through = any(one.answers.get("breakthrough") == "yes" for one in earlier)
        for key in taken.may:
            if key == "assault":
                yield from () if broke_through else _breakthrough(taken, tables)
            elif taken.action == "maneuver-in-column" and taken.outcome["orders"] != "lost":
                half = inches(to_half_inch(read_length(taken.outcome["inches"]) / 2))
                yield Permission(key, f"advancing fire, if it moved no more than {half}")
            elif taken.action == "deploy" and taken.outcome["orders"] != "lost":
                yield Permission(key)
            else:
                yield Permission(key, needs=_STANDING.get(key, {}))

    def initiative(self, turn: TurnSoFar) -> str:
        drawn = [one.outcome for one in turn.once if one.action == "initiative"]
        return str(drawn[-1].get("side", "")) if drawn and isinstance(drawn[-1], dict) else ""

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        unit = turn.units.get(asked.unit, UnitSoFar())
        if asked.action == "route-march":
            others = {number for action, number in unit.did.items() if action != asked.action}
            if others:
                first = min(others)
                text = f"{asked.unit} has done something else since (entry {first})"
                yield Held(f"{text}: its route march is over", "III.B", first)
        known, asks = unit.now.get("formation"), asked.answers.get("formation")
        stands = known == asks == Formation.DEPLOYED.value and not unit.acted
        if asked.action == "advancing-fire" and stands:
            text = f"{asked.unit} deployed in an earlier turn: it makes deployed fire"
            yield Held(text, "III.B", unit.did.get("deploy", 0))


def _breakthrough(taken: ActionTaken, tables: Tables) -> Iterator[Permission]:
    """One further charge over what is left of the movement: the reach, less what late orders cost
    and less the way to the first target, as far as that was said."""
    form = parse_form(AssaultForm, taken.answers)
    roll = taken.roll(orders.STAGE)
    arrival = Orders.RECEIVED if roll is None else ORDERS.odds(form, tables).at(roll)
    reach = orders.delayed_to(tables, arrival, reach_of(form, tables))
    again = {"breakthrough": "yes"}
    if form.distance is None:
        words = f"breakthrough charge: {inches(reach)} less what the first charge took"
        asked = "how many inches did the first charge take?"
        awaits = Awaited("distance", asked, shown_length(reach))
        yield Permission("assault", words, again, awaits=awaits)
    elif left := reach - form.distance:
        words = f"breakthrough charge: up to {inches(left)}"
        yield Permission("assault", words, again, {"distance": shown_length(left)})


TURN: Final = HourTurn()
