"""Outcomes as JSON has them, and read back from it."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from fractions import Fraction
from types import NoneType
from typing import Any, get_args, get_origin

import attrs

from calculator.lengths import read_length


def outcome_json(value: Any) -> Any:
    """An outcome as JSON has it: words for enums, text for fractions, objects for attrs classes."""
    if attrs.has(type(value)):
        return {
            field.name.replace("_", "-"): outcome_json(getattr(value, field.name))
            for field in attrs.fields(type(value))
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [outcome_json(part) for part in value]
    return value


def read_outcome(kind: Any, recorded: Any) -> Any:
    """The outcome of a class that JSON spells so.

    Raises `ValueError` for what is not of the shape that such outcomes have.
    """
    if attrs.has(get_origin(kind) or kind):
        return _read_parts(get_origin(kind) or kind, recorded)
    if parts := get_args(kind):
        return _read_one_of(kind, parts, recorded)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(recorded)
    if isinstance(kind, type) and issubclass(kind, Fraction) and type(recorded) is str:
        return kind(read_length(recorded))
    if type(recorded) is kind:
        return recorded
    raise ValueError(f"{recorded!r} is no {getattr(kind, '__name__', kind)}")


def _read_parts(kind: Any, recorded: Any) -> Any:
    fields = attrs.fields(attrs.resolve_types(kind))
    names = {field.name: field.name.replace("_", "-") for field in fields}
    if type(recorded) is not dict or recorded.keys() != set(names.values()):
        raise ValueError(f"its parts are not those of {kind.__name__}")
    return kind(
        **{field.alias: read_outcome(field.type, recorded[names[field.name]]) for field in fields}
    )


def _read_one_of(kind: Any, parts: tuple[Any, ...], recorded: Any) -> Any:
    """A tuple, or a value of one of several classes."""
    if get_origin(kind) is tuple:
        if type(recorded) is not list:
            raise ValueError(f"{recorded!r} is no list")
        if parts[-1] is ...:
            return tuple(read_outcome(parts[0], one) for one in recorded)
        return tuple(read_outcome(part, one) for part, one in zip(parts, recorded, strict=True))
    if recorded is None and NoneType in parts:
        return None
    for part in parts:
        with suppress(ValueError):
            return read_outcome(part, recorded)
    raise ValueError(f"{recorded!r} is none of {kind}")
