"""Recorded rulings computed again from their seed and form, under the tables they were made with.

What a question takes (its form read, its resolution built, its exact odds) is worked out once for
all rulings that ask the same; the draws of each come from its own seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from itertools import groupby
from typing import Any, Final

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Draw
from calculator.chance.one_path import OnePath
from calculator.errors import BudgetExceededError, CalculatorError, FaultsError, UnknownNameError
from calculator.journal.ruling import code_digest, recorded_outcome, recorded_value
from calculator.rules.catalog import BrokenSystemError, find_system
from calculator.rules.outcome_json import outcome_json, read_outcome
from calculator.rules.question import Question, Result
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables

MOST_REMEMBERED: Final = 4096
"""Questions remembered at a time; a battle asks a few hundred different ones."""

_NO_SENSE: Final = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class RulesGoneError(CalculatorError):
    """The rules that a ruling was made under are not to be had, so that nothing can be computed."""


class RulesAlteredError(CalculatorError):
    """The rules that were kept with a ruling are not there, or not what they were."""


class SenselessError(RulesAlteredError):
    """The rules make no sense of what the record holds."""


@contextmanager
def making_sense() -> Iterator[None]:
    """Turns what rules raise over table values or fields that no rule ever left into our error."""
    try:
        yield
    except _NO_SENSE as fault:
        raise SenselessError(f"the rules cannot read it: {fault!r}") from fault


class AskedQuestion:
    """A question and what follows from it, whatever is drawn."""

    def __init__(self, question: Question) -> None:
        question.check()
        self.question = question
        self.severity = question.action.severity
        """The action's order of outcomes."""
        self._resolution = question.law.in_full()
        self._recorded: dict[Any, dict[str, Any]] = {}

    @cached_property
    def exact_odds(self) -> Distribution[Any] | None:
        """The exact odds of every outcome, or None where they exceed their budget."""
        try:
            return self.question.odds().distribution
        except BudgetExceededError:
            return None

    @property
    def odds(self) -> Distribution[Any]:
        """The exact odds of every outcome. Raises `BudgetExceededError`."""
        if self.exact_odds is None:
            raise BudgetExceededError("its exact odds would take too many paths")
        return self.exact_odds

    @cached_property
    def outcomes(self) -> Distribution[Any]:
        """The outcomes that odds list: every one, or where that takes too long a sample's."""
        return self.exact_odds or self.question.best_odds().distribution

    @property
    def labels(self) -> list[str]:
        """What may be ruled instead, in the words of the odds, the mildest first."""
        return [outcome.label for outcome in sorted(self.outcomes, key=self.severity)]

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

    @cached_property
    def scores(self) -> dict[Any, float]:
        """How well the side that asked fares by each outcome: the chance of worse and half that of
        as good. There are none where no outcome is better for anybody."""
        if not self.severity.party:
            return {}
        middles = {outcome: below + level / 2 for outcome, (below, level) in self.ladder.items()}
        if self.severity.of_target:
            return {outcome: 1 - middle for outcome, middle in middles.items()}
        return middles

    @cached_property
    def possible_scores(self) -> list[tuple[float, float]]:
        """Every such score, with its chance."""
        return list({(score, self.ladder[outcome][1]) for outcome, score in self.scores.items()})

    def drawn(self, seed: str) -> tuple[Any, list[Draw]]:
        """What `seed` gives (as `Result.drawn`), and every draw on the way to it."""
        chance = OnePath(seed)
        return self._resolution.result(chance), chance.draws

    def listed(self, seed: str) -> Any:
        """The outcome, as odds list it, that `seed` gives."""
        return self.question.action.listed(self.drawn(seed)[0])

    def ruled(self, seed: str, names: Mapping[str, str]) -> dict[str, Any]:
        """What `seed` gives, as the body of a ruling has it that is told by these names."""
        drawn, draws = self.drawn(seed)
        result = Result(self.question, seed, tuple(draws), drawn, names)
        return result.telling | self.as_recorded(drawn)

    @cached_property
    def departures(self) -> dict[str, Any]:
        """The table values that differ from the shipped ones, as entries have them."""
        departing = departures(self.question.tables, self.question.system.tables)
        return {key: recorded_value(value) for key, value in departing.items()}

    def as_recorded(self, drawn: Any) -> dict[str, Any]:
        """What was drawn, or an outcome, with what goes with it, as entries have it."""
        if drawn not in self._recorded:
            self._recorded[drawn] = recorded_outcome(self.question, drawn, self.exact_odds)
        return self._recorded[drawn]

    def outcome_recorded_as(self, recorded: Any) -> Any:
        """The outcome that the record spells so, or None if the odds have none such.

        Where exact odds exceed their budget, any outcome of the right shape is one.
        """
        if self.exact_odds is None:
            with suppress(ValueError, TypeError):
                return read_outcome(type(self.listed("0")), recorded)
            return None
        return next((o for o in self.odds if outcome_json(o) == recorded), None)


class Recomputer:
    """Finds the question of a recorded ruling; `kept_rules` finds the content of its tables."""

    def __init__(self, kept_rules: Callable[[str], str | None]) -> None:
        self._kept_rules = kept_rules
        self._asked: dict[tuple[Any, ...], AskedQuestion] = {}
        self._kept = cache(self._read_kept)
        self._tables: dict[tuple[str, str], Tables] = {}

    def asked(self, body: Mapping[str, Any]) -> AskedQuestion:
        """The question of a ruling with this body.

        Raises `RulesGoneError` if its rules are not to be had, `RulesAlteredError` if what was kept
        of them is not what it was, and another `CalculatorError` if they take no such form.
        """
        form = body["form"]
        of = body["system"], body["action"], body["rules"], body.get("code")
        key = (*of, tuple(form), tuple(form.values()))
        if key not in self._asked:
            if len(self._asked) >= MOST_REMEMBERED:
                self._asked.pop(next(iter(self._asked)))
            with making_sense():
                self._asked[key] = AskedQuestion(self._question(body))
        return self._asked[key]

    def has_code_of(self, body: Mapping[str, Any]) -> bool:
        """Whether the code that ruled is the code at hand, as far as the entry says."""
        try:
            return bool(body.get("code") == code_digest(find_system(body["system"])))
        except (UnknownNameError, BrokenSystemError):
            return False

    def _question(self, body: Mapping[str, Any]) -> Question:
        kept = self._kept(body["rules"])
        if kept is None and "code" in body:  # of the first format alone they need not be there
            raise RulesAlteredError(
                f"the table values kept with it ({body['rules'][:8]}) were emptied"
            )
        try:
            system = find_system(body["system"])
            system.action(body["action"])
        except (UnknownNameError, BrokenSystemError) as missing:
            needs = f"; it was ruled by {body['package']}" if "package" in body else ""
            raise RulesGoneError(f"{missing}{needs}") from None
        tables = self._tables_of(system, body["rules"], body["overrides"], kept)
        if not self.has_code_of(body):
            tables = tables.completed(system.tables)  # a value that came since rules as shipped
        return Question.read(system.key, body["action"], body["form"], tables)

    def _read_kept(self, digest: str) -> Tables | None:
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
            # With the sources of the shipped ones, if possible.
            shipped = system.tables
            candidates = [shipped, *([kept] if kept else [])]
            with suppress(FaultsError):  # values of these names and types may be no more
                values = departures(kept, shipped) if kept else overrides
                candidates.insert(1, shipped.override(values, "as recorded"))
            tables = next((one for one in candidates if one.digest == digest), None)
            if tables is None:
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
