"""The part of the JSON Schema for overrides: every value of a system's tables by its key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from calculator.rules.tables import TableEntry, Tables

Schema: TypeAlias = dict[str, Any]


class TableSchemas:
    """Schemas of tables; what many tables have alike stands once, in `definitions`."""

    def __init__(self, reason: Schema) -> None:
        self._reason = reason
        self._names: dict[str, str] = {}
        self.definitions: dict[str, Schema] = {}

    def of(self, tables: Tables) -> Schema:
        """What `[tables]` may say in a file of the tables' system."""
        tree: dict[str, Any] = {}
        for entry in tables:
            *above, name = entry.key.split(".")
            node = tree
            for part in above:
                node = node.setdefault(part, {})
            node[name] = self._override(entry)
        return _closed({name: self._child(child) for name, child in tree.items()})

    def _override(self, entry: TableEntry) -> _Leaf:
        limits = {"minimum": entry.least, "maximum": entry.most}
        bounds = {name: limit for name, limit in limits.items() if limit is not None}
        value = _of_words(entry) if entry.words else _like(entry.value) | bounds
        properties = {"value": value, "reason": self._reason}
        return _Leaf(_closed(properties) | {"required": list(properties)})

    def _child(self, tree: Mapping[str, Any]) -> Schema:
        if isinstance(tree, _Leaf):
            return self._shared(tree)
        closed = _closed({name: self._child(child) for name, child in tree.items()})
        return self._shared(closed | {"minProperties": 1})

    def _shared(self, schema: Schema) -> Schema:
        text = json.dumps(schema)
        name = self._names.setdefault(text, f"values-{len(self._names) + 1}")
        self.definitions[name] = schema
        return {"$ref": f"#/definitions/{name}"}


class _Leaf(dict[str, Any]):
    """The schema of one override, and no table of more."""


def _closed(properties: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": dict(properties)}


def _of_words(entry: TableEntry) -> Schema:
    """A word that has a meaning, or a row of as many as there are."""
    if entry.is_of_letters:
        letters = "".join(entry.words)
        return {"type": "string", "pattern": f"^[{letters}]{{{len(entry.value)}}}$"}
    word = {"enum": list(entry.words)}
    return _like(entry.value) | {"items": word} if isinstance(entry.value, list) else word


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
