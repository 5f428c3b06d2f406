"""What the options of a `tune` command line mean; each fault names its option."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import attrs

from calculator.cli.tune_options import ROLES
from calculator.errors import Fault, FaultsError, every, nearest
from calculator.kinds import BadValueError
from calculator.numbers import Whole
from calculator.scenarios import Scenario, Unit
from calculator.scenarios.layout import Role
from calculator.tuning.matchups import Situation, read_situation
from calculator.tuning.policy import Policy, read_policy
from calculator.tuning.subjects import Subject
from calculator.tuning.variations import Variation, read_variations


def unit(scenario: Scenario, option: str, name: str) -> Unit:
    """The unit that an option names. Raises `FaultsError`, also where it names none."""
    if not name:
        raise FaultsError([Fault(option, "which unit?", "a unit's name")])
    try:
        return scenario.find(name)
    except FaultsError as error:
        raise FaultsError(attrs.evolve(fault, place=option) for fault in error.faults) from None


def unit_if_any(scenario: Scenario, option: str, name: str) -> Unit | None:
    """The unit that an option names, or None if it is left out. Raises `FaultsError`."""
    return unit(scenario, option, name) if name else None


def units(scenario: Scenario, option: str, names: Sequence[str]) -> list[Unit]:
    """The units that an option names, in order. Raises `FaultsError`, also where it names none."""
    if not names:
        raise FaultsError([Fault(option, "who attacks?", "two or more units, in order")])
    return every(*(partial(unit, scenario, option, name) for name in names))


def policy(scenario: Scenario, option: str, text: str) -> Policy:
    """What a unit does, clause by clause. Raises `FaultsError`, also where there is none."""
    if not text:
        raise FaultsError([Fault(option, "what does the unit do?", "clauses, see docs/tuning.md")])
    return read_policy(text, scenario.system, option)


def orders(scenario: Scenario, arguments: argparse.Namespace) -> tuple[tuple[Role, str], ...]:
    """What `--policy` and `--reply` order both armies of a forecast. Raises `FaultsError`."""
    roles = (
        (Role.ATTACKER, "--policy", arguments.policy),
        (Role.DEFENDER, "--reply", arguments.reply),
    )
    ordered = [one for one in roles if one[2]]
    every(*(partial(read_policy, text, scenario.system, option) for _, option, text in ordered))
    return tuple((role, text) for role, _, text in ordered)


def chance(option: str, text: str) -> Fraction:
    """A chance from 0 to 1, or in percent. Raises `FaultsError`, also where there is none."""
    if not text:
        raise FaultsError([Fault(option, "which chance is wanted?", "0 to 1, or 0% to 100%")])
    try:
        whole = text.endswith("%")
        found = Fraction(text.removesuffix("%").strip()) / (100 if whole else 1)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise FaultsError([Fault(option, f"{text!r} is no chance", "0 to 1, or 0% to 100%")])
    return found


def role(option: str, word: str) -> str:
    """Which of a pair is meant. Raises `FaultsError`."""
    if word not in ROLES:
        near = nearest(word, ROLES)
        raise FaultsError([Fault(option, f"{word!r} is no role", ", ".join(ROLES), near)])
    return word


def number(option: str, text: str, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`. Raises `FaultsError`."""
    try:
        return Whole(least, most).parse(text)
    except BadValueError as bad:
        raise FaultsError([Fault(option, bad.problem, bad.allowed)]) from None


def number_if_any(option: str, text: str, most: int) -> int | None:
    """The same, or None if it is left out. Raises `FaultsError`."""
    return number(option, text, most) if text else None


def situation(arguments: argparse.Namespace, scenario: Scenario) -> Situation:
    """The action of `--situation`, its answers checked, and the measure asked for.

    A sweep alone may ask for several, of which this is the first. Raises `FaultsError`.
    """
    measures = arguments.measure

    def one_measure() -> None:
        if arguments.task != "sweep" and len(set(measures)) > 1:
            several = f"several are asked for: {', '.join(measures)}"
            raise FaultsError([Fault("--measure", several, "one; a sweep takes several")])

    asked, _ = every(
        lambda: read_situation(scenario.system, arguments.situation, *measures[:1]), one_measure
    )
    found: Situation = asked
    return found


def subject(arguments: argparse.Namespace, scenario: Scenario) -> Subject:
    """The situation, between the units of `--actor` and `--against` where those are named."""
    asked, *_ = every(
        lambda: situation(arguments, scenario),
        lambda: unit_if_any(scenario, "--actor", arguments.actor),
        lambda: unit_if_any(scenario, "--against", arguments.against),
    )
    return Subject(asked, arguments.actor, arguments.against)


def variations_of(arguments: argparse.Namespace, scenario: Scenario) -> tuple[Variation, ...]:
    """What `--vary` varies, with every measure asked for checked. Raises `FaultsError`."""
    if not arguments.vary:
        raise FaultsError([Fault("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")])
    action = scenario.system.action(situation(arguments, scenario).action)
    variations, *_ = every(
        lambda: read_variations(arguments.vary, scenario, action),
        *(partial(action.measure, measure) for measure in arguments.measure),
    )
    return tuple(variations)
