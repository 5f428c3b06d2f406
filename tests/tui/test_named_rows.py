"""Units in the rows of a list, and friends, picked by name on the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from calculator.rules import catalog
from calculator.umpire import Umpire
from tests.offered import offering
from tests.roll.playing import Played
from tests.tui.conftest import Opener
from tests.tui.seeing import press, seen, settled, until


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(catalog.SHIPPED):
        yield


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_a_row_picks_its_unit_and_each_keeps_its_own_fate(
    open_app: Opener, size: tuple[int, int]
) -> None:
    app = open_app(scenario="waterloo-picton", battle="ridge", side="french")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, ",", *"1st/45", ".", *"28th", "enter", "e", "u", *"2nd/45", "enter")
        assert "1: 2nd/45th Line" in seen(app)
        assert "French line" in seen(app)
        await press(pilot, "n", "u", *"1st/25", "enter", "enter")
        await settled(pilot)
        assert "2nd/45th Line, 1st/25t" in seen(app) or size[0] < 80
        await until(pilot, lambda: "The 1st/45th Line: stands" in seen(app) or size[0] < 80)
        await press(pilot, "enter")
        await until(pilot, lambda: app.session.roll and app.session.roll.last >= 2)
        assert app.session.roll
        names = ("1st/45th Line", "2nd/45th Line", "1st/25th Line")
        assert all(app.session.roll.unit(name).acted for name in names)


async def test_who_has_acted_is_no_unit_of_a_row(open_app: Opener) -> None:
    with Umpire.open("ridge", copy="blue-1") as other:
        shoots = {"actor": "2nd/45th Line", "target": "28th Foot"}
        Played(other, "waterloo-picton").play("shoot", shoots, range=3, shoots="twice")
    app = open_app(battle="ridge", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, ",", *"1st/45", ".", *"28th", "enter", "e", "u", *"2nd/45")
        assert "has taken 2 Actions" in " ".join(seen(app).split())


async def test_a_friend_is_picked_where_one_matters(open_app: Opener) -> None:
    app = open_app(scenario="cannonade-farm", battle="farm")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, ",", *"foot b", ".", *"jä", "enter", "g", "4", "enter")
        assert "; Friend" in seen(app)
        await press(pilot, ";", *"2nd b", "enter")
        assert "2nd Battalion" in seen(app)
        await press(pilot, "g", "1", "enter")
        assert "; Friend" not in seen(app)
