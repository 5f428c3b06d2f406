"""Small helps for narrating results in the rules' own terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calculator.chance.interface import Draw


def dice_shown(draws: Sequence[Draw]) -> tuple[str, ...]:
    """The dice as they fell, a line for each question they answered."""
    return tuple(f"{draw.ask[:1].upper()}{draw.ask[1:]}: {draw.value}" for draw in draws)


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{joined[:1].upper()}{joined[1:]}."
