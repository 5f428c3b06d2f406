"""Melee: every battalion that charges or is charged rolls to hit, then saves (Charge Action, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import attrs

from calculator.chance.dice import binomial, summed
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.lineup import Dice, Lineup
from calculator.rules.revolutionary_wars.charge.state import BattalionState, End, Fight
from calculator.rules.revolutionary_wars.rolls import Roll, by_order
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


class Strike(NamedTuple):
    """The dice that a battalion in some order rolls against another."""

    striker: int
    order: Order
    dice: Dice


class Melee:
    """Rounds of melee between the battalions of one line-up, or of several apart."""

    def __init__(self, battalions: Sequence[Battalion], lineups: Sequence[Lineup]) -> None:
        self._battalions = battalions
        self._lineups = {place: lineup for lineup in lineups for place in lineup.contacts}
        self._known: dict[tuple[object, ...], Throw[BattalionState]] = {}

    def fight(self, states: tuple[BattalionState, ...], chance: Chance) -> Fight:
        """One round: blows fall on both sides at once, and all that fought are disordered."""
        struck = self.strikes(states)
        throws = [self._blows_on(place, states[place], struck[place]) for place in struck]
        everybody = len(struck) == len(states)

        def after(left: tuple[BattalionState, ...]) -> Fight:
            fought = None in [state.end for state in left]
            if everybody:
                return Fight(left, fought=fought)
            new = dict(zip(struck, left, strict=True))
            return Fight(tuple([new.get(*one) for one in enumerate(states)]), fought=fought)

        return chance.at_once(throws, after)

    def strikes(self, states: Sequence[BattalionState]) -> dict[int, list[Strike]]:
        """Who strikes each battalion that fights, with which dice."""
        platoons = [state.platoons if state.end is None else 0 for state in states]
        struck: dict[int, list[Strike]] = {
            place: [] for place, state in enumerate(states) if state.end is None
        }
        for striker in struck:
            order = states[striker].order
            for place, dice in self._lineups[striker].dice_of(striker, platoons).items():
                struck[place].append(Strike(striker, order, dice))
        return struck

    def _blows_on(
        self, place: int, state: BattalionState, strikes: Iterable[Strike]
    ) -> Throw[BattalionState]:
        """What falls on one battalion, and what that leaves of it."""
        key = (place, state, *strikes)
        if key not in self._known:
            battalion, groups = self._battalions[place], self.groups(strikes)
            save = self.save(place, state.order)
            after = after_blows(state, battalion.card.minimum)
            ask = _ask(battalion.name, groups, save)
            self._known[key] = Throw(blows(groups, save), after, ask)
        return self._known[key]

    def save(self, place: int, order: Order) -> Roll:
        """What a battalion in some order needs to save a hit."""
        return by_order(self._battalions[place].card.number("melee-save"), order)

    def groups(self, strikes: Iterable[Strike]) -> Groups:
        """The dice of some strikes, and the scores they need."""
        groups = list[tuple[int, Roll]]()
        for striker, order, dice in strikes:
            card = self._battalions[striker].card
            groups += [(n, by_order(card.number(number), order)) for n, number in dice.rolled]
        return tuple(groups)


@lru_cache(maxsize=4096)
def _ask(name: str, groups: Groups, save: Roll) -> str:
    dice = counted(sum(number for number, _ in groups), "die", "dice")
    return f"{name} in the melee, {dice} against it, saves on {save}"
