"""Ranks and frontage: how the platoons of a battalion stand, from its formation and base size, and
what ground they sweep with their fire (Shoot Action, 1).

Lengths are in half millimetres, so that the middle of any row is a whole number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import attrs

from calculator.errors import Refusal
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.terms import Contact, Formation, Troops

Span: TypeAlias = tuple[int, int]


def ranks(battalion: Battalion, platoons: int) -> tuple[int, ...]:
    """Platoons in each rank of its formation, front first, when it has `platoons` left: as equal as
    can be, the front ones stronger (Formations, Unequal Ranks), though the Centre Platoon of a
    square may stand alone in front."""
    depths = {
        Formation.DOUBLE_LINE: 2,
        Formation.MARCH_COLUMN: platoons,
        Formation.ATTACK_COLUMN: 4 if battalion.card.troops is Troops.LIGHT else 3,
        Formation.SQUARE: 3,
    }
    square = battalion.formation is Formation.SQUARE and platoons > 1
    alone = square and bool(battalion.card.tables.points("square.centre-alone"))
    platoons -= alone
    depth = min(depths.get(battalion.formation, 1), platoons)
    full, over = divmod(platoons, depth)
    return (*((1,) * alone), *(full + (rank < over) for rank in range(depth)))


@attrs.frozen
class Front:
    """How a battalion stands before an enemy: rows of platoons, the nearest first, the places of
    platoons, from flank to flank and from near side to rear, and whether those of a row stand
    `apart`, in open order."""

    rows: tuple[int, ...]
    places: list[tuple[Span, int, int]]
    apart: bool

    @property
    def length(self) -> int:
        """The whole frontage."""
        left, right = self.reach
        return right - left

    @property
    def reach(self) -> Span:
        """From where to where the nearest row stands."""
        return self.spans[0][0], self.spans[-1][1]

    @cached_property
    def spans(self) -> list[Span]:
        """From where to where each platoon of the nearest row stands."""
        return [span for span, *_ in self.places[: self.rows[0]]]

    @property
    def blocks(self) -> list[Span]:
        """The ground it covers: all of its length in close order, else that of each platoon."""
        return self.spans if self.apart else [self.reach]


@lru_cache(maxsize=4096)
def front_of(battalion: Battalion, platoons: int, centre: int = 0) -> Front:
    """The side of a battalion with `platoons` left that meets the enemy, its middle at `centre`:
    its front or, in the flank, its files, for then it stands end on, its ranks side by side."""
    width, depth = (2 * size for size in battalion.card.base)
    rows, apart = ranks(battalion, platoons), battalion.formation is Formation.SKIRMISH_LINE
    pitch, step = width * (1 + apart), depth
    if battalion.contact is Contact.FLANK:
        rows = tuple(sum(rank > file for rank in rows) for file in range(max(rows)))
        width, depth, pitch, step, apart = depth, width, depth, pitch, False
    elif battalion.contact is Contact.REAR:
        rows = rows[::-1]
    lefts = [centre - (pitch * (number - 1) + width) // 2 for number in rows]
    places = [
        ((left + place * pitch, left + place * pitch + width), row * step, row * step + depth)
        for row, left in enumerate(lefts)
        for place in range(rows[row])
    ]
    return Front(rows, places, apart)


def overlap(one: Span, other: Span) -> int:
    """How much of one span lies across from the other."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


class Dice(NamedTuple):
    """The dice one battalion rolls against another, by the number each needs."""

    front: int = 0
    flank: int = 0

    @property
    def rolled(self) -> list[tuple[int, str]]:
        """How many dice are rolled on which number of the card."""
        both = zip(self, ("strike-front", "strike-flank"), strict=True)
        return [(dice, number) for dice, number in both if dice]


