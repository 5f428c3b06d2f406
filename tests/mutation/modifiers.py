"""Would the tests notice a wrong modifier? ``python -m tests.mutation.modifiers [SYSTEM ...]``.

Every modifier that an action declares is left out, turned round (what helps one side helps the
other; an effect holds where it should not) and made worth one more, one change at a time, and the
tests that hold the system to its text are run until one fails: those of its folder, those that work
odds out again from the texts, and the property that what moves odds moves Why. What is pinned as it
was counts for nothing here.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.modifiers import Modifier
from tests.mutation.reach import QUICK

TESTS: Final = (["tests/rules/test_why_is_the_law.py"], ["tests/recomputing"])
"""What is run after the tests of the system's own folder."""


class Change(NamedTuple):
    """One modifier of an action, declared otherwise."""

    system: str
    action: str
    place: int
    how: str

    @property
    def modifier(self) -> Modifier[Any]:
        """The modifier as it is declared."""
        return find_system(self.system).action(self.action).modifiers[self.place]

    @property
    def words(self) -> str:
        """The change in words."""
        name = self.modifier.name
        said = name if isinstance(name, str) else getattr(name, "__name__", "worked out")
        return f"{self.system} {self.action}, {self.modifier.stage}: {said}: {self.how}"


def changes(systems: list[str]) -> Iterator[Change]:
    """Every change of every modifier, each modifier once though several actions share it."""
    seen: set[int] = set()
    for system in systems:
        for action in find_system(system).actions:
            for place, modifier in enumerate(action.modifiers):
                if id(modifier) not in seen:
                    seen.add(id(modifier))
                    hows = ("left out", "turned round", "one more")
                    for how in hows[: 2 if modifier.is_effect else 3]:
                        if not (modifier.given and modifier.is_effect and how == "turned round"):
                            yield Change(system, action.key, place, how)


def make(change: Change) -> None:
    """Declare the modifier otherwise, for the rest of this process."""
    changed, holds, points = change.modifier, Modifier.holds, Modifier.points

    def otherwise(one: Any, subject: Any, tables: Any) -> bool:
        so = holds(one, subject, tables)
        if one is not changed or change.how == "one more":
            return so
        return not so if change.how == "turned round" and one.is_effect else False if _out else so

    def worth(one: Any, subject: Any, tables: Any) -> Any:
        brought = points(one, subject, tables)
        if one is not changed or one.is_effect or _out:
            return brought
        return brought + 1 if change.how == "one more" else -brought

    _out = change.how == "left out"
    setattr(Modifier, "holds", otherwise)  # noqa: B010
    setattr(Modifier, "points", worth)  # noqa: B010


def is_noticed(change: Change) -> bool:
    """Whether a test fails with the change; the tests nearest to it are run first."""
    folder = f"tests/rules/{SHIPPED[change.system].rpartition('.')[2]}"
    return any(fails(change, tests) for tests in ([folder], *TESTS))


def fails(change: Change, tests: list[str]) -> bool:
    """Whether one of the tests fails with the change, made in a process of its own."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        make(change)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", QUICK]
        os._exit(int(pytest.main([*options, *tests])))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) not in {0, pytest.ExitCode.NO_TESTS_COLLECTED}


def main() -> None:
    """Try every change; exit 1 if any survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.modifiers", description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(SHIPPED), help="systems to go through")
    tried, survived = 0, 0
    for change in changes(parser.parse_args().systems):
        noticed = is_noticed(change)
        tried, survived = tried + 1, survived + (not noticed)
        print(f"{'noticed' if noticed else 'SURVIVED':9} {change.words}", flush=True)  # noqa: T201
    print(f"{tried - survived} of {tried} noticed", file=sys.stderr)  # noqa: T201
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
