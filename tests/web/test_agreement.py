"""The command line, the screen and the pages fill in the same question, whoever asks.

Random questions, said in a random order, with units and without: the same answers, each from the
same source, the same chief chances, warnings and refusals; and what is drawn leaves the same roll.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, redirect_stderr, redirect_stdout
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from calculator import cli
from calculator.chance.every_path import Budget
from calculator.forms import fields_of
from calculator.roll import Roll
from calculator.rules import catalog
from calculator.rules.action import AnyAction, Place
from calculator.rules.question import Odds, Question
from calculator.tui.rows import FormRow, letters_of
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from calculator.tui.widgets.lines import Lines
from calculator.umpire import Umpire
from calculator.web.seats import VisitorRole
from calculator.web.site import Site
from tests.tui.conftest import (  # noqa: F401 - fixtures
    close,
    no_rest,
    odds_at_once,
    soon_at_rest,
    still,
    unseen,
)
from tests.tui.seeing import Player, press, seen, settled, until
from tests.web.conftest import Open, Page, Visitor

pytestmark = pytest.mark.usefixtures("unseen")

ACTIONS = [(key, one.key) for key in catalog.KEYS for one in catalog.find_system(key).actions]
QUICK = [one for one in ACTIONS if one[0] != "revolutionary-wars"]
"""Those whose odds take no process of their own."""

FEW, SOME = 8, 100
"""Questions asked by keys, and by what a tap does, of each kind: with units and without."""

MANY = {
    "": 800,
    "quatre-bras": 400,
    "waterloo-picton": 200,
    "farm-below-the-ridge": 200,
    "waterloo-charges": 200,
    "cannonade-farm": 200,
}
"""More of them: without units, and with those of an order of battle of each system."""

PORTION = 200
SIZE = (160, 60)


@pytest.fixture(autouse=True)
def worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the very same question is given the same odds: they are worked out once."""
    known: dict[tuple[object, ...], Odds] = {}
    work_out = Question.odds

    def odds(question: Question, budget: Budget | None = None) -> Odds:
        if budget:
            return work_out(question, budget)
        asked = question.system.key, question.action.key, question.form, id(question.tables)
        if asked not in known:
            known[asked] = work_out(question)
        return known[asked]

    monkeypatch.setattr(Question, "odds", odds)


def said_of(chance: Random, action: AnyAction) -> dict[str, str]:
    """Some answers to an action, in any order."""
    fields = [field for field in fields_of(action.asks) if field.kind.choices]
    chosen = chance.sample(fields, min(len(fields), chance.randrange(5)))
    return {field.key: chance.choice(field.kind.choices) for field in chosen}


def units_of(chance: Random, roll: Roll, action: AnyAction) -> dict[str, str]:
    """Units that are on the table for an action, by role; none where it concerns none."""
    system = roll.scenario.system
    if not system.asked_of("actor", action) or system.checks_morale(action.key):
        return {}
    there = [unit for unit in roll.units if unit.arrived and not unit.gone]
    actor = chance.choice(there)
    if not system.asked_of("target", action):
        return {"actor": actor.full_name}
    others = [unit for unit in there if unit.side != actor.side]
    return {"actor": actor.full_name, "target": chance.choice(others).full_name}


def by_command(
    system: str,
    action: str,
    said: Mapping[str, str],
    units: Mapping[str, str],
) -> tuple[dict[str, Any] | None, str]:
    """What the command line prints for machines, or its refusal."""
    battle = ["--battle", "bound"] if units else []
    code, out, err = commanded("odds", system, action, said, units, "--json", *battle)
    return (json.loads(out), "") if code == 0 else (None, err)


def commanded(
    command: str,
    system: str,
    action: str,
    said: Mapping[str, str],
    units: Mapping[str, str],
    *options: str,
) -> tuple[int, str, str]:
    """A command about a question: its exit code, what it prints, and what it complains of."""
    named = [f"--{role}={name}" for role, name in units.items()]
    words = [f"{key}={text}" for key, text in said.items()]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main([command, system, action, *words, *options, *named])
    return code, out.getvalue(), err.getvalue()


def warnings_by_command(
    system: str, action: str, said: Mapping[str, str], units: Mapping[str, str]
) -> list[str]:
    """What the command line says should be known before a draw."""
    with pytest.MonkeyPatch.context() as wide:
        wide.setenv("COLUMNS", "1000")
        _, told, _ = commanded("odds", system, action, said, units, "--battle", "bound")
    found, listed = list[str](), False
    for line in told.splitlines():
        sign, _, text = line.strip().partition(" ")
        if sign != "-":
            listed = line.strip() in {"Note:", "Not as on the roll:"}
        elif listed:
            found.append(text.partition("; leave ")[0].strip())
    return found


def origins(page: Page) -> dict[str, str]:
    """Where each answer of a page comes from."""
    marked = page.source.partition('data-origins="')[2].partition('"')[0]
    found: dict[str, str] = json.loads(marked.replace("&#34;", '"').replace("\\u0026", "&"))
    return found


