"""The door: who comes in with which code, under which name, for which side; and who leaves."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from calculator.umpire.adjudicating import side_meant
from calculator.web.codes import VisitorRole, fresh_token, role_for
from calculator.web.seats import NoSeatError
from calculator.web.site import ANYONE, SEATED, THEMES, Route, Visit

_COOKIE_SECONDS: Final = 7 * 24 * 3600
"""Seconds that a browser keeps a seat's cookie: the next evening the seat is still there."""


async def home(visit: Visit) -> web.StreamResponse:
    """The door for those outside; for those inside the page of their role."""
    if visit.seat is None:
        return _door_page(visit)
    return visit.go(_first_page(visit, visit.seat.role))


def _first_page(visit: Visit, role: VisitorRole) -> str:
    play = "/army" if visit.battle.scenario else "/act"
    pages = {VisitorRole.SPECTATOR: "/wall", VisitorRole.UMPIRE: "/story", VisitorRole.PLAYER: play}
    return pages[role]


def _door_page(visit: Visit, message: str = "", status: int = 200) -> web.Response:
    site = visit.site
    visit.door = visit.door or fresh_token()
    scenario = site.battle.scenario
    response = visit.page(
        "door.html",
        status,
        message=message,
        with_codes=site.seats.open_to_network,
        sides=[(side.key, side.name) for side in scenario.sides] if scenario else [],
        known_sides=site.battle.chronicle.sides,
        player=visit.text("player"),
        side=visit.text("side"),
        roles=list(VisitorRole),
    )
    response.set_cookie(
        site.door_cookie, visit.door, httponly=True, samesite="Strict", secure=site.secure
    )
    return response


async def join(visit: Visit) -> web.StreamResponse:
    """Let in whoever knows a code or, where only this machine is let in, whoever chooses a role."""
    site = visit.site
    if site.seats.open_to_network and site.attempts.blocked(visit.address):
        return _door_page(visit, "Too many wrong codes. Wait a minute, then try again.", 429)
    if (role := _role(visit)) is None:
        site.attempts.note_failure(visit.address)
        return _door_page(visit, "That code does not open this battle. Ask the umpire.", 403)
    if not site.seats.door_open and role is not VisitorRole.UMPIRE:
        return _door_page(visit, "The umpire has closed the door. Ask the umpire.", 403)
    return _seat(visit, role)


def _role(visit: Visit) -> VisitorRole | None:
    """The role that the code opens or, where only this machine is let in, the one chosen."""
    if visit.site.seats.open_to_network:
        return role_for(visit.site.seats.codes, visit.text("code"))
    named = visit.text("role") or VisitorRole.PLAYER.value
    return next((role for role in VisitorRole if role.value == named), None)


def _seat(visit: Visit, role: VisitorRole) -> web.StreamResponse:
    """Seat a visitor, in place of where it sat, and let its browser know by a cookie."""
    site = visit.site
    if visit.seat:
        site.seats.leave(visit.seat)
    side = "" if role is VisitorRole.SPECTATOR else visit.text("side")
    try:
        if side and site.battle.scenario:
            side = side_meant(site.battle.scenario, side)
        token, _ = site.seats.take(role, visit.text("player"), side, visit.address)
    except NoSeatError as full:
        return _door_page(visit, str(full), 503)
    response = visit.go(_first_page(visit, role))
    response.set_cookie(
        site.seat_cookie,
        token,
        max_age=_COOKIE_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=site.secure,
    )
    return response


async def leave(visit: Visit) -> web.StreamResponse:
    """Free the seat."""
    visit.site.seats.leave(visit.seated)
    response = visit.go("/")
    response.del_cookie(visit.site.seat_cookie)
    return response


async def more(visit: Visit) -> web.StreamResponse:
    """What is not on the way of every turn: systems, aids, practice, looks, leaving."""
    return visit.page("more.html", with_figures=not visit.disclosure.after_result.caution)


async def change_theme(visit: Visit) -> web.StreamResponse:
    """Another look, for this seat."""
    theme = visit.text("theme")
    if theme in THEMES:
        visit.seated.theme = theme
        visit.site.seats.keep()
    return visit.go("/more")


async def change_practice(visit: Visit) -> web.StreamResponse:
    """Begin or end practice, in which nothing is recorded."""
    visit.seated.practice = visit.text("practice") == "yes"
    visit.site.seats.keep()
    return visit.go("/" if visit.seated.role is VisitorRole.PLAYER else "/more")


ROUTES: Final = (
    Route("GET", "/", home, ANYONE),
    Route("POST", "/join", join, ANYONE),
    Route("POST", "/leave", leave, SEATED),
    Route("GET", "/more", more, SEATED),
    Route("POST", "/theme", change_theme, SEATED),
    Route("POST", "/practice", change_practice, SEATED),
)
