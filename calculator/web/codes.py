"""Join codes: who may come in, and as what."""

from __future__ import annotations

import hmac
import secrets
from enum import Enum
from typing import Final

import attrs

_ALPHABET: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Letters and digits that are not mistaken for one another when read aloud."""

CODE_LENGTH: Final = 8
"""30^8 codes: at the gate's limit of wrong codes, guessing one takes tens of thousands of years."""


class Role(Enum):
    """What a visitor may do."""

    PLAYER = "player"
    UMPIRE = "umpire"
    SPECTATOR = "spectator"


@attrs.frozen
class JoinCodes:
    """One code for each role, made anew each time the server starts."""

    by_role: dict[Role, str]

    @classmethod
    def fresh(cls) -> JoinCodes:
        """Codes from the operating system's random source."""
        return cls({role: _fresh_code() for role in Role})

    def role_for(self, typed: str) -> Role | None:
        """The role a typed code opens, or None. Takes the same time whatever was typed."""
        given = "".join(typed.upper().split()).replace("-", "").encode()
        opened = None
        for role, code in self.by_role.items():
            if hmac.compare_digest(code.encode(), given):
                opened = role
        return opened

    def shown(self, role: Role) -> str:
        """The code in two groups, as it is read out: ABCD-EFGH."""
        code = self.by_role[role]
        return f"{code[:4]}-{code[4:]}"


def fresh_token() -> str:
    """An unguessable name for a visit, kept in the visitor's cookie."""
    return secrets.token_urlsafe(32)


def _fresh_code() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))
