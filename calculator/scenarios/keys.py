"""Keys of a file, declared where what they say is kept: as attributes of its class.

Reading, the template, the JSON Schema, JSON and the documentation all follow these.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeVar

import attrs

from calculator.forms import Form, plain
from calculator.kinds import Text, Word
from calculator.scenarios.kinds import AnyKind, BySide, ListOfTexts

Part = TypeVar("Part")

_KEY: Final = "key"

_LEFT_OUT: Final[Mapping[type, object]] = {Text: "", ListOfTexts: (), BySide: {}}
"""What a key says that is left out; of all other kinds that is None."""


@attrs.frozen
class Key:
    """One key of a table. `example` is what a new file gets."""

    name: str
    kind: AnyKind
    help: str
    required: bool = False
    example: Any = None

    @property
    def attribute(self) -> str:
        """The name of the attribute that holds what it says."""
        return self.name.replace("-", "_")

    @property
    def left_out(self) -> object:
        """What it says where it is left out."""
        return _LEFT_OUT.get(type(self.kind))


def keyed(
    kind: AnyKind, help: str, required: bool = False, example: Any = None, *, table: str = ""
) -> Any:
    """An attribute that a file has under its name; `table` says where, if there are several."""
    return attrs.field(metadata={_KEY: (table, kind, help, required, example)})


def keys_of(part: type, table: str = "") -> tuple[Key, ...]:
    """The keys that a class declares for a table, in their order."""
    declared = ((field.name, field.metadata.get(_KEY)) for field in attrs.fields(part))
    return tuple(
        Key(name.replace("_", "-"), *said[1:])
        for name, said in declared
        if said and said[0] == table
    )


def values_of(keys: tuple[Key, ...], said: Mapping[str, Any]) -> dict[str, Any]:
    """What a table says under each key, by attribute; or what it says if left out."""
    return {key.attribute: said.get(key.name, key.left_out) for key in keys}


def made(part: type[Part], said: Mapping[str, Any], **more: object) -> Part:
    """A part of a scenario, of what its table says and of what stands elsewhere."""
    return part(**values_of(keys_of(part), said), **more)


def plainly(part: object, form: Form | None = None, table: str = "") -> dict[str, Any]:
    """What a part says under each of its keys, and in its form, as JSON has it."""
    keys = {key.name: _plain(getattr(part, key.attribute)) for key in keys_of(type(part), table)}
    return keys | (plain(form) if form else {})


def _plain(value: object) -> object:
    """A value as JSON has it: a whole number without a point."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value.value if isinstance(value, Word) else value
