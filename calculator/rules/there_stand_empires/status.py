"""What a combat effect does to a unit: markers, lost bases, retreats, removal (V)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final, NamedTuple, Self

import attrs

from calculator.conditions import Worked, where
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.rules.action import MOVED
from calculator.rules.modifiers import Modifier, Stage, in_force
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET
from calculator.rules.there_stand_empires.terms import State


class Removal(Word):
    """Whether and why a unit leaves the table, in order of gravity, and what is done then."""

    STAYS = "stays"
    SURRENDERED = "surrendered", "surrender, with no way to go back: remove the unit"
    DESTROYED = "destroyed", "have lost half the bases or more: remove the unit from play"
    BROKEN = "broken", "break: remove the unit from play"
    CAPTURED = "captured", "are captured: remove the unit, or hand it to its captors"


class Unit(NamedTuple):
    """What of a unit decides how it takes a blow; `starting_bases` left open are as now.

    `worsens` and `may_be_destroyed` say that the rules of two disorders and of lost bases count,
    `unbroken` that no result breaks it.
    """

    state: State
    bases: int
    starting_bases: int | None
    retreat_blocked: bool = False
    captured_by_defeat: bool = False
    worsens: bool = True
    may_be_destroyed: bool = True
    unbroken: bool = False

    @property
    def fatal_loss(self) -> int:
        """Bases whose loss leaves half of those it began with, or fewer (V)."""
        return self.bases - (self.starting_bases or self.bases) // 2


NEAR, FAR = 1, 2
"""How far a unit goes back, by one of two tabled distances."""


class Blow(NamedTuple):
    """An effect as a ladder has it, before the condition of the unit is looked at. `marker` is the
    disorder or demoralization dealt, `back` whether it goes back `NEAR` or `FAR`."""

    marker: State = State.OK
    bases: int = 0
    back: int = 0
    breaks: bool = False


UNHARMED: Final = Blow()


class Rung(Word):
    """A rung of a ladder of combat, with what comes of it: how far an assault gets, and the blows
    that are dealt."""

    ends: tuple[Any, ...]

    def __new__(cls, word: str, *ends: Any) -> Self:
        made = object.__new__(cls)
        made._value_, made.meaning, made.ends = word, "", ends
        return made


@attrs.frozen(cache_hash=True)
class Fate:
    """What becomes of a unit. `state` is its status afterwards, `marked` whether that is news,
    `back` the inches that it retreats. A unit that is removed keeps nothing but the reason."""

    state: State
    marked: bool = False
    bases_lost: int = 0
    back: int = 0
    removal: Removal = Removal.STAYS

    @property
    def removed(self) -> bool:
        """Whether the unit leaves the table."""
        return self.removal is not Removal.STAYS

    @property
    def beaten(self) -> bool:
        """Whether the unit is driven back or removed."""
        return self.removed or self.back > 0

    @property
    def harmed(self) -> bool:
        """Whether anything happened to the unit at all."""
        return self.beaten or self.marked or self.bases_lost > 0

    @property
    def disordered(self) -> bool:
        """Whether the unit is disordered or worse."""
        return self.removed or self.state is not State.OK

    @property
    def demoralized(self) -> bool:
        """Whether the unit is demoralized or worse."""
        return self.removed or self.state is State.DEMORALIZED

    @property
    def lost_bases(self) -> bool:
        """Whether the unit lost bases, or all of them."""
        return self.removed or self.bases_lost > 0

    @property
    def gravity(self) -> tuple[int, ...]:
        """What fates are ordered by, the mildest first."""
        return self.removal.rank, self.bases_lost, self.state.rank, self.back

    @property
    def gone(self) -> str:
        """How the unit left the table, in a word; empty if it is still there."""
        return self.removal.label if self.removed else ""

    def left(self, bases: int, **more: str) -> Mapping[str, str] | None:
        """What a unit that had so many bases has after this, and `more`; None if it has left the
        table. One that retreats has left its ground.
        """
        if self.removed:
            return None
        moved = MOVED if self.back else {}
        return {"state": self.state.value, "bases": str(bases - self.bases_lost), **moved, **more}

    def summary(self, driven: str) -> str:
        """The fate in a few words, such as "thrown back 6 inches, demoralized, 1 base lost".
        `driven` says how a unit goes back: "falls back", "thrown back"."""
        if self.removed:
            return self.removal.label
        parts = [f"{driven} {self.back} inches"] if self.back else []
        if self.marked:
            parts.append(self.state.label)
        if self.bases_lost:
            parts.append(f"{counted(self.bases_lost, 'base')} lost")
        return ", ".join(parts) or "no effect"


def struck(unit: Unit, blow: Blow, retreats: Sequence[int]) -> Fate:
    """What `blow` does to `unit`; `retreats` are the inches that it goes back, near and far.

    Two disorders demoralize, and the demoralized stay so; half or more of the starting bases lost
    is destruction; who must retreat and cannot surrenders (V).
    """
    if removal := _removal(unit, blow):
        return Fate(State.OK, removal=removal)
    state = max(unit.state, blow.marker, key=attrgetter("rank"))
    if unit.worsens and State.OK not in {unit.state, blow.marker}:
        state = State.DEMORALIZED
    return Fate(state, state is not unit.state, blow.bases, (0, *retreats)[blow.back])


def _removal(unit: Unit, blow: Blow) -> Removal | None:
    if unit.captured_by_defeat and (blow.back or blow.breaks):
        return Removal.CAPTURED
    if blow.breaks and not unit.unbroken:
        return Removal.BROKEN
    if blow.bases and unit.may_be_destroyed and blow.bases >= unit.fatal_loss:
        return Removal.DESTROYED
    if blow.back and unit.retreat_blocked:
        return Removal.SURRENDERED
    return None


suffers: Final = Stage("combat effects", "V").modifier


class Harm:
    """What section V has come of a blow to one of the units of a form: effects that the law asks,
    each by what it says of a `Unit`.

    The attributes of the unit begin with `prefix`; a blow costs it `most` bases at most.
    """

    def __init__(self, who: str, gains: str, prefix: str, most: int, **more: Modifier[Any]) -> None:
        state = f"{prefix or 'actor_'}state"
        counts = f"{prefix}bases", f"{prefix}starting_bases"
        self._answers = attrgetter(state, *counts)
        self._effects = {
            "worsens": suffers(
                f"the {who} is {{{state}}} already: further disorder leaves it demoralized",
                ~where(state, State.OK),
                side=gains,
            ),
            "may_be_destroyed": suffers(
                lambda form: (
                    f"losing {counted(self._unit(form).fatal_loss, 'base')} destroys the {who}"
                ),
                Worked(
                    lambda form, _: self._unit(form).fatal_loss <= most,
                    counts,
                    f"the {who} has lost nearly half of the bases that it began with",
                ),
                side=gains,
            ),
            **more,
        }
        self.modifiers = tuple(self._effects.values())

    def _unit(self, form: Any, **taking: bool) -> Unit:
        state, bases, starting_bases = self._answers(form)
        return Unit(state, bases, starting_bases, **taking)

    @lru_cache(maxsize=256)  # noqa: B019 - there are three in all
    def suffering(self, form: Any, tables: Tables) -> Unit:
        """The unit of a form as it takes a blow."""
        taking = {name: one.holds(form, tables) for name, one in self._effects.items()}
        return self._unit(form, **taking)


RETREAT_BLOCKED: Final = suffers(
    "the target cannot go back: it surrenders if it must", where("retreat_blocked"), side=ACTOR
)
UNBROKEN: Final = suffers(
    "the target is demoralized already, and no result breaks it",
    where("target_state", State.DEMORALIZED) & ~in_force("demoralized.break"),
    side=TARGET,
)
of_target: Final = partial(
    Harm, "target", ACTOR, "target_", 2, retreat_blocked=RETREAT_BLOCKED, unbroken=UNBROKEN
)
"""The harm to a unit that is fired at or assaulted, with what else it suffers by."""


def refuse_demoralized(state: State) -> Iterator[Refusal]:
    """What forbids a demoralized unit any action but to regroup."""
    if state is State.DEMORALIZED:
        yield Refusal("A demoralized unit may do nothing but regroup", "III.B, V")


def fate_steps(whom: str, before: State, fate: Fate, source: str) -> Iterator[str]:
    """What to do with a unit's figures and markers. `whom` is a plural that begins a sentence ("The
    defenders"), `source` what they go back from."""
    if fate.removed:
        yield f"{whom} {fate.removal.meaning}."
        return
    if fate.bases_lost:
        lost = counted(fate.bases_lost, "base")
        yield f"{whom} lose {lost}: remove {'it' if fate.bases_lost == 1 else 'them'} now."
    if fate.back:
        yield (
            f"{whom} go back {fate.back} inches, as straight away from {source} as possible, "
            "within 45 degrees of the rear; formation and facing stay."
        )
    if fate.marked:
        marker = "disorder" if fate.state is State.DISORDERED else "demoralization"
        place = "replace the disorder marker with" if before is State.DISORDERED else "place"
        yield f"{whom} are now {fate.state.label}: {place} a {marker} marker."
