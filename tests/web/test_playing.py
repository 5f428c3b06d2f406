"""A player's way through the pages, as a browser without scripts goes it."""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections.abc import Callable
from datetime import timedelta
from multiprocessing import active_children
from urllib.parse import urlencode

import attrs
import pytest

from calculator.figures import percent
from calculator.forms import fields_of
from calculator.roll import OrderOfBattle, read_correction
from calculator.rows import Rows
from calculator.rules import catalog
from calculator.rules.action import Place
from calculator.rules.question import Odds, Question
from calculator.umpire import Umpire
from calculator.web.reckoner import Reckoner, SupersededError, Work, reckon, what_if
from calculator.web.seats import VisitorRole
from calculator.web.site import Site
from tests.rules.test_question import HUGE
from tests.web.conftest import Open, Page

ASSAULT = "/ask/there-stand-empires/assault"
RULE = "/rule/there-stand-empires/assault"
DEPLOYED = "/ask/there-stand-empires/deployed-fire"
FIRE = "/rule/there-stand-empires/deployed-fire"

EVERYTHING = [
    (key, action.key) for key in catalog.KEYS for action in catalog.find_system(key).actions
]


async def test_from_the_army_to_a_ruling(bound: Site, visit: Open) -> None:
    """Unit, action, target, result: four links and buttons, and the record names them all."""
    ney = await visit(VisitorRole.PLAYER, at=bound, player="Ney", side="french")
    army = await ney.open("/army")
    assert "Bylandt's brigade" not in army.text
    unit = await ney.open(next(a for a in army.links if "Husson" in a))
    target = await ney.open(next(a for a in unit.links if "action=assault" in a))
    assert not any("Jamin" in a for a in target.links if "target=" in a)
    ask = await ney.open(next(a for a in target.links if "Bylandt" in a))
    result = await ney.send(ask, ASSAULT, to=RULE)
    assert result.address == "/entry/2?drawn"
    _, entry = bound.battle.umpire.recent()
    assert (entry.player, entry.side) == ("Ney", "french")
    assert entry.unit_names == {"actor": "Husson's brigade", "target": "Bylandt's brigade"}
    assert entry.body["headline"] in result.text
    for step in entry.body["on-table"]:
        assert step in result.text


async def test_what_is_said_against_the_roll_stands_beside_the_odds_at_the_foot(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, player="Ney", side="french")
    page = await ney.open(f"{at('Husson', 'Bylandt')}&target-state=demoralized")
    foot = page.source.partition('class="bottom"')[2].partition('class="chief"')[0]
    assert "Use the roll's answer" in foot


async def test_the_enemys_generals_are_at_hand_where_one_is_overrun(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, player="Ney", side="french")
    page = await ney.open("/ask/there-stand-empires/leader-overrun")
    offered = re.findall(r'<option value="([^"]+)">', page.source)
    assert {"Duke of Wellington", "Perponcher"} < set(offered)
    assert "Bachelu" not in offered


async def test_sides_and_answers_of_units_are_called_by_their_names(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, player="Ney", side="french")
    page = await ney.open(at("Husson's brigade", "Bylandt's brigade"))
    assert "Ney, French" in page.text
    assert "infantry, average, OK, maneuver column, 5 bases, columns assault" in page.text
    await ney.send(page, ASSAULT, to=RULE)
    assert "Ney, French" in (await ney.open("/story")).text.partition("Story")[2]


