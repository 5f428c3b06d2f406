"""The site: which page answers which address, for whom, and what is checked before it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import attrs
from aiohttp import web
from multidict import MultiDict, MultiDictProxy

from calculator.desk.odds_view import OddsView
from calculator.desk.why_view import why_view
from calculator.errors import CalculatorError
from calculator.journal.disclosure import Disclosure
from calculator.journal.entry import read_number
from calculator.rules.odds import AT_ONCE
from calculator.umpire import Umpire
from calculator.web import guard, pages
from calculator.web.battle import Battle
from calculator.web.reckoner import Reckoner, SupersededError
from calculator.web.seats import Seat, Seats, VisitorRole, form_token, fresh_token, token_fits

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


@attrs.define(eq=False)
class Site:
    """All that pages are made from. `port` names the cookies; `secure` says whether TLS is on."""

    battle: Battle
    seats: Seats
    limits: guard.Limits
    origins: guard.Origins
    reckoner: Reckoner
    proxy: str = ""
    port: int = 0
    secure: bool = False
    connections: guard.Connections = attrs.field(factory=guard.Connections)
    attempts: guard.Attempts = attrs.Factory(
        lambda one: guard.Attempts(one.limits), takes_self=True
    )
    requests: guard.RateWindow = attrs.Factory(
        lambda one: guard.RateWindow(one.limits.requests, one.limits.request_window),
        takes_self=True,
    )
    """How often each visitor has asked of late."""

    def cookie(self, holds: str) -> str:
        """The cookie that holds the token of a "seat", or that by which the "door" knows whom its
        form was shown to: one for each battle served on a machine."""
        return f"empires-{holds}-{self.port}"


Written = TypeVar("Written")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Page = Callable[["Visit"], Awaitable[web.StreamResponse]]


@attrs.frozen
class Route:
    """A page: where it is, what makes it, and who may ask for it; what is wrong with what was sent
    is told on the page `told_on`, else by itself."""

    method: str
    path: str
    page: Page
    roles: frozenset[VisitorRole | None]
    told_on: Page | None = None


@attrs.define(eq=False)
class Visit:
    """One request with what is known of who makes it."""

    site: Site
    request: web.Request
    seat: Seat | None
    form: MultiDictProxy[Any]
    door: str
    faults: tuple[str, ...] = ()
    """What is wrong with what was sent."""

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
        return guard.address_of(self.request, self.site.proxy)

    @property
    def name(self) -> str:
        """By what forms know who asks; "" of one who has seen no page yet."""
        return self.seat.key if self.seat else self.door

    def trouble(self, status: int, text: str) -> web.Response:
        """A page, or a part of one, that says what is wrong."""
        if self.wants_part:
            return web.Response(status=status, text=text)
        return self.page("trouble.html", status, lines=text.splitlines())

    def page(self, template: str, status: int = 0, **values: Any) -> web.Response:
        """A page or a part of it; its status where something is wrong with what was sent, too."""
        html = self.rendered(template, **values)
        return pages.html(html, status or (422 if self.faults else 200))

    def rendered(self, template: str, **values: Any) -> str:
        """What a template makes of these values and of what all pages show."""
        common = {
            "visit": self,
            "seat": self.seat,
            "battle": self.battle,
            "turn": self.battle.chronicle.turn,
            "csrf": form_token(self.site.seats.form_key, self.name),
            "once": fresh_token()[:22],
            "faults": self.faults,
        }
        return pages.rendered(template, **common | values)

    def explained(self, view: OddsView) -> dict[str, Any]:
        """What a page shows of odds as this visitor sees them: those, and why they are so."""
        why = why_view(view.odds, view.odds.weighed(AT_ONCE)) if view.is_exact else None
        return {"view": view, "why": why}

    def go(self, address: str) -> web.Response:
        """Go on to another page, after something has been changed."""
        return web.Response(status=303, headers={"Location": address, "Cache-Control": "no-store"})

    def set_cookie(
        self, response: web.Response, name: str, value: str, seconds: int | None = None
    ) -> None:
        """Let the browser keep a secret of its own, for so long or until it is closed."""
        secure = self.site.secure
        response.set_cookie(
            name, value, max_age=seconds, httponly=True, samesite="Strict", secure=secure
        )

    def kept(self, address: str) -> web.Response:
        """Keep what was changed of the seats, and go on to another page."""
        self.site.seats.keep()
        return self.go(address)

    async def record(self, write: Callable[[Umpire], Written]) -> Written:
        """What is written as who asks, in a thread of its own; then the battle has taken it in."""
        written = await asyncio.to_thread(write, self.battle.as_seated(self.seated))
        await self.battle.look()
        return written

    async def recorded(self, write: Callable[[Umpire], object], address: str) -> web.Response:
        """Write something as who asks, and go on to another page."""
        await self.record(write)
        return self.go(address)

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
    app.router.add_get("/static/{name}", pages.static_file)
    app.router.add_get("/{path:.*}", _answering(site, Route("GET", "", _nowhere, ANYONE)))
    return app


async def _nowhere(_: Visit) -> web.StreamResponse:
    raise web.HTTPNotFound(text="There is no such page.")


def _checked(site: Site) -> Any:
    @web.middleware
    async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with our headers, whatever the answer is; refuse what is not for us."""
        connection = request.protocol
        site.connections.begin(connection)
        try:
            if not site.origins.is_ours(request.host):
                raise web.HTTPMisdirectedRequest(text="This server does not answer to that name.")
            if request.method not in READING:
                site.origins.check(request)
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.headers.update(guard.HEADERS)
            raise
        finally:
            site.connections.end(connection)
        if not response.prepared:
            response.headers.update(guard.HEADERS)
        return response

    return checked


