"""The battle holds together on the screen: units start where the record leaves them."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from textual.widgets import Input

from calculator.journal.entry import Entry
from calculator.journal.files import known_battles
from calculator.roll import OrderOfBattle, Roll, RollUnit, army_of, read_correction
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.scenarios import load
from calculator.tui.screens.dialogs import AskScreen
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from calculator.umpire import Ruling, Umpire
from tests.offered import offering
from tests.roll.playing import Played
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, burst, comes, press, resize, row, seen, settled, until

SIZE = (110, 40)
ACTOR, TARGET = "french: Gauthier's brigade", "allied: Bylandt's brigade"


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(catalog.SHIPPED):
        yield


@pytest.fixture
def app(open_app: Opener) -> EmpiresApp:
    """A copy of the French side in a battle that has a name."""
    return open_app(scenario="quatre-bras", battle="saturday", side="french", player="Anne")


async def opened(pilot: Player, app: EmpiresApp) -> None:
    """Wait until the roll has been read."""
    await until(pilot, lambda: app.session.roll is not None)
    await settled(pilot)


def standing(app: EmpiresApp, name: str) -> RollUnit:
    """A unit as the screen has it now."""
    assert app.session.roll is not None
    return app.session.roll.unit(name)


async def pick(pilot: Player, key: str, name: str) -> None:
    await press(pilot, key)
    await press(pilot, *name, "enter")


async def assault(pilot: Player, app: EmpiresApp) -> None:
    """Gauthier's brigade assaults Bylandt's, and the roll has heard of it."""
    await press(pilot, "a", "s")
    await pick(pilot, "comma", "gauthier")
    await pick(pilot, "full_stop", "bylandt")
    app.session.set_up.say({"distance": "1/2"})  # late or not, it does not stand open
    app.table.changed()
    await settled(pilot)
    await press(pilot, "enter")
    await until(pilot, lambda: app.session.roll and app.session.roll.last > 1)
    await settled(pilot)


async def test_where_there_is_room_the_roll_stands_beside_the_odds(open_app: Opener) -> None:
    app = open_app(scenario="quatre-bras", battle="saturday", side="french")
    async with app.run_test(size=(160, 50)) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        shown = seen(app)
        for title in ("Set-up", "Odds: Assault", "Result", "Why", "Log", "Roll, turn 1"):
            assert f"─ {title} ─" in shown
        assert "✓ Gauthier's brigade" in shown
        await resize(pilot, 80, 24)
        await settled(pilot)
        assert "✓ Gauthier's brigade" not in seen(app)


async def test_a_copy_that_was_there_first_has_the_units_once_the_battle_is_bound(
    open_app: Opener,
) -> None:
    app = open_app(battle="monday", side="allied")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.session.has_read)
        assert "Acting unit" in seen(app)
        with Umpire.open("monday", copy="blue-1") as other:
            Played(other, "quatre-bras").play("deploy", {"actor": "Husson's brigade"}, seed="0")
        await until(pilot, lambda: "monday uses Quatre Bras" in seen(app))
        await pick(pilot, "comma", "bylandt")
        await until(pilot, lambda: "Actor ············· Bylandt's brigade" in seen(app))


async def test_the_strip_says_what_is_recorded_where_and_as_whose(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        strip = seen(app).splitlines()[0]
        for part in ("Quatre Bras", "saturday", "turn 1", "french", "Anne", "red-1"):
            assert part in strip


async def test_the_next_question_starts_where_the_ruling_left_the_units(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        result = app.table.board.result.result
        assert result is not None
        left = result.question.law.after(result.outcome)
        assert app.session.roll is not None
        unit = app.session.roll.unit(TARGET)
        if left.target is None:
            assert unit.gone
        else:
            assert unit.now.items() >= {(key, text) for key, text in left.target.items() if text}
            texts = app.session.set_up.texts
            assert texts["target-state"] == unit.now["state"]
            assert texts["target-bases"] == unit.now["bases"]


async def test_a_ruling_and_the_log_speak_in_names(app: EmpiresApp) -> None:
    async with app.run_test(size=(160, 50)) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        await until(
            pilot, lambda: "Gauthier's brigade: assault against Bylandt's brigade" in seen(app)
        )
        with Umpire.open("saturday") as umpire:
            ruling = umpire.recent()[-1]
        assert ruling.body["units"]["actor"]["name"] == "Gauthier's brigade"
        assert ruling.side == "french"


async def test_the_next_unit_picked_has_nothing_of_the_one_before(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "a", "s")
        await pick(pilot, "comma", "gauthier")
        await pick(pilot, "full_stop", "bylandt")
        await press(pilot, "s", "d", "g", "o", "t")
        assert (row(app, "State"), row(app, "General near"), row(app, "Outnumbered")) == (
            "disordered",
            "yes",
            "target outnumbered",
        )
        await pick(pilot, "comma", "jamin")
        assert (row(app, "State"), row(app, "General near"), row(app, "Outnumbered")) == (
            "OK",
            "no",
            "worked out",
        )
        filled = load("quatre-bras").fill("actor", "french: Jamin's brigade", "assault")
        assert row(app, "Bases") == filled["bases"]


async def test_what_acted_already_or_is_of_the_own_side_is_said_before_the_draw(
    app: EmpiresApp,
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "a", "s")
        await pick(pilot, "comma", "gauthier")
        await pick(pilot, "full_stop", "jamin")
        assert "on the same side as Gauthier's brigade" in seen(app)
        await press(pilot, "enter")
        assert app.table.board.result.result is None
        with Umpire.open("saturday") as umpire:
            assert not [entry for entry in umpire.recent() if entry.is_ruling]


async def test_typing_at_once_loses_no_key(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        burst(app, ["a", "s"])
        await settled(pilot)
        burst(app, [",", "g", "a", "u", "enter"])
        await until(pilot, lambda: app.session.set_up.units.get("actor") == ACTOR)
        await settled(pilot)
        burst(app, [".", "b", "y", "l", "enter"])
        await until(pilot, lambda: app.session.set_up.units.get("target") == TARGET)
        await settled(pilot)
        burst(app, ["c", "h", "a", "d"])
        await until(pilot, lambda: app.session.set_up.action.key == "deployed-fire")
        assert row(app, "Cover") == "hard"
        burst(app, [",", "j", "a", "m", ".", "b", "y", "l", "enter", "enter"])
        await until(pilot, lambda: "Jamin's brigade: deployed fire" in seen(app))


async def test_a_draw_asked_for_while_the_one_before_is_written_comes_after_it(
    app: EmpiresApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, adjudicate = Event(), app.table.recorder.adjudicate

    def slow(*asked: Any) -> Ruling:
        assert disk.wait(20)
        return adjudicate(*asked)

    monkeypatch.setattr(app.table.recorder, "adjudicate", slow)
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "a", "d")
        await pick(pilot, "comma", "gauthier")
        await pick(pilot, "full_stop", "bylandt")
        burst(app, ["enter", "enter", ",", "j", "a", "m", "enter"])
        jamin = "french: Jamin's brigade"
        await until(pilot, lambda: app.session.set_up.units.get("actor") == jamin)
        burst(app, ["enter", "enter"])
        await until(pilot, lambda: "as soon as the last one is recorded" in seen(app))
        disk.set()
        await until(pilot, lambda: app.session.roll and app.session.roll.last > 2)
        await settled(pilot)
        actors = [entry.unit_names["actor"] for entry in rulings()]
        assert actors == ["Gauthier's brigade", "Jamin's brigade"]


async def test_from_the_roll_a_unit_acts_or_becomes_the_target(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "slash")
        await press(pilot, *"jamin", "enter")
        await press(pilot, "slash")
        await press(pilot, *"bylandt")
        await until(pilot, lambda: "Bylandt" in seen(app))
        await press(pilot, "ctrl+t")
        picked = {"actor": "french: Jamin's brigade", "target": TARGET}
        assert app.session.set_up.units == picked


@pytest.mark.parametrize("size", [SIZE, (40, 20)])
async def test_what_another_copy_rules_meanwhile_is_heard_before_the_draw(
    app: EmpiresApp, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        await press(pilot, "a", "d")
        await pick(pilot, "comma", "jamin")
        await pick(pilot, "full_stop", "bylandt")
        with Umpire.open("saturday", copy="blue-1", side="french") as other:
            roll = other.roll()
            assert roll is not None
            fire = Question.read("there-stand-empires", "deployed-fire", {})
            target = roll.unit(TARGET)
            other.adjudicate(fire, units={"target": target}, seed="5")
            rulings = len(other.recent())
        await until(pilot, lambda: "changed by French, #" in seen(app))
        await press(pilot, "enter")
        assert "Enter again draws" in seen(app)
        with Umpire.open("saturday", read_only=True) as umpire:
            assert len(umpire.recent()) == rulings


async def test_what_became_of_units_picked_no_longer_holds_up_no_draw(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        with Umpire.open("saturday", copy="blue-1", side="french") as other:
            roll = other.roll()
            assert roll is not None
            fire = Question.read("there-stand-empires", "deployed-fire", {})
            other.adjudicate(fire, units={"target": roll.unit(TARGET)}, seed="5")
        await until(pilot, lambda: "changed by French, #" in seen(app))
        await press(pilot, "a", "d")
        await pick(pilot, "comma", "jamin")
        await pick(pilot, "full_stop", "saxe")
        await press(pilot, "enter")
        await until(pilot, lambda: "Jamin's brigade: deployed fire" in seen(app))


async def test_a_draw_without_a_name_is_asked_for_twice(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        app.session.set_up.units = {}
        await press(pilot, "enter")
        assert ", picks who acts; Enter again draws without a name" in seen(app)
        assert app.table.board.result.result is None
        await press(pilot, "enter")
        await until(pilot, lambda: app.table.board.result.result)


async def test_practice_draws_and_records_nothing(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "f10")
        assert "PRACTICE: nothing is recorded" in seen(app).splitlines()[0]
        await press(pilot, "enter")
        assert app.table.board.result.result is not None
        with Umpire.open("saturday") as umpire:
            assert not [entry for entry in umpire.recent() if entry.is_ruling]
        await press(pilot, "slash", *"jamin", "ctrl+a")
        await until(pilot, lambda: "practice: nothing is recorded" in seen(app))
        assert not standing(app, "french: Jamin's brigade").acted
        await press(pilot, "f10")
        assert "PRACTICE" not in seen(app)


async def test_a_slip_is_withdrawn_openly(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        bases = standing(app, TARGET).start["bases"]
        await press(pilot, "ctrl+z")
        await until(pilot, lambda: "is undone" in seen(app))
        with Umpire.open("saturday") as umpire:
            assert umpire.recent()[-1].body["withdrawn"] is True
        await until(pilot, lambda: standing(app, TARGET).now["bases"] == bases)
        await until(pilot, lambda: row(app, "Target bases") == bases)


async def test_what_was_withdrawn_leaves_nothing_to_go_on_from(open_app: Opener) -> None:
    app = open_app(system="cannonade", battle="free", side="french")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        app.table.action_choose("melee")
        await press(pilot, "enter")
        await until(pilot, lambda: app.table.board.log_panel.entries)
        before = dict(app.session.set_up.texts)
        await press(pilot, "ctrl+z")
        await until(pilot, lambda: "is undone" in seen(app))
        await until(pilot, lambda: len(app.table.board.log_panel.entries) == 2)
        await press(pilot, "f8")
        assert "no result yet" in seen(app)
        assert app.session.set_up.texts == before


async def test_where_the_umpire_has_switched_withdrawals_off_the_player_is_told(
    app: EmpiresApp,
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        with Umpire.open("saturday") as umpire:
            off = umpire.allow_withdrawals(False)
            assert off is not None
            await press(pilot, "ctrl+z")
            await until(pilot, lambda: f"undo off (entry {off.number})" in seen(app))
            umpire.allow_withdrawals(True)
            await press(pilot, "ctrl+z")
            await until(pilot, lambda: "is undone" in seen(app))


@pytest.mark.parametrize(
    ("scenario", "name", "value", "field", "default"),
    [
        ("waterloo-picton", "french: 1st/17th Line", "order=shaken", "order", "solid"),
        ("quatre-bras", ACTOR, "formation=square", "formation", "deployed"),
        ("quatre-bras", ACTOR, "bases=2", "bases", "3"),
    ],
)
def test_what_a_void_takes_back_no_longer_stands_in_the_form(
    scenario: str, name: str, value: str, field: str, default: str
) -> None:
    key, _, text = value.partition("=")
    session = Session(scenario=scenario)
    with Umpire.open("saturday") as umpire:
        umpire.bind(OrderOfBattle.of_file(scenario))
        session.take_roll(roll_of(umpire))
        session.set_up.take("actor", name)
        assert standing_in(session, field) == default
        correction = read_correction(roll_of(umpire), name, {key: text})
        corrected = umpire.correct(correction, "counted")
        assert corrected is not None
        assert session.take_roll(roll_of(umpire)) == (corrected.number,)
        assert standing_in(session, field) == text
        umpire.amend(umpire.voiding(corrected.number, "miscounted"))
        assert session.take_roll(roll_of(umpire)) == (corrected.number + 1,)
        assert standing_in(session, field) == default
    session.close()


def standing_in(session: Session, key: str) -> str:
    """What stands in a field of the form."""
    return next(session.set_up.text(f) for f in session.set_up.fields if f.key == key)


async def test_without_an_order_of_battle_one_key_puts_in_what_is_left(open_app: Opener) -> None:
    app = open_app(system="cannonade")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        app.table.action_choose("melee")
        await press(pilot, "enter")
        result = app.table.board.result.result
        assert result is not None
        left = result.question.law.after(result.outcome)
        await press(pilot, "f8")
        texts = app.session.set_up.said
        for role, values in (("actor", left.actor), ("target", left.target)):
            for key, fields in app.session.system.filled(role).items():
                if values and key in values:
                    assert all(texts[field] == values[key] for field in fields)
        scored = max(int(left.side.get("victory-points", "0")), 0)
        assert texts.get("victory-points", "0") == str(scored)


async def test_without_an_order_of_battle_the_deck_is_what_the_draw_left(open_app: Opener) -> None:
    app = open_app(system="gods-of-war")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        app.table.action_choose("draw-card")
        await press(pilot, "d", "delete", *"charge 2", "enter", "enter", "f8")
        held = [row(app, label) for label in ("Deck", "Cards in hand", "Drew just before")]
        assert held == ["charge 1", "1", "yes"]


async def test_a_unit_that_acted_by_itself_is_marked_and_another_corrected(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await assault(pilot, app)
        await press(pilot, "slash")
        await press(pilot, *"jamin", "ctrl+a")
        await until(pilot, lambda: standing(app, "french: Jamin's brigade").acted)
        await press(pilot, "slash")
        await press(pilot, *"jamin", "ctrl+e")
        await comes(pilot, AskScreen)
        app.screen.query_one("#bases", Input).value = "4"
        app.screen.query_one("#reason", Input).value = "miscounted"
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: standing(app, "french: Jamin's brigade").now["bases"] == "4")


async def test_a_unit_acts_without_the_calculator_before_anything_is_ruled(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "slash", *"jamin", "ctrl+a")
        await until(pilot, lambda: standing(app, "french: Jamin's brigade").acted)


async def test_a_correction_out_of_range_is_mended_where_it_was_typed(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "slash", *"jamin", "ctrl+e")
        await comes(pilot, AskScreen)
        app.screen.query_one("#bases", Input).value = "30"
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "30 is out of range" in seen(app))
        assert app.screen.query_one("#bases", Input).value == "30"


async def test_a_player_is_asked_nothing_of_an_enemy_unit(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "slash", *"bylandt", "ctrl+e")
        await until(pilot, lambda: "only that side or an umpire can correct it" in seen(app))
        assert not isinstance(app.screen, AskScreen)


@pytest.mark.parametrize("key", ["comma", "full_stop"])
async def test_enemies_that_have_not_come_yet_are_not_there_to_be_picked(
    app: EmpiresApp, key: str
) -> None:
    """Quatre Bras: Kempt comes up the Brussels road later in the day, and so does Guiton."""
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, key, *"kempt")
        assert "nothing found" in seen(app)
        await press(pilot, *["backspace"] * 5, *"guiton")
        assert "Guiton's cuirassiers" in seen(app)
        told = {"comma": "not on the table yet", "full_stop": "comes on in turn 4"}
        assert told[key] in seen(app)


async def test_a_battle_goes_on_by_its_name_where_its_order_of_battle_changes_tables(
    open_app: Opener,
) -> None:
    """Picton's ridge overrides values; the file is not in the folder that the player is in."""
    with Umpire.open("ridge") as umpire:
        umpire.bind(OrderOfBattle.of_file("waterloo-picton"))
    app = open_app(battle="ridge", side="french")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "comma", *"1st/17th", "enter", "full_stop", *"92nd", "enter", "enter")
        await until(pilot, lambda: app.table.board.log_panel.entries)
        assert "there is no such file" not in seen(app)
        with Umpire.open("ridge") as umpire:
            assert umpire.recent()[-1].is_ruling


