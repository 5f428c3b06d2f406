"""What has happened: the story with its filters, one entry in full, and what comes as it comes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import web

from calculator.desk.armies import strengths
from calculator.desk.correcting import Correctable, correctable
from calculator.desk.lines import EntryLine, Filter, facts
from calculator.desk.result_view import asked_in_words, entry_view
from calculator.desk.turns import follow_ups, may_repeat, next_to_act
from calculator.errors import BudgetExceededError, CalculatorError
from calculator.journal.entry import Entry, EntryKind
from calculator.journal.judging import BadEntryError, recompute
from calculator.journal.ruling import UnitName
from calculator.roll import RollUnit
from calculator.rules.question import Question
from calculator.web import pages
from calculator.web.asked import UNIT
from calculator.web.follower import MOST_LINES, MOST_WAITING, Follower
from calculator.web.reckoner import SupersededError
from calculator.web.site import SEATED, Route, Visit

HEARTBEAT: Final = 5.0
"""Seconds after which a page that follows is sent a sign of life."""


MOST_NEXT: Final = 2
"""Units that the page of a result offers to go on with."""


async def story(visit: Visit) -> web.StreamResponse:
    """The record, newest first."""
    chronicle = visit.battle.chronicle
    query = visit.request.query
    asked = {name: query.get(name, "")[:60] for name in ("turns", "side", "kind", "text")}
    named = {"turn": asked["turns"], "side": asked["side"], "kind": asked["kind"]}
    wanted = Filter.read(asked["text"], **named)
    lines = wanted.of(chronicle.lines) if any(wanted) else chronicle.lines
    before = int(query["before"]) if query.get("before", "").isdecimal() else None
    older = [line for line in lines if before is None or line.number < before]
    shown = older[-MOST_LINES:][::-1]
    return visit.page(
        "story.html",
        lines=[_line_view(visit, line) for line in shown],
        wanted=asked,
        is_filtered=any(wanted),
        sides={side: visit.battle.side_called(side) for side in chronicle.sides},
        kinds=[kind.value for kind in EntryKind],
        before=shown[-1].number if len(older) > len(shown) else None,
        live=not any(wanted) and before is None,
    )


async def entry(visit: Visit) -> web.StreamResponse:
    """One entry: large what to do, then how it came about, why, and how likely it was."""
    return await entry_page(visit)


async def entry_page(
    visit: Visit, faults: Sequence[str] = (), typed: Mapping[str, str] | None = None
) -> web.Response:
    """The page of an entry; what is wrong with what was `typed` to amend it stands above."""
    found = await asyncio.to_thread(_entry, visit, visit.entry_number)
    details = await _ruling(visit, found) if found.is_drawn else {"back": _back(visit, found)}
    visit.seated.looked_at = max(visit.seated.looked_at, found.number)
    recorded = _as_recorded(visit, found) | {"faults": faults, "typed": typed or {}}
    return visit.page("entry.html", 422 if faults else 200, **recorded, **_NO_RULING | details)


def _entry(visit: Visit, number: int) -> Entry:
    umpire = visit.battle.umpire
    return next(umpire.shown([umpire.entry(number)]))


def _as_recorded(visit: Visit, found: Entry) -> dict[str, Any]:
    amendment = visit.battle.chronicle.amendments.of(found.number)
    roll, ruling = visit.battle.roll, found.about or found.number
    may = follow_ups(roll, ruling) if roll else ()
    awaited = (
        [(one.number, one.awaits) for one in roll.open if one.number == ruling] if roll else []
    )
    awaited += [(one.entry, one.awaits) for one in may if one.awaits]
    return {
        "entry": found,
        "line": EntryLine.of(found),
        "result": entry_view(found, amendment, visit.disclosure),
        "void": amendment.void,
        "follow_ups": [one for one in may if not one.awaits],
        "awaited": awaited,
        "next_up": _next_up(visit, found),
    }


def _next_up(visit: Visit, found: Entry) -> tuple[RollUnit, ...]:
    """The next units of this visitor's side that may act, after the one that did."""
    if (roll := visit.battle.roll) is None or "actor" not in found.body.get("units", {}):
        return ()
    actor = roll.named(UnitName.read(found.body["units"]["actor"]))
    is_own = actor is not None and actor.side == roll.side_key(visit.seated.side)
    return next_to_act(roll, actor.side, actor.full_name)[:MOST_NEXT] if actor and is_own else ()


_NO_RULING: Final[dict[str, Any]] = {
    "checked": "",
    "again": "",
    "back": "/",
    "outcomes": [],
    "asks": "",
    "units": {},
    "slip": False,
}
"""What the page of an entry shows of the ruling, where it is none or cannot be asked again."""