def _answering(site: Site, route: Route) -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        """The page, or in words why there is none."""
        cookies, no_form = request.cookies, MultiDictProxy[Any](MultiDict())
        seat = site.seats.of(cookies.get(site.cookie("seat"), ""))
        visit = Visit(site, request, seat, no_form, cookies.get(site.cookie("door"), ""))
        try:
            return await _page(visit, route)
        except SupersededError:
            return web.Response(status=409)  # a later tap has taken its place, our script knows
        except web.HTTPClientError as refusal:
            return visit.trouble(refusal.status, refusal.text or "")
        except CalculatorError as trouble:
            return visit.trouble(400, str(trouble))

    return answer


async def _page(visit: Visit, route: Route) -> web.StreamResponse:
    """The page that was asked for. Raises `HTTPClientError` with why this visitor gets none."""
    seat, requests = visit.seat, visit.site.requests
    # Of this machine's own visitors only those who are seated are counted.
    counted = seat.key if seat else "" if guard.is_own(visit.address) else visit.address
    if counted and not requests.admits(counted):
        raise web.HTTPTooManyRequests(text="Too fast. Wait a moment, then try again.")
    is_reading = visit.request.method in READING
    if (seat.role if seat else None) not in route.roles:
        if seat is None and is_reading and not visit.wants_part:
            return visit.go("/")  # who is not seated is shown the door
        who = "Join first." if seat is None else f"A {seat.role.value} cannot do this."
        raise web.HTTPForbidden(text=who)
    if not is_reading:
        visit.form = await _read_form(visit.request)
        key, token = visit.site.seats.form_key, visit.text("_csrf")
        if not (visit.name and token_fits(key, visit.name, token)):
            raise web.HTTPForbidden(text="This page is out of date: open it again.")
    try:
        return await route.page(visit)
    except CalculatorError as trouble:
        if route.told_on is None:
            raise
        visit.faults = tuple(str(trouble).splitlines())
    return await route.told_on(visit)


async def _read_form(request: web.Request) -> MultiDictProxy[Any]:
    """What a form sends; 400 for what no form sends, 408 for what comes too slowly."""
    try:
        async with asyncio.timeout(guard.BODY_SECONDS):
            return await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="This took too long.") from None
    except (ValueError, LookupError) as fault:
        raise web.HTTPBadRequest(
            text="The form was not sent as expected: open the page again."
        ) from fault
