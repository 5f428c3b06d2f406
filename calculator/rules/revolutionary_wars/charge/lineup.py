"""Who strikes whom: the fronts of both sides laid against each other.

Battalions of a side stand side by side in the order in which they are named. The middle of the
chargers faces the middle of those they made positive contact with; who was only clipped stands
beside. From base sizes and ranks it follows which platoons have an enemy directly in front of them
(Charge Action, 4. Melee). Casualties come off the flanks, so each battalion keeps its centre where
it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.frontage import Front, Span, front_of, overlap


class Dice(NamedTuple):
    """The dice one battalion rolls against another, by the number each needs."""

    front: int = 0
    flank: int = 0

    @property
    def rolled(self) -> list[tuple[int, str]]:
        """How many dice are rolled on which number of the card."""
        both = ((self.front, "strike-front"), (self.flank, "strike-flank"))
        return [(dice, number) for dice, number in both if dice]


class Lineup:
    """Both sides of a charge as they met; `both_charge` when the enemy countercharged."""

    def __init__(
        self,
        battalions: Sequence[Battalion],
        chargers: Sequence[int],
        defenders: Sequence[int],
        both_charge: bool = False,
    ) -> None:
        self.chargers = chargers
        self.defenders = defenders
        self._battalions = battalions
        self._enemies = dict.fromkeys(chargers, defenders) | dict.fromkeys(defenders, chargers)
        second_rank = battalions[0].card.tables.is_so("melee.second-rank")
        deep = second_rank and not both_charge
        self._front_rank_only = set(chargers) | (set() if deep else set(defenders))
        self.centres = self._abreast(chargers) | self._abreast(defenders)
        """Where the middle of each battalion stands, in half millimetres from that of its side."""
        meeting = self._meeting()
        self.contacts: Mapping[int, tuple[int, ...]] = {
            one: tuple(other for other in others if (one, other) in meeting)
            for one, others in self._enemies.items()
        }
        """The enemies that each battalion was in contact with when the charge went in."""
        self._known: dict[tuple[int, ...], dict[int, Dice]] = {}

    def dice(self, platoons: Sequence[int]) -> dict[tuple[int, int], Dice]:
        """The dice that each battalion rolls against each, by (striker, target).

        `platoons` counts what each battalion has left, 0 for those that no longer fight.
        """
        return {
            (one, target): dice
            for one in self._enemies
            for target, dice in self.dice_of(one, platoons).items()
        }

    def dice_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        """The dice that one battalion rolls against each of those it is in contact with."""
        key = (one, platoons[one], *(platoons[other] for other in self.contacts[one]))
        if key not in self._known:
            self._known[key] = self._strikes_of(one, platoons)
        return self._known[key]

    def _abreast(self, side: Sequence[int]) -> dict[int, int]:
        """Where the middle of each battalion stands; 0 is the middle of those not just clipped."""
        battalions = [self._battalions[one] for one in side]
        lengths = [front_of(battalion, battalion.platoons).length for battalion in battalions]
        edges = list(accumulate(lengths, initial=0))
        met = [place for place, one in enumerate(battalions) if not one.clipped]
        met = met or [*range(len(battalions))]
        middle = (edges[met[0]] + edges[met[-1] + 1]) // 2
        return {one: (edges[i] + edges[i + 1]) // 2 - middle for i, one in enumerate(side)}

    def _front(self, one: int, platoons: int) -> Front:
        return front_of(self._battalions[one], platoons, self.centres[one])

    def _meeting(self) -> set[tuple[int, int]]:
        """Who stands across from whom; a battalion across from nobody meets the nearest enemy."""
        found: set[tuple[int, int]] = set()
        fronts = {one: self._front(one, self._battalions[one].platoons) for one in self._enemies}
        for one, others in self._enemies.items():
            across = [other for other in others if overlap(fronts[one].reach, fronts[other].reach)]
            for other in across or [self._nearest(one, others)]:
                found |= {(one, other), (other, one)}
        return found

    def _nearest(self, one: int, others: Sequence[int]) -> int:
        return min(others, key=lambda other: abs(self.centres[one] - self.centres[other]))

    def _strikes_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        enemies = [other for other in self.contacts[one] if platoons[other]]
        if not enemies or not platoons[one]:
            return {}
        battalion, front = self._battalions[one], self._front(one, platoons[one])
        covered = {other: self._front(other, platoons[other]).blocks for other in enemies}
        facing = [_opposite(span, covered) for span in front.spans]
        rolling = [target for target in _with_neighbours(facing) if target is not None]
        behind = [target for target in facing if target is not None][: front.behind]
        if one in self._front_rank_only:
            behind = []
        rolling = rolling or [self._nearest(one, enemies)]
        if battalion.fighting is not None:
            left = platoons[one]
            rolling, behind = _counted(battalion.fighting, rolling, behind, front.row, left)
        turned = len(rolling) if battalion.flanked else battalion.corner
        rolling, behind = rolling[turned:], rolling[:turned] + behind
        dice = {enemy: Dice(rolling.count(enemy), behind.count(enemy)) for enemy in enemies}
        return {enemy: rolled for enemy, rolled in dice.items() if any(rolled)}


def _opposite(span: Span, covered: Mapping[int, list[Span]]) -> int | None:
    """The enemy battalion directly in front of a platoon: the one it has most of before it."""
    most, opposite = 0, None
    for enemy, blocks in covered.items():
        for block in blocks:
            across = overlap(span, block)
            if across > most:
                most, opposite = across, enemy
    return opposite


def _with_neighbours(facing: Sequence[int | None]) -> list[int | None]:
    """Platoons beside one that faces an enemy fight the same enemy."""
    rolling = list(facing)
    for place, (left, right) in enumerate(pairwise(facing)):
        if left is None and right is not None:
            rolling[place] = right
        elif right is None and left is not None:
            rolling[place + 1] = left
    return rolling


def _counted(
    fighting: int, rolling: list[int], behind: list[int], row: int, platoons: int
) -> tuple[list[int], list[int]]:
    """The count that a player made, as far as platoons are left to make it up."""
    in_front = min(fighting, row)
    second = min(fighting, platoons) - in_front if behind else 0
    target = max(rolling, key=rolling.count)
    return [target] * in_front, [target] * second
