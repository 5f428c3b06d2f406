"""Every card can be read to its last line, as a player would: with keys, and with the wheel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest
from textual import events

from calculator.desk.asking import Asking
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.tui.record.screen import RecordApp
from calculator.tui.rows import letters_of, rows_of
from calculator.tui.screens.cards import asked_by
from calculator.tui.screens.dialogs import SCROLLS, CardScreen, CardText
from calculator.tui.screens.table import EmpiresApp
from calculator.umpire import Umpire
from tests.heavy import first
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, card_text, comes, press, resize, row, seen, settled, until

SIZES = [(80, 24), (40, 20)]


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(catalog.SHIPPED):
        yield


async def reads_to_the_end(pilot: Player) -> None:
    """A page down, then the end: the last words of the card are seen."""
    await comes(pilot, CardScreen)
    text = pilot.app.screen.query_one(CardText)
    await settled(pilot)
    last = card_text(pilot.app).split()[-1]
    if text.max_scroll_y:
        assert "PgDn" in SCROLLS
        assert SCROLLS in seen(pilot.app), "it shows, uncut, that there is more"
        await press(pilot, "pagedown")
        assert text.scroll_offset.y
        await press(pilot, "end")
    inside = text.region.shrink(text.gutter)

    def is_read() -> bool:
        lines = [line[inside.x : inside.right].strip() for line in seen(pilot.app).splitlines()]
        return any(line.endswith(last[-12:]) for line in lines)

    await until(pilot, is_read)
    await press(pilot, "escape")
    await until(pilot, lambda: not isinstance(pilot.app.screen, CardScreen))


@pytest.mark.parametrize(("key", "size"), first(product(catalog.SHIPPED, SIZES)))
async def test_help_and_the_turn_sequence_are_read_to_the_end(
    open_app: Opener, key: str, size: tuple[int, int]
) -> None:
    app = open_app(system=key)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("t")
        await reads_to_the_end(pilot)
        for action in app.session.system.actions:
            app.table.action_choose(action.key)
            await pilot.press("question_mark")
            await reads_to_the_end(pilot)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("system", "action"),
    first(
        [
            ("there-stand-empires", "assault"),
            ("revolutionary-wars", "charge"),
            ("gods-of-war", "close-combat"),
            ("morne-plaine", "charge"),
            ("cannonade", "melee"),
        ]
    ),
)
async def test_an_entry_of_the_record_is_read_to_its_hash(
    system: str, action: str, size: tuple[int, int]
) -> None:
    with Umpire.open("qb", player="Ney") as umpire:
        umpire.adjudicate(Question.read(system, action, {}), seed="1815")
        app = RecordApp(umpire)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: len(app.record.chronicle.lines) == 1)
            await pilot.press("enter")
            await reads_to_the_end(pilot)


async def test_a_card_scrolls_by_the_wheel_too(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "question_mark")
        text = app.screen.query_one(CardText)
        await until(pilot, lambda: text.max_scroll_y)
        for _ in range(40):
            down = events.MouseScrollDown(text, 9, 9, 0, 1, 0, False, False, False)
            text.post_message(down)
        await until(pilot, lambda: text.scroll_offset.y == text.max_scroll_y)
        assert "leave; the form is kept" in seen(app)


async def opened_card(pilot: Player, *keys: str) -> str:
    """What a player sees of the card that some keys open; Escape takes it away again."""
    await pilot.press(*keys)
    await comes(pilot, CardScreen)
    await settled(pilot)
    picture = seen(pilot.app)
    await press(pilot, "escape")
    assert not isinstance(pilot.app.screen, CardScreen)
    return picture


@pytest.mark.parametrize(
    ("system", "letter", "section", "says"),
    first(
        [
            ("there-stand-empires", "c", "[VIII: judgement", "Soft cover gives a slight advantage"),
            ("revolutionary-wars", "s", "[Charge Action, Soft Ground: rule]", "have no shock"),
            ("gods-of-war", "l", "[Close combat, facing penalty:", "Struck from a flank"),
            ("morne-plaine", "l", "[Movement phase: rule]", "pays its allowance"),
            ("cannonade", "b", "[Supply: rule]", "runs out of ammunition"),
        ]
    ),
)
async def test_a_key_opens_the_rules_at_the_section_of_the_field(
    open_app: Opener, system: str, letter: str, section: str, says: str
) -> None:
    app = open_app(system=system)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, letter)
        from_open_field = await opened_card(pilot, "ctrl+r")
        top = "".join(from_open_field.splitlines()[2:9])
        assert says in top
        assert "▸" in top
        assert section in from_open_field
        await press(pilot, "escape")
        assert await opened_card(pilot, "r") == await opened_card(pilot, "f1", "escape", "r")


async def test_from_why_one_key_leads_to_every_value_with_its_reason_and_sentence(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 50)) as pilot:
        await press(pilot, "c", "h", "v")
        card = await opened_card(pilot, "r")
        words = " ".join(card.replace("│", " ").split())
        assert "+4 fire: Cover: hard, target [VIII, size: judgement]" in words
        assert "fire.cover.hard = 4 [VIII: judgement]: two bands" in words
        assert "VIII: Soft cover gives a slight advantage" in words


async def test_a_click_on_a_factor_opens_the_rules_at_that_factor(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires")
    async with app.run_test(size=(80, 50)) as pilot:
        await press(pilot, "a", "s", "c", "h")
        lines = seen(app).splitlines()
        at = next(number for number, line in enumerate(lines) if "+2 Cover: hard" in line)
        await pilot.click(offset=(60, at))
        await comes(pilot, CardScreen)
        await settled(pilot)
        assert "+2 defensive fire: Cover: hard" in "".join(seen(app).splitlines()[3:6])


async def test_what_is_forbidden_opens_the_rules_at_what_forbids_it(open_app: Opener) -> None:
    app = open_app(system="morne-plaine")
    async with app.run_test(size=(80, 24)) as pilot:
        app.table.action_choose("charge")
        app.session.set_up.say({"zone-on-the-way": "yes"})
        app.table.changed()
        await settled(pilot)
        card = await opened_card(pilot, "r")
        assert "What forbids it" in card
        assert "Entering an enemy ZoC: Any unit enters an enemy zone" in card


async def test_tab_goes_from_section_to_section_of_the_rules(open_app: Opener) -> None:
    app = open_app(system="cannonade")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "v", "r")
        tops = []
        for key in ("tab", "tab", "shift+tab"):
            await press(pilot, key)
            tops.append(seen(app).splitlines()[3])
        assert "What counts now" in tops[0]
        assert tops[1] != tops[0] == tops[2]


@pytest.mark.parametrize("key", catalog.SHIPPED)
def test_every_row_of_every_action_has_a_place_in_the_rules(key: str) -> None:
    set_up = Asking(catalog.find_system(key))
    for action in set_up.system.actions:
        set_up.action = action
        for one in rows_of(set_up, letters_of(set_up.system)):
            asked, here = asked_by(set_up, one)
            assert asked or here, (action.key, one.key)


async def test_heads_of_every_turn_are_a_key_away_and_not_in_the_log(
    open_app: Opener,
) -> None:
    app = open_app(system="there-stand-empires", battle="field")

    async def heads_card(pilot: Player, key: str) -> str:
        await until(pilot, lambda: app.screen is app.table)
        await pilot.press(key)
        await comes(pilot, CardScreen)
        await settled(pilot)
        text = card_text(app)
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is app.table)
        return text

    async with app.run_test(size=(40, 90)) as pilot:
        await settled(pilot)
        assert "Nothing is recorded yet" in await heads_card(pilot, "f11")
        with Umpire.open("field") as umpire:
            for turn in (2, 3):
                umpire.note(f"rain in turn {turn - 1}")
                umpire.turn(turn)
            first, second, last = [head.digits for head in umpire.heads()]
        narrow = await heads_card(pilot, "f11")
        assert "A code to photograph takes" in narrow
        await press(pilot, "v", "v")
        await until(pilot, lambda: "Turn 3 begins" in seen(app))
        assert first not in seen(app)
        assert second not in seen(app)
        await resize(pilot, 80, 60)
        wide = await heads_card(pilot, "ctrl+n")
    for digits in (first, second, last):
        assert digits in wide
    assert "\N{FULL BLOCK}" * 30 in wide


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.heavy)])
@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("comma", "a few letters of a name"),
        ("slash", "without the calculator"),
        ("f2", "a few letters of a name"),
        ("e", "go to another row"),
        ("e f", "attack column"),
        ("b", "a few letters of a name"),
    ],
)
async def test_a_question_mark_is_help_in_lists_too(
    open_app: Opener, keys: str, says: str, size: tuple[int, int]
) -> None:
    app = open_app(scenario="waterloo-picton")
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await press(pilot, *keys.split())
        under = app.screen
        await pilot.press("question_mark")
        await comes(pilot, CardScreen)
        assert says in card_text(app)
        await press(pilot, "escape")
        assert app.screen is under


async def test_a_list_is_gone_through_by_pages(open_app: Opener) -> None:
    app = open_app(system="revolutionary-wars")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        labels = [answer.label for answer in app.table.board.form.row("battalion").answers]
        await press(pilot, "b", *["pagedown"] * 9, "enter")
        assert row(app, "Battalion") == labels[-1]
        await press(pilot, "b", *["pageup"] * 9, "enter")
        assert row(app, "Battalion") == labels[0]


OPEN_WOODS = "woods give cover against fire, and combat there is allowed"
SAVED = "hits that are saved disorder nobody"


def is_beside(app: EmpiresApp, wanted: bool = True) -> bool:
    """Whether other odds stand beside those of the set-up, as is wanted, or do not."""
    return ("% now other +/-" in " ".join(seen(app).split())) is wanted


async def test_from_the_rules_a_key_sets_the_other_readings_beside_the_odds(
    open_app: Opener,
) -> None:
    app = open_app(system="revolutionary-wars")
    async with app.run_test(size=(160, 50)) as pilot:
        await press(pilot, "a", *"shoot", "enter", "v")
        assert SAVED in await opened_card(pilot, "r")
        await press(pilot, "r")
        await comes(pilot, CardScreen)
        await press(pilot, "o")
        await until(pilot, partial(is_beside, app))
        assert SAVED in seen(app)
        await press(pilot, "n", "5", "enter")
        assert is_beside(app), "it goes along with what is asked"
        await press(pilot, "f7")
        await until(pilot, partial(is_beside, app, False))


async def test_what_one_reading_forbids_stands_with_the_odds_by_the_other(
    open_app: Opener,
) -> None:
    """In woods nobody is attacked; by the other reading 34.5% that the attacker loses none."""
    app = open_app(system="gods-of-war")
    async with app.run_test(size=(160, 50)) as pilot:
        await press(pilot, "a", "c", "k", "d")
        await until(pilot, lambda: "The rules do not allow this" in seen(app))
        assert OPEN_WOODS in await opened_card(pilot, "r")
        await press(pilot, "r", "o")
        await until(pilot, lambda: "Odds, if woods give cover against fire" in seen(app))
        assert "The rules do not allow this" in seen(app)
        assert "34.5%" in seen(app)
        await press(pilot, "enter")
        assert not app.table.board.log_panel.entries, "by the reading in force nothing is drawn"


async def test_a_tap_in_why_sets_the_other_reading_beside_the_odds_or_takes_it_away(
    open_app: Opener, rests: None
) -> None:
    app = open_app(system="revolutionary-wars")
    async with app.run_test(size=(160, 120)) as pilot:
        await press(pilot, "a", *"shoot", "enter")
        for beside in (True, False):
            await until(pilot, lambda: "How the text is read" in seen(app))
            lines = seen(app).splitlines()
            at = next(n for n, line in enumerate(lines) if "How the text is read" in line)
            await pilot.click(offset=(lines[at].index("How the text"), at + 1))
            await until(pilot, partial(is_beside, app, beside))
