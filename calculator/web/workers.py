"""A few processes that work for all visitors; each does one task at a time, in the order asked.

They are our own since a task must be given up as soon as its visitor asks something else, which the
library's executor cannot, and since a process that is killed must not take the others' tasks with
it, as it does in pebble's pool.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final

from calculator.errors import CalculatorError
from calculator.rules.question import Question
from calculator.web.worker import GIVE_UP, LENGTH

MOST_TRIES: Final = 2
"""How often a task is handed out before its process's end counts as its own fault."""


class Workers:
    """No more than `most` processes, started when there is work for them."""

    def __init__(self, most: int) -> None:
        self._all = [_Worker() for _ in range(most)]
        # The last to have worked is the first to work again: the others need not be started.
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._all:
            self._free.put_nowait(worker)

    async def ask(self, work: str, question: Question) -> Any:
        """The answer. Where it is cancelled the task is not begun, or given up.

        Raises `CalculatorError` where there is none.
        """
        asked = time.monotonic()
        worker = await self._free.get()
        answer = worker.begin(work, question, time.monotonic() - asked)
        answer.add_done_callback(lambda _: self._free.put_nowait(worker))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if not answer.done():
                worker.give_up()
            raise

    async def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            await worker.close()


class _Worker:
    """One process, or the next where it has ended; there is none before there is work for it."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._answer: asyncio.Task[Any] | None = None
        self._is_wanted = True

    def begin(self, *task: object) -> asyncio.Task[Any]:
        """Begin with a task; gives its answer to come."""
        self._is_wanted = True
        self._answer = asyncio.create_task(self._do(task))
        return self._answer

    async def _do(self, task: tuple[object, ...]) -> Any:
        for _ in range(MOST_TRIES):
            with suppress(OSError, asyncio.IncompleteReadError):
                found, trouble = await self._exchange(task)
                if trouble:
                    raise CalculatorError(trouble)
                return found
            self._process = None  # it has ended under the task, killed from outside perhaps
        raise CalculatorError("the odds could not be worked out: try again")

    async def _exchange(self, task: tuple[object, ...]) -> tuple[Any, str]:
        """Hand the task to the process and wait for what it answers."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "calculator.web.worker", stdin=PIPE, stdout=PIPE
            )
        if not self._is_wanted:
            return None, ""  # given up before there was a process that could be told
        questions, answers = self._process.stdin, self._process.stdout
        if questions is None or answers is None:
            raise OSError("the process has no pipes")
        questions.write(pickle.dumps(task))
        await questions.drain()
        length = int.from_bytes(await answers.readexactly(LENGTH), "big")
        answer: tuple[Any, str] = pickle.loads(await answers.readexactly(length))
        return answer

    def give_up(self) -> None:
        """Let the process know that nobody waits for its answer any more."""
        self._is_wanted = False
        if self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(GIVE_UP)

    async def close(self) -> None:
        """End the process."""
        if self._answer:
            self._answer.cancel()
        if self._process:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.communicate()
