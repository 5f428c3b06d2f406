"""The command line, the screen and the pages fill in the same question, whoever asks.

Random questions, said in a random order, with units and without: the same answers, each from the
same source, the same chief chances, the same refusals.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from calculator import cli
from calculator.desk.provenance import Provenance
from calculator.forms import fields_of
from calculator.rules import catalog
from calculator.rules.action import AnyAction, Place
from calculator.tui.empires import EmpiresApp
from calculator.tui.recorder import Recorder
from calculator.tui.rows import FormRow
from calculator.tui.session import Session
from calculator.web.codes import VisitorRole
from calculator.web.site import Site
from tests.tui.conftest import close, odds_at_once, soon_at_rest, still  # noqa: F401 - fixtures
from tests.tui.seeing import Player, press, seen, settled, until
from tests.web.conftest import Open, Page, Visitor

ACTIONS = [(key, one.key) for key in catalog.KEYS for one in catalog.find_system(key).actions]
QUICK = [one for one in ACTIONS if one[0] != "revolutionary-wars"]
"""Those whose odds take no process of their own."""

FEW, MANY, PARTS = 8, 128, 4
SIZE = (160, 60)


def said_of(chance: Random, action: AnyAction) -> dict[str, str]:
    """Some answers to an action, in any order."""
    fields = [field for field in fields_of(action.asks) if field.kind.choices]
    chosen = chance.sample(fields, min(len(fields), chance.randrange(5)))
    return {field.key: chance.choice(field.kind.choices) for field in chosen}


def by_command(
    system: str,
    action: str,
    said: Mapping[str, str],
    units: Mapping[str, str],
) -> tuple[dict[str, Any] | None, str]:
    """What the command line prints for machines, or its refusal."""
    named = [f"--{role}={name}" for role, name in units.items()]
    battle = ["--battle", "bound"] if units else []
    words = [f"{key}={text}" for key, text in said.items()]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(["odds", system, action, *words, "--json", *battle, *named])
    return (json.loads(out.getvalue()), "") if code == 0 else (None, err.getvalue())


def signs(page: Page) -> dict[str, str]:
    """The sign beside each answer of a page."""
    marked = page.source.partition('data-signs="')[2].partition('"')[0]
    found: dict[str, str] = json.loads(marked.replace("&#34;", '"').replace("\\u0026", "&"))
    return found


@asynccontextmanager
async def screen(battle: str = "") -> AsyncIterator[tuple[EmpiresApp, Player]]:
    """A screen at the table, under a pilot."""
    session = Session(system="" if battle else "cannonade", battle=battle)
    app = EmpiresApp(session, Recorder(session.name, battle=battle))
    async with app.run_test(size=SIZE) as player:
        await until(player, lambda: session.has_read and (not battle or session.roll))
        yield app, player
    close(app)


def rows(app: EmpiresApp) -> dict[str, FormRow]:
    """The rows of the form, by key."""
    return {row.key: row for row in app.table.board.form.rows}


async def pick(player: Player, key: str, name: str) -> None:
    """Pick something from the list that a key opens, by its name: a comma goes on to the actor."""
    typed = name.partition(",")[0]
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
    if button := app.session.letters.buttons.get(action.key):
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


async def agree(
    seed: int,
    at_table: tuple[EmpiresApp, Player],
    ney: Visitor,
    site: Site,
    actions: Sequence[tuple[str, str]],
) -> None:
    """Ask one random question in all three ways."""
    chance, (app, player) = Random(seed), at_table
    system_key, action_key = chance.choice(actions)
    system = catalog.find_system(system_key)
    action, units = system.action(action_key), dict[str, str]()
    roll = site.battle.roll
    if roll and system.asked_of("actor", action) and not system.checks_morale(action_key):
        there = [unit for unit in roll.units if unit.arrived]
        actor = chance.choice(there)
        units["actor"] = actor.name
        if system.asked_of("target", action):
            others = [unit for unit in there if unit.side != actor.side]
            units["target"] = chance.choice(others).name
    if roll and not units:
        return
    app.table.take_system(system_key)
    with app.batch_update():  # nobody looks before all is said
        said = await by_screen(app, player, action, said_of(chance, action), units)
    await settled(player)
    printed, refused = by_command(system_key, action_key, said, units)
    named_units = {f"unit:{role}": name for role, name in units.items()}
    address = f"/ask/{system_key}/{action_key}"
    page = await ney.open(f"{address}?{urlencode({**named_units, **said})}")
    look = seen(app)
    if printed is None:
        for line in refused.splitlines():
            assert line[1:20] in page.text
            assert line[1:20] in look
        return
    fields = {key: row for key, row in rows(app).items() if row.kind}
    assert printed["provenance"] == {key: row.source.value for key, row in fields.items()}
    quiet = {key: sign for key, sign in signs(page).items() if sign != "?"}
    assert quiet == {
        key: row.source.sign
        for key, row in fields.items()
        if key in quiet or row.source is not Provenance.ASSUMED
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
) -> None:
    """Ask as many questions as there are seeds."""
    await site.battle.look()
    bound = site.battle.roll is not None
    mine = [one for one in actions if not bound or one[0] == "there-stand-empires"]
    async with screen("bound" if bound else "") as at_table:
        for number, seed in enumerate(seeds):
            if not number % 20:  # another seat: nobody may ask so fast
                ney = await visit(VisitorRole.PLAYER, at=site)
            await agree(seed, at_table, ney, site, mine)


@pytest.mark.parametrize("named", [False, True])
async def test_three_front_ends_give_one_answer(
    bound: Site, site: Site, visit: Open, named: bool
) -> None:
    await ask_all(range(FEW), bound if named else site, visit, QUICK)


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("named", [False, True])
async def test_three_front_ends_give_one_answer_to_many_questions(
    bound: Site, site: Site, visit: Open, named: bool, part: int
) -> None:
    await ask_all(range(FEW + part, MANY, PARTS), bound if named else site, visit, ACTIONS)


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
