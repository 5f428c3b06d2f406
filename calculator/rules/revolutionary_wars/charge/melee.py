"""Melee: every battalion that charges or is charged rolls to hit, then saves (Charge Action, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import attrs

from calculator.chance.dice import binomial, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End, Fight
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_least
from calculator.rules.revolutionary_wars.terms import Order

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
    """Reads off blows what they leave of a battalion: for each platoon lost, its state after that.

    The last of `after` stands for all greater losses.
    """

    after: tuple[BattalionState, ...]

    def __call__(self, struck: Blows) -> BattalionState:
        return self.after[min(struck.lost, len(self.after) - 1)]


@lru_cache(maxsize=4096)
def after_blows(state: BattalionState, minimum: int) -> AfterBlows:
    """What any losses leave of a battalion, disordered by the melee.

    Reduced to `minimum` platoons or fewer it is wiped out; one that began no stronger and lost
    nothing has not been reduced.
    """
    left = [state.platoons, *range(state.platoons - 1, minimum, -1)]
    states = [state._replace(platoons=n, order=state.order.disordered) for n in left]
    return AfterBlows((*states, BattalionState(0, Order.SHATTERED, End.WIPED_OUT)))


class Melee:
    """Rounds of melee between the battalions of one line-up, or of several apart."""

    def __init__(self, battalions: Sequence[Battalion], lineups: Sequence[Lineup]) -> None:
        self._battalions = battalions
        self._lineups = {place: lineup for lineup in lineups for place in lineup.places}
        self._minimum = [one.card.minimum for one in battalions]
        self._save = [one.card.number("melee-save") for one in battalions]

    def fight(self, states: tuple[BattalionState, ...], chance: Chance) -> Fight:
        """One round: blows fall on both sides at once, and all that fought are disordered."""
        fighting = [place for place, state in enumerate(states) if state.end is None]
        platoons = [0] * len(states)
        for place in fighting:
            platoons[place] = states[place].platoons
        throws = [self._blows_on(place, states, platoons) for place in fighting]

        def struck(left: tuple[BattalionState, ...]) -> Fight:
            after = list(states)
            for place, state in zip(fighting, left, strict=True):
                after[place] = state
            return Fight(tuple(after), fought=any(state.end is None for state in left))

        return chance.at_once(throws, struck)

    def _blows_on(
        self, place: int, states: Sequence[BattalionState], platoons: Sequence[int]
    ) -> Throw[BattalionState]:
        """What falls on one battalion, and what that leaves of it."""
        groups, save = self._groups(place, states, platoons), self.save(place, states)
        return Throw(
            blows(groups, save),
            after_blows(states[place], self._minimum[place]),
            _ask(self._battalions[place].name, groups, save),
        )

    def save(self, place: int, states: Sequence[BattalionState]) -> Roll:
        """What a battalion needs to save a hit."""
        return _ordered(self._save[place], states[place].order)

    def groups_against(self, place: int, states: Sequence[BattalionState]) -> Groups:
        """The dice that are rolled against one battalion, and the scores they need."""
        platoons = [state.platoons if state.fights else 0 for state in states]
        return self._groups(place, states, platoons)

    def _groups(
        self, place: int, states: Sequence[BattalionState], platoons: Sequence[int]
    ) -> Groups:
        lineup, groups = self._lineups[place], list[tuple[int, Roll]]()
        for striker in lineup.contacts[place]:
            if platoons[striker] and (dice := lineup.dice_of(striker, platoons).get(place)):
                card, order = self._battalions[striker].card, states[striker].order
                rolled = ((dice.front, "strike-front"), (dice.flank, "strike-flank"))
                groups += [(n, _ordered(card.number(key), order)) for n, key in rolled if n]
        return tuple(groups)


@lru_cache(maxsize=256)
def _ordered(needed: int, order: Order) -> Roll:
    """What troops of an order need in a melee."""
    return at_least(needed, Again.by_order(order))


@lru_cache(maxsize=4096)
def _ask(name: str, groups: Groups, save: Roll) -> str:
    dice = counted(sum(number for number, _ in groups), "die", "dice")
    return f"{name} in the melee, {dice} against it, saves on {save}"
