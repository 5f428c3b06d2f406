"""Small helps for telling a result: what a die showed, how many men."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from calculator.chance.interface import Draw


def shown(draws: Sequence[Draw], ask: str) -> Any:
    """What the draw called `ask` showed, or None if it was never made."""
    return next((draw.value for draw in draws if draw.ask == ask), None)


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun: 1 man, 2 men; no turns."""
    noun = one if number == 1 else many or one + "s"
    return f"{number or 'no'} {noun}"


def span(least: int, most: int) -> str:
    """The numbers from one to another: 1 to 4, or 1 where there is but one."""
    return str(most) if least == most else f"{least} to {most}"


def a_or_an(noun: str) -> str:
    """A noun with its article: a French line, an Austrian battery."""
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


def signed(number: int) -> str:
    """A modifier as it is added: +1, -2, +0."""
    return f"{number:+d}"


def series(parts: Sequence[str]) -> str:
    """What happens, one thing after another: loses 4 figures, breaks and is driven back."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
