"""After a draw: what a player sees once the result is left, and what a ruling waits for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from calculator.chance import one_path
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.tui.screens.table import EmpiresApp
from calculator.umpire import Umpire
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, press, seen, settled, until

BADLY_DELAYED = "8"
"""A seed by which orders arrive very late."""


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(catalog.SHIPPED):
        yield


async def set_up(pilot: Player, app: EmpiresApp, action: str, actor: str, target: str) -> None:
    """Wait for the roll, then let a unit act on another."""
    await until(pilot, lambda: app.session.roll is not None)
    app.table.action_choose(action)
    app.table.take_unit("actor", actor)
    app.table.take_unit("target", target)
    await settled(pilot)


async def left_open(pilot: Player, app: EmpiresApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A charge whose orders are late, and nobody has measured."""
    monkeypatch.setattr(one_path, "fresh_seed", lambda: BADLY_DELAYED)
    await set_up(pilot, app, "assault", "9th Chasseurs", "Cole's brigade")
    await press(pilot, "enter")
    await until(pilot, lambda: app.screen is not app.table)
    await until(pilot, lambda: app.session.roll and app.session.roll.open)


async def test_what_is_awaited_is_not_left_empty(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(scenario="maida", battle="saturday")
    async with app.run_test(size=(80, 24)) as pilot:
        await left_open(pilot, app, monkeypatch)
        assert "Distance, 0 to" in seen(app)
        await press(pilot, "enter")
        assert "distance: is missing (allowed: 0 to" in seen(app)
        assert "inches" in seen(app)
        await press(pilot, *"4", "enter")
        await until(pilot, lambda: app.session.roll and not app.session.roll.open)


async def test_escape_from_a_result_shows_the_odds_of_the_set_up(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras", battle="saturday")
    async with app.run_test(size=(80, 24)) as pilot:
        await set_up(pilot, app, "deployed-fire", "Jamin's brigade", "Bylandt's brigade")
        await press(pilot, "enter")
        await until(pilot, lambda: app.session.roll and app.session.roll.last > 1)
        await press(pilot, "escape")
        shown = seen(app)
        assert "Jamin's brigade has acted this" in shown
        await press(pilot, "p", "f7")
        odds = [line for line in shown.splitlines() if "%" in line]
        assert odds == [line for line in seen(app).splitlines() if "%" in line]


async def test_the_keys_of_a_result_go_with_it(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        assert "Esc back" in seen(app)
        await press(pilot, "escape")
        assert "Esc back" not in seen(app)
        assert "Tab next" in seen(app)


async def test_odds_worked_out_while_a_result_is_in_sight_are_not_still_awaited(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(scenario="waterloo-picton", battle="saturday")
    async with app.run_test(size=(80, 24)) as pilot:
        await set_up(pilot, app, "shoot", "1st/19th Line", "28th Foot")
        monkeypatch.setattr("calculator.tui.screens.set_up.AT_ONCE_SECONDS", -1.0)
        monkeypatch.setattr("calculator.tui.screens.set_up.ODDS_REST_SECONDS", 0.01)
        await press(pilot, "enter")
        await until(pilot, lambda: app.session.roll and app.session.roll.last > 1)
        await until(pilot, lambda: app.table.is_reckoned)
        await press(pilot, "escape", "N", "N")
        await until(pilot, lambda: app.table.turn.turn == 2 and app.table.is_reckoned)
        await settled(pilot)
        assert "working out the odds" not in seen(app)


async def test_the_title_of_the_odds_is_that_of_the_action_set_up(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await set_up(pilot, app, "regroup", "Jamin's brigade", "Bylandt's brigade")
        for key, title in (("m", "Odds: Army morale"), ("escape", "Odds: Regroup")):
            await press(pilot, key)
            assert title in seen(app)


async def test_who_has_yet_to_act_is_seen_and_an_open_ruling_holds_its_units(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(scenario="maida", battle="saturday", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await left_open(pilot, app, monkeypatch)
        await press(pilot, "escape")
        await until(pilot, lambda: "6 of 7 still to act" in seen(app).splitlines()[0])
        await press(pilot, "escape", "N")
        assert "N again begins turn 2; 1 open (! answers); " in seen(app)
        assert "British: 6" in seen(app), "however many have yet to act"
        await press(pilot, "N")
        await until(pilot, lambda: app.table.turn.turn == 2)
        await until(pilot, lambda: "6 of 7 still to act  turn 2, 1 open" in seen(app))
        for _ in range(7):
            await press(pilot, ">")
            assert "9th Chasseurs" not in app.session.set_up.units["actor"]


async def test_the_initiative_does_not_hide_who_has_yet_to_act(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras", battle="saturday", side="anglo-allied")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, "i", "enter")
        await until(pilot, lambda: "initiative: " in seen(app).splitlines()[0])
        assert "still to act  turn 1" in seen(app).splitlines()[0]


async def test_a_digit_at_a_result_leaves_the_form_behind_it_alone(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        action = app.session.set_up.action
        await press(pilot, "enter")
        shown = seen(app)
        await press(pilot, "4")
        assert seen(app) == shown
        assert app.session.set_up.action is action
        await press(pilot, "escape", "4")
        assert app.session.set_up.action is not action


async def test_escape_on_a_phone_comes_back_up_from_why(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(40, 20)) as pilot:
        await set_up(pilot, app, "assault", "Jamin's brigade", "Bylandt's brigade")
        shown = seen(app).splitlines()[1:12]
        await press(pilot, "v")
        assert "Esc goes back up" in seen(app)
        assert seen(app).splitlines()[1:12] != shown
        await press(pilot, "escape")
        assert "Esc goes back up" not in seen(app)
        assert seen(app).splitlines()[1:12] == shown


async def test_a_look_at_a_button_leaves_the_cursor_on_its_row(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.action_choose("deployed-fire")
        await press(pilot, "c", "escape")
        assert app.table.board.form.cursor == "cover"
        await press(pilot, "i", "escape")
        assert app.table.board.form.cursor == "cover"


async def test_what_befell_a_side_does_not_hide_what_a_key_answers(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras", battle="saturday", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, "i", "enter")
        await until(pilot, lambda: app.session.roll and app.session.roll.last > 1)
        await press(pilot, "escape")
        with Umpire.open("saturday", copy="blue-1", side="anglo-allied") as other:
            roll = other.readable_roll()
            assert roll
            named = {"actor": "Bylandt's brigade", "target": "Jamin's brigade"}
            units = {role: roll.unit(name) for role, name in named.items()}
            fire = Question.read("there-stand-empires", "deployed-fire", {})
            other.adjudicate(fire, units=units, side="anglo-allied", seed="5")
        await until(pilot, lambda: "* shows: The fire " in seen(app))
        await press(pilot, "f7")
        assert "all pins are removed" in seen(app)
        app.table.others.look()
        await settled(pilot)
        assert "all pins are removed" in seen(app)
