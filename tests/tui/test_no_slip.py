"""No key but Enter draws, whatever is on the screen: every key is pressed in every state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import printable
from typing import Any, Final, NamedTuple

import pytest
from textual.binding import Binding
from textual.widgets import Input

from calculator.rules.catalog import SHIPPED
from calculator.rules.question import Question
from calculator.tui.screens.table import EmpiresApp, TableScreen
from calculator.umpire import Umpire
from tests.heavy import first
from tests.offered import offering
from tests.roll.playing import Played
from tests.tui.conftest import Opener
from tests.tui.seeing import press, seen, settled, until

PICKED: Final = {"actor": "french: Husson's brigade", "target": "allied: Bylandt's brigade"}
LATE: Final = {"actor": "french: 9th Chasseurs", "target": "british: Cole's brigade"}
DEPLOYED: Final = ("deploy", {"actor": "french: Husson's brigade"}, "0", "french")
HARMED: Final = ("assault", PICKED, "1", "french")


class State(NamedTuple):
    """What is pressed, from the form, to come to a state; the order of battle and the action; who
    is picked; and what was ruled before: its action, units, seed and side."""

    keys: Sequence[str] = ()
    scenario: str = "quatre-bras"
    action: str = "deployed-fire"
    units: Mapping[str, str] = {}
    ruled: tuple[str, Mapping[str, str], str, str] | None = None
    side: str = ""


STATES: Final = {
    "a fresh form": State(),
    "answers unfolded": State(["a"]),
    "a number being typed": State(["b", "3"]),
    "the last row, unfolded": State(["up", "space"]),
    "a form without an order of battle": State(scenario=""),
    "a number left empty": State(["b", "delete"], scenario=""),
    "a text being typed": State(["P", "backspace"], action="movement-allowance"),
    "folded rows, unfolded": State(["e", "escape"], "waterloo-picton", "charge"),
    "a list being edited": State(["e"], "waterloo-picton", "charge"),
    "a row of a list": State(["e", "n", "a", "2", "b"], "waterloo-picton", "charge"),
    "what the rules forbid": State(action="regroup", units={"actor": "french: Husson's brigade"}),
    "a form that names nobody": State(["enter"]),
    "a result in sight": State(["enter"], scenario=""),
    "how it came about": State(["enter", "v"], scenario=""),
    "a result left": State(["enter", "escape"], scenario=""),
    "an army's result": State(["l", "enter"]),
    "the factors": State(["v"]),
    "the log": State(["v", "v"]),
    "practice": State(["f10"]),
    "a result in practice": State(["f10", "enter"]),
    "a pinned set-up": State(["p"]),
    "a unit picked": State(units=PICKED),
    "a list to pick from": State(["comma"]),
    "a target to pick": State(["full_stop", "b"]),
    "the menu": State(["ctrl+p"]),
    "the menu, narrowed": State(["ctrl+p", *"fire"]),
    "the roll": State(["slash"]),
    "a unit being corrected": State(["slash", "ctrl+e"]),
    "help": State(["f1"]),
    "the rules of a field": State(["y", "ctrl+r"]),
    "the rules of what counts": State(["v", "ctrl+r"]),
    "the turn sequence": State(["t"]),
    "the systems": State(["f2"]),
    "the orders of battle": State(["f3"]),
    "the record": State(["f5"], ruled=DEPLOYED),
    "an entry of the record": State(["f5", "enter"], ruled=DEPLOYED),
    "the record being filtered": State(["f5", "slash", "x"], ruled=DEPLOYED),
    "a void being asked for": State(["f5", "v", "x"], ruled=DEPLOYED),
    "an override being asked for": State(["f5", "o"], ruled=DEPLOYED),
    "an army's check asked for": State(["f5", "m"], ruled=DEPLOYED),
    "luck": State(["f5", "l"], ruled=DEPLOYED),
    "the heads": State(["f11"]),
    "a button's form": State(["l"]),
    "a turn about to begin": State(["N"]),
    "what befell one's units": State(ruled=HARMED, side="allied"),
    "a card of what befell them": State(["asterisk"], ruled=HARMED, side="allied"),
    "what the turn forbids": State(["enter"], units=PICKED, ruled=DEPLOYED),
    "why it is allowed anyway": State(
        ["enter", *"anyway", "enter", "x"], units=PICKED, ruled=DEPLOYED
    ),
    "a ruling that stands open": State([], "maida", "assault", LATE, ("assault", LATE, "8", "")),
    "an open ruling being answered": State(
        ["exclamation_mark", "3"], "maida", "assault", LATE, ("assault", LATE, "8", "")
    ),
}

WITHOUT_A_SIGN: Final = ("up", "down", "left", "right", "home", "end", "tab", "shift+tab", "space")

NOT_PRESSED: Final = frozenset({"enter", "q", "ctrl+q"})
"""Enter, and what leaves."""


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(SHIPPED):
        yield


def keys() -> list[str]:
    """Every key that is bound, every one that writes, and those that move."""
    bound = [one for one in TableScreen.BINDINGS if isinstance(one, Binding)]
    of_bindings = [key for one in bound for key in one.key.split(",")]
    writing = [sign for sign in printable if not sign.isspace()]
    every = dict.fromkeys((*of_bindings, *writing, *WITHOUT_A_SIGN, "backspace", "delete"))
    return [key for key in every if key not in NOT_PRESSED]


async def come_to(pilot: Any, app: EmpiresApp, state: State) -> None:
    """From wherever a key has led back to the form, and on to a state."""
    while len(app.screen_stack) > 1:
        app.pop_screen()
    if app.session.practice:
        app.table.action_practice()
    app.session.unpin_all()
    app.session.set_up.start_afresh()
    app.table.board.form.disarm()
    app.table.board.result.fold(True)
    app.table.action_choose(state.action)
    for role, name in state.units.items():
        app.session.set_up.take(role, name)
    for key in state.keys:
        await press(pilot, key)
        await settled(pilot)


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
        tuple(typed.value for typed in app.screen.query(Input)),
    )


@pytest.mark.usefixtures("unseen")
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
    wanted = STATES[state]
    if wanted.ruled:
        action, units, seed, side = wanted.ruled
        with Umpire.open("sweep", copy="blue-1") as other:
            Played(other, wanted.scenario).play(action, units, side, seed)
    drawn.clear()
    battle = {"battle": "sweep", "side": wanted.side} if wanted.ruled else {}
    app = open_app(
        system="" if wanted.scenario else "there-stand-empires", scenario=wanted.scenario, **battle
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.session.has_read)
        await come_to(pilot, app, wanted)
        stood = standing(app)
        assert seen(app)  # each state is drawn once
        for key in keys():
            now = key
            await press(pilot, key)
            await settled(pilot)
            now = ""
            if standing(app) != stood:
                await come_to(pilot, app, wanted)
                stood = standing(app)
    assert not [key for key in drawn if key]
