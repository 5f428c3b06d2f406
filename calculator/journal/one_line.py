"""Words that people typed, made fit for other people's screens.

A terminal obeys control characters, whoever sent them; a line break cuts a row of a table short,
and characters that turn the direction of writing make it say something else.
"""

from __future__ import annotations

import re
from typing import Any, Final

_CONTROL_CHARACTERS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+"
)


def one_line(text: str) -> str:
    """The text with a space for what would steer a terminal or break the line.

    Half a character, which cannot be written anywhere, becomes a question mark.
    """
    if text.isprintable():
        return text
    return _CONTROL_CHARACTERS.sub(" ", text).encode(errors="replace").decode()


def in_one_line(value: Any) -> Any:
    """A JSON value with all of its text, names included, on one line each."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, dict):
        return {one_line(name): in_one_line(part) for name, part in value.items()}
    return [in_one_line(part) for part in value] if isinstance(value, list) else value
