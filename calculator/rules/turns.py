"""What a rule system says of turns, and what a side has done in the one in force.

A system declares its turns in one class, a `TurnLaw`. The roll folds the record into a `TurnSoFar`
and asks the law what that leaves: `permits` says what a ruling lets its unit still do, `held` why
what is asked may not be done now. Both are read off the record each time, so that a void takes back
what it permitted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple

import attrs

from calculator.lengths import read_length
from calculator.rules.action import Awaited
from calculator.rules.tables import Tables


@attrs.frozen
class ActionTaken:
    """One action of a turn: its key, the acting unit by name and what was answered.

    An action that was taken without the calculator has no key; one of no unit has no name.
    `number` is that of the entry that tells of it, `target` the unit that it was aimed at by name,
    `side` who took it, `formation` what of it by name: that of the unit, or of the general who is
    named. `outcome`, `draws` and `seed` are those of its ruling, as the record has them, an outcome
    by the keys of its attributes; `may` are the keys of the actions that it leaves open to the
    unit, and `later` answers from which others on the same target start. `turn` is that in which it
    was taken, and `spends` whether a unit has acted by it. Where it is asked what it permits,
    `in_reply` says that the turn is the enemy's, and `earlier` is what the unit did this turn, it
    being the last.
    """

    action: str = ""
    unit: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    number: int = 0
    target: str = ""
    side: str = ""
    formation: str = ""
    may: Sequence[str] = ()
    outcome: Mapping[str, Any] = attrs.field(factory=dict)
    draws: Sequence[Mapping[str, str]] = ()
    seed: str = ""
    later: Mapping[str, str] = attrs.field(factory=dict)
    in_reply: bool = False
    turn: int = 0
    spends: bool = True
    earlier: Sequence[ActionTaken] = ()


@attrs.frozen
class Permission:
    """What a unit may still do this turn, though it has acted.

    `action` is the key of the action and `words` say what it is with its numbers: "breakthrough
    charge: up to 7 inches". The question begins with its `answers`, and may not go beyond
    `at_most`, lengths and numbers by field key; what it `awaits` must be measured of the ruling
    that permits it before it is claimed. It is there only for a unit that stands as it
    `needs`: values by the keys of the unit's form, one of which must be the unit's, "" standing for
    not known; and where an enemy is `gone` in this way, if it names one: guns overrun.
    """

    action: str
    words: str = ""
    answers: Mapping[str, str] = attrs.field(factory=dict)
    at_most: Mapping[str, str] = attrs.field(factory=dict)
    awaits: Awaited | None = None
    needs: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    gone: str = ""

    def is_open(self, now: Mapping[str, str]) -> bool:
        """Whether a unit of these values stands as it needs."""
        return all(now.get(key, "") in values for key, values in self.needs.items())

    def lacks(self, answers: Mapping[str, str]) -> str:
        """What it awaits, or by what the answers go beyond it, as key and limit; "" for nothing."""
        if self.awaits:
            return self.awaits.key
        for key, text in self.answers.items():
            if answers.get(key, text) != text:
                return f"{key}={text}"
        for key, most in self.at_most.items():
            with suppress(ValueError):  # of what is left open
                if read_length(answers.get(key, "")) > read_length(most):
                    return f"{key} at most {most}"
        return ""


class Held(NamedTuple):
    """Why what is asked may not be done now: by the entry that holds, and a section of the text.
    `ends` says that another turn ends it, so that beginning the next may be what to do."""

    text: str
    source: str
    entry: int = 0
    ends: bool = True


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

    `side` holds values of the side, `units` how each of its units on the table stands by name,
    and `copies` how many there are of each card in play, by the name of the unit, the side's by
    none. `theirs` is what its enemies have done this turn, `against` what they did since it
    last acted in an earlier turn, and before it acted in this; `earlier` what it did itself in
    the turn before. `once` is what was done this turn, by whichever side, of what the law
    counts; `formations` how many still have a unit to act with, and `generals` how many beside
    theirs are in the battle. `began` is what the enemy's units had when the turn began, by
    name, of what the law asks; `facing` what they and their sides have now, where cards may
    stand in play, and `gone` how those that left the table went. `rules` are answers that the
    file of the battle gives, by field. `player` is the name of the side whose turn it is, and
    `is_its_own` and `is_the_enemy_s` say so; neither holds before one has begun.
    """

    actions: Sequence[ActionTaken] = ()
    side: Mapping[str, str] = attrs.field(factory=dict)
    units: Mapping[str, UnitSoFar] = attrs.field(factory=dict)
    copies: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict)
    theirs: Sequence[ActionTaken] = ()
    against: Sequence[ActionTaken] = ()
    earlier: Sequence[ActionTaken] = ()
    once: Sequence[ActionTaken] = ()
    formations: int = 0
    generals: int = 0
    began: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    facing: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    gone: Collection[str] = ()
    rules: Mapping[str, str] = attrs.field(factory=dict)
    player: str = ""
    is_its_own: bool = False
    is_the_enemy_s: bool = False

    @property
    def whose(self) -> str:
        """Whose turn it is, as a refusal begins."""
        return f"the {self.player} army has the turn"

    def unit(self, name: str) -> UnitSoFar:
        """What a unit has done in the turn: nothing, of one that is not in it."""
        return self.units.get(name, UnitSoFar())


