"""The law of a charge and a countercharge, from first to last, and what each battalion loses on
average.

Averages add up, so each battalion is asked about alone: of the others nothing is kept once their
parts have ended, equal ends merge, and no combination of losses is ever listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Final, TypeAlias

import attrs

from calculator.chance.every_path import Budget
from calculator.chance.interface import Chance
from calculator.chance.parts import Split
from calculator.chance.procedure import Course, Procedure, Repeat, Step, traced
from calculator.chance.sampled import count_paths
from calculator.errors import BudgetExceededError, Fault
from calculator.rules.action import Action
from calculator.rules.modifiers import Modifier
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge import outcome as outcomes
from calculator.rules.revolutionary_wars.charge import pulling
from calculator.rules.revolutionary_wars.charge.combatants import Lineup, combatants_of
from calculator.rules.revolutionary_wars.charge.form import AnyCharge
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, by_name
from calculator.rules.revolutionary_wars.charge.pursuit import Detail, Pursuit, Side
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds, CounterchargeRounds
from calculator.rules.revolutionary_wars.charge.state import (
    ONWARD,
    BattalionState,
    End,
    Fight,
    Stage,
    is_over,
    together,
)
from calculator.rules.revolutionary_wars.checks.cross import cross
from calculator.rules.revolutionary_wars.checks.order import keeps_order
from calculator.rules.tables import Tables

Stages: TypeAlias = dict[Stage, Step[Fight] | Repeat[Fight]]

PATHS: Final = 20_000
"""Paths of exact odds: about two seconds of charges between many battalions."""

PATHS_A_STATE: Final = 20
"""Paths for each combination of platoons left, as measured on charges of three and four."""


class ChargeLaw(Action[AnyCharge, ChargeOutcome]):
    """A charge, or one that is countercharged; it keeps so much `detail`, if not what odds need.

    It may be asked what becomes of one battalion `only`, by its place.
    """

    paths = PATHS

    def __init__(
        self,
        form: AnyCharge,
        tables: Tables,
        detail: Detail | None = None,
        only: int | None = None,
    ) -> None:
        super().__init__(form, tables)
        self._only = only
        listed = Detail.PLATOONS if form.count_platoons else Detail.FATES
        self._detail = listed if detail is None else detail
        self.combatants = combatants_of(form, tables)

    def procedure(self) -> Procedure[Fight, ChargeOutcome]:
        """From crossing and reaction to the last pursuit."""

        def conclude(fight: Fight) -> ChargeOutcome:
            return self.outcome(fight, self.form.count_platoons)

        return Procedure(self.start, tuple(self.stages.values()), conclude, self.foreseen)

    def in_full(self) -> Procedure[Course[Stage, Fight], ChargeInFull]:
        """The same with all that became of every battalion."""
        made = type(self)(self.form, self.tables, Detail.EVERYTHING)

        def conclude(course: Course[Stage, Fight]) -> ChargeInFull:
            _, fight = course[-1]
            exact, listed = (made.outcome(fight, so) for so in (True, self.form.count_platoons))
            return ChargeInFull(exact, listed, course)

        return traced((Stage.START, made.start), made.stages, conclude)

    def unlisted(self) -> Iterator[Fault]:
        """Platoons, unless they are counted."""
        return outcomes.uncounted_faults(self.form)

    @property
    def start(self) -> Fight:
        """Before anybody moves."""
        states = tuple(BattalionState(one.platoons, one.order) for one in self.combatants.everyone)
        chargers, enemies, fresh = self.combatants.by_side(states)
        untouched = [state._replace(end=End.UNTOUCHED) for state in fresh]
        return Fight((*chargers, *enemies, *untouched))

    @property
    def foreseen(self) -> int:
        """About how many paths the odds take: by the numbers of platoons that those may come to who
        are in contact, directly or by way of others.
        """
        parts, everyone = self.main.apart(self.start), self.combatants.everyone
        return PATHS_A_STATE * max(prod(map(_numbers, everyone, part.states)) for part in parts)

    @cached_property
    def stages(self) -> Stages:
        """A reaction still to be rolled for, terrain, the charge, and who charges on beyond."""
        stages: Stages = {}
        crossing = self._crossing
        if self.holds(pulling.REACTS) or not crossing.keys().isdisjoint(self.combatants.charged):
            stages[Stage.REACTION] = self._react
        if not crossing.keys().isdisjoint(self.combatants.charging):
            stages[Stage.CROSSING] = self._cross
        stages[Stage.CHARGE] = _to_the_end(self.main)
        if self.combatants.fresh and self.holds(pulling.BEYOND):
            stages[Stage.RUN_INTO] = self._run_into
            stages[Stage.BEYOND] = _to_the_end(self.further)
        return stages

    def outcome(self, fight: Fight, counted: bool) -> ChargeOutcome:
        """What became of every battalion."""
        fates = tuple([outcomes.fate_of(state, counted) for state in fight.states])
        chargers, enemies, fresh = self.combatants.by_side(fates)
        first, *others = fresh or (None,)
        return ChargeOutcome(chargers, enemies, first, tuple(others))

    def rounds(self, stage: Stage) -> ChargeRounds:
        """The rounds of a stage: those of the charge itself, or of those beyond it."""
        return self.further if stage is Stage.BEYOND else self.main

    @cached_property
    def main(self) -> ChargeRounds:
        """The rounds of the charge itself."""
        form, who = self.form, self.combatants
        pursuit = Pursuit(
            who.everyone,
            who.charging,
            Side(self._edge(pulling.OWN_EDGE, form.own_edge), self.holds(pulling.HOLD)),
            Side(self._edge(pulling.EDGE, form.edge), self.holds(pulling.ENEMY_HOLD)),
            form.caught,
            detail=self._detail,
            going_on=[one for one, met in who.beyond.items() if self._only in {None, one, met}],
            only=self._only,
        )
        kind = CounterchargeRounds if who.mutual else ChargeRounds
        return kind(who.everyone, [who.lineup], pursuit, form.soft_ground)

    @cached_property
    def further(self) -> ChargeRounds:
        """The fresh charges beyond: nobody else near, no obstacle and no edge near."""
        form, beyond = self.form, self.combatants.beyond
        everyone = [attrs.evolve(one, fighting=None) for one in self.combatants.everyone]
        held = Side(hold=self.holds(pulling.HOLD))
        pursuit = Pursuit(
            everyone, list(beyond), held, Side(), form.caught, self._detail, only=self._only
        )
        lineups = [Lineup(everyone, [charger], [fresh]) for charger, fresh in beyond.items()]
        spent = not self.tables.is_so("pursuit.shock-again")
        return ChargeRounds(everyone, lineups, pursuit, form.soft_ground or spent)

    def _edge(self, modifier: Modifier[AnyCharge], edge: Fraction | None) -> Fraction | None:
        return edge if self.holds(modifier) else None

    @property
    def _crossing(self) -> dict[int, int]:
        return self.combatants.crossing if self.holds(pulling.CROSSES) else {}

    def _react(self, fight: Fight, chance: Chance) -> Fight:
        """Those who meet the charge move through what terrain there is, in the order they were in.

        As its reaction ends a battalion is disordered, unless it rolled to react.
        """
        states = list(fight.states)
        for place in self.combatants.charged:
            one, before = self.combatants.everyone[place], states[place]
            kept = not self.holds(pulling.REACTS) or keeps_order(one, before.order, chance)
            after = self._across(place, before, chance)
            disordered = after._replace(order=after.order.disordered)
            states[place] = after if kept else disordered
        return self.main.still_met(states)

    def _cross(self, fight: Fight, chance: Chance) -> Fight:
        """The chargers go through terrain, if those they charge are still there."""
        states = list(fight.states)
        for place in self.combatants.charging:
            if states[place].fights:
                states[place] = self._across(place, states[place], chance)
        return self.main.still_met(states)

    def _across(self, place: int, state: BattalionState, chance: Chance) -> BattalionState:
        platoons, who = self._crossing.get(place), self.combatants
        if not platoons:
            return state
        after = cross(who.everyone[place], state, platoons, chance)
        twice = who.crosses_twice(place) and not self.tables.is_so("crossing.once")
        return after._replace(order=after.order.disordered) if twice and after.fights else after

    def _run_into(self, fight: Fight, chance: Chance) -> Fight:
        """Chargers that pursue or break through come upon the fresh battalions in their way."""
        states = list(fight.states)
        for charger, fresh in self.combatants.beyond.items():
            if states[charger].end in ONWARD:
                states[charger] = states[charger].charging_on
                states[fresh] = states[fresh]._replace(end=None)
        return Fight(tuple(states))


def _numbers(one: Battalion, state: BattalionState) -> int:
    """How many numbers of platoons a battalion may be fighting with."""
    return max(1, state.platoons - one.card.minimum + 1) if state.fights else 1


def _to_the_end(rounds: ChargeRounds) -> Repeat[Fight]:
    return Repeat(rounds.round, is_over, Split(rounds.apart, together, rounds.representative))


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
    return [_left(made, place) for place in range(len(made.combatants.everyone))]


def _left(made: ChargeLaw, place: int) -> Fraction:
    """What one battalion has left, nothing being kept of the others."""
    only = type(made)(made.form, made.tables, Detail.PLATOONS, place)

    def left(fight: Fight) -> int:
        return fight.states[place].platoons

    law = Procedure(only.start, tuple(only.stages.values()), left, made.foreseen)
    return law.odds(Budget(PATHS)).mean(lambda platoons: platoons)
