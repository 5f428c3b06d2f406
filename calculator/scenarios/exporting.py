"""An order of battle as data: as JSON, and as rows of a spreadsheet, from which `read_roster` makes
it again."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterator
from typing import Any

from calculator.forms import mattering, written
from calculator.scenarios.kinds import plainly
from calculator.scenarios.model import DRAWN, HEAD, RULES, Scenario, Side, Unit
from calculator.scenarios.roster import OF_FORMATIONS, column_of, columns

Row = dict[str, str]


def scenario_json(scenario: Scenario) -> dict[str, Any]:
    """Everything that a scenario says, by the keys of its file."""
    tables, history = scenario.tables, scenario.history
    return {
        **plainly(scenario, table=HEAD),
        "system": scenario.system.key,
        "rules": plainly(scenario, scenario.rules, RULES),
        "history": history and plainly(history) | {"winner": history.winner or DRAWN},
        "terrain": [plainly(piece, piece.form) for piece in scenario.terrain],
        "sides": [_side_json(side) for side in scenario.sides],
        "tables": {
            key: {"value": tables.entry(key).value, "why": tables.entry(key).why}
            for key in sorted(tables.overridden)
        },
        "rules-version": tables.digest,
        "doubts": [str(doubt) for doubt in scenario.doubts],
    }


def _side_json(side: Side) -> dict[str, Any]:
    return {
        **plainly(side, side.form),
        "generals": [plainly(general) for general in side.generals],
        "formations": [
            plainly(formation) | {"units": [plainly(unit, unit.form) for unit in formation.units]}
            for formation in side.formations
        ],
        "units": [plainly(unit, unit.form) for unit in side.unattached],
    }


def as_csv(scenario: Scenario) -> str:
    """All rows under their headings; columns that no row fills are left out."""
    rows = list(export_rows(scenario))
    used = [key for key in columns(scenario.system) if any(row.get(key) for row in rows)]
    out = io.StringIO()
    writer = csv.DictWriter(out, used, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def export_rows(scenario: Scenario) -> Iterator[Row]:
    """A row for each unit, then each general of a whole army, then each piece of ground."""
    for side in scenario.sides:
        yield from (_unit(side, unit) for unit in side.units)
    for side in scenario.sides:
        for general in side.generals:
            told = {"general": general.name, "rank": general.rank.value, "notes": general.notes}
            yield {"side": side.key, **told}
    for piece in scenario.terrain:
        said = written(piece.form) if piece.form else {}
        ground = " ".join(f"{key}={shlex.quote(text)}" for key, text in said.items())
        yield {"at": piece.name, "ground": ground, "notes": piece.notes}


def left_out(scenario: Scenario) -> list[str]:
    """What a battle's file says that rows cannot hold."""
    usual = scenario.system.battle and scenario.system.battle()
    rules = scenario.rules != usual, scenario.turns, scenario.first_turn, scenario.victory
    said = {
        "[scenario] but for its system": True,
        "[rules]": any(rules),
        "[history]": scenario.history is not None,
        "[tables]": bool(scenario.tables.overridden),
    }
    return [table for table, is_said in said.items() if is_said]


def _unit(side: Side, unit: Unit) -> Row:
    of_unit = written(unit.form)
    formation = next((part for part in side.formations if part.name == unit.formation), None)
    row = {"side": side.key, "army": side.name, "role": side.role.value if side.role else ""}
    row |= written(side.form) if side.form else {}
    if formation:
        said = plainly(formation)
        row |= {column: str(said[key] or "") for column, key in OF_FORMATIONS.items()}
    row |= {
        column_of(field): of_unit[field.key]
        for field in mattering(unit.form)
        if field.key in of_unit
    }
    men, guns = (str(number or "") for number in (unit.men, unit.guns))
    place = unit.at or (formation.at if formation else "")
    more = {"unit": unit.name, "guns": guns, "at": place, "notes": unit.notes}
    return {**row, **({"men": men} if men else {}), **more}
