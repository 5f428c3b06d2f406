"""Melee: every battalion that charges or is charged rolls to hit, then saves (Charge Action, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import attrs

from calculator.chance.dice import binomial, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw, itself
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.state import Body, End, Fight
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.telling import counted

Groups: TypeAlias = tuple[tuple[int, Roll], ...]
"""How many dice are rolled at each score."""


class Blows(NamedTuple):
    """Hits on one battalion in a round of melee, and the platoons lost to failed saves."""

    hits: int
    lost: int

    def __str__(self) -> str:
        return f"{self.hits} hit, {self.lost} not saved"


@lru_cache(maxsize=4096)
def blows(groups: Groups, save: Roll) -> Distribution[Blows]:
    """Hits by several groups of dice, and how many of them are not saved."""
    hits = summed(*(binomial(dice, roll.chance) for dice, roll in groups))
    return hits.then(lambda n: binomial(n, 1 - save.chance).map(lambda lost: Blows(n, lost)))


@attrs.frozen(cache_hash=True)
class AfterBlows:
    """Reads off blows what they leave of a battalion: for each platoon lost, its body after that.

    The last of `after` stands for all greater losses.
    """

    after: tuple[Body, ...]

    def __call__(self, struck: Blows) -> Body:
        return self.after[min(struck.lost, len(self.after) - 1)]


@lru_cache(maxsize=4096)
def after_blows(body: Body, minimum: int) -> AfterBlows:
    """What any losses leave of a battalion, disordered by the melee.

    Reduced to `minimum` platoons or fewer it is wiped out; one that began no stronger and lost
    nothing has not been reduced.
    """
    left = [body.platoons, *range(body.platoons - 1, minimum, -1)]
    bodies = [Body(platoons, body.order.disordered) for platoons in left]
    return AfterBlows((*bodies, Body(0, Order.SHATTERED, End.WIPED_OUT)))


class Melee:
    """Rounds of melee between the battalions of a line-up."""

    def __init__(self, battalions: Sequence[Battalion], lineup: Lineup) -> None:
        self._battalions = battalions
        self._lineup = lineup

    def fight(self, fight: Fight, chance: Chance) -> Fight:
        """One round: blows fall on both sides at once, and all that fought are disordered."""
        throws = [self._blows_on(place, fight.bodies) for place in range(len(fight.bodies))]
        return chance.at_once(throws, lambda left: Fight(left, False, True, fight.pursuing))

    def _blows_on(self, place: int, bodies: tuple[Body, ...]) -> Throw[Body]:
        """What falls on one battalion, and what that leaves of it."""
        battalion, body = self._battalions[place], bodies[place]
        if not body.fights:
            return Throw(Distribution.certain(body), itself, "")
        groups, save = self.groups_against(place, bodies), self.save(place, bodies)
        dice = counted(sum(number for number, _ in groups), "die", "dice")
        return Throw(
            blows(groups, save),
            after_blows(body, battalion.card.minimum),
            f"{battalion.name} in the melee, {dice} against it, saves on {save}",
        )

    def save(self, place: int, bodies: Sequence[Body]) -> Roll:
        """What a battalion needs to save a hit."""
        number = self._battalions[place].card.number("melee-save")
        return at_least(number, Again.by_order(bodies[place].order))

    def groups_against(self, place: int, bodies: tuple[Body, ...]) -> Groups:
        """The dice that are rolled against one battalion, and the scores they need."""
        platoons = tuple(body.platoons if body.fights else 0 for body in bodies)
        groups: list[tuple[int, Roll]] = []
        for (striker, target), dice in self._lineup.dice(platoons).items():
            if target == place:
                card = self._battalions[striker].card
                again = Again.by_order(bodies[striker].order)
                rolled = ((dice.front, "strike-front"), (dice.flank, "strike-flank"))
                groups += [(n, at_least(card.number(key), again)) for n, key in rolled if n]
        return tuple(groups)