async def test_the_second_action_of_a_unit_takes_four_keys_with_every_state_right(
    open_app: Opener,
) -> None:
    with Umpire.open("saturday") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        shaken = read_correction(roll_of(umpire), ACTOR, {"state": "disordered", "bases": "2"})
        umpire.correct(shaken, "as it stands")
    app = open_app(battle="saturday", side="french")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "a", "d")
        await pick(pilot, "comma", "gauthier")
        await pick(pilot, "full_stop", "bylandt")
        await press(pilot, "enter")
        await until(pilot, lambda: len(rulings()) == 1)
        with Umpire.open("saturday", copy="umpire") as umpire:
            umpire.turn(2)
        await until(pilot, lambda: app.session.roll and app.session.roll.turn == 2)
        await settled(pilot)
        await press(pilot, "full_stop", "k", "enter")
        kempt = load("quatre-bras").fill("target", "allied: Kempt's 8th Brigade", "deployed-fire")
        shown = [row(app, label) for label in ("State", "Bases", "Target bases")]
        assert shown == ["disordered", "2", kempt["target-bases"]]
        await press(pilot, "enter")
        await until(pilot, lambda: len(rulings()) == 2)
    units = rulings()[-1].body["units"]
    assert [units[role]["name"] for role in units] == ["Gauthier's brigade", "Kempt's 8th Brigade"]


