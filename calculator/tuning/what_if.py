"""What would change it: every single change that the rules allow, and every other way to read a
doubtful value, with its exact effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

import attrs

from calculator.errors import BudgetExceededError, FaultsError, ForbiddenError
from calculator.figures import points
from calculator.forms import Field, Form, fields_of, mattering
from calculator.kinds import Choice, Kind, Length, Whole, YesNo
from calculator.rules.action import Measure
from calculator.rules.modifiers import Factor
from calculator.rules.question import Odds
from calculator.rules.system import Owner
from calculator.rules.tables import TABLES

STEPS: Final = 6
"""How far a number is moved either way, by ones: about as far as a battle moves it in a turn."""

SAMPLED: Final = (
    "These odds are only sampled: what one change adds to them is lost in the error. "
    "Ask something smaller, such as fewer units at once."
)
"""Why nothing is listed for odds that are not exact."""


@attrs.frozen
class Alternative:
    """One answer given otherwise, or one value read otherwise, and what comes of it.

    `key` is that of the field, or of the value after "tables."; `value` is the answer as typed,
    `chance` the chief chance with it, `difference` that less the chance as it stands, both from -1
    to 1 and exact. `gained` are the factors that the change brings: the thresholds that it crosses.
    Of a number, the change is the least that has this effect; `on` says that every number tried
    beyond it has the same.
    """

    key: str
    value: str
    label: str
    owner: Owner
    chance: Fraction
    difference: Fraction
    gained: tuple[Factor, ...] = ()
    on: bool = False
    merit: Fraction = Fraction(0)
    """The difference, or where the chance is of something unwanted its opposite."""

    @property
    def in_full(self) -> str:
        """The change as it is listed."""
        return f"{self.label}, and from there on" if self.on else self.label

    @property
    def thresholds(self) -> str:
        """The factors that the change brings, in words."""
        named = (f"{one.name} {one.points:+d}" for one in self.gained if one.points)
        return ", ".join(dict.fromkeys(named))

    def as_json(self) -> dict[str, Any]:
        """The change as the command line prints it for machines."""
        return {
            "field": self.key,
            "value": self.value,
            "label": self.label,
            "whose": self.owner.name.lower(),
            "probability": float(self.chance),
            "difference": float(self.difference),
            "thresholds": [factor.as_json() for factor in self.gained],
        }


def identity(unit: type[Form]) -> Field:
    """The field that does not rate a unit but says what it is, its arm or its card: its first."""
    return fields_of(unit)[0]


def changes(odds: Odds, only: Collection[str] | None = None) -> Iterator[Alternative]:
    """Every change of a single answer that moves the chief chance, each as soon as it is known.

    What the rules forbid, what does not fit the other answers, what would take too many paths, and
    what says what a unit is (its arm, its card) is left out. Nothing comes of an action without a
    measure, nor of odds that are only sampled. With `only`, no other fields are tried.
    """
    if not odds.question.action.measures or not odds.is_exact:
        return
    measure = odds.question.action.measures[0]
    form, system = odds.question.form, odds.question.system
    owners = system.owners(type(form))
    arms = identity(system.unit).kind.inner if system.unit else None
    for field in mattering(form):
        if field.kind.inner != arms and (only is None or field.key in only):
            trials = _Trials(odds, measure, field, owners[field.key])
            yield from trials.found()
    if only is None:
        yield from _read_otherwise(odds, measure)


def _read_otherwise(odds: Odds, chief: Measure[Any]) -> Iterator[Alternative]:
    """The other ways to read what is open to doubt, where that changes any outcome's odds.

    What leaves the chief chance alone says which chance it moves most.
    """
    question = odds.question
    for key, other in question.doubtful.items():
        with suppress(ForbiddenError, BudgetExceededError):
            found = question.otherwise(key).odds()
            if found.distribution != odds.distribution:
                moved = {
                    one.key: found.measure(one.key) - odds.measure(one.key)
                    for one in question.action.measures
                }
                most = max(question.action.measures, key=lambda one: abs(moved[one.key]))
                also = f": {most.label} {points(float(moved[most.key]))}"
                yield Alternative(
                    TABLES + key,
                    str(other.value),
                    other.says if moved[chief.key] else other.says + also,
                    Owner.TEXT,
                    found.measure(chief.key),
                    moved[chief.key],
                    merit=chief.merit(moved[chief.key]),
                )


def best_first(found: Iterable[Alternative]) -> list[Alternative]:
    """Changes in the order of the good that they do."""
    return sorted(found, key=lambda change: -change.merit)


@attrs.frozen
class _Trials:
    """One field answered otherwise, in every way that makes sense."""

    odds: Odds
    measure: Measure[Any]
    field: Field
    owner: Owner

    def found(self) -> Iterator[Alternative]:
        kind, now = self.field.kind.inner, getattr(self.odds.question.form, self.field.attribute)
        if isinstance(kind, Choice | YesNo):
            for text in self.field.kind.choices:
                value = self.field.kind.parse(text)
                if value != now and (change := self._tried(value)):
                    yield change
        elif isinstance(kind, Whole | Length) and now is not None:
            for by in (1, -1):
                yield from self._moved(kind, now, by)

    def _moved(self, kind: Whole | Length, now: Any, by: int) -> Iterator[Alternative]:
        """Of a number moved one way: the first change, and the best where that is another."""
        low, high = kind.low, kind.high
        values = [now + by * step for step in range(1, STEPS + 1)]
        tried = [self._tried(v, still=True) for v in values if low <= v <= high]
        runs: list[Alternative] = []
        for change in filter(None, tried):
            if not runs or runs[-1].chance != change.chance:
                runs.append(change)
        moving = [run for run in runs if run.difference]
        if moving:
            last = attrs.evolve(moving[-1], on=len(tried) == STEPS and moving[-1] is runs[-1])
            moving[-1] = last
            best = max(moving, key=lambda run: run.merit)
            yield moving[0]
            if best is not moving[0] and best.merit > 0:
                yield best

    def _tried(self, value: Any, still: bool = False) -> Alternative | None:
        """What comes of an answer; None where it cannot be, or, unless `still`, moves nothing."""
        question = self.odds.question
        with suppress(FaultsError, ForbiddenError, BudgetExceededError):
            form = self.odds.question.form.but(**{self.field.attribute: value})
            odds = attrs.evolve(question, form=form).odds()
            chance = odds.measure(self.measure.key)
            difference = chance - self.odds.measure(self.measure.key)
            if difference or still:
                gained: tuple[Factor, ...] = ()
                if len(self.odds.decisions) < 2:  # choices weighed say only what each has become
                    new = Counter(odds.factors) - Counter(self.odds.factors)
                    gained = tuple(new.elements())
                return Alternative(
                    self.field.key,
                    self.field.kind.show(value),
                    self._label(value),
                    self.owner,
                    chance,
                    difference,
                    gained,
                    merit=self.measure.merit(difference),
                )
        return None

    def _label(self, value: Any) -> str:
        kind, name = self.field.kind.inner, self.field.label.lower()
        now = getattr(self.odds.question.form, self.field.attribute)
        if isinstance(kind, YesNo):
            return name if value else f"not {name}"
        if isinstance(kind, Whole) and kind.unit and kind.unit in name:
            many = abs(value - now)
            unit = kind.unit.removesuffix("s") if many == 1 else kind.unit
            return f"{many} {'more' if value > now else 'fewer'} {unit} ({value})"
        return f"{name} {_shown(self.field.kind, value)}, not {_shown(self.field.kind, now)}"


def _shown(kind: Kind[Any], value: Any) -> str:
    inner = kind.inner
    if isinstance(inner, Choice) and value is not None:
        return str(value.label)
    unit = " inches" if isinstance(inner, Length) and inner.unit == "inches" else ""
    return f"{kind.show(value)}{unit}"
