"""An action: one thing that can be asked of a system, from its form to its result in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar, dataclass_transform

import attrs

from calculator.chance.interface import Chance, Draw
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal, UnknownNameError
from calculator.forms import Form, in_words
from calculator.rules.modifiers import Factor, Modifier, Pull, answers, pulls, total
from calculator.rules.tables import Tables


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
class Outcome(Protocol):
    """What can happen: JSON-like values, enums, or frozen attrs classes of such. It holds what a
    player acts on and nothing that merely explains. A subclass is a frozen attrs class."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        attrs.frozen(cls, slots=False, cache_hash=True)

    @property
    def label(self) -> str:
        """The outcome in a few plain words, distinct from every other outcome of the action."""


F = TypeVar("F", bound=Form)
O = TypeVar("O", bound=Outcome)  # noqa: E741

Draws = Sequence[Draw]
"""What was drawn for a result, in order."""


Parties = Mapping[str, Sequence[str]]
"""By which words a text speaks of who is in each role."""

ARMIES: Final = frozenset({"attacker", "defender", "army", "enemy-army"})
"""The roles of armies: as the order of battle has it, and that of who asks."""


@attrs.frozen(repr=False)
class Narration:
    """A result in words."""

    headline: str
    """What happened, in one sentence."""
    on_table: tuple[str, ...] = attrs.field(default=(), converter=tuple[str, ...])
    """What to do with figures and markers, a step each."""
    how: tuple[str, ...] = attrs.field(default=(), converter=tuple[str, ...])
    """How it came about: performances, dice, tests."""


class Measure(NamedTuple, Generic[O]):
    """A yes-or-no question about an outcome, by which settings are compared. Of one that is
    `unwanted`, whoever asks would have the chance small: getting stuck, say."""

    key: str
    label: str
    holds: Callable[[O], bool]
    unwanted: bool = False

    def merit(self, share: Fraction) -> Fraction:
        """What ranks settings: the greater, the better for whoever asks."""
        return -share if self.unwanted else share


@attrs.frozen(eq=False, repr=False)
class Severity(Generic[O]):
    """The order of an action's outcomes, and for whom it rises.

    `order` gives of each outcome a value to sort by. The greater it is, the better the outcome is
    for the `party`, in the words of the rules: "the attackers". That is the actor's, unless it is
    `of_target`; without one the order is only one to list outcomes in, as of cards drawn.
    """

    order: Callable[[O], Any]
    party: str = ""
    of_target: bool = False

    def __call__(self, outcome: O) -> Any:
        return self.order(outcome)


class Place(Enum):
    """Where an action stands on the screen: in the list of actions, or as a button of its own."""

    ACTION = "action"
    BUTTON = "button"
    AID = "measuring aid"


MOVED: Final = {"at": ""}
"""What is new of a unit that has moved: its ground is for the player to say."""


@attrs.frozen(repr=False)
class Consequence:
    """What befalls a further unit, beside the actor and the target.

    `answer` is the key of the form's field that names or counts such units, `unit` says in words
    which of them, for the player to point at. `values` are its new values by the keys of the
    system's unit form; None means that it has left the table, and `gone` says how in a word, also
    of one that had left it and is not back. `had` is what it still had as it went.
    """

    answer: str
    unit: str
    values: Mapping[str, str] | None = attrs.field(factory=dict)
    gone: str = ""
    had: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen(repr=False)
