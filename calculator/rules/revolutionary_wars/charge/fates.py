"""Where a charge stands, what can come of it, and what it leaves of every battalion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeVar

import attrs

from calculator.chance.procedure import Course
from calculator.kinds import Word
from calculator.rules.action import MOVED, Aftermath, Measure, Outcome
from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.terms import Formation, Order

T = TypeVar("T")


class End(Word):
    """How a battalion's part in a charge ended, as a sentence about it and the odds say it."""

    UNTOUCHED = "untouched", "not reached"
    STANDS = "stands", "stands"
    PURSUED = "pursued", "pursues"
    BROKE_THROUGH = "broke-through", "breaks through"
    BROKE = "broke-and-ran", "breaks and runs"
    OVERRUN = "overrun", "is overrun"
    CHASED_OFF = "chased-off-the-table", "chases the enemy off the table"
    DESTROYED = "destroyed", "breaks and is destroyed"
    WIPED_OUT = "wiped-out", "is wiped out"

    @property
    def in_short(self) -> str:
        """The one word that matters most of it."""
        if self in {End.UNTOUCHED, End.OVERRUN}:
            return self.meaning
        return "destroyed" if self in LOST else "runs" if self in BROKEN else "stands"


LOST: Final = frozenset({End.CHASED_OFF, End.DESTROYED, End.WIPED_OUT})
"""Ends that take a battalion off the table."""

BROKEN: Final = frozenset({End.BROKE_THROUGH, End.BROKE, End.OVERRUN, End.DESTROYED})
"""Ends of those who failed, or chose not to try, to stand and fight."""

BEATEN: Final = LOST | BROKEN

IN_ORDER: Final = frozenset({End.STANDS, End.PURSUED})
"""Ends that leave a battalion in an order of its own."""

ONWARD: Final = frozenset({End.PURSUED, End.BROKE_THROUGH})
"""Ends that take a battalion on, into whoever stands beyond the enemy."""


class Stage(Word):
    """What a step of a charge is about."""

    START = "start"
    FIRST_FIRE = "first-fire"
    REACTION = "reaction"
    CROSSING = "crossing"
    CHARGE = "charge"
    RUN_INTO = "run-into"
    BEYOND = "beyond"


class DestroyedBy(Word):
    """What makes an end of a battalion that has broken."""

    SHATTERED = "shattered", "it was Shattered when it broke"
    RAN_OFF = "ran-off", "it has fled the battle"
    CAUGHT = "caught", "its pursuer caught it"
    SCATTERED = "scattered", "too few of its platoons kept together"


class Destruction(NamedTuple):
    """How a broken battalion was destroyed: how it had broken, by what, and who caught it."""

    broke: End
    by: DestroyedBy
    catchers: tuple[int, ...] = ()


class BattalionState(NamedTuple):
    """What is left of a battalion: `end` is None while it fights, `platoons` 0 once these no longer
    matter to the odds asked for; it may have `pursued` to where it is, and `destroyed` says how it
    was destroyed, where that is asked."""

    platoons: int
    order: Order
    end: End | None = None
    pursued: bool = False
    destroyed: Destruction | None = None

    @property
    def fights(self) -> bool:
        """Whether it is still charging or being charged."""
        return self.end is None

    @property
    def disordered(self) -> BattalionState:
        """The same in disorder."""
        return self._replace(order=self.order.disordered)

    def fate(self, counted: bool = True) -> Fate:
        """How the charge leaves it, with its platoons if they are `counted`; who fights stands."""
        return Fate(self.end or End.STANDS, self.order, self.platoons if counted else None)

    @property
    def broke(self) -> End | None:
        """How it broke, if it did, though it was destroyed as it ran."""
        return self.destroyed.broke if self.destroyed else self.end if self.end in BROKEN else None


def standing(platoons: int, order: Order) -> BattalionState:
    """A battalion that fights on, unless none of its platoons are left."""
    return BattalionState(platoons, order, None if platoons else End.WIPED_OUT)


WIPED_OUT: Final = standing(0, Order.SHATTERED)

