"""The rows of a list on the screen: added, answered and removed by keys and by taps."""

from __future__ import annotations

import pytest

from calculator.desk.asking import Asking
from calculator.rules import catalog
from calculator.rules.revolutionary_wars import SYSTEM
from calculator.rules.revolutionary_wars.charge.form import CHARGING
from calculator.tui.screens.pick import ListEditor
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.widgets.bars import StripBar
from calculator.tui.widgets.form_panel import FormPanel
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, press, row, seen, settled
from tests.tui.test_touch import PHONE, tap


async def edited(pilot: Player, app: EmpiresApp, text: str, given: list[str | None]) -> ListEditor:
    """The editor of a list that opens with `text`; what it gives is put into `given`."""
    asking = Asking(SYSTEM, SYSTEM.action("charge"))
    asking.say({"also-charging": text})
    editor = ListEditor("Also charging", asking, CHARGING, "also-charging")
    app.push_screen(editor, given.append)
    await settled(pilot)
    return editor


@pytest.mark.parametrize("size", [(80, 24), PHONE])
async def test_rows_are_added_answered_and_removed_by_keys(
    open_app: Opener, size: tuple[int, int]
) -> None:
    app, given = open_app(), list[str | None]()
    async with app.run_test(size=size) as pilot:
        await edited(pilot, app, "none", given)
        await press(pilot, "f", "a", "l", "5", "enter", "n")
        assert "Also charging: 2" in seen(app)
        await press(pilot, "b", *"mob", "enter", "enter")
        await edited(pilot, app, "mob 5, line", given)
        await press(pilot, "d", "escape")
        await edited(pilot, app, "mob 5, line", given)
        await press(pilot, "a", "2", "d", "d")
        assert "Also charging: none" in seen(app)
        await press(pilot, "enter")
    assert given == ["line attack-column solid 5, mob line solid", None, "none"]


async def test_what_is_left_open_is_said_in_words(open_app: Opener) -> None:
    app, given = open_app(), list[str | None]()
    async with app.run_test(size=(80, 24)) as pilot:
        await edited(pilot, app, "mob", given)
        shown = seen(app)
        assert "· worked out" in shown
        assert "· as first" in shown


async def test_a_number_that_cannot_be_read_is_not_taken(open_app: Opener) -> None:
    app, given = open_app(), list[str | None]()
    async with app.run_test(size=PHONE) as pilot:
        editor = await edited(pilot, app, "mob", given)
        await press(pilot, "l", "9", "9", "enter")
        assert app.screen is editor
        assert "99 is out of range" in seen(app)
        await press(pilot, "backspace", "enter", "enter")
    assert given == ["mob line solid 9"]


async def test_rows_are_edited_by_taps_alone(open_app: Opener) -> None:
    app, given = open_app(), list[str | None]()
    async with app.run_test(size=PHONE) as pilot:
        editor = await edited(pilot, app, "mob", given)
        panel, bar = editor.query_one(FormPanel), editor.query_one(StripBar)
        await tap(pilot, panel, key="order")
        await tap(pilot, panel, key="order", text="shaken")
        for command in ("press('add')", "press('remove')", "press('done')"):
            columns = [x for x in range(bar.size.width) if bar.command_at(x, 0) == command]
            await pilot.click(bar, offset=(columns[len(columns) // 2], 0))
            await settled(pilot)
    assert given == ["mob line shaken"]


async def test_the_table_opens_the_rows_of_a_list(open_app: Opener) -> None:
    with offering(catalog.SHIPPED):
        app = open_app(system="revolutionary-wars")
        app.session.set_up.say({"platoons": "3", "enemy-platoons": "3"})
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await press(pilot, "e", "l", "3", "enter", "enter")
            assert row(app, "Also charging").startswith("line line solid 3")
