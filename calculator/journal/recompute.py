"""Recorded rulings computed again from their seed and form, under the tables they were made with.

What a question takes (its form read, its resolution built, its exact odds) is worked out once for
all rulings that ask the same; the draws of each come from its own seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from calculator.chance.distribution import Distribution
from calculator.chance.one_path import OnePath
from calculator.errors import CalculatorError, FaultsError, UnknownNameError
from calculator.rules.catalog import find_system
from calculator.rules.question import Question, outcome_json
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables

KEPT: Final = 4096
"""Questions remembered at a time; a battle asks a few hundred different ones."""


class RulesGoneError(CalculatorError):
    """The rules that a ruling was made under are not to be had, so that nothing can be computed."""


class Asked:
    """A question and what follows from it, whatever is drawn."""

    def __init__(self, question: Question) -> None:
        question.check()
        self.question = question
        self._resolution = question.action.resolution(question.form, question.tables)
        self._told: dict[Any, tuple[Any, str]] = {}

    @cached_property
    def odds(self) -> Distribution[Any]:
        """The exact odds of every outcome."""
        return self.question.odds().distribution

    @cached_property
    def ladder(self) -> dict[Any, tuple[float, float]]:
        """For every outcome, mildest first, the chances of a milder one, and of one as grave."""
        ordered = sorted(self.odds.items(), key=lambda item: self.severity(item[0]))
        ladder = {}
        below = 0
        for _, equals in groupby(ordered, key=lambda item: self.severity(item[0])):
            weights = dict(equals)
            level = sum(weights.values())
            for outcome in weights:
                ladder[outcome] = below / self.odds.total, level / self.odds.total
            below += level
        return ladder

    def severity(self, outcome: Any) -> Any:
        """Where an outcome stands in the action's order."""
        return self.question.action.severity(outcome)

    def result(self, seed: str) -> tuple[Any, list[tuple[str, str]]]:
        """What `seed` gives: the outcome, and roll and total of every draw as the record has it."""
        chance = OnePath(seed)
        outcome = self._resolution.result(chance)
        return outcome, [(str(draw.roll), str(draw.total)) for draw in chance.draws]

    def told(self, outcome: Any) -> tuple[Any, str]:
        """An outcome and its probability as the record has them."""
        if outcome not in self._told:
            probability = str(self.odds.probability(outcome))
            self._told[outcome] = outcome_json(outcome), probability
        return self._told[outcome]


class Recomputer:
    """Finds the question of a recorded ruling; `kept_rules` gives tables by digest, or ""."""

    def __init__(self, kept_rules: Callable[[str], str]) -> None:
        self._kept_rules = kept_rules
        self._asked: dict[tuple[Any, ...], Asked] = {}
        self._tables: dict[tuple[str, str], Tables] = {}

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """The question of a ruling with this body.

        Raises `RulesGoneError` if its rules are not to be had, and another `CalculatorError` if
        these rules do not take such a form.
        """
        form = body["form"]
        key = (body["system"], body["action"], body["rules"], tuple(form), tuple(form.values()))
        if key not in self._asked:
            if len(self._asked) >= KEPT:
                self._asked.pop(next(iter(self._asked)))
            self._asked[key] = Asked(self._question(body))
        return self._asked[key]

    def _question(self, body: Mapping[str, Any]) -> Question:
        try:
            system = find_system(body["system"])
            system.action(body["action"])
        except UnknownNameError as unknown:
            raise RulesGoneError(str(unknown)) from None
        tables = self._tables_of(system, body["rules"], body["overrides"])
        return Question.read(system.key, body["action"], body["form"], tables)

    def _tables_of(self, system: RuleSystem, digest: str, overrides: Mapping[str, Any]) -> Tables:
        key = (system.key, digest)
        if key not in self._tables:
            found = (t for t in self._candidates(system, digest, overrides) if t.digest == digest)
            if (tables := next(found, None)) is None:
                raise RulesGoneError(
                    f"its table values (version {digest[:8]}) are neither those of this empires "
                    "nor kept in the journal"
                )
            self._tables[key] = tables
        return self._tables[key]

    def _candidates(
        self, system: RuleSystem, digest: str, overrides: Mapping[str, Any]
    ) -> Iterator[Tables]:
        yield system.tables
        if kept := self._kept_rules(digest):
            yield Tables.recorded(kept)
        with suppress(FaultsError):  # values of these names and types may be no more
            yield system.tables.override(overrides, "as recorded")
