"""A question put to a system, its odds, and a result.

One filled-in form of one action under the tables in force. Front ends, tuning and the record all
ask through here, so that nobody shows odds which are not those of the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.every_path import Budget
from calculator.chance.interface import Draw
from calculator.chance.numerals import decimal
from calculator.chance.one_path import OnePath, fresh_seed, seed_digits
from calculator.chance.scripted import Scripted
from calculator.errors import ForbiddenError
from calculator.forms import Form, keys_of, normal_key, parse_form, plain
from calculator.rules.catalog import find_system
from calculator.rules.system import AnyAction, Factor, Outcome, RuleSystem, Words
from calculator.rules.tables import Tables


@attrs.frozen(repr=False)
class Odds:
    """Exact odds of every outcome, mildest first, with the factors behind them."""

    question: Question
    distribution: Distribution[Any]
    factors: tuple[Factor, ...]

    def rows(self) -> list[tuple[Outcome, int, float]]:
        """Outcome, weight and probability, in the action's order of severity."""
        severity = self.question.action.severity
        ordered = sorted(self.distribution.items(), key=lambda item: severity(item[0]))
        return [(outcome, w, w / self.distribution.total) for outcome, w in ordered]

    def measure(self, key: str) -> Fraction:
        """The chance that one of the action's measures holds."""
        return self.distribution.share(self.question.action.measure(key).holds)

    def at_least(self) -> list[tuple[Outcome, float]]:
        """Each outcome with the chance of it, of one as grave, or of anything graver."""
        return [(outcome, float(self.as_grave_as(outcome))) for outcome, _, _ in self.rows()]

    def as_grave_as(self, outcome: Outcome) -> Fraction:
        """The chance of an outcome, of one as grave, or of anything graver."""
        severity = self.question.action.severity
        return self.distribution.at_least(severity(outcome), severity)

    def as_json(self) -> dict[str, Any]:
        """The odds as the command line prints them for machines."""
        return {
            "system": self.question.system.key,
            "action": self.question.action.key,
            "form": plain(self.question.form),
            "total": decimal(self.distribution.total),
            "outcomes": [
                {
                    "outcome": outcome_json(outcome),
                    "label": outcome.label,
                    "weight": decimal(weight),
                    "probability": probability,
                }
                for outcome, weight, probability in self.rows()
            ],
            "factors": [attrs.asdict(factor) for factor in self.factors],
        }


@attrs.frozen(repr=False)
class Result:
    """One drawn result: what happened, how likely it was, and what recomputes it."""

    question: Question
    seed: str
    draws: tuple[Draw, ...]
    outcome: Any
    probability: Fraction
    words: Words

    def as_json(self) -> dict[str, Any]:
        """The result as the command line prints it for machines."""
        return {
            "system": self.question.system.key,
            "action": self.question.action.key,
            "form": plain(self.question.form),
            "rules": self.question.tables.digest,
            "seed": self.seed,
            "draws": [
                {"ask": d.ask, "roll": str(d.roll), "total": str(d.total)} for d in self.draws
            ],
            "outcome": outcome_json(self.outcome),
            "label": self.outcome.label,
            "probability": float(self.probability),
            "headline": self.words.headline,
            "on-table": list(self.words.on_table),
            "how": list(self.words.how),
        }


@attrs.frozen(repr=False)
class Question:
    """A form filled in for an action of a system, under given tables."""

    system: RuleSystem
    action: AnyAction
    form: Form
    tables: Tables

    @classmethod
    def read(
        cls,
        system: str,
        action: str,
        values: Mapping[str, object],
        tables: Tables | None = None,
    ) -> Question:
        """A question from typed texts.

        Raises `UnknownNameError` for the system or action and `FaultsError` for the fields; fields
        that only other actions use are ignored.
        """
        rules = find_system(system)
        asked = rules.action(action)
        own = keys_of(asked.form)
        ignored = () if all(normal_key(key) in own for key in values) else rules.all_keys
        form = parse_form(asked.form, values, ignored)
        return cls(rules, asked, form, tables or rules.tables)

    def check(self) -> None:
        """Raise `ForbiddenError`, with every reason, if the rules do not allow this."""
        if refusals := list(self.action.refusals(self.form, self.tables)):
            raise ForbiddenError(refusals)

    def odds(self, budget: Budget | None = None) -> Odds:
        """Exact odds. Raises `ForbiddenError` or `BudgetExceededError`."""
        self.check()
        resolution = self.action.resolution(self.form, self.tables)
        factors = tuple(self.action.factors(self.form, self.tables))
        return Odds(self, resolution.odds(budget), factors)

    def result(self, seed: str | None = None) -> Result:
        """A result drawn from `seed` (1 to 32 hexadecimal digits), or from a fresh one.

        Raises `ForbiddenError`, and `FaultsError` for what is no seed.
        """
        self.check()
        seed = fresh_seed() if seed is None else seed_digits(seed)
        chance = OnePath(seed)
        outcome = self.action.resolution(self.form, self.tables).result(chance)
        return self._told(seed, chance.draws, outcome)

    def replay(self, seed: str, recorded: Iterable[Draw]) -> Result:
        """The result that recorded draws give. Raises `ReplayMismatchError` if they do not fit."""
        self.check()
        chance = Scripted(recorded)
        outcome = self.action.resolution(self.form, self.tables).result(chance)
        chance.finish()
        return self._told(seed, chance.draws, outcome)

    def _told(self, seed: str, draws: list[Draw], outcome: Any) -> Result:
        probability = self.odds().distribution.probability(outcome)
        words = self.action.words(self.form, outcome, draws, self.tables)
        return Result(self, seed, tuple(draws), outcome, probability, words)


def outcome_json(value: Any) -> Any:
    """An outcome as JSON has it: words for enums, text for fractions, objects for attrs classes."""
    if attrs.has(type(value)):
        return {
            field.name.replace("_", "-"): outcome_json(getattr(value, field.name))
            for field in attrs.fields(type(value))
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple | list):
        return [outcome_json(part) for part in value]
    return value
