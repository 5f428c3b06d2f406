"""The one screen on terminals of many sizes."""

from __future__ import annotations

import pytest

from calculator.figures import percent
from tests.tui.conftest import Opener
from tests.tui.seeing import press, resize, seen, settled, until


async def test_at_80_by_24_a_whole_assault_and_its_odds_need_no_scrolling(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3")
        shown = seen(app)
        form = [line for line, _ in app.table.board.form.lines(38)]
        assert len(form) <= 14
        for label in ("Quality", "Target formation", "Cover", "Outnumbered", "more, all as usual"):
            assert label in shown
        assert "General near" not in shown
        await press(pilot, "up", "space")
        shown = seen(app)
        assert "General near" in shown, "unfolded by a key"
        await press(pilot, "space")
        for outcome in ("orders lost", "pushed back", "stopped 1 inch", "repulsed", "carried"):
            assert outcome in shown
        for button in ("Draw: Assault", "Initiative", "Leader overrun", "Army morale"):
            assert button in shown


async def test_with_four_pins_at_80_by_24_every_question_keeps_its_whole_name(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "p", "y", "v", "p", "y", "e", "p", "b", "6", "enter", "p")
        shown = seen(app)
        assert len(app.session.pins) == 4
        for label in ("any effect", "target falls back or worse", "target demoralized or worse"):
            assert label in shown


@pytest.mark.parametrize(("size", "together"), [((80, 24), 1), ((80, 50), 3), ((160, 50), 3)])
async def test_result_why_and_log_take_turns_only_where_they_must(
    open_app: Opener, size: tuple[int, int], together: int
) -> None:
    app = open_app()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = app.table.board
        panels = (board.result, board.why, board.log_panel)
        assert sum(bool(panel.size) and panel.display for panel in panels) == together
        if together == 1:
            await press(pilot, "v")
            assert [panel.display for panel in panels] == [False, True, False]


async def test_on_a_phone_the_figure_of_a_long_question_is_not_cut_off(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(30, 20)) as pilot:
        await settled(pilot)
        reading = app.table.reading
        assert reading.odds
        lines = seen(app).splitlines()[1:3]
        labels = "any effect", "target falls back or worse"
        assert labels[1] not in lines[1], "it is too long for the line"
        for line, key in zip(lines, ("any-effect", "falls-back"), strict=True):
            assert percent(float(reading.odds.measure(key))) in line


async def test_a_phone_shows_one_column_that_scrolls(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        board = app.table.board
        assert board.max_scroll_y > 0
        for panel in (board.form, board.odds, board.result, board.why, board.log_panel):
            assert panel.size.width >= 38
            assert panel.max_scroll_y == 0


async def test_on_a_phone_the_panel_turned_to_comes_up_and_a_letter_goes_back(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        assert "─Why─" not in seen(app)
        for title in ("Why", "Log", "Result"):
            await press(pilot, "v")
            assert f"─{title}─" in seen(app)
        await press(pilot, "c")
        assert "Cover" in seen(app)


async def test_a_window_may_change_its_size_at_any_time(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        for size in ((40, 20), (80, 24), (30, 10), (200, 60), (10, 3), (80, 24)):
            await resize(pilot, *size)
            await settled(pilot)
        assert "any effect" in seen(app)


async def test_no_row_of_the_form_is_ever_cut_off_at_the_usual_sizes(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for action in app.session.system.actions:
            app.table.action_choose(action.key)
            await settled(pilot)
            form = app.table.board.form
            drawn = [line for line, _ in form.lines(form.text_width)]
            assert not [line.plain for line in drawn if "…" in line.plain]


async def test_the_form_goes_back_to_its_place_when_a_row_low_down_is_folded(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "a", "s", "o")
        assert "target badly outnumbered" in seen(app)
        await press(pilot, "t")
        shown = seen(app)
        assert "a Action" in shown
        assert "more, all as usual" in shown


async def test_on_a_phone_the_title_keeps_the_turn_and_the_copy(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras", copy="green-1")
    async with app.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        title = seen(app).splitlines()[0]
        assert title.startswith(" There Stand Emp")
        assert "turn 1  green-1  ≡" in title


@pytest.mark.parametrize(
    ("battle", "kept"),
    [
        ("sat", "sat  French  Ben  turn 1  green-1  ≡"),
        ("the-three-days", "French  Ben  turn 1  green-1  ≡"),
    ],
)
async def test_on_a_phone_the_title_says_first_what_is_recorded_where_and_as_whose(
    open_app: Opener, battle: str, kept: str
) -> None:
    app = open_app(
        scenario="quatre-bras", copy="green-1", battle=battle, side="French", player="Ben"
    )
    async with app.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        assert kept in seen(app).splitlines()[0]
        await resize(pilot, 80, 24)
        await until(pilot, lambda: "10 of 10 still to act" in seen(app).splitlines()[0])
        whole = seen(app).splitlines()[0]
        assert f"{battle}  French  Ben  10 of 10 still to act  turn 1  green-1" in whole
