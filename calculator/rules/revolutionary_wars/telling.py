"""Small helps for telling results in the rules' own terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calculator.chance.interface import Draw


def dice_shown(draws: Sequence[Draw]) -> tuple[str, ...]:
    """The dice as they fell, a line for each question they answered."""
    return tuple(f"{draw.ask[:1].upper()}{draw.ask[1:]}: {draw.value}" for draw in draws)


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    told = "; ".join(clause for clause in clauses if clause)
    return f"{told[:1].upper()}{told[1:]}."
