"""What the screen shows beside the form: odds, why, results, the pinned, the log, cards, themes."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.widgets import OptionList

from calculator.chance.every_path import Budget
from calculator.figures import percent
from calculator.rules.question import Question
from calculator.tui.screens import table
from calculator.tui.screens.openings import commands
from calculator.tui.screens.table import EmpiresApp
from tests.tui.conftest import Opener, close
from tests.tui.seeing import colours, press, row, seen, settled, until

SIZE = (80, 24)


def offers(app: EmpiresApp) -> list[str]:
    """What the command palette offers for what has been typed."""
    (listed,) = app.screen.query(OptionList)
    return [str(option.prompt).splitlines()[0] for option in listed.options]


async def test_odds_follow_each_key_exactly(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3")
        for key, quality in (("e", "elite"), ("p", "poor")):
            await press(pilot, "y", key)
            question = Question.read("there-stand-empires", "assault", {"quality": quality})
            carries = percent(float(question.odds().measure("carries")))
            line = next(line for line in seen(app).splitlines() if "carries" in line)
            assert line.endswith(carries)


async def test_outcomes_that_begin_alike_are_gathered_and_listed_on_demand(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3")
        assert "▸ carried" in seen(app)
        assert "target broken" not in seen(app)
        app.table.board.odds.fold()
        await press(pilot, "pagedown", "pagedown")
        assert "▸ carried" not in seen(app)
        assert "target broken" in seen(app)


async def test_why_of_sampled_odds_says_that_no_change_is_listed(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch, rests: None
) -> None:
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1,))
    app = open_app()
    async with app.run_test(size=(80, 50)) as pilot:
        await until(pilot, lambda: "Sampled along" in seen(app))
        await press(pilot, "v")
        await until(pilot, lambda: "These odds are only sampled" in seen(app))


async def test_why_lists_factors_with_points_side_and_source(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "y", "v", "v")
        line = next(line for line in seen(app).splitlines() if "veterans" in line)
        assert "+1" in line
        assert "actor [II: rule]" in line


async def test_a_result_says_what_to_do_how_it_came_about_and_how_likely_it_was(
    open_app: Opener,
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        shown = seen(app)
        assert "The volley tells" in shown
        assert "1. Take off" in shown
        assert ". Mark the target" in shown
        assert "The chance of this (" in shown
        assert "4 dice needing 4" not in shown
        await press(pilot, "v")
        assert "4 dice needing 4" in seen(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (40, 50)])
async def test_a_result_takes_a_small_screen_until_the_question_is_gone_back_to(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(table, "QUIET_SECONDS", 0.0)
    app = open_app()
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for back in ("escape", "down", "b"):
            await press(pilot, "enter")
            assert "Quality" not in seen(app), "the form is behind the result"
            await press(pilot, back)
            assert "Quality" in seen(app)


async def test_a_result_is_the_largest_panel_where_all_stand_side_by_side(
    open_app: Opener,
) -> None:
    app = open_app()
    async with app.run_test(size=(160, 50)) as pilot:
        await settled(pilot)
        await press(pilot, "enter")
        board = app.table.board
        panels = (board.form, board.odds, board.result, board.why, board.log_panel)
        assert max(panels, key=lambda panel: panel.size.area) is board.result


async def test_a_result_folds_to_its_headline_once_the_set_up_moves_on(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "g")
        assert "The volley tells" in seen(app)
        assert "Mark the target" not in seen(app)
        for shown in ("Mark the target", "4 dice needing 4"):
            await press(pilot, "v")
            assert shown in seen(app)


async def test_a_pinned_set_up_stands_beside_the_present_one(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "p", "y", "v")
        line = next(line for line in seen(app).splitlines() if "any effect" in line)
        average, veteran = 1 - 0.5**4, 1 - (1 / 3) ** 4
        figures = [f"{100 * veteran:.1f}", f"{100 * average:.1f}", "+5.0"]
        assert line.split()[-3:] == figures
        await press(pilot, "f7")
        line = next(line for line in seen(app).splitlines() if "any effect" in line)
        assert line.split()[-1] == f"{figures[0]}%"


async def test_a_pin_of_another_kind_is_named_and_not_compared(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "v", "p", "a", "s")
        shown = seen(app)
        assert "a pin asks something else" in shown
        assert "% now" not in shown
        assert "+/-" not in shown


async def test_a_pin_of_another_action_with_like_outcomes_is_named_and_compared(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        app.table.action_choose("deployed-fire")
        await press(pilot, "p")
        app.table.action_choose("advancing-fire")
        await settled(pilot)
        assert "deployed fire" in seen(app)
        line = next(line for line in seen(app).splitlines() if "any effect" in line)
        now, was, moved = line.split()[-3:]
        assert float(now) < float(was)
        assert moved.startswith("-")


@pytest.mark.parametrize(("keys", "told"), [("ad", "either way"), ("aduh", "no odds to explain")])
async def test_why_speaks_of_odds_only_where_there_are_some(
    open_app: Opener, keys: str, told: str
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, *keys, "v")
        assert told in " ".join(seen(app).replace("▕", " ").split())


async def test_help_explains_the_field_in_the_games_terms_with_its_section(
    open_app: Opener,
) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "down", "down", "question_mark")
        shown = seen(app)
        assert "Quality, as the rules have it." in shown
        assert "Skirmish, section II" in shown
        assert "Charge, as the rules have it." in shown
        await press(pilot, "escape")
        assert "as the rules have it" not in seen(app)


async def test_the_turn_sequence_card(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "t")
        shown = seen(app)
        for line in ("│  1. Initiative", "│     A draw", "│  2. Each side", "│  · Fire at will: a"):
            assert line in shown


async def test_the_menu_finds_everything_by_what_it_does(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        offered = {name for name, *_ in commands(app.table)}
        assert {"Charge", "Deployed fire", "Initiative", "Army morale"} <= offered
        assert {"Rules: Skirmish", "Rules: There Stand Empires", "Next turn", "Undo"} <= offered
        assert {"Theme: dark", "Theme: light", "Theme: high contrast"} <= offered
        assert "Answer: Quality" in offered
        assert "Answer: Lances" not in offered
        for words, name in (("take back", "Undo"), ("light", "Theme: light")):
            await press(pilot, "ctrl+p", *words)
            assert offers(app)[0].strip() == name
            await press(pilot, "escape")
        await press(pilot, "ctrl+p", *"words", "enter")
        assert "it is the usual answer" in seen(app)
        await press(pilot, "escape", "ctrl+p", *"deployed")
        await press(pilot, "enter")
        assert app.session.set_up.action.key == "fire"
        await press(pilot, "ctrl+p", *"quatre", "enter")
        assert "There Stand Empires, Quatre Bras" in seen(app)


async def test_the_menu_unfolds_what_lies_behind_the_last_row(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 50)) as pilot:
        await settled(pilot)
        shown = len(app.table.board.form.in_sight)
        await press(pilot, "ctrl+p", *"answer more", "enter")
        assert len(app.table.board.form.in_sight) > shown
        await press(pilot, "x", "tab")
        assert "No result yet" in seen(app)


@pytest.mark.parametrize("key", ["comma", "full_stop", "slash"])
async def test_a_key_that_picks_units_asks_first_for_their_order_of_battle(
    open_app: Opener, key: str
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, key)
        assert "─ Order of battle ─" in seen(app)


async def test_another_system_is_a_key_and_a_name_away(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "f2", *"there", "enter")
        assert app.session.system.key == "there-stand-empires"
        assert "There Stand Empires" in seen(app)


async def test_themes_are_turned_by_a_key_and_remembered(open_app: Opener) -> None:
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "f4")
        assert app.theme == "empires-light"
        assert "theme: light" in seen(app)
        await press(pilot, "f4")
        assert app.theme == "empires-contrast"
    close(app)
    assert open_app().theme == "empires-contrast"


@pytest.mark.parametrize("theme", ["empires-dark", "empires-light", "empires-contrast"])
async def test_every_ink_can_be_read_on_its_ground(open_app: Opener, theme: str) -> None:
    """Text contrast by WCAG 2.2: 4.5 to 1, and 7 to 1 in high contrast."""
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        app.theme = theme
        await settled(pilot)
        board = app.table.board
        least = 7.0 if theme == "empires-contrast" else 4.5
        alone = ("heading", "warning", "refusal", "button", "main-button", "armed", "title")
        pairs = [(ink, "") for ink in alone]
        grades = ("grade-1", "grade-2", "grade-3", "grade-4", "plain-bar")
        figures = ("text", "strong", "value", "dim", "gain", "loss", "other", *grades)
        pairs += [(ink, "") for ink in figures]
        form = ("text", "value", "dim", "letter")
        pairs += [(ink, ground) for ink in form for ground in ("", "cursor", "band")]
        for ink, ground in pairs:
            line = Content.styled("x", ink).stylize_before(ground)
            (style,) = (segment.style for segment in board.odds.strip_of(line, 1))
            assert style is not None
            assert style.color is not None
            assert style.bgcolor is not None
            ratio = contrast(style.color.get_truecolor(), style.bgcolor.get_truecolor())
            assert ratio >= least, (ink, ground, ratio)


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast ratio of WCAG 2.2 between two colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG 2.2 has it."""
    parts = (part / 255 for part in colour)
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def is_grey(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return max(red, green, blue) - min(red, green, blue) < 8


async def test_without_colour_everything_is_told_by_signs(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = open_app()
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "p", "y", "v", "y")
        assert all(is_grey(colour) for colour in colours(app))
        assert "●" in seen(app)
        assert "▸" in seen(app)
        assert "█" in seen(app)
        assert row(app, "Quality") == "veteran"
