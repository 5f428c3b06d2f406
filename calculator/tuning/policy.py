"""Policies: what a unit does each turn, in a few plain clauses.

    regroup when own demoralized; assault cover=hard when enemy disordered; deployed-fire

The first clause whose conditions hold, and whose action the rules allow, is followed; if none is,
the unit holds. A condition is `own VALUE`, `enemy VALUE` (a state or formation), `own KEY<NUMBER`,
`own KEY>NUMBER`, `enemy ...` likewise, or `turn>NUMBER`; several are joined by `and`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError, every, nearest
from calculator.forms import Field, fields_of, parse_form
from calculator.rules.system import RuleSystem
from calculator.tuning.answers import read_answers

HOLD: Final = "hold"

Condition = Mapping[str, str]

_COMPARED: Final = re.compile(r"([a-z-]+)([<>])(\d+)")


@attrs.frozen
class Test:
    """One condition: of "own", of "enemy" or of the turn."""

    __test__ = False
    whose: str
    key: str
    relation: str
    value: str

    def holds(self, own: Condition, enemy: Condition, turn: int) -> bool:
        """Whether the condition holds of the units as they are, in a turn counted from 1."""
        if self.whose == "turn":
            present = str(turn)
        else:
            condition = own if self.whose == "own" else enemy
            if not self.key:
                return self.value in condition.values()
            present = condition.get(self.key, "0")
            if not present.isdigit():
                return False
        difference = int(present) - int(self.value)
        return difference < 0 if self.relation == "<" else difference > 0


@attrs.frozen
class Clause:
    """An action with what it answers, and when it is chosen; `place` is where that is written."""

    action: str
    answers: tuple[tuple[str, str], ...]
    tests: tuple[Test, ...] = ()
    place: str = attrs.field(default="", eq=False)

    def wrong(self, error: FaultsError) -> FaultsError:
        """Faults that show only when the clause is followed, with its place."""
        return _placed(self.place or repr(self.action), error)


@attrs.frozen
class Policy:
    """Clauses in the order in which they are tried."""

    text: str
    clauses: tuple[Clause, ...]

    @property
    def minds_turns(self) -> bool:
        """Whether any clause asks which turn it is."""
        return any(test.whose == "turn" for clause in self.clauses for test in clause.tests)

    def fitting(
        self, own: Iterable[tuple[str, str]], enemy: Iterable[tuple[str, str]], turn: int
    ) -> list[Clause]:
        """The clauses whose conditions hold of both units in a turn, in order."""
        mine, theirs = dict(own), dict(enemy)
        return [
            clause
            for clause in self.clauses
            if all(test.holds(mine, theirs, turn) for test in clause.tests)
        ]


def read_policy(text: str, system: RuleSystem, option: str = "") -> Policy:
    """The policy that a designer wrote, after an option of the command line or in a plan.

    Raises `FaultsError` with every fault at once.
    """
    parts = filter(None, (part.strip() for part in text.split(";")))
    return Policy(text, tuple(every(*(partial(_clause, part, system, option) for part in parts))))


def _clause(text: str, system: RuleSystem, option: str) -> Clause:
    place = f"{option} {text!r}".strip()
    done, _, conditions = text.partition(" when ")
    tests = (test.strip() for test in conditions.split(" and "))
    try:
        (action, answers), *asked = every(
            lambda: _action(done.split(), system),
            *(partial(_test, test, system) for test in tests if test),
        )
    except FaultsError as error:
        raise _placed(place, error) from None
    return Clause(action, tuple(answers.items()), tuple(asked), place)


def _placed(place: str, error: FaultsError) -> FaultsError:
    return FaultsError(
        attrs.evolve(fault, place=f"{place}: {fault.place}") for fault in error.faults
    )


def _action(words: Sequence[str], system: RuleSystem) -> tuple[str, Mapping[str, str]]:
    """What is done, with what it answers."""
    key, *told = words

    def check(answers: Mapping[str, str]) -> None:
        if key != HOLD:
            parse_form(system.action_played_on(key).form, answers, system.all_keys)

    return key, read_answers(told, check)


def _test(text: str, system: RuleSystem) -> Test:
    whose, _, told = text.partition(" ")
    if compared := _COMPARED.fullmatch(text if text.startswith("turn") else told):
        key, relation, value = compared.groups()
        if key == "turn":
            return Test("turn", "", relation, value)
        if whose in {"own", "enemy"} and key in _numbers(system):
            return Test(whose, key, relation, value)
    elif whose in {"own", "enemy"} and told in _words(system):
        return Test(whose, "", "", told)
    numbers = list(dict.fromkeys(_numbers(system)))
    allowed = f"own or enemy with a state or formation, or with {', '.join(numbers)} < or >; turn>2"
    known = [*_words(system), *numbers]
    raise FaultsError([Fault(text, "this is no condition", allowed, nearest(told, known))])


def _numbers(system: RuleSystem) -> list[str]:
    """Every key by which a unit's condition has a number: bases, men, strength."""
    return [key for key, field in _told_of_units(system) if not field.kind.choices]


def _words(system: RuleSystem) -> list[str]:
    """Every word that a unit's condition can be described by: states, formations, arms."""
    words = {word: None for _, field in _told_of_units(system) for word in field.kind.choices}
    return [word for word in words if word not in {"yes", "no"}]


def _told_of_units(system: RuleSystem) -> Iterator[tuple[str, Field]]:
    """Each key of a unit's condition with each field of an action that it fills in."""
    fields = {field.key: field for action in system.actions for field in fields_of(action.form)}
    for role in system.roles:
        for key, filled in system.filled(role).items():
            yield from ((key, fields[field]) for field in filled if field in fields)
