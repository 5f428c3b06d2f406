"""The JSON Schema of scenario files, for editors that complete and check as one types.

It is shipped as scenarios/schema.json; `empires scenario schema` prints it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from calculator.conditions import always
from calculator.forms import Field, unchecked
from calculator.kinds import Choice, Length, Optional, Text, Whole, YesNo
from calculator.rules import catalog
from calculator.rules.tables import TableEntry, Tables
from calculator.scenarios import kinds
from calculator.scenarios.layout import HEAD, OVERRIDE, SIDES, Section, layout

Schema: TypeAlias = dict[str, Any]

_Tree: TypeAlias = "dict[str, TableEntry | _Tree]"
"""Entries by the parts of their keys."""


def schema_text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema() -> Schema:
    """The schema: what all files have in common, and by system what its units may say."""
    with_units = [one for one in catalog.offered().systems if one.unit is not None]
    values = TableSchemas(kind_schema(kinds.LINE))
    files = {
        system.key: _table(layout(system), **{OVERRIDE.name: values.of(system.tables)})
        for system in with_units
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An order of battle for the empires calculator",
        "type": "object",
        "required": [HEAD.name, SIDES.name],
        "properties": {HEAD.name: _table(HEAD)},
        "allOf": [{"if": _system_is(key), "then": file} for key, file in files.items()],
        "definitions": values.definitions,
    }


def _system_is(key: str) -> Schema:
    head = {"properties": {"system": {"const": key}}, "required": ["system"]}
    return {"properties": {HEAD.name: head}, "required": [HEAD.name]}


def _table(section: Section, **free: Schema) -> Schema:
    """A table; `free` says of the parts that are read elsewhere what they may hold."""
    asked: tuple[kinds.Key | Field, ...] = (*section.keys, *section.form_fields)
    helps = {key.key: key.help for key in section.keys}
    helps |= {one.key: f"{one.label}. {one.help} [{one.source}]" for one in section.form_fields}
    properties = {
        one.key: {"description": helps[one.key], **kind_schema(one.kind)} for one in asked
    }
    for part in section.parts:
        found = free[part.name] if part.free else {"description": part.help}
        if not part.free and part.many:
            found |= {"type": "array", "items": _table(part), "minItems": part.least}
        elif not part.free:
            found |= _table(part)
        properties[part.name] = found
    required = [
        *(key.key for key in section.keys if key.required),
        *(field.key for field in section.needed if field.matters is always),
        *(part.name for part in section.parts if part.least),
    ]
    conditions = list(_conditions(section))
    return (
        _closed(properties)
        | ({"required": required} if required else {})
        | ({"allOf": conditions} if conditions else {})
    )


def _conditions(section: Section) -> Iterator[Schema]:
    """What only some units must say, by the word of theirs that decides it: their arm or type."""
    for field in section.needed:
        if field.matters is always:
            continue
        for decider in section.needed:
            words = _deciding(section, decider, field)
            if words:
                decided = {"properties": {decider.key: {"enum": words}}, "required": [decider.key]}
                yield {"if": decided, "then": {"required": [field.key]}}
                break


def _deciding(section: Section, decider: Field, field: Field) -> list[str]:
    """The words of one field for which another matters; none if it makes no difference."""
    if not isinstance(decider.kind, Choice) or section.form is None:
        return []
    words = [
        word
        for word in decider.kind.choices
        if field.matters(unchecked(section.form, {decider.attribute: decider.kind.parse(word)}))
    ]
    return words if len(words) < len(decider.kind.choices) else []


def kind_schema(kind: kinds.AnyKind) -> Schema:
    """What a value of a kind may be."""
    match kind:
        case Choice() | kinds.SystemKey():
            return {"enum": list(kind.choices)}
        case Whole():
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        case YesNo():
            return {"type": "boolean"}
        case Length():
            return {"type": ["number", "string"]}
        case Optional():
            return {"anyOf": [kind_schema(kind.kind), {"const": kind.blank}]}
        case kinds.FileValue():
            return dict(kind.schema)
    pattern = kinds.PATTERNS.get(kind) if isinstance(kind, Text) else None
    return {"type": "string", "pattern": f"^{pattern}$"} if pattern else {"type": "string"}


class TableSchemas:
    """Schemas of tables; what many tables have alike stands once, in `definitions`."""

    def __init__(self, reason: Schema) -> None:
        self._reason = reason
        self._names: dict[str, str] = {}
        self.definitions: dict[str, Schema] = {}

    def of(self, tables: Tables) -> Schema:
        """What `[tables]` may say in a file of the tables' system."""
        tree: _Tree = {}
        for entry in tables:
            *above, name = entry.key.split(".")
            node: Any = tree
            for part in above:
                node = node.setdefault(part, {})
            node[name] = entry
        return self._of_all(tree)

    def _of_all(self, tree: _Tree) -> Schema:
        return _closed({name: self._shared(child) for name, child in tree.items()})

    def _override(self, entry: TableEntry) -> Schema:
        limits = {"minimum": entry.least, "maximum": entry.most}
        bounds = {name: limit for name, limit in limits.items() if limit is not None}
        value = _like(entry.value) | bounds
        if entry.is_of_letters:
            pattern = f"^[{''.join(entry.words)}]{{{len(entry.value)}}}$"
            value = {"type": "string", "pattern": pattern}
        elif entry.words:  # a word that has a meaning, or a row of as many as there are
            word = {"enum": list(entry.words)}
            value = value | {"items": word} if isinstance(entry.value, list) else word
        properties = {"value": value, "reason": self._reason}
        return _closed(properties) | {"required": list(properties)}

    def _shared(self, node: TableEntry | _Tree) -> Schema:
        if isinstance(node, TableEntry):
            schema = self._override(node)
        else:
            schema = self._of_all(node) | {"minProperties": 1}
        text = json.dumps(schema)
        name = self._names.setdefault(text, f"values-{len(self._names) + 1}")
        self.definitions[name] = schema
        return {"$ref": f"#/definitions/{name}"}


def _closed(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": dict(properties)}


def _like(present: object) -> Schema:
    """A value that can stand for the present one."""
    if isinstance(present, list):
        return {
            "type": "array",
            "items": _like(present[0]),
            "minItems": len(present),
            "maxItems": len(present),
        }
    names = {int: "integer", float: "number", str: "string"}
    return {"type": names[type(present)]}
