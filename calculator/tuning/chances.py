"""Odds asked again and again: each distinct setting is solved once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import attrs

from calculator.errors import ForbiddenError, Refusal
from calculator.rules.question import Odds, Question
from calculator.rules.tables import Tables


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

    @property
    def question(self) -> Question:
        """The question put. Raises `FaultsError` for answers that no field takes."""
        return Question.read(self.system, self.action, dict(self.answers), self.tables)


@lru_cache(maxsize=65_536)
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
