"""The umpire's screen at 80 by 24 and on a phone: nothing out of sight, nothing out of reach."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from calculator.roll import OrderOfBattle, read_correction
from calculator.rules.question import Question
from calculator.tui.record.screen import RecordApp, RecordScreen
from calculator.tui.screens.dialogs import AskScreen, CardScreen
from calculator.umpire import Umpire
from tests.roll.playing import Played
from tests.tui.seeing import comes, seen, until

PHONE, TERMINAL = (40, 20), (80, 24)
BUTTONS = (
    "Void", "Override", "Note", "Turn", "Morale",
    "Filter", "Luck", "Check", "Heads", "Report", "Help", "Quit",
)  # fmt: skip
WARNING = (
    "1 entry is not yet in the journal /srv/battles/of/the/hundred/days/qb.battle: the disk is "
    "full. What was drawn stands; it is kept in memory only, so do not close this copy, and "
    "written as soon as that is possible."
)


@pytest.fixture(params=[TERMINAL, PHONE], ids=["terminal", "phone"])
async def pilot(request: pytest.FixtureRequest) -> AsyncIterator[Pilot[None]]:
    """The screen on a battle with two armies, the initiative drawn."""
    with Umpire.open("qb", player="Ney") as umpire:
        umpire.bind(OrderOfBattle.of_file("maida"))
        roll = umpire.roll()
        assert roll
        first = next(unit.full_name for unit in roll.units)
        umpire.correct(read_correction(roll, first, {"gone": "broken"}), "a long day")
        app = RecordApp(umpire)
        async with app.run_test(size=request.param) as pilot:
            await until(pilot, lambda: len(app.record.chronicle.lines) == 2)
            yield pilot


def screen(pilot: Pilot[None]) -> RecordScreen:
    assert isinstance(pilot.app, RecordApp)
    return pilot.app.record


def words(pilot: Pilot[None]) -> str:
    """What is seen, whatever lines it is broken into."""
    return " ".join(seen(pilot.app).split())


async def tap(pilot: Pilot[None], label: str) -> None:
    """Tap a button where it is seen."""
    lines = seen(pilot.app).splitlines()
    found = [(line.index(label), y) for y, line in enumerate(lines) if label in line]
    assert await pilot.click(offset=found[-1])


async def test_buttons_say_their_keys_at_every_size(pilot: Pilot[None]) -> None:
    found = set(re.findall(r"(\S) (\w+)", seen(pilot.app)))
    assert {("v", "Void"), ("o", "Override"), ("m", "Morale"), ("q", "Quit")} <= found


@pytest.mark.parametrize("label", BUTTONS)
async def test_every_button_can_be_reached_and_tapped(
    pilot: Pilot[None], label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[str] = []
    action = f"action_{'leave' if label == 'Quit' else label.lower()}"
    monkeypatch.setattr(RecordScreen, action, lambda _: pressed.append(label), raising=False)
    asked = lambda _, what: pressed.append(what.capitalize())  # noqa: E731
    monkeypatch.setattr(RecordScreen, "action_ask", asked)
    await tap(pilot, label)
    await until(pilot, lambda: pressed == [label])


async def test_an_umpire_needs_no_key_to_filter_and_to_see_all_again(pilot: Pilot[None]) -> None:
    await tap(pilot, "Filter")
    box = screen(pilot).query_one("#filter", Input)
    await until(pilot, lambda: box.has_focus)
    box.value = "side:french"
    await tap(pilot, "All")
    await until(pilot, lambda: not box.display)
    assert len(screen(pilot).table.listed) == 2
    assert "Filter" in words(pilot)


async def test_buttons_do_what_their_keys_do(pilot: Pilot[None]) -> None:
    await tap(pilot, "Help")
    await comes(pilot, CardScreen)
    await pilot.press("escape")
    await until(pilot, lambda: pilot.app.screen is screen(pilot))
    await tap(pilot, "Note")
    await comes(pilot, AskScreen)


@pytest.mark.parametrize(("button", "known"), [("Back", 2), ("Record", 3)])
async def test_what_is_asked_is_left_or_given_by_a_tap(
    pilot: Pilot[None], button: str, known: int
) -> None:
    await tap(pilot, "Note")
    await comes(pilot, AskScreen)
    pilot.app.screen.query_one(Input).value = "a mist"
    await tap(pilot, button)
    await until(pilot, lambda: pilot.app.screen is screen(pilot))
    await until(pilot, lambda: len(screen(pilot).chronicle.lines) == known)
    assert ("a mist" in words(pilot)) is (known == 3)


async def test_battle_turn_initiative_and_every_army_stay_in_sight(pilot: Pilot[None]) -> None:
    screen(pilot).umpire.turn(12, skipping=True)
    question = Question.read("there-stand-empires", "initiative", {})
    headline = screen(pilot).umpire.adjudicate(question).result.narration.headline
    army = "French" if "French" in headline else "British"
    told = (f"initiative: {army}", "qb ", "turn 12", "umpire", "Calabria: 1", "expedition: 0")
    await until(pilot, lambda: all(part in words(pilot) for part in told))
    await until(pilot, lambda: "yet to act: French: Comp" in words(pilot))


async def test_who_has_yet_to_act_is_told_by_formation_and_a_key_or_tap_goes_on(
    pilot: Pilot[None],
) -> None:
    """The first battalion of the first brigade is gone: its brigade has one left to act."""
    roll = screen(pilot).umpire.roll()
    assert roll
    left = [unit for unit in roll.units if not unit.gone]
    first, second = left[:2]
    brigade = [unit.name for unit in left if unit.division == first.division]
    many = len(brigade)
    waits = f"yet to act: French: {first.division} {many} of {many}"
    await until(pilot, lambda: waits in words(pilot))
    await pilot.press(">")
    named = f"next to act: {first.name}. {first.division}, {many} of {many} still to act"
    await until(pilot, lambda: named in words(pilot))
    assert ", ".join(brigade) in words(pilot)
    await pilot.click(screen(pilot).battle)
    await until(pilot, lambda: f"next to act: {second.name}." in words(pilot))


async def test_of_a_long_name_the_end_is_cut_and_not_the_turn() -> None:
    name = "the-hundred-days-from-the-crossing-of-the-sambre-to-the-fall-of-paris-in-july"
    with Umpire.open(name) as umpire:
        app = RecordApp(umpire)
        async with app.run_test(size=PHONE) as pilot:
            await until(pilot, lambda: "turn 1" in seen(app).splitlines()[0])
            assert "…" in seen(app).splitlines()[0]


async def test_what_is_pending_is_told_to_the_end_for_as_long_as_it_is(
    pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Umpire, "warning", WARNING)
    whole = "".join(WARNING.split())
    await until(pilot, lambda: whole in "".join(words(pilot).split()))
    screen(pilot).note("written to /tmp/report.md")
    await until(pilot, lambda: "written to /tmp/report.md" in words(pilot))
    assert "so do not close this copy" in words(pilot)
    monkeypatch.setattr(Umpire, "warning", "")
    await until(pilot, lambda: "do not close" not in words(pilot))
    await until(pilot, lambda: "written to /tmp/report.md" in words(pilot))


async def test_every_fault_is_told(pilot: Pilot[None]) -> None:
    screen(pilot).note("side: is missing\nunits: 'x' is no number of units")
    await until(pilot, lambda: "side: is missing units: 'x' is no number" in words(pilot))


async def test_tab_never_leaves_the_list_for_what_takes_no_keys(pilot: Pilot[None]) -> None:
    assert screen(pilot).focused is screen(pilot).table
    await pilot.press("tab")
    assert screen(pilot).focused is screen(pilot).table


async def test_what_is_asked_meanwhile_does_not_turn_quit_into_back(pilot: Pilot[None]) -> None:
    await tap(pilot, "Note")
    await comes(pilot, AskScreen)
    screen(pilot).umpire.note("from elsewhere")
    await until(pilot, lambda: len(screen(pilot).chronicle.lines) == 3)
    await pilot.press("escape")
    await until(pilot, lambda: pilot.app.screen is screen(pilot))
    await tap(pilot, "Quit")


async def test_what_was_said_goes_with_the_next_key(pilot: Pilot[None]) -> None:
    screen(pilot).note("army: 'prussian' is not one of them")
    await until(pilot, lambda: "is not one of them" in words(pilot))
    await pilot.press("down")
    await until(pilot, lambda: "a second tap opens" in words(pilot))
    assert "is not one of them" not in words(pilot)


async def test_the_umpire_sees_whose_turn_it_is_and_in_which_phase() -> None:
    with Umpire.open("field") as umpire:
        played = Played(umpire, "cannonade-farm")
        umpire.turn(2, "white")
        played.play("march", {"actor": "Dragoons"}, path="clear")
        app = RecordApp(umpire)
        async with app.run_test(size=TERMINAL) as pilot:
            told = ("turn 2, White, march phase", "yet to act: ")
            await until(pilot, lambda: all(part in words(pilot) for part in told))
