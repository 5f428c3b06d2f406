"""What every rule system must keep, as pytest functions (docs/writing-your-own-rules.md).

A package of rules tests itself so:

>>> from calculator.testing import RuleSystemTests
>>> class TestBands(RuleSystemTests):
...     system = SYSTEM

Each `check_...` function takes one action of a system, for tests of one's own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import Any, ClassVar, Final, TypeAlias

import attrs

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError, FaultsError
from calculator.forms import Field, Form, fields_of, keys_of, mattering, parse_form, texts
from calculator.kinds import Kind, Length, Optional, Text, Whole
from calculator.rules.action import Aftermath, AnyAction
from calculator.rules.outcome_json import outcome_json, read_outcome
from calculator.rules.question import Odds, Question
from calculator.rules.system import RuleSystem

SHORT: Final = 300
"""Paths of exact odds that do not take long."""

DRAWN: Final = 20_000
"""Forms drawn in search of those of which something holds."""

FORMS: Final = 8
"""Allowed forms of each action in which each answer is given otherwise."""


@attrs.frozen
class Asking:
    """An action asked about in many ways, drawn by `dice`.

    `written` are answers to those of its fields that take a text of their own, by key.
    """

    system: RuleSystem
    action: AnyAction
    dice: random.Random = attrs.field(factory=lambda: random.Random(1805))
    written: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)

    def allows(self, form: Form) -> bool:
        """Whether the rules allow what a form asks."""
        return not any(self.action(form, self.system.tables).refusals())

    def forms(self, holds: Callable[[Form], bool]) -> Iterator[Form]:
        """Forms of which something holds, with from none to all of their fields answered at random.

        They are drawn from the form as it is, and from the last one that the rules allow.
        """
        asked = fields_of(self.action.asks)
        default = allowed = self.action.asks()
        for number in range(DRAWN):
            share = self.dice.random() ** 2
            answered = [field for field in asked if self.dice.random() < share]
            drawn = self.answered(allowed if number % 2 else default, answered)
            if drawn and holds(drawn):
                allowed = drawn if self.allows(drawn) else allowed
                yield drawn

    def allowed(self, number: int) -> Iterator[Form]:
        """So many forms that the rules allow, fewer where they allow fewer."""
        return islice((form for form in self.forms(lambda _: True) if self.allows(form)), number)

    def answered(self, form: Form, answered: list[Field]) -> Form | None:
        """The form with some fields answered anew, or nothing if that does not fit together."""
        answers = {field.attribute: self._answer(field) for field in answered}
        try:
            return form.but(**answers)
        except FaultsError:
            return None

    def changed(self, number: int) -> Iterator[tuple[Form, Field, Form]]:
        """Allowed forms, each with one answer that matters given otherwise, if that is allowed."""
        for form in self.allowed(number):
            for field in mattering(form):
                other = self.answered(form, [field])
                if other is not None and other != form and self.allows(other):
                    yield form, field, other

    def question(self, form: Form) -> Question:
        """The question that a form asks."""
        return Question(self.system, self.action, form, self.system.tables)

    def _answer(self, field: Field) -> Any:
        kind: Kind[Any] = field.kind
        if isinstance(kind, Optional):
            if self.dice.random() < 1 / 4:
                return None
            kind = kind.kind
        match kind:
            case Whole():
                return min(kind.high, kind.low + int(self.dice.expovariate(1 / 4)))
            case Length():
                return min(kind.high, kind.low + Fraction(int(self.dice.expovariate(1 / 12))))
            case Text():
                words = self.written.get(field.key, (kind.show(field.default),))
                return kind.parse(self.dice.choice(words))
        return kind.parse(self.dice.choice(kind.choices))


def odds_of(question: Question) -> Odds:
    """Exact odds, or where they would take long the same few paths for the same question."""
    try:
        return question.odds(Budget(SHORT))
    except BudgetExceededError:
        return question.estimate(30)


def check_promises(question: Question) -> None:
    """What holds of every question that the rules allow.

    Its form is read back from the texts that the record keeps. Weights are whole numbers that sum
    to the total; outcomes are told apart by their labels, stand in the order of severity, and fit
    into JSON. A result is told in words, its chance is that of the odds, and its seed gives it
    again. What draws is recorded, so a measuring aid never does.
    """
    form, odds = question.form, question.odds()
    assert parse_form(type(form), json.loads(json.dumps(texts(form)))) == form
    rows = odds.rows()
    assert all(row.weight > 0 for row in rows)
    assert sum(row.weight for row in rows) == odds.distribution.total
    assert len({row.outcome.label for row in rows}) == len(rows)
    ranks = [question.action.severity(row.outcome) for row in rows]
    assert ranks == sorted(ranks)
    for row in rows[:20]:
        written = json.loads(json.dumps(outcome_json(row.outcome)))
        assert read_outcome(type(row.outcome), written) == row.outcome
    for seed in ("1", "2", "3"):
        result = question.result(seed, odds=odds)
        assert result.narration.headline[-1:] in ({"?"} if result.awaits else {".", "!"})
        assert result.probability == odds.distribution.probability(result.outcome)
        assert question.action.is_recorded or not result.draws
        if question.action.is_recorded:
            assert isinstance(question.law.after(result.drawn), Aftermath)
    assert question.result(seed, odds=odds) == result


def check_each(asking: Asking, number: int = FORMS) -> None:
    """Whatever the rules allow keeps its promises, as far as its exact odds do not take long."""
    for form in asking.allowed(number):
        with suppress(BudgetExceededError):
            asking.question(form).odds(Budget(SHORT))
            check_promises(asking.question(form))


def check_why(asking: Asking, number: int = FORMS) -> None:
    """If one answer moves any probability, something in Why moved."""
    for form, field, other in asking.changed(number):
        before, after = asking.question(form), asking.question(other)
        if set(before.law.factors()) == set(after.law.factors()):
            show, name = field.kind.show, field.attribute
            change = f"{field.key}: {show(getattr(form, name))} -> {show(getattr(other, name))}"
            assert _law(before) == _law(after), f"the odds moved, and Why did not: {change}"


def _law(question: Question) -> Any:
    """The odds, or nothing where they would take long."""
    try:
        return question.odds(Budget(SHORT)).distribution
    except BudgetExceededError:
        return None


def check_reads(asking: Asking, number: int = FORMS) -> None:
    """An answer that a modifier does not say it reads changes neither whether it counts nor how."""
    for form, field, other in asking.changed(number):
        name = field.attribute
        before, after = (
            {pull for pull in asking.question(one).law.pulls() if name not in pull.modifier.reads}
            for one in (form, other)
        )
        assert before == after, field.key


def check_named(asking: Asking, number: int = FORMS) -> None:
    """Whatever counts has a name without braces, and a section or a value that it rests on."""
    for form in islice(asking.forms(lambda _: True), number):
        for _, factor in asking.question(form).law.pulls():
            assert factor.name, factor.stage
            assert factor.source or factor.values, factor.name
            assert "{" not in factor.name + factor.side, factor.name


Check: TypeAlias = Callable[[Asking], None]

CHECKS: Final[tuple[Check, ...]] = (
    check_each,
    check_why,
    check_reads,
    check_named,
)
"""What is checked of every action."""


def check_declaration(system: RuleSystem) -> None:
    """Every number has a source or a reason, every field its words; units fill in real fields."""
    for entry in system.tables:
        assert entry.source or entry.why.startswith("designer's judgement: "), entry.key
    for action in system.actions:
        letters = [system.letters[key] for key in keys_of(action.asks) if key in system.letters]
        assert len(set(letters)) == len(letters), action.key
        for field in fields_of(action.asks):
            assert field.help.endswith("."), (action.key, field.key)
            assert field.source, (action.key, field.key)
    if system.unit is None:
        return
    unit = {field.key for field in fields_of(system.unit)}
    of_units = unit.union(*system.roles.values())
    assert of_units.issuperset(filter(None, (*system.condition, system.state, system.formation)))
    for role, fills in system.roles.items():
        # The rest of a unit is what the table makes of it: its order, its state.
        assert role == "battle" or unit & set(fills), role
        for fields in fills.values():
            assert set(fields) <= system.all_keys


class RuleSystemTests:
    """Tests of one system: a subclass whose name begins with Test says which.

    `written` are answers to fields that take a text of their own, by key.
    """

    system: ClassVar[RuleSystem]
    written: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def test_what_it_declares(self) -> None:
        """Numbers, fields and units are declared whole."""
        check_declaration(self.system)

    def test_every_action(self) -> None:
        """Each action keeps what every action must keep."""
        for action in self.system.actions:
            for check in CHECKS:
                check(Asking(self.system, action, written=self.written))