@asynccontextmanager
async def screen(battle: str = "") -> AsyncIterator[tuple[EmpiresApp, Player]]:
    """A screen at the table, under a pilot."""
    session = Session(system="" if battle else "cannonade", battle=battle)
    app = EmpiresApp(session)
    async with app.run_test(size=SIZE) as player:
        await until(player, lambda: session.has_read and (not battle or session.roll))
        yield app, player
    close(app)


def rows(app: EmpiresApp) -> dict[str, FormRow]:
    """The rows of the form, by key."""
    return {row.key: row for row in app.table.board.form.rows}


async def pick(player: Player, key: str, name: str) -> None:
    """Pick something from the list that a key opens, by its name: a comma goes on to the actor."""
    typed = name.replace(",", "")
    await press(player, key, *("space" if sign == " " else sign for sign in typed), "enter")


async def answer(app: EmpiresApp, player: Player, key: str, text: str) -> bool:
    """Answer a field by its letter, as far as it matters now; whether it does."""
    row = rows(app)[key]
    if not row.matters or row.is_picked or not row.answers:
        return False
    if row.toggles:
        await press(player, *[row.letter] * (1 if row.text != text else 2))
    else:
        letters = {one.text: one.letter for one in row.answers}
        await press(player, row.letter, letters[text])
    return True


async def by_screen(
    app: EmpiresApp,
    player: Player,
    action: AnyAction,
    said: Mapping[str, str],
    units: Mapping[str, str],
) -> dict[str, str]:
    """Ask by keys; gives what of the answers could be given."""
    await press(player, "escape", "f9")
    if button := letters_of(app.session.system).buttons.get(action.key):
        await press(player, button)
    elif rows(app)["*action"].is_picked:
        await pick(player, "a", action.label)
    else:
        letters = {one.text: one.letter for one in rows(app)["*action"].answers}
        await press(player, "a", letters[action.key])
    for key, role in (("comma", "actor"), ("full_stop", "target")):
        if role in units:
            await pick(player, key, units[role])
    assert app.session.set_up.action is action
    return {key: text for key, text in said.items() if await answer(app, player, key, text)}


async def by_taps(
    app: EmpiresApp,
    player: Player,
    action: AnyAction,
    said: Mapping[str, str],
    units: Mapping[str, str],
) -> dict[str, str]:
    """The same by what a tap on each does, which takes a fifth of the time."""
    app.table.action_back()
    app.table.action_fresh()
    app.table.action_choose(action.key)
    for role, name in units.items():
        app.table.take_unit(role, name)
    given = {}
    for key, text in said.items():
        row = rows(app)[key]
        if row.matters and not row.is_picked and row.answers:
            app.table.board.form.pick(key, text)
            await settled(player)
            given[key] = text
    return given


@contextmanager
def drawn_once() -> Iterator[None]:
    """Lines that change again and again are drawn when the last has changed."""
    changed = dict[Lines, None]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lines, "redraw", lambda lines: changed.setdefault(lines))
        yield
    for lines in changed:
        lines.redraw()


