"""Assaults: orders, an emergency square or not, defensive fire, close combat (VII)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.kinds import Word
from calculator.lengths import Inches, in_inches, shown_length
from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.modifiers import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault.contests import (
    FLANK,
    CloseCombat,
    DefensiveFire,
    Square,
    close_combat_contest,
    defensive_fire_contest,
    may_fire,
    may_form_square,
    square_contest,
)
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.contest import TARGET, Contest, Factors
from calculator.rules.there_stand_empires.moves import assault_reach, inches
from calculator.rules.there_stand_empires.orders import (
    STAGE,
    Orders,
    delayed_to,
    may_without_orders,
    orders_factors,
    orders_odds,
)
from calculator.rules.there_stand_empires.status import (
    UNHARMED,
    Blow,
    Fate,
    Unit,
    refuse_demoralized,
    struck,
)
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, State
from calculator.rules.there_stand_empires.unit import refuse_square_target

NOWHERE: Final = Inches(0)


class Course(Word):
    """How far an assault gets, from the worst for it to the best."""

    ORDERS_LOST = "orders-lost"
    OUT_OF_REACH = "out-of-reach"
    PUSHED_BACK = "pushed-back"
    STOPPED = "stopped"
    REPULSED = "repulsed"
    DRAWN = "drawn"
    CARRIED = "carried"

    @property
    def charges(self) -> bool:
        """Whether the charge sets off in earnest."""
        return self not in {Course.ORDERS_LOST, Course.OUT_OF_REACH}

    @property
    def goes_home(self) -> bool:
        """Whether the charge reaches its target."""
        return self in {Course.REPULSED, Course.DRAWN, Course.CARRIED}


@attrs.frozen(cache_hash=True)
class AssaultOutcome:
    """What comes of an assault.

    `inches` is how far late orders let it go when that is too short. `squared` says that the
    target formed an emergency square, whatever became of it then; `target_acted` that it has used
    its action for the turn; `breakthrough` that the cavalry may charge on into another enemy.
    """

    course: Course
    actor: Fate
    target: Fate
    inches: Fraction = attrs.field(default=NOWHERE, converter=in_inches)
    squared: bool = False
    target_acted: bool = False
    breakthrough: bool = False

    @property
    def label(self) -> str:
        """The outcome in a few words: the attackers' fate, unless it says "target"."""
        mine, theirs = self.actor.summary("driven back"), self.target.summary(self.driven)
        match self.course:
            case Course.ORDERS_LOST:
                text = "orders lost"
            case Course.OUT_OF_REACH:
                text = f"orders late: {inches(self.inches)}, out of reach"
            case Course.CARRIED:
                text = f"carried: target {theirs}"
                text += " in square" if self.squared and self.target.removed else ""
                text += f"; attackers {mine}" if self.actor.harmed else ""
            case Course.DRAWN:
                text = f"drawn: attackers {mine}, target "
                text += theirs if self.target.harmed else "unchanged"
            case Course.STOPPED | Course.PUSHED_BACK if self.actor.removed:
                text = f"attackers {mine} by fire"
            case course:
                text = f"{_COURSES[course]}, {mine}" if self.actor.harmed else _COURSES[course]
        return f"{text}; target in square" if self.stands_in_square else text

    @property
    def severity(self) -> tuple[Any, ...]:
        """How far the assault gets, from orders lost to carried, then who suffers what."""
        suffered = tuple(-part for part in self.actor.gravity)
        return self.course.rank, self.inches, self.target.gravity, suffered

    @property
    def stands_in_square(self) -> bool:
        """Whether the target is left on the table in an emergency square."""
        return self.squared and not self.target.removed

    @property
    def driven(self) -> str:
        """How the target goes back, in section V's words."""
        return "thrown back" if self.target.demoralized else "pushed back"


_COURSES: Final = {
    Course.STOPPED: "stopped 1 inch short",
    Course.PUSHED_BACK: "pushed back to its start",
    Course.REPULSED: "repulsed",
}

UNDER_FIRE: Final = {
    DefensiveFire.STOPPED: (Course.STOPPED, UNHARMED),
    DefensiveFire.STOPPED_DISORDERED: (Course.STOPPED, Blow(State.DISORDERED)),
    DefensiveFire.PUSHED_BACK: (Course.PUSHED_BACK, Blow(State.DISORDERED)),
    DefensiveFire.PUSHED_BACK_DEMORALIZED: (Course.PUSHED_BACK, Blow(State.DEMORALIZED)),
    DefensiveFire.LOSES_A_BASE: (Course.PUSHED_BACK, Blow(State.DEMORALIZED, bases=1)),
}
"""How an assault ends that does not go home, and what defensive fire deals to the charge."""