async def test_a_fire_by_names_takes_six_keys_and_the_next_three(app: EmpiresApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "comma", "g", "full_stop", "b", "enter", "enter")
        await until(pilot, lambda: app.session.roll and app.session.roll.last > 1)
        await settled(pilot)
        await press(pilot, "comma", "enter", "enter")
        await until(pilot, lambda: len(rulings()) == 2)
    first, second = (ruling.body["units"] for ruling in rulings())
    assert first["actor"]["name"] == "Gauthier's brigade"
    assert first["target"] == second["target"]
    assert second["actor"]["name"] not in (first["actor"]["name"], first["target"]["name"])
    assert second["actor"]["side"] == first["actor"]["side"]


async def test_each_army_s_morale_is_checked_by_name_and_count(open_app: Opener) -> None:
    with Umpire.open("sunday") as umpire:
        umpire.bind(OrderOfBattle.of_file("maida"))
        roll = roll_of(umpire)
        names = [side.name for side in roll.sides]
        for unit in roll.units:
            broken = read_correction(roll, f"{unit.side}: {unit.name}", {"gone": "broken"})
            umpire.correct(broken, "a long day")
    app = open_app(battle="sunday", scenario="maida")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "m")
        await until(pilot, lambda: row(app, "Army") == names[0])
        assert f"check the morale of {names[1]} too" in seen(app)
        own = [unit for unit in roll.units if unit.side_name == names[0]]
        assert row(app, "Units in the army") == str(len(own))
        await press(pilot, "enter")
        await until(pilot, lambda: row(app, "Army") == names[1])
        await press(pilot, "comma")
        await until(pilot, lambda: "checked this turn" in seen(app))
        await press(pilot, "escape", "enter")
        await until(pilot, lambda: len(rulings("sunday")) == 2)
    assert {entry.side for entry in rulings("sunday")} == {side.key for side in roll.sides}


