"""Work shared over all cores: the same answers in the same order, however many there are."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

from calculator.errors import CalculatorError, how_to_add

MOST_WORKERS: Final = 256
"""Processes that may be asked for: more than any machine of a player has cores."""

PORTION: Final = 64
"""Settings that a worker is handed at once: a fraction of a second's work for most actions."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def spread(
    work: Callable[[Asked], Answer],
    asked: Iterator[Asked],
    portion: int,
    workers: int | None = None,
) -> Generator[Answer, None, None]:
    """An answer for everything asked, each as soon as it and those before it are there.

    `workers` processes are handed a portion at a time: by default one for each core. A single
    worker is this process itself. Whoever stops reading keeps what has been read, and waits for the
    portions that are being worked on: they should be short. Raises `CalculatorError` for a number
    of workers that cannot be.
    """
    if workers is not None and (type(workers) is not int or not 0 <= workers <= MOST_WORKERS):
        raise CalculatorError(f"1 to {MOST_WORKERS} workers share the work, not {workers}")
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        yield from map(work, asked)
        return
    portions = iter(lambda: list(islice(asked, portion)), [])
    running: deque[Future[list[Answer]]] = deque()
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    try:
        for some in portions:
            running.append(pool.submit(each, work, some))
            if len(running) == 2 * workers:
                yield from running.popleft().result()
        while running:
            yield from running.popleft().result()
    finally:
        with undisturbed():
            pool.shutdown(cancel_futures=True)


def spread_on(
    scheduler: str,
    work: Callable[[Asked], Answer],
    asked: Sequence[Asked],
    portion: int,
    patience: float,
) -> Iterator[Answer]:
    """The same on a Dask cluster, whose workers need the calculator of the same version.

    `patience` is how many seconds to wait for the scheduler. Raises `CalculatorError` where it does
    not answer, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CalculatorError(f"--scheduler needs Dask: {how_to_add('cluster')}") from None
    try:
        client = Client(scheduler, timeout=patience)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as fault:
        raise CalculatorError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
    with client:
        portions = [asked[first : first + portion] for first in range(0, len(asked), portion)]
        futures: list[Any] = client.map(partial(each, work), portions, pure=False)
        for future in futures:
            yield from future.result()


def each(work: Callable[[Asked], Answer], some: Sequence[Asked]) -> list[Answer]:
    """The answers to some of what is asked: the work of one process."""
    return [work(one) for one in some]


def _ignore_interrupts() -> None:
    """Ctrl+C reaches every process of a terminal; a worker ends when it has no more work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def undisturbed() -> Iterator[None]:
    """An impatient second Ctrl+C would leave workers behind, and this process waiting for them."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Ctrl+C reaches the main thread alone
        return
    before = signal.getsignal(signal.SIGINT)
    _ignore_interrupts()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