class Aftermath:
    """What an outcome leaves behind, for whoever plays on from there.

    `actor` and `target` hold what is new of each unit, texts by the keys of the system's unit form.
    One key all systems share: `at` is the piece of terrain where a unit stands, and "" for one that
    has moved, so that its ground is for the player to say.
    None means that the unit has left the table, and `actor_gone` and `target_gone` say how in a
    word ("broken", "surrendered", "destroyed"); `actor_had` and `target_had` are what it still had
    of what the outcome changed, for one that may come back. `others` are further units concerned.

    `side` and `enemy` hold what is new of the actor's side and of the other side, by the keys of
    the system's side form (a deck, a hand, prisoners, morale). What the system tallies, and no form
    states, is there by how much it rises or falls ("+3", "-2").

    `may` are the keys of the actions that the actor may still take this turn; with none of them it
    has acted. `target_spent` says that the target has used its action for the turn. `later` holds
    answers from which further actions on the same target this turn start.
    """

    actor: Mapping[str, str] | None = attrs.field(factory=dict)
    target: Mapping[str, str] | None = attrs.field(factory=dict)
    actor_gone: str = ""
    target_gone: str = ""
    actor_had: Mapping[str, str] = attrs.field(factory=dict)
    target_had: Mapping[str, str] = attrs.field(factory=dict)
    others: tuple[Consequence, ...] = ()
    side: Mapping[str, str] = attrs.field(factory=dict)
    enemy: Mapping[str, str] = attrs.field(factory=dict)
    may: tuple[str, ...] = ()
    target_spent: bool = False
    later: Mapping[str, str] = attrs.field(factory=dict)


class Awaited(NamedTuple):
    """What must be measured before an outcome is whole: the field `key`, and what is asked of it in
    words. Beyond `most` the outcome stays as it was drawn."""

    key: str
    words: str
    most: str


@attrs.frozen
class Decision:
    """What the acting side chooses, what the other replies, and the exact chances of the whole.

    `chances` are by their labels, the one that choices are judged by first. `best_reply` marks the
    reply that serves the acting side least, `best` also the choice that is best against it.
    """

    choice: str
    reply: str
    chances: Mapping[str, Fraction]
    best_reply: bool = False
    best: bool = False

    @property
    def mark(self) -> str:
        """What it is best at, in words; empty if nothing."""
        if self.best:
            return "best choice"
        return "best reply" if self.best_reply else ""

    def as_json(self) -> dict[str, Any]:
        """As the command line prints it for machines."""
        return {
            "choice": self.choice,
            "reply": self.reply,
            "chances": {label: float(chance) for label, chance in self.chances.items()},
            "best-reply": self.best_reply,
            "best": self.best,
        }


