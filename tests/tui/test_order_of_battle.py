"""Picking the acting and the target unit by name from an order of battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.desk.naming import Answer
from calculator.errors import CalculatorError
from calculator.scenarios import load
from calculator.tui.screens.pick import PickScreen, matching
from calculator.umpire import Umpire
from tests.tui.conftest import Opener, close
from tests.tui.seeing import burst, press, row, seen, settled, until

SIZE = (80, 24)


async def test_units_are_picked_by_a_few_letters_and_fill_in_what_is_known(
    open_app: Opener,
) -> None:
    app = open_app(scenario="quatre-bras")
    husson = load("quatre-bras").find("Husson's brigade")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "Quatre Bras" in seen(app)
        await press(pilot, "a", "3", "comma", *"hus", "enter")
        await press(pilot, "full_stop", *"kempt", "enter")
        assert row(app, "Actor") == "Husson's brigade"
        assert row(app, "Target") == "Kempt's 8th Brigade"
        assert row(app, "Bases") == str(husson.form.bases)  # type: ignore[attr-defined]
        assert row(app, "Target quality") == "veteran"
        assert row(app, "Outnumbered") == "worked out"


async def test_keys_typed_ahead_reach_what_each_was_meant_for_and_draw_nothing(
    open_app: Opener,
) -> None:
    """Enter is followed in its turn among the letters, as a busy machine gets them at once."""
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        burst(app, ["a", "3", ".", *"bylandt", "enter", ",", *"so", "enter", ",", *"ca", "enter"])
        await until(pilot, lambda: row(app, "Actor") == "Campi's brigade")
        assert row(app, "Target") == "Bylandt's brigade"
        assert app.table.board.result.result is None


async def test_targets_are_listed_enemies_first_and_a_friend_is_told_of(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3", "comma", *"hus", "enter")
        await press(pilot, "full_stop")
        assert isinstance(app.screen, PickScreen)
        side = load("quatre-bras").find("Husson's brigade").side
        listed = [one.text.partition(": ")[0] == side for one in app.screen.options]
        assert listed == sorted(listed)
        assert listed[-1]
        await press(pilot, *"bauduin", "enter")
        assert "Bauduin's brigade is on the same side as Husson's brigade" in seen(app)
        await press(pilot, "full_stop", *"kempt", "enter")
        assert "is on the same side as" not in seen(app)


async def test_no_unit_acts_against_itself(open_app: Opener) -> None:
    """Not even in a battle without a name, of which nobody keeps the roll."""
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3", "comma", *"saxe", "enter", "full_stop", *"saxe", "enter")
        assert "Saxe-Weimar's brigade is the acting unit" in seen(app)
        await press(pilot, "enter")
        assert app.table.board.result.result is None


async def test_on_a_phone_the_list_tells_the_division_of_each_unit(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=(40, 20)) as pilot:
        await settled(pilot)
        await press(pilot, "comma", *"hus")
        assert "5th Infantry Division, Bachel" in seen(app)


async def test_the_player_corrects_bases_when_some_were_lost(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3", "comma", *"hus", "enter", "b", "4", "enter")
        assert row(app, "Bases") == "4"
        assert row(app, "Bases at start") == "5"
        assert row(app, "Actor") == "Husson's brigade"


async def test_a_name_that_nothing_bears_picks_nothing(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "comma", *"napoleon iv", "enter")
        assert "nothing found" in seen(app)
        await press(pilot, "escape")
        assert row(app, "Actor") == "pick"


async def test_an_order_of_battle_is_opened_and_put_away_from_the_screen(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "f3", *"quatre", "enter")
        assert app.session.system.key == "there-stand-empires"
        assert ", Actor" in seen(app)
        await press(pilot, "f3", *"no order", "enter")
        assert ", Actor" not in seen(app)


async def test_without_an_order_of_battle_no_system_speaks_of_the_ratings_of_another(
    open_app: Opener,
) -> None:
    app = open_app(system="skirmish")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "f3", *"no order")
        assert "fill in each unit by hand" in seen(app)


async def test_a_copy_reopens_with_its_order_of_battle(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "comma", *"hus", "enter")
    close(app)
    again = open_app()
    async with again.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "Quatre Bras" in seen(again)
        assert row(again, "Actor") == "Husson's brigade"


async def test_an_order_of_battle_that_has_gone_is_told_of_and_let_go(
    tmp_path: Path, open_app: Opener
) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(load("quatre-bras").path.read_bytes())
    app = open_app(scenario=str(path))
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
    close(app)
    path.unlink()
    again = open_app()
    async with again.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        assert "mine.toml" in seen(again)
        assert ", Actor" not in seen(again)


@pytest.mark.parametrize("name", ["quatre-brax", "/no/such/file.toml"])
def test_a_scenario_that_cannot_be_opened_is_told_before_the_screen_opens(
    open_app: Opener, name: str
) -> None:
    with pytest.raises(CalculatorError, match=r"quatre-brax|file\.toml"):
        open_app(scenario=name)


async def test_the_record_names_the_units(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn from a seed that leaves the attackers in order: who is demoralized may not deploy."""
    monkeypatch.setattr("calculator.chance.one_path.fresh_seed", lambda: "4")
    app = open_app(scenario="quatre-bras")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(
            pilot, "a", "s", "comma", *"hus", "enter", "full_stop", *"kempt", "enter", "enter"
        )
        await until(pilot, lambda: app.table.board.log_panel.entries)
        await press(pilot, "a", "m", "enter")
        await until(pilot, lambda: len(app.table.board.log_panel.entries) == 2)
        with Umpire.open() as umpire:
            assault, deploy = umpire.recent()
        names = {role: unit["name"] for role, unit in assault.body["units"].items()}
        assert names == {"actor": "Husson's brigade", "target": "Kempt's 8th Brigade"}
        names = {role: unit["name"] for role, unit in deploy.body["units"].items()}
        assert names == {"actor": "Husson's brigade"}


@pytest.mark.parametrize(
    ("typed", "found"),
    [("jerome", [0]), ("BRIG", [0, 1]), ("division jer", [0]), ("gar", [1]), ("guard x", [])],
)
def test_a_unit_is_found_by_words_of_its_line_whatever_their_case_and_accents(
    typed: str, found: list[int]
) -> None:
    units = [Answer("0", "Jérôme's brigade", "6th Division"), Answer("1", "Garde: 1st Brig")]
    assert [int(one.text) for one in matching(units, typed)] == found


def test_a_name_that_begins_with_what_is_typed_comes_before_one_with_such_a_word_in_it() -> None:
    names = ["The Duke of Wellington", "Colin Halkett's Brigade", "The Omnibus", "Ompteda's Legion"]
    units = [Answer(name, name, "") for name in names]
    assert [one.text for one in matching(units, "o")][:2] == ["The Omnibus", "Ompteda's Legion"]
