"""The systems there are, by key; each is imported when it is first asked for."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Final

from calculator.errors import UnknownNameError
from calculator.rules.system import RuleSystem

_PACKAGES: Final = {
    "there-stand-empires": "calculator.rules.there_stand_empires",
    "revolutionary-wars": "calculator.rules.revolutionary_wars",
    "gods-of-war": "calculator.rules.gods_of_war",
    "morne-plaine": "calculator.rules.morne_plaine",
    "cannonade": "calculator.rules.cannonade",
}

KEYS: Final = tuple(_PACKAGES)
"""The keys of all systems, the main one first."""


@lru_cache(maxsize=len(_PACKAGES))
def find_system(key: str) -> RuleSystem:
    """The system called `key`; `UnknownNameError` with a near match if there is none."""
    if key not in _PACKAGES:
        raise UnknownNameError("system", key, KEYS)
    system: RuleSystem = import_module(_PACKAGES[key]).SYSTEM
    return system
