"""The systems there are, by key; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Final

from calculator.errors import UnknownNameError
from calculator.rules.system import RuleSystem

SHIPPED: Final[Mapping[str, str]] = {
    "there-stand-empires": "calculator.rules.there_stand_empires",
    "revolutionary-wars": "calculator.rules.revolutionary_wars",
    "gods-of-war": "calculator.rules.gods_of_war",
    "morne-plaine": "calculator.rules.morne_plaine",
    "cannonade": "calculator.rules.cannonade",
}
"""The package of each system, by its key, the main one first."""

_packages = dict(SHIPPED)

KEYS: Final = _packages.keys()
"""The keys of all systems on offer, the main one first."""


@contextmanager
def offering(packages: Mapping[str, str]) -> Iterator[None]:
    """Offer the systems of these packages, by key, in place of the others while this lasts.

    >>> with offering({**SHIPPED, "bands": "my.bands"}): ...
    """
    before = dict(_packages)
    _put(packages)
    try:
        yield
    finally:
        _put(before)


def _put(packages: Mapping[str, str]) -> None:
    _packages.clear()
    _packages.update(packages)


def find_system(key: str) -> RuleSystem:
    """The system called `key`; `UnknownNameError` with a near match if there is none."""
    if key not in _packages:
        raise UnknownNameError("system", key, KEYS)
    system: RuleSystem = import_module(_packages[key]).SYSTEM
    return system


def main_system() -> RuleSystem:
    """The first of the systems on offer: what is meant where nothing else is said."""
    return find_system(next(iter(KEYS)))
