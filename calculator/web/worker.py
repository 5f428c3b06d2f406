"""A process of the reckoner's: exact odds for a while, then sampled ones.

It reads a task from its standard input (what to do, a question, how long it has waited) and writes
the answer to its standard output, until the server closes the one or the other. It imports the
rules and nothing of what serves pages.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final

import attrs

from calculator.desk.why_view import ChangesView, changes_view
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.rules.odds import Odds
from calculator.rules.question import Question
from calculator.tuning.what_if import Alternative, changes

EXACT_SECONDS: Final = 1.0
"""How long exact odds are waited for before they are sampled."""

SAMPLE_SECONDS: Final = 0.5
"""How long paths are drawn."""

HURRIED_SECONDS: Final = 0.1
"""How long they are drawn for who has waited as long as exact odds may take."""

WHAT_IF_SECONDS: Final = 4.0
"""How long changes are tried; what is not found by then is left out."""

MOST_CHANGES: Final = 30
"""Changes that are listed, the best first and then the worst."""

UNFINISHED: Final = "There was no time to try everything. This is what was found."
"""What is said of changes where not all were tried."""

GIVE_UP: Final = signal.SIGUSR1
"""What a process is sent when nobody wants its task any more."""

PORTION: Final = 250
"""Paths drawn between two looks at the clock."""

QUICK_SECONDS: Final = 0.02
"""Up to which a question need not have gone to another process."""

NICENESS: Final = 10
"""By how much the processes stand back behind the server, which answers everybody's taps."""


LENGTH: Final = 8
"""Bytes of the length that stands before each answer."""


class TimeUpError(BaseException):
    """A task has taken its time; no rule may mistake it for a fault of its own."""


class GivenUpError(TimeUpError):
    """Nobody wants the task any more."""


def reckon(question: Question, waited: float = 0.0) -> tuple[Odds, bool]:
    """The odds of a question, and whether they took so little that a process was not needed.

    They are exact if, with the seconds that it `waited` for a process, they take `EXACT_SECONDS` at
    most. Raises `CalculatorError` where there are none.
    """
    started = time.perf_counter()
    if waited < EXACT_SECONDS:
        with _at_most(EXACT_SECONDS - waited):
            exact = question.odds()
            was_quick = time.perf_counter() - started < QUICK_SECONDS
            return _with_losses(exact), was_quick
    hurried = waited >= EXACT_SECONDS
    until = time.perf_counter() + (HURRIED_SECONDS if hurried else SAMPLE_SECONDS)
    odds = question.estimate(PORTION)
    while time.perf_counter() < until:
        odds = odds.refined(PORTION)
    return _with_losses(odds), False


def _with_losses(odds: Odds) -> Odds:
    """These odds with what units lose worked out, while nobody's page waits for this process."""
    return attrs.evolve(odds, losses=odds.losses)


def what_if(question: Question, _: float = 0.0) -> ChangesView:
    """What would change the chief chance of a question, as far as there was time to try it.

    Raises as `Question.odds` does.
    """
    found: list[Alternative] = []
    unfinished = UNFINISHED
    with _at_most(WHAT_IF_SECONDS):
        found.extend(changes(question.odds()))  # what is found stays if time runs out
        unfinished = ""
    return changes_view(question, found, unfinished, MOST_CHANGES)


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
        pass  # whoever asked goes on with what there is: a sample, or what was found till then
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _give_up(*_: object) -> None:
    raise GivenUpError


def answer(work: str, question: Question, waited: float) -> tuple[Any, str]:
    """What a task comes to, or the trouble with it; neither where it was given up."""
    try:
        signal.signal(GIVE_UP, _give_up)
        try:
            return WORK[work](question, waited), ""
        finally:
            signal.signal(GIVE_UP, signal.SIG_IGN)
    except CalculatorError as trouble:
        return None, str(trouble)
    except GivenUpError:
        return None, ""


WORK: Final[Mapping[str, Callable[[Question, float], Any]]] = {"odds": reckon, "what-if": what_if}
"""What can be asked of a process, by name."""


def main() -> None:
    """Answer tasks until there are no more."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server to act on
    # Until the first task has been read, which imports its rules, GIVE_UP ends the process: the
    # server starts another in its place.
    with suppress(EOFError, BrokenPipeError):
        while True:
            packed = pickle.dumps(answer(*pickle.load(sys.stdin.buffer)))
            sys.stdout.buffer.write(len(packed).to_bytes(LENGTH, "big") + packed)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
