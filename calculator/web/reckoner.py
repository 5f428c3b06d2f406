"""Odds for many visitors at once: quick ones here and now, long ones in a few shared processes.

A visitor waits for one question at a time: the latest tap wins. What people at one table ask alike
is kept for a while. A process works out exact odds for a while, then sampled ones; it imports the
rules, and nothing of what serves pages.
"""

from __future__ import annotations

import asyncio
import math
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Final, TypeAlias

import attrs

from calculator.chance.every_path import Budget
from calculator.desk.why_view import ChangesView, changes_view
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.rules.question import Odds, Question
from calculator.tuning.what_if import Alternative, changes

AT_ONCE: Final = 60
"""Paths up to which odds are worked out at once: about 20 ms at most; an assault takes 2 ms."""

ENOUGH_PATHS: Final = 2_000
"""Paths of sampled odds that are shown again as they are; of fewer, in a hurry, they are worked out
again."""

MOST_KEPT: Final = 512
"""Odds that are kept."""

MOST_UNWANTED: Final = 64
"""Tasks given up that the processes know of, the latest."""

EXACT_SECONDS: Final = 1.0
"""Seconds of a processor that exact odds may take before they are sampled."""

WHAT_IF_SECONDS: Final = 4.0
"""Seconds of a processor that changes are tried; what is not found by then is left out."""

TRY_AGAIN: Final = "the odds could not be worked out: try again"
"""What is said where a process has failed, or was too slow to say anything."""


# What a process does


class TimeUpError(BaseException):
    """A task has taken its time; no rule may mistake it for a fault of its own."""


_unwanted: Sequence[float] = ()
"""When those tasks were asked that nobody waits for any more, as the server shares it."""


def reckon(question: Question, share: float = 1.0, asked: float = math.nan) -> tuple[Odds, bool]:
    """The odds of a question, exact if they take a `share` of `EXACT_SECONDS` at most, and whether
    no process was needed for so little. Raises `CalculatorError` where there are none."""
    with _at_most(share * EXACT_SECONDS, asked):
        started = time.process_time()
        odds = question.odds()
        was_quick = time.process_time() - started < 0.02
        return attrs.evolve(odds, losses=odds.losses), was_quick
    until = time.process_time() + share * 0.5
    portion = 250  # paths between two looks at the clock
    odds = question.estimate(portion)
    while time.process_time() < until:
        odds = odds.refined(portion)
    return attrs.evolve(odds, losses=odds.losses), False


def what_if(question: Question, share: float = 1.0, asked: float = math.nan) -> ChangesView:
    """What would change the chief chance, as far as time allows. Raises as `Question.odds`."""
    found: list[Alternative] = []
    unfinished = "There was no time to try everything. This is what was found."
    with _at_most(share * WHAT_IF_SECONDS, asked):
        found.extend(changes(question.odds()))  # what is found stays if time runs out
        unfinished = ""
    return changes_view(question, found, unfinished, most=30)


@contextmanager
def _at_most(seconds: float, asked: float) -> Iterator[None]:
    """Go on behind this after so many seconds of this processor, where the paths are too many, or
    where nobody waits any more for what was `asked` then."""
    until = time.process_time() + seconds
    left = False

    def look(*_: object) -> None:
        """Again and again: what is raised while garbage is collected, Python lets go of."""
        if not left and (time.process_time() >= until or asked in _unwanted):
            raise TimeUpError

    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, min(seconds, 0.02), 0.02)
    try:
        yield
    except (TimeUpError, BudgetExceededError):
        pass  # whoever asked goes on with what there is: a sample, or what was found till then
    finally:
        left = True
        signal.setitimer(signal.ITIMER_PROF, 0)


def begin(unwanted: Sequence[float]) -> None:
    """Make this a process that works: Ctrl+C is for the server to act on."""
    global _unwanted
    _unwanted = unwanted
    os.nice(10)  # it stands back behind the server, which answers everybody's taps
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """A server that was killed closes nothing: its processes would wait for ever."""
    if server := parent_process():
        server.join()
        os._exit(0)


Work: TypeAlias = Callable[[Question, float, float], Any]
"""What can be asked of a process: `reckon` or `what_if`."""


def answer(work: Work, question: Question, share: float, asked: float) -> Any:
    """What a task comes to that was `asked` at that time of the monotonic clock. Raises
    `CalculatorError` with the words of whatever is the trouble with it."""
    try:
        return work(question, share, asked)
    except (CalculatorError, TimeUpError) as trouble:
        raise CalculatorError(str(trouble) or TRY_AGAIN) from None