class Action(Generic[F, O]):
    """One thing that can be asked of a system; an instance is one question of it, with its form and
    tables: what forbids it, what pulls it, how it is resolved, what it leaves, how that is told.

    A subclass is an action of a form and an outcome; unless it says otherwise it `asks` that form,
    its `label` is its key in words, and its `help`, which players read, is its docstring.
    `severity` says how its outcomes are ordered and for whom a later one is better; odds are listed
    in that order. `modifiers` are all that can pull it, of a measuring aid all answers unless it
    says otherwise. `paths` is a budget of its own for exact
    odds, beyond which they are sampled. An aid that `weighs` says what to expect of another action:
    it is shown to whoever is shown exact odds.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    help: ClassVar[str]
    source: ClassVar[str]
    asks: ClassVar[type[Form]]
    severity: ClassVar[Severity[Any]]
    measures: ClassVar[tuple[Measure[Any], ...]] = ()
    modifiers: ClassVar[tuple[Modifier[Any], ...]] = ()
    place: ClassVar[Place] = Place.ACTION
    paths: ClassVar[int | None] = None
    weighs: ClassVar[bool] = False
    gone: ClassVar[Mapping[str, str]] = {}
    """Roles whose unit must have left the table before, and how, in a word: guns "overrun". An
    aftermath that says how it stands has it back."""
    futile: ClassVar[Modifier[Any] | None] = None
    """The effect by which nothing comes of it: that the target is out of reach, say."""
    speaks_of: ClassVar[Parties] = {}
    """What `parties` are unless they are worked out; answers may stand in braces: "{form.unit}"."""
    hits_friends: ClassVar[bool] = False
    """Whether its target may be of the actor's own side."""

    is_recorded: ClassVar[bool]
    """Whether its results go into the record; a measuring aid draws nothing and has none."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared = vars(cls)
        if "asks" not in declared and (form := _form_of(declared.get("__orig_bases__", ()))):
            cls.asks = form
        if "key" in declared:
            cls.label = declared.get("label", in_words(cls.key))
            cls.help = declared.get("help", " ".join((cls.__doc__ or "").split()))
            if cls.place is Place.AID and not cls.modifiers:
                cls.modifiers = tuple(answers(cls.asks))
        cls.is_recorded = cls.place is not Place.AID

    def __init__(self, form: F, tables: Tables) -> None:
        self.form = form
        self.tables = tables

    def refusals(self) -> Iterable[Refusal]:
        """What the rules forbid about it, all at once, each with its section."""
        return ()

    def resolve(self, chance: Chance) -> O:
        """The outcome, as `chance` answers: the law of an action that is resolved at one go."""
        raise NotImplementedError

    def procedure(self) -> Procedure[Any, Any]:
        """The law of the question: read along every path its odds, along one path a result."""
        return single(self.resolve)

    def pulls(self) -> Iterable[Pull]:
        """What counts here, each modifier with the factor that lists it."""
        return pulls(self.modifiers, self.form, self.tables)

    def factors(self) -> tuple[Factor, ...]:
        """What counts here, as Why lists it, with what each rests on."""
        return tuple(pull.factor.grounded(self.tables) for pull in self.pulls())

    def holds(self, modifier: Modifier[Any]) -> bool:
        """Whether one of its modifiers counts here."""
        return modifier.holds(self.form, self.tables)

    def total(self, *modifiers: Modifier[Any]) -> int | Fraction:
        """What those of these modifiers that count here come to."""
        return total(modifiers, self.form, self.tables)

    def narrate(self, drawn: Any, draws: Draws) -> Narration:
        """What was drawn, in words."""
        raise NotImplementedError

    def parties(self) -> Parties:
        """By which words `narrate` and `awaits` speak of who is in each role: a name, where one is
        known, takes their place. Beside units' roles there are those of `ARMIES`."""
        return {
            role: tuple(one.format(form=self.form) for one in words)
            for role, words in self.speaks_of.items()
        }

    def listed_parties(self) -> Parties:
        """By which words outcomes and measures speak of them: mostly the same."""
        return self.parties()

    def after(self, drawn: Any) -> Aftermath:
        """What an outcome leaves of units and sides: nothing new, where an action does not say."""
        return Aftermath()

    def awaits(self, drawn: Any) -> Awaited | None:
        """What must be measured now that this was drawn, and nobody has said; mostly nothing. The
        answer ends the ruling from the same draws: those so far must not depend on it."""
        return None

    def in_full(self) -> Procedure[Any, Any]:
        """The procedure that results are drawn by.

        It is the same as `procedure`, with the same draws; where outcomes leave out some of what
        becomes of units, it ends in all of that, with the outcome as its `listed`. `narrate` takes
        that in the place of an outcome, and `after` either.
        """
        return self.procedure()

    def losses(self, exact: bool) -> Mapping[str, Fraction]:
        """What each of several units loses on average, exactly or along a few drawn paths."""
        return {}

    def decisions(self) -> Iterable[Decision]:
        """The choices of both sides beside one another, where the answers leave them open."""
        return ()

    @staticmethod
    def listed(drawn: Any) -> Any:
        """The outcome, as odds list it, of what was drawn."""
        return getattr(drawn, "listed", drawn)

    def after_listed(self, outcome: O) -> Aftermath:
        """What an outcome, as odds list it, leaves for further questions: an action whose outcomes
        do not list all of it raises `FaultsError`."""
        return self.after(outcome)

    @classmethod
    def measure(cls, key: str) -> Measure[Any]:
        """The measure called `key`; `UnknownNameError` if there is none."""
        for measure in cls.measures:
            if measure.key == key:
                return measure
        raise UnknownNameError("measure", key, [measure.key for measure in cls.measures])


def _form_of(bases: Iterable[Any]) -> type[Form] | None:
    """The form in bases such as `Action[RallyForm, Rallied]`, where they name one."""
    arguments = (base.__args__[0] for base in bases if hasattr(base, "__args__"))
    return next((one for one in arguments if isinstance(one, type)), None)


AnyAction = type[Action[Any, Any]]
