"""Playing by keyboard: fields by their letters, answers by theirs, a result with Enter."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_letters
from threading import Event

import pytest
from textual import events

from calculator.desk.odds_view import Reading, read
from calculator.forms import plain
from calculator.rules.question import Question
from calculator.tui.rows import letters_of
from calculator.tui.screens import set_up, table
from calculator.tui.screens.dialogs import CardScreen
from calculator.tui.screens.table import EmpiresApp
from tests.tui.conftest import Opener
from tests.tui.seeing import press, row, seen, settled, until

SIZE = (80, 24)


def headlines(app: EmpiresApp) -> list[str]:
    return [entry.text for entry in app.table.board.log_panel.entries]


async def test_a_usual_fire_action_takes_at_most_eight_keys_from_a_fresh_start(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    keys = ["a", "d", "y", "v", "F", "c", "enter"]
    assert len(keys) <= 8
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *keys)
        result = app.table.board.result.result
        assert result is not None
        assert result.question.action.key == "deployed-fire"
        assert row(app, "Quality") == "veteran"
        assert result.narration.headline in headlines(app)
        assert result.narration.headline.split()[0] in seen(app)


async def test_the_last_action_is_repeated_with_one_key(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "d", "enter")
        await press(pilot, "enter")
        assert len(headlines(app)) == 2


async def test_every_field_has_a_letter_of_its_own_in_every_action(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        buttons = set(letters_of(app.session.system).buttons.values())
        for action in app.session.system.actions:
            app.table.action_choose(action.key)
            letters = [row.letter for row in app.table.board.form.rows if row.kind or row.answers]
            assert all(len(letter) == 1 for letter in letters)
            assert len({*letters, *buttons}) == len(letters) + len(buttons)


async def test_a_letter_arms_a_field_and_the_next_picks_its_answer(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y")
        assert "○ r raw" in seen(app)
        await press(pilot, "r")
        assert row(app, "Quality") == "raw"
        assert "○ r raw" not in seen(app)


async def test_a_letter_that_names_no_answer_changes_nothing_and_says_so(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "q")
        assert app.is_running
        assert row(app, "Quality") == "average"
        assert "no answer has that letter" in seen(app)


@pytest.mark.parametrize("away", ["escape", "tab"])
async def test_an_armed_field_is_left_as_it_was(open_app: Opener, away: str) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "down", away)
        assert row(app, "Quality") == "average"
        assert "○ r raw" not in seen(app)


async def test_yes_or_no_turns_over_at_its_letter(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "g")
        assert row(app, "General near") == "yes"
        await press(pilot, "g")
        assert row(app, "General near") == "no"


async def test_numbers_are_typed_and_count_as_they_are_typed(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "1", "2")
        assert row(app, "Bases") == "12"
        await press(pilot, "enter")
        assert app.table.board.result.result is None
        await press(pilot, "b", "7", "y", "v")
        assert (row(app, "Bases"), row(app, "Quality")) == ("7", "veteran")


async def test_a_number_may_be_pasted(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b")
        app.post_message(events.Paste(" 12 \nbases"))
        await until(pilot, lambda: row(app, "Bases") == "12")
        await press(pilot, "delete")
        app.post_message(events.Paste("a dozen"))
        await until(pilot, lambda: "'a dozen' is not a whole number" in seen(app))
        assert row(app, "Bases") == "4"
        app.post_message(events.Paste("1" * 501))
        await until(pilot, lambda: "Bases: what was pasted is too long" in seen(app))


@pytest.mark.parametrize("keys", [[], ["y"]], ids=["nothing open", "words to choose from"])
async def test_where_nothing_is_typed_a_paste_says_where(open_app: Opener, keys: list[str]) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *keys)
        app.post_message(events.Paste("12"))
        await until(pilot, lambda: "open a number or text field first" in seen(app))


async def test_a_number_out_of_range_is_not_taken_and_the_range_is_told(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "1", "3")
        assert "13 is out of range: a whole number from 1 to 12 bases" in seen(app)
        assert row(app, "Bases") == "4", "and not the 1 that it begins with"
        assert "bases" not in app.session.set_up.said, "which nobody has said"
        await press(pilot, "backspace", "2", "enter")
        assert row(app, "Bases") == "12"


@pytest.mark.parametrize("away", ["enter", "tab", "up", "right", "y", "q"])
async def test_a_number_that_cannot_be_read_stays_open_until_it_is_put_right(
    open_app: Opener, away: str
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "2", "1", away, "enter")
        assert app.is_running
        assert "21▏" in seen(app)
        assert "21 is out of range" in seen(app)
        assert (row(app, "Bases"), row(app, "Quality")) == ("4", "average")
        assert app.table.board.result.result is None
        await press(pilot, "ctrl+u", "9", "enter")
        assert row(app, "Bases") == "9"


async def test_escape_forgets_what_cannot_be_read(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "7", "enter", "b", "9", "9", "escape")
        assert row(app, "Bases") == "7"
        assert "that could not be read; the old answer is kept" in seen(app)
        await press(pilot, "enter")
        result = app.table.board.result.result
        assert result is not None
        assert plain(result.question.form)["bases"] == 7


async def test_a_number_rubbed_out_is_answered_as_before(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "9")
        assert row(app, "Bases") == "9"
        await press(pilot, "backspace", "enter")
        assert row(app, "Bases") == "4"


async def test_enter_ends_a_number_and_again_draws_the_result(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "9", "enter")
        assert "Bases is set; Enter again draws the result" in seen(app)
        await press(pilot, "enter")
        await press(pilot, "b", "8", "enter", "enter")
        assert len(headlines(app)) == 2
        result = app.table.board.result.result
        assert result is not None
        assert plain(result.question.form)["bases"] == 8


@pytest.mark.parametrize(
    ("keys", "is_open"),
    [
        (("y", "v"), False),  # the letter has closed the row
        (("y", "3"), False),
        (("y", "down"), True),
        (("b", "6"), True),
        (("d", "6"), True),
    ],
)
async def test_an_enter_that_closes_a_row_never_draws_and_says_so(
    open_app: Opener, keys: tuple[str, ...], is_open: bool
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *keys, "enter")
        assert bool(headlines(app)) is not is_open
        assert ("is set; Enter again draws the result" in seen(app)) is is_open
        if is_open:
            await press(pilot, "enter")
            assert headlines(app)


async def test_lengths_are_typed_and_stepped_by_halves(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "d", *"3.5", "enter")
        assert row(app, "Distance") == '3 1/2"'
        await press(pilot, "right")
        assert row(app, "Distance") == '4"'


async def test_arrows_change_and_move_and_skip_what_does_not_matter(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        form = app.table.board.form
        visited = []
        for _ in form.rows:
            visited.append(form.cursor)
            await press(pilot, "tab")
        assert "lances" not in visited
        assert form.cursor == visited[0] or len(set(visited)) == len(form.rows) - 1
        await press(pilot, "u", "h")
        assert "lances" in [row.key for row in form.rows if row.matters]
        await press(pilot, "right")
        assert row(app, "Arm") == "horse guns"
        await press(pilot, "left", "left")
        assert row(app, "Arm") == "foot"


async def test_a_field_that_does_not_matter_keeps_its_value_and_says_why_it_stays(
    open_app: Opener,
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        lances = next(row.letter for row in app.table.board.form.rows if row.key == "lances")
        await press(pilot, "u", "h", lances)
        assert row(app, "Lances") == "yes"
        await press(pilot, "u", "f")
        assert row(app, "Lances") == "yes"
        await press(pilot, lances)
        assert row(app, "Lances") == "yes"
        assert "does not matter here" in seen(app)


async def test_values_outlast_a_change_of_action(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "b", "9", "enter", "y", "v", "a", "d")
        assert (row(app, "Bases"), row(app, "Quality")) == ("9", "veteran")


async def test_a_refusal_stands_where_the_odds_would_with_the_rule_cited(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "d", "u", "h", "enter")
        shown = seen(app)
        assert "The rules do not allow this" in shown
        assert "horsemen do not fire" in shown
        assert "section VI" in shown
        assert headlines(app) == []
        await press(pilot, "u", "f")
        assert "any effect" in seen(app)


async def test_what_does_not_fit_together_is_told_and_the_screen_stays(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        start = next(row.letter for row in app.table.board.form.rows if row.key == "at-start")
        await press(pilot, start, "3", "enter", "enter")
        assert "fewer than now" in seen(app)
        assert headlines(app) == []
        await press(pilot, "b", "2", "enter", "enter")
        assert len(headlines(app)) == 1


async def test_a_button_that_asks_nothing_waits_for_enter_and_goes_back(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "i", "i")
        assert headlines(app) == []
        assert "Draw: Initiative" in seen(app)
        await press(pilot, "enter")
        assert headlines(app)[-1] in {"Attacker first", "Defender first"}
        assert app.session.set_up.action.key == "charge"


async def test_no_letter_ever_draws(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *(set(ascii_letters) - set("tqR")))
        assert headlines(app) == []


async def test_a_whole_answer_typed_draws_nothing(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", *"eli", "escape", "y", *"poor")
        assert headlines(app) == []
        assert row(app, "Quality") == "poor"


async def test_enter_held_down_draws_once(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        monkeypatch.setattr(table, "QUIET_SECONDS", 3600.0)
        for _ in range(30):
            await press(pilot, "enter")
        assert len(headlines(app)) == 1
        monkeypatch.setattr(table, "QUIET_SECONDS", 0.0)
        await press(pilot, "enter")
        assert len(headlines(app)) == 2


async def test_enter_before_the_odds_are_known_draws_as_soon_as_they_are(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        worked_out = Event()

        def held_up(question: Question, beside: Collection[str]) -> Reading:
            worked_out.wait(60)
            return read(question, beside)

        monkeypatch.setattr("calculator.desk.odds_view.read", held_up)
        monkeypatch.setattr(set_up, "AT_ONCE_SECONDS", -1.0)
        monkeypatch.setattr(set_up, "ODDS_REST_SECONDS", 0.01)
        await pilot.press("y", "v", "enter")
        assert "comes as soon as the odds are ready" in seen(app)
        assert headlines(app) == []
        worked_out.set()
        await until(pilot, lambda: headlines(app))
        result = app.table.board.result.result
        assert result is not None
        assert plain(result.question.form)["quality"] == "veteran"


@pytest.mark.parametrize("keys", [["y"], ["b"], []], ids=["words", "number", "nothing open"])
async def test_help_is_a_question_mark_away_everywhere(open_app: Opener, keys: list[str]) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *keys, "question_mark")
        assert isinstance(app.screen, CardScreen)


async def test_a_button_with_a_form_shows_it_and_is_drawn_by_enter(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "d", "m")
        assert row(app, "Units lost") == "5"
        assert headlines(app) == []
        await press(pilot, "m")
        assert headlines(app) == []
        await press(pilot, "enter")
        assert len(headlines(app)) == 1
        await press(pilot, "escape")
        assert app.session.set_up.action.key == "fire"


async def test_an_older_result_is_left_alone_by_escape_and_the_form_stays(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "a", "d", "enter", "escape", "m", "v")
        assert app.table.board.is_covered
        await press(pilot, "escape")
        assert app.session.set_up.action.key == "morale"
        await press(pilot, "escape")
        assert app.session.set_up.action.key == "fire"


async def test_rubbing_out_a_number_that_may_be_blank_leaves_it_blank(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        start = next(row.letter for row in app.table.board.form.rows if row.key == "at-start")
        await press(pilot, start, "9", "enter")
        assert row(app, "At the start") == "9"
        await press(pilot, start, "backspace")
        assert row(app, "At the start") == "as now"


async def test_slow_odds_wait_until_the_keys_rest_but_never_hold_up_a_result(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: app.session.has_read)
        await settled(pilot)
        readings: list[Reading] = []

        def counted(question: Question, beside: Collection[str]) -> Reading:
            readings.append(read(question, beside))
            return readings[-1]

        monkeypatch.setattr("calculator.desk.odds_view.read", counted)
        monkeypatch.setattr(set_up, "ODDS_REST_SECONDS", 3600.0)  # however busy the machine is
        monkeypatch.setattr(set_up, "AT_ONCE_SECONDS", -1.0)  # nothing is as fast
        await press(pilot, "right", "right", "left")
        assert readings == []
        assert "working out the odds ..." in seen(app)
        monkeypatch.setattr(set_up, "ODDS_REST_SECONDS", 0.01)
        await press(pilot, "left")
        await until(pilot, lambda: readings)
        await settled(pilot)
        assert len(readings) == 1
        assert "working out the odds ..." not in seen(app)
        await press(pilot, "y", "v", "enter")
        await until(pilot, lambda: app.table.board.result.result)
        result = app.table.board.result.result
        assert result is not None
        assert plain(result.question.form)["quality"] == "veteran"
