"""A whole turn of every system on the screen, key by key, as its page plays it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial

import pytest

from calculator.chance import one_path
from calculator.cli import main
from calculator.rules.action import Place
from calculator.rules.catalog import SHIPPED
from calculator.tui.rows import ACTION
from calculator.tui.screens.table import EmpiresApp
from calculator.umpire import Umpire
from tests.heavy import first
from tests.offered import offering
from tests.roll.playing import Played
from tests.tui.conftest import Opener
from tests.tui.seeing import Player, burst, press, row, seen, settled, until
from tests.turns import Step, headlines, stands, turn_of
from tests.two_turns import TURNS, Act, told_alone


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(SHIPPED):
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
    app.table.action_choose(step.action)
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
    monkeypatch.setattr(one_path, "fresh_seed", lambda: next(seeds))
    app = open_app(scenario=turn.scenario, battle="again", side=turn.side)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        for step in turn.steps:
            await play(pilot, app, step)
            assert step.headline[:30] in seen(app)
    assert headlines("again") == [step.headline for step in turn.steps]
    assert stands("again") == told


class Desk:
    """One of two copies at the table: whose it is, its screen and the keys of its player."""

    def __init__(self, app: EmpiresApp, pilot: Player) -> None:
        self.app, self.pilot = app, pilot

    async def ask(self, act: Act) -> None:
        """Pick the action and its units and answer, all by keys."""
        action = self.app.session.system.action(act.action)
        if self.app.session.set_up.action.place is Place.BUTTON:
            await press(self.pilot, "escape")
        if action.place is Place.BUTTON:
            await press(self.pilot, self.app.session.system.action_letters[action.key])
        else:
            await answer(self.pilot, self.app, ACTION, act.action)
        await until(self.pilot, lambda: self.app.session.set_up.action.key == act.action)
        for role, key in (("actor", ","), ("target", ".")):
            if role in act.units and not picked(self.app, role, act.units[role]):
                burst(self.app, [key, *act.units[role], "enter"])
                await until(self.pilot, partial(picked, self.app, role, act.units[role]))
                await settled(self.pilot)
        for key, text in act.answers.items():
            await answer(self.pilot, self.app, key, text)

    async def reaches(self, entry: int) -> None:
        """See what the record has come to."""
        session = self.app.session
        await until(self.pilot, lambda: session.roll and session.roll.last >= entry)
        await settled(self.pilot)

    async def sees_what_happened(self) -> None:
        """Look at what others did to the units of one's side."""
        await press(self.pilot, "escape", "*")
        await until(self.pilot, lambda: "What happened to your units" in seen(self.app))
        await press(self.pilot, "escape")

    @property
    def last(self) -> int:
        return self.app.session.roll.last if self.app.session.roll else 0


@pytest.mark.heavy
@pytest.mark.parametrize("system", SHIPPED)
async def test_two_copies_play_two_turns_by_keys(
    open_app: Opener, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each side at its own screen; both end with what one copy alone comes to."""
    turns = TURNS[system]
    told_alone(turns, "alone")
    seeds = iter([act.seed for act in turns.acts])
    monkeypatch.setattr(one_path, "fresh_seed", lambda: next(seeds))
    async with AsyncExitStack() as stack:
        desks: dict[str, Desk] = {}
        for side in turns.sides:
            app = open_app(scenario=turns.scenario, battle="both", side=side, copy=side)
            pilot = await stack.enter_async_context(app.run_test(size=(100, 30)))
            desks[side] = Desk(app, pilot)
            await desks[side].reaches(0)
        starts = desks[turns.sides[0]]
        for number, acts in enumerate((turns.first, turns.second)):
            if number:
                begun = starts.last + 1
                await press(starts.pilot, "escape", "N", "N")
                for desk in desks.values():
                    await desk.reaches(begun)
                    assert "turn 2" in seen(desk.app).lower()
            for act in acts:
                desk = desks[act.side]
                before = desk.last
                await desk.ask(act)
                await press(desk.pilot, "enter")
                for one in desks.values():
                    await one.reaches(before + 1)
                assert headlines("both")[-1][:30] in seen(desk.app)
        told = headlines("alone")
        assert headlines("both") == told
        for desk in desks.values():
            assert told[-1] in desk.app.table.board.log_panel.entries[-1].text
        struck = [act for act in turns.acts if "target" in act.units]
        for side in {side for side in turns.sides for act in struck if act.side != side}:
            await desks[side].sees_what_happened()
        desk = desks[turns.refused.side]
        await desk.ask(turns.refused)
        await until(desk.pilot, lambda: turns.why in " ".join(seen(desk.app).split()))
        await press(desk.pilot, "enter")
        assert headlines("both") == told, "it is refused"
    assert stands("both") == stands("alone")


async def test_a_target_is_picked_where_the_action_shown_has_none(open_app: Opener) -> None:
    """Movement is shown first and has no target: the keys of a name are not taken for letters."""
    app = open_app(scenario="waterloo-charges", battle="ridge", side="french")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        assert "9 of 9 still to act" in seen(app)
        await press(pilot, "comma", *"delort", "enter")
        assert "◂ Movement ▸" in seen(app)
        await press(pilot, "full_stop", *"maitland", "enter")
        assert "◂ Cavalry charge ▸" in seen(app)
        assert row(app, "Target").endswith("Maitland's Guards")


async def test_a_copy_of_no_side_reads_what_the_army_whose_turn_it_is_has_left(
    open_app: Opener,
) -> None:
    farm = Played(Umpire.open("farm"), "farm-below-the-ridge")
    farm.umpire.turn(player="blue")
    farm.umpire.close()
    app = open_app(scenario="farm-below-the-ridge", battle="farm")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.roll is not None)
        await settled(pilot)
        assert "6 of 6 actions left" in seen(app)
