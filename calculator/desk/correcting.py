"""What can be corrected of a unit, each in a field of its own, with what stands there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from calculator.forms import keys_of
from calculator.roll.condition import AT
from calculator.roll.corrections import GONE, ON_TABLE, WAYS_TO_GO
from calculator.roll.unit_fields import field_for, known_keys

if TYPE_CHECKING:
    from calculator.roll import Roll, RollUnit


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
    return (
        *_of_system(roll, unit),
        *([Correctable(AT, "Stands at", ground, places)] if len(places) > 1 else ()),
        Correctable("acted", "Has acted this turn", _yes(unit.acted), ("no", "yes")),
        Correctable("arrived", "Is on the table", _yes(unit.arrived), ("no", "yes")),
        Correctable(GONE, "Has left the table", unit.gone or ON_TABLE, _ways(unit)),
    )


def _of_system(roll: Roll, unit: RollUnit) -> Iterator[Correctable]:
    system = roll.scenario.system
    own = keys_of(system.unit) if system.unit else []
    wanted = {*own, *system.condition, system.state, system.formation}
    for key in known_keys(system):
        if key in wanted and not key.startswith("starting-"):
            field = field_for(system, key)
            now = unit.now.get(key, "")
            choices = field.kind.choices
            known = choices if now or not choices else ("", *choices)
            yield Correctable(key, field.label, now, tuple(known))


def changed(roll: Roll, unit: RollUnit, typed: Mapping[str, str]) -> dict[str, str]:
    """What of the texts typed, by key, is otherwise than it stands."""
    now = {one.key: one.now for one in correctable(roll, unit)}
    return {key: text for key, text in typed.items() if key in now and text.strip() != now[key]}


def _ways(unit: RollUnit) -> tuple[str, ...]:
    return tuple(dict.fromkeys((ON_TABLE, *WAYS_TO_GO, unit.gone or ON_TABLE)))


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
