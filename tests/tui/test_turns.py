"""A whole turn of every system on the screen, key by key, as its page plays it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from calculator.cli import main
from calculator.rules import catalog, question
from calculator.rules.catalog import SHIPPED
from calculator.tui.empires import EmpiresApp
from tests.heavy import first
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, burst, press, seen, settled, until
from tests.turns import Step, headlines, stands, turn_of


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with catalog.offering(SHIPPED):
        yield


async def answer(pilot: Player, app: EmpiresApp, key: str, text: str) -> None:
    """Answer a field by its letter: with the letter of an answer, or typed."""
    row = next(one for one in app.table.board.form.rows if one.key == key)
    if row.text == text:
        return
    letter = next((one.letter for one in row.answers if one.text == text), "")
    if {one.text for one in row.answers} == {"no", "yes"}:
        burst(app, row.letter)
    elif row.answers:
        await press(pilot, row.letter)
        in_window = app.screen is not app.table
        await press(pilot, *((*text, "enter") if in_window else letter))
    else:
        await press(pilot, row.letter, "delete", *text, "enter")
    await settled(pilot)


def picked(app: EmpiresApp, role: str, name: str) -> bool:
    """Whether the unit of that name stands in a role."""
    return app.session.set_up.units.get(role, "").endswith(f": {name}")


async def play(pilot: Player, app: EmpiresApp, step: Step) -> None:
    """Pick the action and its units, answer what is told, and draw."""
    app.table.choose(app.session.system.action(step.action))
    await settled(pilot)
    for role, key in (("actor", ","), ("target", "."), ("friend", ";")):
        if role in step.units:
            burst(app, [key, *step.units[role], "enter"])
            await until(pilot, partial(picked, app, role, step.units[role]))
            await settled(pilot)
    for key, text in step.answers.items():
        await answer(pilot, app, key, text)
    last = app.session.roll.last if app.session.roll else 0
    await press(pilot, "enter")
    await until(pilot, lambda: app.session.roll and app.session.roll.last > last)
    await settled(pilot)


@pytest.mark.parametrize("system", first(SHIPPED))
async def test_a_turn_is_played_on_the_screen(
    open_app: Opener, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = turn_of(system)
    for words in turn.commands:
        assert main(words) == 0
    told = stands(turn.battle)
    seeds = iter([step.seed for step in turn.steps])
    monkeypatch.setattr(question, "fresh_seed", lambda: next(seeds))
    app = open_app(scenario=turn.scenario, battle="again", side=turn.side)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        for step in turn.steps:
            await play(pilot, app, step)
            assert step.headline[:30] in seen(app)
    assert headlines("again") == [step.headline for step in turn.steps]
    assert stands("again") == told
