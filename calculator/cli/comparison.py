"""Two or more settings of one action, outcome by outcome."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from calculator.forms import texts
from calculator.rules.action import Outcome
from calculator.rules.question import Odds


@attrs.frozen
class ComparisonRow:
    """One outcome (or, cumulated, it or a better one) under each of the settings."""

    label: str
    shares: tuple[float, ...]

    @property
    def changes(self) -> tuple[float, ...]:
        """By how much each of the others makes it likelier than the first."""
        return tuple(share - self.shares[0] for share in self.shares[1:])


def compare(settings: Sequence[Odds], at_least: bool = False) -> list[ComparisonRow]:
    """A row for every outcome that any setting can have, in the order of severity."""
    outcomes: list[Outcome] = sorted(
        dict.fromkeys(outcome for odds in settings for outcome in odds.distribution),
        key=settings[0].question.action.severity,
    )

    def share(odds: Odds, outcome: Outcome) -> float:
        return float(odds.at_least(outcome) if at_least else odds.probability(outcome))

    return [ComparisonRow(o.label, tuple(share(odds, o) for odds in settings)) for o in outcomes]


def differing(settings: Sequence[Odds]) -> list[dict[str, str]]:
    """The answers in which the forms are not all alike, of each."""
    forms = [texts(odds.question.form) for odds in settings]
    keys = [key for key in forms[0] if len({form[key] for form in forms}) > 1]
    return [{key: form[key] for key in keys} for form in forms]


def ranked(settings: Sequence[Odds]) -> list[int]:
    """The settings by number, those with the best chief chance first.

    An action without a measure has no chief chance: the settings stay as they are.
    """
    numbers = list(range(len(settings)))
    chief = next(iter(settings[0].question.action.measures), None)
    if chief is None:
        return numbers
    shares = [chief.merit(setting.measure(chief.key)) for setting in settings]
    return sorted(numbers, key=lambda number: -shares[number])
