"""Odds asked again and again: each distinct setting is solved once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final
from weakref import WeakValueDictionary

import attrs

from calculator.errors import ForbiddenError, Refusal
from calculator.rules.catalog import find_system
from calculator.rules.odds import Odds
from calculator.rules.question import Question
from calculator.rules.tables import TableEntry, Tables


@attrs.frozen
class Setting:
    """An action with what is answered, under given tables; equal settings have equal odds."""

    system: str
    action: str
    answers: frozenset[tuple[str, str]]
    tables: Tables = attrs.field(eq=lambda tables: tables.digest)

    @classmethod
    def of(cls, system: str, action: str, answers: Mapping[str, str], tables: Tables) -> Setting:
        """The setting of some answers; fields not answered are at their defaults."""
        return cls(system, action, frozenset(answers.items()), tables)

    def __hash__(self) -> int:
        return hash((self.action, self.answers))

    def __reduce__(self) -> tuple[Any, ...]:
        """How a worker is handed the setting: with what is overridden, not with whole tables."""
        tables = self.tables
        overridden = [tables.entry(key) for key in sorted(tables.overridden)]
        parts = (self.system, self.action, self.answers, overridden, tables.digest)
        return _handed_over, parts

    @property
    def question(self) -> Question:
        """The question put. Raises `FaultsError` for answers that no field takes."""
        return Question.read(self.system, self.action, dict(self.answers), self.tables)


_TABLES: Final[WeakValueDictionary[str, Tables]] = WeakValueDictionary()
"""Tables that settings were handed over with, by digest: one copy for all that share them."""


def _handed_over(
    system: str,
    action: str,
    answers: frozenset[tuple[str, str]],
    overridden: Sequence[TableEntry],
    digest: str,
) -> Setting:
    tables = _TABLES.get(digest)
    if tables is None:
        tables = _TABLES[digest] = find_system(system).tables.replaced(overridden)
    return Setting(system, action, answers, tables)


@lru_cache(maxsize=16_384)
def odds_of(setting: Setting) -> Odds | None:
    """The odds of a setting, or None where the rules forbid the action."""
    try:
        return setting.question.odds()
    except ForbiddenError:
        return None


def refusals_of(setting: Setting) -> tuple[Refusal, ...]:
    """Why the rules forbid the action; nothing where they allow it."""
    try:
        setting.question.check()
    except ForbiddenError as forbidden:
        return forbidden.refusals
    return ()


def chance_of(setting: Setting, measure: str) -> Fraction | None:
    """How likely a measure of the action is, or None where the rules forbid the action."""
    odds = odds_of(setting)
    return None if odds is None else odds.measure(measure)


def mean_of(chances: Iterable[Fraction | None]) -> Fraction | None:
    """The mean of the chances that there are, or None if there are none."""
    allowed = [chance for chance in chances if chance is not None]
    return sum(allowed, Fraction(0)) / len(allowed) if allowed else None
