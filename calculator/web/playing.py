"""A player's way: a unit, what it does, at whom, the answers, the odds, the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import parse_qsl

from aiohttp import web

from calculator.desk.asking import Asking
from calculator.desk.deciding import deciding
from calculator.desk.odds_view import MOST_COMPARED, trouble_view
from calculator.desk.result_view import result_view
from calculator.desk.turns import what_begins
from calculator.errors import CalculatorError, HeldError, JournalError
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import read_number
from calculator.rules import catalog
from calculator.rules.action import Place
from calculator.rules.odds import Odds
from calculator.rules.question import Result
from calculator.rules.system import RuleSystem
from calculator.web.asked import OpenQuestion, read_answers
from calculator.web.codes import digest
from calculator.web.seats import Pin
from calculator.web.site import PLAYING, SEATED, Route, Visit

LOOK_SECONDS: Final = 0.15
"""How long a new page looks for what is only assumed and decides much."""


async def act(visit: Visit) -> web.StreamResponse:
    """All that can be asked of a system."""
    system = _system(visit, visit.request.query.get("system", ""))
    if visit.seated.system != system.key:
        visit.seated.system = system.key
        visit.site.seats.keep()
    return visit.page(
        "act.html",
        system=system,
        systems=catalog.offered().systems,
        places=[(place, [a for a in system.actions if a.place is place]) for place in Place],
    )


async def turn_card(visit: Visit) -> web.StreamResponse:
    """The sequence of a turn."""
    system = _system(visit, visit.request.query.get("system", ""))
    return visit.page("card.html", system=system)


async def begin_turn(visit: Visit) -> web.StreamResponse:
    """Begin the next turn: what that changes, and where the initiative is drawn."""
    umpire, number = visit.battle.as_seated(visit.seated), visit.text("turn")
    return await _turned(visit, lambda: umpire.turn(read_number("turn", number)))


async def undo_turn(visit: Visit) -> web.StreamResponse:
    """Go on with the turn before, where this one was begun by mistake."""
    return await _turned(visit, visit.battle.as_seated(visit.seated).undo_turn)


async def _turned(visit: Visit, turn: Callable[[], object]) -> web.StreamResponse:
    before, battle = visit.battle.roll, visit.battle
    faults: Sequence[str] = ()
    try:
        await asyncio.to_thread(turn)
    except CalculatorError as trouble:
        faults = str(trouble).splitlines()
    await battle.look()
    changes = what_begins(before, battle.roll) if before and battle.roll else ()
    return visit.page("turn.html", 422 if faults else 200, changes=changes, faults=faults)


async def ask(visit: Visit) -> web.StreamResponse:
    """The form of an action with its odds; for our script, the odds alone."""
    asked = _asked(visit, visit.request.query)
    found = await _found(visit, asked)
    template = "odds.html" if visit.wants_part else "ask.html"
    return visit.page(template, asked=asked, changed=_change_since_picked(visit), **found)


def _change_since_picked(visit: Visit) -> str:
    """What another visitor ruled about a unit since it was picked, if that is why we are here."""
    number = visit.request.query.get("_changed", "")
    found = (line for line in visit.battle.chronicle.lines if str(line.number) == number)
    changes = (
        f"Since you picked it, entry {number} ({visit.battle.who(one)}): {one.text}"
        for one in found
    )
    return next(changes, "")


async def change(visit: Visit) -> web.StreamResponse:
    """What a browser without our script sends to see the odds, to move a number by a step, or to
    add a row to a list or remove one.
    """
    asked = _asked(visit, _texts(visit))
    asked.asking.unsay(visit.text("_unsay").split())
    key, _, by = visit.text("_step").partition(":")
    asked.step(key, by)
    if rows := visit.text("_rows"):
        key, _, place = rows.partition(":")
        asked.change_rows(key, place)
        return visit.go(f"{asked.address}#label-{key}")
    return visit.go(asked.address)


async def adjudicate(visit: Visit) -> web.StreamResponse:
    """Draw a result: recorded once, however often the form is sent; in practice not at all."""
    asked = _asked(visit, _texts(visit))
    if since := _changed(visit, asked):
        return visit.go(f"{asked.path}?{asked.query_afresh}&_changed={since}")
    asked.asking.despite = visit.text("_despite")
    try:
        question = asked.asking.question()
        asked.asking.check_answered()
        visit.disclosure.check(question.action)
        odds = await visit.site.reckoner.odds_soon(question, visit.seated.key)
        if visit.seated.practice or not question.action.is_recorded:
            seed = visit.text("_seed") or None
            return _unrecorded(
                visit, asked, question.result(seed, odds=odds, names=asked.asking.names)
            )
        if recorded := visit.battle.numbers.get(_key(visit), 0):
            return visit.go(f"/entry/{recorded}")
        ruling = await visit.battle.adjudicate(visit.seated, asked.asking, odds, _key(visit))
    except CalculatorError as trouble:
        page = "odds.html" if visit.wants_part else "ask.html"
        return visit.page(page, 422, asked=asked, changed="", **_refused(trouble))
    if ruling.entry and visit.battle.chronicle.newest >= ruling.entry.number:
        return visit.go(f"/entry/{ruling.entry.number}")
    return _unrecorded(visit, asked, ruling.result, ruling.warning or visit.battle.trouble)


def _unrecorded(
    visit: Visit, asked: OpenQuestion, drawn: Result, warning: str = ""
) -> web.Response:
    """A result as it is drawn: in practice, or where it waits to be recorded or the record cannot
    be read."""
    result = result_view(drawn, visit.disclosure, asked.units)
    return visit.page("result.html", asked=asked, result=result, drawn=drawn, warning=warning)


def _changed(visit: Visit, asked: OpenQuestion) -> int:
    """The last entry about one of the units since the page was made, 0 for none.

    What this very form has recorded is none: it is sent again where its answer was lost.
    """
    roll, seen = visit.battle.roll, visit.text("_seen")
    if roll is None or not asked.units or not seen.isdecimal():
        return 0
    units = [roll.unit(name) for name in asked.units.values()]
    own = visit.battle.numbers.get(_key(visit), 0)
    return max((n for n in roll.changed_since(int(seen), units) if n != own), default=0)


def _key(visit: Visit) -> str:
    """The key of what a form records: the same each time the same form is sent."""
    return digest(f"{visit.seated.key} {visit.text('_once')}")[:32]


async def what_if(visit: Visit) -> web.StreamResponse:
    """What would change it, for who is shown exact odds."""
    asked = _asked(visit, visit.request.query)
    changes = None
    if visit.disclosure is Disclosure.EXACT:
        ask = visit.site.reckoner.in_process
        changes = await ask("what-if", asked.asking.question(), visit.seated.key)
    note = changes.note if changes else visit.disclosure.caution
    part = visit.wants_part
    return visit.page("what_if.html", asked=asked, changes=changes, note=note, part=part)


async def pin(visit: Visit) -> web.StreamResponse:
    """Keep a set-up to compare with; the oldest goes where there are too many."""
    asked = _asked(visit, _texts(visit))
    seat = visit.seated
    names = " against ".join(asked.units.values()) or asked.action.label
    name = f"{len(seat.pins) + 1}: {names}"
    seat.pins.append(Pin(name, asked.system.key, asked.action.key, asked.query_in_full))
    del seat.pins[:-MOST_COMPARED]
    visit.site.seats.keep()
    return visit.go(asked.address)


async def read_otherwise(visit: Visit) -> web.StreamResponse:
    """Set the other reading of a doubtful value beside the odds, or take it away again."""
    asked = _asked(visit, _texts(visit))
    key, beside = visit.text("_reading"), visit.seated.beside
    if key in beside:
        beside.remove(key)
    elif key in asked.doubtful:
        beside.append(key)
    visit.site.seats.keep()
    return visit.go(f"{asked.address}#odds")


async def unpin(visit: Visit) -> web.StreamResponse:
    """Let go of what was kept to compare with."""
    visit.seated.pins.clear()
    visit.seated.beside.clear()
    visit.site.seats.keep()
    return visit.go(_asked(visit, _texts(visit)).address)


async def _found(visit: Visit, asked: OpenQuestion) -> dict[str, Any]:
    """What the page shows of the question: its odds, what an aid measures, or the trouble."""
    try:
        question = asked.asking.question()
        asked.asking.check_units()
        visit.disclosure.check(question.action)
        if question.action.place is Place.AID:
            return {"aid": result_view(question.result(names=asked.asking.names), visit.disclosure)}
        odds = await visit.site.reckoner.odds(question, visit.seated.key)
        if not visit.wants_part and visit.disclosure is Disclosure.EXACT:
            asked.decide = await asyncio.to_thread(deciding, asked.asking, odds, LOOK_SECONDS)
        pinned = [
            (kept.name, other)
            for kept in visit.seated.pins
            if (other := await _pinned(visit, kept))
        ]
        return visit.odds(odds, [*await _read_otherwise(visit, odds), *pinned])
    except CalculatorError as trouble:
        return _refused(trouble)


def _refused(trouble: CalculatorError) -> dict[str, Any]:
    """Why nothing is drawn, and whether the turn alone forbids it."""
    return {"why_not": trouble_view(trouble), "held": isinstance(trouble, HeldError)}


async def _read_otherwise(visit: Visit, odds: Odds) -> list[tuple[str, Odds]]:
    """The odds where the doubtful values that the visitor chose are read the other way, as far as
    they are others."""
    question, beside, found = odds.question, visit.seated.beside, []
    for key, other in question.doubtful.items() if beside else ():
        if key in beside:
            with suppress(CalculatorError):
                visitor = f"{visit.seated.key} {key}"
                others = await visit.site.reckoner.odds(question.otherwise(key), visitor)
                if others.distribution != odds.distribution:
                    found.append((other.says, others))
    return found


async def _pinned(visit: Visit, kept: Pin) -> Odds | None:
    """The odds of a set-up that was kept, unless it can no longer be asked."""
    try:
        asked = _open_question(visit, kept.system, kept.action, dict(parse_qsl(kept.query)))
        visitor = f"{visit.seated.key} {kept.query}"
        return await visit.site.reckoner.odds(asked.asking.question(), visitor)
    except CalculatorError:
        return None


def _system(visit: Visit, key: str) -> RuleSystem:
    """The system called `key`, else the battle's, else the one that the visitor asked last."""
    last = visit.seated.system if visit.seated.system in catalog.KEYS else ""
    if key or (last and not visit.battle.scenario):
        return catalog.find_system(key or last)
    return visit.battle.system


