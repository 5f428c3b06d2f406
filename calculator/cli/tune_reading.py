"""What the options of a `tune` command line mean: readers, each with the options that it looks at.

All raise `FaultsError`, and each fault names its option.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import attrs

from calculator.chance.one_path import fresh_seed
from calculator.cli.parser import read_option
from calculator.cli.tune_options import ROLES
from calculator.cli.tune_output import gather
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every, nearest
from calculator.kinds import Kind
from calculator.numbers import Whole
from calculator.rules.forecast_plan import Stance
from calculator.rules.past import Past
from calculator.scenarios import Scenario, Unit
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, read_orders
from calculator.tuning.matchups import Situation, first_situation, read_situation
from calculator.tuning.past import SEED, read_battles, shipped
from calculator.tuning.policy import Policy, read_policy
from calculator.tuning.subjects import Subject
from calculator.tuning.variations import Variation, read_variations


class Typed(NamedTuple):
    """A command line: its options, and the scenarios that it names."""

    options: argparse.Namespace
    scenarios: Sequence[Scenario]

    def text(self, option: str) -> Any:
        """What stands after an option; empty if it is left out."""
        return getattr(self.options, option.removeprefix("--"))

    def find(self, option: str, name: str) -> Unit:
        """A unit of the first scenario, named after an option."""
        try:
            return self.scenarios[0].find(name)
        except FaultsError as error:
            raise FaultsError(attrs.evolve(fault, place=option) for fault in error.faults) from None


class Reader(NamedTuple):
    """What reads something of a command line, and the options that it looks at."""

    read: Callable[[Typed], Any]
    options: tuple[str, ...]


def looks_at(*options: str) -> Callable[[Callable[[Typed], Any]], Reader]:
    """Makes a reader of a function."""
    return lambda read: Reader(read, options)


def value(option: str, kind: Kind[Any], usual: str = "", question: str = "") -> Reader:
    """What an option holds, or the usual; without that None, or a fault that asks the question."""

    @looks_at(option)
    def read(typed: Typed) -> Any:
        text = typed.text(option) or usual
        if question and not text:
            raise _fault(option, question, kind.allowed)
        return read_option(option, kind, text) if text else None

    return read


def unit(option: str, *, needed: bool = True) -> Reader:
    """The unit that an option names; without one a fault, or None where it is not needed."""

    @looks_at(option)
    def read(typed: Typed) -> Unit | None:
        name = typed.text(option)
        if needed and not name:
            raise _fault(option, "which unit?", "a unit's name")
        return typed.find(option, name) if name else None

    return read


@looks_at("--actors")
def actors(typed: Typed) -> list[Unit]:
    """The units that act, in order; it is a fault to name none."""
    names = typed.options.actors
    if not names:
        raise _fault("--actors", "who attacks?", "two or more units, in order")
    return every(*(partial(typed.find, "--actors", name) for name in names))


@looks_at("--role")
def role(typed: Typed) -> str:
    """Which of a pair is meant."""
    word: str = typed.options.role
    if word not in ROLES:
        raise _fault("--role", f"{word!r} is no role", ", ".join(ROLES), nearest(word, ROLES))
    return word


def policy(option: str, usual: Stance) -> Reader:
    """What a unit does, clause by clause; if left out, by the system's plan for a stance."""

    @looks_at(option)
    def read(typed: Typed) -> Policy:
        system = typed.scenarios[0].system
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
    system, measures = typed.scenarios[0].system, typed.options.measure
    asked = typed.options.situation or first_situation(system).action

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
    readers = (situation, actor_if_any, target_if_any)
    asked, *_ = every(*(partial(reader.read, typed) for reader in readers))
    return Subject(asked, typed.options.actor, typed.options.against)


@looks_at("--vary")
def variations(typed: Typed) -> tuple[Variation, ...]:
    """What is varied, with every measure asked for checked."""
    varied, scenario = typed.options.vary, typed.scenarios[0]
    if not varied:
        raise _fault("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")
    action = scenario.system.action(situation.read(typed).action)
    measures = (partial(action.measure, measure) for measure in typed.options.measure)
    found, *_ = every(partial(read_variations, varied, scenario, action), *measures)
    return tuple(found)


workers: Final = value("--workers", Whole(1, MOST_WORKERS))


def forecast(usual_runs: str, *options: str) -> Reader:
    """What is fought, how often and from what seed; with `--tell` one battle of that seed."""
    runs = value("--runs", Whole(1, MOST_RUNS), usual_runs)
    turns = value("--turns", Whole(1, MOST_TURNS))

    @looks_at(*options)
    def read(typed: Typed) -> Forecast:
        scenario, given = typed.scenarios[0], typed.options
        often, last, _, orders = every(
            lambda: runs.read(typed),
            lambda: turns.read(typed),
            lambda: workers.read(typed),  # for its faults to stand in the order of the options
            lambda: read_orders(scenario.system, given.policy, given.reply),
        )
        told = given.tell is not None
        seed = given.tell if told else fresh_seed() if given.seed is None else given.seed
        often = 1 if told else often
        return Forecast(str(scenario.path), often, seed, turns=last, orders=orders)

    return read


def as_typed(option: str) -> Reader:
    """What stands after an option, to the letter."""
    return Reader(lambda typed: typed.text(option), (option,))


watching: Final = Reader(lambda _: gather, ())
"""How what takes long is gathered, before the eyes of whoever waits."""


@looks_at()
def battles(typed: Typed) -> tuple[Past, ...]:
    """The past battles of the file named, or else those that come with the package."""
    files, form = typed.options.files, typed.options.form
    if len(files) > 1:
        raise _fault("BATTLES.csv", f"{len(files)} files", "one, or none")
    if form not in {"", "json"}:
        raise _fault(f"--{form}", "is not for history", "--json")
    return read_battles(files[0]) if files else shipped()


@looks_at("--seed")
def seed_of_history(typed: Typed) -> str:
    """The seed that past battles are fought again from; unless named, that of what is shipped."""
    return SEED if typed.options.seed is None else typed.options.seed


def _fault(option: str, problem: str, allowed: str, near: str = "") -> FaultsError:
    return FaultsError([Fault(option, problem, allowed, near)])
