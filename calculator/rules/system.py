"""What a rule system declares: its actions, its units, its tables, and how it speaks.

A system is data: a `RuleSystem` of `Action`s. Each action names the form it asks, the procedure
that is both its odds and its result, the factors behind it, what the rules forbid, and how a result
is narrated. Nothing outside a system's folder knows more about it than this.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from importlib import import_module
from itertools import chain
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

import attrs

from calculator.chance.interface import Draw
from calculator.chance.procedure import Procedure
from calculator.errors import (
    CalculatorError,
    Fault,
    FaultsError,
    Refusal,
    UnknownNameError,
    raise_any,
)
from calculator.forms import Form, keys_of
from calculator.rules.tables import Tables
from calculator.standing import Standing, weakest

if TYPE_CHECKING:
    from pathlib import Path

    from calculator.rules.aftermath import Aftermath
    from calculator.rules.army_morale import ArmyMorale
    from calculator.rules.base_scale import BaseScale
    from calculator.rules.decisions import Decision
    from calculator.rules.forecast_plan import ForecastPlan
    from calculator.rules.statements import Statement
    from calculator.rules.turn_so_far import ActionTaken, TurnSoFar


class Outcome(Hashable, Protocol):
    """What can happen: a frozen attrs class of JSON-like values, enums, or other such classes.

    It holds what a player acts on and nothing that merely explains.
    """

    @property
    def label(self) -> str:
        """The outcome in a few plain words, distinct from every other outcome of the action."""


F = TypeVar("F", bound=Form)
O = TypeVar("O", bound=Outcome)  # noqa: E741

Draws: TypeAlias = Sequence[Draw]
"""What was drawn for a result, in order."""


class Factor(NamedTuple):
    """One thing that pulls the odds: at which stage, whose, and by how much in the system's unit.

    Positive points favour `side`. `source` is the section it comes from, `values` are the keys of
    the table values that it is made of, and `standing` is what it rests on: left open, it is that
    of the weakest of its values.
    """

    stage: str
    name: str
    side: str
    points: int
    source: str = ""
    values: tuple[str, ...] = ()
    standing: Standing | None = None

    @classmethod
    def worth(
        cls,
        tables: Tables,
        stage: str,
        name: str,
        side: str,
        key: str,
        *,
        points: int | None = None,
        source: str = "",
    ) -> Factor:
        """A factor worth one table value or, where this is but a measure of it, so many `points`.

        It cites what the value does, unless there is a `source` of its own.
        """
        entry = tables.entry(key)
        brought = entry.value if points is None else points
        return cls(stage, name, side, brought, source or entry.source, (key,), entry.standing)

    def grounded(self, tables: Tables) -> Factor:
        """The factor with its standing, under the tables in force."""
        if self.standing is not None or not self.values:
            return self
        found = weakest(tables.entry(key).standing for key in self.values)
        return self._replace(standing=found)

    @property
    def cited(self) -> str:
        """What it rests on, as it stands in brackets: "VII, size: judgement"."""
        return self.standing.cited(self.source) if self.standing else self.source

    def as_json(self) -> dict[str, Any]:
        """The factor as the command line prints it for machines."""
        return {
            "stage": self.stage,
            "name": self.name,
            "side": self.side,
            "points": self.points,
            "source": self.source,
            "values": list(self.values),
            "standing": self.standing.value if self.standing else None,
        }


ruled: Final = partial(Factor, standing=Standing.RULE)
"""A factor that the text states."""


def _lines(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(lines)


@attrs.frozen(repr=False)
class Narration:
    """A result in words."""

    headline: str
    """What happened, in one sentence."""
    on_table: tuple[str, ...] = attrs.field(default=(), converter=_lines)
    """What to do with figures and markers, a step each."""
    how: tuple[str, ...] = attrs.field(default=(), converter=_lines)
    """How it came about: performances, dice, tests."""


class Measure(NamedTuple, Generic[O]):
    """A yes-or-no question about an outcome, by which settings are compared.

    Of one that is `unwanted`, whoever asks would have the chance small: getting stuck, say.
    """

    key: str
    label: str
    holds: Callable[[O], bool]
    unwanted: bool = False

    def merit(self, share: Fraction) -> Fraction:
        """What ranks settings: the greater, the better for whoever asks."""
        return -share if self.unwanted else share


class Beneficiary(Enum):
    """Whose cause an outcome may serve."""

    ACTOR = "actor"
    TARGET = "target"
    NOBODY = "nobody"


@attrs.frozen(eq=False, repr=False)
class Severity(Generic[O]):
    """The order of an action's outcomes, and for whom it rises.

    `order` gives of each outcome a value to sort by. The greater it is, the better the outcome is
    for the `party`, in the words of the rules: "the attackers". That is the actor's, unless it is
    `good_for` the target; without one the order is only one to list outcomes in, as of cards drawn.
    """

    order: Callable[[O], Any]
    party: str = ""
    good_for: Beneficiary = attrs.field()

    @good_for.default
    def _whom_else(self) -> Beneficiary:
        return Beneficiary.ACTOR if self.party else Beneficiary.NOBODY

    def __call__(self, outcome: O) -> Any:
        return self.order(outcome)


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

    `severity` orders outcomes and says for whom a later one is better; odds are listed in that
    order.
    Without an `aftermath` nobody can play on from an outcome. `in_full` is the same procedure, with
    the same draws, where its outcomes leave out some of what becomes of units: it ends in all of
    that, with the outcome itself as its `listed`; `narration` takes it in the place of an outcome,
    and `aftermath` takes either. `unlisted` says what must be answered
    otherwise for the outcomes themselves to say it. `paths` is a budget of the action's own for its
    exact odds, beyond which they are sampled. `losses` says what each of several units loses on
    average, exactly or along a few drawn paths. `decisions` sets the choices of both sides beside
    one another, where the action leaves them open. An aid that `weighs` says what to expect of
    another action: it is shown to whoever is shown exact odds.
    """

    key: str
    label: str
    help: str
    source: str
    form: type[F]
    procedure: Callable[[F, Tables], Procedure[Any, O]]
    narration: Callable[[F, Any, Draws, Tables], Narration]
    severity: Severity[O]
    factors: Callable[[F, Tables], Iterable[Factor]] = _nothing
    refusals: Callable[[F, Tables], Iterable[Refusal]] = _nothing
    measures: tuple[Measure[O], ...] = ()
    aftermath: Callable[[F, Any], Aftermath] | None = None
    in_full: Callable[[F, Tables], Procedure[Any, Any]] | None = None
    unlisted: Callable[[F], Iterable[Fault]] = _nothing
    paths: int | None = None
    losses: Callable[[F, Tables, bool], Mapping[str, Fraction]] | None = None
    decisions: Callable[[F, Tables], Iterable[Decision]] = _nothing
    place: Place = Place.ACTION
    weighs: bool = False
    mnemonic: str = ""

    @property
    def is_recorded(self) -> bool:
        """Whether its results go into the record; a measuring aid draws nothing and has none."""
        return self.place is not Place.AID

    def leaves(self, form: F, outcome: Any) -> Aftermath:
        """What an outcome leaves behind. Raises `CalculatorError` where the action does not say."""
        if self.aftermath is None:
            raise CalculatorError(f"{self.label} does not say what it leaves of the units")
        return self.aftermath(form, outcome)

    def drawing(self, form: F, tables: Tables) -> Procedure[Any, Any]:
        """The procedure that a result is drawn by: in full, where there is more than odds list."""
        return (self.in_full or self.procedure)(form, tables)

    def listed(self, drawn: Any) -> O:
        """The outcome, as odds list it, of what was drawn."""
        outcome: O = drawn.listed if self.in_full else drawn
        return outcome

    def aftermath_of(self, form: F, outcome: O) -> Aftermath:
        """What an outcome leaves for further questions.

        Raises `FaultsError` where the outcome does not list all of it.
        """
        raise_any(self.unlisted(form))
        return self.leaves(form, outcome)

    def measure(self, key: str) -> Measure[O]:
        """The measure called `key`; `UnknownNameError` if there is none."""
        for measure in self.measures:
            if measure.key == key:
                return measure
        raise UnknownNameError("measure", key, [measure.key for measure in self.measures])