def _texts(visit: Visit) -> dict[str, str]:
    return {key: value for key, value in visit.form.items() if isinstance(value, str)}


def _asked(visit: Visit, values: object) -> OpenQuestion:
    found = visit.request.match_info
    return _open_question(visit, found["system"], found["action"], dict(values))  # type: ignore[call-overload]


def _open_question(
    visit: Visit, system_key: str, action_key: str, values: dict[str, str]
) -> OpenQuestion:
    """What is asked of an action, its units' answers filled in. Raises `CalculatorError`."""
    system = catalog.find_system(system_key)
    action = system.action(action_key)
    said, units = read_answers(action.asks, values)
    roll = visit.battle.roll
    if roll is None and units and visit.battle.trouble:
        raise JournalError(visit.battle.trouble)
    if roll is None or roll.scenario.system is not system:
        asking = Asking(system, action, strict=True)
        asking.said.update(said)
        return OpenQuestion(asking)
    asking = Asking(system, action, roll=roll, side=visit.seated.side, strict=True)
    asking.take_all({r: name for r, name in units.items() if system.asked_of(r, action)})
    if side := roll.side_key(values.get("_side", "")):
        asking.check(side)
    asking.said.update(said)
    asking.refill()
    return OpenQuestion(asking, roll.scenario.generals_against(roll.side_key(asking.whose)))


ROUTES: Final = (
    Route("GET", "/act", act, PLAYING),
    Route("GET", "/card", turn_card, SEATED),
    Route("POST", "/turn", begin_turn, PLAYING),
    Route("POST", "/turn/undo", undo_turn, PLAYING),
    Route("GET", "/ask/{system}/{action}", ask, PLAYING),
    Route("POST", "/ask/{system}/{action}", change, PLAYING),
    Route("POST", "/rule/{system}/{action}", adjudicate, PLAYING),
    Route("GET", "/what-if/{system}/{action}", what_if, PLAYING),
    Route("POST", "/pin/{system}/{action}", pin, PLAYING),
    Route("POST", "/unpin/{system}/{action}", unpin, PLAYING),
    Route("POST", "/otherwise/{system}/{action}", read_otherwise, PLAYING),
)
