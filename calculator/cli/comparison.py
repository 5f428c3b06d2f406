"""Two settings of one action, outcome by outcome."""

from __future__ import annotations

import attrs

from calculator.forms import texts
from calculator.rules.question import Odds
from calculator.rules.system import Outcome


@attrs.frozen
class Row:
    """One outcome (or, cumulated, it or anything graver) under both settings."""

    label: str
    first: float
    second: float

    @property
    def change(self) -> float:
        """By how much the second setting makes it likelier."""
        return self.second - self.first


def compare(first: Odds, second: Odds, at_least: bool = False) -> list[Row]:
    """A row for every outcome that either setting can have, in the order of severity."""
    mine, theirs = first.distribution, second.distribution
    outcomes: list[Outcome] = sorted(
        dict.fromkeys([*mine, *theirs]), key=first.question.action.severity
    )
    if at_least:
        return [
            Row(o.label, float(first.as_grave_as(o)), float(second.as_grave_as(o)))
            for o in outcomes
        ]
    return [
        Row(o.label, float(mine.probability(o)), float(theirs.probability(o))) for o in outcomes
    ]


def differing(first: Odds, second: Odds) -> tuple[dict[str, str], dict[str, str]]:
    """The answers in which two forms differ, of each."""
    mine, theirs = texts(first.question.form), texts(second.question.form)
    keys = [key for key in mine if mine[key] != theirs[key]]
    return {key: mine[key] for key in keys}, {key: theirs[key] for key in keys}
