"""What a rule system says of turns, and what a side has done in the one in force.

A system declares its turns in one class, a `TurnLaw`: by which section a unit acts how often, what
is done once, which answers only an earlier result permits, what carries over. The roll folds the
record into a `TurnSoFar` and asks the law what that leaves: `permits` says what a ruling lets its
unit still do, `held` why what is asked may not be done now. Front ends show both, and know no game.

What is permitted is read off the ruling each time: a void takes it back, and a unit that has used
it has another ruling, which permits what that leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import attrs

from calculator.lengths import read_length

if TYPE_CHECKING:
    from calculator.rules.action import Awaited
    from calculator.rules.tables import Tables


@attrs.frozen
class ActionTaken:
    """One action of a turn: its key, the acting unit by name and what was answered.

    An action that was taken without the calculator has no key; one of no unit has no name.
    `number` is that of the entry that tells of it, `target` the unit that it was aimed at by name,
    `side` who took it. `outcome`, `draws` and `seed` are those of its ruling, as the record has
    them; `may` are the keys of the actions that it leaves open to the unit, and `later` answers
    from which others on the same target start.
    """

    action: str = ""
    unit: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    number: int = 0
    target: str = ""
    side: str = ""
    may: Sequence[str] = ()
    outcome: Any = None
    draws: Sequence[Mapping[str, str]] = ()
    seed: str = ""
    later: Mapping[str, str] = attrs.field(factory=dict)

    def roll(self, ask: str) -> int | None:
        """The number drawn for something, None where nothing was."""
        return next((int(draw["roll"]) for draw in self.draws if draw["ask"] == ask), None)


@attrs.frozen
class Permission:
    """What a unit may still do this turn, though it has acted.

    `action` is the key of the action and `words` say what it is with its numbers: "breakthrough
    charge: up to 7 inches". The question begins with its `answers`, and may not go beyond
    `at_most`, lengths and numbers by field key; what it `awaits` must be measured of the ruling
    that permits it before it is claimed. It is there only for a unit that stands as it
    `needs`: values by the keys of the unit's form, one of which must be the unit's, if known.
    """

    action: str
    words: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    at_most: Mapping[str, str] = attrs.field(factory=dict)
    awaits: Awaited | None = None
    needs: Mapping[str, Sequence[str]] = attrs.field(factory=dict)

    def is_open(self, now: Mapping[str, str]) -> bool:
        """Whether a unit of these values stands as it needs."""
        return all(key not in now or now[key] in values for key, values in self.needs.items())

    def lacks(self, answers: Mapping[str, str]) -> str:
        """What it awaits, or by what the answers go beyond it, as key and limit; "" for nothing."""
        if self.awaits:
            return self.awaits.key
        for key, text in self.answers.items():
            if answers.get(key, text) != text:
                return f"{key}={text}"
        for key, most in self.at_most.items():
            if _length(answers.get(key, "")) > read_length(most):
                return f"{key} at most {most}"
        return ""


def _length(text: str) -> Any:
    """A length as it was answered; 0 for what is left open."""
    try:
        return read_length(text)
    except ValueError:
        return 0


class Held(NamedTuple):
    """Why what is asked may not be done now: by the entry that holds, and a section of the text."""

    text: str
    source: str
    entry: int = 0


@attrs.frozen
class UnitSoFar:
    """A unit in the turn: its values `now`, the entry by which it has `acted`, 0 for none, what it
    `may` still do, and by which entry it last `did` each action in the battle, by key."""

    now: Mapping[str, str] = attrs.field(factory=dict)
    acted: int = 0
    may: Sequence[Permission] = ()
    did: Mapping[str, int] = attrs.field(factory=dict)


@attrs.frozen
class TurnSoFar:
    """What a side has done this turn, in order, and what aftermaths left of it and of its units.

    `side` holds values of the side, `units` how each of its units on the table stands by name, and
    `copies` how many there are of each card in play, by the name of the unit, the side's by none.
    `theirs` is what its enemies have done this turn, `against` what they did since it last acted in
    an earlier turn, and before it acted in this. `once` is what was done this turn, by whichever
    side, of what the law counts; `formations` how many still have a unit to act with. `began` is
    what the enemy's units had when the turn began, by name, of what the law asks. `is_the_enemy_s`
    says that the turn is another side's.
    """

    actions: Sequence[ActionTaken] = ()
    side: Mapping[str, str] = attrs.field(factory=dict)
    units: Mapping[str, UnitSoFar] = attrs.field(factory=dict)
    copies: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict)
    theirs: Sequence[ActionTaken] = ()
    against: Sequence[ActionTaken] = ()
    once: Sequence[ActionTaken] = ()
    formations: int = 0
    began: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    is_the_enemy_s: bool = False


@attrs.frozen
class Once:
    """What is done once a turn: `said` says so of it in the past, "the initiative was drawn".

    Under the answers of `of_each`, which may be none, it is done once for each formation that can
    act this turn.
    """

    said: str
    source: str
    of_each: Mapping[str, str] | None = None

    def times(self, asked: ActionTaken, turn: TurnSoFar) -> int:
        """How often a turn has it."""
        each = self.of_each is not None and self.of_each.items() <= asked.answers.items()
        return turn.formations if each else 1


class Phase(NamedTuple):
    """A part of a turn by its name, and the keys of the actions that belong to it."""

    name: str
    actions: frozenset[str]


class Claim(NamedTuple):
    """An answer to an action that only an earlier result permits; `words` say what is missing."""

    action: str
    key: str
    text: str
    words: str
    source: str


class TurnLaw:
    """What the text of a system says of turns. This one says nothing: a unit acts as it likes.

    `alternates` says that each side has turns of its own, one after another, so that each begins
    by itself; `phases` are the parts of a turn in order, none of which comes back, and
    `phases_source` says so. `source` is the section by which a unit takes one action a turn, and
    what its result permits; `once` what is done once a turn, by the key of the action; `claims`
    what only a result permits. `at_end` says what becomes of a unit when the turn ends, by the key
    of the action that it took. `began` names the fields that ask what a target had when the turn
    began, by the keys of the unit's form.
    """

    alternates: ClassVar[bool] = False
    phases: ClassVar[Sequence[Phase]] = ()
    phases_source: ClassVar[str] = ""
    source: ClassVar[str] = ""
    once: ClassVar[Mapping[str, Once]] = {}
    claims: ClassVar[Sequence[Claim]] = ()
    began: ClassVar[Mapping[str, str]] = {}
    at_end: ClassVar[Mapping[str, Callable[[ActionTaken], Mapping[str, str]]]] = {}

    def permits(
        self, taken: ActionTaken, tables: Tables, earlier: Sequence[ActionTaken]
    ) -> Iterable[Permission]:
        """What a ruling lets its unit still do this turn, the last of what it did `earlier`."""
        return [Permission(key) for key in taken.may]

    def permitted(
        self, taken: ActionTaken, tables: Tables, earlier: Sequence[ActionTaken]
    ) -> Sequence[Permission]:
        """What a ruling permits; of one that another program put in other words, the keys alone."""
        try:
            return tuple(self.permits(taken, tables, earlier))
        except (LookupError, TypeError, ValueError):
            return [Permission(key) for key in taken.may]

    def out_of_turn(self, taken: ActionTaken) -> bool:
        """Whether an action is taken in the enemy's turn."""
        return False

    def follows(self, turn: TurnSoFar, unit: str) -> Mapping[str, str]:
        """What answers follow, for a unit about to act, from what its side has done this turn."""
        return {}

    def initiative(self, turn: TurnSoFar) -> str:
        """The role of the side that has the initiative, as far as it was drawn."""
        return ""

    def phase(self, turn: TurnSoFar) -> str:
        """The phase that a side is in, by what it last did."""
        places = [self.phase_of(one) for one in turn.actions]
        return next((self.phases[n].name for n in reversed(places) if n is not None), "")

    def aimed(self, turn: TurnSoFar, target: str, tables: Tables) -> Mapping[str, str]:
        """What answers follow of a target, from what this side has done to it this turn."""
        return {}

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        """What else the text forbids now."""
        return ()

    def ledger(self, turn: TurnSoFar, tables: Tables) -> Iterable[str]:
        """What a side has left of its turn, and what stands from it, a line each."""
        return ()

    def held(
        self, turn: TurnSoFar, asked: ActionTaken, tables: Tables, *, spends: bool
    ) -> Iterator[Held]:
        """Why what is asked may not be done now; `spends` says that it is a unit's action."""
        if spends:
            yield from self.acted(turn, asked)
        if once := self.once.get(asked.action):
            done = [one for one in turn.once if one.action == asked.action]
            if len(done) >= once.times(asked, turn):
                text = f"{once.said} this turn (entry {done[-1].number})"
                yield Held(text, once.source, done[-1].number)
        yield from self._out_of_phase(turn, asked)
        yield from self.forbids(turn, asked, tables)

    def phase_of(self, taken: ActionTaken) -> int | None:
        """The place of the phase that an action belongs to; None for one of any phase."""
        places = (n for n, phase in enumerate(self.phases) if taken.action in phase.actions)
        return next(places, None)

    def _out_of_phase(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That a later phase has begun than the one that an action belongs to."""
        if (place := self.phase_of(asked)) is None:
            return
        later = [one for one in turn.actions if (self.phase_of(one) or 0) > place]
        if later:
            now, over = self.phases[self.phase_of(later[0]) or 0].name, self.phases[place].name
            text = f"the {now} has begun (entry {later[0].number}): the {over} is over"
            yield Held(text, self.phases_source, later[0].number)

    def acted(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That a unit has acted, where nothing permits what it is asked to do now."""
        unit = turn.units.get(asked.unit, UnitSoFar())
        if not unit.acted:
            yield from self._claimed(asked)
            return
        permitted = [one for one in unit.may if one.action == asked.action]
        lacking = [one.lacks(asked.answers) for one in permitted]
        if permitted and not all(lacking):
            return
        text = f"{asked.unit} has acted this turn (entry {unit.acted})"
        if awaited := next((one.awaits for one in permitted if one.awaits), None):
            text += f": {awaited.words}"
        elif permitted:
            text += f": this may follow only with {lacking[0]}"
        elif unit.may:
            still = (one.words or one.action.replace("-", " ") for one in unit.may)
            text += f"; it may still: {', '.join(still)}"
        yield Held(text, self.source, unit.acted)

    def _claimed(self, asked: ActionTaken) -> Iterator[Held]:
        """What is claimed that no result has permitted."""
        for action, key, text, words, source in self.claims:
            if asked.unit and (action, text) == (asked.action, asked.answers.get(key)):
                yield Held(f"{asked.unit} {words}", source)
