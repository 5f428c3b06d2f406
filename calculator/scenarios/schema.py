"""The JSON Schema of scenario files, for editors that complete and check as one types.

It is shipped as scenarios/schema.json; `empires scenario schema` prints it anew.
"""

from __future__ import annotations

import json
from typing import Any

from calculator.forms import Field, always
from calculator.kinds import Choice, Kind, Measure, Optional, Whole, YesNo
from calculator.rules import catalog
from calculator.scenarios.kinds import LIST, Like
from calculator.scenarios.layout import Section, is_required, layout

Schema = dict[str, Any]


def schema_text() -> str:
    """The schema as it is shipped."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def schema() -> Schema:
    """The schema: what all files have in common, and by system what its units may say."""
    systems = {key: catalog.find_system(key) for key in catalog.KEYS}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An order of battle for the empires calculator",
        "type": "object",
        "required": ["scenario"],
        "properties": {
            "scenario": {"properties": {"system": {"enum": list(systems)}}},
        },
        "allOf": [
            {"if": _is_of(key), "then": _table(layout(system))}
            for key, system in systems.items()
            if system.unit is not None
        ],
    }


def _is_of(key: str) -> Schema:
    said = {"properties": {"system": {"const": key}}, "required": ["system"]}
    return {"properties": {"scenario": said}}


def _table(section: Section) -> Schema:
    properties = {
        **{key.name: {"description": key.help, **_kind(key.kind)} for key in section.keys},
        **{field.key: _field(field) for field in section.form_fields},
        **{part.name: _part(part) for part in section.parts},
    }
    required = [
        *(key.name for key in section.keys if key.required),
        *(field.key for field in section.form_fields if _always_required(section, field)),
        *(part.name for part in section.parts if part.least),
    ]
    table: Schema = {"type": "object", "additionalProperties": False, "properties": properties}
    return table | ({"required": required} if required else {})


def _part(part: Section) -> Schema:
    if part.free:
        return {"type": "object", "description": part.help}
    told: Schema = {"description": part.help}
    if not part.many:
        return told | _table(part)
    return told | {"type": "array", "items": _table(part), "minItems": part.least}


def _always_required(section: Section, field: Field) -> bool:
    """Whether every unit must say it; what matters to some only is beyond a schema."""
    assert section.form is not None
    return is_required(field) and field.matters is always


def _field(field: Field) -> Schema:
    return {"description": f"{field.label}. {field.help} [{field.source}]", **_kind(field.kind)}


def _kind(kind: Kind[Any]) -> Schema:
    match kind:
        case Choice():
            return {"enum": list(kind.choices)}
        case Whole():
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        case YesNo():
            return {"type": "boolean"}
        case Measure():
            return {"type": ["number", "string"]}
        case Optional():
            return {"anyOf": [_kind(kind.kind), {"const": kind.blank}]}
        case Like():
            return {}
    if kind is LIST:
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "string"}
