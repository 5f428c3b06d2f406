"""A scenario under the designer's hands: ratings changed, compared with the file, saved into it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from calculator.errors import Fault, FaultsError
from calculator.forms import Form, fields_of, parse_form, texts
from calculator.kinds import Optional
from calculator.rules.tables import Tables
from calculator.scenarios.model import Formation, Scenario, Side, Unit


def with_unit(scenario: Scenario, unit: Unit, answers: Mapping[str, str]) -> Scenario:
    """The scenario with some answers of one unit changed. Raises `FaultsError`."""
    form = parse_form(type(unit.form), {**_written(unit.form), **answers})
    return _replaced(scenario, unit, attrs.evolve(unit, form=form))


def _written(form: Form) -> dict[str, str]:
    """The answers that a form needs: what follows from the others by itself is left out.

    The bases a unit starts with are its bases unless the file says otherwise, so a change of the
    one must not leave the other behind.
    """
    answers = texts(form)
    for field in fields_of(type(form)):
        if isinstance(field.kind, Optional):
            without = {key: text for key, text in answers.items() if key != field.key}
            if parse_form(type(form), without) == form:
                answers = without
    return answers


def with_tables(scenario: Scenario, values: Mapping[str, object], reason: str) -> Scenario:
    """The scenario with some table values overridden. Raises `FaultsError`."""
    return attrs.evolve(scenario, tables=scenario.tables.override(values, reason))


def read_table_value(tables: Tables, key: str, text: str) -> object:
    """A table value typed as text, of the type that the value in force has.

    Raises `FaultsError` for an unknown key or a text that cannot stand for the value.
    """
    if key not in tables:
        tables.override({key: text}, "")
    present = tables.entry(key).value
    try:
        if isinstance(present, list):
            return [type(present[0])(part) for part in text.split("/")]
        return type(present)(text)
    except ValueError:
        raise FaultsError(
            [Fault(key, f"{text!r} cannot stand for {present!r}", f"a value like {present!r}")]
        ) from None


def save(path: Path, before: Scenario, after: Scenario) -> str:
    """Write the changed answers into the file, everything else as it stands; gives the text.

    Comments, order and spacing are kept: only the changed values are touched.
    """
    import tomlkit

    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    for old, new in zip(before.units, after.units, strict=True):
        was, now = _written(old.form), _written(new.form)
        changed = {key: now[key] for key in now if now[key] != was.get(key)}
        if changed:
            _write(_at(document, new.path), changed)
    text = tomlkit.dumps(document)
    scratch = path.with_name(path.name + ".new")
    scratch.write_text(text, encoding="utf-8", newline="")
    scratch.replace(path)
    return text


def _write(table: Any, changed: Mapping[str, str]) -> None:
    for key, text in changed.items():
        table[key] = int(text) if text.lstrip("-").isdigit() else text


def _at(node: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        node = node[part]
    return node


def _replaced(scenario: Scenario, old: Unit, new: Unit) -> Scenario:
    return attrs.evolve(
        scenario,
        sides=tuple(
            _side(side, old, new) if side.key == old.side else side for side in scenario.sides
        ),
    )


def _side(side: Side, old: Unit, new: Unit) -> Side:
    return attrs.evolve(
        side,
        formations=tuple(_formation(formation, old, new) for formation in side.formations),
        unattached=tuple(new if unit == old else unit for unit in side.unattached),
    )


def _formation(formation: Formation, old: Unit, new: Unit) -> Formation:
    units = tuple(new if unit == old else unit for unit in formation.units)
    return formation if units == formation.units else attrs.evolve(formation, units=units)
