"""A process of the reckoner's: exact odds for a while, then sampled ones.

It reads a task from its standard input and writes the answer to its standard output, until the
server closes the one or the other. It imports the rules and nothing of what serves pages.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from typing import Any, BinaryIO, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.sampled import Sample
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.forms import texts
from calculator.rules.catalog import find_system
from calculator.rules.question import Odds, Question
from calculator.rules.tables import Tables
from calculator.web.showing import ChangeView, change_views

EXACT_SECONDS: Final = 1.0
"""How long exact odds are waited for before they are sampled."""

SAMPLE_SECONDS: Final = 0.5
"""How long paths are drawn."""

PORTION: Final = 250
"""Paths drawn between two looks at the clock."""

QUICK_SECONDS: Final = 0.02
"""Up to which a question need not have gone to another process."""

NICE: Final = 10
"""By how much the processes stand back behind the server, which answers everybody's taps."""


LENGTH: Final = 8
"""Bytes of the length that stands before each message."""


class TimeUpError(BaseException):
    """Exact odds have taken their time; no rule may mistake it for a fault of its own."""


@attrs.frozen
class Task:
    """A question as it is handed to another process; None for the shipped tables."""

    system: str
    action: str
    answers: Mapping[str, str]
    tables: Tables | None

    @classmethod
    def of(cls, question: Question) -> Task:
        """The task of a question."""
        shipped = question.tables is question.system.tables
        tables = None if shipped else question.tables
        return cls(question.system.key, question.action.key, texts(question.form), tables)

    def question(self) -> Question:
        """The question again, in the process that works on it."""
        tables = self.tables or find_system(self.system).tables
        return Question.read(self.system, self.action, self.answers, tables)


@attrs.frozen
class Reckoned:
    """What has been worked out: exact odds or, with a `sample`, those of so many paths."""

    distribution: Distribution[Any]
    sample: Sample[Any] | None
    losses: Mapping[str, Fraction]
    seconds: float

    @property
    def quick(self) -> bool:
        """Whether it took so little that it could have been worked out at once."""
        return self.seconds < QUICK_SECONDS

    def odds_of(self, question: Question) -> Odds:
        """The odds of the question that this was worked out for."""
        factors = tuple(question.action.factors(question.form, question.tables))
        return Odds(question, self.distribution, factors, self.sample, self.losses)


def reckon(task: Task) -> Reckoned:
    """The odds of a question: exact ones if they take no longer than `EXACT_SECONDS`.

    Raises `CalculatorError` where there are none.
    """
    question = task.question()
    started = time.perf_counter()
    with suppress(TimeUpError, BudgetExceededError), _at_most(EXACT_SECONDS):
        exact = question.odds()
        taken = time.perf_counter() - started
        return Reckoned(exact.distribution, None, exact.losses, taken)
    until = time.perf_counter() + SAMPLE_SECONDS
    odds = question.estimate(PORTION)
    while time.perf_counter() < until:
        odds = odds.refined(PORTION)
    taken = time.perf_counter() - started
    return Reckoned(odds.distribution, odds.sample, odds.losses, taken)


def what_if(task: Task) -> list[ChangeView]:
    """What would change the chief chance of a question. Raises as `Question.odds` does."""
    return change_views(task.question().odds())


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    def end(*_: object) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


WORK: Final[Mapping[str, Callable[[Task], Any]]] = {"odds": reckon, "what-if": what_if}
"""What can be asked of a process, by name."""


def send(to: BinaryIO, message: object) -> None:
    """Write a message with its length before it."""
    packed = pickle.dumps(message)
    to.write(len(packed).to_bytes(LENGTH, "big") + packed)
    to.flush()


def main() -> None:
    """Answer tasks until there are no more."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server to act on
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(BrokenPipeError):
        while head := tasks.read(LENGTH):
            work, task = pickle.loads(tasks.read(int.from_bytes(head, "big")))
            try:
                send(answers, (WORK[work](task), ""))
            except CalculatorError as trouble:
                send(answers, (None, str(trouble)))


if __name__ == "__main__":
    # Its own classes must bear the module's name, not __main__, to be understood by the server.
    from calculator.web.worker import main as run

    run()