@pytest.mark.parametrize("by", ["check", "loss"])
async def test_an_army_that_others_check_or_strike_stays_picked_and_is_heard_of(
    open_app: Opener, by: str
) -> None:
    """The screen must not go over to the other army, which is due as well."""
    with Umpire.open("sunday") as umpire:
        umpire.bind(OrderOfBattle.of_file("maida"))
        for number, unit in enumerate(roll_of(umpire).units):
            values = {"gone": "broken"} if number % 2 else {"state": "demoralized"}
            if number % 4:
                struck = read_correction(roll_of(umpire), unit.full_name, values)
                umpire.correct(struck, "a long day")
    app = open_app(battle="sunday", scenario="maida")
    async with app.run_test(size=SIZE) as pilot:
        await opened(pilot, app)
        await press(pilot, "m")
        await until(pilot, lambda: row(app, "Army").startswith("French"))
        with Umpire.open("sunday", copy="blue-1") as other:
            if by == "check":
                army = army_of(roll_of(other), "french")
                question = Question.read("there-stand-empires", "army-morale", army.answers)
                other.adjudicate(question, seed=stands(question), side="french")
            else:
                name = roll_of(other).units[0].full_name
                lost = read_correction(roll_of(other), name, {"gone": "broken"})
                other.correct(lost, "overrun")
            last = other.recent()[-1].number
        await until(pilot, lambda: f", #{last}: " in seen(app) and "changed by" in seen(app))
        await press(pilot, "enter")
        told = {"check": "Begin turn 2", "loss": "Enter again draws"}[by]
        await until(pilot, lambda: told in seen(app))
        assert row(app, "Army").startswith("French")
    assert len(rulings("sunday")) == (by == "check")


