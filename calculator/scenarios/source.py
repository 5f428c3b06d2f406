"""The text of a scenario file and its TOML tree, or the fault that keeps it from being read.

tomllib gives values but not places. `KeyLines` seeks those in a text that tomllib has found to be
good TOML, so it need not check anything, and is asked only when there is a fault to be placed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs

from calculator.errors import FaultsError
from calculator.kinds import quoted
from calculator.paths import reporting

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys and array indexes from the root, e.g. ("sides", 0, "name")."""

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")

_TEXT_OR_REMARK: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}(?!")|\'{3}.*?\'{3,5}(?!\')
    |"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*''',
    re.VERBOSE | re.DOTALL,
)


class KeyLines:
    """Where the keys of a TOML text stand: a statement at a time, which tomllib reads."""

    def __init__(self, text: str) -> None:
        self._lines: dict[KeyPath, int] = {(): 1}
        self._latest: dict[KeyPath, int] = {}
        """The index of the last table in each list of tables."""
        table: KeyPath = ()
        statement: list[str] = []
        marks, opened = "", 0
        lines = zip(text.split("\n"), without_texts(text).split("\n"), strict=True)
        for number, (line, its_marks) in enumerate(lines, 1):
            statement.append(line)
            marks += f"{its_marks}\n"
            opened += sum(map(its_marks.count, "[{")) - sum(map(its_marks.count, "]}"))
            if not opened:
                first = number + 1 - len(statement)
                tree = tomllib.loads("\n".join((*statement, ""))) if marks.strip() else {}
                if statement[0].lstrip().startswith("["):
                    table = self._header(tree, first)
                else:
                    self._pair(tree, table, first, marks)
                statement.clear()
                marks = ""

    def line(self, path: KeyPath) -> int:
        """The line of a key, or of the nearest table above it that is written out."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def _header(self, node: Any, line: int) -> KeyPath:
        path: KeyPath = ()
        while node:
            ((name, node),) = node.items()
            path = (*path, name)
            self._lines.setdefault(path, line)
            if isinstance(node, list):
                self._latest[path] = self._latest.get(path, -1) + 1
                (node,) = node
            if path in self._latest:
                path = (*path, self._latest[path])
        self._lines[path] = line
        return path

    def _pair(self, node: Any, path: KeyPath, line: int, marks: str) -> None:
        while isinstance(node, dict) and len(node) == 1:
            ((name, node),) = node.items()
            path = (*path, name)
            self._lines.setdefault(path, line)
        if isinstance(node, list):
            self._lines |= {(*path, at): line + below for at, below in enumerate(_items(marks))}


def without_texts(text: str) -> str:
    """A TOML text line for line, without its remarks, and with brackets in place of its texts."""

    def marked(found: re.Match[str]) -> str:
        newlines = "\n" * found[0].count("\n")
        return "" if found[0].startswith("#") else f"[{newlines}]"

    return _TEXT_OR_REMARK.sub(marked, text)


def _items(marks: str) -> Iterator[int]:
    """How many lines below the first of a statement each item of its list begins."""
    depth, line, is_next = 0, 0, False
    for mark in re.findall(r"\n|\S", marks):
        line += mark == "\n"
        if is_next and mark not in {"\n", "]"}:
            yield line
            is_next = False
        depth += (mark in {"[", "{"}) - (mark in {"]", "}"})
        is_next = (is_next or mark in {"[", ","}) and depth == 1


def shown_path(path: KeyPath) -> str:
    """A key path as people and JSON tools write it: $.sides[0].name."""
    shown = "$"
    for part in path:
        if isinstance(part, int):
            shown += f"[{part}]"
        else:
            shown += f".{part}" if _BARE.fullmatch(part) else f".{part!r}"
    return shown


MOST_BYTES: Final = 500_000
"""Bytes. Whole armies take some 50 thousand; a larger file is no order of battle."""

LONGEST_LINE: Final = 5_000
"""Characters. A key of thousands of dotted parts would keep the TOML library busy for minutes."""


_PAIR: Final = 'key = value, e.g. bases = 5 or name = "Cole"'
_IN_OUR_WORDS: Final = (
    ("Cannot overwrite a value", ("this key is there already", "each key once in its table")),
    ("Cannot declare", ("this table is there already", "[[double brackets]] for one more of it")),
    ("Invalid value", ("this is not a value", 'text in "quotes", a number, true, false or a list')),
    ("Invalid statement", ("this line is neither a key nor a [table]", _PAIR)),
    ("Expected '=' after a key", ("there is no = after the key", _PAIR)),
    ("Invalid initial character for a key part", ("a key is missing before the =", _PAIR)),
    ("Expected ']' at the end of a table", ("the table's bracket is not closed", "[rules]")),
    ("Expected ']]'", ("the table's brackets are not closed", "[[sides]]")),
    ("Unclosed array", ("the list is not closed", "a ] at its end, commas between")),
    ("Unclosed inline table", ("the braces are not closed", '{ value = 3, reason = "why" }')),
    ("Unterminated string", ("the quotes are not closed", 'text in "quotes" on one line')),
    ("Illegal character", ("text breaks off at the end of the line", 'a " at the end of the text')),
    ("Expected newline or end of document", ("more follows a value", "one key a line")),
    ("Invalid hex value", ("a backslash stands in the text", "two of them, or 'single quotes'")),
    ("Unescaped", ("a backslash stands in the text", "two of them, or 'single quotes'")),
)
"""What tomllib says, by how it begins: what is wrong, and what may stand there."""

_CUT_SHORT: Final = (
    (r"\d$", r"[-:]\d", ("there is no such date", 'one of the calendar, or text in "quotes"')),
    (r"(?<!\d)0$", r"\d", ("a number begins with 0", "the number without it")),
)
"""What stands before and after the column at which tomllib takes the rest for more than a value."""

_LINE_REMEDY: Final = 'several lines, long texts within """three quotes"""'


@attrs.frozen(slots=False)
class Source:
    """A file that is good TOML."""

    path: Path
    text: str
    tree: dict[str, Any]

    @cached_property
    def _lines(self) -> KeyLines:
        return KeyLines(self.text)

    def line(self, path: KeyPath) -> int:
        """On which line a key stands."""
        return self._lines.line(path)

    def place(self, path: KeyPath) -> str:
        """File, line and key path: "ligny.toml:57 $.sides[0].name"."""
        return f"{self.path}:{self.line(path)} {shown_path(path)}"


def open_source(path: Path) -> Source:
    """Read a file. Raises `FaultsError` if it cannot be read, is no UTF-8, or is no TOML."""
    return parse_source(path, content_of(path))


def content_of(path: Path, remedy: str = "save it as UTF-8") -> str:
    """What a file holds, to the letter. Raises `FaultsError` if it cannot be read or is no UTF-8.

    A byte order mark at its beginning stands there as a character.
    """
    with reporting(path, "cannot be read"):
        if not path.exists():
            raise FaultsError.at(str(path), "there is no such file")
        if not path.is_file():
            raise FaultsError.at(str(path), "is not a file")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise FaultsError.at(str(path), f"is larger than {MOST_BYTES:,} bytes: no order of battle")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = raw[error.start]
        problem = f"holds the byte 0x{byte:02x}, which is not UTF-8"
        raise FaultsError.at(f"{path}:{line}", problem, remedy) from None


def parse_source(path: Path, text: str) -> Source:
    """A text as if it stood in the file `path`. Raises `FaultsError` if it is no TOML."""
    text = text.removeprefix("\ufeff")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise FaultsError.at(
                f"{path}:{number}", f"is a line of {len(line):,} characters", _LINE_REMEDY
            )
    try:
        return Source(path, text, tomllib.loads(text.replace("\r\n", "\n") + "\n"))
    except RecursionError:
        raise FaultsError.at(str(path), "is nested too deeply to be an order of battle") from None
    except tomllib.TOMLDecodeError as error:
        place, problem, allowed = _no_toml(str(error), text)
        raise FaultsError.at(f"{path}{place}", f"cannot be read: {problem}", allowed) from None
    except ValueError:
        place = f"{path}:{_line_of_long_number(text)}"
        raise FaultsError.at(place, "is not TOML: a number has thousands of digits") from None


def _line_of_long_number(text: str) -> int:
    """Where the number stands that Python will not read; tomllib does not say."""
    too_long = rf"(?:\d_?){{{sys.get_int_max_str_digits() + 1}}}"
    return re.split(too_long, without_texts(text))[0].count("\n") + 1


def _no_toml(message: str, text: str) -> tuple[str, str, str]:
    """tomllib's "Invalid value (at line 3, column 7)": where, what in our words, what may be."""
    match = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    if match is None:
        return "", message, ""
    raw = message[: match.start()]
    problem, allowed = next(
        (words for start, words in _IN_OUR_WORDS if raw.startswith(start)), (raw, "")
    )
    if not match[1]:
        return " (at its end)", problem, allowed
    line = text.split("\n")[int(match[1]) - 1]
    before, after = line[: int(match[2]) - 1], line[int(match[2]) - 1 :]
    if raw.startswith("Expected newline"):
        for ends, begins, words in _CUT_SHORT:
            if re.search(ends, before) and re.match(begins, after):
                problem, allowed = words
    shown = quoted(line.strip())
    return f":{match[1]}", f"{problem}, at column {match[2]} of {shown}", allowed
