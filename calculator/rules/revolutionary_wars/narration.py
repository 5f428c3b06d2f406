"""Small helps for narrating results in the rules' own terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from calculator.rules.action import Draws, Narration, Parties
from calculator.rules.phrases import capitalized
from calculator.rules.revolutionary_wars.battalion import Battalion


def narrated(
    draws: Draws, event: str | Iterable[str], *steps: str, how: Sequence[str] = ()
) -> Narration:
    """What happened in a sentence, what to do on the table, and the dice.

    `event` is a clause or several; before the dice stands `how` else it came about.
    """
    clauses = [event] if isinstance(event, str) else event
    dice = (f"{capitalized(draw.ask)}: {draw.value}" for draw in draws)
    return Narration(sentence(clauses), [f"{step}." for step in steps], (*how, *dice))


def sentence(clauses: Iterable[str]) -> str:
    """Clauses joined into one sentence."""
    joined = "; ".join(clause for clause in clauses if clause)
    return f"{capitalized(joined)}."


def called(battalions: Mapping[str, Battalion]) -> Parties:
    """By which words narrations and dice speak of battalions, by role."""
    return {role: (f"the {one.name}", one.name) for role, one in battalions.items()}
