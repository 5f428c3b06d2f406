"""Assaults: orders, an emergency square or not, defensive fire, close combat (VII)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import attrs

from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance
from calculator.chance.resolution import Resolution, single
from calculator.rules.system import Factor
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import orders
from calculator.rules.there_stand_empires.assault_form import AssaultForm
from calculator.rules.there_stand_empires.assault_outcome import AssaultOutcome, Course
from calculator.rules.there_stand_empires.close_combat import Melee, melee_blows, melee_contest
from calculator.rules.there_stand_empires.contest import TARGET, Contest
from calculator.rules.there_stand_empires.moves import assault_reach
from calculator.rules.there_stand_empires.orders import Orders
from calculator.rules.there_stand_empires.reception import (
    FLANK,
    Reception,
    Squared,
    fire_contest,
    may_fire,
    may_square,
    reception_blow,
    square_contest,
)
from calculator.rules.there_stand_empires.status import UNHARMED, Blow, Unit, struck
from calculator.rules.there_stand_empires.words import Arm, Formation, State


@attrs.frozen
class Assault:
    """One assault, with all the contests it may come to; by whether the target forms square.

    A breakthrough charge needs no orders; there may be no question of a square, nor of fire.
    """

    form: AssaultForm
    tables: Tables
    reach: Fraction
    orders_come: Distribution[Orders] | None
    square: Contest[Squared] | None
    fire: Mapping[bool, Contest[Reception]]
    melee: Mapping[bool, Contest[Melee]]

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, form: AssaultForm, tables: Tables) -> Assault:
        """The assault that a form describes; a record of many is told again form by form."""
        ways = (False, True) if may_square(form) else (False,)
        return cls(
            form,
            tables,
            reach_of(form, tables),
            None if form.is_breakthrough else orders.orders_odds(form, tables),
            square_contest(form, tables) if may_square(form) else None,
            {way: fire_contest(form, tables, way) for way in ways if may_fire(form)},
            {way: melee_contest(form, tables, way) for way in ways},
        )

    def run(self, chance: Chance) -> AssaultOutcome:
        """The assault from its orders to its end."""
        if self.orders_come:
            heard = chance.draw(self.orders_come, orders.STAGE)
            if heard is Orders.LOST:
                return self._ended(Course.ORDERS_LOST)
            inches = orders.delayed_to(self.tables, heard, self.reach)
            if inches < (self.reach if self.form.distance is None else self.form.distance):
                return self._ended(Course.OUT_OF_REACH, inches=inches)
        squared = self.square is not None and self.square.decide(chance) is Squared.FORMED
        if self.fire:
            reception = self.fire[squared].decide(chance)
            if reception is not Reception.GOES_HOME:
                course = Course.STOPPED if reception.stops_short else Course.PUSHED_BACK
                return self._ended(course, reception_blow(reception), squared=squared)
        melee = self.melee[squared].decide(chance)
        return self._ended(_course(melee), *melee_blows(melee, self.tables), squared=squared)

    def _ended(
        self,
        course: Course,
        given: Blow = UNHARMED,
        taken: Blow = UNHARMED,
        inches: Fraction = Fraction(0),
        squared: bool = False,
    ) -> AssaultOutcome:
        actor, target = struck(_actor(self.form), given), struck(_target(self.form), taken)
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


def _actor(form: AssaultForm) -> Unit:
    return Unit(form.actor_state, form.bases, form.starting_bases or form.bases)


def _target(form: AssaultForm) -> Unit:
    return Unit(
        form.target_state,
        form.target_bases,
        form.target_starting_bases or form.target_bases,
        form.retreat_blocked,
        form.captures_transport and form.target is Arm.TRANSPORT,
    )


def _course(melee: Melee) -> Course:
    if melee.carries:
        return Course.CARRIED
    return Course.DRAWN if melee is Melee.DRAWN else Course.REPULSED


def reach_of(form: AssaultForm, tables: Tables) -> Fraction:
    """How far off the target may be, in inches of base movement."""
    return assault_reach(tables, form.actor, form.formation is Formation.DEPLOYED)


def assault(form: AssaultForm, tables: Tables) -> Resolution[AssaultOutcome, AssaultOutcome]:
    """The resolution of an assault."""
    return single(Assault.of(form, tables).run)


def assault_factors(form: AssaultForm, tables: Tables) -> Iterator[Factor]:
    """Every factor of every stage, and what an emergency square would change."""
    plan = Assault.of(form, tables)
    if plan.orders_come:
        yield from orders.orders_factors(form, tables)
    if plan.square:
        yield from plan.square.factors
    yield from _either_way(plan.fire)
    yield from _either_way(plan.melee)


def _either_way(contests: Mapping[bool, Contest[Any]]) -> Iterator[Factor]:
    if not contests:
        return
    caught, *squared = contests.values()
    yield from caught.factors
    flanks = sum(factor.points for factor in caught.factors if factor.name == FLANK)
    for formed in squared:
        stage = f"{caught.stage}, if in square"
        worth = caught.points - formed.points + flanks
        yield Factor(stage, "Emergency square", TARGET, worth, "II, VII")
        if flanks:
            yield Factor(stage, "A square has no flanks", TARGET, -flanks, "IV")
