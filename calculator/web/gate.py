"""The gate: who comes in, from where, to which screen.

A textual-serve server with its own routes: nothing of it is reachable without a visit, a visit is
opened by a join code (on loopback, by choosing a role), and every request is checked for the host
it names and every web socket for the page it comes from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import attrs
from aiohttp import WSMsgType, web
from textual_serve.server import Server

from calculator.web.checks import check_origin, clean_name, own_host, security_headers
from calculator.web.codes import JoinCodes, Role, fresh_token
from calculator.web.limits import Attempts, Limits
from calculator.web.served import FILES, page, read_form
from calculator.web.sessions import Session, Sessions, arguments_for

COOKIE: Final = "empires-visit"
_READING: Final = {"GET", "HEAD", "OPTIONS"}
"""Methods that change nothing, so that it does not matter which page they come from."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@attrs.frozen(eq=False)
class Visit:
    """Someone who has been let in."""

    role: Role
    player: str


class Gate(Server):
    """The server of one battle. Without `codes` (loopback alone) a visitor chooses a role."""

    def __init__(
        self,
        battle: str,
        host: str,
        port: int,
        *,
        codes: JoinCodes | None,
        limits: Limits | None = None,
    ) -> None:
        super().__init__("empires", host=host, port=port, title="empires")
        self.battle = battle
        self.codes = codes
        self.limits = limits or Limits()
        self.attempts = Attempts(self.limits)
        self.sessions = Sessions(self.limits.sessions, self.limits.idle)
        self.visits: dict[str, Visit] = {}

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._checked], client_max_size=4096)
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.post("/join", self.handle_join),
                web.post("/leave", self.handle_leave),
                web.get("/ws", self.handle_websocket),
                web.get("/files/{name}", self.handle_file),
                web.get("/download/{key}", self._download),
            ]
        )
        app.cleanup_ctx.append(self._watching)
        app.on_shutdown.append(self._closing)
        return app

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer with our headers, whatever the answer is."""
        try:
            response = await self._answered(request, handler)
        except web.HTTPException as refusal:
            refusal.headers.update(security_headers(request.host))
            raise
        if not response.prepared:
            response.headers.update(security_headers(request.host))
        return response

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse a request that names another host than ours, or comes from another page."""
        if not own_host(request.host):
            raise web.HTTPMisdirectedRequest(text="This is not the host you asked for.")
        if request.method not in _READING or request.path == "/ws":
            check_origin(request)
        return await handler(request)

    def _visit(self, request: web.Request) -> Visit | None:
        return self.visits.get(request.cookies.get(COOKIE, ""))

    async def handle_index(self, request: web.Request) -> web.Response:
        """The terminal for those who are in, the join page for the rest."""
        visit = self._visit(request)
        if visit is None:
            return self._join_page("")
        scheme = "wss" if request.secure else "ws"
        return page(
            "table.html",
            socket=f"{scheme}://{request.host}/ws",
            title=f"empires: {visit.role.value}",
        )

    def _join_page(self, message: str, status: int = 200) -> web.Response:
        name = "join.html" if self.codes else "choose.html"
        return page(name, status, message=message)

    async def handle_join(self, request: web.Request) -> web.Response:
        """Let in whoever knows a code, or, on loopback, whoever chooses a role."""
        form = await read_form(request)
        address = request.remote or ""
        if self.codes and self.attempts.blocked(address):
            return self._join_page("Too many wrong codes. Wait a minute, then try again.", 429)
        role = self._role(str(form.get("code", "")), str(form.get("role", "")))
        if role is None:
            self.attempts.failed(address)
            return self._join_page("That code does not open this battle. Ask the umpire.", 403)
        token = fresh_token()
        self.visits[token] = Visit(role, clean_name(str(form.get("player", ""))))
        response = web.Response(status=303, headers={"Location": "/"})
        response.set_cookie(COOKIE, token, httponly=True, samesite="Strict")
        return response

    def _role(self, code: str, chosen: str) -> Role | None:
        if self.codes:
            return self.codes.role_for(code)
        return next((role for role in Role if role.value == chosen), None)

    async def handle_leave(self, request: web.Request) -> web.Response:
        """Forget the visit, and close the screens it has open."""
        visit = self.visits.pop(request.cookies.get(COOKIE, ""), None)
        await self.sessions.close_of(visit)
        response = web.Response(status=303, headers={"Location": "/"})
        response.del_cookie(COOKIE)
        return response

    async def handle_file(self, request: web.Request) -> web.StreamResponse:
        """One of the few files a page needs."""
        path = FILES.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound(text="There is no such file.")
        return web.FileResponse(path, headers={"Cache-Control": "max-age=3600"})

    async def _download(self, request: web.Request) -> web.StreamResponse:
        if self._visit(request) is None:
            raise web.HTTPForbidden(text="Join first.")
        response: web.StreamResponse = await self.handle_download(request)
        return response

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Carry a screen to the browser for as long as it listens."""
        visit = self._visit(request)
        if visit is None:
            raise web.HTTPForbidden(text="Join first.")
        if self.sessions.full:
            raise web.HTTPServiceUnavailable(text="Every seat is taken. Try again later.")
        websocket = web.WebSocketResponse(heartbeat=15, max_msg_size=64 * 1024)
        session = Session(
            arguments_for(visit.role, self.battle, visit.player),
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=websocket.close,
            downloads=self.download_manager,
        )
        self.sessions.add(session, visit)
        try:
            await websocket.prepare(request)
            await session.start(_cells(request, "width", 80), _cells(request, "height", 24))
            await self._listen(websocket, session)
        finally:
            await asyncio.shield(self._close(session))
        return websocket

    async def _close(self, session: Session) -> None:
        """End a screen and free its seat, even if whoever waits for that is cancelled."""
        try:
            await session.stop()
        finally:
            self.sessions.remove(session)

    async def _listen(self, websocket: web.WebSocketResponse, session: Session) -> None:
        """Pass on keys and sizes; anything that is neither ends the session."""
        async for message in websocket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                await _pass_on(message.json(), websocket, session)
            except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
                await websocket.close(code=1007, message=b"not a message of this page")

    async def _watching(self, _: web.Application) -> Any:
        async def look() -> None:
            while True:
                await asyncio.sleep(min(30.0, self.limits.idle / 2))
                await self.sessions.close_idle()

        task = asyncio.create_task(look())
        yield
        task.cancel()

    async def _closing(self, _: web.Application) -> None:
        await self.sessions.close_all()


async def _pass_on(envelope: Any, websocket: web.WebSocketResponse, session: Session) -> None:
    kind, *rest = envelope
    match kind:
        case "stdin":
            session.used()
            await session.send_bytes(rest[0].encode("utf-8"))
        case "resize":
            size = rest[0]
            await session.set_terminal_size(_clamped(size["width"]), _clamped(size["height"]))
        case "ping":
            await websocket.send_json(["pong", str(rest[0])])
        case "blur":
            await session.blur()
        case "focus":
            await session.focus()


def _cells(request: web.Request, name: str, default: int) -> int:
    try:
        return _clamped(int(request.query.get(name, default)))
    except ValueError:
        return default


def _clamped(cells: int) -> int:
    return max(10, min(400, int(cells)))