FORGOTTEN: Final = BattalionState(0, Order.SOLID, End.STANDS)
"""A battalion whose part has ended, where nobody asks how."""

ELSEWHERE: Final = BattalionState(-1, Order.SOLID, End.UNTOUCHED)
"""A battalion of which another part of the charge decides: less than any other state."""


class Fight(NamedTuple):
    """A charge between two steps: every battalion, chargers first, whether those who still fight
    have stood and strike in `melee` next, whether a melee has been `fought`, so that there is no
    more shock, and whether the enemy has `reacted` as it chose in an exchange."""

    states: tuple[BattalionState, ...]
    melee: bool = False
    fought: bool = False
    reacted: bool = False


def losses(
    everyone: Sequence[Battalion],
    before: Sequence[BattalionState],
    after: Sequence[BattalionState],
    where: str = "from the flanks",
    whole: str = "it is wiped out",
) -> Iterator[str]:
    """Platoons lost, then the marks of those who are disordered."""
    disordered: dict[Order, list[str]] = {Order.SHAKEN: [], Order.SHATTERED: []}
    for one, was, now in zip(everyone, before, after, strict=True):
        if now.end is End.WIPED_OUT and was.fights:
            yield f"Remove {one} from the table: {whole}"
        elif lost := was.platoons - now.platoons:
            yield f"Remove {counted(lost, 'platoon')} {where} of {one}, {now.platoons} left"
        if now.order is not was.order and now.end is not End.WIPED_OUT:
            disordered[now.order].append(str(one))
    yield from (f"Mark {series(marked)} {order}" for order, marked in disordered.items() if marked)


IN_TERRAIN: Final = ("in the terrain", "none came across")
"""How `losses` tells of those who charge through terrain."""


def is_over(fight: Fight) -> bool:
    """Whether no battalion fights any more."""
    return None not in [state.end for state in fight.states]


def together(parts: tuple[Fight, ...]) -> Fight:
    """The whole charge from its parts, each of which knows the battalions of no other."""
    states = tuple(map(max, *[part.states for part in parts]))
    return Fight(states, any(one.melee for one in parts), any(one.fought for one in parts))


@attrs.frozen(cache_hash=True)
class Fate:
    """How a charge leaves one battalion; `platoons` is None where they are not counted."""

    end: End
    order: Order
    platoons: int | None = None

    def __str__(self) -> str:
        words = f"{self.end.meaning}, {self.order}" if self.end in IN_ORDER else self.end.meaning
        are_counted = self.platoons is not None and self.end not in LOST
        return f"{words}, {self.platoons} left" if are_counted else words


class ChargeOutcome(Outcome):
    """The fate of every battalion in a charge, and of the fresh ones that they ran into, if any."""

    chargers: tuple[Fate, ...]
    enemies: tuple[Fate, ...]
    fresh: Fate | None = None
    further_fresh: tuple[Fate, ...] = ()

    @property
    def all_fresh(self) -> tuple[Fate, ...]:
        """The fates of all fresh battalions."""
        return (*([self.fresh] if self.fresh else []), *self.further_fresh)

    @property
    def everyone(self) -> tuple[Fate, ...]:
        """All fates, in the order in which battalions are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *self.all_fresh)

    @property
    def label(self) -> str:
        met = (named for named in self._named if named[1].end is not End.UNTOUCHED)
        return "; ".join(f"{name} {fate}" for name, fate in met)

    @property
    def fates(self) -> tuple[tuple[str, str], ...]:
        """What becomes of each battalion, and of its platoons if counted."""
        ends = [(name, fate.end.meaning) for name, fate in self._named]
        left = ((f"{name}, platoons left", fate.platoons) for name, fate in self._named)
        return (*ends, *((name, str(platoons)) for name, platoons in left if platoons is not None))

    @property
    def in_short(self) -> tuple[tuple[str, str], ...]:
        """Of each battalion whether it stands, runs or is destroyed."""
        return tuple((name, fate.end.in_short) for name, fate in self._named)

    @property
    def _named(self) -> list[tuple[str, Fate]]:
        return list(by_name(self.chargers, self.enemies, self.all_fresh))

    @property
    def severity(self) -> tuple[tuple[int, ...], ...]:
        """From the mildest to the gravest for the enemy."""
        enemies, fresh, chargers = sides = [
            [(one.end.rank, one.order.rank, -(one.platoons or 0)) for one in side]
            for side in (self.enemies, self.all_fresh, self.chargers)
        ]
        in_all, beyond, own = (tuple(map(sum, zip(*side, strict=True))) for side in sides)
        milder, *each = (tuple(-points for points in one) for one in (own, *chargers))
        return (in_all, beyond, milder, *enemies, *each, *fresh)


class ChargeInFull(NamedTuple):
    """All that became of every battalion: the `outcome` with platoons counted, as it is `listed` in
    the odds asked for, and its `course`, by states."""

    outcome: ChargeOutcome
    listed: ChargeOutcome
    course: Course[Stage, Fight]


def by_name(
    chargers: Sequence[T], enemies: Sequence[T], fresh: Sequence[T]
) -> Iterator[tuple[str, T]]:
    """What is known of each battalion, the enemy's first: "charger", or of several "charger 1"."""
    for side, each in (("enemy", enemies), ("charger", chargers), ("fresh enemy", fresh)):
        for place, one in enumerate(each, 1):
            yield side if len(each) == 1 else f"{side} {place}", one


