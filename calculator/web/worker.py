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
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.sampled import Sample
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.forms import texts
from calculator.rules.catalog import find_system
from calculator.rules.question import Odds, Question
from calculator.rules.tables import Tables
from calculator.tuning.what_if import Alternative, changes
from calculator.web.showing import change_rows

EXACT_SECONDS: Final = 1.0
"""How long exact odds are waited for before they are sampled."""

SAMPLE_SECONDS: Final = 0.5
"""How long paths are drawn."""

HURRIED_SECONDS: Final = 0.1
"""How long they are drawn for who has waited as long as exact odds may take."""

WHAT_IF_SECONDS: Final = 4.0
"""How long changes are tried; what is not found by then is left out."""

GIVE_UP: Final = signal.SIGUSR1
"""What a process is sent when nobody wants its task any more."""

PORTION: Final = 250
"""Paths drawn between two looks at the clock."""

QUICK_SECONDS: Final = 0.02
"""Up to which a question need not have gone to another process."""

NICE: Final = 10
"""By how much the processes stand back behind the server, which answers everybody's taps."""


LENGTH: Final = 8
"""Bytes of the length that stands before each message."""


class TimeUpError(BaseException):
    """A task has taken its time; no rule may mistake it for a fault of its own."""


class GivenUpError(TimeUpError):
    """Nobody wants the task any more."""


@attrs.frozen
class Task:
    """A question as it is handed to another process; None for the shipped tables.

    `waited` are the seconds that it waited for a process.
    """

    system: str
    action: str
    answers: Mapping[str, str]
    tables: Tables | None
    waited: float = 0.0

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
    quick: bool = False
    """Whether it took so little that it could have been worked out at once."""

    def odds_of(self, question: Question) -> Odds:
        """The odds of the question that this was worked out for."""
        factors = tuple(question.action.factors(question.form, question.tables))
        return Odds(question, self.distribution, factors, self.sample, self.losses)


def reckon(task: Task) -> Reckoned:
    """The odds of a question: exact ones if, with the waiting, they take `EXACT_SECONDS` at most.

    Raises `CalculatorError` where there are none.
    """
    question = task.question()
    started = time.perf_counter()
    if task.waited < EXACT_SECONDS:
        with _at_most(EXACT_SECONDS - task.waited):
            exact = question.odds()
            quick = time.perf_counter() - started < QUICK_SECONDS
            return Reckoned(exact.distribution, None, exact.losses, quick)
    hurried = task.waited >= EXACT_SECONDS
    until = time.perf_counter() + (HURRIED_SECONDS if hurried else SAMPLE_SECONDS)
    odds = question.estimate(PORTION)
    while time.perf_counter() < until:
        odds = odds.refined(PORTION)
    return Reckoned(odds.distribution, odds.sample, odds.losses)


def what_if(task: Task) -> tuple[list[dict[str, str]], bool]:
    """What would change the chief chance of a question, and whether everything could be tried.

    Raises as `Question.odds` does.
    """
    found: list[Alternative] = []
    with _at_most(WHAT_IF_SECONDS):
        found.extend(changes(task.question().odds()))  # what is found stays if time runs out
        return change_rows(found), True
    return change_rows(found), False


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Go on behind this after so many seconds, or where the paths are too many."""

    def end(*_: object) -> None:
        raise TimeUpError

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except GivenUpError:
        raise
    except (TimeUpError, BudgetExceededError):
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _give_up(*_: object) -> None:
    raise GivenUpError


def answer(work: str, task: Task) -> tuple[Any, str]:
    """What a task comes to, or the trouble with it; neither where it was given up."""
    try:
        signal.signal(GIVE_UP, _give_up)
        try:
            return WORK[work](task), ""
        finally:
            signal.signal(GIVE_UP, signal.SIG_IGN)
    except CalculatorError as trouble:
        return None, str(trouble)
    except GivenUpError:
        return None, ""


WORK: Final[Mapping[str, Callable[[Task], Any]]] = {"odds": reckon, "what-if": what_if}
"""What can be asked of a process, by name."""


def framed(message: object) -> bytes:
    """A message as it is written, with its length before it."""
    packed = pickle.dumps(message)
    return len(packed).to_bytes(LENGTH, "big") + packed


def main() -> None:
    """Answer tasks until there are no more."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server to act on
    signal.signal(GIVE_UP, signal.SIG_IGN)
    tasks, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(BrokenPipeError):
        while head := tasks.read(LENGTH):
            work, task = pickle.loads(tasks.read(int.from_bytes(head, "big")))
            answers.write(framed(answer(work, task)))
            answers.flush()


if __name__ == "__main__":
    # Its own classes must bear the module's name, not __main__, to be understood by the server.
    from calculator.web.worker import main as run

    run()