@lru_cache(maxsize=256)
def close_combat_end(rung: CloseCombat, tables: Tables) -> tuple[Course, Blow, Blow]:
    """How a close combat ends, and what it deals to the charge and to its target."""
    near, far = tables.numbers("assault.close-combat.driven-back")
    carried, repulsed, shaken = Course.CARRIED, Course.REPULSED, Blow(State.DISORDERED)
    thrown_back = partial(Blow, State.DEMORALIZED, back=far)
    ends = {
        CloseCombat.BROKEN: (carried, UNHARMED, thrown_back(breaks=True)),
        CloseCombat.LOSES_TWO_BASES: (carried, UNHARMED, thrown_back(bases=2)),
        CloseCombat.LOSES_A_BASE: (carried, UNHARMED, thrown_back(bases=1)),
        CloseCombat.THROWN_BACK: (carried, UNHARMED, thrown_back()),
        CloseCombat.PUSHED_BACK: (carried, shaken, Blow(State.DISORDERED, back=near)),
        CloseCombat.DRAWN: (Course.DRAWN, shaken, shaken),
        CloseCombat.REPULSED: (repulsed, shaken, UNHARMED),
        CloseCombat.REPULSED_DEMORALIZED: (repulsed, Blow(State.DEMORALIZED), UNHARMED),
        CloseCombat.REPULSED_LOSES_A_BASE: (repulsed, Blow(State.DEMORALIZED, bases=1), UNHARMED),
    }
    return ends[rung]


@attrs.frozen(repr=False)
class Assault:
    """One assault, with all the contests it may come to; by whether the target forms square.

    A breakthrough charge needs no orders; there may be no question of a square, nor of fire.
    """

    form: AssaultForm
    tables: Tables
    attackers: Unit
    defenders: Unit
    orders_odds: Distribution[Orders] | None
    too_late: Mapping[Orders, Fraction]
    """The orders that arrive too late, each with the inches that it leaves."""
    square: Contest[Square] | None
    fire: Mapping[bool, Contest[DefensiveFire]]
    combat: Mapping[bool, Contest[CloseCombat]]

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, form: AssaultForm, tables: Tables) -> Assault:
        """The assault that a form describes; a record of many is computed again form by form."""
        squares = (False, True) if may_form_square(form) else (False,)
        fired_at = squares if may_fire(form) else ()
        reach = reach_of(form, tables)
        distance = reach if form.distance is None else form.distance
        late = {one: delayed_to(tables, one, reach) for one in Orders if one.is_late}
        return cls(
            form,
            tables,
            Unit(form.actor_state, form.bases, form.starting_bases),
            Unit(
                form.target_state,
                form.target_bases,
                form.target_starting_bases,
                form.retreat_blocked,
                form.captures_transport and form.target is Arm.TRANSPORT,
            ),
            None if form.is_breakthrough else orders_odds(form, tables),
            {one: left for one, left in late.items() if left < distance},
            square_contest(tables, form) if may_form_square(form) else None,
            {squared: defensive_fire_contest(tables, form, squared) for squared in fired_at},
            {squared: close_combat_contest(tables, form, squared) for squared in squares},
        )

    def run(self, chance: Chance) -> AssaultOutcome:
        """The assault from its orders to its end."""
        if self.orders_odds:
            arrival = chance.draw(self.orders_odds, STAGE)
            if arrival is Orders.LOST:
                return self._ended(Course.ORDERS_LOST)
            if arrival in self.too_late:
                return self._ended(Course.OUT_OF_REACH, inches=self.too_late[arrival])
        squared = self.square is not None and self.square.decide(chance) is Square.FORMED
        if self.fire:
            rung = self.fire[squared].decide(chance)
            if rung is not DefensiveFire.GOES_HOME:
                return self._ended(*UNDER_FIRE[rung], squared=squared)
        end = self.combat[squared].decide(chance)
        return self._ended(*close_combat_end(end, self.tables), squared=squared)

    def _ended(
        self,
        course: Course,
        to_actor: Blow = UNHARMED,
        to_target: Blow = UNHARMED,
        inches: Fraction = NOWHERE,
        squared: bool = False,
    ) -> AssaultOutcome:
        actor, target = struck(self.attackers, to_actor), struck(self.defenders, to_target)
        may_go_on = self.form.actor.is_cavalry and not self.form.is_breakthrough
        return AssaultOutcome(
            course,
            actor,
            target,
            inches,
            squared=squared,
            target_acted=course.goes_home and not target.removed,
            breakthrough=may_go_on and target.beaten and actor.state is not State.DEMORALIZED,
        )


def reach_of(form: AssaultForm, tables: Tables) -> Fraction:
    """How far off the target may be, in inches of base movement."""
    return assault_reach(tables, form.actor, form.formation is Formation.DEPLOYED)


def assault(form: AssaultForm, tables: Tables) -> Procedure[Any, AssaultOutcome]:
    """The procedure of an assault."""
    return single(Assault.of(form, tables).run)


