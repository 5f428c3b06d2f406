"""A question put to a system, its odds, and a result.

One filled-in form of one action under the tables in force. Front ends, tuning and the record all
ask through here, so that nobody shows odds which are not those of the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Final

import attrs

from calculator.chance import every_path, interface, one_path
from calculator.chance.distribution import Distribution
from calculator.chance.one_path import PATHS, Sample, count_paths
from calculator.errors import BudgetExceededError, CalculatorError, ForbiddenError
from calculator.figures import decimal, give_or_take
from calculator.forms import Form, keys_of, normal_key, parse_form, plain, texts
from calculator.rules import catalog, phrases
from calculator.rules.action import Action, Aftermath, Awaited, Decision, Narration, Parties
from calculator.rules.modifiers import Factor
from calculator.rules.odds import IN_DEPTH, Row, Why, weighed
from calculator.rules.outcome_json import outcome_json
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Otherwise, Tables

_PORTION: Final = 250
"""Paths that a process draws at a time."""


@attrs.frozen(repr=False, slots=False)
class Odds:
    """The odds of every outcome, in the action's order of severity, and the factors behind them.

    They are exact unless there is a `sample`: then they are the shares of so many drawn paths.
    Iterating gives a `Row` for each outcome.
    """

    question: Question
    distribution: Distribution[Any]
    sample: Sample[Any] | None = None
    _losses: Mapping[str, Fraction] | None = attrs.field(default=None, eq=False)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The choices of both sides beside one another, where the action leaves them open."""
        return tuple(self.question.law.decisions())

    @cached_property
    def losses(self) -> Mapping[str, Fraction]:
        """What each of several units loses on average, where the action says."""
        return self.question.law.losses(self.is_exact) if self._losses is None else self._losses

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """What counts, with what each rests on."""
        return self.question.law.factors()

    @cached_property
    def why(self) -> Why:
        """What counts, each with what it does here, and what all of it does together."""
        return self.weighed()

    def weighed(self, paths: int = IN_DEPTH) -> Why:
        """The same, as far as working it out takes no more than so many paths for each."""
        return weighed(self.question.law, self.distribution if self.is_exact else None, paths)

    @property
    def is_exact(self) -> bool:
        """Whether every path was counted, and none drawn."""
        return self.sample is None

    def rows(self) -> list[Row]:
        """Every outcome that can happen (or, if sampled, did), in order of severity."""
        severity, rows = self.question.action.severity, list[Row]()
        for outcome, weight in sorted(self.distribution.items(), key=lambda one: severity(one[0])):
            share = Fraction(weight, self.distribution.total)
            weighs = weight * (self.total // self.distribution.total)
            rows.append(Row(outcome, weighs, float(share), self.standard_error(share)))
        return rows

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    @property
    def total(self) -> int:
        """What all weights add up to; the number of paths where they were sampled."""
        return self.sample.paths if self.sample else self.distribution.total

    def standard_error(self, share: Fraction | float) -> float:
        """By how much a chance read off these odds may be off, as a probability; 0 if exact."""
        return self.sample.standard_error(share) if self.sample else 0.0

    @property
    def caveat(self) -> str:
        """What must be said of odds that are not exact, in a few words; nothing of exact ones."""
        if self.sample is None:
            return ""
        error = self.standard_error(Fraction(1, 2))
        return f"sampled along {self.sample.paths:,} paths, {give_or_take(error)} at most"

    def probability(self, outcome: Any) -> Fraction:
        """The chance of one outcome; 0 for one that cannot happen, or was not met on any path."""
        return self.distribution.probability(outcome)

    def measure(self, key: str) -> Fraction:
        """The chance that one of the action's measures holds."""
        return self.distribution.share(self.question.action.measure(key).holds)

    def expect(self, value: Callable[[Any], int | Fraction]) -> Fraction:
        """What `value` of the outcome comes to on average, e.g. ``lambda o: o.bases_lost``."""
        return self.distribution.mean(value)

    def at_least(self, outcome: Any) -> Fraction:
        """The chance of an outcome or a better one, for whom the action's severity names. Raises
        `CalculatorError` where no outcome is better than another for anybody."""
        action = self.question.action
        if not action.severity.party:
            none = f"{action.label}: no outcome is better than another for anybody"
            raise CalculatorError(f"{none}, so there are no odds of one or a better one")
        return self.distribution.at_least(action.severity(outcome), action.severity)

    def refined(self, paths: int, workers: int | None = 1) -> Odds:
        """These odds from as many paths more; exact ones as they are. See `Question.estimate`."""
        if self.sample is None:
            return self
        return self.question.estimate(paths, workers=workers, after=self.sample)

    def as_json(self) -> dict[str, Any]:
        """The odds as the command line prints them for machines. Sampled odds say so under
        "sampled", and have a "standard-error" for each outcome."""
        sample = self.sample
        return {
            "system": self.question.system.key,
            "action": self.question.action.key,
            "form": plain(self.question.form),
            **({"sampled": {"paths": sample.paths, "seed": sample.seed}} if sample else {}),
            "total": decimal(self.total),
            "outcomes": [
                row.as_json() | ({"standard-error": row.standard_error} if sample else {})
                for row in self
            ],
            "factors": [reason.as_json() for reason in self.why.reasons],
            "together": None if self.why.together is None else float(self.why.together),
            **({"decisions": [one.as_json() for one in self.decisions]} if self.decisions else {}),
        }


@attrs.frozen(repr=False, slots=False)
class Result:
    """One drawn result: what happened, in words, and what recomputes it."""

    question: Question
    seed: str
    draws: tuple[interface.Draw, ...]
    drawn: Any
    """What the draws come to: the outcome, or more than odds list of it (`Action.in_full`)."""
    names: Mapping[str, str] = attrs.field(factory=dict)
    """Who is in each role, as far as that is known (`Action.parties`)."""
    _known: Odds | None = attrs.field(default=None, eq=False)

    @cached_property
    def narration(self) -> Narration:
        """It in words, by name where names are known."""
        told = self.question.law.narrate(self.drawn, self.draws)
        on_table, how = (map(self._named, lines) for lines in (told.on_table, told.how))
        return Narration(self._named(told.headline), on_table, how)

    @cached_property
    def _named(self) -> Callable[[str], str]:
        return self.question.naming(self.names, self.question.law.parties())

    @property
    def label(self) -> str:
        """The outcome in a few words, by name where names are known."""
        return self.question.naming(self.names)(self.outcome.label)

    @property
    def outcome(self) -> Any:
        """The outcome, as odds list it."""
        return self.question.action.listed(self.drawn)

    @property
    def aftermath(self) -> Aftermath:
        """What it leaves. Raises `CalculatorError` where the action does not say."""
        return self.question.law.after(self.drawn)

    @cached_property
    def odds(self) -> Odds | None:
        """The odds it was drawn from: those known beforehand, or else worked out when asked for.
        None where exact odds would exceed their budget and none were handed over."""
        with suppress(BudgetExceededError):
            return self._known or self.question.odds()
        return None

    @property
    def probability(self) -> Fraction | None:
        """How likely the outcome was; None where that is not known (see `odds`)."""
        return self.odds.probability(self.outcome) if self.odds else None

    @property
    def standard_error(self) -> float:
        """By how much `probability` may be off; 0 where the odds are exact."""
        return self.odds.standard_error(self.probability or 0) if self.odds else 0.0

    @property
    def awaits(self) -> Awaited | None:
        """What must be measured before it is whole."""
        awaits = self.question.law.awaits(self.drawn)
        return awaits and awaits._replace(words=self._named(awaits.words))

    def answered(self, answers: Mapping[str, str]) -> Result:
        """The result of the same draws with what it awaits, as typed. Raises `FaultsError`."""
        asked = self.question
        form = {**texts(asked.form), **answers}
        question = Question.read(asked.system.key, asked.action.key, form, asked.tables)
        return question.result(self.seed, names=self.names)

    @property
    def telling(self) -> dict[str, Any]:
        """What was drawn and in which words it is told, as the record and the command line have
        it."""
        draws = [{"ask": d.ask, "roll": str(d.number), "total": str(d.total)} for d in self.draws]
        return {
            "draws": draws,
            "label": self.outcome.label,
            "headline": self.narration.headline,
            "on-table": list(self.narration.on_table),
            "how": list(self.narration.how),
            **({"awaits": self.awaits._asdict()} if self.awaits else {}),
        }

    def as_json(self) -> dict[str, Any]:
        """The result as the command line prints it for machines. "probability" is null where it is
        not known; a sampled one has a "standard-error" beside it."""
        chance = self.probability
        sampled = self.odds is not None and not self.odds.is_exact
        return {
            "system": self.question.system.key,
            "action": self.question.action.key,
            "form": plain(self.question.form),
            "rules": self.question.tables.digest,
            "seed": self.seed,
            "outcome": outcome_json(self.outcome),
            "probability": None if chance is None else float(chance),
            **({"standard-error": self.standard_error} if sampled else {}),
            **self.telling,
        }


@attrs.frozen(repr=False)
class Question:
    """A form filled in for an action of a system, under given tables."""

    system: RuleSystem
    action: type[Action[Any, Any]]
    form: Form
    tables: Tables

    @classmethod
    def read(
        cls, system: str, action: str, values: Mapping[str, object], tables: Tables | None = None
    ) -> Question:
        """A question from typed texts. Raises `UnknownNameError` for the system or action and
        `FaultsError` for the fields; fields that only other actions use are ignored."""
        rules = catalog.find_system(system)
        asked = rules.action(action)
        own = keys_of(asked.asks)
        ignored = () if all(normal_key(key) in own for key in values) else rules.all_keys
        form = parse_form(asked.asks, values, ignored)
        return cls(rules, asked, form, tables or rules.tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """How a worker is handed the question: by keys and texts; shipped tables it has already."""
        tables = None if self.tables is self.system.tables else self.tables
        return Question.read, (self.system.key, self.action.key, texts(self.form), tables)

    def naming(
        self, names: Mapping[str, str], parties: Parties | None = None
    ) -> Callable[[str], str]:
        """What puts these names, by role, into words that speak of these `parties`: if not given,
        into those of outcomes and measures."""
        parties = self.law.listed_parties() if parties is None else parties
        named = {words: n for role, n in names.items() for words in parties.get(role, ())}
        return phrases.naming(named)

    def otherwise(self, key: str) -> Question:
        """This question where a doubtful value of the tables is read the other way."""
        other = self.tables.doubtful[key]
        return attrs.evolve(self, tables=self.tables.override({key: other.value}, other.says))

    @property
    def doubtful(self) -> Mapping[str, Otherwise]:
        """The other way to read each doubtful value that its odds look at, by its key."""
        every, read = self.tables.doubtful, set[str]()
        watched = attrs.evolve(self, tables=self.tables.watched(read))
        try:
            with suppress(ForbiddenError):
                watched.odds()
        except BudgetExceededError:
            return every
        return {key: other for key, other in every.items() if key in read}

    def check(self) -> None:
        """Raise `ForbiddenError`, with every reason, if the rules do not allow this."""
        if refusals := list(self.law.refusals()):
            raise ForbiddenError(refusals)

    def odds(self, budget: every_path.Budget | None = None) -> Odds:
        """Exact odds. Raises `ForbiddenError` or `BudgetExceededError`."""
        self.check()
        if budget is None and self.action.paths:
            budget = every_path.Budget(self.action.paths)
        return Odds(self, self.law.procedure().odds(budget))

    def estimate(
        self,
        paths: int = PATHS,
        *,
        seed: str = "0",
        workers: int | None = 1,
        after: Sample[Any] | None = None,
    ) -> Odds:
        """Odds sampled along so many paths drawn from `seed`: never exact, and labelled so.

        The same seed gives the same odds. `workers` are processes to share the work, None for one
        on each core. `after` is a sample of this question to go on from, with its own seed. Raises
        `ForbiddenError`, and `FaultsError` for what is no seed.
        """
        from calculator.cores import spread  # brings multiprocessing, which few questions need

        self.check()
        begun = after or Sample(one_path.seed_digits(seed), 0, {})
        numbers, counts = range(begun.paths, begun.paths + paths), Counter(begun.counts)
        portions = (numbers[at : at + _PORTION] for at in range(0, paths, _PORTION))
        for found in spread(partial(_count_portion, self, begun.seed), portions, 1, workers):
            counts.update(found)
        sample = Sample(begun.seed, numbers.stop, counts)
        return Odds(self, sample.distribution, sample)

    def best_odds(self, paths: int = PATHS, workers: int | None = None) -> Odds:
        """Exact odds within their budget, else sampled on all cores. Raises `ForbiddenError`."""
        try:
            return self.odds()
        except BudgetExceededError:
            return self.estimate(paths, workers=workers)

    def result(
        self,
        seed: str | None = None,
        *,
        odds: Odds | None = None,
        names: Mapping[str, str] | None = None,
    ) -> Result:
        """A result drawn from `seed` (1 to 32 hexadecimal digits), or from a fresh one.

        Only one path is followed, so no question is too large. `odds` of this question, where they
        are known, say how likely the result was, else `Result.odds` does. It is told by the `names`
        of who is in each role. Raises `ForbiddenError`, and `FaultsError` for what is no seed.
        """
        self.check()
        seed = one_path.fresh_seed() if seed is None else one_path.seed_digits(seed)
        chance = one_path.OnePath(seed)
        drawn = self.law.in_full().result(chance)
        return Result(self, seed, tuple(chance.draws), drawn, names or {}, odds)

    @cached_property
    def law(self) -> Action[Any, Any]:
        """The action with this form and these tables: what forbids it, pulls it and resolves it."""
        return self.action(self.form, self.tables)


def _count_portion(question: Question, seed: str, numbers: range) -> dict[Any, int]:
    return count_paths(question.law.procedure().result, seed, numbers)
