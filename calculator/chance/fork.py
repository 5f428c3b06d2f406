"""A question that a rule asks on its way, and which of its answers is being followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from calculator.chance.distribution import Distribution, T
from calculator.chance.interface import F, InTurn, itself


class Fork:
    """A question, the weights of the paths through its answers, and the answer being followed.

    `numerator` and `denominator` given are the weight of the path that leads to it.
    """

    __slots__ = (
        "answer",
        "ask",
        "branches",
        "denominator",
        "numerator",
        "reading",
        "rest",
        "start",
        "what",
        "witnesses",
    )

    def __init__(
        self,
        what: Distribution[Any],
        reading: Callable[[Any], Any],
        ask: str,
        numerator: int,
        denominator: int,
    ) -> None:
        self.what = what
        self.reading = reading
        self.ask = ask
        read, self.witnesses = read_law(what, reading)
        self.branches = len(read)
        self.rest = iter(read.items())
        self.start = numerator
        self.denominator = denominator * read.total
        self.advance()

    def advance(self) -> bool:
        """Turn to the next answer; False if there is none."""
        for answer, weight in self.rest:
            self.answer = answer
            self.numerator = self.start * weight
            return True
        return False

    def was_asked(self, what: Distribution[Any], reading: Callable[[Any], Any], ask: str) -> bool:
        """Whether this is the same question again.

        Two readings made in different runs cannot be compared as such: it is enough that a value
        behind the answer being followed is still read as that answer.
        """
        if self.ask != ask or (self.what is not what and self.what != what):
            return False
        if self.reading is reading or self.reading == reading:
            return True
        return bool(reading(self.witnesses.get(self.answer, self.answer)) == self.answer)


def read_law(
    what: Distribution[Any], reading: Callable[[Any], Any]
) -> tuple[Distribution[Any], Mapping[Any, Any]]:
    """What is read off `what`, and a value behind each reading (itself if there is none)."""
    if isinstance(reading, InTurn):
        return _in_turn(what, reading)
    return (what, {}) if reading is itself else _mapped(what, reading)


@lru_cache(maxsize=2048)
def _in_turn(what: Distribution[F], reading: InTurn[F, T]) -> tuple[Distribution[T], Mapping[T, F]]:
    read, values = _mapped(what, reading.first)
    law, witnesses = _mapped(read, reading.then)
    return law, {answer: values[witness] for answer, witness in witnesses.items()}


@lru_cache(maxsize=2048)
def _mapped(
    what: Distribution[F], reading: Callable[[F], T]
) -> tuple[Distribution[T], Mapping[T, F]]:
    weights: defaultdict[T, int] = defaultdict(int)
    witnesses: dict[T, F] = {}
    for value, weight in what.items():
        read = reading(value)
        weights[read] += weight
        witnesses.setdefault(read, value)
    return Distribution.trusted(dict(weights)), witnesses
