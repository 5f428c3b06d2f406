"""What all our apps have in common."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.tui.conftest import Opener
from tests.tui.seeing import until


@pytest.fixture
def as_the_command_line_leaves_it() -> Iterator[None]:
    """No garbage is collected, as in a command that is soon over."""
    before = gc.get_threshold()
    gc.set_threshold(500_000)
    gc.disable()
    yield
    gc.set_threshold(*before)
    gc.enable()
    gc.unfreeze()


@pytest.mark.usefixtures("as_the_command_line_leaves_it")
async def test_a_screen_that_stays_open_collects_its_garbage(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await until(pilot, gc.isenabled)
        assert gc.get_threshold()[0] <= 2_000
        assert gc.get_freeze_count() > 10_000
