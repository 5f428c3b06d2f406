"""A whole turn of every system on the pages, as its page in the documentation plays it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from calculator.chance import one_path
from calculator.cli import main
from calculator.roll import read_correction
from calculator.rules.catalog import SHIPPED
from calculator.web.seats import VisitorRole
from calculator.web.site import Site
from tests.roll.playing import Played
from tests.turns import headlines, stands, turn_of
from tests.web.conftest import Open, Visitor

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
    monkeypatch.setattr(one_path, "fresh_seed", lambda: next(seeds))
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
    monkeypatch.setattr(one_path, "fresh_seed", lambda: "8")
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
    monkeypatch.setattr(one_path, "fresh_seed", lambda: "8")
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
    assert "9th Chasseurs: assault against Cole's brigade: Orders delayed" in told.text
    entry = await ross.open("/entry/2")
    result = await ross.send(entry, "/entry/2/answer", {"answer": "3"})
    assert "Cole's brigade is destroyed" in result.text
    assert "What was asked" in result.text
    assert "Odds" in result.text
    assert "Why" in result.text
    assert "Breakthrough charge: up to 1 inch" in (await ney.open("/entry/3")).text
    assert "#2 answered: " in (await ross.open("/entry/2")).text
    assert "9th Chasseurs: assault" not in (await ross.open("/army")).text, "it was seen"
    cole = await ross.open(f"/unit?{urlencode({'unit:actor': COLE})}")
    assert "9th Chasseurs: assault against Cole's brigade" in cole.text, "picking it shows it again"
    assert "is open" not in (await ney.open("/army")).text


async def test_what_befell_one_s_units_stays_through_turns_and_own_rulings_until_it_is_seen(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_path, "fresh_seed", lambda: "f")
    site = make(battle="stays", scenario="maida")
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    ross = await visit(VisitorRole.PLAYER, at=site, player="Ross", side="british")

    async def rule(player: Visitor, action: str, **units: str) -> None:
        asked = f"/ask/there-stand-empires/{action}"
        picked = {f"unit:{role}": name for role, name in units.items()}
        page = await player.open(f"{asked}?{urlencode(picked)}")
        await player.send(page, asked, to=f"/rule/there-stand-empires/{action}")

    kempt = "Kempt's light companies"
    await rule(ney, "deployed-fire", actor="French horse artillery", target=kempt)
    await rule(ross, "deploy", actor=COLE)
    fire = "French horse artillery: deployed fire against Kempt"
    for _ in range(2):
        told = (await ross.open("/army")).text
        assert fire in told
        assert "place a demoralization marker" in told, "what is to be done stands with it"
        await ney.send(await ney.open("/army"), "/turn")
    page = await ross.open("/army")
    assert fire in page.text
    assert "Done to your units by others: 1" in page.text, "a line that opens"
    late = await visit(VisitorRole.PLAYER, at=site, player="Cole", side="british")
    assert fire not in (await late.open("/army")).text, "who comes late is told of this turn"
    await ross.open("/entry/2")
    assert fire not in (await ross.open("/army")).text
    await rule(ney, "deployed-fire", actor="French horse artillery", target=kempt)
    page = await ross.open("/army")
    assert fire in page.text
    assert fire not in (await ross.send(page, "/seen")).text, "it is enough to have read it"


async def test_the_next_turn_says_what_it_leaves_undone_and_is_taken_back_at_once(
    make: Callable[..., Site], visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_path, "fresh_seed", lambda: "8")
    site = make(battle="late", scenario="maida")
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    units = {"unit:actor": "9th Chasseurs", "unit:target": COLE}
    asked = "/ask/there-stand-empires/assault"
    page = await ney.open(f"{asked}?{urlencode(units)}")
    late = await ney.send(page, asked, to="/rule/there-stand-empires/assault")
    assert 'class="button main"' not in late.source, "the answer alone is what comes next"
    army = (await ney.open("/army")).text.partition("Find")[2]
    first, _, last = army.partition("The next turn, for everybody")
    assert "Begin turn 2" not in first, "it stands below who has yet to act"
    assert "Begin turn 2: 12 still to act, 1 ruling open" in last
    assert "Yet to act: French 6, British 6" in last
    assert "1 of 2 still to act: 23rd Light" in last
    assert "Entry 2 is open (9th Chasseurs, Cole's brigade: assault)" in last
    begun = await ney.send(await ney.open("/army"), "/turn")
    assert "Turn 1 ended before all had acted; yet to act: French 6, British 6" in begun.text
    assert "Entry 2 is open (9th Chasseurs" in begun.text.partition("Turn 1 ended")[2]
    assert "Undo: on with turn 1" in begun.text
    undone = await ney.send(begun, "/turn/undo")
    assert "Turn 1" in undone.text
    assert "Undo: on" not in undone.text


async def test_who_may_not_stand_in_a_row_says_why_and_the_enemy_is_not_listed(
    make: Callable[..., Site], visit: Open
) -> None:
    site = make(battle="ridge", scenario="waterloo-picton")
    Played.of(site.battle.umpire).play(
        "shoot", {"actor": "2nd/45th Line", "target": "28th Foot"}, range=3, shoots="twice"
    )
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    pair = {"unit:actor": "1st/45th Line", "unit:target": "28th Foot", "also-charging": "line"}
    page = await ney.open(f"/ask/revolutionary-wars/charge?{urlencode(pair)}")
    picker = page.source.partition('name="also-charging.0.unit"')[2].partition("</select>")[0]
    assert "2nd/45th Line - The 2nd/45th Line has taken 2 Actions this turn (entry 2)" in picker
    assert (
        "1st/45th Line - The 1st/45th Line is the acting unit itself; choose another unit" in picker
    )
    assert ">1st/25th Line</option>" in picker
    assert "32nd Foot" not in picker


async def test_the_wall_says_who_has_yet_to_act_and_nobody_repeats_on_who_is_gone(
    make: Callable[..., Site], visit: Open
) -> None:
    site = make(battle="maida", scenario="maida")
    pair = {"actor": "9th Chasseurs", "target": COLE}
    Played.of(site.battle.umpire).play("assault", pair, seed="0", target_formation="march-column")
    wall = await visit(VisitorRole.SPECTATOR, at=site)
    assert "Yet to act: French: Compère's brigade 2 of 2" in (await wall.open("/wall")).text
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    result = (await ney.open("/entry/2")).text
    assert f"{COLE} is destroyed" in result
    assert "The same again" not in result


async def test_overrun_guns_are_picked_to_be_spiked_and_recovered(
    make: Callable[..., Site], visit: Open
) -> None:
    site = make(battle="ridge", scenario="waterloo-picton")
    umpire = site.battle.umpire
    lost = read_correction(Played.of(umpire).roll, "Rogers's battery", {"gone": "overrun"})
    umpire.correct(lost, "ridden over")
    ney = await visit(VisitorRole.PLAYER, at=site, player="Ney", side="french")
    spiking = {"unit:actor": "3rd Lancers", "action": "spike-guns"}
    page = await ney.open(f"/target?{urlencode(spiking)}")
    assert "Rogers's battery" in page.text.partition("At whom?")[2]
    picton = await visit(VisitorRole.PLAYER, at=site, player="Picton", side="allied")
    page = await picton.open("/target?action=recover-guns")
    assert "Rogers's battery" in page.text.partition("Who?")[2]
