"""What no browser of ours sends: answered shortly, with our headers, and off the terminal."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from calculator.web.guard import Connections, Origins, address_of
from calculator.web.seats import VisitorRole, form_token, token_fits
from calculator.web.serve import ROUTES, log_to
from calculator.web.site import Route, Site
from tests.web.conftest import Open

HOSTS = (
    "[::1",
    '127.0.0.1:1"><img src=x onerror=alert(1)>',
    "127.0.0.1:8731; script-src *",
    "user@127.0.0.1",
    "127.0.0.1:port",
    "localhost/",
    "rebound.example",
)


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_is_not_ours_is_refused_and_never_repeated(
    visit: Open, host: str
) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/army", Host=host)
    assert page.status == 421
    assert host not in page.source
    assert host not in str(page.headers)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8000", "[::1]:8000", "LOCALHOST"])
async def test_hosts_of_ours_are_answered(visit: Open, host: str) -> None:
    assert (await (await visit()).open("/", Host=host)).status == 200


def test_a_proxy_s_host_is_ours_where_the_server_was_told_of_it() -> None:
    assert not Origins().is_ours("battle.example")
    origins = Origins("https://battle.example")
    assert origins.is_ours("battle.example")
    assert not origins.is_ours("battle.example.evil.example")


@pytest.mark.parametrize("origin", ["", "http://evil.example", "null", "http://127.0.0.1:1"])
@pytest.mark.parametrize("path", ["/join", "/leave", "/rule/there-stand-empires/assault"])
async def test_forms_from_other_pages_are_refused(
    site: Site, visit: Open, origin: str, path: str
) -> None:
    ney = await visit(VisitorRole.PLAYER)
    before = [seat.key for seat in site.seats]
    page = await ney.open("/ask/there-stand-empires/assault")
    values = page.forms["/ask/there-stand-empires/assault"]
    assert (await ney.post(path, values, Origin=origin)).status == 403
    assert [seat.key for seat in site.seats] == before
    assert site.battle.umpire.recent() == []


@pytest.mark.parametrize("token", ["", "0" * 48, "x"])
async def test_a_form_without_its_token_is_refused(site: Site, visit: Open, token: str) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.open("/ask/there-stand-empires/assault")
    values = page.forms["/ask/there-stand-empires/assault"] | {"_csrf": token}
    assert (await ney.post("/rule/there-stand-empires/assault", values)).status == 403
    assert site.battle.umpire.recent() == []


def test_a_token_is_of_one_visitor_and_of_one_server() -> None:
    token = form_token("key", "ney")
    assert token_fits("key", "ney", token)
    assert not token_fits("key", "picton", token)
    assert not token_fits("another key", "ney", token)
    assert not any(token_fits("key", "ney", part) for part in ("", token[:16], token[16:]))
    assert form_token("key", "ney") != token


FORMS = (
    ("multipart/form-data", b"junk"),
    ("multipart/form-data; boundary=", b"junk"),
    ("multipart/form-data; boundary=x", b"junk"),
    ("application/x-www-form-urlencoded; charset=bogus", b"role=umpire"),
    ("application/x-www-form-urlencoded", b"role=\xff\xfe"),
)


@pytest.mark.parametrize(("kind", "body"), FORMS)
async def test_what_no_form_sends_is_refused(
    site: Site, visit: Open, kind: str, body: bytes
) -> None:
    ney = await visit()
    async with ney.client.post(
        "/join", data=body, headers={**ney.origin, "Content-Type": kind}
    ) as answer:
        assert answer.status in {400, 403}
    assert not list(site.seats)


async def test_a_form_beyond_all_measure_is_refused(visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.send(await ney.open("/more"), "/theme", {"theme": "x" * 50_000})
    assert page.status == 413


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("DELETE", "/", 405),
        ("POST", "/leave", 403),
        ("HEAD", "/", 200),
        ("OPTIONS", "/", 405),
        ("GET", "/entry/x", 400),
    ],
)
async def test_every_answer_bears_our_headers(
    visit: Open, method: str, path: str, status: int
) -> None:
    ney = await visit(VisitorRole.PLAYER)
    origin = {} if method == "POST" else ney.origin
    async with ney.client.request(method, path, headers=origin) as answer:
        assert answer.status == status
        policy = answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy


@pytest.mark.parametrize(
    "page", ["/", "/army", "/act", "/ask/there-stand-empires/assault", "/more"]
)
async def test_pages_load_nothing_from_elsewhere_and_hold_no_script_or_style(
    visit: Open, page: str
) -> None:
    source = (await (await visit(VisitorRole.UMPIRE)).open(page)).source
    assert "http:" not in source
    assert "https:" not in source
    assert "<style" not in source
    assert " style=" not in source
    assert "<script>" not in source
    assert " onclick" not in source


@pytest.mark.parametrize("role", list(VisitorRole))
async def test_every_page_that_changes_something_asks_who_sends_it_and_for_a_token(
    site: Site, visit: Open, role: VisitorRole
) -> None:
    """Of every route: refused by the server, whatever buttons a page has."""
    visitor = await visit(role)
    token = (await visitor.open("/more")).forms["/leave"]["_csrf"]
    values = {"text": "x", "turn": "2", "choice": "hidden", "door": "closed", "reason": "x"}
    changing = [route for route in ROUTES if route.method == "POST"]
    for route in changing:
        sent = values if role in route.roles else {**values, "_csrf": token}
        page = await visitor.post(filled(route), sent)
        assert (route.path, page.status) == (route.path, 403)
    assert site.battle.umpire.recent() == []
    assert [seat.role for seat in site.seats] == [role]
    assert site.seats.door_open


async def test_every_page_is_for_those_whom_its_route_names(site: Site, visit: Open) -> None:
    """Strangers get the door and nothing else; others a refusal with a way back."""
    stranger = await visit()
    seated = [await visit(role) for role in VisitorRole]
    for route in ROUTES:
        if route.method == "GET" and None not in route.roles:
            page = await stranger.open(filled(route))
            assert (route.path, page.address) == (route.path, "/")
            assert (await stranger.open(filled(route), **{"X-Part": "odds"})).status == 403
            for role, visitor in zip(VisitorRole, seated, strict=True):
                if role not in route.roles:
                    refused = await visitor.open(filled(route))
                    assert (route.path, refused.status) == (route.path, 403)
                    assert "/" in refused.links


def filled(route: Route) -> str:
    """An address of a route."""
    path = route.path.replace("{system}/{action}", "there-stand-empires/assault")
    return path.replace("{number}", "1").replace("{form}", "report")


async def test_a_name_is_a_name_whatever_stands_in_it(visit: Open) -> None:
    hostile = "<script>alert(1)</script>"
    ney = await visit(VisitorRole.PLAYER, player=hostile)
    page = await ney.open("/more")
    assert hostile in page.text
    assert hostile not in page.source


async def test_who_asks_too_fast_waits(make: Callable[..., Site], visit: Open) -> None:
    from calculator.web.guard import Limits

    site = make(limits=Limits(requests=5, request_window=600))
    ney, picton = await visit(VisitorRole.PLAYER, at=site), await visit(VisitorRole.PLAYER, at=site)
    statuses = [(await ney.open("/more")).status for _ in range(7)]
    assert statuses[:3] == [200] * 3
    assert statuses[-2:] == [429] * 2
    assert (await picton.open("/more")).status == 200


def test_a_forwarded_address_counts_from_a_proxy_that_was_named_alone() -> None:
    class Request:
        remote = "10.0.0.1"
        headers = {"X-Forwarded-For": "1.2.3.4, 10.9.9.9"}

    assert address_of(Request(), "") == "10.0.0.1"  # type: ignore[arg-type]
    assert address_of(Request(), "10.0.0.2") == "10.0.0.1"  # type: ignore[arg-type]
    assert address_of(Request(), "10.0.0.1") == "10.9.9.9"  # type: ignore[arg-type]


class Wire:
    """A connection whose transport only notes that it was closed."""

    def __init__(self) -> None:
        self.transport = self
        self.closed = False

    def abort(self) -> None:
        self.closed = True


def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("calculator.web.guard.time.monotonic", lambda: now[0])
    connections, silent, busy = Connections(), Wire(), Wire()
    connections.begin(busy)
    connections.sweep([silent, busy])
    now[0] = 4.0
    connections.sweep([silent, busy])
    assert not silent.closed
    now[0] = 6.0
    connections.sweep([silent, busy])
    assert silent.closed
    assert not busy.closed


def test_where_few_files_may_be_open_the_oldest_silent_connections_go_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("calculator.web.guard.resource.getrlimit", lambda _: (160, 160))
    connections, asking = Connections(), Wire()
    connections.begin(asking)
    crowd = [Wire() for _ in range(120)]
    connections.sweep([asking, *crowd])
    assert sum(one.closed for one in crowd) == 21
    assert not asking.closed


@pytest.fixture
def as_logging_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:], root.level = handlers, level


@pytest.mark.usefixtures("as_logging_was")
async def test_faults_are_noted_in_a_file_and_not_on_the_terminal(
    site: Site,
    visit: Open,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = tmp_path / "logs" / "serve.log"
    log_to(log)

    def fail(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    ney = await visit(VisitorRole.PLAYER)
    monkeypatch.setattr(site.reckoner, "odds", fail)
    page = await ney.open("/ask/there-stand-empires/assault?cover=hard")
    assert page.status == 500
    assert "a fault of ours" not in page.text
    assert "a fault of ours" in log.read_text(encoding="utf-8")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "")


async def test_who_sends_half_a_form_keeps_nobody_waiting(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    assert ney.client.port
    reader, writer = await asyncio.open_connection("127.0.0.1", ney.client.port)
    writer.write(
        b"POST /leave HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n_csrf="
    )
    await writer.drain()
    assert (await ney.open("/act")).status == 200
    writer.close()
    assert not reader.at_eof()
