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
