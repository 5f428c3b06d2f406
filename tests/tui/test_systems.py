"""Every shipped system on the one screen, without a line of it changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from itertools import product

import pytest

from calculator.desk.asking import Asking
from calculator.rules.action import Place
from calculator.rules.catalog import SHIPPED, find_system
from calculator.tui.rows import letters_of, rows_of
from calculator.tui.screens.cards import sequence_of
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.lines import Lines
from calculator.umpire import Umpire
from tests.heavy import first
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import press, row, seen, settled, until


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(SHIPPED):
        yield


def test_these_are_all_the_systems_there_are() -> None:
    packages = {key for key in SHIPPED if hasattr(import_module(SHIPPED[key]), "SYSTEM")}
    assert packages == set(SHIPPED)


@pytest.mark.parametrize(("key", "size"), first(product(SHIPPED, [(80, 24), (40, 20)])))
async def test_every_action_can_be_asked_and_has_letters_and_a_result_or_a_reason(
    open_app: Opener, key: str, size: tuple[int, int]
) -> None:
    app = open_app(system=key)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        board = app.table.board
        for action in app.session.system.actions:
            app.table.action_choose(action.key)
            await pilot.pause()
            await until(pilot, lambda: app.table.is_reckoned)
            rows = board.form.rows
            letters = [one.letter for one in rows if one.kind or one.answers]
            assert len(set(letters)) == len(letters)
            assert all(len(letter) == 1 for letter in letters)
            for one in rows:
                answers = [answer.letter for answer in one.answers[:36]]
                assert len(set(answers)) == len(answers)
            board.result.result = None
            await press(pilot, "enter")
            reading = app.table.reading
            if app.session.system.checks_morale(action.key):
                assert "nobody has counted this army" in seen(app)
                continue
            assert (reading.odds is None) == (board.result.result is None)
            if reading.odds is None:
                assert "not allow" in "".join(line.plain for line, _ in board.odds.lines(60))


async def test_a_name_typed_whole_is_the_one_picked_whatever_was_there(open_app: Opener) -> None:
    app = open_app(system="revolutionary-wars")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.table.action_choose("countercharge")
        await press(pilot, "a", *"charge", "enter")
        assert app.session.set_up.action.label == "Charge"


async def test_what_merely_measures_is_told_but_not_recorded(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        aid = next(a for a in app.session.system.actions if a.place is Place.AID)
        app.table.action_choose(aid.key)
        await press(pilot, "enter")
        assert app.table.board.result.result is not None
        with Umpire.open() as umpire:
            assert umpire.recent() == []


async def test_a_path_with_a_grammar_of_its_own_is_typed(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.table.action_choose("movement-allowance")
        await settled(pilot)
        path = next(one for one in app.table.board.form.rows if one.key == "path")
        await press(pilot, path.letter, "delete", *"open 2, rough 2", "enter")
        assert row(app, path.label) == "open 2, rough 2"
        assert "This cannot be asked" not in seen(app)


@pytest.fixture
def measuring(open_app: Opener) -> EmpiresApp:
    """A copy that asks how far a unit gets along a path."""
    app = open_app(system="there-stand-empires")
    app.session.set_up.choose(app.session.system.action("movement-allowance"))
    return app


async def test_a_path_that_cannot_be_read_is_kept_and_told_until_it_is_put_right(
    measuring: EmpiresApp,
) -> None:
    async with measuring.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = row(measuring, "Path")
        await press(pilot, "P", "end", *", wods 3", "enter", "enter", "left")
        assert ", wods 3▏" in seen(measuring)
        assert "'wods' in 'wods 3' is not known (did you mean 'woods'?)" in seen(measuring)
        assert row(measuring, "Path") == before
        assert measuring.table.board.result.result is None
        await measuring.table.run_action("result")
        await settled(pilot)
        assert measuring.table.board.result.result is None, "nor by a tap on the button"
        await press(pilot, *["backspace"] * 5, *"oods 3", "enter", "enter")
        assert row(measuring, "Path") == f"{before}, woods 3"
        assert measuring.table.board.result.result is not None


@pytest.mark.parametrize("clears", ["delete", "ctrl+u"])
async def test_a_path_is_cleared_by_one_key_and_typed_anew(
    measuring: EmpiresApp, clears: str
) -> None:
    async with measuring.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "P", clears)
        assert "the path is empty" in seen(measuring)
        await press(pilot, *"road 9", "left", "home", "enter")
        assert row(measuring, "Path") == "road 9"


async def test_the_end_of_a_long_path_is_seen_as_it_is_typed(measuring: EmpiresApp) -> None:
    async with measuring.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "P", *", open 3, woods 2, open 4, road 1")
        assert "road 1▏" in seen(measuring)


async def test_help_leaves_what_is_being_typed_alone(measuring: EmpiresApp) -> None:
    async with measuring.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "P", "end", *", wods 3", "f1")
        assert "Help" in seen(measuring)
        await press(pilot, "escape")
        assert ", wods 3▏" in seen(measuring)


async def test_on_a_phone_a_fault_stands_below_what_is_typed(measuring: EmpiresApp) -> None:
    async with measuring.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        await press(pilot, "P", "end", *", wods 3")
        await until(pilot, lambda: "✗ 'wods' in 'wods 3' is not known" in seen(measuring))
        assert ", wods 3▏" in seen(measuring)
        await press(pilot, *["backspace"] * 5, *"oods 3")
        assert "✗" not in seen(measuring)


async def test_a_formation_without_a_cannon_is_told_so(open_app: Opener) -> None:
    app = open_app(scenario="cannonade-farm")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "comma", *"foot bat", "enter")
        assert "only a cannon can fire" not in seen(app)
        assert app.session.set_up.action.key == "cannonade"
        await press(pilot, "a", "c", "comma", *"hussars", "enter")
        assert "only a cannon can fire" in seen(app)


@pytest.mark.parametrize("key", SHIPPED)
def test_the_turn_card_numbers_what_the_system_numbers(key: str) -> None:
    steps = find_system(key).sequence
    told = list(sequence_of(find_system(key)))
    assert all(not re.match(r"\W|\w\.", step.text) for step in told)
    for step, paragraph in zip(steps, told, strict=True):
        assert step == f"{paragraph.sign} {paragraph.text}".removeprefix("· ")


LONG_NAME = "Königlich Preussisches 1. Leibhusarenregiment"


@pytest.mark.parametrize("key", SHIPPED)
def test_no_label_is_cut_by_an_answer_at_40_columns(key: str) -> None:
    """Whichever of its answers is in a row, and with the row under the cursor too."""
    set_up, form = Asking(find_system(key)), FormPanel()
    form.has_focus = True
    for action in set_up.system.actions:
        set_up.action = action
        for one in rows_of(set_up, letters_of(set_up.system), with_units=True):
            long = LONG_NAME if one.is_picked else one.shown
            for shown in {one.shown, long, *(answer.label for answer in one.answers)}:
                form.rows, form.cursor = (one._replace(shown=shown, group="", line=""),), one.key
                ((line, _),) = form.lines(37)
                assert f" {one.label}" in line.plain, line.plain


def ends_of_lines(app: EmpiresApp, panel: Lines) -> list[str]:
    """The last two columns of what is seen of a panel, without its scrollbar."""
    shown = panel.scrollable_content_region
    lines = [line.ljust(app.size.width) for line in seen(app).splitlines()]
    return [line[shown.right - 2 : shown.right] for line in lines[shown.y : shown.bottom]]


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_what_is_written_leaves_a_column_free_beside_a_scrollbar(
    open_app: Opener, rests: None, size: tuple[int, int]
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=size) as pilot:
        await press(pilot, "a", "s", "p", "y", "v", "v")
        app.table.board.odds.fold()
        board = app.table.board
        for panel in (board.odds, board.why):
            await until(pilot, partial(getattr, panel, "show_vertical_scrollbar"))
            await settled(pilot)
            assert {end[1] for end in ends_of_lines(app, panel)} == {" "}
        assert any(end[0] != " " for end in ends_of_lines(app, board.odds)), "figures, at the edge"


@pytest.mark.parametrize(("key", "size"), first(product(SHIPPED, [(80, 24), (160, 50)])))
async def test_page_down_leads_to_the_last_line_of_every_panel_in_sight_and_page_up_back(
    open_app: Opener, key: str, size: tuple[int, int]
) -> None:
    """After a result, whichever panel is in view, and with pins that make the odds long."""
    app = open_app(system=key)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.table.is_reckoned)
        await press(pilot, "p", "f9")
        app.table.board.odds.fold()
        await press(pilot, "enter")
        board = app.table.board
        for _ in range(3):
            panels = board.odds, board.result, board.why, board.log_panel
            in_sight = panels[1:2] if board.is_covered else panels
            shown = [panel for panel in in_sight if panel.display]
            for page in ("pagedown", "pageup"):
                for panel in shown:
                    pages = -(-panel.max_scroll_y // max(panel.size.height - 2, 1))
                    await pilot.press(*[page] * pages)
                for panel in shown:
                    lines = [line.plain.strip() for line, _ in panel.lines(panel.text_width)]
                    assert lines[-1 if page == "pagedown" else 0][:20] in seen(app)
            await press(pilot, "v")
