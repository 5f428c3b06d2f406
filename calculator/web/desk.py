"""The desk: corrections, notes, morale, luck, verification, reports, and the door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from aiohttp import web
from markupsafe import Markup

from calculator.desk.armies import strengths
from calculator.desk.checking import findings, left_out
from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.journal.disclosure import Disclosure
from calculator.journal.heads import Head, qr_svg
from calculator.journal.luck import luck_svg
from calculator.kinds import Choice
from calculator.umpire import Umpire
from calculator.web.army import morale_page
from calculator.web.codes import VisitorRole, fresh_code, read_out
from calculator.web.site import PLAYING, SEATED, UMPIRES, Route, Visit

REPORTS: Final = {
    "report": ("markdown", "md", "text/markdown"),
    "handout": ("html", "html", "text/html"),
    "table": ("csv", "csv", "text/csv"),
    "lines": ("jsonl", "jsonl", "application/x-ndjson"),
}
"""What can be taken home: the form of the export, the ending of the file, and what it is."""

FOLLOWING: Final = frozenset({"report"})
"""Those that follow how much of odds is shown; the others hold the record with all its figures."""

KEPT_BY_PHONES: Final = 40
"""Heads that a phone keeps, and asks for at a time."""


async def desk(visit: Visit) -> web.StreamResponse:
    """All that an umpire may do that is not about one entry."""
    return _desk(visit)


def _desk(visit: Visit, faults: tuple[str, ...] = ()) -> web.Response:
    site = visit.site
    codes = {role: read_out(code) for role, code in site.seats.codes.items()}
    return visit.page(
        "desk.html",
        422 if faults else 200,
        faults=faults,
        seats=sorted(site.seats, key=lambda seat: (seat.role.value, seat.player)),
        codes=codes if site.seats.open_to_network else {},
        door_open=site.seats.door_open,
        altered=site.battle.umpire.altered,
        armies=strengths(site.battle.roll) if site.battle.roll else [],
        morale=morale_page(site.battle.system),
        choices=list(Disclosure),
        chosen=site.battle.chronicle.disclosure,
        withdrawals_off=site.battle.chronicle.withdrawals_off,
        typed={"text": visit.text("text")},
    )


async def acknowledge(visit: Visit) -> web.StreamResponse:
    """Take the record as it is, though this server saw another."""
    await asyncio.to_thread(visit.battle.umpire.acknowledge)
    await visit.battle.read_anew()
    return visit.go("/desk")


def disclose(visit: Visit, umpire: Umpire) -> object:
    """Choose how much of odds players see."""
    choice = Choice(Disclosure).parse_at("odds", visit.text("choice"))
    return umpire.note(choice.sentence, choice.subject)


def withdraw(visit: Visit, umpire: Umpire) -> object:
    """Take back a slip: the last ruling of this seat, within ten seconds."""
    slip = umpire.entry(visit.entry_number)
    if not visit.battle.may_withdraw(visit.seated, slip):
        raise CalculatorError(
            f"entry {slip.number} is not your last draw, or is older than ten seconds: "
            "an umpire can void it"
        )
    return umpire.withdraw(slip.number)


def _recording(
    path: str,
    write: Callable[[Visit, Umpire], object],
    roles: frozenset[VisitorRole | None] = UMPIRES,
) -> Route:
    """The page that writes something as who asks, and goes back to where it was asked.

    What is wrong is said on the desk, of an entry by itself.
    """

    async def recording(visit: Visit) -> web.StreamResponse:
        of_entry = "number" in visit.request.match_info
        try:
            await asyncio.to_thread(write, visit, visit.battle.as_seated(visit.seated))
        except CalculatorError as trouble:
            if of_entry:
                raise
            return _desk(visit, faults=tuple(str(trouble).splitlines()))
        await visit.battle.look()
        return visit.go(f"/entry/{visit.entry_number}" if of_entry else "/desk")

    return Route("POST", path, recording, roles)


async def luck(visit: Visit) -> web.StreamResponse:
    """Were the draws fair, and to whom were they kind?"""
    audit = await asyncio.to_thread(visit.battle.umpire.audit)
    curve = Markup(luck_svg(audit.sides))
    return visit.page("luck.html", audit=audit, left_out=left_out(audit), curve=curve)


async def verify(visit: Visit) -> web.StreamResponse:
    """Whether the record is as it was written."""
    noted = visit.request.query.get("noted", "").strip()
    found = await asyncio.to_thread(visit.battle.umpire.verify, noted=noted)
    head = Head(visit.battle.name, found.entries, found.head)
    code, listed = Markup(qr_svg(head.text)), findings(found, visit.battle.name)
    return visit.page(
        "verify.html", found=found, findings=listed, noted=noted, head=head, code=code
    )


async def heads(visit: Visit) -> web.StreamResponse:
    """The hashes of entries that a phone has seen, for it to compare."""
    storage = visit.battle.umpire.journal.storage
    asked = visit.request.query.get("of", "").split(",")[:KEPT_BY_PHONES]
    numbers = {int(part) for part in asked if part.isascii() and part.isdigit() and len(part) < 10}

    def hashes() -> dict[str, str]:
        rows = (storage.kept(number, 1) for number in sorted(numbers - {0}))
        return {str(row[0]): str(row[4]) for found in rows for row in found}

    return web.json_response(await asyncio.to_thread(hashes))


async def report(visit: Visit) -> web.StreamResponse:
    """The record as a file to take home."""
    name = visit.request.match_info["form"]
    if name not in REPORTS:
        raise FaultsError(
            [Fault("form", f"there is no report called {name!r}", ", ".join(REPORTS))]
        )
    form, ending, kind = REPORTS[name]
    umpire, shown = visit.battle.umpire, visit.disclosure.after_result
    if shown.caution and name not in FOLLOWING:
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
    role = next((role for role in VisitorRole if role.value == visit.text("role")), None)
    if role:
        visit.site.seats.codes[role] = fresh_code()
        visit.site.seats.keep()
    return visit.go("/desk")


async def change_door(visit: Visit) -> web.StreamResponse:
    """Open or close the door to newcomers; umpires always come in."""
    visit.site.seats.door_open = visit.text("door") == "open"
    visit.site.seats.keep()
    return visit.go("/desk")


ROUTES: Final = (
    Route("GET", "/desk", desk, UMPIRES),
    _recording("/desk/note", lambda visit, umpire: umpire.note(visit.text("text"))),
    Route("POST", "/desk/acknowledge", acknowledge, UMPIRES),
    _recording("/desk/disclosure", disclose),
    _recording(
        "/desk/withdrawals",
        lambda visit, umpire: umpire.allow_withdrawals(visit.text("withdrawals") != "off"),
    ),
    Route("POST", "/desk/send-out", send_out, UMPIRES),
    Route("POST", "/desk/code", change_code, UMPIRES),
    Route("POST", "/desk/door", change_door, UMPIRES),
    _recording("/entry/{number}/withdraw", withdraw, PLAYING),
    Route("GET", "/luck", luck, UMPIRES),
    Route("GET", "/verify", verify, SEATED),
    Route("GET", "/heads", heads, SEATED),
    Route("GET", "/download/{form}", report, SEATED),
)
