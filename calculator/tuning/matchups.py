"""What is asked of pairs of units, and of whom: of one pair, of every pair, or of all at once.

Odds are asked again and again: each distinct setting is solved once.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final
from weakref import WeakValueDictionary

import attrs

from calculator.answering import read_answers
from calculator.errors import (
    CalculatorError,
    Fault,
    FaultsError,
    ForbiddenError,
    Refusal,
    every,
    raise_any,
)
from calculator.forms import keys_of, mattering, parse_form, texts
from calculator.rules.catalog import find_system
from calculator.rules.question import Odds, Question
from calculator.rules.system import RuleSystem
from calculator.rules.tables import TableEntry, Tables
from calculator.scenarios.model import Scenario, Unit


@attrs.frozen
class Setting:
    """An action with what is answered, under given tables; equal settings have equal odds."""

    system: str
    action: str
    answers: frozenset[tuple[str, str]]
    tables: Tables = attrs.field(eq=lambda tables: tables.digest)

    @classmethod
    def of(cls, system: str, action: str, answers: Mapping[str, str], tables: Tables) -> Setting:
        """The setting of some answers; fields not answered are at their defaults."""
        return cls(system, action, frozenset(answers.items()), tables)

    def __reduce__(self) -> tuple[Any, ...]:
        """How a worker is handed the setting: with what is overridden, not with whole tables."""
        tables = self.tables
        overridden = [tables.entry(key) for key in sorted(tables.overridden)]
        parts = (self.system, self.action, self.answers, overridden, tables.digest)
        return _handed_over, parts

    @property
    def question(self) -> Question:
        """The question put. Raises `FaultsError` for answers that no field takes."""
        return Question.read(self.system, self.action, dict(self.answers), self.tables)


_TABLES: Final[WeakValueDictionary[str, Tables]] = WeakValueDictionary()
"""Tables that settings were handed over with, by digest: one copy for all that share them."""


def _handed_over(
    system: str,
    action: str,
    answers: frozenset[tuple[str, str]],
    overridden: Sequence[TableEntry],
    digest: str,
) -> Setting:
    tables = _TABLES.get(digest)
    if tables is None:
        tables = _TABLES[digest] = find_system(system).tables.replaced(overridden)
    return Setting(system, action, answers, tables)


@lru_cache(maxsize=16_384)
def odds_of(setting: Setting) -> Odds | None:
    """The odds of a setting, or None where the rules forbid the action."""
    try:
        return setting.question.odds()
    except ForbiddenError:
        return None


def refusals_of(setting: Setting) -> tuple[Refusal, ...]:
    """Why the rules forbid the action; nothing where they allow it."""
    try:
        setting.question.check()
    except ForbiddenError as forbidden:
        return forbidden.refusals
    return ()


def chance_of(setting: Setting, measure: str) -> Fraction | None:
    """How likely a measure of the action is, or None where the rules forbid the action."""
    odds = odds_of(setting)
    return None if odds is None else odds.measure(measure)


def mean_of(chances: Iterable[Fraction | None]) -> Fraction | None:
    """The mean of the chances that there are, or None if there are none."""
    allowed = [chance for chance in chances if chance is not None]
    return sum(allowed, Fraction(0)) / len(allowed) if allowed else None


@attrs.frozen
class Situation:
    """What is asked of each pair: an action, a measure of it, and what holds for all pairs."""

    action: str
    measure: str
    answers: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def text(self) -> str:
        """What `read_situation` reads it from."""
        return shlex.join([self.action, *self._pairs])

    def title(self, system: RuleSystem, *measures: str) -> str:
        """In a line what is asked: the action, what of it (these measures), what else holds."""
        action = system.action(self.action)
        asked = ", ".join(action.measure(key).label for key in measures or (self.measure,))
        answers = f" [{' '.join(self._pairs)}]" if self.answers else ""
        return f"{action.label}: {asked}{answers}"

    def assumed(self, system: RuleSystem) -> dict[str, str]:
        """What is assumed where neither a unit nor the situation answers: texts by field key."""
        form = system.action(self.action).asks
        written = {
            key
            for declared in (system.unit, system.side, system.battle)
            if declared
            for key in keys_of(declared)
        }
        filled = (fields for role in system.roles for fields in system.filled(role).items())
        rated = {field for key, fields in filled if key in written for field in fields}
        answers = parse_form(form, self.answers, system.all_keys)
        shown = texts(answers)
        return {
            field.key: shown[field.key]
            for field in mattering(answers)
            if field.key not in rated and field.key not in self.answers
        }

    def ground(
        self, scenario: Scenario, targets: Iterable[Unit], varied: Collection[str] = ()
    ) -> dict[str, dict[str, str]]:
        """What the ground answers where targets stand: by full name, texts by field key.

        What the situation answers, or what is `varied`, stands in its place.
        """
        found = {}
        for unit in targets:
            place = scenario.ground_of(unit)
            if place and place.form:
                answers = scenario.system.protection(place.form, self.action)
                answers = {
                    key: answers[key]
                    for key in answers
                    if key not in self.answers and key not in varied
                }
                if answers:
                    found[unit.full_name] = answers
        return found

    @property
    def _pairs(self) -> list[str]:
        return [f"{key}={value}" for key, value in self.answers.items()]

    def settings(
        self, scenario: Scenario, actors: Sequence[Unit], targets: Sequence[Unit]
    ) -> Iterator[Setting]:
        """The settings of every actor against every target, those of the first actor first."""
        key, tables = scenario.system.key, scenario.tables
        facing = [
            scenario.fill("target", unit, self.action) | dict(self.answers) for unit in targets
        ]
        for actor in actors:
            acting = scenario.fill("actor", actor)
            for answers in facing:
                yield Setting.of(key, self.action, acting | answers, tables)

    def chance(self, scenario: Scenario, actor: Unit, target: Unit) -> Fraction | None:
        """The measure of one unit against another, None where the rules forbid it."""
        return chance_of(next(self.settings(scenario, [actor], [target])), self.measure)


def first_situation(system: RuleSystem) -> Situation:
    """What a fresh screen asks: the system's chief action. Raises `CalculatorError`."""
    measured = [action for action in system.actions if action.measures]
    if not measured:
        raise CalculatorError(f"{system.title} has no action with anything to measure")
    action = next((one for one in measured if one.key == system.chief), measured[0])
    return Situation(action.key, action.measures[0].key)


