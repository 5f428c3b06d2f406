"""What the options of a `tune` command line mean: readers, each with the options that it looks at.

All raise `FaultsError`, and each fault names its option.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from calculator.cli.output import gather
from calculator.cli.tune_options import ROLES
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every, nearest
from calculator.kinds import Kind, Whole
from calculator.rules.forecast_plan import Stance
from calculator.scenarios import Scenario, Unit
from calculator.scenarios.layout import Role
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, read_orders
from calculator.tuning.matchups import Situation, Subject, read_situation
from calculator.tuning.past import read_battles
from calculator.tuning.policy import Policy, read_policy
from calculator.tuning.variations import Variation, read_variations


class Typed(NamedTuple):
    """A command line: its options, and the scenarios that it names."""

    options: argparse.Namespace
    scenarios: Sequence[Scenario]

    @property
    def scenario(self) -> Scenario:
        """The first of its scenarios, or the only one."""
        return self.scenarios[0]

    def text(self, option: str) -> Any:
        """What stands after an option; empty if it is left out."""
        return getattr(self.options, option.removeprefix("--"))

    def read(self, *readers: OptionReader) -> list[Any]:
        """What each of them reads, or the faults of all at once."""
        return every(*(partial(reader.read, self) for reader in readers))


class OptionReader(NamedTuple):
    """What reads something of a command line, and the options that it looks at."""

    read: Callable[[Typed], Any]
    options: tuple[str, ...]


def looks_at(*options: str) -> Callable[[Callable[[Typed], Any]], OptionReader]:
    """Makes a reader of a function."""
    return lambda read: OptionReader(read, options)


def as_typed(option: str) -> OptionReader:
    """What stands after an option, to the letter."""
    return OptionReader(lambda typed: typed.text(option), (option,))


def value(option: str, kind: Kind[Any], usual: str = "", question: str = "") -> OptionReader:
    """What an option holds, or the usual; without that None, or a fault that asks the question."""

    @looks_at(option)
    def read(typed: Typed) -> Any:
        text = typed.text(option) or usual
        if question and not text:
            raise _fault(option, question, kind.allowed)
        return kind.parse_at(option, text) if text else None

    return read


def unit(option: str, *, needed: bool = True) -> OptionReader:
    """The unit that an option names; without one a fault, or None where it is not needed."""

    @looks_at(option)
    def read(typed: Typed) -> Unit | None:
        name = typed.text(option)
        if needed and not name:
            raise _fault(option, "which unit?", "a unit's name")
        return typed.scenario.find(name, option) if name else None

    return read


@looks_at("--actors")
def actors(typed: Typed) -> list[Unit]:
    """The units that act, in order; it is a fault to name none."""
    names = typed.options.actors
    if not names:
        raise _fault("--actors", "who attacks?", "two or more units, in order")
    return every(*(partial(typed.scenario.find, name, "--actors") for name in names))


@looks_at("--role")
def role(typed: Typed) -> str:
    """Which of a pair is meant."""
    word: str = typed.options.role
    if word not in ROLES:
        raise _fault("--role", f"{word!r} is no role", ", ".join(ROLES), nearest(word, ROLES))
    return word


def policy(option: str, usual: Stance) -> OptionReader:
    """What a unit does, clause by clause; if left out, by the system's plan for a stance."""

    @looks_at(option)
    def read(typed: Typed) -> Policy:
        system = typed.scenario.system
        text = typed.text(option) or (system.forecast.policies[usual] if system.forecast else "")
        if not text:
            raise _fault(option, "what does the unit do?", "clauses, see docs/tuning.md")
        return read_policy(text, system, option)

    return read


@looks_at("--situation", "--measure")
def situation(typed: Typed) -> Situation:
    """The action, its answers checked, and the measure asked for.

    A sweep alone may ask for several, of which this is the first.
    """
    system, asked, measures = typed.scenario.system, typed.options.situation, typed.options.measure

    def one_measure() -> None:
        if typed.options.task != "sweep" and len(set(measures)) > 1:
            several = f"several are asked for: {', '.join(measures)}"
            raise _fault("--measure", several, "one; a sweep takes several")

    found, _ = every(lambda: read_situation(system, asked, *measures[:1]), one_measure)
    return found  # type: ignore[no-any-return]


actor_if_any: Final = unit("--actor", needed=False)
target_if_any: Final = unit("--against", needed=False)


@looks_at(*situation.options, "--actor", "--against")
def subject(typed: Typed) -> Subject:
    """The situation, between the units that act and are acted against where those are named."""
    asked, *_ = typed.read(situation, actor_if_any, target_if_any)
    return Subject(asked, typed.options.actor, typed.options.against)


@looks_at("--vary")
def variations(typed: Typed) -> tuple[Variation, ...]:
    """What is varied, with every measure asked for checked."""
    varied, scenario = typed.options.vary, typed.scenario
    if not varied:
        raise _fault("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")
    action = scenario.system.action(situation.read(typed).action)
    measures = (partial(action.measure, measure) for measure in typed.options.measure)
    found, *_ = every(partial(read_variations, varied, scenario, action), *measures)
    return tuple(found)


workers: Final = value("--workers", Whole(1, MOST_WORKERS))


def forecast(usual_runs: str, *options: str) -> OptionReader:
    """What is fought, how often and from what seed; with `--tell` one battle of that seed."""
    runs = value("--runs", Whole(1, MOST_RUNS), usual_runs)
    turns = value("--turns", Whole(1, MOST_TURNS))

    @looks_at("--policy", "--reply")
    def orders(typed: Typed) -> tuple[tuple[Role, str], ...]:
        return read_orders(typed.scenario.system, typed.options.policy, typed.options.reply)

    @looks_at(*options)
    def read(typed: Typed) -> Forecast:
        # Workers are read for their faults to stand in the order of the options.
        often, last, _, ordered = typed.read(runs, turns, workers, orders)
        seed = typed.options.tell
        often, seed = (often, typed.options.seed) if seed is None else (1, seed)
        return Forecast(str(typed.scenario.path), often, seed, turns=last, orders=ordered)

    return read


battles: Final = OptionReader(lambda typed: read_battles(*typed.options.files), ())
"""The past battles of the file named, or else those that come with the package."""


watching: Final = OptionReader(lambda _: gather, ())
"""How what takes long is gathered, before the eyes of whoever waits."""


def _fault(option: str, problem: str, allowed: str, near: str = "") -> FaultsError:
    return FaultsError([Fault(option, problem, allowed, near)])
