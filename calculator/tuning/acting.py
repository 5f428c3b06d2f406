"""What units do: policies in a few plain clauses, and one action of one unit as it leaves both.

    regroup when own demoralized; assault cover=hard when enemy disordered; deployed-fire

The first clause whose conditions hold, and whose action the rules allow, is followed; if none is,
the unit holds. A condition is `own VALUE`, `enemy VALUE` (a state or formation), `own KEY<NUMBER`,
`own KEY>NUMBER`, `enemy ...` likewise, `turn>NUMBER`, or `worth>PERCENT`; several are joined by
`and`. `worth>80` holds where by the exact odds of the action the enemy stands to lose more than 80%
of what the unit does, in fighting value as the system's plan for forecasts reckons it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Final, NamedTuple, TypeAlias

import attrs

from calculator.answering import read_answers
from calculator.chance.distribution import Distribution
from calculator.errors import Fault, FaultsError, UnknownNameError, every, nearest
from calculator.forms import Form, fields_of, parse_form
from calculator.rules.action import AnyAction, Outcome, Place
from calculator.rules.armies import ForecastPlan
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.matchups import Setting, odds_of

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


def action_played_on(system: RuleSystem, key: str) -> AnyAction:
    """The action called `key`, from which duels, combined attacks and forecasts go on.

    Raises `UnknownNameError`, and `FaultsError` for a measuring aid, which leaves nothing.
    """
    able = [one.key for one in system.listed if one.place is not Place.AID]
    if system.aliases.get(key, key) not in system.action_keys:
        raise UnknownNameError("action", key, able)
    if (action := system.action(key)).is_recorded:
        return action
    problem = f"is a measuring aid, and leaves nothing of the units of {system.title}"
    raise FaultsError([Fault(key, problem, ", ".join(able))])


def _action(words: Sequence[str], system: RuleSystem) -> tuple[str, Mapping[str, str]]:
    """What is done, with what it answers."""
    key, *pairs = words

    def checked(answers: dict[str, str]) -> dict[str, str]:
        if key != HOLD:
            parse_form(action_played_on(system, key).asks, answers, system.all_keys)
        return answers

    return key, read_answers(pairs, checked)


def _test(text: str, system: RuleSystem) -> Test:
    whose, _, state = text.partition(" ")
    words, numbers = _known(system)
    if compared := _COMPARED.fullmatch(text if text.startswith(_UNOWNED) else state):
        key, relation, value = compared.groups()
        if key in _UNOWNED:
            if key == "worth" and not system.forecast:
                raise FaultsError(
                    [Fault(text, f"{system.title} does not say what units are worth")]
                )
            return Test(key, "", relation, value)
        if whose in {"own", "enemy"} and key in numbers:
            return Test(whose, key, relation, value)
    elif whose in {"own", "enemy"} and state in words:
        return Test(whose, "", "", state)
    allowed = (
        f"own or enemy with a state or formation, or with {', '.join(numbers)} < or >; turn>2; "
        "worth>80"
    )
    near = nearest(state, [*words, *numbers])
    raise FaultsError([Fault(text, "this is not a condition", allowed, near)])


def _known(system: RuleSystem) -> tuple[list[str], list[str]]:
    """The words that a unit's condition can be described by, states, formations and arms, and the
    keys by which it has a number: bases, men, strength."""
    fields = {field.key: field for action in system.actions for field in fields_of(action.asks)}
    words, numbers = dict[str, None](), dict[str, None]()
    for role in system.roles:
        for key, filled in system.filled(role).items():
            for field in (fields[name] for name in filled if name in fields):
                words |= dict.fromkeys(field.kind.choices)
                numbers |= {} if field.kind.choices else {key: None}
    return [word for word in words if word not in {"yes", "no"}], list(numbers)


Condition: TypeAlias = tuple[tuple[str, str], ...]
"""The condition of a unit: texts by the keys of the system's roles, in a fixed order."""

AT: Final = "at"
"""The key under which a unit's condition names the ground where it stands."""


@attrs.frozen(cache_hash=True)
class UnitsAfter:
    """What an action leaves: the acting unit and the other, None for one that is gone.

    `spent` says that the other has used its action for the turn, `later` what holds for further
    actions against it in the same turn.
    """

    own: Condition | None
    enemy: Condition | None
    spent: bool = False
    later: Condition = ()


