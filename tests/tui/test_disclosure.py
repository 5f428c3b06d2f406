"""How much of odds a terminal shows, as the umpire of its battle has chosen."""

from __future__ import annotations

import pytest

from calculator.figures import IN_WORDS, chance_in_words
from calculator.journal.disclosure import Disclosure
from calculator.rules import catalog
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.offered import offering
from tests.tui.conftest import Opener
from tests.tui.seeing import press, seen, settled, until

SIZE = (160, 50)
WORDS = [word for _, word in IN_WORDS]


@pytest.fixture(params=[Disclosure.WORDS, Disclosure.HIDDEN])
def chosen(request: pytest.FixtureRequest) -> Disclosure:
    """What the umpire has chosen."""
    choice: Disclosure = request.param
    with Umpire.open("field") as umpire:
        umpire.note(choice.sentence, choice.subject)
    return choice


async def test_a_terminal_that_joins_shows_what_the_umpire_has_chosen(
    open_app: Opener, chosen: Disclosure, rests: None
) -> None:
    app = open_app(system="there-stand-empires", battle="field")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: chosen.caution in seen(app))
        await press(pilot, "a", "3")
        shown = seen(app)
        assert "%" not in shown
        assert "What would change it" not in shown
        assert "[II" not in shown
        carries = Question.read("there-stand-empires", "assault", {}).odds().measure("carries")
        line = next((line for line in shown.splitlines() if "carries the position" in line), "")
        assert (chance_in_words(float(carries)) in line) is (chosen is Disclosure.WORDS)


async def test_after_the_result_its_chance_is_told(open_app: Opener, chosen: Disclosure) -> None:
    app = open_app(system="there-stand-empires", battle="field")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: chosen.caution in seen(app))
        await press(pilot, "a", "3", "enter", "v", "pagedown")
        in_words = chosen is Disclosure.WORDS
        assert (" in 100" in seen(app)) is not in_words
        assert ("The chance of this (" in seen(app)) is not in_words
        assert any(f" was: {word}." in seen(app) for word in WORDS) is in_words
        await press(pilot, "f5")
        await until(pilot, lambda: "Players see" in seen(app))
        assert ("%" in seen(app)) is not in_words


async def test_what_weighs_an_attack_is_for_who_is_shown_exact_odds(
    open_app: Opener, chosen: Disclosure, rests: None
) -> None:
    with offering(catalog.SHIPPED):
        app = open_app(system="gods-of-war", battle="field")
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: chosen.caution in seen(app))
            await press(pilot, "a", "g")
            await until(pilot, lambda: chosen.refusal in seen(app))
            await press(pilot, "enter")
            assert "loses" not in seen(app)


async def test_pins_are_compared_in_words(open_app: Opener) -> None:
    choice = Disclosure.WORDS
    with Umpire.open("field") as umpire:
        umpire.note(choice.sentence, choice.subject)
    app = open_app(system="there-stand-empires", battle="field")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, lambda: choice.caution in seen(app))
        await press(pilot, "a", "3", "p", "y", "p")
        shown = seen(app)
        assert "as set up" in shown
        assert "%" not in shown


async def test_a_choice_made_meanwhile_is_followed(open_app: Opener) -> None:
    app = open_app(system="there-stand-empires", battle="field")
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await press(pilot, "a", "3")
        assert "%" in seen(app)
        with Umpire.open("field") as umpire:
            umpire.note(Disclosure.HIDDEN.sentence, Disclosure.HIDDEN.subject)
        await until(pilot, lambda: Disclosure.HIDDEN.caution in seen(app))
        assert "%" not in seen(app)
