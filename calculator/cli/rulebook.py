"""`empires systems`, what can be asked of one with every number that it works with (`fields`), and
what its text says, statement by statement, and what each statement rests on (`rules`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from calculator.cli.output import open_console, open_table, told, write_json
from calculator.cli.parser import JSON, Command, flag, word
from calculator.errors import CalculatorError, UnknownNameError
from calculator.forms import Field, fields_of, when_it_matters
from calculator.rules import catalog
from calculator.rules.action import AnyAction
from calculator.rules.modifiers import Modifier
from calculator.rules.statements import Statement, about, sections_of
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from rich.table import Table


def _list_systems(arguments: argparse.Namespace) -> None:
    from calculator.journal.ruling import code_digest

    systems, left_out = catalog.offered()
    sys.stderr.writelines(f"{broken}\n" for broken in left_out)
    listed: list[dict[str, Any]] = [
        {
            "system": system.key,
            **told(system, "title", "summary", "version"),
            "code": code_digest(system),
            "actions": list(system.action_keys),
        }
        for system in systems
    ]
    if arguments.json:
        write_json(listed)
        return
    about = "{title}. {summary} Version {version} of its code ({code:.12})."
    rows = ((one["system"], about.format(**one), ", ".join(one["actions"])) for one in listed)
    open_console().print(open_table("System", "What it is", "Actions", rows=rows))


def _list_fields(arguments: argparse.Namespace) -> None:
    system = catalog.find_system(arguments.system)
    actions = [system.action(arguments.action)] if arguments.action else system.actions
    if arguments.json:
        write_json(_fields_json(system, actions, arguments.tables))
        return
    table = open_table("Action", "What it asks", title=system.title, spaced=True)
    for action in actions:
        keys = ", ".join(field.key for field in fields_of(action.asks)) or "nothing"
        asks = f"{action.label} [{action.source}]: {action.help}\nFields: {keys}"
        table.add_row(action.key, asks)
    title = "Table values in force; a scenario can override them"
    values = open_table("Key", "Value", "Why", title=title)
    for entry in system.tables:
        limits = f" ({entry.limits})" if entry.limits else ""
        other = f"; or {entry.otherwise.value}: {entry.otherwise.says}" if entry.otherwise else ""
        values.add_row(entry.key, f"{entry.value}{limits}", f"{entry.why} [{entry.cited}]{other}")
    shown = [table, _fields(actions, system.tables), *([values] if arguments.tables else ())]
    open_console().print(*shown, sep="")


def _fields_json(system: RuleSystem, actions: Sequence[AnyAction], tables: bool) -> dict[str, Any]:
    described: dict[str, Any] = {"system": system.key, "title": system.title}
    described["actions"] = [
        {
            **told(action, "key", "label", "help", "source"),
            "place": action.place.value,
            "fields": [_field_json(action, one, system.tables) for one in fields_of(action.asks)],
            "measures": {measure.key: measure.label for measure in action.measures},
        }
        for action in actions
    ]
    if tables:
        described["tables"] = [
            {
                **told(entry, "key", "value", "why", "source"),
                "allowed": entry.limits,
                "standing": entry.standing.value,
                "otherwise": entry.otherwise._asdict() if entry.otherwise else None,
            }
            for entry in system.tables
        ]
    return described


def _field_json(action: AnyAction, field: Field, tables: Tables) -> dict[str, Any]:
    kind = field.kind.inner
    limits = {name: getattr(kind, name, None) for name in ("low", "high")}
    return {
        **told(field, "key", "label", "source", "help", "group"),
        "kind": type(kind).__name__.lower(),
        "allowed": field.kind.allowed,
        "choices": list(field.kind.choices),
        **{name: one if one is None else kind.plain(one) for name, one in limits.items()},
        "unit": getattr(kind, "unit", ""),
        "default": field.kind.plain(field.default),
        "when": when_it_matters(action.asks, field),
        "counts": list(_counts(action, field, tables)),
    }


def _fields(actions: Sequence[AnyAction], tables: Tables) -> Table:
    """Each field once; one that actions declare differently once for each declaration."""
    from rich.text import Text

    asked_by: dict[tuple[str, ...], list[str]] = {}
    for action in actions:
        for field in fields_of(action.asks):
            described = field.key, *_described(action, field, tables)
            asked_by.setdefault(described, []).append(action.key)
    table = open_table("Field", "Possible answers", title="Fields, as key=value", spaced=True)
    for (key, title, *lines), asking in asked_by.items():
        also = ["asked by " + ", ".join(asking)] if len(actions) > 1 else []
        text = Text(title, style="bold").append("\n" + "\n".join([*lines, *also]), "not bold")
        table.add_row(key, text)
    return table


def _described(action: AnyAction, field: Field, tables: Tables) -> tuple[str, ...]:
    """A field in lines: what it takes, its default, what it means, what it counts for and when."""
    default = field.kind.show(field.default)
    follows = f", {field.follows.words}" if field.follows else ""
    when = when_it_matters(action.asks, field)
    return (
        f"{field.label}: {field.kind.allowed}",
        f"by default {default}{follows}",
        f"{field.help} [{field.source}]",
        *_counts(action, field, tables),
        *([f"matters {when}"] if when else ()),
    )


def _counts(action: AnyAction, field: Field, tables: Tables) -> tuple[str, ...]:
    """What an answer to a field counts for, a line for each modifier that looks at it."""
    lines = (
        f"{one.stage}: {_bears(one, tables)}"
        for one in action.modifiers
        if field.attribute in one.weighs and not (one.given and one.is_effect)
    )
    return tuple(dict.fromkeys(lines))


def _bears(one: Modifier[Any], tables: Tables) -> str:
    """What a modifier is worth, in words: each value that it may have, by the answer.

    Values of more than one answer, such as those of battalion cards, are looked up there.
    """
    found = [entry for entry in one.entries(tables) if isinstance(entry.value, int)]
    if not found:
        return one.general_name
    of = [entry.key.rpartition(".")[2] for entry in found]
    named = of if len(found) > 1 else [""]
    worths = [
        f"{key} {one.sign * entry.value:+d}".strip()
        for key, entry in zip(named, found, strict=True)
    ]
    if one.number is not None or len(set(of)) < len(found):
        worths = []
    whose = "" if callable(one.side) or "{" in one.side else one.side
    worth = f": {', '.join(worths)}" if worths else ""
    return f"{one.general_name}{worth}{whose and ' for '}{whose}"


def _list_statements(arguments: argparse.Namespace) -> None:
    system, section = catalog.find_system(arguments.system), arguments.section
    if not system.statements:
        raise CalculatorError(f"the statements of {system.title} have not been listed")
    chosen = about(system.statements, section) if section else system.statements
    if not chosen:
        known = (name for one in system.statements for name in sections_of(one.section))
        raise UnknownNameError("section", section, dict.fromkeys(known))
    if not arguments.json:
        _show_statements(system, chosen)
        return
    listed = []
    for one in chosen:
        entries = list(one.entries(system.tables))
        described = told(one, "section", "says", "asked", "why") | {
            "values": {entry.key: entry.value for entry in entries},
            "standings": {entry.key: entry.standing.value for entry in entries},
            "standing": one.standing.value,
        }
        listed.append(described)
    write_json(listed)


def _show_statements(system: RuleSystem, chosen: Sequence[Statement]) -> None:
    console = open_console()
    for section in dict.fromkeys(one.section for one in chosen):
        table = open_table(title=f"{system.title}, {section}", spaced=True)
        table.add_column("The rules say", overflow="fold")
        table.add_column("Asked", overflow="fold", max_width=20)
        for one in (one for one in chosen if one.section == section):
            rests_on = ": ".join(filter(None, (one.standing.value, one.why)))
            says = filter(None, (one.says, one.figures(system.tables), f"[{rests_on}]"))
            table.add_row("\n".join(says), ", ".join(one.asked) or "at the table")
        console.print(table)


_SYSTEM: Final = word("system", "SYSTEM")

COMMANDS: Final = {
    "systems": Command(_list_systems, JSON),
    "fields": Command(
        _list_fields,
        _SYSTEM,
        word("action", "ACTION", "only this action", nargs="?"),
        JSON,
        flag("--tables", "also list every table value, with its source and reason"),
    ),
    "rules": Command(
        _list_statements,
        _SYSTEM,
        word("section", "SECTION", "only this section, e.g. VII", nargs="?"),
        JSON,
    ),
}
