"""No key but Enter draws, whatever is on the screen: every key is pressed in every state."""

from __future__ import annotations

from string import printable
from typing import Any, Final

import pytest
from textual.binding import Binding
from textual.widgets import Input

from calculator.rules.question import Question
from calculator.tui.empires import EmpiresApp
from calculator.tui.screens.table import TableScreen
from tests.heavy import first
from tests.tui.conftest import Opener
from tests.tui.seeing import press, settled, until

STATES: Final = {
    "a fresh form": (),
    "answers unfolded": ("a",),
    "a number being typed": ("b", "3"),
    "the last row, unfolded": ("up", "space"),
    "a result in sight": ("enter",),
    "how it came about": ("enter", "v"),
    "the factors": ("v",),
    "practice": ("f10",),
    "a pinned set-up": ("p",),
    "a unit picked": (),
    "a list to pick from": ("comma",),
    "the menu": ("ctrl+p",),
    "the roll": ("slash",),
    "help": ("f1",),
    "the rules of a field": ("y", "ctrl+r"),
    "the turn sequence": ("t",),
    "the systems": ("f2",),
    "the record": ("f5",),
    "an army's check asked for": ("f5", "m"),
    "the heads": ("f11",),
    "a button's form": ("l",),
    "a turn about to begin": ("N",),
}
"""What is pressed, from the form, to come to each."""

PICKED: Final = {"actor": "Bauduin's brigade", "target": "Bylandt's brigade"}
"""Who acts and at whom where units are picked."""

WITHOUT_A_SIGN: Final = ("up", "down", "left", "right", "home", "end", "tab", "shift+tab", "space")

NOT_PRESSED: Final = frozenset({"enter", "q", "ctrl+q", "f2", "ctrl+s", "f3", "ctrl+o"})
"""Enter, what leaves, and what the screen would be another after."""


def keys() -> list[str]:
    """Every key that is bound, every one that writes, and those that move."""
    bound = [one for one in TableScreen.BINDINGS if isinstance(one, Binding)]
    of_bindings = [key for one in bound for key in one.key.split(",")]
    writing = [sign for sign in printable if not sign.isspace()]
    every = dict.fromkeys((*of_bindings, *writing, *WITHOUT_A_SIGN, "backspace", "delete"))
    return [key for key in every if key not in NOT_PRESSED]


async def come_to(pilot: Any, app: EmpiresApp, state: str) -> None:
    """From wherever a key has led back to the form, and on to a state."""
    while len(app.screen_stack) > 1:
        app.pop_screen()
    if app.session.practice:
        app.table.action_practice()
    app.session.unpin_all()
    app.session.set_up.start_afresh()
    app.table.board.form.disarm()
    app.table.choose(app.session.system.action("deployed-fire"))
    for role, name in PICKED.items() if state == "a unit picked" else ():
        app.session.set_up.take(role, name)
    await press(pilot, *STATES[state])


def standing(app: EmpiresApp) -> tuple[object, ...]:
    """All that a key can change: screens, focus, the question, the open row, the panel in sight."""
    form, board, session = app.table.board.form, app.table.board, app.session
    return (
        *map(id, app.screen_stack),
        app.focused,
        session.set_up.action.key,
        tuple(session.set_up.said.items()),
        tuple(session.set_up.units.items()),
        (session.practice, len(session.pins), board.view, board.is_covered),
        (form.cursor, form.armed, form.typed, form.highlight, frozenset(form.unfolded)),
    )


@pytest.mark.parametrize("state", first(STATES))
async def test_no_key_but_enter_draws(
    open_app: Opener, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    drawn: list[str] = []
    now = ""
    draw = Question.result

    def noted(question: Question, *seed: Any, **odds: Any) -> Any:
        drawn.append(now)
        return draw(question, *seed, **odds)

    monkeypatch.setattr(Question, "result", noted)
    app = open_app(system="there-stand-empires", scenario="quatre-bras")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.has_read)
        await come_to(pilot, app, state)
        stood = standing(app)
        for key in keys():
            now = key
            await press(pilot, key)
            now = ""
            for typed in app.screen.query(Input):
                typed.value = ""
            await settled(pilot)
            if standing(app) != stood:
                await come_to(pilot, app, state)
                stood = standing(app)
    assert not [key for key in drawn if key]
