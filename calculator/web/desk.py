"""The door and the umpire's desk: who comes in, notes, morale, luck, checks and reports."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import web
from markupsafe import Markup

from calculator.desk.checking import findings, left_out
from calculator.errors import CalculatorError, UnknownNameError
from calculator.journal.disclosure import Disclosure
from calculator.journal.heads import Head, qr_svg
from calculator.journal.report import luck_svg
from calculator.kinds import Choice
from calculator.roll import armies_of
from calculator.umpire import Umpire, writing
from calculator.web import seats
from calculator.web.site import ANYONE, PLAYING, SEATED, THEMES, UMPIRES, Route, Visit

REPORTS: Final = {
    "report": ("markdown", "md", "text/markdown"),
    "handout": ("html", "html", "text/html"),
    "table": ("csv", "csv", "text/csv"),
    "lines": ("jsonl", "jsonl", "application/x-ndjson"),
}
"""What can be taken home: the form of the export, the ending of the file, and what it is."""


async def home(visit: Visit) -> web.StreamResponse:
    """The door for those outside; for those inside the page of their role."""
    if visit.seat is None:
        return _door_page(visit)
    play = "/army" if visit.battle.scenario else "/act"
    pages = {seats.VisitorRole.SPECTATOR: "/wall", seats.VisitorRole.UMPIRE: "/story"}
    return visit.go(pages.get(visit.seat.role, play))


def _door_page(visit: Visit, message: str = "", status: int = 200) -> web.Response:
    visit.door = visit.door or seats.fresh_token()
    response = visit.page("door.html", status, message=message)
    visit.set_cookie(response, visit.site.cookie("door"), visit.door)
    return response


async def join(visit: Visit) -> web.StreamResponse:
    """Let in whoever knows a code or, where only this machine is let in, whoever chooses a role."""
    site = visit.site
    if site.seats.open_to_network and site.attempts.blocked(visit.address):
        return _door_page(visit, "Too many wrong codes. Wait a minute, then try again.", 429)
    role = seats.ROLES.get(visit.text("role") or seats.VisitorRole.PLAYER.value)
    if site.seats.open_to_network:
        role = seats.role_for(site.seats.codes, visit.text("code"))
    if role is None:
        site.attempts.note_failure(visit.address)
        return _door_page(visit, "That code does not open this battle. Ask the umpire.", 403)
    if not site.seats.door_open and role is not seats.VisitorRole.UMPIRE:
        return _door_page(visit, "The umpire has closed the door. Ask the umpire.", 403)
    return _seat(visit, role)


def _seat(visit: Visit, role: seats.VisitorRole) -> web.StreamResponse:
    """Seat a visitor, in place of where it sat, and let its browser know by a cookie."""
    site = visit.site
    if visit.seat:
        site.seats.leave(visit.seat)
    side = "" if role is seats.VisitorRole.SPECTATOR else visit.text("side")
    try:
        if side and site.battle.scenario:
            side = writing.side_meant(site.battle.scenario, side)
        token, seat = site.seats.take(role, visit.text("player"), side, visit.address)
    except seats.NoSeatError as full:
        return _door_page(visit, str(full), 503)
    turn = site.battle.turn.turn
    earlier = [line.number for line in site.battle.chronicle.lines if line.turn < turn]
    seat.looked_at = max(earlier, default=0)  # who comes late is told of this turn alone
    response = visit.go("/")
    # For a week: the next evening the seat is still there.
    visit.set_cookie(response, site.cookie("seat"), token, 7 * 24 * 3600)
    return response


async def leave(visit: Visit) -> web.StreamResponse:
    """Free the seat."""
    visit.site.seats.leave(visit.seated)
    response = visit.go("/")
    response.del_cookie(visit.site.cookie("seat"))
    return response


async def more(visit: Visit) -> web.StreamResponse:
    """What is not on the way of every turn: systems, aids, practice, looks, leaving."""
    return visit.page("more.html", themes=THEMES)


async def change_theme(visit: Visit) -> web.StreamResponse:
    """Another look, for this seat."""
    theme = visit.text("theme")
    visit.seated.theme = theme if theme in THEMES else visit.seated.theme
    return visit.kept("/more")


async def change_practice(visit: Visit) -> web.StreamResponse:
    """Begin or end practice, in which nothing is recorded."""
    visit.seated.practice = visit.text("practice") == "yes"
    return visit.kept("/" if visit.seated.role is seats.VisitorRole.PLAYER else "/more")


async def desk(visit: Visit) -> web.Response:
    """All that an umpire may do that is not about one entry."""
    roll = visit.battle.roll
    armies = armies_of(roll) if roll else ()
    return visit.page("desk.html", armies=armies, choices=list(Disclosure))


async def acknowledge(visit: Visit) -> web.StreamResponse:
    """Take the record as it is, though this server saw another."""
    await asyncio.to_thread(visit.battle.umpire.acknowledge)
    await visit.battle.read_anew()
    return visit.go("/desk")


async def note(visit: Visit) -> web.StreamResponse:
    """Record a remark."""
    return await visit.recorded(lambda umpire: umpire.note(visit.text("text")), "/desk")


async def disclose(visit: Visit) -> web.StreamResponse:
    """Choose how much of odds players see."""
    choice = Choice(Disclosure).parse_at("odds", visit.text("choice"))
    return await visit.recorded(lambda one: one.note(choice.sentence, choice.subject), "/desk")


async def allow_withdrawals(visit: Visit) -> web.StreamResponse:
    """Let players take back slips, or not."""
    allowed = visit.text("withdrawals") != "off"
    return await visit.recorded(lambda umpire: umpire.allow_withdrawals(allowed), "/desk")


async def withdraw(visit: Visit) -> web.StreamResponse:
    """Take back a slip: the last ruling of this seat, within ten seconds."""
    number = visit.entry_number

    def write(umpire: Umpire) -> object:
        if not visit.battle.may_withdraw(visit.seated, umpire.entry(number)):
            raise CalculatorError(
                f"entry {number} is not your last draw, or is older than ten seconds: "
                "an umpire can void it"
            )
        return umpire.withdraw(number)

    return await visit.recorded(write, f"/entry/{number}")


async def luck(visit: Visit) -> web.StreamResponse:
    """Were the draws fair, and to whom were they kind?"""
    audit = await asyncio.to_thread(visit.battle.umpire.audit)
    curve = Markup(luck_svg(audit.sides))
    return visit.page("luck.html", audit=audit, left_out=left_out(audit), curve=curve)


async def verify(visit: Visit) -> web.StreamResponse:
    """Whether the record is as it was written."""
    noted = visit.request.query.get("noted", "").strip()
    found = await asyncio.to_thread(visit.battle.umpire.verify, noted=noted)
    name = visit.battle.name
    head, listed = Head(name, found.entries, found.head), findings(found, name)
    code = Markup(qr_svg(head.text))
    return visit.page("verify.html", found=found, findings=listed, head=head, code=code)


async def heads(visit: Visit) -> web.StreamResponse:
    """The hashes of entries that a phone has seen, for it to compare."""
    storage = visit.battle.umpire.journal.storage
    asked = visit.request.query.get("of", "").split(",")[:40]  # a phone keeps no more
    numbers = {int(part) for part in asked if part.isascii() and part.isdigit() and len(part) < 10}

    def hashes() -> dict[str, str]:
        rows = (storage.kept(number, 1) for number in sorted(numbers - {0}))
        return {str(row[0]): str(row[4]) for found in rows for row in found}

    return web.json_response(await asyncio.to_thread(hashes))


async def report(visit: Visit) -> web.StreamResponse:
    """The record as a file to take home."""
    name = visit.request.match_info["form"]
    if name not in REPORTS:
        raise UnknownNameError("report", name, REPORTS)
    form, ending, kind = REPORTS[name]
    umpire, shown = visit.battle.umpire, visit.disclosure.after_result
    if shown.caution and name != "report":  # which follows how much of odds is shown
        raise CalculatorError(f"{shown.refusal}, and this file has all figures")
    text = await asyncio.to_thread(lambda: "".join(umpire.export(form, shown)))
    named = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in umpire.battle)
    response = web.Response(text=text, content_type=kind, charset="utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{named}.{ending}"'
    response.enable_compression()
    return response


async def send_out(visit: Visit) -> web.StreamResponse:
    """Free somebody's seat."""
    if seat := visit.site.seats.find(visit.text("seat")):
        visit.site.seats.leave(seat)
    return visit.go("/desk")


