"""Policies: what a unit does each turn, in a few plain clauses.

    regroup when own demoralized; assault cover=hard when enemy disordered; deployed-fire

The first clause whose conditions hold, and whose action the rules allow, is followed; if none is,
the unit holds. A condition is `own VALUE`, `enemy VALUE` (a state or formation), `own KEY<NUMBER`,
`own KEY>NUMBER`, `enemy ...` likewise, `turn>NUMBER`, or `worth>PERCENT`; several are joined by
`and`. `worth>80` holds where by the exact odds of the action the enemy stands to lose more than 80%
of what the unit does, in fighting value as the system's plan for forecasts reckons it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Final

import attrs

from calculator.errors import Fault, FaultsError, every, nearest
from calculator.forms import Field, fields_of, parse_form
from calculator.pairs import read_answers
from calculator.rules.system import RuleSystem

HOLD: Final = "hold"

_UNOWNED: Final = ("turn", "worth")
"""What conditions may ask besides the two units."""

_COMPARED: Final = re.compile(r"([a-z-]+)([<>])(\d+)")


@attrs.frozen
class Test:
    """One condition: of "own", of "enemy", of the "turn", or of what the action is "worth"."""

    __test__ = False
    whose: str
    key: str
    relation: str
    value: str

    def holds(self, own: Mapping[str, str], enemy: Mapping[str, str], turn: int) -> bool:
        """Whether the condition holds of the units as they are, in a turn counted from 1.

        What an action is worth is asked of its odds, by whoever has them.
        """
        if self.whose == "worth":
            return True
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

    def pays(self, gained: float, lost: float) -> bool:
        """Whether its odds meet its conditions: what the enemy and the unit stand to lose."""
        asked = (test for test in self.tests if test.whose == "worth")
        return all(
            (100 * gained > int(test.value) * lost) is (test.relation == ">") for test in asked
        )

    def wrong(self, error: FaultsError) -> FaultsError:
        """Faults that show only when the clause is followed, with its place."""
        return _placed(self.place or repr(self.action), error)


@attrs.frozen(slots=False)
class Policy:
    """Clauses in the order in which they are tried."""

    text: str
    clauses: tuple[Clause, ...]

    @cached_property
    def horizon(self) -> int:
        """The first turn from which no condition tells turns apart any more."""
        tests = (test for clause in self.clauses for test in clause.tests)
        return max((int(test.value) + 1 for test in tests if test.whose == "turn"), default=1)

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
    return FaultsError(fault._replace(place=f"{place}: {fault.place}") for fault in error.faults)


def _action(words: Sequence[str], system: RuleSystem) -> tuple[str, Mapping[str, str]]:
    """What is done, with what it answers."""
    key, *pairs = words

    def checked(answers: dict[str, str]) -> dict[str, str]:
        if key != HOLD:
            parse_form(system.action_played_on(key).asks, answers, system.all_keys)
        return answers

    return key, read_answers(pairs, checked)


def _test(text: str, system: RuleSystem) -> Test:
    whose, _, state = text.partition(" ")
    if compared := _COMPARED.fullmatch(text if text.startswith(_UNOWNED) else state):
        key, relation, value = compared.groups()
        if key in _UNOWNED:
            if key == "worth" and not system.forecast:
                raise FaultsError(
                    [Fault(text, f"{system.title} does not say what units are worth")]
                )
            return Test(key, "", relation, value)
        if whose in {"own", "enemy"} and key in _numbers(system):
            return Test(whose, key, relation, value)
    elif whose in {"own", "enemy"} and state in _words(system):
        return Test(whose, "", "", state)
    raise FaultsError([_no_condition(text, state, system)])


def _no_condition(text: str, state: str, system: RuleSystem) -> Fault:
    numbers = list(dict.fromkeys(_numbers(system)))
    allowed = (
        f"own or enemy with a state or formation, or with {', '.join(numbers)} < or >; turn>2; "
        "worth>80"
    )
    return Fault(
        text, "this is not a condition", allowed, nearest(state, [*_words(system), *numbers])
    )


def _numbers(system: RuleSystem) -> list[str]:
    """Every key by which a unit's condition has a number: bases, men, strength."""
    return [key for key, field in _fields_of_units(system) if not field.kind.choices]


def _words(system: RuleSystem) -> list[str]:
    """Every word that a unit's condition can be described by: states, formations, arms."""
    words = {word: None for _, field in _fields_of_units(system) for word in field.kind.choices}
    return [word for word in words if word not in {"yes", "no"}]


def _fields_of_units(system: RuleSystem) -> Iterator[tuple[str, Field]]:
    """Each key of a unit's condition with each field of an action that it fills in."""
    fields = {field.key: field for action in system.actions for field in fields_of(action.asks)}
    for role in system.roles:
        for key, filled in system.filled(role).items():
            yield from ((key, fields[field]) for field in filled if field in fields)
