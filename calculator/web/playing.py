"""A player's way: a unit, what it does, at whom, the answers, the odds, the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from aiohttp import web

from calculator.desk import attention, odds_view, turns
from calculator.desk.asking import Asking
from calculator.desk.odds_view import Reading
from calculator.desk.result_view import result_view
from calculator.errors import CalculatorError, ForbiddenError, HeldError, JournalError
from calculator.journal import disclosure, entry
from calculator.rules import catalog
from calculator.rules.action import Place
from calculator.rules.question import Odds, Question, Result
from calculator.rules.system import RuleSystem
from calculator.umpire import Umpire
from calculator.web import reckoner, seats
from calculator.web.asked import OpenQuestion, read_answers
from calculator.web.site import PLAYING, SEATED, Route, Visit


async def act(visit: Visit) -> web.StreamResponse:
    """All that can be asked of a system."""
    system = _system(visit)
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
    return visit.page("card.html", system=_system(visit))


async def begin_turn(visit: Visit) -> web.StreamResponse:
    """Begin the next turn: what that changes, and where the initiative is drawn."""
    number = visit.text("turn")
    return await _turned(visit, lambda umpire: umpire.turn(entry.read_number("turn", number)))


async def undo_turn(visit: Visit) -> web.StreamResponse:
    """Go on with the turn before, where this one was begun by mistake."""
    return await _turned(visit, lambda umpire: umpire.undo_turn())


async def _turned(visit: Visit, turn: Callable[[Umpire], object]) -> web.StreamResponse:
    before = visit.battle.roll
    await visit.record(turn)
    now = visit.battle.roll
    changes = turns.what_begins(before, now) if before and now else ()
    past = turns.turn_view(before) if before and visit.request.path == "/turn" else None
    return visit.page("turn.html", changes=changes, past=past)


async def no_turn(visit: Visit) -> web.StreamResponse:
    """Why the turn is as it was."""
    return visit.page("turn.html", changes=(), past=None)


async def ask(visit: Visit) -> web.StreamResponse:
    """The form of an action with its odds; for our script, the odds alone."""
    asked = _asked(visit)
    found = await _found(visit, asked)
    template = "odds.html" if visit.wants_part else "ask.html"
    return visit.page(template, asked=asked, **found)


async def change(visit: Visit) -> web.StreamResponse:
    """What a browser without our script sends to see the odds, to move a number by a step, or to
    add a row to a list or remove one."""
    asked = _asked(visit)
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
    asked = _asked(visit)
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
                visit, asked, question.result(seed, odds=odds, names=asked.asking.told_by)
            )
        if recorded := visit.battle.numbers.get(_key(visit), 0):
            return visit.go(f"/entry/{recorded}?drawn")
        ruling = await visit.battle.adjudicate(visit.seated, asked.asking, odds, _key(visit))
    except CalculatorError as trouble:
        page = "odds.html" if visit.wants_part else "ask.html"
        return visit.page(page, 422, asked=asked, **_refused(trouble))
    if ruling.entry and visit.battle.chronicle.newest >= ruling.entry.number:
        return visit.go(f"/entry/{ruling.entry.number}?drawn")
    return _unrecorded(visit, asked, ruling.result, ruling.warning or visit.battle.trouble)


def _unrecorded(
    visit: Visit, asked: OpenQuestion, drawn: Result, warning: str = ""
) -> web.Response:
    """A result as it is drawn: in practice, or where it waits, or the record cannot be read."""
    result = result_view(drawn, visit.disclosure, asked.units)
    return visit.page("result.html", asked=asked, result=result, drawn=drawn, warning=warning)


def _changed(visit: Visit, asked: OpenQuestion) -> int:
    """The last entry about one of the units since the page was made, 0 for none: not what this very
    form has recorded, which is sent again where its answer was lost."""
    roll, seen = visit.battle.roll, visit.text("_seen")
    if roll is None or not asked.units or not seen.isdecimal():
        return 0
    units = [roll.unit(name) for name in asked.units.values()]
    own = visit.battle.numbers.get(_key(visit), 0)
    return max((n for n in roll.changed_since(int(seen), units) if n != own), default=0)


def _key(visit: Visit) -> str:
    """The key of what a form records: the same each time the same form is sent."""
    return seats.digest(f"{visit.seated.key} {visit.text('_once')}")[:32]


async def what_if(visit: Visit) -> web.StreamResponse:
    """What would change it, for who is shown exact odds."""
    asked = _asked(visit)
    changes = None
    if visit.disclosure is disclosure.Disclosure.EXACT:
        ask = visit.site.reckoner.in_process
        changes = await ask(reckoner.what_if, asked.asking.question(), visit.seated.key)
    note = changes.note if changes else visit.disclosure.caution
    return visit.page("what_if.html", asked=asked, changes=changes, note=note)


async def pin(visit: Visit) -> web.StreamResponse:
    """Keep a set-up to compare with; the oldest goes where there are too many."""
    asked = _asked(visit)
    seat = visit.seated
    names = " against ".join(asked.units.values()) or asked.action.label
    name = f"{len(seat.pins) + 1}: {names}"
    seat.pins.append(seats.Pin(name, asked.system.key, asked.action.key, urlencode(asked.answers)))
    del seat.pins[: -odds_view.MOST_COMPARED]
    return visit.kept(asked.address)


async def set_beside(visit: Visit) -> web.StreamResponse:
    """Set the other reading of a doubtful value beside the odds, or take it away again."""
    asked = _asked(visit)
    key, beside = visit.text("_reading"), visit.seated.beside
    if key in beside:
        beside.remove(key)
    elif key in asked.asking.tables.doubtful:
        beside.append(key)
    return visit.kept(f"{asked.address}#odds")


async def unpin(visit: Visit) -> web.StreamResponse:
    """Let go of what was kept to compare with."""
    visit.seated.pins.clear()
    visit.seated.beside.clear()
    return visit.kept(_asked(visit).address)


async def _found(visit: Visit, asked: OpenQuestion) -> dict[str, Any]:
    """What the page shows of the question: its odds, what an aid measures, or the trouble."""
    told_by = asked.asking.told_by
    try:
        question = asked.asking.question()
        asked.asking.check_units()
        visit.disclosure.check(question.action)
        if question.action.place is Place.AID:
            return {"aid": result_view(question.result(names=told_by), visit.disclosure)}
        reading = await _read(visit, question)
    except CalculatorError as trouble:
        return _refused(trouble)
    is_page = not visit.wants_part and visit.disclosure is disclosure.Disclosure.EXACT
    if (odds := reading.odds) and is_page:
        seconds = 0.15  # a new page looks no longer for what is only assumed and decides much
        asked.decide = await asyncio.to_thread(attention.deciding, asked.asking, odds, seconds)
    kept = [(pin.name, await _pinned(visit, pin)) for pin in visit.seated.pins]
    pins = [(name, odds) for name, odds in kept if odds]
    view = reading.view(visit.disclosure, pins, told_by)
    if isinstance(view, odds_view.OddsView):
        return {**visit.explained(view), "readings": question.tables.doubtful}
    return {"why_not": view, "readings": question.doubtful}


def _refused(trouble: CalculatorError) -> dict[str, Any]:
    """Why nothing is drawn, and whether the turn alone forbids it."""
    held = trouble if isinstance(trouble, HeldError) else None
    return {"why_not": odds_view.trouble_view(trouble), "held": held}


async def _read(visit: Visit, question: Question) -> Reading:
    """What a question comes to, also where the doubtful values that the visitor chose are read the
    other way."""
    seat = visit.seated

    async def find(asked: Question, visitor: str) -> Reading:
        try:
            return Reading(await visit.site.reckoner.odds(asked, visitor))
        except ForbiddenError as no:
            return Reading(trouble=no)

    try:
        now = await find(question, seat.key)
    except reckoner.SupersededError:  # by a late tap on the page before
        if visit.wants_part:
            raise
        now = Reading(question.estimate(100))
    others = odds_view.read_otherwise(question, seat.beside).items()
    return now.beside({says: await find(one, f"{seat.key} {says}") for says, one in others})


async def _pinned(visit: Visit, kept: seats.Pin) -> Odds | None:
    """The odds of a set-up that was kept, unless it can no longer be asked."""
    try:
        asked = _open_question(visit, kept.system, kept.action, dict(parse_qsl(kept.query)))
        visitor = f"{visit.seated.key} {kept.query}"
        return await visit.site.reckoner.odds(asked.asking.question(), visitor)
    except CalculatorError:
        return None


def _system(visit: Visit) -> RuleSystem:
    """The system that is named, else the battle's, else the one that the visitor asked last."""
    key = visit.request.query.get("system", "")
    last = visit.seated.system if visit.seated.system in catalog.KEYS else ""
    if key or (last and not visit.battle.scenario):
        return catalog.find_system(key or last)
    return visit.battle.system


