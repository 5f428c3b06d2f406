"""Work shared over all cores: the same answers in the same order, however many there are."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def spread(
    work: Callable[[Sequence[Asked]], list[Answer]],
    asked: Iterator[Asked],
    portion: int,
    workers: int | None = None,
) -> Iterator[Answer]:
    """An answer for everything asked, each as soon as it and those before it are there.

    `work` answers a portion at a time, in `workers` processes: by default one for each core. A
    single worker is this process itself. Whoever stops reading keeps what has been read.
    """
    portions = iter(lambda: list(islice(asked, portion)), [])
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        for some in portions:
            yield from work(some)
        return
    running: deque[Future[list[Answer]]] = deque()
    with ProcessPoolExecutor(workers) as pool:
        try:
            for some in portions:
                running.append(pool.submit(work, some))
                if len(running) == 2 * workers:
                    yield from running.popleft().result()
            while running:
                yield from running.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
