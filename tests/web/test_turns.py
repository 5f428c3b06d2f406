"""A whole turn of every system on the pages, as its page in the documentation plays it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from calculator.cli import main
from calculator.rules import question
from calculator.rules.catalog import SHIPPED
from calculator.web.codes import VisitorRole
from calculator.web.site import Site
from tests.turns import headlines, stands, turn_of
from tests.web.conftest import Open

COLE = "Cole's brigade"


@pytest.mark.parametrize("system", SHIPPED)
async def test_a_turn_is_played_on_the_pages(
    make: Callable[..., Site], visit: Open, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = turn_of(system)
    for words in turn.commands:
        assert main(words) == 0
    told = stands(turn.battle)
    seeds = iter([step.seed for step in turn.steps])
    monkeypatch.setattr(question, "fresh_seed", lambda: next(seeds))
    site = make(battle="again", scenario=turn.scenario)
    player = await visit(VisitorRole.PLAYER, at=site, player="Ney", side=turn.side)
    for step in turn.steps:
        units = {f"unit:{role}": name for role, name in step.units.items()}
        asked = f"/ask/{system}/{step.action}"
        page = await player.open(f"{asked}?{urlencode({**units, **step.answers})}")
        result = await player.send(page, asked, to=f"/rule/{system}/{step.action}")
        assert step.headline in result.text, step.action
    assert headlines("again") == [step.headline for step in turn.steps]
    assert stands("again") == told
    army = await player.open("/army?all")
    for lines in (told[side.key] for side in site.battle.roll.sides) if site.battle.roll else ():
        assert all(line in army.text for line in lines)


async def test_a_distance_that_decides_is_asked_in_practice_too(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "fresh_seed", lambda: "8")
    site = make(battle="late", scenario="maida")
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    await ney.send(await ney.open("/more"), "/practice", {"practice": "yes"})
    units = {"unit:actor": "9th Chasseurs", "unit:target": COLE}
    asked, rule = (f"/{what}/there-stand-empires/assault" for what in ("ask", "rule"))
    late = await ney.send(await ney.open(f"{asked}?{urlencode(units)}"), asked, to=rule)
    assert "Is Cole's brigade within 4 inches?" in late.text
    measured = await ney.send(late, rule, {"distance": "3"})
    assert "Cole's brigade is destroyed" in measured.text
    assert len(site.battle.umpire.recent()) == 1, "the order of battle alone"


async def test_a_late_charge_is_measured_on_any_phone_and_told_to_whom_it_befell(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "fresh_seed", lambda: "8")
    site = make(battle="late", scenario="maida")
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    ross = await visit(VisitorRole.PLAYER, at=site, player="Ross", side="british")
    units = {"unit:actor": "9th Chasseurs", "unit:target": COLE}
    asked = "/ask/there-stand-empires/assault"
    page = await ney.open(f"{asked}?{urlencode(units)}")
    late = await ney.send(page, asked, to="/rule/there-stand-empires/assault")
    assert "Orders delayed - is Cole's brigade within 4 inches?" in late.text
    told = await ross.open("/army")
    assert "Entry 2 is open (9th Chasseurs, Cole's brigade: assault)" in told.text
    assert "9th Chasseurs: assault, Cole's brigade: Orders delayed" in told.text
    entry = await ross.open("/entry/2")
    result = await ross.send(entry, "/entry/2/answer", {"answer": "3"})
    assert "Cole's brigade is destroyed" in result.text
    assert "What was asked" in result.text
    assert "Odds" in result.text
    assert "Why" in result.text
    assert "Breakthrough charge: up to 1 inch" in (await ney.open("/entry/3")).text
    assert "9th Chasseurs: assault" not in (await ross.open("/army")).text, "it was seen"
    cole = await ross.open(f"/unit?{urlencode({'unit:actor': COLE})}")
    assert "9th Chasseurs: assault, Cole's brigade" in cole.text, "picking it shows it again"
    assert "is open" not in (await ney.open("/army")).text
