"""The site: which page answers which address, for whom, and what is checked before it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import attrs
from aiohttp import web
from multidict import MultiDict, MultiDictProxy

from calculator.desk.odds_view import odds_view
from calculator.desk.why_view import why_view
from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import read_number
from calculator.rules.odds import Odds
from calculator.rules.why import AT_ONCE
from calculator.web import pages
from calculator.web.battle import Battle
from calculator.web.checks import HEADERS, Origins, address_of, is_own
from calculator.web.codes import FormTokens, VisitorRole, fresh_token
from calculator.web.connections import BODY_SECONDS, Connections
from calculator.web.limits import Attempts, Limits, RateWindow
from calculator.web.reckoner import Reckoner, SupersededError
from calculator.web.seats import Seat, Seats

MOST_BYTES: Final = 16 * 1024
"""The size of the largest form that is read."""

THEMES: Final = ("", "dark", "light", "contrast")
"""The looks there are; the first follows the device."""

READING: Final = frozenset({"GET", "HEAD"})
"""Methods that change nothing, so that it does not matter which page they come from."""

ANYONE: Final = frozenset(VisitorRole) | {None}
SEATED: Final = frozenset(VisitorRole)
PLAYING: Final = frozenset({VisitorRole.PLAYER, VisitorRole.UMPIRE})
UMPIRES: Final = frozenset({VisitorRole.UMPIRE})

STATUS_SUPERSEDED: Final = 409
"""What our script is answered when a later tap has taken the place of the one it asks about."""


@attrs.define(eq=False)
class Site:
    """All that pages are made from. `port` names the cookies; `secure` says whether TLS is on."""

    battle: Battle
    seats: Seats
    limits: Limits
    origins: Origins
    reckoner: Reckoner
    proxy: str = ""
    port: int = 0
    secure: bool = False
    events: dict[int, dict[Disclosure, bytes]] = attrs.field(factory=dict)
    """The newest lines as pages that follow are sent them, by number."""
    connections: Connections = attrs.field(factory=Connections)
    attempts: Attempts = attrs.Factory(lambda one: Attempts(one.limits), takes_self=True)
    requests: RateWindow = attrs.Factory(
        lambda one: RateWindow(one.limits.requests, one.limits.request_window), takes_self=True
    )
    """How often each visitor has asked of late."""
    tokens: FormTokens = attrs.Factory(lambda one: FormTokens(one.seats.form_key), takes_self=True)

    @property
    def seat_cookie(self) -> str:
        """The cookie that holds a seat's token: one for each battle served on a machine."""
        return f"empires-seat-{self.port}"

    @property
    def door_cookie(self) -> str:
        """The cookie by which the join form knows whom it was shown to."""
        return f"empires-door-{self.port}"


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Page = Callable[["Visit"], Awaitable[web.StreamResponse]]


@attrs.frozen
class Route:
    """A page: where it is, what makes it, and who may ask for it."""

    method: str
    path: str
    page: Page
    roles: frozenset[VisitorRole | None]


@attrs.define(eq=False)
class Visit:
    """One request with what is known of who makes it."""

    site: Site
    request: web.Request
    seat: Seat | None
    form: MultiDictProxy[Any]
    door: str

    @property
    def battle(self) -> Battle:
        """The battle that is served."""
        return self.site.battle

    @property
    def seated(self) -> Seat:
        """The seat of a visitor on a page that only those who are seated get."""
        if self.seat is None:
            raise web.HTTPForbidden(text="Join first.")
        return self.seat

    @property
    def is_umpire(self) -> bool:
        """Whether an umpire asks."""
        return self.seat is not None and self.seat.role is VisitorRole.UMPIRE

    @property
    def disclosure(self) -> Disclosure:
        """How much of odds this visitor sees: umpires all, but on a wall, which everybody reads."""
        sees_all = self.is_umpire and self.request.path != "/wall"
        return Disclosure.EXACT if sees_all else self.battle.chronicle.disclosure

    @property
    def entry_number(self) -> int:
        """The number of the entry that the page is about. Raises `FaultsError` for what is none."""
        return read_number("entry", self.request.match_info["number"])

    @property
    def wants_part(self) -> bool:
        """Whether our script asks for the part of a page that changes."""
        return "X-Part" in self.request.headers

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.request, self.site.proxy)

    def page(self, template: str, status: int = 200, **values: Any) -> web.Response:
        """A page or a part of it, with what all pages show."""
        visitor = self.seat.key if self.seat else self.door
        common = {
            "seat": self.seat,
            "battle": self.battle,
            "turn": self.battle.chronicle.turn,
            "trouble": self.battle.trouble,
            "csrf": self.site.tokens.issue(visitor),
            "once": fresh_token()[:22],
            "path": self.request.path,
            "themes": THEMES,
            **dict.fromkeys(("view", "why", "why_not", "held", "aid")),
        }
        return pages.html(pages.rendered(template, **common | values), status)

    def odds(self, odds: Odds, pins: Sequence[tuple[str, Odds]] = ()) -> dict[str, Any]:
        """What a page shows this visitor of odds, beside what is pinned, and why they are so."""
        view = odds_view(odds, self.disclosure, pins)
        why = why_view(odds, odds.weighed(AT_ONCE)) if view.is_exact else None
        return {"view": view, "why": why}

    def go(self, address: str) -> web.Response:
        """Go on to another page, after something has been changed."""
        return web.Response(status=303, headers={"Location": address, "Cache-Control": "no-store"})

    def text(self, name: str) -> str:
        """What a form holds under a name; nothing for what is no text."""
        value = self.form.get(name, "")
        return value if isinstance(value, str) else ""


