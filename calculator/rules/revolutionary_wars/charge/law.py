"""Who takes part in a charge or countercharge, and its law from first to last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from calculator.chance import every_path, interface, one_path
from calculator.chance.distribution import Distribution
from calculator.chance.procedure import Course, Procedure, Repeat, Step, traced
from calculator.errors import BudgetExceededError, Fault, FaultsError
from calculator.rules.action import Aftermath, Severity
from calculator.rules.revolutionary_wars.battalions import Battalion, named
from calculator.rules.revolutionary_wars.charge import fates, pulling
from calculator.rules.revolutionary_wars.charge.form import HAS_FRESH, AnyCharge, FurtherBattalion
from calculator.rules.revolutionary_wars.charge.pursuit import Pursuit
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds
from calculator.rules.revolutionary_wars.checks import drill, movement
from calculator.rules.revolutionary_wars.forms import Told, TwoSided, fielded
from calculator.rules.revolutionary_wars.frontage import Lineup
from calculator.rules.revolutionary_wars.terms import Contact
from calculator.rules.tables import Tables

T = TypeVar("T")

_AS_CHARGED: Final = ("contact", "resolve", "obstacle")


def _sides(form: AnyCharge, tables: Tables) -> tuple[list[tuple[Battalion, ...]], tuple[int, ...]]:
    """Chargers, enemies and fresh battalions, named apart; and the chargers that run into those."""
    edge = form.edge if pulling.EDGE.holds(form, tables) else None
    own_edge = form.own_edge if pulling.OWN_EDGE.holds(form, tables) else None
    hold, enemy_hold = (one.holds(form, tables) for one in (pulling.HOLD, pulling.ENEMY_HOLD))
    ours: dict[str, Any] = {"edge": own_edge, "edge_ahead": edge, "hold": hold}
    theirs: dict[str, Any] = {"edge": edge, "edge_ahead": own_edge, "hold": enemy_hold}
    theirs |= {"side": "enemy", "other": "chargers"}
    crossing = ours | {"charges": True, "crosses": form.crossing}
    meeting = theirs | {"charges": form.mutual, "crosses": form.enemy_crossing}

    def further(row: FurtherBattalion, told: dict[str, Any]) -> Battalion:
        general = {"near_general": getattr(row, "general", None)}
        return fielded(row, tables, "card", also=(*_AS_CHARGED, "crossing"), **told | general)

    counted = form.crossing_platoons if form.crossing else None
    charger = fielded(form, tables, crossing=counted, **crossing)
    enemy = fielded(form, tables, "enemy", "enemy_", _AS_CHARGED, **meeting)
    fresh = dict[int, Battalion]()
    if HAS_FRESH(form):
        contact = Contact.FLANK if form.fresh_flank else Contact.FRONT
        fresh[0] = fielded(form, tables, "fresh", "fresh_", contact=contact, **theirs)
    fresh |= {row.by - 1: further(row, theirs) for row in form.also_beyond}
    sides = (
        (charger, *(further(row, crossing) for row in form.also_charging)),
        (enemy, *(further(row, meeting) for row in form.also_charged)),
        (*fresh.values(),),
    )
    return [*named(*sides, roles=(*TwoSided.roles, "fresh"))], tuple(fresh)


PATHS: Final = 20_000
"""Paths of exact odds: about two seconds of charges between many battalions."""

PATHS_A_STATE: Final = 20
"""Paths for each combination of platoons left, as measured on charges of three and four."""

SAMPLED: Final = 500
"""Paths by which losses are estimated where exact ones take too long: to a tenth of a platoon."""


Stages: TypeAlias = dict[fates.Stage, Step[fates.Fight] | Repeat[fates.Fight]]


class ToTheEnd(Told[Any, fates.ChargeOutcome]):
    """What is fought to the end: its outcomes are those of a charge, and it keeps so much `detail`,
    if not what its odds need. `charged` are the places of the enemies, who come after the chargers
    and before fresh battalions; `start` is before anybody moves, `stages` are what is done from
    then on, step by step; `events` tell what happened, a clause each, and `between` what is done on
    the table from one state to the next."""

    severity = Severity[fates.ChargeOutcome](lambda outcome: outcome.severity, "the chargers")
    measures = fates.MEASURES

    charged: range
    start: Callable[[], fates.Fight]
    stages: Callable[[], Stages]
    events: Callable[[fates.ChargeInFull], Iterable[str]]
    between: Callable[[fates.Stage, fates.Fight, fates.Fight], Iterable[str]]

    def __init__(self, form: Any, tables: Tables, detail: fates.Detail | None = None) -> None:
        super().__init__(form, tables)
        listed = fates.Detail.PLATOONS if form.count_platoons else fates.Detail.FATES
        self.detail = listed if detail is None else detail

    def by_side(self, each: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[T, ...], tuple[T, ...]]:
        """What is known of everyone: of the chargers, the enemies and the fresh battalions."""
        enemies, beyond = self.charged.start, self.charged.stop
        return each[:enemies], each[enemies:beyond], each[beyond:]

    def outcome(self, fight: fates.Fight, counted: bool) -> fates.ChargeOutcome:
        """What became of every battalion, with or without its platoons."""
        chargers, enemies, fresh = self.by_side(tuple(one.fate(counted) for one in fight.states))
        return fates.ChargeOutcome(chargers, enemies, fresh[0] if fresh else None, fresh[1:])

    def procedure(self) -> Procedure[fates.Fight, fates.ChargeOutcome]:
        steps, counted = tuple(self.stages().values()), self.form.count_platoons
        return Procedure(self.start(), steps, lambda fight: self.outcome(fight, counted))

    def in_full(self) -> Procedure[Course[fates.Stage, fates.Fight], fates.ChargeInFull]:
        made = type(self)(self.form, self.tables, fates.Detail.EVERYTHING)

        def conclude(course: Course[fates.Stage, fates.Fight]) -> fates.ChargeInFull:
            _, fight = course[-1]
            exact, listed = (made.outcome(fight, so) for so in (True, self.form.count_platoons))
            return fates.ChargeInFull(exact, listed, course)

        return traced((fates.Stage.START, made.start()), made.stages(), conclude)

    def after_listed(self, outcome: fates.ChargeOutcome) -> Aftermath:
        """To play on from the outcomes themselves, these must count platoons."""
        if not self.form.count_platoons:
            problem = "platoons must be counted to play on from a charge"
            raise FaultsError([Fault("count-platoons", problem, "count-platoons=yes")])
        return super().after_listed(outcome)

    def told(self, drawn: fates.ChargeInFull) -> Iterator[str]:
        """What happened, then each step; only the last order of a battalion is marked."""
        yield "; ".join(self.events(drawn))
        stages, fights = zip(*drawn.course, strict=True)
        first, last = fights[0].states, fights[-1].states

        def marked(fight: fates.Fight) -> fates.Fight:
            states = [
                state if state.order is end.order else state._replace(order=was.order)
                for state, was, end in zip(fight.states, first, last, strict=True)
            ]
            return fight._replace(states=tuple(states))

        for stage, (before, after) in zip(stages[1:], pairwise(map(marked, fights)), strict=True):
            yield from self.between(stage, before, after)


class ChargeLaw(ToTheEnd):
    """A charge, or one that is countercharged; it keeps so much `detail`, if not what odds need.

    It may be asked what becomes of one battalion `only`, by its place. Chargers, enemies and the
    fresh battalions beyond them each begin with the first, and in that order make `everyone` in a
    `Fight`; `charging` and `charged` are the places of those who charge and of their enemies;
    `beyond` has those of the fresh battalions that chargers would run into, by the places of these.
    """

    paths = PATHS
    form: AnyCharge

    only: int | None = None

    def __init__(self, form: AnyCharge, tables: Tables, detail: fates.Detail | None = None) -> None:
        super().__init__(form, tables, detail)
        (self.chargers, self.enemies, self.fresh), runs_into = _sides(form, tables)
        self.everyone = (*self.chargers, *self.enemies, *self.fresh)
        self.charging = range(len(self.chargers))
        self.charged = range(len(self.chargers), len(self.chargers) + len(self.enemies))
        self.places = self.charging, self.charged, range(self.charged.stop, len(self.everyone))
        self.beyond = dict(zip(runs_into, self.places[-1], strict=True))

    def procedure(self) -> Procedure[fates.Fight, fates.ChargeOutcome]:
        return attrs.evolve(super().procedure(), foreseen=self.foreseen)

    @cached_property
    def lineup(self) -> Lineup:
        """Both sides laid against each other."""
        return Lineup(self.everyone, (self.charging, self.charged))

    def met_by(self, place: int) -> list[Battalion]:
        """The enemies that a battalion is in contact with as the charge goes in."""
        return [self.everyone[enemy] for enemy in self.lineup.contacts[place]]

    def facing(self, place: int) -> pulling.Facing:
        """A battalion as the charge goes in, with all that charge it."""
        one = attrs.evolve(self.everyone[place], crossing=self.crossing.get(place, 0))
        charging = tuple(met for met in self.met_by(place) if met.charges)
        return pulling.Facing(one, one.order, charging, self.form.soft_ground)

    @cached_property
    def crossing(self) -> dict[int, int]:
        """How many platoons of each battalion charge through terrain, by its place: all of one that
        charges defenders of an obstacle."""
        crossing = {
            place: one.platoons if any(met.defends for met in self.met_by(place)) else one.crossing
            for place, one in enumerate((*self.chargers, *self.enemies))
        }
        counts = self.holds(pulling.CROSSES)
        return {place: platoons for place, platoons in crossing.items() if platoons and counts}

    def start(self) -> fates.Fight:
        states = [fates.BattalionState(one.platoons, one.order) for one in self.everyone]
        for place in self.places[-1]:
            states[place] = states[place]._replace(end=fates.End.UNTOUCHED)
        return fates.Fight(tuple(states))

    @cached_property
    def foreseen(self) -> int:
        """About how many paths the odds take: by what those in contact may come to in platoons."""

        def numbers(one: Battalion, state: fates.BattalionState) -> int:
            return max(1, state.platoons - one.card.minimum + 1) if state.fights else 1

        parts = (map(numbers, self.everyone, one.states) for one in self.main.apart(self.start()))
        return PATHS_A_STATE * max(map(prod, parts))

    def stages(self) -> Stages:
        stages: Stages = {}
        crossing = self.crossing.keys()
        if self.holds(pulling.REACTS) or not crossing.isdisjoint(self.charged):
            stages[fates.Stage.REACTION] = self._react
        if not crossing.isdisjoint(self.charging):
            stages[fates.Stage.CROSSING] = self._cross
        stages[fates.Stage.CHARGE] = self.main.to_the_end
        if self.fresh and self.holds(pulling.BEYOND):
            stages[fates.Stage.RUN_INTO] = self._run_into
            stages[fates.Stage.BEYOND] = self.further.to_the_end
        return stages

    @cached_property
    def main(self) -> ChargeRounds:
        """The rounds of the charge itself."""
        going_on = [one for one, met in self.beyond.items() if self.only in {None, one, met}]
        kept = self.form.caught, self.detail, going_on, self.only
        return ChargeRounds(self.lineup, Pursuit(self.everyone, *kept), self.form.soft_ground)

    @cached_property
    def further(self) -> ChargeRounds:
        """The fresh charges beyond: nobody else near, no obstacle and no edge near."""
        everyone = [
            attrs.evolve(one, fighting=None, edge=None, edge_ahead=None) for one in self.everyone
        ]
        pursuit = Pursuit(everyone, self.form.caught, self.detail, only=self.only)
        lineup = Lineup(everyone, *(([one], [fresh]) for one, fresh in self.beyond.items()))
        spent = not self.tables.is_so("pursuit.shock-again")
        return ChargeRounds(lineup, pursuit, self.form.soft_ground or spent)

    def _react(self, fight: fates.Fight, chance: interface.Chance) -> fates.Fight:
        """Those who meet the charge move through what terrain there is, in the order they were in,
        and as their reaction ends are disordered, unless they rolled to react."""
        states = list(fight.states)
        for place in self.charged:
            one, order = self.everyone[place], states[place].order
            kept = not self.holds(pulling.REACTS) or drill.keeps_order(one, order, chance)
            after = self._across(place, states[place], chance)
            states[place] = after if kept else after.disordered
        return self.main.still_met(states)

    def _cross(self, fight: fates.Fight, chance: interface.Chance) -> fates.Fight:
        """The chargers go through terrain, if those they charge are still there."""
        states = list(fight.states)
        for place in self.charging:
            states[place] = self._across(place, states[place], chance)
        return self.main.still_met(states)

    def _across(
        self, place: int, state: fates.BattalionState, chance: interface.Chance
    ) -> fates.BattalionState:
        platoons = self.crossing.get(place)
        if not platoons or not state.fights:
            return state
        after = movement.cross(self.everyone[place], state, platoons, chance)
        twice = self.everyone[place].crossing and any(met.defends for met in self.met_by(place))
        again = twice and after.fights and not self.tables.is_so("crossing.once")
        return after.disordered if again else after

    def losses(self, exact: bool) -> Mapping[str, Fraction]:
        """The platoons that each battalion loses on average, all of them if it leaves the table: of
        a few drawn paths where that need not be `exact`, or cannot."""
        each = list(enumerate(self.everyone))
        try:
            odds = [self._odds_of(place) for place, _ in each] if exact else []
        except BudgetExceededError:
            odds = []
        odds = odds or [self._drawn_odds()] * len(each)

        def left(place: int) -> Fraction:
            return odds[place].mean(lambda outcome: outcome.everyone[place].platoons or 0)

        lost = tuple(one.platoons - left(place) for place, one in each)
        return dict(fates.by_name(*self.by_side(lost)))

    def _odds_of(self, place: int) -> Distribution[fates.ChargeOutcome]:
        asked = type(self)(self.form.but(count_platoons=True), self.tables)
        asked.only = place
        return asked.procedure().odds(every_path.Budget(PATHS))

    def _drawn_odds(self) -> Distribution[fates.ChargeOutcome]:
        in_full = self.in_full()

        def drawn(chance: interface.Chance) -> fates.ChargeOutcome:
            return in_full.result(chance).outcome

        return Distribution(one_path.count_paths(drawn, "0", range(SAMPLED)))

    def _run_into(self, fight: fates.Fight, chance: interface.Chance) -> fates.Fight:
        """Chargers that pursue or break through come upon the fresh battalions in their way."""
        states = list(fight.states)
        for charger, fresh in self.beyond.items():
            if states[charger].end in fates.ONWARD:
                pursued = states[charger].end is fates.End.PURSUED
                states[charger] = states[charger]._replace(end=None, pursued=pursued)
                states[fresh] = states[fresh]._replace(end=None)
        return fates.Fight(tuple(states))