def assault_factors(form: AssaultForm, tables: Tables) -> Iterator[Factor]:
    """Every factor of every stage, and what an emergency square would change."""
    plan = Assault.of(form, tables)
    if plan.orders_odds:
        yield from orders_factors(form, tables)
    if plan.square:
        yield from _pulling(plan.square)
    yield from _either_way(plan.fire)
    yield from _either_way(plan.combat)


def _pulling(contest: Contest[Any]) -> Iterator[Factor]:
    return (factor for factor in contest.factors if factor.points)


def _either_way(contests: Mapping[bool, Contest[Any]]) -> Iterator[Factor]:
    """The factors of a contest with a target that forms no square, and what a square changes."""
    caught, formed = contests.get(False), contests.get(True)
    if caught:
        yield from _pulling(caught)
    if caught and formed:
        square = Factors(caught.tables, f"{caught.stage}, if in square", caught.key)
        flanks = sum(factor.points for factor in caught.factors if factor.name == FLANK)
        worth = caught.ladder.points - formed.ladder.points + flanks
        entry = "formation.square-against-cavalry"
        yield square.by(TARGET, "Emergency square", entry, points=worth)
        if flanks:
            name = "A square has no flanks"
            yield square.by(TARGET, name, "not-frontal", points=-flanks, source="IV")


def refuse_assault(form: AssaultForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids an assault."""
    yield from refuse_demoralized(form.actor_state)
    if not form.actor.has_quality:
        yield Refusal("Only infantry and cavalry assault", "III.B, VII")
    else:
        yield from _assault_formation(form)
        yield from _too_far(form, tables)
    yield from refuse_square_target(form)
    if form.target.is_artillery and form.infantry_support:
        yield Refusal("Guns supported by infantry cannot be assaulted; assault the infantry", "VII")
    if form.is_countercharged:
        yield from _refuse_countercharge(form)


def _refuse_countercharge(form: AssaultForm) -> Iterator[Refusal]:
    if form.target_state is not State.OK:
        yield Refusal(f"A {form.target_state.label} unit does not countercharge", "VII")
    if not form.is_frontal:
        yield Refusal("Only cavalry that is assaulted frontally countercharges", "VII")
    if form.cover is not Cover.OPEN:
        yield Refusal("Cavalry countercharges in the open only, not from cover", "VII")
    if form.is_breakthrough:
        yield Refusal("A breakthrough charge is not countercharged", "VII")


def _assault_formation(form: AssaultForm) -> Iterator[Refusal]:
    if form.formation is Formation.MANEUVER_COLUMN:
        if form.actor.is_infantry and not form.columns_may_assault:
            yield Refusal("This army's infantry does not assault in maneuver column", "VII")
    elif form.formation is not Formation.DEPLOYED:
        yield Refusal("Assaults start from maneuver column", "III.B, VII")
    elif form.actor.is_cavalry:
        yield Refusal("Cavalry never assaults deployed: it starts from maneuver column", "VII")
    elif not form.linear_tactics and not form.columns_may_assault:
        yield Refusal(
            "This army's infantry does not assault at all: not in maneuver column, nor deployed "
            "without training in linear tactics",
            "VII",
        )
    elif not form.linear_tactics:
        yield Refusal(
            "Only units trained in linear tactics assault deployed; others start from maneuver "
            "column",
            "VII",
        )


def _too_far(form: AssaultForm, tables: Tables) -> Iterator[Refusal]:
    reach = reach_of(form, tables)
    if form.distance is not None and form.distance > reach and not form.is_breakthrough:
        yield Refusal(
            f"The target is {shown_length(form.distance)} inches of base movement away; this unit "
            f"assaults over {shown_length(reach)} at most",
            "VII",
        )


def after_assault(form: AssaultForm, outcome: AssaultOutcome) -> Aftermath:
    """Both units as an assault leaves them.

    An assault whose orders arrived counts with all its bases for the next one on the same target
    in the same turn, whatever it lost (VII). A victory lets cavalry charge again, a want of orders
    lets the unit fire or regroup (IV, VII).
    """
    target = outcome.target.left(form.target_bases)
    if target and outcome.squared:
        target["formation"] = Formation.SQUARE.value
    actor = outcome.actor.left(form.bases)
    if actor and outcome.course.charges:
        actor |= MOVED
    charged = str(form.earlier_assaults + form.bases)
    may: tuple[str, ...] = ("assault",) if outcome.breakthrough else ()
    if outcome.course is Course.ORDERS_LOST:
        may = may_without_orders(form)
    return Aftermath(
        actor=actor,
        target=target,
        actor_gone=outcome.actor.gone,
        target_gone=outcome.target.gone,
        may=may,
        target_spent=outcome.target_acted,
        later={"earlier-assaults": charged} if outcome.course.charges else {},
    )
