"""Few things in sight: what the user named, what decides much, and the rest behind a row."""

from __future__ import annotations

import pytest

from calculator.desk.asking import Asking
from calculator.rules.catalog import find_system
from calculator.tui.rows import letters_of, rows_of
from tests.tui.conftest import Opener
from tests.tui.seeing import press, row, seen, settled

ASKED = (",", *"wat", ".", *"byl", "enter", "a", "s")
"""Wathiez's brigade assaults Bylandt's, by a few letters of each name."""


async def test_with_an_order_of_battle_an_assault_is_nine_rows(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, *ASKED)
        await settled(pilot)
        shown = seen(app)
        assert len([one for one in app.table.board.form.in_sight if one.matters]) <= 9
        for words in (
            "Wathiez's brigade",
            "light cavalry, veteran, OK",
            "Target formation",
            "Cover",
        ):
            assert words in shown
        assert "Linear tactics" not in shown, "an army's answers are no rows"
        assert app.table.board.form.max_scroll_y == 0


async def test_before_units_are_picked_an_assault_is_nine_rows_too(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "a", "s")
        await settled(pilot)
        assert len([one for one in app.table.board.form.in_sight if one.matters]) <= 9
        assert "Quality" not in seen(app)
        await press(pilot, "y", "v")
        assert row(app, "Quality") == "veteran", "a letter reaches what a unit will answer"


def test_however_much_decides_an_assault_without_an_order_of_battle_is_fourteen_rows() -> None:
    system = find_system("there-stand-empires")
    set_up = Asking(system, system.action("assault"))
    much = ("actor-state", "frontal", "earlier-assaults", "cover")
    rows = rows_of(set_up, letters_of(system), decide=much)
    assert len([row for row in rows if not row.fold and row.matters]) == 14
    assert "2 decide much" in [row for row in rows if not row.fold][-1].label


@pytest.mark.parametrize("letter", ["D", "g", "b"])
async def test_a_letter_reaches_its_field_folded_or_not(open_app: Opener, letter: str) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, *ASKED, letter)
        label = {"D": "Distance", "g": "General near", "b": "Bases"}[letter]
        assert f"{letter} {label}" in seen(app)


async def test_what_was_said_stays_in_sight_and_the_rest_folds_again(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, *ASKED, "g", "c", "s")
        assert row(app, "General near") == "yes"
        await press(pilot, "up", "up")
        assert "g General near" in seen(app)
        assert "Distance" not in seen(app)


async def test_a_unit_s_line_unfolds_to_its_answers(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, *ASKED, "down", "space")
        assert "y Quality" in seen(app)
        await press(pilot, "space")
        assert "y Quality" not in seen(app)
