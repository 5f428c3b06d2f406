"""What an umpire types is checked before it is taken, and never lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input

from calculator.desk.chronicle import Chronicle
from calculator.errors import FaultsError, JournalError
from calculator.journal.entry import EntryKind
from calculator.roll import OrderOfBattle
from calculator.rules.question import Question
from calculator.tui.record import openings
from calculator.tui.record.screen import RecordApp
from calculator.tui.screens.dialogs import AskScreen
from calculator.umpire import Umpire
from tests.tui.seeing import comes, seen, until


@pytest.fixture
def umpire() -> Umpire:
    """A battle with a void ruling, the void, a turn, a note and a ruling that stands."""
    umpire = Umpire.open("qb", player="Ney")
    melee = Question.read("cannonade", "melee", {})
    umpire.adjudicate(melee)
    umpire.amend(umpire.voiding(1, "measured wrong"))
    umpire.turn(2)
    umpire.note("not [/] markup [red]")
    umpire.adjudicate(melee)
    return umpire


@pytest.fixture(params=[(80, 24), (40, 20)], ids=["terminal", "phone"])
async def pilot(request: pytest.FixtureRequest, umpire: Umpire) -> AsyncIterator[Pilot[None]]:
    app = RecordApp(umpire)
    async with app.run_test(size=request.param) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 5)
        yield pilot
    umpire.close()


async def ask(pilot: Pilot[None], key: str) -> AskScreen:
    """What a key asks, once what was asked before is recorded."""
    await until(pilot, lambda: not isinstance(pilot.app.screen, AskScreen))
    await pilot.press(key)
    await comes(pilot, AskScreen)
    await until(pilot, lambda: pilot.app.screen.focused is not None)
    assert isinstance(pilot.app.screen, AskScreen)
    return pilot.app.screen


async def comes_to(pilot: Pilot[None], blank: Widget) -> None:
    """Wait until a blank has the focus."""
    await until(pilot, lambda: pilot.app.screen.focused is blank)


async def shows(pilot: Pilot[None], *parts: str) -> None:
    """Wait until all of this is seen."""
    await until(pilot, lambda: all(part in words(pilot) for part in parts))


async def fill(pilot: Pilot[None], *texts: str) -> None:
    """Type into one blank after the other, with Enter after each."""
    screen = pilot.app.screen
    for blank, text in zip(screen.query(Input).results(), texts, strict=True):
        await comes_to(pilot, blank)
        await pilot.press(*text, "enter")


def words(pilot: Pilot[None]) -> str:
    """What is seen, whatever lines it is broken into; of lines in a frame what is inside it."""
    lines = (line.split("│") for line in seen(pilot.app).splitlines())
    inside = (" ".join(parts[1:-1] if len(parts) > 2 else parts) for parts in lines)
    return " ".join(" ".join(inside).split())


def at_entry(pilot: Pilot[None], number: int) -> None:
    """Move the cursor to an entry."""
    assert isinstance(pilot.app, RecordApp)
    table = pilot.app.record.table
    table.go([line.number for line in table.listed].index(number))


async def test_a_reason_left_out_is_asked_for_and_the_ruling_typed_stays(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    screen = await ask(pilot, "o")
    await fill(pilot, "halted", "")
    await shows(pilot, "reason: is missing")
    assert pilot.app.screen is screen
    assert screen.focused is screen.query_one("#reason")
    assert screen.query_one("#ruled", Input).value == "halted"
    await pilot.press(*"fog", "enter")
    await until(pilot, lambda: umpire.recent()[-1].kind is EntryKind.OVERRIDE)
    assert umpire.recent()[-1].body["ruled"] == "halted"


async def test_withdrawals_are_switched_off_and_on_again(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    screen = await ask(pilot, "s")
    assert "Now: yes" in words(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: umpire.withdrawals_off is not None)
    screen = await ask(pilot, "s")
    assert "Now: no, since entry" in words(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: umpire.withdrawals_off is None)
    screen = await ask(pilot, "s")
    screen.query_one("#allowed", Input).value = "maybe"
    await pilot.press("enter")
    await shows(pilot, "'maybe' is not yes", "(allowed: yes or no)")


@pytest.mark.parametrize(
    "text", ["", "x", "0", "-1", "9" * 20, pytest.param("9" * 5000, id="long")]
)
def test_what_is_no_turn_is_refused_where_it_is_typed(umpire: Umpire, text: str) -> None:
    asked = openings.turn(umpire, Chronicle())
    with pytest.raises(FaultsError, match=r"is not a whole number|out of range"):
        asked.record({"turn": text})
    umpire.close()


async def test_turns_are_skipped_only_once_that_is_said_and_what_came_meanwhile_is_told(
    tmp_path: Path,
) -> None:
    """Others take turn 2 back while the next is asked for; the 20th Foot comes on in it."""
    here = tmp_path / "maida.battle"
    with Umpire.open(here) as umpire, Umpire.open(here) as other:
        umpire.bind(OrderOfBattle.of_file("maida"))
        umpire.turn()
        async with RecordApp(umpire).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "turn 2" in seen(pilot.app))
            await ask(pilot, "t")
            other.undo_turn()
            await pilot.press("enter")
            await shows(pilot, "Turn 1 is in force: turn 2 would be skipped.")
            assert umpire.current_turn == 1
            await pilot.press(*["backspace"] * 2, *"yes", "enter")
            await shows(pilot, "Turn 3 begins. The 20th Foot comes on.")


async def test_a_void_entry_and_its_void_differ_by_sign_and_word(pilot: Pilot[None]) -> None:
    await shows(pilot, "✗ void: ", "⊘ #1 is void: measured wrong")


@pytest.mark.parametrize(
    ("number", "key", "why"),
    [
        (1, "v", "entry 1 is void already (#2): measured wrong"),
        (2, "v", "entry 2 is a void"),
        (3, "v", "entry 3 is a change of turn"),
        (3, "o", "entry 3 is a change of turn, not a ruling"),
        (4, "o", "entry 4 is a note, not a ruling"),
    ],
)
async def test_what_cannot_be_done_is_said_before_anything_is_typed(
    pilot: Pilot[None], number: int, key: str, why: str
) -> None:
    at_entry(pilot, number)
    await pilot.press(key)
    await shows(pilot, why)
    assert not isinstance(pilot.app.screen, AskScreen)


async def test_what_cannot_be_recorded_is_asked_again_as_it_was_typed(
    pilot: Pilot[None], umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise JournalError("the journal cannot be read")

    with monkeypatch.context() as patch:
        patch.setattr(umpire, "amend", fails)
        screen = await ask(pilot, "o")
        await fill(pilot, "halted", "fog")
        await shows(pilot, "the journal cannot be read")
    assert pilot.app.screen is screen
    assert [blank.value for blank in screen.query(Input)] == ["halted", "fog"]
    await pilot.press("enter")
    await until(pilot, lambda: umpire.recent()[-1].kind is EntryKind.OVERRIDE)
    assert umpire.recent()[-1].body["ruled"] == "halted"


async def test_a_report_that_cannot_be_written_is_asked_for_again(
    pilot: Pilot[None], tmp_path: Path
) -> None:
    screen = await ask(pilot, "e")
    screen.query_one(Input).value = str(tmp_path / "no" / "such.md")
    await pilot.press("enter")
    await shows(pilot, "cannot be written")
    path = tmp_path / "report.md"
    blank = pilot.app.screen.query_one(Input)
    await comes_to(pilot, blank)
    blank.value = str(path)
    await pilot.press("enter")
    await until(pilot, path.exists)


async def test_the_border_says_what_enter_does_next(pilot: Pilot[None]) -> None:
    await ask(pilot, "o")
    await shows(pilot, "Enter goes on")
    await pilot.press("tab")
    await shows(pilot, "Enter records it")


async def test_a_tap_beside_what_is_asked_loses_nothing_that_was_typed(pilot: Pilot[None]) -> None:
    screen = await ask(pilot, "n")
    screen.query_one(Input).value = "rain"
    await pilot.click(offset=(0, 0))
    assert pilot.app.screen is screen
    screen.query_one(Input).value = ""
    await pilot.click(offset=(0, 0))
    await until(pilot, lambda: pilot.app.screen is not screen)


async def test_brackets_in_a_note_are_no_markup(pilot: Pilot[None]) -> None:
    at_entry(pilot, 4)
    await ask(pilot, "v")
    await shows(pilot, "Void entry 4: not [/] markup")


async def test_everything_asked_is_in_reach_on_a_phone(pilot: Pilot[None]) -> None:
    screen = await ask(pilot, "o")
    await fill(pilot, "", "")
    await shows(pilot, "ruled: is missing")
    for key, label in (("reason", "Why?"), ("ruled", "What do you rule instead?")):
        screen.query_one(f"#{key}").focus()
        await shows(pilot, label, "ruled: is missing", "Record")


async def test_an_override_offers_the_outcomes_and_takes_what_words_leave(tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "saturday.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        question = Question.read("there-stand-empires", "deployed-fire", {})
        units = {"actor": "Gauthier's brigade", "target": "Bylandt's brigade"}
        ruling = umpire.adjudicate(question, "5", units=units).entry
        assert ruling is not None
        app = RecordApp(umpire)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: len(app.record.chronicle.lines) == 2)
            screen = await ask(pilot, "o")
            await shows(pilot, "falls back 3 inches", "how Bylandt's brigade now stands")
            await fill(pilot, "lost in the rye", "agreed", "", "bases=99")
            await shows(pilot, "99 is out of range")
            assert pilot.app.screen is screen
            screen.query_one("#unit-1", Input).value = "bases=3 state=disordered"
            screen.query_one("#ruled", Input).value = "no efect"
            await comes_to(pilot, screen.query_one("#unit-1", Input))
            await pilot.press("enter")
            await shows(pilot, "did you mean 'no", "effect'?")
            assert pilot.app.screen is screen
            screen.query_one("#ruled", Input).value = "lost in the rye"
            await pilot.press("enter", "enter", "enter", "enter")
            await shows(pilot, "Bylandt's brigade: now", "3 bases")
            assert umpire.recent()[-1] == ruling
            await pilot.press("enter")
            await until(pilot, lambda: umpire.recent()[-1].kind is EntryKind.OVERRIDE)
            roll = umpire.roll()
            assert roll is not None
            stands = roll.unit("Bylandt's brigade").now
            assert (stands["bases"], stands["state"]) == ("3", "disordered")
            await until(pilot, lambda: len(app.record.chronicle.lines) == 3)
            at_entry(pilot, ruling.number)
            await ask(pilot, "o")
            await pilot.press(*"falls back 3", "right", "enter", *"seen", "enter", "enter", "enter")
            await shows(pilot, "Record it?")
            await pilot.press("enter")
            await until(pilot, lambda: umpire.recent()[-1].number == ruling.number + 2)
            assert umpire.recent()[-1].body["ruled"] == "falls back 3 inches, disordered"
            assert umpire.recent()[-1].body["outcome"]


async def test_a_void_is_confirmed_below_what_it_changes_and_corrects_what_was_said(
    tmp_path: Path,
) -> None:
    with Umpire.open(tmp_path / "saturday.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        seeds = {"first": "5", "later": "5"}
        units = {"actor": "Gauthier's brigade", "target": "Bylandt's brigade"}
        first = Question.read("there-stand-empires", "deployed-fire", {})
        drawn = umpire.adjudicate(first, seeds["first"], units=units).entry
        assert drawn
        umpire.amend(umpire.overriding(drawn.number, "disordered", "seen"))
        answers = {"target-state": "disordered"}
        later = Question.read("there-stand-empires", "deployed-fire", answers)
        umpire.adjudicate(later, seeds["later"], units={**units, "actor": "Jamin's brigade"})
        app = RecordApp(umpire)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: len(app.record.chronicle.lines) == 4)
            at_entry(pilot, drawn.number)
            await ask(pilot, "v")
            await fill(pilot, "too far")
            await shows(pilot, "#4 said Bylandt's brigade state disordered", "both to correct")
            pilot.app.screen.query_one(Input).value = "perhaps"
            await pilot.press("enter")
            await shows(pilot, "'perhaps' is not valid")
            pilot.app.screen.query_one(Input).value = "both"
            await pilot.press("enter")
            await until(pilot, lambda: umpire.recent()[-1].kind is EntryKind.CORRECTION)
        roll = umpire.roll()
        assert roll
        assert roll.unit("Bylandt's brigade").now["state"] == "ok"