def by_words(side: str) -> tuple[str, ...]:
    """By which words odds speak of the only battalion of a side, as `by_name` calls it."""
    return (side, *(f"{one} {side}" for one in ("the", "every", "some")))


GONE: Final = {
    End.OVERRUN: "overrun",
    End.CHASED_OFF: "left the table in pursuit",
    End.DESTROYED: "destroyed",
    End.WIPED_OUT: "wiped out",
}
"""How a battalion has left the battle; overrun guns are out of it until they are recovered."""


def left_by(
    actor: Fate | None = None, target: Fate | None = None, *, moved: bool = True, **more: Any
) -> Aftermath:
    """What is left of a battalion, which has `moved`, of its target, and what is `more`."""
    if actor:
        more |= {"actor": left_of(actor, moved=moved), "actor_gone": GONE.get(actor.end, "")}
    if target:
        more |= {"target": left_of(target), "target_gone": GONE.get(target.end, "")}
    return Aftermath(**more)


def left_of(fate: Fate, *, moved: bool = False) -> Mapping[str, str] | None:
    """What is new of a battalion; None if it is out of the battle."""
    if fate.end in GONE:
        return None
    if fate.end is End.UNTOUCHED:
        return {}
    left = {"order": fate.order.value}
    if fate.platoons is not None:
        left["platoons"] = str(fate.platoons)
    if fate.end is End.BROKE:
        left["formation"] = Formation.ATTACK_COLUMN.value
    return left | MOVED if moved or fate.end in {*ONWARD, End.BROKE} else left


def _ends(
    side: str, ends: Collection[End], how_many: Callable[[Iterable[bool]], bool] = all
) -> Callable[[ChargeOutcome], bool]:
    """That every battalion of a side, or `how_many` else, ends in one of these ways."""
    return lambda outcome: how_many(fate.end in ends for fate in getattr(outcome, side))


MEASURES: Final[tuple[Measure[ChargeOutcome], ...]] = (
    Measure("enemy-breaks", "every enemy breaks or is lost", _ends("enemies", BEATEN)),
    Measure("enemy-destroyed", "every enemy is destroyed or overrun", _ends("enemies", set(GONE))),
    Measure("chargers-break", "every charger breaks or is lost", _ends("chargers", BEATEN)),
    Measure("chargers-destroyed", "every charger is destroyed", _ends("chargers", LOST)),
    Measure(
        "pursues", "some charger pursues", _ends("chargers", {End.PURSUED, End.CHASED_OFF}, any)
    ),
)


class Detail(IntEnum):
    """How much of a battalion is kept once its part has ended: for odds no more than they list, so
    that equal ends merge, for a result everything."""

    FATES = 0
    PLATOONS = 1
    EVERYTHING = 2
