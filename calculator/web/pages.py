"""Templates filled in, and the few files that pages need beside them."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

from aiohttp import web
from jinja2 import Environment

from calculator.desk import attention, naming, odds_view, units
from calculator.figures import percent, points
from calculator.roll import how_much_is_gone
from calculator.rules.phrases import capitalized, counted
from calculator.templates import environment
from calculator.tuning.report import spread_bar
from calculator.web.asked import MOST_ROWS, NOBODY
from calculator.web.seats import read_out

TYPES: Final = {
    "style.css": "text/css",
    "pages.js": "text/javascript",
    "icon.svg": "image/svg+xml",
    "empires.webmanifest": "application/manifest+json",
}
"""All that is served to anyone, by name: there is no folder to list."""

MOST_LISTED: Final = 500
"""Outcomes that a page lists; of more, only what those that begin alike come to together."""

_FOLDER: Final = files("calculator.web") / "static"


def rendered(template: str, **values: Any) -> str:
    """A page or a part of one, with `values` in it: as text, never as markup."""
    return _environment().get_template(template).render(**values)


def html(text: str, status: int = 200) -> web.Response:
    """An answer that no cache keeps."""
    response = web.Response(
        text=text, status=status, content_type="text/html", headers={"Cache-Control": "no-store"}
    )
    if len(text) > 600:  # of less, compression saves nothing
        response.enable_compression()
    return response


async def static_file(request: web.Request) -> web.Response:
    """One of the files; 404 for any other. Their addresses change with what is in them."""
    name = request.match_info["name"]
    if name not in TYPES:
        raise web.HTTPNotFound(text="There is no such file.")
    response = web.Response(
        body=_content(name),
        content_type=TYPES[name],
        charset="utf-8",
        headers={"Cache-Control": "max-age=31536000, immutable"},
    )
    response.enable_compression()
    return response


def slug(name: str) -> str:
    """A name as an address has it behind its '#': "husson-s-brigade"."""
    return re.sub(r"\W+", "-", name.lower()).strip("-")


@cache
def static_address(name: str) -> str:
    """The address of a file, with the digest of what is in it."""
    return f"/static/{name}?{hashlib.sha256(_content(name)).hexdigest()[:12]}"


@cache
def _content(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


@cache
def _environment() -> Environment:
    made = environment("calculator.web")
    made.globals |= {"static": static_address, "counted": counted, "unit_view": units.unit_view}
    made.globals |= {"most_listed": MOST_LISTED, "chief": odds_view.CHIEF, "words": naming.WORDS}
    made.globals |= {"points": points, "percent": percent, "spread_bar": spread_bar}
    made.globals |= {"how_much_is_gone": how_much_is_gone}
    made.globals |= {"cautions": attention.cautions, "most_rows": MOST_ROWS, "nobody": NOBODY}
    # What some pages show of a question or a ruling, and others do not.
    made.globals |= dict.fromkeys(("view", "why", "why_not", "held", "aid", "readings"))
    made.globals |= dict.fromkeys(("checked", "again", "outcomes", "asks", "units"))
    made.filters |= {"slug": slug, "sentence": capitalized, "read_out": read_out}
    return made