def stands(question: Question) -> str:
    """A seed by which an army stands."""
    seeds = (f"{number:x}" for number in range(1, 200))
    return next(s for s in seeds if question.result(s).outcome.label == "the army stands")


def roll_of(umpire: Umpire) -> Roll:
    """The roll of a battle that is bound to an order of battle."""
    roll = umpire.roll()
    assert roll is not None
    return roll


def rulings(battle: str = "saturday") -> list[Entry]:
    """What has been ruled so far."""
    with Umpire.open(battle, read_only=True) as umpire:
        return [entry for entry in umpire.recent() if entry.is_ruling]


async def test_the_next_turn_is_begun_with_two_keys_and_says_what_it_changes(
    open_app: Opener,
) -> None:
    with Umpire.open("saturday") as umpire:
        played = Played(umpire, "maida")
        played.play("form-square", {"actor": "Cole's brigade"}, seed="5")
    app = open_app(battle="saturday", side="british")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None and app.session.roll.last == 2)
        await settled(pilot)
        await pilot.press("f10", "N", "N")
        assert "practice: no turn begins" in seen(app)
        await pilot.press("f10", "N")
        await until(pilot, lambda: "N again begins turn 2; yet to act: British: " in seen(app))
        told = "Advanced Brigade 1 of 1, 2nd Brigade 1 of 1"
        await until(pilot, lambda: told in " ".join(seen(app).split()))
        await press(pilot, ">", "N")
        assert "N again begins turn 2" in seen(app), "another key came between"
        await pilot.press("N")
        await until(pilot, lambda: "Turn 2 begins. Cole's brigade: formation square." in seen(app))
        assert app.session.set_up.action.key == "initiative", "it is offered next"


