"""Recorded rulings computed again from their seed and form, under the tables they were made with.

What a question takes (its form read, its resolution built, its exact odds) is worked out once for
all rulings that ask the same; the draws of each come from its own seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Draw
from calculator.chance.one_path import OnePath
from calculator.errors import CalculatorError, FaultsError, UnknownNameError
from calculator.journal.ruling import recorded_value
from calculator.rules.catalog import find_system
from calculator.rules.question import Question, outcome_json
from calculator.rules.system import RuleSystem, Words
from calculator.rules.tables import Tables

KEPT: Final = 4096
"""Questions remembered at a time; a battle asks a few hundred different ones."""

_NO_SENSE: Final = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class RulesGoneError(CalculatorError):
    """The rules that a ruling was made under are not to be had, so that nothing can be computed."""


class RulesAlteredError(CalculatorError):
    """The rules that were kept with a ruling are not there, or not what they were."""


@contextmanager
def making_sense() -> Iterator[None]:
    """Turns what rules raise over table values or fields that no rule ever left into our error."""
    try:
        yield
    except _NO_SENSE as fault:
        raise RulesAlteredError(f"the rules make no sense of it: {fault!r}") from fault


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

    def result(self, seed: str) -> tuple[Any, list[Draw]]:
        """What `seed` gives: the outcome, and every draw on the way to it."""
        chance = OnePath(seed)
        return self._resolution.result(chance), chance.draws

    def words(self, outcome: Any, draws: list[Draw]) -> Words:
        """The words in which an outcome drawn so is told."""
        question = self.question
        return question.action.words(question.form, outcome, draws, question.tables)

    @cached_property
    def departures(self) -> dict[str, Any]:
        """The table values that differ from the shipped ones, as entries have them."""
        departing = departures(self.question.tables, self.question.system.tables)
        return {key: recorded_value(value) for key, value in departing.items()}

    def told(self, outcome: Any) -> tuple[Any, str]:
        """An outcome and its probability as the record has them."""
        if outcome not in self._told:
            probability = str(self.odds.probability(outcome))
            self._told[outcome] = outcome_json(outcome), probability
        return self._told[outcome]


class Recomputer:
    """Finds the question of a recorded ruling; `kept_rules` is `Storage.rules`."""

    def __init__(self, kept_rules: Callable[[str], str | None]) -> None:
        self._kept_rules = kept_rules
        self._asked: dict[tuple[Any, ...], Asked] = {}
        self._tables: dict[tuple[str, str], Tables] = {}

    def asked(self, body: Mapping[str, Any]) -> Asked:
        """The question of a ruling with this body.

        Raises `RulesGoneError` if its rules are not to be had, `RulesAlteredError` if what was kept
        of them is not what it was, and another `CalculatorError` if they take no such form.
        """
        form = body["form"]
        key = (body["system"], body["action"], body["rules"], tuple(form), tuple(form.values()))
        if key not in self._asked:
            if len(self._asked) >= KEPT:
                self._asked.pop(next(iter(self._asked)))
            with making_sense():
                self._asked[key] = Asked(self._question(body))
        return self._asked[key]

    def _question(self, body: Mapping[str, Any]) -> Question:
        kept = self._kept(body["rules"])
        try:
            system = find_system(body["system"])
            system.action(body["action"])
        except UnknownNameError as unknown:
            raise RulesGoneError(str(unknown)) from None
        tables = self._tables_of(system, body["rules"], body["overrides"], kept)
        return Question.read(system.key, body["action"], body["form"], tables)

    def _kept(self, digest: str) -> Tables | None:
        """The tables that the journal keeps under a digest; None where it need not keep them."""
        content = self._kept_rules(digest)
        if content is None:
            raise RulesAlteredError(
                f"the table values it names ({digest[:8]}) are not among those that rulings left "
                "in the journal"
            )
        if not content:
            return None
        with suppress(ValueError, AttributeError, RecursionError):
            tables = Tables.recorded(content)
            if tables.digest == digest:
                return tables
        raise RulesAlteredError(
            f"the table values kept with it ({digest[:8]}) are not those that it was ruled by"
        )

    def _tables_of(
        self, system: RuleSystem, digest: str, overrides: Mapping[str, Any], kept: Tables | None
    ) -> Tables:
        key = (system.key, digest)
        if key not in self._tables:
            found = (t for t in _candidates(system, overrides, kept) if t.digest == digest)
            if (tables := next(found, None)) is None:
                raise RulesGoneError(
                    f"its table values (version {digest[:8]}) are neither those of this empires "
                    "nor kept in the journal"
                )
            self._tables[key] = tables
        return self._tables[key]


def departures(tables: Tables, shipped: Tables) -> dict[str, Any]:
    """The values by which tables differ from the shipped ones."""
    return {
        entry.key: entry.value
        for entry in tables
        if entry.key not in shipped or shipped.entry(entry.key).value != entry.value
    }


def _candidates(
    system: RuleSystem, overrides: Mapping[str, Any], kept: Tables | None
) -> Iterator[Tables]:
    """Tables that may be those of a ruling, with the sources of the shipped ones if possible."""
    shipped = system.tables
    yield shipped
    values = departures(kept, shipped) if kept else overrides
    with suppress(FaultsError):  # values of these names and types may be no more
        yield shipped.override(values, "as recorded")
    if kept:
        yield kept