# What the server does


class SupersededError(Exception):
    """The visitor has asked something else meanwhile."""


class Reckoner:
    """Works out odds, long ones in processes, which start when there is work; each does one task at
    a time. A task that nobody waits for any more is not begun, or given up."""

    def __init__(self, processes: int | None = None) -> None:
        """At most so many `processes`, by default one for each core."""
        self._most = processes or os.cpu_count() or 1
        self._unwanted = get_context("spawn").RawArray("d", MOST_UNWANTED)
        self._given_up = 0
        self._waiting = 0
        self._free = asyncio.Semaphore(self._most)
        self._pool = self._fresh_pool()
        self._kept: OrderedDict[Hashable, Odds] = OrderedDict()
        self._long: OrderedDict[Hashable, None] = OrderedDict()
        self._asked: dict[str, asyncio.Future[Any]] = {}

    def _fresh_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._most, get_context("spawn"), begin, (self._unwanted,))

    def _known(self, question: Question) -> Odds | None:
        key = _key(question)
        if odds := self._kept.get(key):
            self._kept.move_to_end(key)
        return odds

    async def odds(self, question: Question, visitor: str) -> Odds:
        """The odds of a question that a visitor asks. Raises `CalculatorError` where there are
        none, and `SupersededError` where the same visitor has meanwhile asked something else."""
        odds = self._known(question)
        if odds and not (odds.sample and odds.sample.paths < ENOUGH_PATHS):
            self._give_up(visitor)
            return odds
        question.check()
        shape = question.system.key, question.action.key, visitor
        if shape not in self._long:
            try:
                return self._keep(question.odds(Budget(AT_ONCE)))
            except BudgetExceededError:
                _keep(self._long, shape, None, 4096)
        odds, was_quick = await self.in_process(reckon, question, visitor)
        if was_quick:
            self._long.pop(shape, None)
        return self._keep(attrs.evolve(odds, question=question))

    async def odds_soon(self, question: Question, visitor: str) -> Odds:
        """The odds of a question that is about to be drawn, sampled where they are long in coming:
        a result waits for nothing. Raises as `odds` does."""
        if odds := self._known(question):
            return odds
        try:
            async with asyncio.timeout(2.0):
                return await self.odds(question, visitor)
        except (TimeoutError, SupersededError):
            return question.estimate(100)

    async def in_process(self, work: Work, question: Question, visitor: str) -> Any:
        """What a process makes of a question. Raises as `odds` does."""
        self._give_up(visitor)
        answer = asyncio.create_task(self.ask(work, question))
        self._asked[visitor] = answer
        try:
            return await answer
        except asyncio.CancelledError:
            if self._asked.get(visitor) is not answer:
                raise SupersededError from None
            raise
        finally:
            if self._asked.get(visitor) is answer:
                del self._asked[visitor]

    async def ask(self, work: Work, question: Question) -> Any:
        """The answer of a process, in less time the more wait behind. Raises `CalculatorError` for
        none."""
        asked = time.monotonic()
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        share = 1 / (1 + self._waiting / self._most)
        answered = asyncio.create_task(self._do(work, question, share, asked))
        answered.add_done_callback(lambda _: self._free.release())
        try:
            return await asyncio.shield(answered)
        except asyncio.CancelledError:
            self._unwanted[self._given_up % MOST_UNWANTED] = asked
            self._given_up += 1
            raise

    async def _do(self, *task: Any) -> Any:
        for _ in range(2):  # if its process ends again, that is its own fault
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.submit(answer, *task))
            except BrokenExecutor:  # it has ended under its task, perhaps killed from outside
                if pool is self._pool:
                    self._pool = self._fresh_pool()
        raise CalculatorError(TRY_AGAIN)

    def close(self) -> None:
        """End all processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()

    def _give_up(self, visitor: str) -> None:
        """Let go of what a visitor asked before; what no process has begun is never begun."""
        if before := self._asked.pop(visitor, None):
            before.cancel()

    def _keep(self, odds: Odds) -> Odds:
        _keep(self._kept, _key(odds.question), odds, MOST_KEPT)
        return odds


def _keep(kept: OrderedDict[Hashable, Any], key: Hashable, value: object, most: int) -> None:
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


def _key(question: Question) -> Hashable:
    return question.system.key, question.action.key, question.form, question.tables.digest
