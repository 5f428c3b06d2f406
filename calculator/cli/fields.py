"""`empires fields`: what can be asked of a system, and every number it works with."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final

from calculator.cli.completion import complete_action, complete_system
from calculator.cli.output import open_console, open_table, write_json
from calculator.cli.parser import JSON, flag, word
from calculator.forms import Field, fields_of, when_it_matters
from calculator.kinds import Optional
from calculator.rules.action import AnyAction
from calculator.rules.catalog import find_system
from calculator.rules.modifiers import bearing
from calculator.rules.system import RuleSystem
from calculator.rules.tables import TableEntry, Tables

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


ARGUMENTS: Final = (
    word("system", "SYSTEM", offers=complete_system),
    word("action", "ACTION", "only this action", complete_action, nargs="?"),
    JSON,
    flag("--tables", "also list every table value, with its source and reason"),
)


def run(arguments: argparse.Namespace) -> None:
    """List actions and their fields."""
    system = find_system(arguments.system)
    actions = [system.action(arguments.action)] if arguments.action else system.actions
    if arguments.json:
        write_json(_as_json(system, actions, arguments.tables))
        return
    console = open_console()
    _show_actions(console, system, actions)
    _show_fields(console, actions, system.tables)
    if arguments.tables:
        _show_tables(console, system)


def _as_json(system: RuleSystem, actions: Sequence[AnyAction], tables: bool) -> dict[str, Any]:
    described: dict[str, Any] = {
        "system": system.key,
        "title": system.title,
        "actions": [_action_json(action, system.tables) for action in actions],
    }
    if tables:
        described["tables"] = list(map(_entry_json, system.tables))
    return described


def _action_json(action: AnyAction, tables: Tables) -> dict[str, Any]:
    return {
        "key": action.key,
        "label": action.label,
        "help": action.help,
        "source": action.source,
        "place": action.place.value,
        "fields": [_field_json(action, field, tables) for field in fields_of(action.asks)],
        "measures": {measure.key: measure.label for measure in action.measures},
    }


def _entry_json(entry: TableEntry) -> dict[str, Any]:
    return {
        "key": entry.key,
        "value": entry.value,
        "allowed": entry.limits,
        "why": entry.why,
        "source": entry.source,
        "standing": entry.standing.value,
        "otherwise": entry.otherwise._asdict() if entry.otherwise else None,
    }


def _field_json(action: AnyAction, field: Field, tables: Tables) -> dict[str, Any]:
    kind = field.kind.kind if isinstance(field.kind, Optional) else field.kind
    return {
        "key": field.key,
        "label": field.label,
        "kind": type(kind).__name__.lower(),
        "allowed": field.kind.allowed,
        "choices": list(field.kind.choices),
        "low": _number(kind, "low"),
        "high": _number(kind, "high"),
        "unit": getattr(kind, "unit", ""),
        "default": field.kind.plain(field.default),
        "source": field.source,
        "help": field.help,
        "group": field.group,
        "when": when_it_matters(action.asks, field),
        "counts": list(bearing(action.modifiers, field, tables)),
    }


def _number(kind: Any, name: str) -> object:
    limit = getattr(kind, name, None)
    return None if limit is None else kind.plain(limit)


def _show_actions(console: Console, system: RuleSystem, actions: Sequence[AnyAction]) -> None:
    table = open_table("Action", "What it asks", title=system.title, spaced=True)
    for action in actions:
        keys = ", ".join(field.key for field in fields_of(action.asks)) or "nothing"
        table.add_row(
            action.key, f"{action.label} [{action.source}]: {action.help}\nFields: {keys}"
        )
    console.print(table)


def _show_fields(console: Console, actions: Sequence[AnyAction], tables: Tables) -> None:
    """Each field once; one that actions declare differently once for each declaration."""
    asked_by: dict[Hashable, list[AnyAction]] = {}
    shown: dict[Hashable, tuple[Field, str, tuple[str, ...]]] = {}
    for action in actions:
        for field in fields_of(action.asks):
            when = when_it_matters(action.asks, field)
            counts = bearing(action.modifiers, field, tables)
            same: Hashable = (
                field.key,
                field.label,
                field.kind.allowed,
                field.default,
                when,
                counts,
            )
            shown[same] = (field, when, counts)
            asked_by.setdefault(same, []).append(action)
    table = open_table("Field", "Possible answers", title="Fields, as key=value", spaced=True)
    for same, (field, when, counts) in shown.items():
        actions_asking = asked_by[same] if len(actions) > 1 else []
        table.add_row(field.key, _described(field, when, counts, actions_asking))
    console.print(table)


def _described(
    field: Field, when: str, counts: Sequence[str], asked_by: Sequence[AnyAction]
) -> RenderableType:
    from rich.text import Text

    text = Text(f"{field.label}: {field.kind.allowed}", style="bold")
    default = field.kind.show(field.default)
    if field.follows:
        default += f", {field.follows.words}"
    lines = [f"by default {default}", f"{field.help} [{field.source}]"]
    lines += counts
    if when:
        lines.append(f"matters {when}")
    if asked_by:
        lines.append("asked by " + ", ".join(action.key for action in asked_by))
    return text.append("\n" + "\n".join(lines), style="not bold")


def _show_tables(console: Console, system: RuleSystem) -> None:
    table = open_table(
        "Key", "Value", "Why", title="Table values in force; a scenario can override them"
    )
    for entry in system.tables:
        limits = f" ({entry.limits})" if entry.limits else ""
        other = f"; or {entry.otherwise.value}: {entry.otherwise.says}" if entry.otherwise else ""
        why = f"{entry.why} [{entry.cited}]{other}"
        table.add_row(entry.key, f"{entry.value}{limits}", why)
    console.print(table)