async def test_a_phone_says_who_has_the_initiative_and_how_many_have_yet_to_act(
    open_app: Opener,
) -> None:
    with Umpire.open("saturday") as umpire:
        Played(umpire, "quatre-bras").play("initiative", {}, seed="1")
    app = open_app(battle="saturday", side="french", player="Ney")
    async with app.run_test(size=(40, 20)) as pilot:
        both = "10 to act  init Anglo-Allied  turn 1 ≡"
        await until(pilot, lambda: both in seen(app).splitlines()[0])


async def test_a_phone_says_who_has_yet_to_act_and_lists_them_at_a_key(open_app: Opener) -> None:
    with Umpire.open("saturday") as umpire:
        Played(umpire, "waterloo-picton")
        umpire.turn(player="french")
    app = open_app(battle="saturday", side="french")
    async with app.run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: "21 to act" in seen(app).splitlines()[0])
        assert "turn 2, French" in seen(app).splitlines()[0]
        assert seen(app).splitlines()[0].endswith("≡")
        await pilot.press("N")
        told = (
            "N again begins turn 3 (Allied); it ends that of the French army; yet to act: French: "
            "Schmitz's brigade 5 of 5, Aulard's brigade 4 of 4, Noguès's brigade 4 of 4"
        )
        await until(pilot, lambda: told in " ".join(seen(app).split()))


async def test_in_the_enemy_s_turn_a_phone_says_whose_it_is_and_its_phase(open_app: Opener) -> None:
    with Umpire.open("saturday") as umpire:
        played = Played(umpire, "cannonade-farm")
        played.play("turn-order", {}, "blue", seed="1")
        played.play("march", {"actor": "Dragoons"}, "white", path="clear")
    app = open_app(battle="saturday", side="blue", player="Anne")
    async with app.run_test(size=(40, 20)) as pilot:
        strip = "turn 1, White, march phase ≡"
        await until(pilot, lambda: seen(app).splitlines()[0].endswith(strip))


async def test_after_a_button_s_form_the_key_of_the_acting_unit_goes_on_to_units(
    open_app: Opener,
) -> None:
    with Umpire.open("saturday") as umpire:
        Played(umpire, "cannonade-farm")
    app = open_app(battle="saturday", side="blue")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        await press(pilot, "c", "exclamation_mark")
        await until(pilot, lambda: "no unit is picked: , picks who acts" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "army goes first." in seen(app))
        await press(pilot, "comma")
        await until(pilot, lambda: "Who acts?" in seen(app))
        await press(pilot, *"foot", "enter")
        await until(pilot, lambda: row(app, "Actor") == "Foot Battery")
        assert "0 men" not in seen(app), "nobody is with them, and they are six"
        assert app.session.set_up.action.key == "cannonade"