def read_situation(system: RuleSystem, text: str, measure: str = "") -> Situation:
    """The situation that a designer typed: an action, then key=value for what holds for all.

    Without an action it is the system's chief one. The measure is the action's first where none is
    named. Raises `CalculatorError` for an action, a measure or an answer that the system does not
    know.
    """
    try:
        key, *words = shlex.split(text) or [first_situation(system).action]
    except ValueError as fault:
        raise FaultsError([Fault(text, str(fault).lower(), "quotes in pairs")]) from None

    def checked(answers: dict[str, str]) -> dict[str, str]:
        action = system.action(key)
        every(
            lambda: parse_form(action.asks, answers, system.all_keys),
            lambda: action.measure(measure) if measure and action.measures else None,
        )
        return answers

    answers = read_answers(words, checked)
    action = system.action(key)
    if not action.measures:
        raise FaultsError([Fault(key, f"{action.label} has nothing to measure")])
    found = action.measure(measure) if measure else action.measures[0]
    return Situation(key, found.key, answers)


@attrs.frozen
class Matrix:
    """Chances by attacker (rows) and defender (columns); None where the rules forbid it."""

    situation: Situation
    actors: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    chances: tuple[tuple[Fraction | None, ...], ...]
    asks_of_target: bool = True
    """Whether the action asks anything of a defender; if not, the first stands for all."""

    def rows(self) -> Iterator[dict[str, object]]:
        """Every pair with its chance, for machines."""
        for actor, chances in zip(self.actors, self.chances, strict=True):
            for target, chance in zip(self.targets, chances, strict=True):
                yield {
                    "actor_side": actor.side,
                    "actor": actor.name,
                    "target_side": target.side if self.asks_of_target else "",
                    "target": target.name if self.asks_of_target else "any",
                    "chance": chance,
                }

    def mean(self) -> Fraction | None:
        """The mean of all pairs that the rules allow, or None if there is none."""
        return mean_of(chance for row in self.chances for chance in row)


