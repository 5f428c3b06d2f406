"""Odds for many visitors at once: quick ones here and now, long ones in a few shared processes.

A visitor has one question being worked out at a time: the latest tap wins. What was worked out is
kept for a while, since people at one table ask much the same.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

import attrs

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError
from calculator.rules.odds import Odds
from calculator.rules.question import Question
from calculator.web.workers import Workers

AT_ONCE: Final = 60
"""Paths up to which odds are worked out at once: about 20 ms at most; an assault takes 2 ms."""

SOON_SECONDS: Final = 2.0
"""Seconds that a result waits for the odds that it is recorded with."""

STAND_IN_PATHS: Final = 100
"""Paths that stand in for odds that did not come in time."""

ENOUGH_PATHS: Final = 2_000
"""Paths of sampled odds that are shown again as they are; of fewer, in a hurry, they are worked out
again."""

MOST_KEPT: Final = 512
"""Odds that are kept."""

MOST_KNOWN_LONG: Final = 4096
"""Forms of questions that are known to take long."""


class SupersededError(Exception):
    """The visitor has asked something else meanwhile."""


class Reckoner:
    """Works out odds. `close` ends its processes, which start with the first long question."""

    def __init__(self, processes: int | None = None) -> None:
        """At most so many `processes`, by default one for each core."""
        self._workers = Workers(processes or os.cpu_count() or 1)
        self._kept: OrderedDict[Hashable, Odds] = OrderedDict()
        self._long: OrderedDict[Hashable, None] = OrderedDict()
        self._asked: dict[str, asyncio.Future[Any]] = {}

    def known(self, question: Question) -> Odds | None:
        """The odds of a question if they have been worked out lately."""
        key = _key(question)
        if odds := self._kept.get(key):
            self._kept.move_to_end(key)
        return odds

    async def odds(self, question: Question, visitor: str) -> Odds:
        """The odds of a question that a visitor asks.

        Raises `CalculatorError` where there are none, and `SupersededError` where the same visitor
        has asked something else before they were there.
        """
        odds = self.known(question)
        if odds and not (odds.sample and odds.sample.paths < ENOUGH_PATHS):
            self._give_up(visitor)
            return odds
        question.check()
        shape = question.system.key, question.action.key, visitor
        if shape not in self._long:
            try:
                return self._keep(question.odds(Budget(AT_ONCE)))
            except BudgetExceededError:
                self._remember_long(shape)
        odds, was_quick = await self.in_process("odds", question, visitor)
        if was_quick:
            self._long.pop(shape, None)
        return self._keep(attrs.evolve(odds, question=question))

    async def odds_soon(self, question: Question, visitor: str) -> Odds:
        """The odds of a question that is about to be drawn, sampled where they are long in coming.

        A result waits for nothing: what cannot be had soon is left out of the record. Raises as
        `odds` does.
        """
        if odds := self.known(question):
            return odds
        try:
            async with asyncio.timeout(SOON_SECONDS):
                return await self.odds(question, visitor)
        except (TimeoutError, SupersededError):
            return question.estimate(STAND_IN_PATHS)

    async def close(self) -> None:
        """End the processes."""
        await self._workers.close()

    async def in_process(self, work: str, question: Question, visitor: str) -> Any:
        """What a process makes of a question ("odds", "what-if"). Raises as `odds` does."""
        self._give_up(visitor)
        answer = asyncio.create_task(self._workers.ask(work, question))
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

    def _give_up(self, visitor: str) -> None:
        """Let go of what a visitor asked before; what no process has begun is never begun."""
        if before := self._asked.pop(visitor, None):
            before.cancel()

    def _keep(self, odds: Odds) -> Odds:
        self._kept[_key(odds.question)] = odds
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return odds

    def _remember_long(self, shape: Hashable) -> None:
        self._long[shape] = None
        if len(self._long) > MOST_KNOWN_LONG:
            self._long.popitem(last=False)


def _key(question: Question) -> Hashable:
    return question.system.key, question.action.key, question.form, question.tables.digest
