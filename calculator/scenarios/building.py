"""The scenario of a file that was read without fault."""

from __future__ import annotations

from pathlib import Path

from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.model import Formation, General, Scenario, Side, Terrain, Unit
from calculator.scenarios.reading import Read


def build_scenario(path: Path, system: RuleSystem, tables: Tables, root: Read) -> Scenario:
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
        terrain=tuple(
            Terrain(read.text("name"), read.form, read.text("notes"))
            for read in root.parts["terrain"]
        ),
        sides=tuple(_side(read) for read in root.parts["sides"]),
        tables=tables,
    )


def _side(read: Read) -> Side:
    key = read.text("key")
    return Side(
        key=key,
        name=read.text("name"),
        role=read.values.get("role"),
        form=read.form,
        generals=tuple(
            General(general.text("name"), general.values["rank"], general.text("notes"))
            for general in read.parts["generals"]
        ),
        formations=tuple(_formation(part, key) for part in read.parts["formations"]),
        unattached=tuple(_unit(part, key, "") for part in read.parts["units"]),
        path=read.path,
    )


def _formation(read: Read, side: str) -> Formation:
    name = read.text("name")
    return Formation(
        name=name,
        corps=read.text("corps"),
        general=read.text("general"),
        entry_turn=read.values.get("entry-turn"),
        entry=read.text("entry"),
        notes=read.text("notes"),
        units=tuple(_unit(part, side, name) for part in read.parts["units"]),
        path=read.path,
    )


def _unit(read: Read, side: str, formation: str) -> Unit:
    assert read.form is not None, "a system without units was refused"
    return Unit(
        name=read.text("name"),
        side=side,
        formation=formation,
        form=read.form,
        men=read.values.get("men"),
        guns=read.values.get("guns"),
        notes=read.text("notes"),
        path=read.path,
    )
