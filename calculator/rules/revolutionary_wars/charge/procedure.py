"""A charge and a countercharge from first to last."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import prod
from typing import Final, TypeAlias

import attrs

from calculator.chance.interface import Chance
from calculator.chance.parts import Split
from calculator.chance.procedure import Course, Procedure, Repeat, Step, traced
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.crossing import Crossing
from calculator.rules.revolutionary_wars.charge.form import (
    CounterchargeForm,
    EncounterForm,
)
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, fate_of
from calculator.rules.revolutionary_wars.charge.pursuit import Detail, Pursuit, Side
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds, CounterchargeRounds
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    End,
    Fight,
    Stage,
    is_over,
    together,
)
from calculator.rules.revolutionary_wars.checks.order import reacts
from calculator.rules.tables import Tables

Stages: TypeAlias = dict[Stage, Step[Fight] | Repeat[Fight]]

PATHS: Final = 20_000
"""Paths of exact odds: about two seconds of charges between many battalions."""

PATHS_A_STATE: Final = 20
"""Paths for each combination of platoons left, as measured on charges of three and four."""


def charge(form: EncounterForm, tables: Tables) -> Procedure[Fight, ChargeOutcome]:
    """A charge, or one that is countercharged, from crossing and reaction to the last pursuit."""
    made = steps_of(form, tables, Detail.PLATOONS if form.count_platoons else Detail.FATES)

    def conclude(fight: Fight) -> ChargeOutcome:
        return made.outcome(fight, form.count_platoons)

    return Procedure(made.start, tuple(made.stages.values()), conclude, made.foreseen)


def charge_in_full(
    form: EncounterForm, tables: Tables
) -> Procedure[Course[Stage, Fight], ChargeInFull]:
    """The same with all that became of every battalion."""
    made = steps_of(form, tables, Detail.EVERYTHING)

    def conclude(course: Course[Stage, Fight]) -> ChargeInFull:
        _, fight = course[-1]
        exact, listed = (made.outcome(fight, counted) for counted in (True, form.count_platoons))
        return ChargeInFull(exact, listed, course)

    return traced((Stage.START, made.start), made.stages, conclude)


def steps_of(form: EncounterForm, tables: Tables, detail: Detail) -> ChargeSteps:
    """The steps of a charge, or of one that is countercharged."""
    if isinstance(form, CounterchargeForm):
        return CounterchargeSteps(form, tables, detail)
    return ChargeSteps(form, tables, detail)


class ChargeSteps:
    """The steps of a charge, keeping so much detail."""

    mutual = False
    rounds: type[ChargeRounds] = ChargeRounds

    def __init__(self, form: EncounterForm, tables: Tables, detail: Detail) -> None:
        self.form = form
        self.combatants = combatants = combatants_of(form, tables)
        self._detail = detail
        self._lineup = lineup_of(combatants, self.mutual)
        self._obstacle = tables.points("stand.obstacle")
        self._parted = combatants.charged.start, combatants.charged.stop

    @property
    def start(self) -> Fight:
        """Before anybody moves."""
        fighting = (*self.combatants.chargers, *self.combatants.enemies)
        states = [BattalionState(one.platoons, one.order) for one in fighting]
        states += [
            BattalionState(one.platoons, one.order, End.UNTOUCHED) for one in self.combatants.fresh
        ]
        return Fight(tuple(states))

    @property
    def foreseen(self) -> int:
        """About how many paths the odds take: by the numbers of platoons that those may come to who
        are in contact, directly or by way of others.
        """
        parts = self.main.apart(self.start)
        return PATHS_A_STATE * max(self._combinations(part) for part in parts)

    def _combinations(self, part: Fight) -> int:
        both = zip(self.combatants.everyone, part.states, strict=True)
        return prod(_numbers(one, state) for one, state in both)

    @cached_property
    def stages(self) -> Stages:
        """Terrain, the charge, and those who charge on into fresh battalions."""
        stages: Stages = {}
        if crossing := crossing_of(self.combatants, self._lineup):
            stages[Stage.CROSSING] = Crossing(dict(enumerate(self.combatants.everyone)), crossing)
        stages[Stage.CHARGE] = _to_the_end(self.main)
        if self.combatants.fresh:
            stages[Stage.RUN_INTO] = self._run_into
            stages[Stage.BEYOND] = _to_the_end(self.further)
        return stages

    def outcome(self, fight: Fight, counted: bool) -> ChargeOutcome:
        """What became of every battalion."""
        fates = tuple([fate_of(state, counted) for state in fight.states])
        enemies, beyond = self._parted
        fresh, *further = fates[beyond:] or (None,)
        return ChargeOutcome(fates[:enemies], fates[enemies:beyond], fresh, tuple(further))

    @cached_property
    def main(self) -> ChargeRounds:
        """The rounds of the charge itself."""
        form = self.form
        pursuit = Pursuit(
            self.combatants.everyone,
            self.combatants.charging,
            Side(form.own_edge, form.hold),
            Side(form.edge, isinstance(form, CounterchargeForm) and form.enemy_hold),
            form.caught,
            detail=self._detail,
            going_on=self.combatants.runs_into,
        )
        return self.rounds(
            self.combatants.everyone,
            [self._lineup],
            pursuit,
            shock=not form.soft_ground and self.shock_is_felt,
            obstacle=self._obstacle,
        )

    @property
    def shock_is_felt(self) -> bool:
        """Whether those who are charged feel the shock of those who charge."""
        return True

    def _run_into(self, fight: Fight, chance: Chance) -> Fight:
        """Chargers that pursue or break through come upon the fresh battalions in their way."""
        states = list(fight.states)
        for charger, fresh in self.combatants.beyond.items():
            state = states[charger]
            if state.end in {End.PURSUED, End.BROKE_THROUGH}:
                pursued = state.end is End.PURSUED
                states[charger] = state._replace(end=None, pursued=pursued)
                states[fresh] = states[fresh]._replace(end=None)
        return Fight(tuple(states))

    @cached_property
    def further(self) -> ChargeRounds:
        """The fresh charges beyond: nobody else near, no obstacle and no edge near."""
        form, beyond = self.form, self.combatants.beyond
        everyone = [attrs.evolve(one, fighting=None) for one in self.combatants.everyone]
        sides = Side(hold=form.hold), Side()
        pursuit = Pursuit(everyone, list(beyond), *sides, form.caught, detail=self._detail)
        lineups = [Lineup(everyone, [charger], [fresh]) for charger, fresh in beyond.items()]
        return ChargeRounds(everyone, lineups, pursuit, shock=not form.soft_ground)


class CounterchargeSteps(ChargeSteps):
    """The steps of a charge that is countercharged."""

    mutual = True
    rounds = CounterchargeRounds

    def __init__(self, form: CounterchargeForm, tables: Tables, detail: Detail) -> None:
        super().__init__(form, tables, detail)
        self._rolls = form.roll_to_react
        self._mutual_shock = tables.points("countercharge.shock")

    @property
    def shock_is_felt(self) -> bool:
        return bool(self._mutual_shock)

    @cached_property
    def stages(self) -> Stages:
        """The reaction first, if it is still to be rolled for."""
        reaction: Stages = {Stage.REACTION: self._react} if self._rolls else {}
        return reaction | super().stages

    def _react(self, fight: Fight, chance: Chance) -> Fight:
        states = list(fight.states)
        for place in self.combatants.charged:
            order = reacts(self.combatants.everyone[place], chance)
            states[place] = states[place]._replace(order=order)
        return fight._replace(states=tuple(states))


def _numbers(one: Battalion, state: BattalionState) -> int:
    """How many numbers of platoons a battalion may be fighting with."""
    return max(1, state.platoons - one.card.minimum + 1) if state.fights else 1


def _to_the_end(rounds: ChargeRounds) -> Repeat[Fight]:
    return Repeat(rounds.round, is_over, Split(rounds.apart, together, rounds.like))


def lineup_of(combatants: Combatants, mutual: bool) -> Lineup:
    """Both sides laid against each other."""
    return Lineup(combatants.everyone, combatants.charging, combatants.charged, mutual)


def crossing_of(combatants: Combatants, lineup: Lineup) -> Mapping[int, int]:
    """How many platoons of each battalion charge through terrain, by its place.

    All of a battalion that charges defenders of an obstacle do.
    """
    everyone = combatants.everyone
    crossing = {}
    for place in (*combatants.charging, *combatants.charged):
        one = everyone[place]
        if any(everyone[enemy].defends for enemy in lineup.contacts[place]):
            crossing[place] = one.platoons
        elif one.crossing:
            crossing[place] = one.crossing
    return crossing
