"""The scenario of a file that was read without fault."""

from __future__ import annotations

from pathlib import Path

from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.layout import DRAWN
from calculator.scenarios.model import Formation, General, History, Scenario, Side, Terrain, Unit
from calculator.scenarios.reading import FileTable


def build_scenario(path: Path, system: RuleSystem, tables: Tables, root: FileTable) -> Scenario:
    """A scenario from tables that are known to be right."""
    head, rules = root.part("scenario"), root.part("rules")
    return Scenario(
        path=path,
        key=head.values["key"],
        title=head.values["title"],
        date=head.text("date"),
        system=system,
        summary=head.text("summary"),
        author=head.text("author"),
        licence=head.text("licence"),
        sources=head.values.get("sources", ()),
        uncertainty=head.text("uncertainty"),
        turns=rules.values.get("turns"),
        first_turn=rules.text("first-turn"),
        victory=rules.text("victory"),
        rules=rules.form or (system.battle() if system.battle else None),
        history=_history(root),
        terrain=tuple(
            Terrain(table.text("name"), table.form, table.text("notes"))
            for table in root.parts["terrain"]
        ),
        sides=tuple(_side(table) for table in root.parts["sides"]),
        tables=tables,
    )


def _history(root: FileTable) -> History | None:
    if not root.parts["history"]:
        return None
    table = root.part("history")
    winner = table.text("winner")
    return History(
        winner="" if winner == DRAWN else winner,
        losses=table.values.get("losses", {}),
        hours=table.values.get("hours"),
        source=table.text("source"),
        ratings=table.text("ratings"),
        notes=table.text("notes"),
    )


def _side(table: FileTable) -> Side:
    key = table.text("key")
    return Side(
        key=key,
        name=table.text("name"),
        role=table.values.get("role"),
        form=table.form,
        generals=tuple(
            General(general.text("name"), general.values["rank"], general.text("notes"))
            for general in table.parts["generals"]
        ),
        formations=tuple(_formation(part, key) for part in table.parts["formations"]),
        unattached=tuple(_unit(part, key, "") for part in table.parts["units"]),
        path=table.path,
    )


def _formation(table: FileTable, side: str) -> Formation:
    name = table.text("name")
    return Formation(
        name=name,
        corps=table.text("corps"),
        general=table.text("general"),
        entry_turn=table.values.get("entry-turn"),
        entry=table.text("entry"),
        notes=table.text("notes"),
        units=tuple(_unit(part, side, name) for part in table.parts["units"]),
        path=table.path,
        at=table.text("at"),
    )


def _unit(table: FileTable, side: str, formation: str) -> Unit:
    assert table.form is not None, "a system without units was refused"
    return Unit(
        name=table.text("name"),
        side=side,
        formation=formation,
        form=table.form,
        men=table.values.get("men"),
        guns=table.values.get("guns"),
        notes=table.text("notes"),
        path=table.path,
        at=table.text("at"),
    )
