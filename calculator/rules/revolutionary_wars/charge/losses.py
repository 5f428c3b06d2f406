"""What each battalion of a charge loses on average, in platoons, whatever becomes of the others.

Odds let go of the platoons of a battalion whose part has ended, so that equal ends merge. Averages
add up: they are taken as each battalion's part ends, and no combination of losses is ever listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from math import lcm
from typing import Final

from calculator.chance.every_path import Budget
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, Repeat, onward
from calculator.chance.sampled import count_paths
from calculator.errors import BudgetExceededError
from calculator.rules.revolutionary_wars.charge.law import PATHS, ChargeLaw
from calculator.rules.revolutionary_wars.charge.outcome import by_name
from calculator.rules.revolutionary_wars.charge.pursuit import KeptTogether, rally_roll
from calculator.rules.revolutionary_wars.charge.state import (
    ELSEWHERE,
    ONWARD,
    BattalionState,
    End,
    Fight,
    Stage,
)
from calculator.rules.revolutionary_wars.rolls import Roll, passing

SAMPLED: Final = 500
"""Paths by which losses are estimated where exact ones take too long: to a tenth of a platoon."""

SEED: Final = "0"


def losses(made: ChargeLaw, exact: bool) -> Mapping[str, Fraction]:
    """The platoons that each battalion loses on average; all of them if it leaves the table.

    Averages of a few drawn paths where they need not be `exact`, or cannot be.
    """
    try:
        left = _worked_out(made) if exact else _drawn(made)
    except BudgetExceededError:
        left = _drawn(made)
    everyone = zip(made.combatants.everyone, left, strict=True)
    lost = tuple(one.platoons - platoons for one, platoons in everyone)
    return dict(by_name(*made.combatants.by_side(lost)))


def _drawn(made: ChargeLaw) -> list[Fraction]:
    in_full = made.in_full()

    def left(chance: Chance) -> tuple[int, ...]:
        return tuple(fate.platoons or 0 for fate in in_full.result(chance).outcome.everyone)

    found = count_paths(left, SEED, range(SAMPLED)).items()
    weighed = zip(*([n * number for n in platoons] for platoons, number in found), strict=True)
    return [Fraction(sum(each), SAMPLED) for each in weighed]


def _worked_out(made: ChargeLaw) -> list[Fraction]:
    budget = Budget(PATHS)
    budget.foresee(made.foreseen)
    before = takewhile(lambda step: not isinstance(step, Repeat), made.stages.values())
    starts = Procedure(made.start, tuple(before), lambda fight: fight).odds()
    ends = _Ends(made, budget)
    left = [Fraction(0)] * len(made.start.states)
    for start, weight in starts.items():
        for place, platoons in ends.left(start).items():
            left[place] += platoons * weight / starts.total
    return left


class _Ends:
    """What battalions have left on average once their parts of a charge have ended."""

    def __init__(self, made: ChargeLaw, budget: Budget, stage: Stage = Stage.CHARGE) -> None:
        self._everyone = made.combatants.everyone
        self._rounds = made.rounds(stage)
        step = made.stages[stage]
        assert isinstance(step, Repeat)
        self._onward = onward(step, budget)
        self._beyond: Mapping[int, int] = {}
        if stage is Stage.CHARGE and made.combatants.beyond:
            self._beyond = made.combatants.beyond
            self._further = _Ends(made, budget, Stage.BEYOND)
        self._known: dict[Fight, dict[int, Fraction]] = {}
        self._apart: dict[Fight, list[Fight]] = {}

    def left(self, fight: Fight) -> dict[int, Fraction]:
        """The platoons that each battalion has left in the end, on average, by its place."""
        found = {
            place: Fraction(state.platoons)
            for place, state in enumerate(fight.states)
            if not state.fights and state is not ELSEWHERE
        }
        for part in self._still_fighting(fight):
            found |= self._left_in(part)
        return found

    def _left_in(self, part: Fight) -> dict[int, Fraction]:
        """That of those who fight in a part; like parts are worked out once."""
        if part not in self._known:
            group = _fighting(part)
            if not self._beyond.keys().isdisjoint(group):
                return self._averaged(part, group)
            other, _ = self._rounds.representative(part)
            model = _fighting(other)
            left = self._averaged(other, model)
            both = zip(group, model, strict=True)
            self._known[part] = {place: left[like] for place, like in both}
        return self._known[part]

    def _averaged(self, part: Fight, group: tuple[int, ...]) -> dict[int, Fraction]:
        if part not in self._known:
            law = self._onward(part)
            going_on = Counter[Fight]()
            ended = Counter[tuple[int, BattalionState, bool]]()
            for after, weight in law.items():
                for met in self._still_fighting(after):
                    going_on[met] += weight
                out = [one for one in group if after.states[one].end is not None]
                pursued = self._pursued(out, after)
                for one in out:
                    ended[one, after.states[one], one in pursued] += weight
            values = [(self._left_in(met), weight) for met, weight in going_on.items()]
            values += [(self._ended(part, *end), weight) for end, weight in ended.items()]
            self._known[part] = _mean(values, law.total)
        return self._known[part]

    def _still_fighting(self, fight: Fight) -> list[Fight]:
        if fight not in self._apart:
            self._apart[fight] = [part for part in self._rounds.apart(fight) if _fighting(part)]
        return self._apart[fight]

    def _pursued(self, ended: Sequence[int], after: Fight) -> set[int]:
        """Those of the broken whom somebody goes after: the first that each pursuer met."""
        broken = [one for one in ended if after.states[one].broke]
        hunters = (one for one in ended if after.states[one].end in {End.PURSUED, End.CHASED_OFF})
        met = (self._rounds.contacts[one] for one in hunters)
        return {next((one for one in contacts if one in broken), -1) for contacts in met}

    def _ended(
        self, before: Fight, place: int, state: BattalionState, pursued: bool
    ) -> dict[int, Fraction]:
        """What a battalion keeps once its part has ended, and one beyond that it may run into."""
        kept = {place: self._kept(before, place, state, pursued)}
        if (fresh := self._beyond.get(place)) is None:
            return kept
        beyond = self._everyone[fresh]
        if state.end not in ONWARD:
            return kept | {fresh: Fraction(beyond.platoons)}
        states = [ELSEWHERE] * len(before.states)
        states[place] = state.charging_on
        states[fresh] = BattalionState(beyond.platoons, beyond.order)
        return self._further.left(Fight(tuple(states)))

    def _kept(self, before: Fight, place: int, state: BattalionState, pursued: bool) -> Fraction:
        platoons = before.states[place].platoons
        if state.end and state.end.is_lost:
            return Fraction(0)
        if state.end not in {End.BROKE, End.BROKE_THROUGH}:
            return Fraction(platoons)
        battalion = self._everyone[place]
        roll = rally_roll(battalion, pursued, self._rounds.chose_to_run(place, before))
        return _kept_together(platoons, roll, battalion.card.minimum)


def _fighting(part: Fight) -> tuple[int, ...]:
    return tuple(place for place, state in enumerate(part.states) if state.fights)


@lru_cache(maxsize=1024)
def _kept_together(platoons: int, roll: Roll, minimum: int) -> Fraction:
    """Platoons that keep together of a battalion that is not destroyed by scattering."""
    together = KeptTogether(platoons, minimum)
    enough = Counter({n: weight for n, weight in passing(platoons, roll).items() if together(n)})
    return Fraction(sum(n * weight for n, weight in enough.items()), enough.total())


def _mean(values: Iterable[tuple[Mapping[int, Fraction], int]], total: int) -> dict[int, Fraction]:
    """The averages of values by place, each of some weight."""
    by_place: dict[int, list[tuple[Fraction, int]]] = {}
    for value, weight in values:
        for place, platoons in value.items():
            by_place.setdefault(place, []).append((platoons, weight))
    found = {}
    for place, weighed in by_place.items():
        common = lcm(*(platoons.denominator for platoons, _ in weighed))
        whole = sum(
            weight * platoons.numerator * (common // platoons.denominator)
            for platoons, weight in weighed
        )
        found[place] = Fraction(whole, common * total)
    return found
