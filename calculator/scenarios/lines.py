"""On which line of a TOML file each key stands.

tomllib gives values but not places. This walks a text that tomllib has found to be good TOML, so it
need not check anything, and is asked only when there is a fault to be placed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Final, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys and array indexes from the root, e.g. ("sides", 0, "name")."""

_TOKEN: Final = re.compile(
    r'''(?P<newline>\n)
    | (?P<blank>[ \t\r]+|\#[^\n]*)
    | (?P<string>"""(?:\\.|[^\\])*?"{3,5}(?!")|\'{3}.*?\'{3,5}(?!\')
                |"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    | (?P<mark>[\[\]{}=,.])
    | (?P<bare>[^\s\[\]{}=,.\#"']+)''',
    re.VERBOSE | re.DOTALL,
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class KeyLines:
    """Where the keys of a TOML text stand."""

    def __init__(self, text: str) -> None:
        self._lines: dict[KeyPath, int] = {(): 1}
        self._arrays: dict[KeyPath, int] = {}
        self._tokens = tokens(text)
        self._step()
        self._document()

    def line(self, path: KeyPath) -> int:
        """The line of a key, or of the nearest table above it that is written out."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]

    def _step(self) -> None:
        self._sort, self._text, self._line = next(self._tokens, ("end", "", 0))

    def _skip(self, *texts: str) -> None:
        while self._sort == "newline" or self._text in texts:
            self._step()

    def _document(self) -> None:
        table: KeyPath = ()
        self._skip()
        while self._sort != "end":
            if self._text == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip()

    def _header(self) -> KeyPath:
        line = self._line
        self._step()
        repeated = self._text == "["
        if repeated:
            self._step()
        path: KeyPath = ()
        for part in self._key():
            path = (*path, part)
            if path in self._arrays:
                path = (*path, self._arrays[path])
        if repeated:
            if isinstance(path[-1], int):
                path = path[:-1]
            self._arrays[path] = self._arrays.get(path, -1) + 1
            self._lines.setdefault(path, line)
            path = (*path, self._arrays[path])
        self._lines[path] = line
        while self._text == "]":
            self._step()
        return path

    def _key(self) -> list[str]:
        parts = []
        while self._text not in {"]", "="}:
            if self._text != ".":
                parts.append(_unquoted(self._text))
            self._step()
        return parts

    def _pair(self, table: KeyPath) -> None:
        line, path = self._line, table
        for part in self._key():
            path = (*path, part)
            self._lines.setdefault(path, line)
        self._step()
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        if self._text == "[":
            self._array(path)
        elif self._text == "{":
            self._inline_table(path)
        else:
            while self._sort not in {"newline", "end"} and self._text not in {",", "]", "}"}:
                self._step()

    def _array(self, path: KeyPath) -> None:
        self._step()
        self._skip(",")
        index = 0
        while self._text != "]":
            self._lines[*path, index] = self._line
            self._value((*path, index))
            self._skip(",")
            index += 1
        self._step()

    def _inline_table(self, path: KeyPath) -> None:
        self._step()
        self._skip(",")
        while self._text != "}":
            self._pair(path)
            self._skip(",")
        self._step()


def shown_path(path: KeyPath) -> str:
    """A key path as people and JSON tools write it: $.sides[0].name."""
    shown = "$"
    for part in path:
        if isinstance(part, int):
            shown += f"[{part}]"
        else:
            shown += f".{part}" if _BARE.fullmatch(part) else f".{part!r}"
    return shown


def tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """The sort, the text and the first line of every token but blanks and comments."""
    line = 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "blank":
            yield str(match.lastgroup), match.group(), line
        line += match.group().count("\n")


def _unquoted(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key
