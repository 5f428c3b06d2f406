"""Small helps for narrating results in the rules' own terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calculator.chance.interface import Draw
from calculator.rules.system import Narration


def dice_shown(draws: Sequence[Draw]) -> tuple[str, ...]:
    """The dice as they fell, a line for each question they answered."""
    return tuple(f"{draw.ask[:1].upper()}{draw.ask[1:]}: {draw.value}" for draw in draws)


def narrated(draws: Sequence[Draw], event: str, *steps: str) -> Narration:
    """What happened in a sentence, what to do on the table, and the dice."""
    return Narration(sentence([event]), steps, dice_shown(draws))


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{joined[:1].upper()}{joined[1:]}."