AnyAction = Action[Any, Any]


class Listed(NamedTuple):
    """What a list shows of an action, whether the action itself is imported or not."""

    key: str
    label: str
    place: Place = Place.ACTION
    mnemonic: str = ""


class Actions(Sequence[AnyAction]):
    """The actions of a system with many, each imported when it is first looked at.

    `where` lists them, by which module of `package` holds each under which name: "module:NAME".
    """

    def __init__(self, package: str, where: Mapping[str, Listed]) -> None:
        self.listed = tuple(where.values())
        self._places = {one.key: f"{package}.{place}" for place, one in where.items()}

    def find(self, key: str) -> AnyAction:
        """The action of a key; `KeyError` if there is none."""
        action: AnyAction = _named(self._places[key])
        return action

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self.find(one.key) for one in self.listed[index])
        return self.find(self.listed[index].key)

    def __len__(self) -> int:
        return len(self.listed)


def _named(place: str) -> Any:
    """What stands at "package.module:NAME"."""
    module, name = place.split(":")
    return getattr(import_module(module), name)


def on_call(place: str) -> Callable[..., Any]:
    """The function at "package.module:NAME", imported when it is first called.

    For the rules of what is seldom asked, while its form is wanted as soon as the system is.
    """

    def call(*arguments: Any) -> Any:
        return _named(place)(*arguments)

    return call


