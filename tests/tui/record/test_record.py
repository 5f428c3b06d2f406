"""The umpire's screen under a pilot: everything an umpire does, by key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from calculator.desk.turns import turn_view
from calculator.journal.entry import EntryKind
from calculator.roll import OrderOfBattle, read_correction
from calculator.rules.catalog import find_system
from calculator.rules.question import Question
from calculator.tui.record.listing import SIGNS, EntryTable
from calculator.tui.record.screen import RecordApp, RecordScreen
from calculator.tui.screens.dialogs import AskScreen, CardScreen
from calculator.umpire import Umpire
from tests.journal.forgery import forge, lock, unlocked
from tests.tui.seeing import card_text, comes, seen, settled, until

ASSAULT = ("there-stand-empires", "assault")
FIRE = ("there-stand-empires", "deployed-fire")


@pytest.fixture
def umpire(home: Path) -> Umpire:
    """A battle with four rulings of two sides."""
    umpire = Umpire.open("qb", side="French", player="Ney")
    for number, asked in enumerate((ASSAULT, FIRE, ASSAULT, FIRE)):
        umpire.side = ("French", "Allied")[number % 2]
        umpire.adjudicate(Question.read(*asked, {}), seed=f"a{number}")
    umpire.side = ""
    return umpire


@pytest.fixture
async def pilot(umpire: Umpire) -> AsyncIterator[Pilot[None]]:
    app = RecordApp(umpire)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 4)
        yield pilot
    umpire.close()


def record(pilot: Pilot[None]) -> RecordApp:
    assert isinstance(pilot.app, RecordApp)
    return pilot.app


async def answer(pilot: Pilot[None], *texts: str) -> None:
    """Fill in the blanks that are asked."""
    await comes(pilot, AskScreen)
    await until(pilot, lambda: len(pilot.app.screen.query(Input)) == len(texts))
    for blank, text in zip(pilot.app.screen.query(Input), texts, strict=True):
        blank.value = text
    pilot.app.screen.query(Input).last().focus()
    await pilot.press("enter")


async def card(pilot: Pilot[None]) -> str:
    """The text of the card that opens."""
    await comes(pilot, CardScreen)
    return card_text(pilot.app)


async def test_an_entry_is_told_in_full_and_computed_again(pilot: Pilot[None]) -> None:
    await pilot.press("down", "enter")
    told = await card(pilot)
    version = find_system("there-stand-empires").version
    ruled_by = f"version {version} of the rules' code"
    for part in ("French, Ney", "There Stand Empires: Assault", "Odds", "Why", ruled_by, "hash"):
        assert part in told
    assert "Computed again: the same result." in told
    await pilot.press("escape", "escape")
    assert record(pilot).screen is record(pilot).record


async def test_odds_and_outcomes_speak_of_armies_by_name(home: Path) -> None:
    """Where names are known nothing is told of "the attacker", and either word is ruled."""
    with Umpire.open("qb") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        umpire.adjudicate(Question.read("there-stand-empires", "initiative", {}), "3")
        app = RecordApp(umpire)
        async with app.run_test(size=(80, 40)) as pilot:
            await until(pilot, lambda: len(app.record.chronicle.lines) == 2)
            await pilot.press("enter")
            told = await card(pilot)
            assert "▸  50.0% The Anglo-Allied army" in told
            assert "50.0% The French army" in told
            assert "attacker" not in told
            await pilot.press("escape", "o")
            await comes(pilot, AskScreen)
            assert "The French army; The Anglo-Allied army" in " ".join(flat(pilot).split())
            assert umpire.amend(umpire.overriding(2, "the French army", "misread"))
            roll = umpire.roll()
            assert roll
            assert turn_view(roll).initiative == "French"


async def test_a_key_turns_to_the_next_theme(pilot: Pilot[None]) -> None:
    await pilot.press("f4")
    await until(pilot, lambda: pilot.app.theme == "empires-light")


async def test_a_void_needs_a_reason_and_strikes_the_entry(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    await pilot.press("v")
    await answer(pilot, "")
    await until(pilot, lambda: "reason: is missing" in seen(pilot.app))
    assert len(umpire.recent()) == 4
    await answer(pilot, "measured wrong")
    await until(pilot, lambda: record(pilot).record.chronicle.amendments.of(4).void)
    assert umpire.recent()[-1].body == {"entry": 4, "reason": "measured wrong"}
    await pilot.press("down", "enter")
    assert "✗ #4 is void: measured wrong - Ney" in await card(pilot)


async def test_an_override_says_what_was_ruled_instead(pilot: Pilot[None], umpire: Umpire) -> None:
    await pilot.press("o")
    await answer(pilot, "disordered", "agreed by both")
    await until(pilot, lambda: record(pilot).record.chronicle.amendments.of(4).override)
    assert umpire.recent()[-1].body["ruled"] == "disordered"


async def test_notes_and_turns_are_recorded(pilot: Pilot[None], umpire: Umpire) -> None:
    await pilot.press("n")
    await answer(pilot, "rain begins")
    await until(pilot, lambda: len(record(pilot).record.chronicle.lines) == 5)
    await settled(pilot)
    await pilot.press("t")
    await answer(pilot, "2")
    await until(pilot, lambda: record(pilot).record.chronicle.turn == 2)
    assert umpire.current_turn == 2


def lose(umpire: Umpire) -> None:
    """Bind the battle to an order of battle of which nothing is left."""
    umpire.bind(OrderOfBattle.of_file("maida"))
    roll = umpire.roll()
    assert roll
    for unit in roll.units:
        umpire.correct(read_correction(roll, unit.full_name, {"gone": "broken"}), "a long day")


async def test_an_army_that_has_lost_much_is_checked_once(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    lose(umpire)
    await until(pilot, lambda: "check!" in seen(pilot.app))
    before = umpire.journal.storage.last()
    await pilot.press("m")
    await until(pilot, lambda: "check it now [III.A, X]" in flat(pilot))
    assert umpire.journal.storage.last() == before
    await answer(pilot, "fren")
    await until(pilot, lambda: umpire.recent()[-1].action == "army-morale")
    assert umpire.recent()[-1].side == "french"
    checked = umpire.recent()[-1]
    assert (await asked(pilot)).startswith("British")
    await answer(pilot, "fren")
    await until(pilot, lambda: flat(pilot).count("[III.A, X]") == 3)
    assert umpire.recent()[-1] == checked


def flat(pilot: Pilot[None]) -> str:
    """All that is seen, in one line."""
    return " ".join(seen(pilot.app).replace("│", " ").split())


async def test_both_armies_that_are_due_are_asked_about_in_turn(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    lose(umpire)
    await until(pilot, lambda: seen(pilot.app).count("check!") == 2)
    await pilot.press("m")
    for _ in range(2):
        before = umpire.journal.storage.last()
        await asked(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: umpire.journal.storage.last() > before)  # noqa: B023
        await settled(pilot)
    checked = {entry.side for entry in umpire.recent() if entry.action == "army-morale"}
    assert checked == {"french", "british"}
    await until(pilot, lambda: "check!" not in seen(pilot.app))


async def test_without_an_order_of_battle_nothing_counts_the_armies(pilot: Pilot[None]) -> None:
    await pilot.press("m")
    await until(pilot, lambda: "cannot count the armies" in flat(pilot))


async def asked(pilot: Pilot[None]) -> str:
    """What the blank holds that is asked for."""
    await until(pilot, lambda: bool(pilot.app.screen.query(Input)) and pilot.app.screen.focused)
    await settled(pilot)
    field = pilot.app.screen.query(Input).last()
    await until(pilot, lambda: pilot.app.screen.focused is field)
    return field.value


async def test_a_rewritten_record_stays_said_until_it_is_acknowledged(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    with closing(unlocked(Path(umpire.journal.storage.where))) as connection:
        forge(connection, 4, lambda entry: entry.update(player="Grouchy"))
        lock(connection)
    await until(pilot, lambda: "THE RECORD WAS ALTERED after entry 3" in flat(pilot))
    await pilot.press("enter")
    told = await card(pilot)
    assert "✓" not in told
    assert "not the record that this copy saw" in " ".join(told.split())
    await pilot.press("escape", "c")
    assert "Entry 4 is not the one that this copy saw" in await card(pilot)
    await pilot.press("escape", "w")
    await until(pilot, lambda: "ALTERED" not in seen(pilot.app))
    await until(pilot, lambda: len(record(pilot).record.chronicle.lines) == 4)
    assert record(pilot).record.table.listed[0].player == "Grouchy"


async def test_a_filter_narrows_the_list_and_escape_widens_it(pilot: Pilot[None]) -> None:
    table = record(pilot).record.table
    await pilot.press("slash", *"side:french")
    await until(pilot, lambda: len(table.listed) == 2)
    assert {line.side for line in table.listed} == {"French"}
    await pilot.press("escape")
    await until(pilot, lambda: len(table.listed) == 4)


async def test_luck_and_the_state_of_the_record_are_told(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    umpire.side = "French"
    await pilot.press("l")
    assert "Left out, with a typed seed: 4" in await card(pilot)
    await pilot.press("escape")
    umpire.adjudicate(Question.read(*FIRE, {}))
    await comes(pilot, RecordScreen)
    await pilot.press("l")
    assert "French\n 1 ruling:" in await card(pilot)
    await pilot.press("escape")
    await comes(pilot, RecordScreen)
    await pilot.press("c")
    told = await card(pilot)
    assert "each as recorded: 5 results" in told
    assert "5 entries in one unbroken chain." in told


async def test_a_battle_report_is_written(pilot: Pilot[None], tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    await pilot.press("e")
    await answer(pilot, str(path))
    await until(pilot, lambda: path.exists() and "## Turn 1" in path.read_text())


async def test_rulings_of_other_copies_come_in_by_themselves(
    pilot: Pilot[None], umpire: Umpire
) -> None:
    with Umpire.open("qb", copy="blue-9") as other:
        other.adjudicate(Question.read(*FIRE, {}))
    table = record(pilot).record.table
    await until(pilot, lambda: len(table.listed) == 5)
    assert table.listed[0].copy == "blue-9"


async def test_who_only_watches_changes_nothing(umpire: Umpire) -> None:
    app = RecordApp(Umpire.open("qb", read_only=True))
    async with app.run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 4)
        for key in "vontam":
            await pilot.press(key)
        await pilot.pause(0.3)
        assert app.screen is app.record
        assert len(umpire.recent()) == 4
    umpire.close()


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_every_entry_is_listed_by_turn_side_and_copy(
    umpire: Umpire, size: tuple[int, int]
) -> None:
    with Umpire.open("qb", copy="blue-9", side="Prussian", player="Gneisenau") as other:
        other.turn(12, skipping=True)
        other.note("they are coming")
    app = RecordApp(umpire)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 6)
        shown = seen(app)
        for part in ("t12", "Prussian", "blue-9", "they are coming", "Allied", umpire.copy):
            assert part in shown
    umpire.close()


async def test_on_a_phone_a_tap_on_either_line_of_an_entry_selects_it_and_another_opens_it(
    umpire: Umpire,
) -> None:
    app = RecordApp(umpire)
    async with app.run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 4)
        for line in (4, 5):
            app.record.table.row = 0
            await pilot.click(EntryTable, offset=(8, line))
            assert app.record.table.row == 2
        await pilot.click(EntryTable, offset=(8, 4))
        assert "entry 2 of qb" in await card(pilot)
    umpire.close()


async def test_on_a_phone_the_cursor_is_followed_to_the_oldest_entry(umpire: Umpire) -> None:
    for number in range(20):
        umpire.note(f"note {number}")
    app = RecordApp(umpire)
    async with app.run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: len(app.record.chronicle.lines) == 24)
        await pilot.press("end")
        oldest = umpire.entry(1)
        await until(pilot, lambda: oldest.summary[:20] in seen(app))
        await pilot.press("pageup")
        assert 0 < app.record.table.row < 20
    umpire.close()


def test_every_kind_of_entry_has_a_sign_of_its_own() -> None:
    assert set(SIGNS) == set(EntryKind)
    assert len({sign for sign, _ in SIGNS.values()}) == len(EntryKind)
