"""The screen in three states at three sizes: the small system, a fixed seed, a stopped clock.

After a change that is meant: ``pytest tests/tui/test_snapshots.py --snapshot-update``, and look at
what changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from calculator.tui.screens.table import EmpiresApp
from tests.heavy import first
from tests.tui.conftest import Opener
from tests.tui.picture import DOCS, PICTURES, RESTED, Picture, draw
from tests.tui.seeing import Player, press, seen, settled, until

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch, rests: None) -> None:
    """The same draw at the same time of day."""
    monkeypatch.setattr("calculator.chance.one_path.fresh_seed", lambda: "5eed")
    monkeypatch.setattr("calculator.journal.entry.Entry.clock", lambda _: "15:10")
    monkeypatch.setattr("calculator.desk.attention.monotonic", lambda: 0.0)


def pressing(*keys: str) -> Callable[[Player], Awaitable[None]]:
    """What a player does before the picture is taken."""

    async def play(pilot: Player) -> None:
        await settled(pilot)
        await press(pilot, *keys[:-1])
        await settled(pilot, RESTED)  # what decides is asked in the form of all that is seen
        await press(pilot, keys[-1])
        await until(pilot, lambda: is_shown(pilot))
        await settled(pilot, 0.1)  # the keys have rested, and what would change it is found

    return play


def is_shown(pilot: Player) -> bool:
    """Whether all is worked out, and a result drawn is in the log and, on a phone, at the top."""
    assert isinstance(pilot.app, EmpiresApp)
    if "working it out" in seen(pilot.app):
        return False
    board = pilot.app.table.board
    if not board.result.fresh:
        return True
    top = min(board.result.virtual_region.y, int(board.max_scroll_y))
    return bool(board.log_panel.entries) and board.scroll_offset.y == top


at_three_sizes = pytest.mark.parametrize("size", [(80, 24), (40, 20), (160, 50)])


@at_three_sizes
def test_a_pinned_set_up_compared_and_a_result(
    open_app: Opener, snap_compare: Compare, size: tuple[int, int]
) -> None:
    keys = ("p", "y", "v", "b", "6", "enter", "enter")
    assert snap_compare(open_app(), terminal_size=size, run_before=pressing(*keys))


@at_three_sizes
def test_an_armed_field_in_the_light_theme(
    open_app: Opener, snap_compare: Compare, size: tuple[int, int]
) -> None:
    keys = ("f4", "a", "d", "y")
    assert snap_compare(open_app(), terminal_size=size, run_before=pressing(*keys))


@at_three_sizes
def test_without_colour(
    open_app: Opener,
    snap_compare: Compare,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    keys = ("p", "y", "v")
    assert snap_compare(open_app(), terminal_size=size, run_before=pressing(*keys))


@pytest.mark.parametrize("picture", first([(one,) for one in PICTURES]))
async def test_the_pictures_in_the_docs_are_true(picture: Picture) -> None:
    told = f"the screen has changed: run `python -m tests.tui.picture`, look at {picture.file}"
    assert await draw(picture) == (DOCS / picture.file).read_text(encoding="utf-8"), told
