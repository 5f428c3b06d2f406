"""Laying a scenario file out as the shipped ones are; comments, order and values stay as they are.

One blank line before each table and its comments, none twice in a row, nothing at line ends, one
space on each side of an equals sign, nothing indented but lists.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

from calculator.errors import CalculatorError
from calculator.paths import replace_text
from calculator.scenarios.lines import tokens
from calculator.scenarios.places import find_scenario
from calculator.scenarios.source import open_source

_PART: Final = r"""(?:[\w-]+|"(?:\\.|[^"\\])*"|'[^']*')"""
_PAIR: Final = re.compile(rf"^({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*=[ \t]*")


def format_file(name: str, *, write: bool = True) -> bool:
    """Whether formatting changes a file; with `write` it is changed, all at once or not at all.

    Raises `FaultsError` for a file that is no TOML or cannot be written.
    """
    path = find_scenario(name)
    source = open_source(path)
    text = formatted(source.text)
    if text == source.text:
        return False
    if write:
        replace_text(path, text)
    return True


def formatted(text: str) -> str:
    """A TOML text laid out, its lines ended by line feeds alone; it means what it meant."""
    text = text.replace("\r\n", "\n")
    inner, unended = _within(text)
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if number not in inner:
            line = _PAIR.sub(r"\1 = ", line.lstrip(" \t"))
            if line.startswith("["):
                _set_apart(lines)
        if number not in unended:
            line = line.rstrip()
        if line or number in inner or (lines and lines[-1]):
            lines.append(line)
    laid_out = "\n".join(lines).rstrip("\n") + "\n"
    if repr(tomllib.loads(laid_out)) != repr(tomllib.loads(text)):
        raise CalculatorError("to lay this file out would change a value; it was left as it was")
    return laid_out


def _within(text: str) -> tuple[set[int], set[int]]:
    """The lines that begin inside a list or a text of several lines, and those that end in one.

    Of the second kind are texts alone: what stands at the end of such a line is part of a value.
    """
    inner: set[int] = set()
    unended: set[int] = set()
    depth = 0
    for sort, token, line in tokens(text):
        if sort == "string":
            breaks = range(line, line + token.count("\n"))
            unended |= set(breaks)
            inner |= {number + 1 for number in breaks}
        elif token in {"[", "{"}:
            depth += 1
        elif token in {"]", "}"}:
            depth -= 1
        elif sort == "newline" and depth:
            inner.add(line + 1)
    return inner, unended


def _set_apart(lines: list[str]) -> None:
    """A blank line before the header that comes next, or before the comments that lead to it."""
    start = len(lines)
    while start and lines[start - 1].startswith("#"):
        start -= 1
    if start and lines[start - 1]:
        lines.insert(start, "")