def matrix(
    scenario: Scenario, situation: Situation, actors: Sequence[Unit], targets: Sequence[Unit]
) -> Matrix:
    """The chances of every actor against every target, or one of them where all are alike.

    Raises `UnknownNameError` or `FaultsError` for a situation that the system does not know.
    """
    action = scenario.system.action(situation.action)
    action.measure(situation.measure)
    asks_of_target = bool(scenario.system.asked_of("target", action))
    targets = targets if asks_of_target else targets[:1]
    settings = situation.settings(scenario, actors, targets)
    rows = tuple(
        tuple(chance_of(next(settings), situation.measure) for _ in targets) for _ in actors
    )
    return Matrix(situation, tuple(actors), tuple(targets), rows, asks_of_target)


def _facing(scenario: Scenario, units: Sequence[Unit]) -> list[Unit]:
    """All units of other sides than theirs."""
    own = {unit.side for unit in units}
    return [unit for unit in scenario.units if unit.side not in own]


class NothingToMeasureError(CalculatorError):
    """The rules forbid the action to every pairing asked about, or there is nothing to vary."""


@attrs.frozen
class Subject:
    """A pairing by name; without names, every unit of the first side against every other one.

    `actor` and `target` are unit names, either of them empty for all units of its side.
    """

    situation: Situation
    actor: str = ""
    target: str = ""

    def settings(self, scenario: Scenario) -> Iterator[Setting]:
        """The settings of all pairings, in the order of the file. Raises `FaultsError`."""
        return self.situation.settings(scenario, *self.units(scenario))

    def units(self, scenario: Scenario) -> tuple[Sequence[Unit], Sequence[Unit]]:
        """Who acts, and against whom.

        Raises `FaultsError` for units that there are not, or that are of the same side.
        """
        actors = [scenario.find(self.actor)] if self.actor else []
        targets = [scenario.find(self.target)] if self.target else []
        if actors and targets:
            check_opponents(actors, targets[0])
        elif targets:
            actors = _facing(scenario, targets)
        else:
            actors = actors or list(scenario.sides[0].units)
            targets = _facing(scenario, actors)
        return actors, targets

    def title(self, scenario: Scenario, *measures: str) -> str:
        """What is measured, and of whom: of one unit with many, or of many, it is the mean."""
        system, situation = scenario.system, self.situation
        pair = self.actor or "every unit"
        is_one = bool(self.actor)
        if system.asked_of("target", system.action(situation.action)):
            pair = f"{pair} against {self.target or 'every enemy'}"
            is_one = is_one and bool(self.target)
        title = situation.title(system, *measures)
        return f"{scenario.title}: {title}; {pair}{'' if is_one else ', the mean'}"

    def chance(self, scenario: Scenario) -> Fraction:
        """The measure of the pairing, or its mean over all pairings that the rules allow.

        Raises `NothingToMeasureError` where there is none.
        """
        settings = list(self.settings(scenario))
        found = mean_of(chance_of(setting, self.situation.measure) for setting in settings)
        if found is None:
            reasons = dict.fromkeys(
                str(why) for setting in settings for why in refusals_of(setting)
            )
            raise NothingToMeasureError(
                f"the rules forbid {self.situation.action} to every pairing asked about: "
                + "; ".join(reasons)
            )
        return found


def check_opponents(actors: Sequence[Unit], target: Unit) -> None:
    """Raise `FaultsError` for whoever is of the target's own side, or is named more than once."""
    faults = [
        Fault(actor.name, f"is on the same side as {target.name}", "a unit of another side")
        for actor in actors
        if actor.side == target.side
    ]
    paths = [actor.path for actor in actors]
    faults += [
        Fault(actor.name, "is named more than once", "each unit once, in order")
        for number, actor in enumerate(actors)
        if actor.path in paths[:number]
    ]
    raise_any(faults)