@attrs.frozen
class Acting:
    """Plays actions under a system's tables and on its ground, by name; what is found is kept."""

    system: RuleSystem
    _tables: Tables = attrs.field(eq=lambda tables: tables.digest)
    _grounds: Mapping[str, Form] = attrs.field(
        factory=dict, eq=lambda grounds: frozenset(grounds.items())
    )
    _known: dict[tuple[object, ...], tuple[str, Distribution[UnitsAfter]]] = attrs.field(
        factory=dict, init=False, eq=False
    )

    @classmethod
    def of(cls, scenario: Scenario) -> Acting:
        """Under the tables and on the ground of a scenario; what is worked out of one battle serves
        all others that have both alike."""
        grounds = {piece.name: piece.form for piece in scenario.terrain if piece.form}
        return _kept(cls(scenario.system, scenario.tables, grounds))

    def chosen(
        self, policy: Policy, own: Condition, enemy: Condition, turn: int, this_turn: Condition = ()
    ) -> tuple[str, Distribution[UnitsAfter]]:
        """The action that a policy comes to, and what it leaves; `this_turn` are answers that hold
        for the turn."""
        asked = (own, enemy, policy.text, min(turn, policy.horizon), this_turn)
        if asked not in self._known:
            clauses = policy.fitting(own, enemy, turn)
            self._known[asked] = self._followed(clauses, own, enemy, this_turn)
        return self._known[asked]

    def stakes(
        self, left: Distribution[UnitsAfter], own: Condition, enemy: Condition
    ) -> tuple[float, float]:
        """What the enemy and the unit stand to lose in fighting value; 0 and 0 without a plan."""
        mine = left.map(lambda after: after.own)
        theirs = left.map(lambda after: after.enemy)
        return self._lost(enemy, theirs), self._lost(own, mine)

    def _lost(self, unit: Condition, left: Distribution[Condition | None]) -> float:
        plan = self.system.forecast
        kept = sum(weight * _worth(plan, after) for after, weight in left.items()) / left.total
        return _worth(plan, unit) - kept

    def ground(self, unit: Condition, action: str) -> Mapping[str, str]:
        """What the ground where a unit stands answers for whoever acts against it."""
        place = dict(unit).get(AT)
        return self.system.protection(self._grounds[place], action) if place else {}

    def setting(
        self, clause: Clause, own: Condition, enemy: Condition, this_turn: Condition = ()
    ) -> Setting:
        """What is asked; what holds for this turn is newer than what the clause answers."""
        units = answers_of(self.system, dict(own), dict(enemy))
        ground = self.ground(enemy, clause.action)
        answers = units | dict(ground) | dict(clause.answers) | dict(this_turn)
        return Setting.of(self.system.key, clause.action, answers, self._tables)

    def _followed(
        self, clauses: list[Clause], own: Condition, enemy: Condition, this_turn: Condition
    ) -> tuple[str, Distribution[UnitsAfter]]:
        for clause in clauses:
            if clause.action == HOLD:
                break
            try:
                if leaves := _leaving(self.setting(clause, own, enemy, this_turn)):
                    left = leaves.map(lambda one: one.of(own, enemy))
                    if clause.pays(*self.stakes(left, own, enemy)):
                        return clause.action, left
            except FaultsError as error:
                raise clause.wrong(error) from None
        return HOLD, Distribution.certain(UnitsAfter(own, enemy))


@lru_cache(maxsize=8)
def _kept(acting: Acting) -> Acting:
    """The first of those alike, with what it remembers."""
    return acting


@lru_cache(maxsize=16_384)
def _worth(plan: ForecastPlan | None, unit: Condition | None) -> float:
    return plan.worth(dict(unit)) if plan and unit else 0.0


class _Left(NamedTuple):
    """What an outcome leaves beyond the turn: what is new of both units, None for one that is gone;
    whether the other has acted, and leaves its place; what holds against it from then on."""

    own: Condition | None
    enemy: Condition | None
    spent: bool
    leaves_place: bool
    later: Condition

    def of(self, own: Condition, enemy: Condition) -> UnitsAfter:
        """Both units after it."""
        return UnitsAfter(
            changed(own, self.own, leaves_place=self.spent),
            changed(enemy, self.enemy, leaves_place=self.leaves_place),
            self.spent,
            self.later,
        )


@lru_cache(maxsize=16_384)
def _leaving(setting: Setting) -> Distribution[_Left] | None:
    """What the outcomes of a setting leave, or None where the rules forbid the action: many leave
    the same, and units of any kind take it alike."""
    if not (odds := odds_of(setting)):
        return None
    system, law = odds.question.system, odds.question.law

    def left(outcome: Outcome) -> _Left:
        after = law.after_listed(outcome)
        mine, theirs = (lasting(system, new) for new in (after.actor, after.target))
        return _Left(
            None if mine is None else tuple(mine.items()),
            None if theirs is None else tuple(theirs.items()),
            after.target_spent,
            bool(after.target),
            tuple(after.later.items()),
        )

    return odds.distribution.map(left)


def condition(scenario: Scenario, unit: Unit, *, planned: bool = True) -> Condition:
    """A unit as it begins: what the file says of it, its side and the battle, by the keys of roles.

    Where the system has a plan for forecasts, the plan says how units begin; without it, as an
    action's form supposes where nothing is said.
    """
    system = scenario.system
    asked = {key for role in system.roles.values() for key in role}
    answers = {key: text for key, text in scenario.answers_of(unit).items() if key in asked}
    answers |= system.starting_values(answers, scenario.tables)
    answers |= system.forecast.start(answers) if system.forecast and planned else {}
    place = scenario.ground_of(unit)
    return tuple(answers.items()) + (((AT, place.name),) if place and place.form else ())


def answers_of(
    system: RuleSystem, actor: Mapping[str, str], target: Mapping[str, str]
) -> dict[str, str]:
    """The answers of an action's form that two units' conditions give."""
    answers: dict[str, str] = {}
    for role, unit in (("actor", actor), ("target", target)):
        for key, fields in system.filled(role).items():
            if key in unit:
                answers |= dict.fromkeys(fields, unit[key])
    return answers


def lasting(system: RuleSystem, new: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """What is new of a unit beyond the turn: units act once a turn here, and begin each afresh."""
    new = beside_place(system, new)
    return new and {key: text for key, text in new.items() if key not in system.each_turn}


def beside_place(system: RuleSystem, new: Mapping[str, str] | None) -> Mapping[str, str] | None:
    """What is new of a unit, without where it stands if the system's forecasts judge that."""
    if new is None or system.forecast is None:
        return new
    return {key: text for key, text in new.items() if key != AT}


def changed(
    before: Condition, new: Mapping[str, str] | Condition | None, leaves_place: bool = False
) -> Condition | None:
    """A condition with what is new of it, or None for a unit that is gone.

    A unit has left its ground once it has closed with the enemy, or once an enemy's action has
    changed its condition: driven off or shaken, it no longer lines the walls.
    """
    if new is None:
        return None
    was, now = dict(before), dict(new)
    after = was | now
    if leaves_place and any(was.get(key) != text for key, text in now.items()):
        after.pop(AT, None)
    return tuple(after.items())
