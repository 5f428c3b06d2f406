"""What the keys of a scenario file may hold beyond what forms know, and the keys themselves.

Keys are declared where what they say is kept: as attributes of its class. Reading, the template,
the JSON Schema, JSON and the documentation all follow these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, Final, TypeAlias

import attrs

from calculator.errors import nearest
from calculator.forms import Form, as_text, plain
from calculator.kinds import BadValueError, Kind, Text, Word, YesNo, quoted
from calculator.rules import catalog

_NAMES: Final = (
    (bool, "a yes or no"),
    (int, "a number"),
    (float, "a number"),
    (str, "text in quotes"),
    (list, "a list"),
    (dict, "a table"),
    (datetime, "a date and time"),
    (date, "a date"),
    (time, "a time"),
)


def type_name(value: object) -> str:
    """What a TOML value is, in words."""
    return next(name for kind, name in _NAMES if isinstance(value, kind))


def wrong_type(value: object, allowed: str) -> BadValueError:
    """The fault of a value that is of another type than allowed."""
    return BadValueError(f"is {type_name(value)}, {_shortened(value)}", allowed)


def _shortened(value: object) -> str:
    """A value in a message; a table or a list, which may be huge, only by what it is."""
    if isinstance(value, dict | list):
        return "not a single value"
    if isinstance(value, bool):
        return str(value).lower()
    shown = repr(value) if isinstance(value, str) else as_text(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


@attrs.frozen
class SystemKey(Kind[str]):
    """The key of a rule system."""

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(catalog.KEYS)

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices)

    def parse(self, text: str) -> str:
        if text not in catalog.KEYS:
            near = nearest(text, self.choices)
            raise BadValueError(
                f"there is no rule system called {quoted(text)}", self.allowed, near
            )
        return text

    def accepts(self, value: Any) -> bool:
        return value in catalog.KEYS


@attrs.frozen
class FileValue:
    """What is never typed, a list or a table, which `read` takes as TOML has it, or raises
    `BadValueError`.

    `left_out` is what stands where a file has none, `schema` what JSON Schema says of it.
    """

    read: Callable[[object], Any]
    allowed: str
    left_out: object = None
    schema: Mapping[str, Any] = attrs.field(factory=dict)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise wrong_type(value, LIST.allowed)
    for line in value:
        if not isinstance(line, str) or not line.strip():
            problem = f"holds {type_name(line)}, {_shortened(line)}"
            raise BadValueError(problem, LIST.allowed)
    return tuple(value)


def _shares(value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise wrong_type(value, PERCENT_BY_SIDE.allowed)
    wrong = [
        f"{_shortened(number)} for {quoted(side)}"
        for side, number in value.items()
        if type(number) is not int or not 0 <= number <= 100
    ]
    if wrong:
        raise BadValueError(f"holds {', '.join(wrong)}", PERCENT_BY_SIDE.allowed)
    return value


LIST: Final = FileValue(
    _texts,
    'a list of texts, e.g. ["Siborne, History of the War (1844)"]',
    (),
    {"type": "array", "items": {"type": "string", "pattern": "\\S"}},
)
PERCENT_BY_SIDE: Final = FileValue(
    _shares,
    "0 to 100 percent by side, e.g. { red = 12, blue = 30 }",
    {},
    {
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 100},
    },
)
ANY: Final = FileValue(lambda value: value, "a value like the one it replaces")
"""A value of the tables, which they check themselves."""

AnyKind: TypeAlias = Kind[Any] | FileValue

PATTERNS: Final[dict[Text[str], str]] = {}
"""What describes a text, where a pattern does. Python and JSON Schema read these alike."""


def _matching(pattern: str, problem: str, allowed: str) -> Text[str]:
    """Texts of a pattern; `problem` is what is wrong with any other, "{}" in its place."""

    def read(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(problem.format(quoted(text)))
        return text.strip()

    kind = Text(read, str, allowed)
    PATTERNS[kind] = pattern
    return kind


_CONTROL: Final = r"\x00-\x1f\x7f-\x9f"
_PRINTED: Final = rf"[^{_CONTROL}]*"
_LINE: Final = rf"{_PRINTED}[^\s{_CONTROL}]{_PRINTED}"
_NO_LINE: Final = "must be one line of text, and not empty"

LINE: Final = _matching(_LINE, _NO_LINE, "text of one line")
PROSE: Final = Text(str.strip, str, "text, also of several lines")
SLUG: Final = _matching(
    "[a-z0-9]+(-[a-z0-9]+)*",
    "{} is not a short name",
    "small letters, digits and hyphens, e.g. quatre-bras",
)
CLOCK: Final = _matching(
    "([01]?[0-9]|2[0-3]):[0-5][0-9]",
    "{} is not a time of day",
    'hours and minutes, e.g. "14:00"',
)
DAY: Final = _matching(
    _LINE, _NO_LINE, 'a date such as 1815-06-16, or text such as "16-19 October 1813"'
)
SYSTEM: Final = SystemKey()


def allowed_in_file(kind: AnyKind) -> str:
    """What may stand in a file for a kind, in words; yes and no are TOML's own there."""
    return "true or false, without quotes" if isinstance(kind, YesNo) else kind.allowed


_KEY: Final = "key"


@attrs.frozen
class Key:
    """One key of a table. `example` is what a new file gets."""

    key: str
    kind: AnyKind
    help: str
    required: bool = False
    example: Any = None

    @property
    def attribute(self) -> str:
        """What the part of a scenario has it under."""
        return self.key.replace("-", "_")


def keyed(
    kind: AnyKind, help: str, required: bool = False, example: Any = None, *, table: str = ""
) -> Any:
    """An attribute that a file has under its name; `table` says where, if there are several."""
    nothing = "" if isinstance(kind, Text) else getattr(kind, "left_out", None)
    left_out = attrs.NOTHING if required else nothing
    said = {_KEY: (table, kind, help, required, example)}
    return attrs.field(default=left_out, metadata=said)


def keys_of(part: type, table: str = "") -> tuple[Key, ...]:
    """The keys that a class declares for a table, in their order."""
    declared = ((field.name, field.metadata.get(_KEY)) for field in attrs.fields(part))
    return tuple(
        Key(name.replace("_", "-"), *said[1:])
        for name, said in declared
        if said and said[0] == table
    )


def plainly(part: object, form: Form | None = None, table: str = "") -> dict[str, Any]:
    """What a part says under each of its keys, and in its form, as JSON has it."""
    keys = {key.key: _plain(getattr(part, key.attribute)) for key in keys_of(type(part), table)}
    return keys | (plain(form) if form else {})


def _plain(value: object) -> object:
    """A value as JSON has it: a whole number without a point."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value.value if isinstance(value, Word) else value
