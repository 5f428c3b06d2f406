"""What is checked of every request before it is answered."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

from aiohttp import web

NAME_LENGTH: Final = 40
"""Characters of a player's name that are kept."""


_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


def own_host(host: str) -> bool:
    """Whether the Host header can be ours: a number, localhost or this machine's name.

    A page elsewhere that has its own name resolve to this machine still sends that name.
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].lower()
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        own = socket.gethostname().lower()
        return name in {"localhost", own, f"{own}.local"}
    return True


def check_origin(request: web.Request) -> None:
    """Refuse (403) a request that no page of ours has made."""
    own = {f"http://{request.host}", f"https://{request.host}"}
    if request.headers.get("Origin", "") not in own:
        raise web.HTTPForbidden(text="This request comes from another page.")


def security_headers(host: str) -> dict[str, str]:
    """What a page of ours may load and who may frame it: nothing from elsewhere, nobody.

    `host` is one that `own_host` knows; any other gets no web socket.
    """
    sockets = f" ws://{host} wss://{host}" if own_host(host) else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        f"img-src 'self' data:; connect-src 'self'{sockets}; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",  # none at all would blank the origin of forms too
    }


def clean_name(name: str) -> str:
    """A player's name as it is kept: printable, without blanks around it, not too long."""
    return "".join(c for c in name if c.isprintable()).strip()[:NAME_LENGTH]
