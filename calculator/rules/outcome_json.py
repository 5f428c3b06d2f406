"""Outcomes as JSON has them, and read back from it."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from fractions import Fraction
from itertools import repeat
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
    """The outcome of a class that JSON spells so. Raises `ValueError` for what is not of the shape
    that such outcomes have."""
    whole, parts = get_origin(kind) or kind, get_args(kind)
    if attrs.has(whole):
        declared = attrs.fields(attrs.resolve_types(whole))
        fields = {one.name.replace("_", "-"): one for one in declared}
        if type(recorded) is dict and recorded.keys() == fields.keys():
            read = {key: read_outcome(one.type, recorded[key]) for key, one in fields.items()}
            return whole(**{one.alias: read[key] for key, one in fields.items()})
    elif whole is tuple and type(recorded) is list:
        each = repeat(parts[0], len(recorded)) if parts[-1] is ... else parts
        return tuple(read_outcome(*pair) for pair in zip(each, recorded, strict=True))
    elif parts and whole is not tuple:
        for part in parts:
            with suppress(ValueError):
                return read_outcome(part, recorded)
    else:
        return _read_plain(kind, recorded)
    raise ValueError(f"{recorded!r} is none of {kind}")


def _read_plain(kind: Any, recorded: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(recorded)
    if isinstance(kind, type) and issubclass(kind, Fraction) and type(recorded) is str:
        return kind(read_length(recorded))
    if type(recorded) is kind:
        return recorded
    raise ValueError(f"{recorded!r} is no {getattr(kind, '__name__', kind)}")
