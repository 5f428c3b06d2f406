"""Playing by mouse: rows unfold at a click, answers and buttons are picked by one."""

from __future__ import annotations

import pytest
from textual import events
from textual.widget import Widget

from calculator.tui.screens.pick import PickScreen
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.widgets.form_drawing import Tap
from calculator.tui.widgets.lines import Lines
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, comes, press, row, seen, settled, until

PHONE = (40, 20)


async def tap(pilot: Player, panel: Lines, *, key: str, text: str | None = None) -> int:
    """Tap the middle of what stands for a row or an answer; how many lines it is high."""
    wanted = Tap(key, text)
    tags = [tag for _, tag in panel.lines(panel.text_width)]
    lines = [n for n, tag in enumerate(tags) if tag == wanted]
    panel.show_lines(lines[0], lines[-1])
    await pilot.pause()
    y = lines[len(lines) // 2] - panel.scroll_offset.y
    await pilot.click(panel, offset=(3 + panel.gutter.left, y + panel.gutter.top))
    await settled(pilot)
    return len(lines)


async def tap_button(pilot: Player, app: EmpiresApp, command: str) -> int:
    """Tap a button of the bar at the foot; how many lines it is high."""
    bar = app.table.buttons
    columns = [x for x in range(bar.size.width) if bar.command_at(x, 0) == command]
    await pilot.click(bar, offset=(columns[len(columns) // 2], bar.size.height // 2))
    await settled(pilot)
    return bar.size.height


@pytest.mark.parametrize("size", [PHONE, (80, 24), (160, 50)])
async def test_a_whole_action_needs_no_key(open_app: Opener, size: tuple[int, int]) -> None:
    app = open_app()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        form = app.table.board.form
        await tap(pilot, form, key="*action")
        await tap(pilot, form, key="*action", text="fire")
        await tap(pilot, form, key="quality")
        await tap(pilot, form, key="quality", text="veteran")
        await tap(pilot, form, key="general")
        assert (row(app, "Quality"), row(app, "General near")) == ("veteran", "yes")
        await tap_button(pilot, app, "result")
        result = app.table.board.result.result
        assert result is not None
        assert result.question.action.key == "fire"
        assert result.narration.headline in seen(app)


async def test_a_second_tap_folds_a_row_again(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        form = app.table.board.form
        await tap(pilot, form, key="quality")
        await tap(pilot, form, key="quality")
        assert form.armed == ""


async def test_on_a_phone_the_two_chief_chances_stand_below_one_another(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=PHONE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "s")
        assert seen(app).splitlines()[1:3] == [
            " 26.5% carries the position",
            " 47.1% goes home (reaches the enemy)",
        ]


def swipe(pilot: Player, at: tuple[int, int], by: int) -> None:
    """What a terminal sends for a finger that pushes the text up (`by` above 0) or down."""
    kind = events.MouseScrollDown if by > 0 else events.MouseScrollUp
    for _ in range(abs(by)):
        pilot.app.post_message(kind(None, *at, 0, by, 0, False, False, False))


async def swipes_to_both_ends(pilot: Player, panel: Widget) -> None:
    """A finger on a panel brings its end into sight, and its beginning again.

    It goes on until it is there: what would change the odds is still being found, so that the panel
    grows below the finger.
    """
    await until(pilot, lambda: panel.max_scroll_y)

    def is_at(end: float, by: int) -> bool:
        if panel.scroll_offset.y != end:
            swipe(pilot, (panel.region.x + 3, panel.region.bottom - 3), by)
        return panel.scroll_offset.y == end

    await until(pilot, lambda: is_at(panel.max_scroll_y, 10))
    await until(pilot, lambda: is_at(0, -10))


@pytest.mark.parametrize("size", [PHONE, (80, 24)])
async def test_a_finger_scrolls_whatever_it_is_on(
    open_app: Opener, rests: None, size: tuple[int, int]
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "a", "s", "v")
        app.table.board.odds.fold()
        await settled(pilot)
        board = app.table.board
        for panel in (board,) if size == PHONE else (board.odds, board.why):
            await swipes_to_both_ends(pilot, panel)


async def test_the_title_opens_the_menu(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=PHONE) as pilot:
        await settled(pilot)
        await pilot.click("#title", offset=(37, 0))
        await comes(pilot, PickScreen)


async def test_tabs_and_the_menu_open_by_taps(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        board = app.table.board
        tab = next(x for x in range(board.tabs.size.width) if "why" in board.tabs.command_at(x, 0))
        await pilot.click(board.tabs, offset=(tab + 1, 0))
        await until(pilot, lambda: board.view == "why")
        await tap_button(pilot, app, "open('show_menu')")
        await comes(pilot, PickScreen)


async def test_a_tap_on_the_roll_beside_the_odds_opens_it(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: app.session.roll)
        await settled(pilot)
        assert app.screen is app.table
        await pilot.click("#roll", offset=(5, 5))
        await comes(pilot, PickScreen)
        assert "The roll, turn 1" in seen(app)
