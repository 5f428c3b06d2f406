"""Would the tests notice a wrong modifier? ``python -m tests.mutation.modifiers [SYSTEM ...]``.

Every modifier that an action declares is left out, turned round (what helps one side helps the
other; an effect holds where it should not) and made worth one more, one change at a time, and the
tests that hold the system to its text are run until one fails: those of its folder, those that work
odds out again from the texts, and the property that what moves odds moves Why. What is pinned as it
was counts for nothing here. Those that speak of the action are run first.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import pytest

from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.modifiers import Modifier
from tests.mutation.reach import QUICK

TESTS: Final = ("tests/rules/test_why_is_the_law.py", "tests/recomputing")
"""What is run beside the tests of the system's own folder."""


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
                        if how != "turned round" or turns(modifier, system):
                            yield Change(system, action.key, place, how)


def turns(modifier: Modifier[Any], system: str) -> bool:
    """Whether it makes a difference to turn a modifier round: nought is nought either way."""
    if modifier.is_effect:
        return not modifier.given
    worths = [entry.value for entry in modifier.entries(find_system(system).tables)]
    return modifier.number is not None or not worths or any(worths)


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


class Trials:
    """Goes through changes in place of the tests that were collected, each in a process of its own
    that has the change, runs them until one fails, and leaves."""

    def __init__(self, tried: Sequence[Change]) -> None:
        self.tried = tried
        self.survived = 0
        self._failed: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Say of each change whether a test noticed it."""
        for change in self.tried:
            words = change.action.split("-")
            items = sorted(session.items, key=lambda one: self._far(one.nodeid, words))
            if noticed := fails(change, session, items):
                self._failed = [noticed, *(one for one in self._failed if one != noticed)]
            self.survived += not noticed
            print(f"{'noticed' if noticed else 'SURVIVED':9} {change.words}", flush=True)  # noqa: T201
        return True

    def _far(self, test: str, words: Iterable[str]) -> int:
        """Tests that have failed for others come first, the last to do so foremost, then those that
        speak of the action."""
        if test in self._failed:
            return self._failed.index(test)
        return len(self._failed) + all(word not in test for word in words)


def fails(change: Change, session: pytest.Session, items: Sequence[pytest.Item]) -> str:
    """The first test that fails with the change; empty if none does."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        make(change)
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os.write(writing, item.nodeid.encode())
                break
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        return told.read()


def main() -> None:
    """Try every change; exit 1 if any survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.modifiers", description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(SHIPPED), help="systems to go through")
    survived = 0
    for system in parser.parse_args().systems:
        trials = Trials(list(changes([system])))
        folder = f"tests/rules/{SHIPPED[system].rpartition('.')[2]}"
        options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", QUICK]
        pytest.main([*options, folder, *TESTS], plugins=[trials])
        survived += trials.survived
        tried = len(trials.tried)
        print(f"{system}: {tried - trials.survived} of {tried} noticed", file=sys.stderr)  # noqa: T201
    sys.exit(1 if survived else 0)


if __name__ == "__main__":
    main()
