"""Assaults: orders, an emergency square or not, defensive fire, close combat (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution
from calculator.kinds import Word, shown_length
from calculator.rules.system import Factor, Measure
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import close_combat, reception
from calculator.rules.there_stand_empires.close_combat import Melee
from calculator.rules.there_stand_empires.forms import AssaultForm
from calculator.rules.there_stand_empires.moves import assault_reach
from calculator.rules.there_stand_empires.orders import (
    Orders,
    delayed_to,
    orders_factors,
    orders_odds,
)
from calculator.rules.there_stand_empires.reception import Reception, Squared
from calculator.rules.there_stand_empires.status import UNHARMED, Blow, Fate, Unit, struck
from calculator.rules.there_stand_empires.words import Arm, Formation


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


@attrs.frozen
class AssaultOutcome:
    """What comes of an assault.

    `inches` is how far late orders let it go when that is too short. `squared` says that the
    target is now in an emergency square; `target_acted` that it has used its action for the turn;
    `breakthrough` that the charge may go on into another enemy.
    """

    course: Course
    actor: Fate
    target: Fate
    inches: Fraction = Fraction(0)
    squared: bool = False
    target_acted: bool = False
    breakthrough: bool = False

    @property
    def label(self) -> str:
        """The outcome in a few words."""
        parts = [_COURSES[self.course]]
        if self.course is Course.OUT_OF_REACH:
            parts[0] += f" ({shown_length(self.inches)} inches)"
        if self.target.harmed:
            parts.append(f"target {self.target.label}")
        if self.actor.harmed:
            parts.append(f"attackers {self.actor.label}")
        if self.squared:
            parts.append("target in square")
        return ", ".join(parts)


_COURSES = {
    Course.ORDERS_LOST: "orders lost",
    Course.OUT_OF_REACH: "orders late, out of reach",
    Course.PUSHED_BACK: "pushed back to its start",
    Course.STOPPED: "stopped 1 inch short",
    Course.REPULSED: "repulsed",
    Course.DRAWN: "drawn",
    Course.CARRIED: "carried",
}


@attrs.frozen
class Charge:
    """An assault under way: whether the target has formed square, and the end once it has come."""

    squared: bool = False
    end: AssaultOutcome | None = None


@attrs.frozen
class Assault:
    """One assault: its form and tables, and the steps that it goes through."""

    form: AssaultForm
    tables: Tables

    def orders(self, charge: Charge, chance: Chance) -> Charge:
        """Do the orders to charge arrive, and soon enough for the distance?"""
        if self.form.is_breakthrough:
            return charge
        orders = chance.draw(orders_odds(self.form, self.tables), "orders")
        if orders is Orders.LOST:
            return self._ended(charge, Course.ORDERS_LOST)
        reach = reach_of(self.form, self.tables)
        inches = delayed_to(self.tables, orders, reach)
        if inches < (reach if self.form.distance is None else self.form.distance):
            return self._ended(charge, Course.OUT_OF_REACH, inches=inches)
        return charge

    def emergency_square(self, charge: Charge, chance: Chance) -> Charge:
        """Does infantry charged by cavalry form square in time?"""
        if charge.end or not reception.may_square(self.form):
            return charge
        contest = reception.square_contest(self.form, self.tables)
        return Charge(squared=contest.decide(chance) is Squared.FORMED)

    def defensive_fire(self, charge: Charge, chance: Chance) -> Charge:
        """Does the charge stand the fire of the defenders?"""
        if charge.end or not reception.may_fire(self.form):
            return charge
        contest = reception.fire_contest(self.form, self.tables, charge.squared)
        received = contest.decide(chance)
        if received is Reception.GOES_HOME:
            return charge
        stopped = received in {Reception.STOPPED, Reception.STOPPED_DISORDERED}
        course = Course.STOPPED if stopped else Course.PUSHED_BACK
        return self._ended(charge, course, reception.reception_blow(received))

    def close_combat(self, charge: Charge, chance: Chance) -> Charge:
        """Who has the better of it at close quarters?"""
        if charge.end:
            return charge
        contest = close_combat.melee_contest(self.form, self.tables, charge.squared)
        melee = contest.decide(chance)
        given, taken = close_combat.melee_blows(melee, self.tables)
        if melee.carries:
            return self._ended(charge, Course.CARRIED, given, taken)
        course = Course.DRAWN if melee is Melee.DRAWN else Course.REPULSED
        return self._ended(charge, course, given, taken)

    def _ended(
        self,
        charge: Charge,
        course: Course,
        given: Blow = UNHARMED,
        taken: Blow = UNHARMED,
        inches: Fraction = Fraction(0),
    ) -> Charge:
        actor, target = struck(self._actor, given), struck(self._target, taken)
        beaten = target.removed or target.back > 0
        end = AssaultOutcome(
            course,
            actor,
            target,
            inches,
            squared=charge.squared and not target.removed,
            target_acted=course.goes_home and not target.removed,
            breakthrough=self.form.actor.is_cavalry and beaten and not self.form.is_breakthrough,
        )
        return Charge(charge.squared, end)

    @property
    def _actor(self) -> Unit:
        form = self.form
        return Unit(form.actor_state, form.bases, form.starting_bases or form.bases)

    @property
    def _target(self) -> Unit:
        form = self.form
        return Unit(
            form.target_state,
            form.target_bases,
            form.target_starting_bases or form.target_bases,
            form.retreat_blocked,
            form.captures_transport and form.target is Arm.TRANSPORT,
        )


def reach_of(form: AssaultForm, tables: Tables) -> Fraction:
    """How far off the target may be, in inches of base movement."""
    return assault_reach(tables, form.actor, form.formation is Formation.DEPLOYED)


def _concluded(charge: Charge) -> AssaultOutcome:
    if charge.end is None:
        raise AssertionError("close combat ends every charge")
    return charge.end


def assault(form: AssaultForm, tables: Tables) -> Resolution[Charge, AssaultOutcome]:
    """The resolution of an assault."""
    plan = Assault(form, tables)
    steps = (plan.orders, plan.emergency_square, plan.defensive_fire, plan.close_combat)
    return Resolution(Charge(), steps, _concluded)


def assault_factors(form: AssaultForm, tables: Tables) -> Iterator[Factor]:
    """Every factor of every stage; in square and out of it where a square may be formed."""
    if not form.is_breakthrough:
        yield from orders_factors(form, tables)
    squared = False
    if reception.may_square(form):
        yield from reception.square_contest(form, tables).factors
    if reception.may_fire(form):
        yield from reception.fire_contest(form, tables, squared).factors
    yield from close_combat.melee_contest(form, tables, squared).factors


def assault_severity(outcome: AssaultOutcome) -> tuple[object, ...]:
    """From orders lost to the target broken."""
    return (
        list(Course).index(outcome.course),
        outcome.inches,
        outcome.target.gravity,
        tuple(-part for part in outcome.actor.gravity),
        not outcome.squared,
    )


ASSAULT_MEASURES = (
    Measure[AssaultOutcome](
        "carries", "carries the position", lambda o: o.course is Course.CARRIED
    ),
    Measure[AssaultOutcome]("goes-home", "goes home", lambda o: o.course.goes_home),
    Measure[AssaultOutcome]("charges", "charges", lambda o: o.course.charges),
    Measure[AssaultOutcome]("lost", "orders lost", lambda o: o.course is Course.ORDERS_LOST),
    Measure[AssaultOutcome](
        "delayed", "orders too late", lambda o: o.course is Course.OUT_OF_REACH
    ),
    Measure[AssaultOutcome]("emergency-square", "emergency square", lambda o: o.squared),
    Measure[AssaultOutcome](
        "demoralized", "target demoralized or worse", lambda o: o.target.demoralized
    ),
    Measure[AssaultOutcome]("base-lost", "target loses a base", lambda o: o.target.lost_bases),
    Measure[AssaultOutcome]("removed", "target removed from play", lambda o: o.target.removed),
    Measure[AssaultOutcome](
        "actor-demoralized", "attackers demoralized or worse", lambda o: o.actor.demoralized
    ),
    Measure[AssaultOutcome](
        "actor-base-lost", "attackers lose a base", lambda o: o.actor.lost_bases
    ),
)
