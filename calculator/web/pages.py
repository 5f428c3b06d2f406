"""Templates filled in, and the few files that pages need beside them."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final

from aiohttp import web
from jinja2 import Environment

from calculator.desk.glossary import WORDS
from calculator.desk.odds_view import CHIEF
from calculator.desk.unit_view import unit_view
from calculator.figures import percent, points
from calculator.rules.phrases import capitalized, counted
from calculator.templates import environment
from calculator.tuning.pages import spread_bar

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
_LEAST_COMPRESSED: Final = 600
"""Bytes below which compression saves nothing."""


def rendered(template: str, **values: Any) -> str:
    """A page or a part of one, with `values` in it: as text, never as markup."""
    return _environment().get_template(template).render(**values)


def html(text: str, status: int = 200) -> web.Response:
    """An answer that no cache keeps."""
    response = web.Response(
        text=text, status=status, content_type="text/html", headers={"Cache-Control": "no-store"}
    )
    if len(text) > _LEAST_COMPRESSED:
        response.enable_compression()
    return response


def static_file(name: str) -> web.Response:
    """One of the files; 404 for any other. Their addresses change with what is in them."""
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
    made.globals |= {"static": static_address, "counted": counted, "unit_view": unit_view}
    made.globals |= {"most_listed": MOST_LISTED, "chief": CHIEF}
    made.globals |= {"points": points, "percent": percent, "spread_bar": spread_bar}
    made.globals["words"] = WORDS
    made.filters["slug"] = slug
    made.filters["sentence"] = capitalized
    return made
