"""Every card can be read to its last line, as a player would: with keys, and with the wheel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual import events

from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.tui.record.app import RecordApp
from calculator.tui.screens.card import SCROLLS, CardScreen, CardText
from calculator.umpire import Umpire
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, press, seen, settled, until

SIZES = [(80, 24), (40, 20)]


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with catalog.offering(catalog.SHIPPED):
        yield


async def reads_to_the_end(pilot: Player) -> None:
    """Page down from the top until the last words of the card are seen."""
    await until(pilot, lambda: isinstance(pilot.app.screen, CardScreen))
    text = pilot.app.screen.query_one(CardText)
    await until(pilot, lambda: text.size.height)
    last = text.text.split()[-1]
    for _ in range(40):
        if text.scroll_offset.y >= text.max_scroll_y:
            break
        assert "PgDn" in SCROLLS
        assert str(text.border_subtitle) == SCROLLS, "it shows that there is more"
        await press(pilot, "pagedown")
    inside = text.region.shrink(text.gutter)
    lines = [line[inside.x : inside.right].strip() for line in seen(pilot.app).splitlines()]
    assert any(line.endswith(last[-12:]) for line in lines)
    await press(pilot, "escape")
    await until(pilot, lambda: not isinstance(pilot.app.screen, CardScreen))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", catalog.SHIPPED)
async def test_help_and_the_turn_sequence_are_read_to_the_end(
    open_app: Opener, key: str, size: tuple[int, int]
) -> None:
    app = open_app(system=key)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("t")
        await reads_to_the_end(pilot)
        for action in app.session.system.actions:
            app.table.choose(action)
            await pilot.press("question_mark")
            await reads_to_the_end(pilot)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("system", "action"),
    [
        ("there-stand-empires", "assault"),
        ("revolutionary-wars", "charge"),
        ("gods-of-war", "close-combat"),
        ("morne-plaine", "charge"),
        ("cannonade", "melee"),
    ],
)
async def test_an_entry_of_the_record_is_read_to_its_hash(
    system: str, action: str, size: tuple[int, int]
) -> None:
    with Umpire.open("qb", player="Ney") as umpire:
        umpire.adjudicate(Question.read(system, action, {}), seed="1815")
        app = RecordApp(umpire)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.record.ledger.known == 1)
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
        assert "quit; the set-up is kept" in seen(app)
