"""Small helps for telling results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calculator.chance.interface import Draw


def shown(draws: Sequence[Draw]) -> tuple[str, ...]:
    """The dice as they fell, a line for each question they answered."""
    return tuple(f"{draw.ask[:1].upper()}{draw.ask[1:]}: {draw.value}" for draw in draws)


def sentence(parts: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    told = "; ".join(part for part in parts if part)
    return told[:1].upper() + told[1:]


def counted(number: int, noun: str) -> str:
    """A number and its noun: 1 platoon, 2 platoons, no platoons."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
