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
from calculator.rules.forecast_plan import Stance
from calculator.scenarios import Scenario, Unit
from calculator.scenarios.layout import Role
from calculator.tuning.matchups import Situation, first_situation, read_situation
from calculator.tuning.policy import Policy, read_policy
from calculator.tuning.subjects import Subject
from calculator.tuning.variations import Variation, read_variations


@attrs.frozen
class Typed:
    """A command line, its options read for the first of its scenarios. All raise `FaultsError`."""

    options: argparse.Namespace
    scenarios: Sequence[Scenario]

    @property
    def scenario(self) -> Scenario:
        """The scenario that is asked about."""
        return self.scenarios[0]

    def unit(self, option: str) -> Unit:
        """The unit that an option names; it is a fault to name none."""
        return self._find(option, self._text(option))

    def unit_if_any(self, option: str) -> Unit | None:
        """The unit that an option names, or None if it is left out."""
        return self.unit(option) if self._text(option) else None

    def units(self, option: str) -> list[Unit]:
        """The units that an option names, in order; it is a fault to name none."""
        names = getattr(self.options, option.removeprefix("--"))
        if not names:
            raise _fault(option, "who attacks?", "two or more units, in order")
        return every(*(partial(self._find, option, name) for name in names))

    def policy(self, option: str, usual: Stance) -> Policy:
        """What a unit does, clause by clause; if left out, by the system's plan for a stance."""
        system = self.scenario.system
        plan = system.forecast
        text = self._text(option) or (plan.policies[usual] if plan else "")
        if not text:
            raise _fault(option, "what does the unit do?", "clauses, see docs/tuning.md")
        return read_policy(text, system, option)

    def orders(self) -> tuple[tuple[Role, str], ...]:
        """What `--policy` and `--reply` order both armies of a forecast."""
        roles = {"--policy": Role.ATTACKER, "--reply": Role.DEFENDER}
        given = [option for option in roles if self._text(option)]
        system = self.scenario.system
        every(*(partial(read_policy, self._text(option), system, option) for option in given))
        return tuple((roles[option], self._text(option)) for option in given)

    def chance(self, option: str) -> Fraction:
        """A chance from 0 to 1, or in percent; it is a fault to name none."""
        text, allowed = self._text(option), "0 to 1, or 0% to 100%"
        if not text:
            raise _fault(option, "which chance is wanted?", allowed)
        try:
            found = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
        except (ValueError, ZeroDivisionError):
            found = Fraction(-1)
        if not 0 <= found <= 1:
            raise _fault(option, f"{text!r} is no chance", allowed)
        return found

    def role(self, option: str) -> str:
        """Which of a pair is meant."""
        word = self._text(option)
        if word not in ROLES:
            raise _fault(option, f"{word!r} is no role", ", ".join(ROLES), nearest(word, ROLES))
        return word

    def number(self, option: str, most: int, usual: str) -> int:
        """A whole number from 1, or the usual one if it is left out."""
        return number(option, self._text(option) or usual, most)

    def number_if_any(self, option: str, most: int) -> int | None:
        """A whole number from 1, or None if it is left out."""
        return number(option, self._text(option), most) if self._text(option) else None

    def situation(self) -> Situation:
        """The action of `--situation`, its answers checked, and the measure asked for.

        A sweep alone may ask for several, of which this is the first.
        """
        system, measures = self.scenario.system, self.options.measure
        asked = self.options.situation or first_situation(system).action

        def one_measure() -> None:
            if self.options.task != "sweep" and len(set(measures)) > 1:
                several = f"several are asked for: {', '.join(measures)}"
                raise _fault("--measure", several, "one; a sweep takes several")

        found, _ = every(lambda: read_situation(system, asked, *measures[:1]), one_measure)
        situation: Situation = found
        return situation

    def subject(self) -> Subject:
        """The situation, between the units of `--actor` and `--against` where those are named."""
        asked, *_ = every(
            self.situation,
            lambda: self.unit_if_any("--actor"),
            lambda: self.unit_if_any("--against"),
        )
        return Subject(asked, self.options.actor, self.options.against)

    def variations(self) -> tuple[Variation, ...]:
        """What `--vary` varies, with every measure asked for checked."""
        varied, scenario = self.options.vary, self.scenario
        if not varied:
            raise _fault("--vary", "nothing is varied", "UNIT=FIELD or NAME=a,b")
        action = scenario.system.action(self.situation().action)
        found, *_ = every(
            lambda: read_variations(varied, scenario, action),
            *(partial(action.measure, measure) for measure in self.options.measure),
        )
        return tuple(found)

    def _text(self, option: str) -> str:
        text: str = getattr(self.options, option.removeprefix("--"))
        return text

    def _find(self, option: str, name: str) -> Unit:
        if not name:
            raise _fault(option, "which unit?", "a unit's name")
        try:
            return self.scenario.find(name)
        except FaultsError as error:
            raise FaultsError(attrs.evolve(fault, place=option) for fault in error.faults) from None


def number(option: str, text: str, most: int, least: int = 1) -> int:
    """A whole number from `least` to `most`. Raises `FaultsError`."""
    try:
        return Whole(least, most).parse(text)
    except BadValueError as bad:
        raise _fault(option, bad.problem, bad.allowed) from None


def _fault(option: str, problem: str, allowed: str, near: str = "") -> FaultsError:
    return FaultsError([Fault(option, problem, allowed, near)])
