"""What a rule system declares: its actions, its units, its tables, and how it speaks.

A system is data: a `RuleSystem` of `Action`s. Each action names the form it asks, the resolution
that is both its odds and its result, the factors behind it, what the rules forbid, and the words in
which a result is told. Nothing outside a system's folder knows more about it than this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from calculator.chance.interface import Draw
from calculator.chance.resolution import Resolution
from calculator.errors import CalculatorError, Fault, FaultsError, Refusal, UnknownNameError
from calculator.forms import Form, keys_of
from calculator.rules.actions import Actions
from calculator.rules.forecast_plan import ForecastPlan
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from pathlib import Path


class Outcome(Hashable, Protocol):
    """What can happen: a frozen attrs class of JSON-like values, enums, or other such classes.

    It holds what a player acts on and nothing that merely explains.
    """

    @property
    def label(self) -> str:
        """The outcome in a few plain words, distinct from every other outcome of the action."""


F = TypeVar("F", bound=Form)
O = TypeVar("O", bound=Outcome)  # noqa: E741


@attrs.frozen
class Factor:
    """One thing that pulls the odds: at which stage, whose, and by how much in the system's unit.

    Positive points favour `side`.
    """

    stage: str
    name: str
    side: str
    points: int
    source: str = ""


@attrs.frozen
class Words:
    """A result told to the table."""

    headline: str
    """What happened, in one sentence."""
    on_table: tuple[str, ...] = ()
    """What to do with figures and markers, a step each."""
    how: tuple[str, ...] = ()
    """How it came about: performances, dice, tests."""


@attrs.frozen(eq=False, repr=False)
class Measure(Generic[O]):
    """A yes-or-no question about an outcome, by which settings are compared."""

    key: str
    label: str
    holds: Callable[[O], bool]


@attrs.frozen
class Aftermath:
    """What an outcome leaves behind, for whoever plays on from there.

    `actor` and `target` hold what is new of each unit, texts by the keys that the system's roles
    know; None means that it has left the table. `target_spent` says that the target has used its
    action for the turn. `later` holds answers for further actions on the same target this turn.
    """

    actor: Mapping[str, str] | None = attrs.field(factory=dict)
    target: Mapping[str, str] | None = attrs.field(factory=dict)
    target_spent: bool = False
    later: Mapping[str, str] = attrs.field(factory=dict)


class Place(Enum):
    """Where an action stands on the screen: in the list of actions, or as a button of its own."""

    ACTION = "action"
    BUTTON = "button"
    AID = "measuring aid"


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Action(Generic[F, O]):
    """One thing that can be asked of a system.

    `severity` orders outcomes from the mildest to the gravest for the other side (or, for orders
    and checks, from the worst to the best for the actor); odds are listed in that order.
    Without an `aftermath` nobody can play on from an outcome.
    """

    key: str
    label: str
    help: str
    source: str
    form: type[F]
    resolution: Callable[[F, Tables], Resolution[Any, O]]
    words: Callable[[F, O, Sequence[Draw], Tables], Words]
    severity: Callable[[O], Any]
    factors: Callable[[F, Tables], Iterable[Factor]] = _nothing
    refusals: Callable[[F, Tables], Iterable[Refusal]] = _nothing
    measures: tuple[Measure[O], ...] = ()
    aftermath: Callable[[F, O], Aftermath] | None = None
    place: Place = Place.ACTION
    mnemonic: str = ""

    @property
    def is_recorded(self) -> bool:
        """Whether its results go into the record; a measuring aid draws nothing and has none."""
        return self.place is not Place.AID

    def leaves(self, form: F, outcome: O) -> Aftermath:
        """What an outcome leaves behind. Raises `CalculatorError` where the action does not say."""
        if self.aftermath is None:
            raise CalculatorError(f"{self.label} does not say what it leaves of the units")
        return self.aftermath(form, outcome)

    def measure(self, key: str) -> Measure[O]:
        """The measure called `key`; `UnknownNameError` if there is none."""
        for measure in self.measures:
            if measure.key == key:
                return measure
        raise UnknownNameError("measure", key, [measure.key for measure in self.measures])


AnyAction = Action[Any, Any]


def _as_written(*_: Any) -> Mapping[str, str]:
    return {}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RuleSystem:
    """A published rule system.

    `read_tables` reads the tables, from more than one file if the system has so many numbers.
    `unit` is the form of one unit in an order of battle, if the system has units, and `roles` says
    which field or fields of an action's form each of its fields fills in, by role ("actor",
    "target"). `side`, `terrain` and `battle` are forms of what else a scenario file may say: of a
    side, of a piece of terrain, of the rules in force; roles may draw on side and battle as well.
    `begun` says in figures what a unit's form left open, under the tables in force.
    `army_refusals` says what the rules forbid about the units of one side, `army_doubts` what a
    designer should look at again, given the values in force.
    `sequence` is the turn-sequence card, a line each, with the step's own number or letter ("1.",
    "A.") or, for a part of a step, three spaces before it. `aliases` are other names that the rules
    give an action, with its key.
    """

    key: str
    title: str
    summary: str
    actions: Sequence[AnyAction]
    tables_path: Path | str
    read_tables: Callable[[Path | str], Tables] = Tables.load
    sequence: tuple[str, ...]
    unit: type[Form] | None = None
    roles: Mapping[str, Mapping[str, str | tuple[str, ...]]] = attrs.field(factory=dict)
    side: type[Form] | None = None
    terrain: type[Form] | None = None
    battle: type[Form] | None = None
    begun: Callable[[Mapping[str, str], Tables], Mapping[str, str]] = _as_written
    army_refusals: Callable[[Sequence[Any]], Iterable[Refusal]] = _nothing
    army_doubts: Callable[[Sequence[Any], Tables], Iterable[Refusal]] = _nothing
    forecast: ForecastPlan | None = None
    aliases: Mapping[str, str] = attrs.field(factory=dict)

    @cached_property
    def tables(self) -> Tables:
        """The shipped values, read when first asked for."""
        return self.read_tables(self.tables_path).of(self.key)

    @cached_property
    def all_keys(self) -> frozenset[str]:
        """Every field key of any action: those an action does not use are ignored, not faults."""
        return frozenset(key for action in self.actions for key in keys_of(action.form))

    @property
    def action_keys(self) -> tuple[str, ...]:
        """The keys of all actions, in order."""
        if isinstance(self.actions, Actions):
            return self.actions.keys
        return tuple(action.key for action in self.actions)

    def filled(self, role: str) -> dict[str, tuple[str, ...]]:
        """The fields of actions' forms that each key of a unit in a role fills in."""
        roles = self.roles.get(role, {})
        return {key: (one,) if isinstance(one, str) else one for key, one in roles.items()}

    def asked_of(self, role: str, action: AnyAction) -> set[str]:
        """The keys of a unit in a role that fill in any field of an action's form."""
        asked = set(keys_of(action.form))
        return {key for key, fields in self.filled(role).items() if not asked.isdisjoint(fields)}

    def action_played_on(self, key: str) -> AnyAction:
        """The action called `key`, from which duels, combined attacks and forecasts go on.

        Raises `UnknownNameError`, and `FaultsError` if it does not say what it leaves.
        """
        known = self.aliases.get(key, key) in self.action_keys
        action = self.action(key) if known else None
        if action and action.aftermath:
            return action
        able = [other.key for other in self.actions if other.aftermath]
        if action is None:
            raise UnknownNameError("action", key, able)
        problem = f"does not say what it leaves of the units of {self.title}"
        raise FaultsError([Fault(key, problem, ", ".join(able))])

    def action(self, key: str) -> AnyAction:
        """The action called `key`; `UnknownNameError` if there is none."""
        key = self.aliases.get(key, key)
        if key not in self.action_keys:
            raise UnknownNameError("action", key, self.action_keys, also=self.aliases)
        if isinstance(self.actions, Actions):
            return self.actions.find(key)
        return self.actions[self.action_keys.index(key)]