class Lineup:
    """Chargers and those whom they charge as they met, or several of both, each `apart`."""

    def __init__(
        self, battalions: Sequence[Battalion], *apart: tuple[Sequence[int], Sequence[int]]
    ) -> None:
        self.battalions = battalions
        self._deep = battalions[0].card.tables.is_so("melee.second-rank")
        self.centres = dict(at for both in apart for side in both for at in self._abreast(side))
        """Where the middle of each battalion stands, in half millimetres from that of its side."""
        reach = {one: self._front(one, battalions[one].platoons).reach for one in self.centres}
        enemies = {one: n for both in apart for side, n in (both, both[::-1]) for one in side}
        met = {
            one: [other for other in others if overlap(reach[one], reach[other])]
            or [self._nearest(one, others)]
            for one, others in enemies.items()
        }
        self.contacts: Mapping[int, tuple[int, ...]] = {
            one: tuple(other for other in others if other in met[one] or one in met[other])
            for one, others in enemies.items()
        }
        """The enemies that each battalion was in contact with when the charge went in: those across
        from it or, where nobody is, the nearest."""
        self._known: dict[tuple[int, ...], dict[int, Dice]] = {}

    def dice_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        """The dice that one battalion rolls against each of those it is in contact with; `platoons`
        are what each has left, 0 of those that no longer fight."""
        key = (one, platoons[one], *(platoons[other] for other in self.contacts[one]))
        if key not in self._known:
            self._known[key] = self._strikes_of(one, platoons)
        return self._known[key]

    def _abreast(self, side: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where the middle of each battalion stands; 0 is the middle of those not just clipped."""
        battalions = [self.battalions[one] for one in side]
        lengths = [front_of(battalion, battalion.platoons).length for battalion in battalions]
        edges = list(accumulate(lengths, initial=0))
        met = [place for place, one in enumerate(battalions) if one.contact is not Contact.CLIPPED]
        met = met or [*range(len(battalions))]
        middle = (edges[met[0]] + edges[met[-1] + 1]) // 2
        for one, left, right in zip(side, edges, edges[1:], strict=False):
            yield one, (left + right) // 2 - middle

    def _front(self, one: int, platoons: int) -> Front:
        return front_of(self.battalions[one], platoons, self.centres[one])

    def _nearest(self, one: int, others: Sequence[int]) -> int:
        return min(others, key=lambda other: abs(self.centres[one] - self.centres[other]))

    def _strikes_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        enemies = [other for other in self.contacts[one] if platoons[other]]
        if not enemies or not platoons[one]:
            return {}
        battalion, front = self.battalions[one], self._front(one, platoons[one])
        covered = {other: self._front(other, platoons[other]).blocks for other in enemies}
        facing = [_opposite(span, covered) for span in front.spans]
        rolling = [target for target in _with_neighbours(facing) if target is not None]
        second = sum(front.rows[1:2]) if self._deep and not battalion.charges else 0
        behind = [target for target in facing if target is not None][:second]
        rolling = rolling or [self._nearest(one, enemies)]
        if battalion.fighting is not None:
            in_front = min(battalion.fighting, len(front.spans))
            more = min(battalion.fighting, platoons[one]) - in_front if behind else 0
            target = max(rolling, key=rolling.count)
            rolling, behind = [target] * in_front, [target] * more
        turned = len(rolling) if battalion.flanked else battalion.corner
        rolling, behind = rolling[turned:], rolling[:turned] + behind
        dice = {enemy: Dice(rolling.count(enemy), behind.count(enemy)) for enemy in enemies}
        return {enemy: rolled for enemy, rolled in dice.items() if any(rolled)}


def _opposite(span: Span, covered: Mapping[int, list[Span]]) -> int | None:
    """The enemy battalion directly in front of a platoon: the one it has most of before it."""
    most = {enemy: max(overlap(span, one) for one in blocks) for enemy, blocks in covered.items()}
    opposite = max(most, key=lambda enemy: most[enemy])
    return opposite if most[opposite] else None


def _with_neighbours(facing: Sequence[int | None]) -> list[int | None]:
    """Platoons beside one that faces an enemy fight the same enemy."""
    beside = zip(facing, [*facing[1:], None], [None, *facing[:-1]], strict=True)
    return [next((one for one in each if one is not None), None) for each in beside]


def counting_refusals(battalion: Battalion) -> Iterator[Refusal]:
    """Why so many platoons as a player counted cannot strike, be struck on a corner, or cross."""
    most, where = battalion.platoons, ""
    if battalion.charges:
        most, where = ranks(battalion, most)[0], f" in its front rank in {battalion.formation}"
    shown = front_of(battalion, battalion.platoons).rows[0]
    corner, crossing = "4. Melee, Enemy Rolls to Hit", "Cavalry Charging through Terrain"
    for count, at_most, cannot, of, source in (
        (battalion.fighting or 0, most, "fight", where, "4. Melee"),
        (battalion.corner, shown, "be struck on a corner", " before the enemy", corner),
        (battalion.crossing, battalion.platoons, "charge through terrain", "", crossing),
    ):
        if count > at_most:
            has = f"it has {counted(at_most, 'platoon')}{of}, so 0 to {at_most} can"
            problem = f"{counted(count, 'platoon')} of {battalion} cannot {cannot}: {has}"
            yield Refusal(problem, f"Charge Action, {source}")


HALF_MILLIMETRES: Final = 50
"""In an inch of the rules, who write 2 inches as 5 centimetres."""


def swept(
    shooter: Battalion, target: Battalion, left: int, ends: tuple[Fraction, Fraction], corners: bool
) -> int:
    """How many of a target's platoons `left` stand in the ground that a battalion sweeps with fire.

    `ends` are where it stands and where the ground ends, in inches from the shooters; with
    `corners` the ground widens along the diagonals of a square's. Of platoons that begin before the
    ground ends, any part must stand between its flanks.
    """
    near, far = (int(HALF_MILLIMETRES * inches) for inches in ends)
    within = [
        (span, min(near + rear, far))
        for span, front, rear in front_of(target, left).places
        if near + front <= far
    ]
    if shooter.skirmishes:
        return min(shooter.platoons, len(within))
    half = front_of(shooter, shooter.platoons).length // 2
    flanks = [(span, half + end * corners) for span, end in within]
    return sum(start < flank and end > -flank for (start, end), flank in flanks)
