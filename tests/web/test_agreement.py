"""The command line, the screen and the pages fill in the same question, whoever asks.

Random questions, said in a random order, with units and without: the same answers, each from the
same source, the same chief chances, the same refusals.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from calculator import cli
from calculator.desk.asking import Provenance
from calculator.errors import CalculatorError
from calculator.figures import percent
from calculator.forms import fields_of
from calculator.rules import catalog
from calculator.rules.action import AnyAction, Place
from calculator.tui.session import Session
from calculator.web.codes import VisitorRole
from calculator.web.site import Site
from tests.web.conftest import Open, Page, Visitor

ACTIONS = [
    (key, action.key)
    for key in catalog.KEYS
    for action in catalog.find_system(key).actions
    if action.place is not Place.AID and (key, action.key) != ("revolutionary-wars", "exchange")
]
"""All that is drawn, but for the one whose odds take a process of their own."""

FEW, MANY = 12, 200
QUICK = {"there-stand-empires", "cannonade", "gods-of-war", "morne-plaine"}


def said_of(chance: Random, action: AnyAction) -> dict[str, str]:
    """Some answers to an action, in any order."""
    fields = [field for field in fields_of(action.asks) if field.kind.choices]
    chosen = chance.sample(fields, min(len(fields), chance.randrange(5)))
    return {field.key: chance.choice(field.kind.choices) for field in chosen}


def by_command(
    capsys: pytest.CaptureFixture[str],
    system: str,
    action: str,
    said: Mapping[str, str],
    units: Mapping[str, str],
) -> tuple[dict[str, Any] | None, str]:
    """What the command line prints for machines, or its refusal."""
    named = [f"--{role}={name}" for role, name in units.items()]
    battle = ["--battle", "bound"] if units else []
    words = [f"{key}={text}" for key, text in said.items()]
    code = cli.main(["odds", system, action, *words, "--json", *battle, *named])
    printed = capsys.readouterr()
    return (json.loads(printed.out), "") if code == 0 else (None, printed.err)


def signs(page: Page) -> dict[str, str]:
    """The sign beside each answer of a page."""
    marked = page.source.partition('data-signs="')[2].partition('"')[0]
    found: dict[str, str] = json.loads(marked.replace("&#34;", '"').replace("\\u0026", "&"))
    return found


async def agree(
    seed: int, ney: Visitor, site: Site, capsys: pytest.CaptureFixture[str], *, named: bool
) -> None:
    """Ask one random question in all three ways."""
    chance = Random(seed)
    mine = [one for one in ACTIONS if one[0] == "there-stand-empires"] if named else ACTIONS
    system_key, action_key = chance.choice([one for one in mine if one[0] in QUICK])
    system = catalog.find_system(system_key)
    action = system.action(action_key)
    said, units = said_of(chance, action), {}
    roll = site.battle.roll if named else None
    if roll and system.asked_of("actor", action) and not system.checks_morale(action_key):
        there = [unit for unit in roll.units if unit.arrived]
        actor = chance.choice(there)
        units["actor"] = actor.name
        if system.asked_of("target", action):
            others = [unit for unit in there if unit.side != actor.side]
            units["target"] = chance.choice(others).name
    if roll and not units:
        return
    session = Session(system=system_key, scenario="quatre-bras" if units else "")
    session.set_up.choose(action)
    session.set_up.start_afresh()
    session.take_roll(roll)
    for role, name in units.items():
        session.take_unit(role, name)
    followed = {f.follows.of.replace("_", "-") for f in fields_of(action.asks) if f.follows}
    order = sorted(said, key=lambda key: (key not in followed, chance.random()))
    for key in order:
        session.set_up.say({key: said[key]})
    session.close()
    printed, refused = by_command(capsys, system_key, action_key, said, units)
    named_units = {f"unit:{role}": name for role, name in units.items()}
    page = await ney.open(f"/ask/{system_key}/{action_key}?{urlencode({**named_units, **said})}")
    try:
        odds = session.set_up.question().best_odds(200, workers=1)
    except CalculatorError as trouble:
        assert printed is None
        for line in str(trouble).splitlines():
            assert line in refused
            assert line[1:20] in page.text
        return
    assert printed is not None
    sources = session.set_up.provenances
    assert printed["provenance"] == {key: source.value for key, source in sources.items()}
    quiet = {key: sign for key, sign in signs(page).items() if sign != "?"}
    assert quiet == {
        key: source.sign
        for key, source in sources.items()
        if key in quiet or source is not Provenance.ASSUMED
    }
    texts = session.set_up.texts
    shown = page.forms[f"/ask/{system_key}/{action_key}"]
    assert {k: text for k, text in texts.items() if k in shown} == {
        key: shown[key] for key in texts if key in shown
    }
    if odds.is_exact:
        for measure in action.measures[:3]:
            assert percent(float(odds.measure(measure.key))) in page.text


@pytest.mark.parametrize("named", [False, True])
async def test_three_front_ends_give_one_answer(
    bound: Site, site: Site, visit: Open, capsys: pytest.CaptureFixture[str], named: bool
) -> None:
    served = bound if named else site
    await served.battle.look()
    ney = await visit(VisitorRole.PLAYER, at=served)
    for seed in range(FEW):
        await agree(seed, ney, served, capsys, named=named)


@pytest.mark.heavy
@pytest.mark.parametrize("named", [False, True])
async def test_three_front_ends_give_one_answer_to_many_questions(
    bound: Site, site: Site, visit: Open, capsys: pytest.CaptureFixture[str], named: bool
) -> None:
    served = bound if named else site
    await served.battle.look()
    ney = await visit(VisitorRole.PLAYER, at=served)
    for seed in range(FEW, MANY):
        if not seed % 20:  # another seat: nobody may ask so fast
            ney = await visit(VisitorRole.PLAYER, at=served)
        await agree(seed, ney, served, capsys, named=named)


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