@attrs.frozen
class Once:
    """What is done once a turn: `said` says so of it in the past, "the initiative was drawn".

    Under the answers of `of_each`, which may be none, it is done once for each formation that can
    act this turn; `and_generals` for each general beside theirs as well. Where `by_name` says what
    they are, "each brigade", a side does it for each of its own: "the morale of {whose} was
    checked".
    """

    said: str
    source: str
    of_each: Mapping[str, str] | None = None
    and_generals: bool = False
    by_name: str = ""

    def held(self, asked: ActionTaken, turn: TurnSoFar) -> Iterator[Held]:
        """That it was done as often as a turn has it, or of this formation already."""
        alike = [one for one in turn.once if one.action == asked.action]
        done = [one for one in alike if not self.by_name or one.side == asked.side]
        own = [one for one in done if self.by_name and one.formation == asked.formation != ""]
        most, answers = 1, {**asked.answers, **turn.rules}
        if self.of_each is not None and self.of_each.items() <= answers.items():
            most = turn.formations + (turn.generals if self.and_generals else 0)
        if own or len(done) >= most:
            last = (own or done)[-1].number
            said = self.said.format(whose=asked.formation if own else self.by_name)
            yield Held(f"{said} this turn (entry {last})", self.source, last)


class TurnLaw:
    """What the text of a system says of turns. This one says nothing: a unit acts as it likes.

    `alternates` says that each side has turns of its own, one after another, so that each begins by
    itself; `phases` are the parts of a turn in order, none of which comes back, with the keys of
    the actions that belong to each, and `phases_source` says so. On the actions whose keys stand
    `aside` no unit spends its own. `source` is the section by which a unit takes one action a turn,
    and what its result permits; `once` what is done once a turn, by the key of the action. `at_end`
    says what becomes of a unit when the turn ends, by the key of the action that it took, and
    `counts` what a side has more or less of by one, of which the rules keep no account. `began`
    names the fields that ask what a target had when the turn began, by the keys of the unit's form.
    """

    alternates: ClassVar[bool] = False
    phases: ClassVar[Mapping[str, Collection[str]]] = {}
    phases_source: ClassVar[str] = ""
    aside: ClassVar[frozenset[str]] = frozenset()
    source: ClassVar[str] = ""
    once: ClassVar[Mapping[str, Once]] = {}
    began: ClassVar[Mapping[str, str]] = {}
    at_end: ClassVar[Mapping[str, Callable[[ActionTaken], Mapping[str, str]]]] = {}
    counts: ClassVar[Mapping[str, Callable[[ActionTaken], Mapping[str, int]]]] = {}

    def permits(self, taken: ActionTaken, tables: Tables) -> Iterable[Permission]:
        """What a ruling lets its unit still do this turn."""
        return [Permission(key) for key in taken.may]

    def out_of_turn(self, taken: ActionTaken) -> bool:
        """Whether an action is taken in the enemy's turn."""
        return False

    def shows_whose(self, taken: ActionTaken) -> bool:
        """Whether an action is taken by the side alone whose turn it is."""
        return self.phase_of(taken) is not None

    def follows(self, turn: TurnSoFar, unit: str) -> Mapping[str, str]:
        """What answers follow from what a side has done, for its unit about to act, "" for none."""
        return {}

    def initiative(self, turn: TurnSoFar, sides: Mapping[str, str]) -> str:
        """The key of the side that has the initiative, as far as it was drawn. `sides` are the
        roles of all by their keys."""
        return ""

    def phase(self, turn: TurnSoFar) -> str:
        """The phase that a side is in, by what it last did."""
        places = [n for one in turn.actions if (n := self.phase_of(one)) is not None]
        return list(self.phases)[places[-1]] if places else ""

    def aimed(self, turn: TurnSoFar, target: str, tables: Tables) -> Mapping[str, str]:
        """What answers follow of a target, from what this side has done to it this turn."""
        return {}

    def forbids(self, turn: TurnSoFar, asked: ActionTaken, tables: Tables) -> Iterable[Held]:
        """What else the text forbids now."""
        return ()

    def left(self, turn: TurnSoFar, tables: Tables) -> str:
        """What a side has left of its turn, in a few words, where its units do not act in turn."""
        return ""

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
            yield from once.held(asked, turn)
        yield from self._out_of_phase(turn, asked)
        yield from self.forbids(turn, asked, tables)

    def phase_of(self, taken: ActionTaken) -> int | None:
        """The place of the phase that an action belongs to; None for one of any phase."""
        places = (n for n, keys in enumerate(self.phases.values()) if taken.action in keys)
        return next(places, None)

    def _out_of_phase(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That the enemy's turn has no such phase for this side, or that a later one has begun."""
        if (place := self.phase_of(asked)) is None:
            return
        names = list(self.phases)
        if turn.is_the_enemy_s:
            text = f"{turn.whose}, and its {names[place]}"
            yield Held(text, self.phases_source)
        later = [one for one in turn.actions if (self.phase_of(one) or 0) > place]
        if later:
            now, over = names[self.phase_of(later[0]) or 0], names[place]
            text = f"the {now} has begun (entry {later[0].number}): the {over} is over"
            yield Held(text, self.phases_source, later[0].number)

    def acted(self, turn: TurnSoFar, asked: ActionTaken) -> Iterator[Held]:
        """That a unit has acted, where it takes one action a turn and nothing permits another."""
        unit = turn.unit(asked.unit)
        if not (unit.acted and self.source):
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
