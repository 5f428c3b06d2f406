"""A battle served in this process, and visitors who ask it as browsers without scripts do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pytest
from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient, TestServer

from calculator.web.guard import Limits
from calculator.web.seats import VisitorRole
from calculator.web.serve import ROUTES, Serving, make_site
from calculator.web.site import Site, make_app

Client: TypeAlias = TestClient[web.Request, web.Application]


class Page(HTMLParser):
    """What a page holds: its text, the addresses of its links, and its forms by their action."""

    def __init__(self, answer: ClientResponse, source: str) -> None:
        super().__init__()
        self.status = answer.status
        self.headers = answer.headers
        self.address = answer.url.path_qs
        self.source = source
        self.text = ""
        self.links: list[str] = []
        self.forms: dict[str, dict[str, str]] = {}
        self.actions: list[str] = []
        self._form: dict[str, str] = {}
        self._select = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "a":
            self.links.append(found["href"])
        elif tag == "form":
            self._form = self.forms.setdefault(found["action"], {})
        elif tag == "input" and (found.get("type") != "radio" or "checked" in found):
            self._form[found["name"]] = found.get("value", "")
        elif tag == "select":
            self._select = found["name"]
        elif tag == "option" and "selected" in found:
            self._form[self._select] = found.get("value", "")
        elif tag == "button" and "formaction" in found:
            self.actions.append(found["formaction"])

    def handle_data(self, data: str) -> None:
        self.text += data


@attrs.frozen
class Visitor:
    """One visitor: opens pages, and sends the forms that stand on them."""

    client: Client

    @property
    def origin(self) -> dict[str, str]:
        """What a browser adds to a form from a page of ours."""
        return {"Origin": f"http://127.0.0.1:{self.client.port}"}

    async def open(self, address: str, **headers: str) -> Page:
        """A page."""
        async with self.client.get(address, headers=headers) as answer:
            return Page(answer, await answer.text())

    async def send(
        self, page: Page, form: str, values: dict[str, str] | None = None, to: str = ""
    ) -> Page:
        """Fill in a form of a page and send it, to where one of its buttons sends it if need be."""
        filled = page.forms[form] | (values or {})
        return await self.post(to or form, filled)

    async def post(self, address: str, values: dict[str, str], **headers: str) -> Page:
        """Send values to an address."""
        async with self.client.post(
            address, data=values, headers={**self.origin, **headers}
        ) as answer:
            return Page(answer, await answer.text())

    async def join(self, **values: str) -> Page:
        """Go through the door."""
        return await self.send(await self.open("/"), "/join", values)


Open: TypeAlias = Callable[..., Awaitable[Visitor]]
"""Opens a fresh browser; with `role` it takes a seat, with `site` at another site than usual."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_draws: None) -> Path:
    """Every test records in a folder of its own."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
async def make(home: Path) -> AsyncIterator[Callable[..., Site]]:
    """Makes sites; everything of theirs is ended afterwards."""
    made: list[Site] = []

    def make(**serving: Any) -> Site:
        site = make_site(Serving(**{"battle": "field", **serving}), 8000)
        made.append(site)
        return site

    yield make
    for site in made:
        site.reckoner.close()
        site.battle.close()


@pytest.fixture
def site(make: Callable[..., Site]) -> Site:
    """A battle without an order of battle, for browsers on this machine."""
    return make()


@pytest.fixture
def bound(make: Callable[..., Site]) -> Site:
    """A battle with the order of battle of Quatre Bras, which is its first entry."""
    return make(battle="bound", scenario="quatre-bras")


@pytest.fixture
def networked(make: Callable[..., Site]) -> Site:
    """The same for the network: with codes."""
    return make(
        battle="networked", scenario="quatre-bras", host="0.0.0.0", limits=Limits(attempts=3)
    )


@pytest.fixture
async def visit(site: Site) -> AsyncIterator[Open]:
    """Opens browsers."""
    clients: list[Client] = []
    servers: dict[int, TestServer] = {}

    async def opened(
        role: VisitorRole | None = None, at: Site | None = None, **values: str
    ) -> Visitor:
        where = at or site
        if id(where) not in servers:
            servers[id(where)] = TestServer(make_app(where, ROUTES))
        await where.battle.look()
        client = TestClient(servers[id(where)])
        await client.start_server()
        clients.append(client)
        visitor = Visitor(client)
        if role is not None:
            page = await visitor.join(role=role.value, **values)
            assert page.status == 200, page.text
        return visitor

    follow = asyncio.create_task(site.battle.follow())
    yield opened
    follow.cancel()
    for client in clients:
        await client.close()
