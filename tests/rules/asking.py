"""Questions put to a system in tests, forms filled in at random, and what every action promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from hypothesis import strategies as st

from calculator import testing
from calculator.chance.interface import Draw
from calculator.errors import FaultsError
from calculator.forms import Form, fields_of
from calculator.kinds import NAME, Choice, Kind, Optional, Text, Whole, YesNo
from calculator.rows import Rows
from calculator.rules.question import Odds, Question
from tests.scripted import Scripted

F = TypeVar("F", bound=Form)


def ask(system: str, action: str, **values: object) -> Question:
    """A question with some fields filled in, as a player types them, and the rest at default."""
    return Question.read(system, action, values)


def law(question: Question) -> dict[Any, Fraction]:
    """Outcome -> probability."""
    distribution = question.odds().distribution
    return {outcome: distribution.probability(outcome) for outcome in distribution}


def chances(outcomes: Iterable[Any]) -> dict[Any, Fraction]:
    """Equally likely outcomes, counted: what brute force over the faces of dice gives."""
    listed = list(outcomes)
    return {outcome: Fraction(listed.count(outcome), len(listed)) for outcome in listed}


def never_more(less: Odds, more: Odds, amount: Callable[[Any], int]) -> bool:
    """Whether `amount` is stochastically no greater under the first odds than under the second."""
    levels = {amount(outcome) for odds in (less, more) for outcome in odds.distribution}
    return all(
        less.distribution.at_least(level, amount) <= more.distribution.at_least(level, amount)
        for level in levels
    )


def forms(form: type[F], **given: st.SearchStrategy[Any]) -> st.SearchStrategy[F]:
    """Forms of one action, every field anywhere within its limits unless `given`."""
    drawn = {
        field.attribute: given[field.attribute] if field.attribute in given else _values(field.kind)
        for field in fields_of(form)
    }
    return st.fixed_dictionaries(drawn).map(lambda values: _built(form, values)).filter(bool)  # type: ignore[return-value]


def _built(form: type[F], values: dict[str, Any]) -> F | None:
    try:
        return form(**values)
    except FaultsError:
        return None


def _values(kind: Kind[Any]) -> st.SearchStrategy[Any]:
    match kind:
        case Choice() | YesNo():
            return st.sampled_from(kind.choices).map(kind.parse)
        case Whole():
            return st.integers(kind.low, kind.high)
        case Rows():
            return st.lists(forms(kind.row), max_size=2).map(tuple)
        case Text() if kind is NAME:
            return st.just("Kempt")
        case Optional():
            return st.none() | _values(kind.kind)
    raise AssertionError(f"say how {kind!r} is filled in")


def replayed(question: Question, draws: Iterable[Draw]) -> Any:
    """The outcome that recorded draws give, which must fit the rule to the last."""
    chance = Scripted(draws)
    outcome = question.law.procedure().result(chance)
    chance.finish()
    return outcome


def check_promises(question: Question) -> None:
    """What holds of every question that the rules allow; what was drawn gives its result again."""
    testing.check_promises(question)
    result = question.result("1")
    assert replayed(question, result.draws) == result.outcome
