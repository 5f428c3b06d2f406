"""Small helps for narrating results in the rules' own terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calculator.rules.action import Draws, Narration


def narrated(
    draws: Draws, event: str | Iterable[str], *steps: str, how: Sequence[str] = ()
) -> Narration:
    """What happened in a sentence, what to do on the table, and the dice.

    `event` is a clause or several; before the dice stands `how` else it came about.
    """
    clauses = [event] if isinstance(event, str) else event
    dice = (f"{draw.ask[:1].upper()}{draw.ask[1:]}: {draw.value}" for draw in draws)
    return Narration(sentence(clauses), [f"{step}." for step in steps], (*how, *dice))


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{joined[:1].upper()}{joined[1:]}."