async def change_code(visit: Visit) -> web.StreamResponse:
    """Let a new code open a role; the old one opens nothing, and who is seated stays."""
    if role := seats.ROLES.get(visit.text("role")):
        visit.site.seats.codes[role] = seats.fresh_code()
    return visit.kept("/desk")


async def change_door(visit: Visit) -> web.StreamResponse:
    """Open or close the door to newcomers; umpires always come in."""
    visit.site.seats.door_open = visit.text("door") == "open"
    return visit.kept("/desk")


ROUTES: Final = (
    Route("GET", "/", home, ANYONE),
    Route("POST", "/join", join, ANYONE),
    Route("POST", "/leave", leave, SEATED),
    Route("GET", "/more", more, SEATED),
    Route("POST", "/theme", change_theme, SEATED),
    Route("POST", "/practice", change_practice, SEATED),
    Route("GET", "/desk", desk, UMPIRES),
    Route("POST", "/desk/note", note, UMPIRES, told_on=desk),
    Route("POST", "/desk/acknowledge", acknowledge, UMPIRES),
    Route("POST", "/desk/disclosure", disclose, UMPIRES, told_on=desk),
    Route("POST", "/desk/withdrawals", allow_withdrawals, UMPIRES, told_on=desk),
    Route("POST", "/desk/send-out", send_out, UMPIRES),
    Route("POST", "/desk/code", change_code, UMPIRES),
    Route("POST", "/desk/door", change_door, UMPIRES),
    Route("POST", "/entry/{number}/withdraw", withdraw, PLAYING),
    Route("GET", "/luck", luck, UMPIRES),
    Route("GET", "/verify", verify, SEATED),
    Route("GET", "/heads", heads, SEATED),
    Route("GET", "/download/{form}", report, SEATED),
)