def _asked(visit: Visit) -> OpenQuestion:
    """What the address says is asked, with the answers of the form, or of the address."""
    found, answers = visit.request.match_info, visit.form or visit.request.query
    texts = {key: text for key, text in answers.items() if isinstance(text, str)}
    return _open_question(visit, found["system"], found["action"], texts)


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
    if roll and roll.scenario.system is not system:
        roll = None
    asking = Asking(system, action, roll=roll, side=visit.seated.side, strict=True)
    if roll:
        asking.take_all({r: name for r, name in units.items() if system.asked_of(r, action)})
        if side := roll.side_key(values.get("_side", "")):
            asking.check(side)
    asking.said.update(said)
    asking.refill()
    return OpenQuestion(asking)


ROUTES: Final = (
    Route("GET", "/act", act, PLAYING),
    Route("GET", "/card", turn_card, SEATED),
    Route("POST", "/turn", begin_turn, PLAYING, told_on=no_turn),
    Route("POST", "/turn/undo", undo_turn, PLAYING, told_on=no_turn),
    Route("GET", "/ask/{system}/{action}", ask, PLAYING),
    Route("POST", "/ask/{system}/{action}", change, PLAYING),
    Route("POST", "/rule/{system}/{action}", adjudicate, PLAYING),
    Route("GET", "/what-if/{system}/{action}", what_if, PLAYING),
    Route("POST", "/pin/{system}/{action}", pin, PLAYING),
    Route("POST", "/unpin/{system}/{action}", unpin, PLAYING),
    Route("POST", "/otherwise/{system}/{action}", set_beside, PLAYING),
)