def squeeze(text: str) -> str:
    """A text without what front ends break it by, and whatever letter they begin it with."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


async def agree(
    seed: int,
    at_table: tuple[EmpiresApp, Player],
    ney: Visitor,
    site: Site,
    actions: Sequence[tuple[str, str]],
    ask: Callable[..., Awaitable[dict[str, str]]],
) -> None:
    """Ask one random question in all three ways."""
    chance, (app, player) = Random(seed), at_table
    system_key, action_key = chance.choice(actions)
    system = catalog.find_system(system_key)
    action, roll = system.action(action_key), site.battle.roll
    units = units_of(chance, roll, action) if roll else {}
    if roll and not units:
        return
    if app.session.system is not system:
        app.table.take_system(system_key)
    with app.batch_update(), drawn_once():  # nobody looks before all is said
        said = await ask(app, player, action, said_of(chance, action), units)
    await settled(player)
    printed, refused = by_command(system_key, action_key, said, units)
    named_units = {f"unit:{role}": name for role, name in units.items()}
    address = f"/ask/{system_key}/{action_key}"
    page = await ney.open(f"{address}?{urlencode({**named_units, **said})}")
    if printed is None:
        look = seen(app)
        for line in refused.splitlines():
            assert line[1:20] in page.text
            assert line[1:20] in look
        return
    if units:
        warned = warnings_by_command(system_key, action_key, said, units)
        assert warned == [one.text for one in app.session.cautions()]
        panel = app.table.board.odds
        beside_odds = "".join(line.plain for line, _ in panel.lines(panel.text_width))
        for told in (page.text, beside_odds):
            assert [one for one in warned if squeeze(one) not in squeeze(told)] == []
    fields = {key: row for key, row in rows(app).items() if row.kind}
    assert printed["provenance"] == {key: row.source.value for key, row in fields.items()}
    assert {key: word or "assumed" for key, word in origins(page).items()} == {
        key: row.source.value for key, row in fields.items()
    }
    shown = page.forms[address]
    assert {key: shown[key] for key in fields if key in shown} == {
        key: row.text for key, row in fields.items() if key in shown
    }
    figures = re.findall(r"[<>]?[\d.]+%", app.table.summary.render_line(0).text)
    if "sampled" not in printed and action.place is not Place.AID:
        assert all(figure in page.text for figure in figures)


async def ask_all(
    seeds: range,
    site: Site,
    visit: Open,
    actions: Sequence[tuple[str, str]],
    ask: Callable[..., Awaitable[dict[str, str]]],
) -> None:
    """Ask as many questions as there are seeds."""
    await site.battle.look()
    roll = site.battle.roll
    mine = [one for one in actions if not roll or one[0] == roll.scenario.system.key]
    async with screen("bound" if roll else "") as at_table:
        for number, seed in enumerate(seeds):
            if not number % 20:  # another seat: nobody may ask so fast
                ney = await visit(VisitorRole.PLAYER, at=site)
            await agree(seed, at_table, ney, site, mine, ask)


@pytest.mark.parametrize("named", [False, True])
async def test_three_front_ends_give_one_answer(
    bound: Site, site: Site, visit: Open, named: bool
) -> None:
    where = bound if named else site
    await ask_all(range(FEW), where, visit, QUICK, by_screen)
    await ask_all(range(FEW, SOME), where, visit, QUICK, by_taps)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("scenario", "begin"),
    [(one, begin) for one, number in MANY.items() for begin in range(0, number, PORTION)],
)
async def test_three_front_ends_give_one_answer_to_many_questions(
    make: Callable[..., Site], visit: Open, scenario: str, begin: int
) -> None:
    where = make(battle="bound", scenario=scenario) if scenario else make()
    await ask_all(range(SOME + begin, SOME + begin + PORTION), where, visit, ACTIONS, by_taps)


def roll_in(battle: str) -> Mapping[str, Any]:
    """The roll that a record leaves, for machines."""
    with Umpire.open(battle, read_only=True) as umpire:
        roll = umpire.roll()
    assert roll is not None
    return roll.as_json("")


async def draw_alike(
    seeds: range, make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ask and draw the same by command, key and page, each in a battle of its own: every draw is
    refused everywhere or nowhere, and leaves the same roll."""
    served, chance = make(battle="by-page", scenario="quatre-bras"), Random(seeds.start)
    for battle in ("by-command", "by-key"):
        assert cli.main(["roll", "bind", "quatre-bras", "--battle", battle]) == 0
    system = catalog.find_system("there-stand-empires")
    ney, drawn = await visit(VisitorRole.PLAYER, at=served), 0
    async with screen("by-key") as (app, player):
        for seed in seeds:
            await served.battle.look()
            assert served.battle.roll is not None
            action = chance.choice([one for one in system.actions if one.is_recorded])
            if not (units := units_of(chance, served.battle.roll, action)):
                continue
            monkeypatch.setattr(
                "calculator.chance.one_path.fresh_seed", lambda one=seed: f"{one:x}"
            )
            said = await by_screen(app, player, action, said_of(chance, action), units)
            await press(player, "enter")
            await until(player, lambda: not app.table.is_ruling)
            while app.screen is not app.table:  # what stands open is not answered
                await press(player, "escape")
            code, _, _ = commanded(
                "result", system.key, action.key, said, units, "--battle", "by-command"
            )
            address = f"/ask/{system.key}/{action.key}"
            named = {f"unit:{role}": name for role, name in units.items()}
            page = await ney.open(f"{address}?{urlencode({**named, **said})}")
            sent = page.forms.get(address, {})
            ruled = await ney.post(f"/rule/{system.key}/{action.key}", sent)
            assert (code == 0) == (ruled.status == 200), ruled.text
            drawn += code == 0
            first, *others = map(roll_in, ("by-command", "by-key", "by-page"))
            for roll in others:
                assert roll == first, (seed, action.key, units, said)
    assert drawn


async def test_what_is_drawn_leaves_the_same_roll_however_it_was_asked(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    await draw_alike(range(12, 15), make, visit, monkeypatch)


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(2))
async def test_a_whole_turn_of_draws_leaves_the_same_roll(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    await draw_alike(range(100 * part + 20, 100 * part + 40), make, visit, monkeypatch)


async def test_a_page_follows_what_follows_and_records_it(bound: Site, visit: Open) -> None:
    """Guns have one base, though the page was first shown with the four of foot."""
    ney = await visit(VisitorRole.PLAYER, at=bound)
    address = "/ask/there-stand-empires/assault"
    guns = await ney.open(f"{address}?target=heavy-foot-artillery")
    assert guns.forms[address]["target-bases"] == "1"
    page = await ney.open(address)
    assert page.forms[address]["target-bases"] == "4"
    assert page.forms[address]["target"] == "infantry"
    changed = {"target": "heavy-foot-artillery"}
    await ney.send(page, address, changed, to="/rule/there-stand-empires/assault")
    body = bound.battle.umpire.recent()[-1].body
    assert (body["form"]["target-bases"], body["said"]) == ("1", ["target"])
