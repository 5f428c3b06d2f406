"""The story, the umpire's desk and the wall."""

from __future__ import annotations

import asyncio
import html
import json
import re
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import pytest

from calculator.figures import IN_WORDS, percent
from calculator.journal.disclosure import Disclosure
from calculator.journal.heads import grouped
from calculator.rules.question import Question
from calculator.umpire import Umpire
from calculator.web.seats import VisitorRole, read_out
from calculator.web.site import Site
from tests.journal.forgery import forge, lock, put_into_body, unlocked
from tests.web.conftest import Open, Visitor

ASSAULT = "/ask/there-stand-empires/assault"
RULE = "/rule/there-stand-empires/assault"


async def ruled(visitor: Visitor) -> None:
    """Draw a result, as a player does."""
    page = await visitor.open(ASSAULT)
    await visitor.send(page, ASSAULT, to="/rule/there-stand-empires/assault")


async def test_an_umpire_voids_and_overrides(site: Site, visit: Open) -> None:
    ney, wellington = (
        await visit(VisitorRole.PLAYER),
        await visit(VisitorRole.UMPIRE, player="Wellington"),
    )
    await ruled(ney)
    await ruled(ney)
    page = await wellington.open("/entry/1")
    assert "Computed again: the same result." in page.text
    await wellington.send(page, "/entry/1/void", {"reason": "the wrong target"})
    page = await wellington.open("/entry/2")
    outcome = Question.read("there-stand-empires", "assault", {}).odds().rows()[0].outcome.label
    assert outcome in page.text
    await wellington.send(page, "/entry/2/override", {"outcome": outcome, "reason": "a river"})
    void, override = site.battle.umpire.recent(2)
    assert (void.body["reason"], void.player) == ("the wrong target", "Wellington")
    assert (override.body["ruled"], override.body["reason"]) == (outcome, "a river")
    story = await ney.open("/story")
    assert "void" in story.text
    assert "overridden" in story.text