async def test_a_page_that_is_not_for_a_visitor_leads_back(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    for address, status in (("/desk", 403), ("/nowhere", 404), ("/entry/9", 400)):
        page = await ney.open(address)
        assert (page.status, "/" in page.links) == (status, True)


async def test_odds_are_those_of_the_command_line(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    question = Question.read("there-stand-empires", "assault", {"cover": "hard"})
    page = await ney.open(f"{ASSAULT}?cover=hard")
    for measure in question.action.measures:
        if question.odds().measure(measure.key) == 0:
            assert f"{measure.label}0.0%" not in page.text
            continue
        assert f"{measure.label}{percent(float(question.odds().measure(measure.key)))}" in (
            page.text.replace(" ", " ")
        )


async def test_a_form_that_is_sent_twice_is_recorded_once(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(ASSAULT)
    answers = await asyncio.gather(*(ney.send(page, ASSAULT, to=RULE) for _ in range(4)))
    assert {answer.address for answer in answers} == {"/entry/1?drawn"}
    assert len(site.battle.umpire.recent()) == 1
    await ney.send(await ney.open(ASSAULT), ASSAULT, to=RULE)
    assert len(site.battle.umpire.recent()) == 2


async def test_two_visitors_with_the_same_word_record_two_rulings(site: Site, visit: Open) -> None:
    for _ in range(2):
        visitor = await visit(VisitorRole.PLAYER)
        await visitor.send(await visitor.open(ASSAULT), ASSAULT, {"_once": "same"}, to=RULE)
    assert len(site.battle.umpire.recent()) == 2


async def test_answers_stay_in_the_address_and_secrets_do_not(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.send(await ney.open(ASSAULT), ASSAULT, {"cover": "hard"})
    assert "cover=hard" in page.address
    for secret in ("_csrf", "_once"):
        assert secret not in page.address


async def test_a_number_moves_by_its_buttons_and_stops_at_its_limits(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{ASSAULT}?bases=2")
    for expected in ("1", "1"):
        page = await ney.send(page, ASSAULT, {"_step": "bases:-1"})
        assert page.forms[ASSAULT]["bases"] == expected


CHARGE = "/ask/revolutionary-wars/charge"


async def test_the_rows_of_a_list_are_added_answered_stepped_and_removed(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.send(await ney.open(CHARGE), CHARGE, {"_rows": "also-charging:"})
    assert page.forms[CHARGE]["also-charging.0.card"] == "line"
    answers = {"also-charging.0.card": "mob", "also-charging.0.platoons": "7"}
    page = await ney.send(page, CHARGE, {**answers, "_rows": "also-charging:"})
    page = await ney.send(page, CHARGE, {"_step": "also-charging.0.platoons:1"})
    assert "also-charging=mob line solid 8, line line solid" in page.address
    page = await ney.send(page, CHARGE, {"_rows": "also-charging:0"})
    assert page.forms[CHARGE]["also-charging.0.card"] == "line"
    page = await ney.send(page, CHARGE, {"_rows": "also-charging:0"})
    assert "also-charging=none" in page.address


async def test_a_row_picks_its_unit_and_what_the_roll_says_of_it_is_not_said(
    site: Site, visit: Open
) -> None:
    site.battle.umpire.bind(OrderOfBattle.of_file("waterloo-picton"))
    ney = await visit(VisitorRole.PLAYER, side="french")
    pair = urlencode({"unit:actor": "1st/45th Line", "unit:target": "28th Foot"})
    page = await ney.send(await ney.open(f"{CHARGE}?{pair}"), CHARGE, {"_rows": "also-charging:"})
    page = await ney.send(page, CHARGE, {"also-charging.0.unit": "2nd/45th Line"})
    row = {key: page.forms[CHARGE][f"also-charging.0.{key}"] for key in ("card", "platoons")}
    assert row == {"card": "french-line", "platoons": "5"}
    page = await ney.send(page, CHARGE, {"also-charging.0.platoons": "4"})
    assert "also-charging=unit%3D2nd/45th-line platoons%3D4" in page.address
    assert "2nd/45th Line: platoons 4, the roll has 5" in page.text
    await ney.send(page, CHARGE, to="/rule/revolutionary-wars/charge")
    entry = site.battle.umpire.recent()[-1]
    assert entry.unit_names["also-charging#1"] == "2nd/45th Line"
    assert [key for key in entry.body["said"] if "#" in key] == ["also-charging#1.platoons"]


async def test_a_friend_is_picked_where_one_matters(site: Site, visit: Open) -> None:
    site.battle.umpire.bind(OrderOfBattle.of_file("cannonade-farm"))
    ney = await visit(VisitorRole.PLAYER)
    fire = "/ask/cannonade/cannonade"
    pair = urlencode({"unit:actor": "Foot Battery", "unit:target": "Jägers", "range": "3"})
    page = await ney.send(await ney.open(f"{fire}?{pair}"), fire, {"unit:friend": "2nd Battalion"})
    assert page.forms[fire]["friends"] == "20"
    await ney.send(page, fire, to="/rule/cannonade/cannonade")
    assert site.battle.umpire.recent()[-1].unit_names["friend"] == "2nd Battalion"


async def test_each_battalion_has_chances_of_its_own_before_those_of_all(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    asked = {"also-charged": "british-line 3", "platoons": "3", "enemy-platoons": "3"}
    page = await ney.open(f"{CHARGE}?{urlencode(asked)}")
    odds = Question.read("revolutionary-wars", "charge", asked).odds()
    second = odds.distribution.share(lambda outcome: outcome.enemies[1].end.value == "stands")
    assert f"enemy 2 stands {percent(float(second))}" in page.text


async def test_what_is_wrong_in_a_row_is_said_and_stays_to_be_mended(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{CHARGE}?also-charging=mob 8, mob line solid platoons=99")
    assert "platoons: 99 is out of range" in page.text
    assert page.forms[CHARGE]["also-charging.1.platoons"] == "99"
    page = await ney.open(f"{CHARGE}?also-charging=mob 8, marsh")
    assert page.forms[CHARGE]["also-charging"] == "mob 8, marsh"
    for odd in ("also-charging.x.card=mob", "also-charging.99.card=mob", "also-charging.0=mob"):
        assert (await ney.open(f"{CHARGE}?{odd}")).status == 200


async def test_a_path_is_put_together_from_its_words(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    address = "/ask/morne-plaine/movement"
    page = await ney.open(f"{address}?path=clear")
    for word in ("-1", "village", "road", "clear", "zone", "clear", "-1"):
        page = await ney.send(page, address, {"_step": f"path:{word}"})
    assert page.forms[address]["path"] == "village road, clear zone"
    page = await ney.send(page, address, {"_step": "path:nonsense"})
    assert page.forms[address]["path"] == "village road, clear zone"


async def test_what_is_wrong_is_said_and_what_was_typed_is_kept(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{ASSAULT}?bases=99")
    assert "99 is out of range" in page.text
    assert page.forms[ASSAULT]["bases"] == "99"
    assert RULE not in page.actions
    assert (await ney.send(page, ASSAULT, to=RULE)).status == 422


async def test_what_the_rules_forbid_is_said_in_place_of_odds(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{ASSAULT}?actor=heavy-foot-artillery")
    question = Question.read("there-stand-empires", "assault", {"actor": "heavy-foot-artillery"})
    (refusal,) = question.law.refusals()
    assert refusal.reason.casefold() in page.text.casefold()
    assert RULE not in page.actions
    await ney.send(page, ASSAULT, to=RULE)
    assert site.battle.umpire.recent() == []


async def test_answers_that_lead_nowhere_say_why_where_they_stand(visit: Open) -> None:
    """Gods of War, "Line of sight"; a number of hexes that a weapon does not reach, too."""
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/ask/gods-of-war/ranged-fire?range=3")
    assert "Units: units in the way block the line of sight; hills: hills in the way" in page.text
    assert "3: infantry fires up to 2" in page.text


async def sampled_here(
    _: Reckoner, work: Work, question: Question, visitor: str
) -> tuple[Odds, bool]:
    """What long odds are worth to a test that only looks at the form: a few paths, no process."""
    assert work is reckon, visitor
    return question.estimate(20), False


@pytest.mark.parametrize(("system", "action"), EVERYTHING)
async def test_everything_can_be_asked_and_every_field_has_its_help(
    visit: Open, system: str, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calculator.web.reckoner.Reckoner.in_process", sampled_here)
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"/ask/{system}/{action}")
    assert page.status == 200
    asked = catalog.find_system(system).action(action)
    text = " ".join(page.text.split())
    for field in fields_of(asked.asks):
        has_rows = isinstance(field.kind, Rows)  # of a list there is a button while it has none
        assert has_rows or field.key in page.forms[f"/ask/{system}/{action}"]
        assert f'data-field="{field.key}"' in page.source
        assert " ".join(f"{field.help} [{field.source}]".split()) in text
    drawn = f"/rule/{system}/{action}" in page.actions
    assert drawn or asked.place is Place.AID or "refusal" in page.source


async def test_a_measuring_aid_measures_and_records_nothing(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/ask/there-stand-empires/movement-allowance")
    question = Question.read("there-stand-empires", "movement-allowance", {})
    assert question.result().narration.headline in page.text
    assert site.battle.umpire.recent() == []


async def test_set_ups_are_kept_and_compared(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{ASSAULT}?cover=hard")
    page = await ney.send(page, ASSAULT, to="/pin/there-stand-empires/assault")
    page = await ney.send(page, ASSAULT, {"cover": "open"})
    hard = Question.read("there-stand-empires", "assault", {"cover": "hard"}).odds()
    bare = Question.read("there-stand-empires", "assault", {"cover": "open"}).odds()
    before, now = (float(odds.measure("carries")) for odds in (hard, bare))
    assert f"{percent(before)} ({100 * (now - before):+.1f})" in page.text
    page = await ney.send(page, ASSAULT, to="/unpin/there-stand-empires/assault")
    assert "Beside" not in page.text


SHOOT = "/ask/revolutionary-wars/shoot"


async def test_a_doubtful_value_is_read_otherwise_beside_the_odds(visit: Open) -> None:
    """The other reading goes along with what is asked, until it is taken away."""
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(f"{SHOOT}?battalion=british-line&enemy=french-line")
    assert "Beside" not in page.text
    saved = {"_reading": "shoot.saved-hits"}
    otherwise = "/otherwise/revolutionary-wars/shoot"
    assert otherwise in page.actions
    page = await ney.send(page, SHOOT, saved, to=otherwise)
    assert "Compared with hits that are saved disorder nobody" in page.text
    page = await ney.send(page, SHOOT, {"enemy-formation": "attack-column"})
    asked = Question.read(
        "revolutionary-wars",
        "shoot",
        {"battalion": "british-line", "enemy": "french-line", "enemy-formation": "attack-column"},
    )
    tables = asked.tables.override({"shoot.saved-hits": 0}, "the other reading")
    now, other = (
        float(odds.measure("unsettles"))
        for odds in (asked.odds(), attrs.evolve(asked, tables=tables).odds())
    )
    assert f"{percent(other)} ({100 * (now - other):+.1f})" in page.text
    page = await ney.send(page, SHOOT, {"_reading": "countercharge.shock"}, to=otherwise)
    assert "(changes nothing here)" in page.text
    page = await ney.send(page, SHOOT, saved, to=otherwise)
    assert "Beside" not in page.text


async def test_what_one_reading_forbids_stands_with_the_odds_by_the_other(visit: Open) -> None:
    """In woods nobody is attacked; by the other reading 34.5% that the attacker loses none."""
    ney = await visit(VisitorRole.PLAYER)
    asked, otherwise = "/ask/gods-of-war/close-combat", "/otherwise/gods-of-war/close-combat"
    page = await ney.open(f"{asked}?target-terrain=woods")
    assert "Units in woods cannot be the target of any attack" in page.text
    assert "34.5%" not in page.text
    page = await ney.send(page, asked, {"_reading": "woods.combat-prohibited"}, to=otherwise)
    assert "Units in woods cannot be the target of any attack" in page.text
    assert "Odds, if woods give cover against fire, and combat there is allowed" in page.text
    assert "34.5%" in page.text
    assert "/rule/gods-of-war/close-combat" not in page.actions
    page = await ney.send(page, asked, {"target-terrain": "open"})
    assert "Odds, if" not in page.text, "it changes nothing in the open"


async def test_what_would_change_it(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/what-if/there-stand-empires/assault?cover=hard")
    hard = Question.read("there-stand-empires", "assault", {"cover": "hard"}).odds()
    bare = Question.read("there-stand-empires", "assault", {"cover": "open"}).odds()
    difference = float(bare.measure("carries") - hard.measure("carries"))
    found = re.search(
        rf"{re.escape(f'{100 * difference:+.1f}')} (\S+) (\S+)", " ".join(page.text.split())
    )
    assert found
    assert "open" in found[0]


async def test_practice_draws_and_records_nothing(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    await ney.send(await ney.open("/more"), "/practice", {"practice": "yes"})
    page = await ney.open(ASSAULT)
    assert "Practice: nothing is recorded" in page.text
    result = await ney.send(page, ASSAULT, to=RULE)
    assert "this was not recorded" in result.text
    assert site.battle.umpire.recent() == []


async def test_a_result_is_given_though_the_record_cannot_be_written(
    site: Site, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from calculator.journal.storage import UnwritableError

    def full(*_: object) -> None:
        raise UnwritableError("the disk is full")

    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open(ASSAULT)
    monkeypatch.setattr(site.battle.umpire.journal.storage, "append", full)
    result = await ney.send(page, ASSAULT, to=RULE)
    assert result.status == 200
    assert "the disk is full" in result.text
    assert "Back to the question" in result.text


async def test_a_draw_is_not_answered_by_an_error_where_the_server_is_lost(
    site: Site, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once just after it was recorded; then before anything is read, where the form sent again
    tells of the same draw."""
    from calculator.errors import JournalError
    from calculator.journal.storage import UnwritableError

    def lost(*_: object, **__: object) -> None:
        raise JournalError("the connection was lost")

    def down(*_: object) -> None:
        raise UnwritableError("the connection was lost")

    ney = await visit(VisitorRole.PLAYER)
    page, another = await ney.open(ASSAULT), await ney.open(ASSAULT)
    storage = site.battle.umpire.journal.storage
    monkeypatch.setattr(storage, "recent", lost)
    result = await ney.send(page, ASSAULT, to=RULE)
    assert result.status == 200
    assert "Back to the question" in result.text
    assert "the connection was lost" in result.text
    for read in ("tip", "of_kind", "entry", "kept", "unlocked", "fitted"):
        monkeypatch.setattr(storage, read, lost)
    monkeypatch.setattr(storage, "append", down)
    told = [await ney.send(another, ASSAULT, to=RULE) for _ in range(3)]
    assert {answer.status for answer in told} == {200}
    assert len({answer.text for answer in told}) == 1
    assert site.battle.umpire.pending == 1
    monkeypatch.undo()


async def test_without_an_order_of_battle_everything_is_asked_by_its_form(
    make: Callable[..., Site], visit: Open
) -> None:
    site = make(battle="plain")
    ney = await visit(VisitorRole.PLAYER, at=site)
    page = await ney.open("/act")
    assert page.status == 200
    for key in catalog.KEYS:
        assert catalog.find_system(key).title in page.text
    result = await ney.send(
        await ney.open("/ask/cannonade/melee"), "/ask/cannonade/melee", to="/rule/cannonade/melee"
    )
    assert result.address == "/entry/1?drawn"
    with Umpire.open("plain", read_only=True) as umpire:
        assert umpire.entry(1).system == "cannonade"


def at(actor: str, target: str, action: str = "assault") -> str:
    """The page on which a unit does something at another."""
    return f"/ask/there-stand-empires/{action}?" + urlencode(
        {"unit:actor": actor, "unit:target": target}
    )


HUSSON, JAMIN, BYLANDT = "Husson's brigade", "Jamin's brigade", "Bylandt's brigade"


async def test_the_next_question_starts_where_the_last_result_left_the_units(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    umpire = bound.battle.umpire
    roll = umpire.roll()
    assert roll
    umpire.correct(read_correction(roll, BYLANDT, {"state": "disordered", "bases": "3"}), "seen")
    await bound.battle.look()
    for told in ("/army?all", "/target?" + urlencode({"unit:actor": HUSSON, "action": "assault"})):
        assert "disordered2 of 5 bases lost" in (await ney.open(told)).text
    page = await ney.open(at(HUSSON, BYLANDT))
    values = page.forms[ASSAULT]
    assert (values["target-state"], values["target-bases"]) == ("disordered", "3")
    assert f"{BYLANDT}: target state disordered (since entry 2" in page.text


async def test_who_has_acted_may_not_again_and_its_card_says_so(bound: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    await ney.send(await ney.open(at(JAMIN, BYLANDT, "deployed-fire")), DEPLOYED, to=FIRE)
    army = await ney.open("/army")
    assert "has acted" in army.text
    page = await ney.open(at(JAMIN, BYLANDT))
    assert "has acted this turn" in page.text
    assert "Rule it anyway, because" in page.text
    await ney.send(page, ASSAULT, to=RULE)
    assert len(bound.battle.umpire.recent()) == 2
    await ney.send(page, ASSAULT, {"_despite": "it never fired"}, to=RULE)
    assert bound.battle.umpire.recent()[-1].body["despite"] == "it never fired"
    begun = await ney.send(page, ASSAULT, {"turn": "2"}, to="/turn")
    assert "Turn 2" in begun.text
    assert "/ask/there-stand-empires/initiative" in begun.links
    assert "5th Infantry Division, 3 of 3 still to act" in begun.text
    assert f"/unit?{urlencode({'unit:actor': HUSSON})}" in begun.links, "a tap picks it"
    undone = await ney.send(begun, "/turn/undo")
    assert "Turn 1" in undone.text


async def test_an_action_asks_who_first_and_then_at_whom(bound: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    who = "/target?action=assault"
    assert who in (await ney.open("/act")).links
    page = await ney.open(who)
    assert "Who?" in page.text
    assert BYLANDT not in page.text
    asked = f"{who}&{urlencode({'unit:actor': HUSSON})}"
    assert asked in page.links
    assert at(HUSSON, BYLANDT) in (await ney.open(asked)).links


async def test_what_a_unit_cannot_do_is_told_before_a_target_and_once(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french", player="Ney")
    horse = {"unit:actor": "Hubert's brigade"}
    page = await ney.open(f"/unit?{urlencode(horse)}")
    assert "Cavalry does not fire" in page.text
    assert f"{DEPLOYED}?{urlencode(horse)}" in page.links, "no target first"
    drawn = await ney.send(await ney.open(at(JAMIN, BYLANDT)), ASSAULT, to=RULE)
    assert 'aria-current="true">Army' in drawn.source, "it was drawn from there"
    acted = (await ney.open(f"/unit?{urlencode({'unit:actor': JAMIN})}")).text
    assert acted.count("Jamin's brigade has acted this turn") == 1


async def test_what_others_ruled_meanwhile_is_shown_before_the_draw(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french", player="Ney")
    reille = await visit(VisitorRole.PLAYER, at=bound, side="french", player="Reille")
    page = await ney.open(at(HUSSON, BYLANDT))
    await reille.send(await reille.open(at(JAMIN, BYLANDT, "deployed-fire")), DEPLOYED, to=FIRE)
    again = await ney.send(page, ASSAULT, to=RULE)
    assert "Since you picked it, entry 2" in again.text
    assert "Reille" in again.text
    assert len(bound.battle.umpire.recent()) == 2
    await ney.send(again, ASSAULT, to=RULE)
    assert len(bound.battle.umpire.recent()) == 3


async def test_a_player_corrects_what_stands_on_the_table(bound: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    page = await ney.open("/unit?" + urlencode({"unit:actor": JAMIN}))
    wrong = await ney.send(page, "/unit/correct", {f"{JAMIN}:bases": "99", "reason": "seen"})
    assert "out of range" in wrong.text
    await ney.send(page, "/unit/correct", {f"{JAMIN}:bases": "4", "reason": "two were lost"})
    roll = bound.battle.umpire.roll()
    assert roll
    assert roll.unit(JAMIN).now["bases"] == "4"
    assert "1 of 5 bases lost" in (await ney.open("/army")).text


async def test_the_other_side_s_units_are_not_a_player_s_to_correct(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    page = await ney.open("/unit?" + urlencode({"unit:actor": BYLANDT}))
    refused = await ney.send(page, "/unit/correct", {f"{BYLANDT}:bases": "1", "reason": "seen"})
    assert refused.status == 422
    assert len(bound.battle.umpire.recent()) == 1


async def test_units_that_have_yet_to_come_are_not_shown_to_the_enemy(
    bound: Site, visit: Open
) -> None:
    roll = bound.battle.umpire.roll()
    assert roll
    hidden = [unit.name for unit in roll.units if unit.side != "french" and not unit.arrived]
    assert hidden
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    text = (await ney.open("/army?all")).text
    assert not [name for name in hidden if name in text]


async def test_a_slip_is_withdrawn_and_asked_again_draws_the_same(
    bound: Site, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french", player="Ney")
    reille = await visit(VisitorRole.PLAYER, at=bound, side="french", player="Reille")
    slip = await ney.send(await ney.open(at(JAMIN, BYLANDT, "deployed-fire")), DEPLOYED, to=FIRE)
    withdraw = "/entry/2/withdraw"
    assert withdraw in slip.forms
    assert withdraw not in (await reille.open("/entry/2")).forms
    foreign = token_of(await reille.open("/more"))
    assert (await reille.post(withdraw, foreign)).status == 400
    withdrawn = await ney.send(slip, withdraw)
    assert "undone" in withdrawn.text
    assert "has acted" not in (await ney.open("/army")).text
    await ney.send(await ney.open(at(JAMIN, BYLANDT, "deployed-fire")), DEPLOYED, to=FIRE)
    _, first, void, again = bound.battle.umpire.recent()
    assert void.body["withdrawn"]
    assert again.body["seed"] == first.body["seed"]
    monkeypatch.setattr("calculator.web.battle.WITHIN", timedelta(0))
    late = await ney.open("/entry/4")
    assert "/entry/4/withdraw" not in late.forms
    refused = await ney.post("/entry/4/withdraw", token_of(await ney.open("/more")))
    assert "an umpire can void it" in refused.text
    assert len(bound.battle.umpire.recent()) == 4


async def test_where_the_umpire_has_switched_withdrawals_off_the_player_is_told(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    wellington = await visit(VisitorRole.UMPIRE, at=bound)
    switch = "/desk/withdrawals"
    off = await wellington.send(await wellington.open("/desk"), switch, {"withdrawals": "off"})
    assert "Undo is off (#2)" in off.text
    slip = await ney.send(await ney.open(at(JAMIN, BYLANDT, "deployed-fire")), DEPLOYED, to=FIRE)
    assert "The umpire has switched undo off (#2)" in slip.text
    withdraw = "/entry/3/withdraw"
    assert withdraw not in slip.forms
    refused = await ney.post(withdraw, token_of(await ney.open("/more")))
    assert "switched undo off (entry 2)" in refused.text
    await wellington.send(await wellington.open("/desk"), switch, {"withdrawals": "on"})
    await ney.send(await ney.open("/entry/3"), withdraw)
    assert bound.battle.umpire.recent()[-1].body["withdrawn"]
    assert (await ney.post(switch, token_of(await ney.open("/more")))).status == 403


def token_of(page: Page) -> dict[str, str]:
    """What any form of a visitor's own carries."""
    return {"_csrf": page.forms["/leave"]["_csrf"]}


LONG: dict[str, str] = {}
"""A charge: more paths than are walked while a visitor waits, and yet soon worked out."""


async def test_long_odds_come_from_another_process_and_are_the_same() -> None:
    reckoner = Reckoner(1)
    question = Question.read("revolutionary-wars", "charge", LONG)
    try:
        found = await reckoner.odds(question, "ney")
        again = await reckoner.odds(question, "ney")
    finally:
        reckoner.close()
    assert found.distribution == question.odds().distribution
    assert again is found


def test_who_keeps_many_others_waiting_gets_sampled_odds() -> None:
    question = Question.read("revolutionary-wars", "charge", LONG)
    exact, _ = reckon(question)
    sampled, _ = reckon(question, share=0.001)
    assert exact.sample is None
    assert sampled.sample is not None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time_that_is_up_while_garbage_is_collected_is_up_after_it() -> None:
    """Python lets go of what is raised in there, such as by a tool that counts collections."""
    question = Question.read("revolutionary-wars", "charge", LONG)
    collected: list[str] = []

    def slowly(phase: str, info: dict[str, int]) -> None:
        if not collected:
            collected.append(phase)
            until = time.process_time() + 0.03
            while time.process_time() < until:
                pass

    gc.callbacks.append(slowly)
    threshold = gc.get_threshold()
    gc.set_threshold(50)
    try:
        odds, _ = reckon(question, share=0.02)
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(slowly)
    assert collected
    assert odds.sample is not None


def test_what_would_change_it_is_listed_as_far_as_there_was_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = Question.read("there-stand-empires", "assault", {})
    everything = what_if(question)
    assert everything.note == ""
    monkeypatch.setattr("calculator.web.reckoner.WHAT_IF_SECONDS", 0.001)
    some = what_if(question)
    assert some.note == "There was no time to try everything. This is what was found."
    assert len(some.by_owner) < len(everything.by_owner)


async def test_the_latest_tap_of_a_visitor_wins() -> None:
    reckoner = Reckoner(1)
    first = Question.read("revolutionary-wars", "charge", LONG)
    second = Question.read("revolutionary-wars", "charge", {**LONG, "platoons": "7"})
    try:
        waiting = asyncio.create_task(reckoner.odds(first, "ney"))
        await asyncio.sleep(0)
        odds = await reckoner.odds(second, "ney")
        with pytest.raises(SupersededError):
            await waiting
    finally:
        reckoner.close()
    assert odds.question == second


async def test_a_page_stands_though_a_late_tap_on_the_one_before_takes_the_place_of_its_odds(
    bound: Site, visit: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def superseded(question: Question, visitor: str) -> Odds:
        raise SupersededError

    monkeypatch.setattr(bound.reckoner, "odds", superseded)
    ney = await visit(VisitorRole.PLAYER, at=bound, player="Ney", side="french")
    page = await ney.open(ASSAULT)
    assert page.status == 200
    assert "Sampled along 100 paths" in page.text
    part = await ney.client.get(ASSAULT, headers={"X-Part": "odds"})
    assert part.status == 409, "our script knows"


async def test_a_process_that_ends_under_a_task_is_replaced() -> None:
    reckoner = Reckoner(1)
    question = Question.read("revolutionary-wars", "charge", LONG)
    try:
        before, _ = await reckoner.ask(reckon, question)
        (process,) = active_children()
        process.kill()
        after, _ = await reckoner.ask(reckon, question)
        assert active_children() != [process]
    finally:
        reckoner.close()
    assert after.distribution == before.distribution


def test_a_process_gives_up_what_nobody_wants_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = time.monotonic()
    monkeypatch.setattr("calculator.web.reckoner._unwanted", [asked])
    monkeypatch.setattr("calculator.web.reckoner.WHAT_IF_SECONDS", 3600)
    given_up = what_if(Question.read("revolutionary-wars", "charge", HUGE), asked=asked)
    assert given_up.note == "There was no time to try everything. This is what was found."


@pytest.mark.parametrize("seconds", [0, 0.05, 0.3])
async def test_what_is_given_up_while_its_process_starts_keeps_nobody_waiting(
    seconds: float,
) -> None:
    reckoner = Reckoner(1)
    try:
        huge = Question.read("revolutionary-wars", "charge", HUGE)
        unwanted = asyncio.create_task(reckoner.ask(what_if, huge))
        await asyncio.sleep(seconds)
        unwanted.cancel()
        odds, _ = await reckoner.ask(reckon, Question.read("revolutionary-wars", "charge", LONG))
    finally:
        reckoner.close()
    assert odds.is_exact


async def test_what_may_follow_is_a_tap_away_and_a_dead_end_says_why(
    bound: Site, visit: Open
) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    battery = "18th Company, 6th Foot Artillery"
    guns = await ney.open("/unit?" + urlencode({"unit:actor": battery}))
    assert "Only infantry and cavalry assault" in guns.text
    deploy = "/ask/there-stand-empires/deploy"
    page = await ney.open(f"{deploy}?" + urlencode({"unit:actor": JAMIN}))
    result = await ney.send(page, deploy, to=deploy.replace("/ask/", "/rule/"))
    assert "The same again" not in result.text
    assert bound.battle.roll
    may = bound.battle.roll.unit(JAMIN).may
    assert ("It may still" in result.text) == bool(may)


async def test_an_order_of_battle_is_chosen_on_the_pages(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    actions = await ney.open("/act")
    assert "/orders" in actions.links
    listed = await ney.open("/orders")
    assert "Quatre Bras" in listed.text
    unknown = await ney.send(listed, "/orders", {"scenario": "quatre-brass"})
    assert "did you mean 'quatre-bras'" in unknown.text
    army = await ney.send(listed, "/orders", {"scenario": "quatre-bras"})
    assert army.address == "/army?all"
    assert "Jamin's brigade" in army.text
    assert "/orders" not in (await ney.open("/act")).links
    refused = await ney.send(listed, "/orders", {"scenario": "ligny"})
    assert "is a battle of Quatre Bras" in refused.text
