"""What the keys of a scenario file may hold, over and above what forms know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import attrs

from calculator.errors import nearest
from calculator.kinds import BadValueError, Kind, Text, YesNo, quoted
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
        return tuple(catalog.KEYS)

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
class BySide(Kind[Mapping[str, int]]):
    """A whole number for each side, by the sides' keys: an inline table."""

    low: int
    high: int
    unit: str

    @property
    def allowed(self) -> str:
        return f"{self.low} to {self.high} {self.unit} by side, e.g. {{ red = 12, blue = 30 }}"

    def parse(self, text: str) -> Mapping[str, int]:
        raise BadValueError("is a table by side, and never typed", self.allowed)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Mapping)


@attrs.frozen
class AnyValue(Kind[Any]):
    """Any value at all; `form` describes it in words, and other code checks it."""

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


def allowed_in_file(kind: Kind[Any]) -> str:
    """What may stand in a file for a kind, in words; yes and no are TOML's own there."""
    return "true or false, without quotes" if isinstance(kind, YesNo) else kind.allowed
