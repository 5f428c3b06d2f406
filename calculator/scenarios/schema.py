"""The JSON Schema of scenario files, for editors that complete and check as one types.

It is shipped as scenarios/schema.json; `empires scenario schema` prints it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from calculator.forms import Field, always, unchecked
from calculator.kinds import Choice, Length, Optional, Whole, YesNo
from calculator.rules import catalog
from calculator.scenarios.kinds import (
    CLOCK,
    CLOCK_PATTERN,
    DAY,
    LINE,
    LINE_PATTERN,
    LIST,
    SLUG,
    SLUG_PATTERN,
    AnyKind,
    BySide,
    SystemKey,
)
from calculator.scenarios.layout import HEAD, OVERRIDE, SIDES, Section, layout
from calculator.scenarios.schema_of_tables import Schema, TableSchemas

_PATTERNS: Final = (
    (LINE, LINE_PATTERN),
    (DAY, LINE_PATTERN),
    (SLUG, SLUG_PATTERN),
    (CLOCK, CLOCK_PATTERN),
)


def schema_text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def schema() -> Schema:
    """The schema: what all files have in common, and by system what its units may say."""
    systems = (catalog.find_system(key) for key in catalog.KEYS)
    with_units = [system for system in systems if system.unit is not None]
    values = TableSchemas(kind_schema(LINE))
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
        "allOf": [{"if": _is_of(key), "then": file} for key, file in files.items()],
        "definitions": values.definitions,
    }


def _is_of(key: str) -> Schema:
    head = {"properties": {"system": {"const": key}}, "required": ["system"]}
    return {"properties": {HEAD.name: head}, "required": [HEAD.name]}


def _table(section: Section, **free: Schema) -> Schema:
    """A table; `free` says of the parts that are read elsewhere what they may hold."""
    properties = {
        **{key.name: {"description": key.help, **kind_schema(key.kind)} for key in section.keys},
        **{field.key: _field(field) for field in section.form_fields},
        **{part.name: free[part.name] if part.free else _part(part) for part in section.parts},
    }
    required = [
        *(key.name for key in section.keys if key.required),
        *(field.key for field in section.needed if field.matters is always),
        *(part.name for part in section.parts if part.least),
    ]
    table: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    conditions = list(_conditions(section))
    return (
        table
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


def _part(part: Section) -> Schema:
    described: Schema = {"description": part.help}
    if not part.many:
        return described | _table(part)
    return described | {"type": "array", "items": _table(part), "minItems": part.least}


def _field(field: Field) -> Schema:
    return {
        "description": f"{field.label}. {field.help} [{field.source}]",
        **kind_schema(field.kind),
    }


def kind_schema(kind: AnyKind) -> Schema:
    """What a value of a kind may be."""
    match kind:
        case Choice() | SystemKey():
            return {"enum": list(kind.choices)}
        case Whole():
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        case YesNo():
            return {"type": "boolean"}
        case Length():
            return {"type": ["number", "string"]}
        case Optional():
            return {"anyOf": [kind_schema(kind.kind), {"const": kind.blank}]}
    if isinstance(kind, BySide):
        number = {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        return {"type": "object", "additionalProperties": number}
    if kind is LIST:
        return {"type": "array", "items": {"type": "string", "pattern": "\\S"}}
    for text, pattern in _PATTERNS:
        if kind is text:
            return {"type": "string", "pattern": f"^{pattern}$"}
    return {"type": "string"}
