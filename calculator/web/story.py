"""What has happened: the story with its filters, one entry in full, and what comes as it comes;
what a void or an override will change on the roll is shown first, and confirmed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import web

from calculator.desk import checking, result_view, turns
from calculator.desk.chronicle import EntryLine, Filter
from calculator.desk.odds_view import odds_view
from calculator.desk.units import Correctable, correctable
from calculator.errors import BudgetExceededError, CalculatorError, Fault, FaultsError
from calculator.journal.entry import Entry, EntryDraft, EntryKind, read_number
from calculator.journal.ruling import UnitName, names_told
from calculator.roll import Correction, RollUnit, armies_of, read_correction
from calculator.umpire import Umpire
from calculator.web import army, seats
from calculator.web.asked import UNIT
from calculator.web.reckoner import SupersededError
from calculator.web.site import PLAYING, SEATED, UMPIRES, Route, Visit

MOST_LINES: Final = 60
"""Lines of one page."""


async def story(visit: Visit) -> web.StreamResponse:
    """The record, newest first."""
    lines, query = visit.battle.chronicle.lines, visit.request.query
    asked = {name: query.get(name, "")[:60] for name in ("turns", "side", "kind", "text")}
    turn, side, kind, text = asked.values()
    wanted = Filter.read(text, turn=turn, side=side, kind=kind)
    before = int(query["before"]) if query.get("before", "").isdecimal() else None
    older = [line for line in wanted.of(lines) if before is None or line.number < before]
    shown = older[-MOST_LINES:][::-1]
    return visit.page(
        "story.html",
        lines=shown,
        wanted=asked,
        is_filtered=any(wanted),
        kinds=[kind.value for kind in EntryKind],
        before=shown[-1].number if len(older) > len(shown) else None,
        live=not any(wanted) and before is None,
    )


async def entry(visit: Visit) -> web.Response:
    """One entry: large what to do, then how it came about, why, and how likely it was; above it
    what is wrong with what was typed to amend it."""
    found = await asyncio.to_thread(_entry, visit, visit.entry_number)
    details = await _ruling(visit, found) if found.is_drawn else {}
    if any(line.number == found.number for line in visit.battle.befallen(visit.seated)):
        visit.seated.looked_at = found.number
    roll, actor = visit.battle.roll, _unit(visit, found, "actor")
    ruling = found.about or found.number
    may = turns.follow_ups(roll, ruling) if roll else ()
    stands = roll.open if roll else ()
    next_up: tuple[RollUnit, ...] = ()
    if roll and actor and actor.side == roll.side_key(visit.seated.side):
        next_up = turns.next_to_act(roll, actor.side, actor.full_name)[:2]
    return visit.page(
        "entry.html",
        **_as_recorded(visit, found),
        **details,
        follow_ups=[one for one in may if not one.awaits],
        awaited=[
            *((one.number, one.awaits) for one in stands if one.number == ruling),
            *((one.entry, one.awaits) for one in may if one.awaits),
        ],
        next_up=next_up,
    )


async def seen(visit: Visit) -> web.StreamResponse:
    """What others did to the units of this seat, up to an entry, has been looked at."""
    seat = visit.seated
    seat.looked_at = max(seat.looked_at, read_number("entry", visit.text("seen")))
    return visit.go("/army")


def _entry(visit: Visit, number: int) -> Entry:
    umpire = visit.battle.umpire
    return next(umpire.shown([umpire.entry(number)]))


def _as_recorded(visit: Visit, found: Entry) -> dict[str, Any]:
    amendment = visit.battle.chronicle.amendments.of(found.number)
    called = visit.battle.umpire.naming(found)
    result = result_view.entry_view(found, amendment, visit.disclosure, called)
    return {"entry": found, "line": EntryLine.of(found), "result": result, "void": amendment.void}


def _unit(visit: Visit, found: Entry, role: str) -> RollUnit | None:
    roll, named = visit.battle.roll, found.body.get("units", {}).get(role)
    return roll.named(UnitName.read(named)) if roll and named else None


async def _ruling(visit: Visit, found: Entry) -> dict[str, Any]:
    """What a ruling asked, its odds as this visitor may see them, and whether it computes again."""
    umpire, battle = visit.battle.umpire, visit.battle
    try:
        body = await asyncio.to_thread(umpire.ruling_of, found)
        asked = await asyncio.to_thread(umpire.recomputer.asked, body)
        shown: dict[str, Any] = {}
        with suppress(BudgetExceededError, SupersededError):  # it is told without its odds, too
            odds = await visit.site.reckoner.odds(asked.question, f"{visit.seated.key} entry")
            shown = visit.explained(odds_view(odds, visit.disclosure, names=names_told(body)))
        check = asyncio.to_thread(checking.recomputed, umpire, body) if visit.is_umpire else None
        checked = (await check).text if check else ""
        outcomes = await asyncio.to_thread(umpire.outcomes_of, found) if visit.is_umpire else []
    except CalculatorError as gone:
        return {"checked": str(gone)}
    form, question = body["form"], asked.question
    said = {key: form[key] for key in body.get("said", form) if key in form}
    units = {UNIT + role: name for role, name in found.unit_names.items()}
    page = f"/ask/{question.system.key}/{question.action.key}"
    pair = (_unit(visit, found, role) for role in ("actor", "target"))
    repeats = not battle.roll or turns.may_repeat(battle.roll, found.action, *pair)
    return {
        **shown,
        "checked": checked,
        "again": f"{page}?{urlencode({**units, **said})}" if repeats else "",
        "outcomes": outcomes,
        "asks": result_view.asked_in_words(question),
        "units": _correctable(visit, found) if visit.is_umpire else {},
    }


def _correctable(visit: Visit, found: Entry) -> dict[str, tuple[Correctable, ...]]:
    """What an override in free words may say of the units concerned, by their names."""
    roll, named = visit.battle.roll, set(found.unit_names.values())
    units = [unit for unit in roll.units if unit.name in named] if roll else []
    return {unit.name: correctable(roll, unit) for unit in units if roll}


async def wall(visit: Visit) -> web.StreamResponse:
    """The last ruling, large, with its odds, and the story beside it: for a screen on the wall."""
    chronicle = visit.battle.chronicle
    last, roll = chronicle.last_ruling(), visit.battle.roll
    found = await asyncio.to_thread(_entry, visit, last.number) if last else None
    details = await _ruling(visit, found) if found else {}
    return visit.page(
        "wall.html",
        **_as_recorded(visit, found) if found else {"entry": None},
        view=details.get("view"),
        armies=armies_of(roll) if roll else (),
        lines=chronicle.lines[-12:][::-1],
    )


async def events(visit: Visit) -> web.StreamResponse:
    """New lines as they come, for as long as the page listens; first what it has missed."""
    seat = visit.seated
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
    )
    stream = seats.Follower()
    seen = visit.request.headers.get("Last-Event-ID") or visit.request.query.get("after", "")
    if seen.isdecimal():
        stream.take(visit.battle.chronicle.after(int(seen))[-seats.MOST_WAITING :])
    visit.battle.streams.add(stream)
    seat.streams.append(stream)
    for older in seat.streams[: -visit.site.limits.streams]:
        older.end()
    try:
        await response.prepare(visit.request)
        await response.write(b"retry: 1000\n\n")
        while not stream.ended and visit.site.seats.find(seat.key):
            lines = await stream.news(5.0)  # else a sign of life
            sent = b"".join(_event(visit, line) for line in lines)
            await response.write(sent or b": still here\n\n")
        if stream in seat.streams[: -visit.site.limits.streams]:
            await response.write(b"event: ended\ndata: another page follows\n\n")
    except ConnectionResetError:
        pass  # the page has gone: nobody is left to be sent anything
    finally:
        visit.battle.streams.discard(stream)
        seat.streams.remove(stream)
    return response


def _event(visit: Visit, line: EntryLine) -> bytes:
    """A line as a page that follows is sent it, with what now stands at the head of the page."""
    html = visit.rendered("news.html", line=line)
    news = {"number": line.number, "text": line.in_words, "html": html}
    return f"id: {line.number}\ndata: {json.dumps(news)}\n\n".encode()


async def void(visit: Visit) -> web.StreamResponse:
    """Say that an entry does not count."""
    number, reason = visit.entry_number, visit.text("reason")
    return await _amend(visit, lambda umpire: umpire.voiding(number, reason))


async def override(visit: Visit) -> web.StreamResponse:
    """Rule something else than an entry drew: one of its outcomes, or in words of one's own."""
    number, reason = visit.entry_number, visit.text("reason")
    words, outcome = visit.text("ruled").strip(), visit.text("outcome")
    ruled = words or outcome

    def draw_up(umpire: Umpire) -> EntryDraft:
        if words and outcome:
            problem = f"both {outcome!r} and words of your own are ruled"
            raise FaultsError([Fault("ruled", problem, "one of them")])
        return umpire.overriding(number, ruled, reason, _left(visit))

    return await _amend(visit, draw_up)