async def test_what_is_a_dead_end_is_not_offered_after_a_result(open_app: Opener) -> None:
    """Rally Table: "If a friendly Formation is adjacent to routers": here nobody routs."""
    with Umpire.open("saturday") as umpire:
        guns = {"actor": "Foot Battery", "target": "Grenadiers"}
        Played(umpire, "cannonade-farm").play("cannonade", guns, "blue", range=4)
    app = open_app(battle="saturday", side="blue")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None and app.session.roll.last == 2)
        await pick(pilot, "comma", "Foot Battery")
        await press(pilot, "exclamation_mark")
        await until(
            pilot,
            lambda: "Foot Battery can do nothing more now: no men of this side rout" in seen(app),
        )


async def test_what_may_follow_is_a_key_away_with_its_answers(open_app: Opener) -> None:
    horse, target = "9th Chasseurs", "Cole's brigade"
    with Umpire.open("saturday") as umpire:
        played = Played(umpire, "maida")
        at = {"actor": horse, "target": target}
        played.play("assault", at, seed="0", target_formation="march-column", distance=5)
    app = open_app(battle="saturday", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        app.session.set_up.take("actor", f"french: {horse}")
        await pilot.press("!")
        await until(pilot, lambda: "breakthrough charge: up to 7 inches" in seen(app))
        assert app.session.set_up.texts["breakthrough"] == "yes"


async def test_late_orders_are_asked_for_the_distance_and_what_others_rule_stays_till_seen(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = {"actor": "9th Chasseurs", "target": "Cole's brigade"}
    with Umpire.open("sunday", copy="blue-1", side="french") as other:
        Played(other, "maida").play("assault", late, "french", seed="8")
        app = open_app(scenario="maida", battle="sunday", side="british")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "1 open" in seen(app))
            await press(pilot, "!")
            await until(pilot, lambda: "Is Cole's brigade within 4 inches?" in seen(app))
            await press(pilot, "3", "enter")
            await until(pilot, lambda: "Cole's brigade is destroyed" in seen(app))
            await press(pilot, "escape")
            guns = {"actor": "French horse artillery", "target": "Acland's brigade"}
            Played.of(other).play("deployed-fire", guns, "french", formation="deployed")
            await until(
                pilot,
                lambda: "* shows: The fire has no effect. (French horse artillery" in seen(app),
            )
            await press(pilot, "v", "v")
            assert "* shows: The fire has no effect. (French horse artillery" in seen(app), (
                "it stays until it is seen"
            )
            await press(pilot, "*")
            await until(pilot, lambda: "What happened to your units" in seen(app))
            await press(pilot, "escape", ">")
            assert "* shows" not in seen(app)
            assert "still to act: " in seen(app)
            burst(app, [",", *"Acland", "enter"])
            await until(
                pilot,
                lambda: "* shows: The fire has no effect. (French horse artillery" in seen(app),
            )


@pytest.mark.parametrize("size", [(80, 24), (160, 50), (40, 30)])
async def test_what_happened_to_my_units_shows_by_itself(
    open_app: Opener, size: tuple[int, int]
) -> None:
    """The headline with both names everywhere; on a wide screen what is to be done as well."""
    with Umpire.open("friday", copy="blue-1", side="french") as other:
        played = Played(other, "maida")
        app = open_app(scenario="maida", battle="friday", side="british")
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.session.has_read)
            charge = {"actor": "9th Chasseurs", "target": "Cole's brigade"}
            met = {"target_formation": "march-column", "distance": 5}
            played.play("assault", charge, "french", "0", "", **met)
            *_, entry = other.entries()
            assert entry.summary == "The charge goes home - Cole's brigade is destroyed."
            told = f"* shows: {entry.summary} (9th Chasseurs: assault against Cole's brigade)"
            await until(pilot, lambda: told in words_of(app))
            steps = entry.body["on-table"]
            assert steps
            if size[0] == 160:
                await until(pilot, lambda: all(f"· {step}" in words_of(app) for step in steps))
            await press(pilot, "*")
            await until(pilot, lambda: "What happened to your units" in seen(app))
            await press(pilot, "escape")
            assert "* shows" not in seen(app)


def words_of(app: EmpiresApp) -> str:
    """What is seen, whatever lines it is broken into."""
    return " ".join(seen(app).split())


