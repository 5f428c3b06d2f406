"""A scenario under the designer's hands: ratings changed, compared with the file, saved into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from calculator.forms import parse_form, plain, written
from calculator.scenarios.model import Scenario, Side, Unit

_BYTE_ORDER_MARK: Final = "\ufeff"
"""What some Windows editors put before a text."""


def with_unit(scenario: Scenario, unit: Unit, answers: Mapping[str, str]) -> Scenario:
    """The scenario with some answers of one unit changed. Raises `FaultsError`."""
    form = parse_form(type(unit.form), {**written(unit.form), **answers})
    return _with(scenario, attrs.evolve(unit, form=form))


def moved(scenario: Scenario, unit: Unit, place: str) -> Scenario:
    """The scenario with a unit at another piece of terrain, or at none that it lists."""
    return _with(scenario, attrs.evolve(unit, at=place))


def _with(scenario: Scenario, new: Unit) -> Scenario:
    def put(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(new if one.path == new.path else one for one in units)

    def changed(side: Side) -> Side:
        formations = tuple(attrs.evolve(one, units=put(one.units)) for one in side.formations)
        return attrs.evolve(side, formations=formations, unattached=put(side.unattached))

    sides = (changed(side) if side.key == new.side else side for side in scenario.sides)
    return attrs.evolve(scenario, sides=tuple(sides))


def with_tables(scenario: Scenario, values: Mapping[str, object], reason: str) -> Scenario:
    """The scenario with some table values overridden. Raises `FaultsError`."""
    return attrs.evolve(scenario, tables=scenario.tables.override(values, reason))


def rewritten(text: str, before: Scenario, after: Scenario) -> str:
    """A file's text with the changed answers: comments, order and spacing are kept."""
    import tomlkit

    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    document = tomlkit.parse(text.removeprefix(mark))
    for old, new in zip(before.units, after.units, strict=True):
        was, now = written(old.form), written(new.form)
        if was != now:
            _write(_node_at(document, new.path), was, now, plain(new.form))
    return mark + tomlkit.dumps(document)


def _write(
    table: Any, was: Mapping[str, str], now: Mapping[str, str], values: Mapping[str, object]
) -> None:
    for key in was:
        if key not in now:
            table.pop(key, None)
    for key, text in now.items():
        if text != was.get(key):
            table[key] = values[key]


def _node_at(node: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        node = node[part]
    return node