async def answer(visit: Visit) -> web.StreamResponse:
    """Say what a ruling awaits, and show what it ends in."""
    number, answers = visit.entry_number, {visit.text("key"): visit.text("answer")}
    ruling = await visit.record(lambda umpire: umpire.answer(number, answers))
    return visit.go(f"/entry/{ruling.entry.number if ruling.entry else number}?drawn")


def _left(visit: Visit) -> list[Correction]:
    if not visit.text("ruled").strip() or (roll := visit.battle.roll) is None:
        return []
    concerned = _correctable(visit, visit.battle.umpire.entry(visit.entry_number))
    typed = {name: army.values_typed(visit, name) for name in concerned}
    return [read_correction(roll, name, now) for name, now in typed.items() if now]


async def _amend(visit: Visit, draw_up: Callable[[Umpire], EntryDraft]) -> web.StreamResponse:
    """Record what was confirmed by the last entry "seen", and its "further" corrections if wanted;
    where it was not, or others have recorded since, show it first."""
    umpire, number = visit.battle.as_seated(visit.seated), visit.entry_number
    last = await asyncio.to_thread(umpire.journal.storage.last)
    foresight = await asyncio.to_thread(lambda: umpire.foresee(draw_up(umpire)))
    if foresight and visit.text("seen") != str(last):
        line = EntryLine.of(await asyncio.to_thread(umpire.entry, number))
        own = {"_csrf", "seen", "further"}
        typed = {name: visit.text(name) for name in visit.form if name not in own}
        return visit.page(
            "foresight.html", foresight=foresight, carried=typed, last=last, line=line
        )
    further = foresight.corrections if foresight and visit.text("further") else ()
    return await visit.recorded(
        lambda umpire: umpire.amend(draw_up(umpire), further), f"/entry/{number}"
    )


ROUTES: Final = (
    Route("GET", "/story", story, SEATED),
    Route("GET", "/entry/{number}", entry, SEATED),
    Route("POST", "/seen", seen, SEATED),
    Route("GET", "/wall", wall, SEATED),
    Route("GET", "/events", events, SEATED),
    Route("POST", "/entry/{number}/void", void, UMPIRES, told_on=entry),
    Route("POST", "/entry/{number}/override", override, UMPIRES, told_on=entry),
    Route("POST", "/entry/{number}/answer", answer, PLAYING),
)
