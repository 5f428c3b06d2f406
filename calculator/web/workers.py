"""A few processes that work for all visitors; each does one task at a time, in the order asked."""

from __future__ import annotations

import asyncio
import pickle
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from contextlib import suppress
from typing import Any, Final

import attrs

from calculator.errors import CalculatorError
from calculator.web.worker import GIVE_UP, LENGTH, Task, framed

TRIES: Final = 2
"""How often a task is handed out before its process's end counts as its own fault."""


@attrs.define(eq=False)
class Job:
    """A task that waits for a process, or for its answer."""

    work: str
    task: Task
    answer: asyncio.Future[Any]
    asked: float = attrs.field(factory=time.monotonic)
    tries: int = 0
    process: Process | None = None
    """What works on it just now."""

    @property
    def is_wanted(self) -> bool:
        """Whether somebody still waits for the answer."""
        return not self.answer.done()

    def give_up(self, answer: asyncio.Future[Any]) -> None:
        """Let the process that works on it know, if nobody waits for the answer any more."""
        if answer.cancelled() and self.process:
            with suppress(ProcessLookupError):
                self.process.send_signal(GIVE_UP)


class Workers:
    """No more than `most` processes, started when there is work for them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: deque[Job] = deque()
        self._busy: set[asyncio.Task[None]] = set()
        self._idle: list[Process] = []
        self._started: set[Process] = set()

    def ask(self, work: str, task: Task) -> asyncio.Future[Any]:
        """The answer to come; cancel it, and the task is not begun, or given up."""
        job = Job(work, task, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._hand_out()
        return job.answer

    async def close(self) -> None:
        """End all processes."""
        for busy in self._busy:
            busy.cancel()
        for process in self._started:
            if process.returncode is None:
                process.kill()
            await process.communicate()

    def _hand_out(self) -> None:
        while self._waiting and len(self._busy) < self._most:
            job = self._waiting.popleft()
            if job.is_wanted:
                busy = asyncio.get_running_loop().create_task(self._do(job))
                self._busy.add(busy)
                busy.add_done_callback(self._done)

    def _done(self, busy: asyncio.Task[None]) -> None:
        self._busy.discard(busy)
        if not busy.cancelled():
            self._hand_out()

    async def _do(self, job: Job) -> None:
        process = self._idle.pop() if self._idle else await self._start()
        job.process = process
        job.answer.add_done_callback(job.give_up)
        try:
            found, trouble = await _exchange(process, job)
        except (OSError, asyncio.IncompleteReadError):
            self._started.discard(process)
            self._again(job)
            return
        finally:
            job.process = None
        self._idle.append(process)
        if not job.is_wanted:
            return
        if trouble:
            job.answer.set_exception(CalculatorError(trouble))
        else:
            job.answer.set_result(found)

    def _again(self, job: Job) -> None:
        """The process has ended under the task, killed from outside perhaps: try another one."""
        job.tries += 1
        if job.tries < TRIES:
            self._waiting.appendleft(job)
        elif job.is_wanted:
            job.answer.set_exception(CalculatorError("the odds could not be worked out: try again"))

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "calculator.web.worker", stdin=PIPE, stdout=PIPE
        )
        self._started.add(process)
        return process


async def _exchange(process: Process, job: Job) -> tuple[Any, str]:
    """Hand a task to a process and wait for what it answers."""
    if process.stdin is None or process.stdout is None:
        raise OSError("the process has no pipes")
    task = attrs.evolve(job.task, waited=time.monotonic() - job.asked)
    process.stdin.write(framed((job.work, task)))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    answer: tuple[Any, str] = pickle.loads(await process.stdout.readexactly(length))
    return answer
