"""The kinds of answer that are numbers: whole ones, and lengths on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs

from calculator.kinds import BadValueError, Kind, quoted
from calculator.lengths import read_length, shown_length


@attrs.frozen(repr=False)
class Whole(Kind[int]):
    """A whole number from `low` to `high`, of some `unit`; `one` is the unit where there is one.

    Left open, that is the unit without its s.
    """

    low: int
    high: int
    unit: str = ""
    one: str = ""

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}{self.unit and ' ' + self.unit}"

    def parse(self, text: str) -> int:
        try:
            number = int(text.strip())
        except ValueError:
            raise BadValueError(f"{quoted(text)} is not a whole number", self.allowed) from None
        if not self.accepts(number):
            raise BadValueError(f"{number} is out of range", self.allowed)
        return number

    def accepts(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def plain(self, value: int) -> object:
        return value

    def unit_of(self, number: int) -> str:
        """The unit as it stands behind a number: 1 base, 1 man, 2 hexes."""
        return (self.one or self.unit.removesuffix("s")) if number == 1 else self.unit


@attrs.frozen(repr=False)
class Length(Kind[Fraction]):
    """A length in inches (or another unit) from `low` to `high`: 5, 5.5, 5 1/2 or 5½."""

    low: Fraction
    high: Fraction
    unit: str = "inches"

    @property
    def allowed(self) -> str:
        return f"{shown_length(self.low)} to {shown_length(self.high)} {self.unit}, e.g. 5 1/2"

    def parse(self, text: str) -> Fraction:
        try:
            length = read_length(text)
        except ValueError:
            raise BadValueError(f"{quoted(text)} is not a length", self.allowed) from None
        if not self.accepts(length):
            raise BadValueError(f"{shown_length(length)} is out of range", self.allowed)
        return length

    def accepts(self, value: Any) -> bool:
        return isinstance(value, Fraction) and self.low <= value <= self.high

    def show(self, value: Fraction) -> str:
        return shown_length(value)
