"""What a player sees of where answers come from, and of the ruling that was just drawn."""

from __future__ import annotations

import pytest

from calculator.roll import OrderOfBattle
from calculator.rules import catalog
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from calculator.umpire import Umpire
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import press, row, seen, settled, until

SIZE = (80, 24)


@pytest.fixture
def app(open_app: Opener) -> EmpiresApp:
    """A French copy at Quatre Bras, which the battle is bound to."""
    with Umpire.open("saturday") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
    return open_app(scenario="quatre-bras", battle="saturday", side="french")


def test_a_different_battle_starts_clean() -> None:
    with offering(catalog.SHIPPED):
        first = Session(system="there-stand-empires", scenario="quatre-bras", battle="saturday")
        first.set_up.take("actor", "french: Husson's brigade")
        first.set_up.say({"cover": "hard"})
        first.toggle_pin()
        first.close()
        again = Session(battle="saturday")
        assert again.set_up.said == {"cover": "hard"}
        assert len(again.pins) == 1
        again.close()
        other = Session(battle="sunday")
        assert (other.set_up.said, other.set_up.units, other.pins) == ({}, {}, {})
        assert other.scenario_name == ""
        other.close()


@pytest.mark.parametrize("button", ["i", "l", "m"])
async def test_a_buttons_form_gives_back_just_what_stood_there(
    app: EmpiresApp, button: str
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.session.has_read)
        await press(pilot, "comma", *"wathiez", "enter", "a", "s")
        await press(pilot, "full_stop", *"byl", "enter")
        await until(pilot, lambda: row(app, "Target bases") == "5")
        stood = app.session.set_up.texts
        assert stood["actor"] == "light-cavalry"
        await press(pilot, button, "escape")
        assert app.session.set_up.action.key == "assault"
        assert app.session.set_up.texts == stood


async def test_enter_waits_until_the_roll_is_read(app: EmpiresApp) -> None:
    """Nothing is drawn on counts that nobody gave: the roll has no losses yet."""
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "m", "enter")
        await until(pilot, lambda: "No check is needed" in seen(app))
        assert "that is the rules' own threshold" in " ".join(seen(app).split()), "no word is cut"
        assert app.table.board.result.result is None, "and nothing is recorded"


async def test_what_is_shown_after_a_draw_is_of_that_ruling_till_the_set_up_changes(
    app: EmpiresApp,
) -> None:
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.session.has_read)
        await press(pilot, "comma", *"husson", "enter", "a", "d", "full_stop", *"byl", "enter")
        await until(pilot, lambda: app.session.set_up.units.get("target", "").endswith("brigade"))
        await press(pilot, "enter")
        await until(pilot, lambda: app.table.board.result.result is not None)
        await until(pilot, lambda: not app.table.is_ruling)
        assert app.session.roll is not None
        assert app.session.roll.unit("Husson").acted
        assert "The rules do not allow" not in seen(app)
        assert "Odds: Deployed fire" in seen(app)
        await press(pilot, "g")
        await until(pilot, lambda: "has acted" in seen(app))


async def test_a_voided_result_says_so_where_it_stands(app: EmpiresApp) -> None:
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.session.has_read)
        await press(pilot, "comma", *"husson", "enter", "a", "d", "full_stop", *"byl", "enter")
        await press(pilot, "enter")
        await until(pilot, lambda: app.table.board.result.result is not None)
        await until(pilot, lambda: not app.table.is_ruling)
        with Umpire.open("saturday") as umpire:
            umpire.amend(umpire.voiding(umpire.recent()[-1].number, "wrong brigade"))
        await until(pilot, lambda: "is void: wrong brigade" in seen(app))


async def test_only_what_holds_stands_beside_a_result(app: EmpiresApp) -> None:
    """Two overrides, the first of them void: the second alone; both void: the result stands."""
    result = app.table.board.result

    def amended() -> tuple[str, ...]:
        return result.view.amended if result.view else ()

    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.session.has_read)
        await press(pilot, "comma", *"husson", "enter", "a", "d", "full_stop", *"byl", "enter")
        await press(pilot, "enter")
        await until(pilot, lambda: result.result is not None)
        await until(pilot, lambda: not app.table.is_ruling)
        with Umpire.open("saturday") as umpire:
            drawn = umpire.recent()[-1].number
            umpire.amend(umpire.overriding(drawn, "they drowned", "a brook"))
            umpire.amend(umpire.voiding(drawn + 1, "no brook"))
            umpire.amend(umpire.overriding(drawn, "they halted", "a wood"))
            await until(pilot, lambda: "they halted (a wood)" in " ".join(amended()))
            assert len(amended()) == 1
            umpire.amend(umpire.voiding(drawn + 3, "no wood"))
        await until(pilot, lambda: not amended())


async def test_one_key_takes_the_rolls_answer(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await until(pilot, lambda: app.session.has_read)
        await press(pilot, "comma", *"husson", "enter", "a", "d")
        await press(pilot, "b", "2", "enter")
        await until(pilot, lambda: "bases 2, the" in seen(app))
        await press(pilot, "backspace")
        await until(pilot, lambda: "bases 2, the" not in seen(app))
        assert row(app, "Bases") == "5"
