"""What the keys of a scenario file may hold, over and above what forms know; and TOML's own types.

A form reads what people type, where 7 and "7" are one; a file is read strictly, so that quotes
around a number are told and not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Final

import attrs

from calculator.errors import nearest
from calculator.forms import as_text
from calculator.kinds import BadValueError, Choice, Kind, Optional, Text, YesNo, quoted
from calculator.numbers import Measure, Whole
from calculator.rules import catalog


@attrs.frozen
class Listed(Kind[tuple[str, ...]]):
    """A list of texts, each one line."""

    form: str

    @property
    def allowed(self) -> str:
        return self.form

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(line.strip() for line in text.splitlines() if line.strip())

    def accepts(self, value: Any) -> bool:
        return isinstance(value, tuple) and all(isinstance(line, str) for line in value)


@attrs.frozen
class SystemKey(Kind[str]):
    """The key of a rule system."""

    @property
    def choices(self) -> tuple[str, ...]:
        return catalog.KEYS

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices)

    def parse(self, text: str) -> str:
        if text not in self.choices:
            near = nearest(text, self.choices)
            raise BadValueError(f"there is no system called {quoted(text)}", self.allowed, near)
        return text

    def accepts(self, value: Any) -> bool:
        return value in self.choices


@attrs.frozen
class Like(Kind[Any]):
    """Any value at all: what it must be like is known elsewhere, and said in `form`."""

    form: str

    @property
    def allowed(self) -> str:
        return self.form

    def parse(self, text: str) -> Any:
        return text

    def accepts(self, value: Any) -> bool:
        return True


_CONTROL: Final = r"\x00-\x1f\x7f-\x9f"
_PRINTED: Final = rf"[^{_CONTROL}]*"

LINE_PATTERN: Final = rf"{_PRINTED}[^\s{_CONTROL}]{_PRINTED}"
"""One line that is not empty. Python and JSON Schema read these patterns alike."""

SLUG_PATTERN: Final = "[a-z0-9]+(-[a-z0-9]+)*"
CLOCK_PATTERN: Final = "([01]?[0-9]|2[0-3]):[0-5][0-9]"


def _one_line(text: str) -> str:
    if not re.fullmatch(LINE_PATTERN, text):
        raise ValueError("must be one line of text, and not empty")
    return text.strip()


def _slug(text: str) -> str:
    if not re.fullmatch(SLUG_PATTERN, text):
        raise ValueError(f"{quoted(text)} is no short name")
    return text


def _clock(text: str) -> str:
    if not re.fullmatch(CLOCK_PATTERN, text):
        raise ValueError(f"{quoted(text)} is no time of day")
    return text


LINE: Final = Text(_one_line, str, "text of one line")
PROSE: Final = Text(str.strip, str, "text, also of several lines")
SLUG: Final = Text(_slug, str, "small letters, digits and hyphens, e.g. quatre-bras")
CLOCK: Final = Text(_clock, str, 'hours and minutes, e.g. "14:00"')
DAY: Final = Text(_one_line, str, 'a date such as 1815-06-16, or text such as "16-19 October 1813"')
SYSTEM: Final = SystemKey()
LIST: Final = Listed('a list of texts, e.g. ["Siborne, History of the War (1844)"]')

_TYPES: Final[Mapping[type[Kind[Any]], tuple[type, ...]]] = {
    Choice: (str,),
    SystemKey: (str,),
    Whole: (int,),
    Measure: (int, float, str),
    YesNo: (bool,),
    Text: (str,),
}

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


def allowed_in_file(kind: Kind[Any]) -> str:
    """What may stand in a file for a kind, in words; yes and no are TOML's own there."""
    return "true or false, without quotes" if isinstance(kind, YesNo) else kind.allowed


def read_value(kind: Kind[Any], value: object) -> Any:
    """The value that a TOML value stands for. Raises `BadValueError`."""
    if isinstance(kind, Optional):
        if value == kind.blank:
            return None
        return read_value(kind.kind, value)
    if isinstance(kind, Like):
        return value
    if isinstance(kind, Listed):
        return _read_list(kind, value)
    types = (date, str) if kind is DAY else _TYPES[type(kind)]
    if type(value) not in types:
        raise BadValueError(f"is {type_name(value)}, {_shortened(value)}", allowed_in_file(kind))
    return _read_word(kind, str(value)) if isinstance(kind, Choice) else kind.parse(as_text(value))


def _read_word(kind: Choice[Any], text: str) -> Any:
    """The word, written as it is listed: an editor that follows the schema knows no other."""
    word = kind.parse(text)
    if kind.show(word) != text:
        raise BadValueError(f"{quoted(text)} is not as it is listed", kind.allowed, kind.show(word))
    return word


def _read_list(kind: Listed, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadValueError(f"is {type_name(value)}, {_shortened(value)}", kind.allowed)
    for line in value:
        if not isinstance(line, str) or not line.strip():
            raise BadValueError(f"holds {type_name(line)}, {_shortened(line)}", kind.allowed)
    return tuple(value)


def _shortened(value: object) -> str:
    """A value in a message; a table or a list, which may be huge, only by what it is."""
    if isinstance(value, dict | list):
        return "not a single value"
    if isinstance(value, bool):
        return str(value).lower()
    told = repr(value) if isinstance(value, str) else as_text(value)
    return told if len(told) <= 40 else f"{told[:37]}..."
