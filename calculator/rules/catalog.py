"""The systems there are, by key: those shipped, and those that other packages offer.

A package offers a system by an entry point in the group `empires.systems`, named by the key of the
system. Each system is imported when it is first asked for, and other packages are looked for only
where a shipped one will not do: neither slows a start.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError, UnknownNameError
from calculator.rules.system import RuleSystem

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SHIPPED: Final[Mapping[str, str]] = {
    "there-stand-empires": "calculator.rules.there_stand_empires",
    "revolutionary-wars": "calculator.rules.revolutionary_wars",
    "gods-of-war": "calculator.rules.gods_of_war",
    "morne-plaine": "calculator.rules.morne_plaine",
    "cannonade": "calculator.rules.cannonade",
}
"""The package of each system, by its key, the main one first."""

PACKAGES: Final = dict(SHIPPED)
"""Those that are offered: the shipped ones, unless others are put in their place."""


class BrokenSystemError(CalculatorError):
    """A package offers a system that cannot be used; the message says which, and why."""


@cache
def _plugged() -> Mapping[str, EntryPoint]:
    """What other packages offer, by key; a shipped system is never taken the place of."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group="empires.systems"), key=lambda one: one.name)
    return {one.name: one for one in found if one.name not in SHIPPED}


class _Keys(Collection[str]):
    def __contains__(self, key: object) -> bool:
        return key in PACKAGES or (key != "" and key in _plugged())

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*PACKAGES, *_plugged()]))

    def __len__(self) -> int:
        return len(list(iter(self)))


KEYS: Final[Collection[str]] = _Keys()
"""The keys of all systems on offer, the main one first; of the shipped ones nothing is imported."""


def find_system(key: str) -> RuleSystem:
    """The system called `key`. Raises `UnknownNameError` with a near match if there is none, and
    `BrokenSystemError` where another package offers it and it cannot be used."""
    if key in PACKAGES:
        system: RuleSystem = import_module(PACKAGES[key]).SYSTEM
        return system
    if key not in KEYS:
        raise UnknownNameError("system", key, KEYS)
    return _loaded(key)


@cache
def _loaded(key: str) -> RuleSystem:
    offer = _plugged()[key]
    try:
        system = offer.load()
    except Exception as fault:  # whatever goes wrong in a package of somebody else's
        raise _broken(offer, f"{type(fault).__name__}: {fault}") from fault
    if not isinstance(system, RuleSystem):
        raise _broken(offer, f"{offer.value} is no RuleSystem")
    if system.key != key:
        raise _broken(offer, f"its own key is {system.key!r}")
    return system


def _broken(offer: EntryPoint, why: str) -> BrokenSystemError:
    package = package_of(offer.name)
    return BrokenSystemError(f"the rules {offer.name!r} of {package} are left out: {why}")


def package_of(key: str) -> str:
    """The package that offers a system, with its version, "my-rules 1.0"; "" of a shipped one."""
    offer = None if key in PACKAGES else _plugged().get(key)
    if offer is None:
        return ""
    return f"{offer.dist.name} {offer.dist.version}" if offer.dist else offer.module


class Offered(NamedTuple):
    """All systems that can be used, the main one first, and why each other one is left out."""

    systems: tuple[RuleSystem, ...]
    left_out: tuple[str, ...]


def offered() -> Offered:
    """Every system on offer; one that cannot be used is left out, and the rest can."""
    systems: list[RuleSystem] = []
    left_out: list[str] = []
    for key in KEYS:
        try:
            systems.append(find_system(key))
        except BrokenSystemError as broken:
            left_out.append(str(broken))
    return Offered(tuple(systems), tuple(left_out))


def main_system() -> RuleSystem:
    """The first of the systems on offer: what is meant where nothing else is said."""
    return find_system(next(iter(PACKAGES)))