async def _ruling(visit: Visit, found: Entry) -> dict[str, Any]:
    """What a ruling asked, its odds as this visitor may see them, and whether it computes again."""
    umpire = visit.battle.umpire
    try:
        body = await asyncio.to_thread(umpire.ruling_of, found)
        asked = await asyncio.to_thread(umpire.recomputer.asked, body)
        question = asked.question
        shown = await _odds(visit, question)
        checked = await asyncio.to_thread(_checked, visit, body) if visit.is_umpire else ""
        outcomes = await asyncio.to_thread(lambda: asked.labels) if visit.is_umpire else []
    except CalculatorError as gone:
        return {"checked": str(gone)}
    again = f"/ask/{question.system.key}/{question.action.key}"
    units = {UNIT + role: name for role, name in found.unit_names.items()}
    form = body["form"]
    said = {key: form[key] for key in body.get("said", form) if key in form}
    return {
        **shown,
        "checked": checked,
        "again": _repeats(visit, found) and f"{again}?{urlencode({**units, **said})}",
        "back": _back(visit, found) or f"{again}?{urlencode({**units, **said})}",
        "outcomes": outcomes,
        "asks": asked_in_words(question),
        "units": _correctable(visit, found),
        "slip": visit.battle.may_withdraw(visit.seated, found),
        "off": visit.battle.chronicle.withdrawals_off,
    }


def _back(visit: Visit, found: Entry) -> str:
    """The army page, at the unit that acted; nothing without an order of battle."""
    if not visit.battle.scenario:
        return ""
    return f"/army#{pages.slug(found.unit_names.get('actor', ''))}"


def _correctable(visit: Visit, found: Entry) -> dict[str, tuple[Correctable, ...]]:
    """What an override in free words may say of the units concerned, by their names."""
    roll = visit.battle.roll
    if roll is None or not visit.is_umpire:
        return {}
    names = [unit.name for unit in roll.units]
    concerned = [name for name in found.unit_names.values() if name in names]
    return {name: correctable(roll, roll.unit(name)) for name in concerned}


def _repeats(visit: Visit, found: Entry) -> bool:
    """Whether what a ruling asked may be asked once more this turn."""
    if (roll := visit.battle.roll) is None:
        return True
    actor = found.body["units"].get("actor")
    unit = roll.named(UnitName.read(actor)) if actor else None
    return may_repeat(roll, found.action, unit)


async def _odds(visit: Visit, question: Question) -> dict[str, Any]:
    """The odds of a recorded question, unless they take too long, or another page asks."""
    try:
        odds = await visit.site.reckoner.odds(question, f"{visit.seated.key} entry")
    except (BudgetExceededError, SupersededError):
        return {}  # the page tells the ruling all the same, and without its odds
    return visit.odds(odds)


def _checked(visit: Visit, body: Mapping[str, Any]) -> str:
    try:
        recompute(visit.battle.umpire.recomputer, body)
    except BadEntryError as bad:
        return str(bad)
    return "Computed again: the same result."


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
        armies=strengths(roll) if roll else [],
        lines=[_line_view(visit, line) for line in chronicle.lines[-12:][::-1]],
    )


async def events(visit: Visit) -> web.StreamResponse:
    """New lines as they come, for as long as the page listens; first what it has missed."""
    seat = visit.seated
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
    )
    stream = Follower()
    seen = visit.request.headers.get("Last-Event-ID") or visit.request.query.get("after", "")
    if seen.isdecimal():
        stream.take(visit.battle.chronicle.after(int(seen))[-MOST_WAITING:])
    visit.battle.streams.add(stream)
    seat.streams.append(stream)
    for older in seat.streams[: -visit.site.limits.streams]:
        older.end()
    try:
        await response.prepare(visit.request)
        await response.write(b"retry: 1000\n\n")
        while not stream.ended and visit.site.seats.find(seat.key):
            lines = await stream.news(HEARTBEAT)
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
    """A line as pages that follow are sent it: made once for all who see as much of odds."""
    made = visit.site.events.setdefault(line.number, {})
    disclosure = visit.disclosure.after_result
    if disclosure not in made:
        html = pages.rendered("line.html", line=_line_view(visit, line))
        news = {"turn": line.turn, "turn-line": visit.battle.turn.line, "text": line.in_words}
        if scenario := visit.battle.scenario:
            news["to-act"] = {side.key: visit.battle.to_act(side.key) for side in scenario.sides}
            news["befell"] = visit.battle.sides_befallen(line)
        news |= {"number": line.number, "html": html}
        made[disclosure] = f"id: {line.number}\ndata: {json.dumps(news)}\n\n".encode()
        for number in [n for n in visit.site.events if n <= line.number - MOST_WAITING]:
            del visit.site.events[number]
    return made[disclosure]


def _line_view(visit: Visit, line: EntryLine) -> dict[str, Any]:
    """A line with what a page shows beside it."""
    amendment = visit.battle.chronicle.amendments.of(line.number)
    share = line.chance
    return {
        "line": line,
        "chance": "" if share is None else visit.disclosure.after_result.chance(share),
        "state": amendment.word,
        "facts": facts(line._replace(side=visit.battle.side_called(line.side))),
    }


ROUTES: Final = (
    Route("GET", "/story", story, SEATED),
    Route("GET", "/entry/{number}", entry, SEATED),
    Route("GET", "/wall", wall, SEATED),
    Route("GET", "/events", events, SEATED),
)