def make_app(site: Site, routes: tuple[Route, ...]) -> web.Application:
    """The application that answers for a site."""
    app = web.Application(middlewares=[_checked(site)], client_max_size=MOST_BYTES)
    for route in routes:
        add = app.router.add_get if route.method == "GET" else app.router.add_post
        add(route.path, _answering(site, route))
    app.router.add_get("/static/{name}", _static)
    app.router.add_get("/{path:.*}", _answering(site, Route("GET", "", _nowhere, ANYONE)))
    return app


async def _static(request: web.Request) -> web.Response:
    return pages.static_file(request.match_info["name"])


async def _nowhere(_: Visit) -> web.StreamResponse:
    raise web.HTTPNotFound(text="There is no such page.")


def _checked(site: Site) -> Any:
    @web.middleware
    async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with our headers, whatever the answer is; refuse what is not for us."""
        connection = request.protocol
        site.connections.begin(connection)
        try:
            _check_origin(site, request)
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(HEADERS)
            raise
        finally:
            site.connections.end(connection)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    return checked


def _check_origin(site: Site, request: web.Request) -> None:
    if not site.origins.is_ours(request.host):
        raise web.HTTPMisdirectedRequest(text="This server does not answer to that name.")
    if request.method not in READING:
        site.origins.check(request)


def _answering(site: Site, route: Route) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        visit = Visit(
            site,
            request,
            site.seats.of(request.cookies.get(site.seat_cookie, "")),
            MultiDictProxy(MultiDict()),
            request.cookies.get(site.door_cookie, ""),
        )
        return await _answer(visit, route)

    return answer


async def _answer(visit: Visit, route: Route) -> web.StreamResponse:
    """The page, or in words why there is none."""
    try:
        if not _admitted(visit):
            raise web.HTTPTooManyRequests(text="Too fast. Wait a moment, then try again.")
        if (visit.seat.role if visit.seat else None) not in route.roles:
            return _not_for(visit)
        if visit.request.method not in READING:
            visit.form = await _read_form(visit.request)
            _check_token(visit)
        return await route.page(visit)
    except SupersededError:
        return web.Response(status=STATUS_SUPERSEDED)
    except web.HTTPClientError as refusal:
        return _trouble(visit, refusal.status, refusal.text or "")
    except CalculatorError as trouble:
        return _trouble(visit, 400, str(trouble))


def _trouble(visit: Visit, status: int, text: str) -> web.Response:
    if visit.wants_part:
        return web.Response(status=status, text=text)
    return visit.page("trouble.html", status, lines=text.splitlines())


def _admitted(visit: Visit) -> bool:
    """Whether this visitor may ask once more now; of this machine's own only seats are counted."""
    if visit.seat:
        return visit.site.requests.admits(visit.seat.key)
    return is_own(visit.address) or visit.site.requests.admits(visit.address)


def _not_for(visit: Visit) -> web.Response:
    """Refuse a page that is not for this visitor; who is not seated is shown the door."""
    if visit.seat is None and visit.request.method in READING and not visit.wants_part:
        return visit.go("/")
    raise web.HTTPForbidden(
        text="Join first." if visit.seat is None else f"A {visit.seat.role.value} cannot do this."
    )


def _check_token(visit: Visit) -> None:
    visitor = visit.seat.key if visit.seat else visit.door
    if not (visitor and visit.site.tokens.fits(visitor, visit.text("_csrf"))):
        raise web.HTTPForbidden(text="This page is out of date: open it again.")


async def _read_form(request: web.Request) -> MultiDictProxy[Any]:
    """What a form sends; 400 for what no form sends, 408 for what comes too slowly."""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="This took too long.") from None
    except (ValueError, LookupError) as fault:
        raise web.HTTPBadRequest(
            text="The form was not sent as expected: open the page again."
        ) from fault