async def test_a_distance_that_decides_is_asked_in_practice_too(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calculator.chance.one_path.fresh_seed", lambda: "8")
    app = open_app(scenario="maida", battle="monday", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)
        await press(pilot, "f10", "a", "s")
        burst(app, [",", *"9th", "enter", ".", *"cole", "enter"])
        await until(pilot, lambda: len(app.session.picked) == 2)
        await settled(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: "Is Cole's brigade within 4 inches?" in seen(app))
        await press(pilot, "3", "enter")
        await until(pilot, lambda: "Cole's brigade is destroyed" in seen(app))
    assert "monday" not in known_battles()


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_what_others_say_of_a_unit_is_read_before_it_is_accepted(
    open_app: Opener, size: tuple[int, int]
) -> None:
    with Umpire.open("sunday", copy="blue-1", side="french") as other:
        played = Played(other, "maida")
        app = open_app(scenario="maida", battle="sunday", side="british")
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.session.has_read)
            other.on_behalf_of("british", "Ben").note("seated")
            fires = {"42nd Line": "Cole's brigade", "French horse artillery": "Acland's brigade"}
            said = {"formation": "deployed", "target_state": "disordered"}
            said |= {"target_quality": "veteran", "target_formation": "march-column"}
            for actor, target in fires.items():
                at = {"actor": actor, "target": target}
                played.play("deployed-fire", at, "french", seed="1", **said)
            shows = "* shows this and 1 more: The fire has no effect. (French"
            await until(pilot, lambda: shows in " ".join(seen(app).split()))
            await press(pilot, "f12")
            told = "state disordered, formation march column"
            for unit in fires.values():
                assert f"the French say: {unit}, " in " ".join(seen(app).split())
            assert " ".join(seen(app).split()).count(told) == len(fires)
            assert f"{told}; F12 accepts it" in " ".join(seen(app).split())
            assert len(other.recent()) == 4, "nothing is recorded unread"
            await press(pilot, "f12")
            await until(pilot, lambda: "recorded: " in seen(app))
            await until(pilot, lambda: len(other.recent()) == 6)
        for target in fires.values():
            assert played.roll.unit(target).now["state"] == "disordered"


async def test_what_the_turn_forbids_can_be_drawn_as_the_table_says(open_app: Opener) -> None:
    with Umpire.open("sunday", copy="blue-1") as other:
        Played(other, "maida").play("deploy", {"actor": "Acland's brigade"}, seed="0")
    app = open_app(scenario="maida", battle="sunday", side="british")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, "a", "d")  # what it may still do instead is not what is meant
        burst(app, [",", *"Acland", "enter"])
        await until(pilot, lambda: "has acted this" in seen(app))
        await press(pilot, "enter")
        await until(pilot, lambda: "Begin turn 2" in seen(app))
        await press(pilot, *"anyway", "enter")
        await until(pilot, lambda: "Why is it allowed anyway?" in seen(app))
        await press(pilot, *"it ran", "enter")
        await until(pilot, lambda: "This was the action of" in seen(app))
    assert "allowed anyway: it ran" in rulings("sunday")[-1].summary


async def test_a_turn_takes_few_keys_on_a_small_screen(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight for the first fire by name with its range, six for a regroup by name, three for the
    second action of a unit, two for the next turn."""
    monkeypatch.setattr("calculator.chance.one_path.fresh_seed", lambda: "0")
    with Umpire.open("sunday", copy="blue-1") as other:
        played = Played(other, "maida")
        shaken = read_correction(played.roll, "Cole's brigade", {"state": "disordered"})
        other.correct(shaken, "fallen back")
    app = open_app(scenario="maida", battle="sunday", side="british")
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app)

        async def draw(keys: str, most: int) -> Entry:
            assert len(keys) <= most
            before = len(rulings("sunday"))
            for key in keys:
                await press(pilot, {"⏎": "enter", ",": "comma", ".": "full_stop"}.get(key, key))
            await until(pilot, lambda: len(rulings("sunday")) > before)
            await settled(pilot)
            return rulings("sunday")[-1]

        fire = await draw(",a.1⏎d3⏎", 8)
        assert fire.unit_names == {"actor": "Acland's brigade", "target": "1st Light"}
        assert fire.body["form"]["range"] == "3"
        regroup = await draw("ar,c⏎⏎", 6)
        assert (regroup.action, regroup.unit_names["actor"]) == ("regroup", "Cole's brigade")
        assert (await draw("am,o⏎⏎", 6)).action == "deploy"
        assert (await draw("!⏎", 3)).action == "advancing-fire"
        await press(pilot, "N", "N")
        await until(pilot, lambda: "Turn 2 begins" in seen(app))
