"""Recorded draws, or given values, as the answers of a rule: what a test says the dice showed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Draw
from calculator.errors import ReplayMismatchError

T = TypeVar("T", bound=Hashable)


class Scripted(Chance):
    """Answers from recorded draws, in order.

    Raises `ReplayMismatchError` when the rule asks something else than was recorded, when a
    recorded number is outside its total, or, in `finish`, when draws are left over.
    """

    def __init__(self, recorded: Iterable[Draw]) -> None:
        self._recorded = list(recorded)
        self.draws: list[Draw] = []

    def draw(self, what: Distribution[T], ask: str) -> T:
        if what.is_certain:
            return next(iter(what))
        if len(self.draws) == len(self._recorded):
            raise ReplayMismatchError(f"the record ends before {ask!r} was drawn")
        recorded = self._recorded[len(self.draws)]
        same = (recorded.ask, recorded.total) == (ask, what.total)
        if not same or not 0 <= recorded.number < what.total:
            raise ReplayMismatchError(
                f"the rule asks {ask!r} of {what.total}, the record has {recorded.ask!r} "
                f"with {recorded.number} of {recorded.total}"
            )
        value = what.at(recorded.number)
        self.draws.append(Draw(ask, recorded.number, what.total, value))
        return value

    def finish(self) -> None:
        """Check that every recorded draw was used."""
        if left := len(self._recorded) - len(self.draws):
            raise ReplayMismatchError(f"{left} recorded draw(s) were never asked for")


class Answers(Chance):
    """Answers with given values, in order: for telling a rule what the dice showed.

    Raises `ReplayMismatchError` when an answer is missing or impossible, or, in `finish`, when
    answers are left over.
    """

    def __init__(self, *values: object) -> None:
        self._values = list(values)

    def draw(self, what: Distribution[T], ask: str) -> T:
        if what.is_certain:
            return next(iter(what))
        if not self._values:
            raise ReplayMismatchError(f"no answer was given for {ask!r}")
        value = self._values.pop(0)
        for outcome in what:
            if outcome == value:
                return outcome
        raise ReplayMismatchError(f"{value!r} cannot answer {ask!r}")

    def finish(self) -> None:
        """Check that every answer was used."""
        if self._values:
            raise ReplayMismatchError(f"{len(self._values)} answer(s) were never asked for")