def _no_values(*_: Any) -> Mapping[str, Any]:
    return {}


@attrs.frozen(kw_only=True, slots=False, eq=False, repr=False)
class RuleSystem:
    """A published rule system.

    `version` counts the states of its rules' code: it goes up when the same form and seed may give
    another outcome, which `tests/rules/pinned.py` sees to, and each ruling records it.
    `read_tables` reads the tables, from more than one file if the system has so many numbers.
    `unit` is the form of one unit in an order of battle, if the system has units, and `roles` says
    which field or fields of an action's form each of its fields fills in, by role ("actor",
    "target"). `side`, `terrain` and `battle` are forms of what else a scenario file may say: of a
    side, of a piece of terrain, of the rules in force; roles may draw on side and battle as well.
    `protection` says what a piece of terrain answers for whoever acts, by the key of the action,
    against a unit that stands there. `one_action` is the section by which a unit takes one action a
    turn, and what its aftermath says that it may still take; empty where the rules do not limit it.
    `starting_values` says in figures what a unit's form left open, under the tables in force.
    `at_most` says of what a unit may lose how much one that began so may ever have.
    `marked` is the word with which the rules mark a unit of such values, such as broken, if any.
    `army_refusals` says what the rules forbid about the units of one side, `army_doubts` what a
    designer should look at again, given the values in force.
    `each_turn` are the keys of what an aftermath leaves for the rest of the turn alone: when the
    turn ends, what was before it holds again (movement points). `cards` are the keys of cards, of
    which several copies may be in play, and for how many turns after its own each stands while its
    side has not acted again: an aftermath's yes is a copy played, its no a copy spent. `tallies`
    are keys of a side that are counted up: an aftermath says by how much they rise or fall.
    `out_of_turn` says of an action that it is taken in the enemy's turn.
    `follows` says what answers follow, for a unit about to act, from what its side has done this
    turn.
    `chief` is the key of the action by which one closes with the enemy: what a designer asks about
    first. `initiative` is that of the action that draws which side begins a turn, if one does.
    `ground` are the keys of fields that say on what ground units stand; goal seeking tries their
    answers. `generals` is the section of the rules that gives formations a general, if one does;
    `general_field` the key of a field that names one: that of the target's formation.
    `state` is the key of the state that a unit is in, of whose answers the first is being well;
    `formation` that of its formation.
    `condition` are the keys that say how a unit stands in a fight, in the order in which a duel
    tells them. `symbols` are the signs of maps ("guns", "horse", "foot") by the words of which the
    first that stands in a unit's answers decides. `base_scale` is what a base stands for, where
    units are counted in bases. `army_morale_at` is where it stands how armies are checked,
    `forecast_at` how whole battles are forecast: "package.module:NAME", imported when first asked
    for.
    `statements_path` is the file of what the rules say (see calculator.rules.statements).
    `ledger` says in lines what a side has left of its turn, and what stands from it.
    `sequence` is the turn-sequence card, a line each, with the step's own number or letter ("1.",
    "A.") or, for a part of a step, three spaces before it. `aliases` are other names that the rules
    give an action, with its key.
    """

    key: str
    title: str
    version: int
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
    starting_values: Callable[[Mapping[str, str], Tables], Mapping[str, str]] = _no_values
    at_most: Callable[[Mapping[str, str], Tables], Mapping[str, int]] = _no_values
    marked: Callable[[Mapping[str, str]], str] = lambda _: ""
    protection: Callable[[Any, str], Mapping[str, str]] = _no_values
    one_action: str = ""
    army_refusals: Callable[[Sequence[Any]], Iterable[Refusal]] = _nothing
    army_doubts: Callable[[Sequence[Any], Tables], Iterable[Refusal]] = _nothing
    chief: str = ""
    initiative: str = ""
    ground: tuple[str, ...] = ()
    generals: str = ""
    state: str = ""
    formation: str = ""
    condition: tuple[str, ...] = ()
    symbols: Mapping[str, str] = attrs.field(factory=dict)
    base_scale: BaseScale | None = None
    general_field: str = ""
    army_morale_at: str = ""
    forecast_at: str = ""
    each_turn: frozenset[str] = frozenset()
    cards: Mapping[str, int] = attrs.field(factory=dict)
    tallies: frozenset[str] = frozenset()
    out_of_turn: Callable[[ActionTaken], bool] = lambda _: False
    follows: Callable[[TurnSoFar, str], Mapping[str, str]] | None = None
    ledger: Callable[[TurnSoFar, Tables], Iterable[str]] | None = None
    aliases: Mapping[str, str] = attrs.field(factory=dict)
    statements_path: Path | str = ""

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """What the rules say, statement by statement, read when first asked for."""
        if not self.statements_path:
            return ()
        from calculator.rules.statements import read_statements

        return read_statements(self.statements_path)

    @cached_property
    def army_morale(self) -> ArmyMorale | None:
        """How armies are checked, if the rules check any."""
        return _named(self.army_morale_at) if self.army_morale_at else None

    @cached_property
    def forecast(self) -> ForecastPlan | None:
        """How whole battles are forecast, if they can be."""
        return _named(self.forecast_at) if self.forecast_at else None

    @cached_property
    def tables(self) -> Tables:
        """The shipped values, read when first asked for."""
        return self.read_tables(self.tables_path).of(self.key)

    @cached_property
    def all_keys(self) -> frozenset[str]:
        """Every field key of any action: those an action does not use are ignored, not faults."""
        return frozenset(key for action in self.actions for key in keys_of(action.form))

    @cached_property
    def listed(self) -> tuple[Listed, ...]:
        """All actions as a list shows them, in order."""
        if isinstance(self.actions, Actions):
            return self.actions.listed
        return tuple(Listed(one.key, one.label, one.place, one.mnemonic) for one in self.actions)

    @property
    def action_keys(self) -> tuple[str, ...]:
        """The keys of all actions, in order."""
        return tuple(one.key for one in self.listed)

    def checks_morale(self, action: str) -> bool:
        """Whether the action of this key checks the morale of a whole army."""
        return self.army_morale is not None and self.army_morale.action == action

    def filled(self, role: str) -> dict[str, tuple[str, ...]]:
        """The fields of actions' forms that each key of a unit in a role fills in."""
        roles = self.roles.get(role, {})
        return {key: (one,) if isinstance(one, str) else one for key, one in roles.items()}

    def filled_fields(self, *roles: str) -> set[str]:
        """The fields of actions' forms that units in these roles fill in; without one, in any."""
        filled = (self.filled(role).values() for role in roles or self.roles)
        return {field for fields in chain.from_iterable(filled) for field in fields}

    def filled_by(self, answers: Collection[str]) -> set[str]:
        """The fields of actions' forms that these keys of units fill in, in any role."""
        filled = (fields for role in self.roles for fields in self.filled(role).items())
        return {field for key, fields in filled if key in answers for field in fields}

    def asked_of(self, role: str, action: AnyAction) -> set[str]:
        """The keys of a unit in a role that fill in any field of an action's form."""
        asked = set(keys_of(action.form))
        return {key for key, fields in self.filled(role).items() if not asked.isdisjoint(fields)}

    def action_played_on(self, key: str) -> AnyAction:
        """The action called `key`, from which duels, combined attacks and forecasts go on.

        Raises `UnknownNameError`, and `FaultsError` if it does not say what it leaves.
        """
        known = self.aliases.get(key, key) in self.action_keys
        if known and (action := self.action(key)).aftermath:
            return action
        able = [other.key for other in self.actions if other.aftermath]
        if not known:
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
        return next(action for action in self.actions if action.key == key)
