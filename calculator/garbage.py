"""Work during which Python does not look for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(*, lasting: bool = False) -> Iterator[None]:
    """No search for cycles meanwhile: thousands of new values hold none, and it takes long.

    Whoever began while it was on turns it on again. What is made meanwhile to be kept is `lasting`:
    no later search goes through it either.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if lasting:
                gc.freeze()
            gc.enable()