async def test_an_override_in_words_says_what_it_leaves_of_units(bound: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    wellington = await visit(VisitorRole.UMPIRE, at=bound, player="Wellington")
    units = {"unit:actor": "Jamin's brigade", "unit:target": "Bylandt's brigade"}
    fire = "there-stand-empires/deployed-fire"
    await ney.send(
        await ney.open(f"/ask/{fire}?{urlencode(units)}"), f"/ask/{fire}", to=f"/rule/{fire}"
    )
    page = await wellington.open("/entry/2")
    values = {
        "ruled": "a ricochet",
        "reason": "soft ground",
        "Bylandt's brigade:bases": "3",
        "Bylandt's brigade:state": "disordered",
    }
    wrong = await wellington.send(
        page, "/entry/2/override", {**values, "Bylandt's brigade:bases": "99"}
    )
    assert "out of range" in wrong.text
    misspelt = await wellington.send(page, "/entry/2/override", {**values, "ruled": "no efect"})
    assert "did you mean 'no effect'?" in misspelt.text
    kept = misspelt.forms["/entry/2/override"]
    assert (kept["reason"], kept["Bylandt's brigade:bases"]) == ("soft ground", "3")
    assert "<option selected>disordered</option>" in misspelt.source
    both = {**values, "outcome": "no effect"}
    twice = await wellington.send(page, "/entry/2/override", both)
    assert "both 'no effect' and words of your own are ruled" in twice.text
    blank = await wellington.send(page, "/entry/2/override", {**values, "reason": "  "})
    assert "Reason: is missing" in blank.text
    assert (
        "Reason: is missing" in (await wellington.send(page, "/entry/2/void", {"reason": " "})).text
    )
    foreseen = await wellington.send(misspelt, "/entry/2/override", values)
    assert "Bylandt's brigade: now" in foreseen.text
    assert "Nothing is recorded yet" in foreseen.text
    assert "#2, Jamin's brigade: deployed fire against Bylandt's brigade" in foreseen.text
    assert "ruled instead: a ricochet (because: soft ground)" in foreseen.text
    ruled = await wellington.send(foreseen, "/entry/2/override")
    assert "a ricochet" in ruled.text
    roll = bound.battle.umpire.roll()
    assert roll
    now = roll.unit("Bylandt's brigade").now
    assert (now["bases"], now["state"]) == ("3", "disordered")
    assert roll.unit("Jamin's brigade").now["bases"] == "5"


async def test_an_outcome_that_is_ruled_instead_leaves_what_it_leaves(
    bound: Site, visit: Open
) -> None:
    """The list holds the outcomes in full, not the names under which odds gather them."""
    ney = await visit(VisitorRole.PLAYER, at=bound, side="french")
    wellington = await visit(VisitorRole.UMPIRE, at=bound)
    units = {"unit:actor": "Jamin's brigade", "unit:target": "Bylandt's brigade"}
    await ney.send(await ney.open(f"{ASSAULT}?{urlencode(units)}"), ASSAULT, to=RULE)
    umpire = bound.battle.umpire
    rows = [*umpire.asked(umpire.entry(2)).question.odds().rows()]
    outcomes = [row.outcome.label.partition(":")[0] for row in rows]
    page = await wellington.open("/entry/2")
    listed = [html.unescape(one) for one in re.findall("<option>(.*?)</option>", page.source)]
    assert [one.partition(":")[0] for one in listed[: len(rows)]] == outcomes
    assert not any("target" in one or "attackers" in one for one in listed)
    thrown = "Bylandt's brigade thrown back"
    thrown = next(one for one in listed if thrown in one and "demoralized" in one)
    ruled = {"outcome": thrown, "reason": "seen"}
    foreseen = await wellington.send(page, "/entry/2/override", ruled)
    await wellington.send(foreseen, "/entry/2/override")
    roll = umpire.roll()
    assert roll
    assert roll.unit("Bylandt's brigade").now["state"] == "demoralized"


async def test_a_void_says_what_was_built_on_it_and_corrects_that_in_the_same_step(
    bound: Site, visit: Open
) -> None:
    wellington = await visit(VisitorRole.UMPIRE, at=bound)
    umpire = bound.battle.umpire
    units = {"actor": "Jamin's brigade", "target": "Bylandt's brigade"}
    fire = partial(Question.read, "there-stand-empires", "deployed-fire")
    umpire.adjudicate(fire({}), "5", units=units)
    umpire.amend(umpire.overriding(2, "disordered", "seen"))
    umpire.adjudicate(
        fire({"target-state": "disordered"}), "5", units={**units, "actor": "Gauthier's brigade"}
    )
    await bound.battle.look()
    reason = {"reason": "too far"}
    foreseen = await wellington.send(await wellington.open("/entry/2"), "/entry/2/void", reason)
    said = "#4 said Bylandt's brigade state disordered, not state ok: correct that too?"
    assert said in foreseen.text
    umpire.note("rain")
    again = await wellington.send(foreseen, "/entry/2/void", {"further": "yes"})
    assert "Nothing is recorded yet" in again.text, "others have recorded since it was foreseen"
    await wellington.send(again, "/entry/2/void", {"further": "yes"})
    assert [entry.kind.value for entry in umpire.recent(5)] == ["void", "correction"]
    roll = umpire.roll()
    assert roll
    assert roll.unit("Bylandt's brigade").now["state"] == "ok"


async def test_the_story_lists_a_side_once_however_it_was_typed(bound: Site, visit: Open) -> None:
    for typed in ("french", "FRENCH", "French"):
        bound.battle.umpire.on_behalf_of(typed, "Ney").note("rain")
    wellington = await visit(VisitorRole.UMPIRE, at=bound)
    await bound.battle.look()
    page = await wellington.open("/story")
    assert page.source.count(">French</option>") == 1
    assert page.text.count("Ney, French") == 3


async def test_an_umpire_checks_the_morale_of_either_army(bound: Site, visit: Open) -> None:
    wellington = await visit(VisitorRole.UMPIRE, at=bound)
    desk = await wellington.open("/desk")
    pages = [link for link in desk.links if "_side=" in link]
    sides = [link.rpartition("_side=")[2] for link in pages]
    assert bound.battle.scenario
    assert sides == [side.key for side in bound.battle.scenario.sides]
    for number, (side, link) in enumerate(zip(sides, pages, strict=True), start=2):
        form, action = link.partition("?")[0], link.partition("?")[0].replace("/ask/", "/rule/")
        unhurt = await wellington.send(await wellington.open(link), form, to=action)
        assert "No check is needed" in unhurt.text
        halved = {"broken": "20", "units": "40"}
        await wellington.send(await wellington.open(link), form, halved, to=action)
        assert bound.battle.umpire.entry(number).side == side


async def test_what_cannot_be_recorded_is_said_and_what_was_typed_is_kept(visit: Open) -> None:
    wellington = await visit(VisitorRole.UMPIRE)
    page = await wellington.send(await wellington.open("/desk"), "/turn", {"turn": "soon"})
    assert page.status == 422
    assert "'soon' is not a whole number" in page.text
    assert page.forms["/turn"]["turn"] == "2"


async def test_turns_and_notes(site: Site, visit: Open) -> None:
    wellington = await visit(VisitorRole.UMPIRE)
    begun = await wellington.send(await wellington.open("/desk"), "/turn", {"turn": "2"})
    assert "Turn 2" in begun.text
    page = await wellington.send(await wellington.open("/desk"), "/desk/note", {"text": "rain"})
    assert page.forms["/turn"]["turn"] == "3"
    assert [entry.summary for entry in site.battle.umpire.recent()] == ["Turn 2 begins", "rain"]
    await wellington.send(page, "/turn/undo")
    stale = await wellington.send(page, "/turn", {"turn": "1"})
    assert site.battle.umpire.current_turn == 1, stale.text


async def test_the_story_is_filtered(site: Site, visit: Open) -> None:
    with Umpire.open("field", side="French", player="Ney") as umpire:
        umpire.note("a fog lies on the road")
    with Umpire.open("field", side="Allied") as umpire:
        umpire.turn(2)
        umpire.note("the fog lifts")
    await site.battle.look()
    ney = await visit(VisitorRole.PLAYER)
    assert (await ney.open("/story?text=fog")).text.count("fog") == 2
    assert "lifts" not in (await ney.open("/story?side=French")).text
    assert "road" not in (await ney.open("/story?turns=2")).text
    assert "No entry matches" in (await ney.open("/story?turns=9")).text


async def test_a_long_story_is_read_to_its_beginning(site: Site, visit: Open) -> None:
    for number in range(130):
        site.battle.umpire.note(f"note number {number}.")
    await site.battle.look()
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/story")
    seen = page.text
    while earlier := [link for link in page.links if "before=" in link]:
        page = await ney.open(earlier[0])
        seen += page.text
    assert all(f"note number {number}." in seen for number in range(130))


async def test_rulings_of_others_come_by_themselves(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    async with ney.client.get("/events") as stream:
        await stream.content.readuntil(b"\n\n")
        with Umpire.open("field", player="Picton") as umpire:
            umpire.note("<b>rain</b>")
            umpire.turn(2)
        async with asyncio.timeout(30):
            heard = [await stream.content.readuntil(b"\n\n") for _ in range(2)]
    news, turn = (json.loads(event.partition(b"data: ")[2]) for event in heard)
    assert news["text"] == "<b>rain</b>"
    assert "&lt;b&gt;rain" in news["html"]
    assert '<summary class="where" id="now">' in turn["html"], "the head of the page keeps up"
    assert "turn 2" in turn["html"].partition("</summary>")[0]


@pytest.mark.parametrize("told", ["in the address", "on coming back"])
async def test_what_a_page_has_missed_is_sent_first(site: Site, visit: Open, told: str) -> None:
    for text in ("fog", "rain", "hail"):
        site.battle.umpire.note(text)
    ney = await visit(VisitorRole.PLAYER)
    where = "/events?after=1" if told == "in the address" else "/events?after=0"
    headers = {"Last-Event-ID": "1"} if told == "on coming back" else {}
    async with asyncio.timeout(30), ney.client.get(where, headers=headers) as stream:
        await stream.content.readuntil(b"\n\n")
        heard = [await stream.content.readuntil(b"\n\n") for _ in range(2)]
    assert [json.loads(event.partition(b"data: ")[2])["text"] for event in heard] == [
        "rain",
        "hail",
    ]


async def test_who_is_sent_out_has_left(site: Site, visit: Open) -> None:
    ney, wellington = await visit(VisitorRole.PLAYER, player="Ney"), await visit(VisitorRole.UMPIRE)
    page = await wellington.open("/desk")
    assert "Ney" in page.text
    key = next(seat.key for seat in site.seats if seat.player == "Ney")
    await wellington.send(page, "/desk/send-out", {"seat": key})
    assert "Take a seat" in (await ney.open("/army")).text


async def test_a_code_is_changed_and_the_door_closed(networked: Site, visit: Open) -> None:
    codes = networked.seats.codes
    wellington = await visit(at=networked)
    await wellington.join(code=read_out(codes[VisitorRole.UMPIRE]))
    old = read_out(codes[VisitorRole.PLAYER])
    await wellington.send(await wellington.open("/desk"), "/desk/code", {"role": "player"})
    assert (await (await visit(at=networked)).join(code=old)).status == 403
    new = read_out(codes[VisitorRole.PLAYER])
    await wellington.send(await wellington.open("/desk"), "/desk/door", {"door": "closed"})
    late = await visit(at=networked)
    assert "closed the door" in (await late.join(code=new)).text
    await wellington.send(await wellington.open("/desk"), "/desk/door", {"door": "open"})
    assert (await late.join(code=new)).address == "/army"


@pytest.mark.parametrize("choice", [Disclosure.WORDS, Disclosure.HIDDEN])
async def test_players_see_as_much_of_odds_as_the_umpire_chose(
    site: Site, visit: Open, choice: Disclosure
) -> None:
    ney, wellington = await visit(VisitorRole.PLAYER), await visit(VisitorRole.UMPIRE)
    page = await wellington.open("/desk")
    await wellington.send(page, "/desk/disclosure", {"choice": choice.value})
    assert site.battle.umpire.disclosure is choice
    asked = await ney.open(ASSAULT)
    carries = percent(
        float(Question.read("there-stand-empires", "assault", {}).odds().measure("carries"))
    )
    assert "%" not in asked.source
    assert any(word in asked.text for _, word in IN_WORDS) is (choice is Disclosure.WORDS)
    assert "[II" not in (await ney.open("/what-if/there-stand-empires/assault")).text
    assert "%" not in (await ney.open("/what-if/there-stand-empires/assault")).source
    assert carries in (await wellington.open(ASSAULT)).text
    await ruled(ney)
    result = await ney.open("/entry/2")
    assert ("%" in result.text) is (choice is Disclosure.HIDDEN)
    how = "in 100" if choice is Disclosure.HIDDEN else "arriving in time: very likely"
    assert how in result.text
    watcher = await visit(VisitorRole.SPECTATOR)
    for beholder in (watcher, wellington):
        wall = await beholder.open("/wall")
        assert " this (" in wall.text
        assert ("%" in wall.source) is (choice is Disclosure.HIDDEN), "all read it, whose it is"
    assert ("%" in (await watcher.open("/download/report")).source) is (choice is Disclosure.HIDDEN)
    assert "%" in (await wellington.open("/download/report")).source
    for form in ("handout", "table", "lines"):
        taken = (await watcher.open(f"/download/{form}")).status
        assert taken == (200 if choice is Disclosure.HIDDEN else 400)
        assert (await wellington.open(f"/download/{form}")).status == 200


@pytest.mark.parametrize("choice", [Disclosure.WORDS, Disclosure.HIDDEN])
async def test_what_weighs_an_attack_is_for_who_is_shown_exact_odds(
    site: Site, visit: Open, choice: Disclosure
) -> None:
    ney, wellington = await visit(VisitorRole.PLAYER), await visit(VisitorRole.UMPIRE)
    weigh = "/ask/gods-of-war/weigh-close-combat"
    page = await ney.open(weigh)
    assert "On average" in page.text
    site.battle.umpire.note(choice.sentence, choice.subject)
    await site.battle.look()
    assert "On average" in (await wellington.open(weigh)).text
    assert "On average" not in (await ney.open(weigh)).text
    refused = await ney.send(page, weigh, to=weigh.replace("/ask", "/rule"))
    assert "On average" not in refused.text
    assert choice.refusal in refused.text.replace("The umpire", "the umpire")


def test_a_choice_that_was_voided_is_not_in_force(site: Site) -> None:
    umpire = site.battle.umpire
    umpire.note(Disclosure.WORDS.sentence, Disclosure.WORDS.subject)
    umpire.note(Disclosure.HIDDEN.sentence, Disclosure.HIDDEN.subject)
    umpire.amend(umpire.voiding(2, "a slip"))
    assert umpire.disclosure is Disclosure.WORDS


@pytest.mark.parametrize("role", [VisitorRole.UMPIRE, VisitorRole.SPECTATOR, VisitorRole.PLAYER])
async def test_everyone_checks_the_record_and_takes_the_report_home(
    site: Site, visit: Open, role: VisitorRole
) -> None:
    site.battle.umpire.note("rain begins")
    visitor = await visit(role)
    page = await visitor.open("/verify")
    assert "in one unbroken chain" in page.text
    head = site.battle.umpire.entry(1).hash
    assert grouped(head) in page.text
    assert f"entry 1: {head}" in page.source
    kept = await visitor.open("/heads?of=1,2,x,-1")
    assert json.loads(kept.source) == {"1": head}
    checked = await visitor.open(f"/verify?noted={head[:20]}")
    assert "Entries 1 to 1 are as they were" in checked.text
    report = await visitor.open("/download/report")
    assert "*rain begins*" in report.source
    assert 'filename="field.md"' in report.headers["Content-Disposition"]


async def test_luck_is_told_to_umpires(visit: Open) -> None:
    ney, wellington = (
        await visit(VisitorRole.PLAYER, side="french"),
        await visit(VisitorRole.UMPIRE),
    )
    await ruled(ney)
    page = await wellington.open("/luck")
    assert "luck than in" in page.text
    assert (await ney.open("/luck")).status == 403


async def test_the_wall_shows_the_last_ruling_and_its_odds(site: Site, visit: Open) -> None:
    watcher = await visit(VisitorRole.SPECTATOR)
    assert "Nothing has been ruled yet" in (await watcher.open("/wall")).text
    await ruled(await visit(VisitorRole.PLAYER))
    page = await watcher.open("/wall")
    (entry,) = site.battle.umpire.recent()
    assert entry.body["headline"] in page.text
    assert percent(float(entry.probability or 0)) in page.text


async def test_a_rewritten_record_is_said_on_every_page_until_an_umpire_acknowledges_it(
    site: Site, visit: Open
) -> None:
    wellington, spectator = await visit(VisitorRole.UMPIRE), await visit(VisitorRole.SPECTATOR)
    site.battle.umpire.note("rain begins")
    await site.battle.look()
    path = Path(site.battle.umpire.journal.storage.where)
    with closing(unlocked(path)) as connection:
        forge(connection, 1, put_into_body(text="sunshine"))
        lock(connection)
    await site.battle.look()
    for visitor in (wellington, spectator):
        assert "THE RECORD WAS ALTERED" in (await visitor.open("/more")).text
        assert "not the one that this copy saw" in (await visitor.open("/verify")).text
    page = await wellington.open("/desk")
    assert "ALTERED" not in (await wellington.send(page, "/desk/acknowledge")).text
    assert "sunshine" in (await spectator.open("/story")).text
