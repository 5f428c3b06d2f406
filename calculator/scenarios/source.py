"""The text of a scenario file and its TOML tree, or the fault that keeps it from being read."""

from __future__ import annotations

import re
import sys
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.errors import Fault, FaultsError
from calculator.kinds import quoted
from calculator.paths import reporting
from calculator.scenarios.lines import KeyPath, Lines, shown_path, tokens

LARGEST: Final = 500_000
"""Bytes. Whole armies take some 50 thousand; a larger file is no order of battle."""

LONGEST_LINE: Final = 5_000
"""Characters. A key of thousands of dotted parts would keep the TOML library busy for minutes."""


_TWICE: Final = "Cannot overwrite a value"
"""What tomllib says of a key that stands twice."""

_LINE_REMEDY: Final = 'several lines, long texts within """three quotes"""'


@attrs.frozen(slots=False)
class Source:
    """A file that is good TOML."""

    path: Path
    text: str
    tree: dict[str, Any]

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

    def line(self, path: KeyPath) -> int:
        """On which line a key stands."""
        return self._lines.line(path)

    def place(self, path: KeyPath) -> str:
        """File, line and key path: "ligny.toml:57 $.sides[0].name"."""
        return f"{self.path}:{self.line(path)} {shown_path(path)}"


def open_source(path: Path) -> Source:
    """Read a file. Raises `FaultsError` if it cannot be read, is no UTF-8, or is no TOML."""
    raw = _bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = raw[error.start]
        raise _fault(
            f"{path}:{line}", f"holds the byte 0x{byte:02x}, which is not UTF-8", "save it as UTF-8"
        ) from None
    return parse_source(path, text)


def parse_source(path: Path, text: str) -> Source:
    """A text as if it stood in the file `path`. Raises `FaultsError` if it is no TOML."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise _fault(f"{path}:{number}", f"is a line of {len(line):,} characters", _LINE_REMEDY)
    try:
        return Source(path, text, tomllib.loads(text.replace("\r\n", "\n") + "\n"))
    except RecursionError:
        raise _fault(str(path), "is nested too deeply to be an order of battle") from None
    except tomllib.TOMLDecodeError as error:
        place, told = _no_toml(str(error), text)
        raise _fault(f"{path}{place}", f"is not TOML: {told}", "see https://toml.io") from None
    except ValueError:
        place = f"{path}:{_line_of_long_number(text)}"
        raise _fault(place, "is not TOML: a number has thousands of digits") from None


def _bytes(path: Path) -> bytes:
    with reporting(path, "cannot be read"):
        if not path.exists():
            raise _fault(str(path), "there is no such file")
        if not path.is_file():
            raise _fault(str(path), "is not a file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise _fault(str(path), f"is larger than {LARGEST:,} bytes: no order of battle")
    return raw


def _fault(place: str, problem: str, allowed: str = "") -> FaultsError:
    return FaultsError([Fault(place, problem, allowed)])


def _line_of_long_number(text: str) -> int:
    """Where the number stands that Python will not read; tomllib does not say."""
    most = sys.get_int_max_str_digits()
    digits = (
        (sum(map(str.isdigit, told)), line) for sort, told, line in tokens(text) if sort == "bare"
    )
    return next((line for count, line in digits if count > most), 1)


def _no_toml(message: str, text: str) -> tuple[str, str]:
    """tomllib's "Invalid value (at line 3, column 7)" as a place and what is wrong there."""
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if match is None:
        return "", message
    told = message[: match.start()].replace(_TWICE, "there is such a key already")
    if not match[1]:
        return " (at its end)", told
    line = text.split("\n")[int(match[1]) - 1].strip()
    return f":{match[1]}", f"{told}, at column {match[2]} of {quoted(line)}"
