"""What the gate serves to a browser: its pages and the few files that they need."""

from __future__ import annotations

import html
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

import textual_serve
from aiohttp import web
from multidict import MultiDictProxy

_STATIC: Final = Path(textual_serve.__file__).parent / "static"
_PAGES: Final = files("calculator.web") / "pages"
FILES: Final = {
    "xterm.css": _STATIC / "css" / "xterm.css",
    "textual.js": _STATIC / "js" / "textual.js",
    "RobotoMono.ttf": _STATIC / "fonts" / "RobotoMono-VariableFont_wght.ttf",
    "gate.css": Path(str(_PAGES / "gate.css")),
    "join.js": Path(str(_PAGES / "join.js")),
    "table.js": Path(str(_PAGES / "table.js")),
}
"""All that is served to anyone, by name: there is no folder to list."""


def page(name: str, status: int = 200, **values: str) -> web.Response:
    """A page of ours, with `values` where it names them: as text, never as markup."""
    told = {key: html.escape(value) for key, value in values.items()}
    text = Template((_PAGES / name).read_text(encoding="utf-8")).substitute(told)
    return web.Response(
        text=text, status=status, content_type="text/html", headers={"Cache-Control": "no-store"}
    )


async def read_form(request: web.Request) -> MultiDictProxy[Any]:
    """What a form sends; `HTTPBadRequest` for what no form sends."""
    try:
        return await request.post()
    except (ValueError, LookupError) as fault:
        raise web.HTTPBadRequest(text="This is not what the form sends.") from fault
