"""Assaults: orders, an emergency square or not, defensive fire, close combat (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.conditions import Worked, where
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.action import MOVED, Action, Aftermath, Awaited, Measure, Severity
from calculator.rules.modifiers import Modifier, Pull, pulls, unless
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import contest, orders, status
from calculator.rules.there_stand_empires.assault import contests
from calculator.rules.there_stand_empires.assault import form as asked
from calculator.rules.there_stand_empires.assault.contests import DefensiveFire
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.assault.outcome import (
    NOWHERE,
    UNDER_FIRE,
    AssaultOutcome,
    Course,
    close_combat_end,
)
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET, R, effect
from calculator.rules.there_stand_empires.orders import Orders, assault_reach, inches
from calculator.rules.there_stand_empires.status import UNHARMED, Blow, Harm, Unit, struck
from calculator.rules.there_stand_empires.terms import Cover, Formation, State
from calculator.rules.there_stand_empires.unit import refuse_square_target
from calculator.standing import Standing

_of_orders: Final = partial(effect, "orders", source="VII")
NEEDS_NONE: Final = _of_orders(
    ACTOR,
    "a breakthrough charge needs no new orders",
    asked.BREAKTHROUGH,
    standing=Standing.READING,
)
ORDERS: Final = orders.Dispatch(unless(NEEDS_NONE))
IN_LINE: Final = _of_orders(
    TARGET, "deployed, it assaults over a shorter distance", where("formation", Formation.DEPLOYED)
)


def reach_of(form: AssaultForm, tables: Tables) -> Fraction:
    """How far off the target may be, in inches of base movement."""
    return assault_reach(tables, form.actor, IN_LINE.holds(form, tables))


def _late(how: Orders) -> Modifier[AssaultForm]:
    @lru_cache(maxsize=256)
    def too_late(form: AssaultForm, tables: Tables) -> bool:
        reach = reach_of(form, tables)
        distance = reach if form.distance is None else form.distance
        return orders.delayed_to(tables, how, reach) < distance

    falls_short = Worked(too_late, ("actor", "formation", "distance"), "it would not arrive")
    return _of_orders(
        TARGET,
        f"{how} orders come too late for the distance",
        ~asked.BREAKTHROUGH & asked.ASSAULTS & falls_short,
    )


TOO_LATE: Final = {one: _late(one) for one in Orders if one.is_late}
"""Orders that may arrive too late for the charge to reach its target."""

UNSHAKEN: Final = effect(
    "combat effects",
    ACTOR,
    "who carries against the demoralized takes no disorder",
    contests.DEMORALIZED,
    "VII",
    standing=Standing.JUDGEMENT,
)
CAPTURES_THE_TRAIN: Final = status.suffers(
    ACTOR, "any defeat captures the train", asked.CAPTURED, source="II", standing=Standing.READING
)
ATTACKERS: Final = Harm("actor", TARGET, "", 1)
DEFENDERS: Final = Harm(
    "target",
    ACTOR,
    "target_",
    2,
    retreat_blocked=status.RETREAT_BLOCKED,
    unbroken=status.UNBROKEN,
    captured_by_defeat=CAPTURES_THE_TRAIN,
)


class AssaultLaw(Action[AssaultForm, AssaultOutcome]):
    """Charge into close combat: infantry and cavalry, from maneuver column."""

    key = "assault"
    source = "III.B, VII"
    severity = Severity[AssaultOutcome](lambda o: o.severity, "the attackers")
    measures = (
        Measure("carries", "carries the position", lambda o: o.course is Course.CARRIED),
        Measure("goes-home", "goes home (reaches the enemy)", lambda o: o.course.goes_home),
        Measure("charges", "orders arrive in time", lambda o: o.course.charges),
        Measure("delayed", "orders too late", lambda o: o.course is Course.OUT_OF_REACH),
        Measure("lost", "orders lost", lambda o: o.course is Course.ORDERS_LOST),
        Measure("emergency-square", "emergency square", lambda o: o.squared),
        Measure("demoralized", "target demoralized or worse", lambda o: o.target.demoralized),
        Measure("base-lost", "target loses a base", lambda o: o.target.lost_bases),
        Measure("removed", "target removed from play", lambda o: o.target.removed),
        Measure("actor-disordered", "attackers disordered or worse", lambda o: o.actor.disordered),
        Measure(
            "actor-demoralized", "attackers demoralized or worse", lambda o: o.actor.demoralized
        ),
        Measure("actor-base-lost", "attackers lose a base", lambda o: o.actor.lost_bases),
    )
    before_contact = (
        *ORDERS.modifiers,
        NEEDS_NONE,
        IN_LINE,
        *TOO_LATE.values(),
        contests.TRIES_TO_FORM_SQUARE,
    )
    suffering = (UNSHAKEN, *ATTACKERS.modifiers, *DEFENDERS.modifiers)
    modifiers = (
        *before_contact,
        *contests.SQUARE.modifiers,
        *contests.NO_FIRE,
        *contests.DEFENSIVE_FIRE.modifiers,
        *contests.CLOSE_COMBAT.modifiers,
        *suffering,
    )

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        yield from status.refuse_demoralized(form.actor_state)
        if not form.actor.has_quality:
            yield Refusal("Only infantry and cavalry assault", "III.B, VII")
        else:
            yield from _assault_formation(form)
            yield from self._too_far()
        yield from refuse_square_target(form)
        if form.target.is_artillery and form.infantry_support:
            supported = "Guns supported by infantry cannot be assaulted; assault the infantry"
            yield Refusal(supported, "III.B, VII")
        if asked.COUNTERCHARGED(form):
            yield from _refuse_countercharge(form)

    def _too_far(self) -> Iterator[Refusal]:
        distance, reach = self.form.distance, reach_of(self.form, self.tables)
        if distance is not None and distance > reach:
            yield Refusal(
                f"The target is {shown_length(distance)} inches of base movement away; this unit "
                f"assaults over {shown_length(reach)} at most",
                "VII",
            )

    def pulls(self) -> Iterator[Pull]:
        """What counts and is not nought, and after each contest what a square would change."""
        return (pull for pull in self._pulls() if pull.factor.effect or pull.factor.points)

    def _pulls(self) -> Iterator[Pull]:
        form, tables = self.form, self.tables
        yield from pulls(self.before_contact, form, tables)
        yield from contests.SQUARE.pulls(form, tables)
        yield from pulls(contests.NO_FIRE, form, tables)
        for fought in (contests.DEFENSIVE_FIRE, contests.CLOSE_COMBAT):
            yield from fought.pulls(form, tables)
            if self.holds(contests.TRIES_TO_FORM_SQUARE):
                yield from contests.changed_in_square(fought, form, tables)
        yield from pulls(self.suffering, form, tables)

    def procedure(self) -> Procedure[Any, AssaultOutcome]:
        form, tables = self.form, self.tables
        expected = ORDERS.odds(form, tables) if ORDERS.when(form, tables) else None
        late = {one for one, falls_short in TOO_LATE.items() if self.holds(falls_short)}
        units = ATTACKERS.suffering(form, tables), DEFENDERS.suffering(form, tables)
        ended = partial(self._ended, *units)
        unshaken = self.holds(UNSHAKEN)
        drill = self.bouts(contests.SQUARE)
        fire, combat = self.bouts(contests.DEFENSIVE_FIRE), self.bouts(contests.CLOSE_COMBAT)

        def charge(chance: Chance) -> AssaultOutcome:
            if expected:
                arrival = chance.draw(expected, orders.STAGE)
                if arrival is Orders.LOST:
                    return ended(Course.ORDERS_LOST)
                if arrival in late:
                    gone = orders.delayed_to(tables, arrival, reach_of(form, tables))
                    return ended(Course.OUT_OF_REACH, inches=gone)
            squared = bool(drill) and drill[0].decide(chance) is contests.Square.FORMED
            if fire:
                rung = fire[squared].decide(chance)
                if rung is not DefensiveFire.GOES_HOME:
                    return ended(*UNDER_FIRE[rung], squared=squared)
            end = close_combat_end(combat[squared].decide(chance), unshaken, tables)
            return ended(*end, squared=squared)

        return single(charge)

    def bouts(self, fought: contest.Contest[R]) -> tuple[contest.Bout[R], ...]:
        """A contest, if it is fought: with the target as it stands and, if it may be, in square."""
        if not fought.when(self.form, self.tables):
            return ()
        tries = self.holds(contests.TRIES_TO_FORM_SQUARE)
        situations = (self.form, contests.in_square(self.form)) if tries else (self.form,)
        return tuple(fought.bout(one, self.tables) for one in situations)

    def _ended(
        self,
        attackers: Unit,
        defenders: Unit,
        course: Course,
        to_actor: Blow = UNHARMED,
        to_target: Blow = UNHARMED,
        inches: Fraction = NOWHERE,
        squared: bool = False,
    ) -> AssaultOutcome:
        actor, target = struck(attackers, to_actor), struck(defenders, to_target)
        may_go_on = self.form.actor.is_cavalry and not self.form.breakthrough
        return AssaultOutcome(
            course,
            actor,
            target,
            inches,
            squared=squared,
            target_acted=course.goes_home and not target.removed,
            breakthrough=may_go_on and target.beaten and actor.state is not State.DEMORALIZED,
        )

    def awaits(self, drawn: AssaultOutcome) -> Awaited | None:
        """How far off the target is, where late orders reach only so far and nobody has said."""
        if self.form.distance is not None or not drawn.inches:
            return None
        most = drawn.inches
        return Awaited("distance", f"is the target within {inches(most)}?", shown_length(most))

    def after(self, drawn: AssaultOutcome) -> Aftermath:
        """Both units as an assault leaves them.

        An assault whose orders arrived counts with all its bases for the next one on the same
        target in the same turn, whatever it lost (VII). A victory lets cavalry charge again, a want
        of orders lets the unit fire or regroup (IV, VII).
        """
        form = self.form
        target = drawn.target.left(form.target_bases)
        if target and drawn.squared:
            target["formation"] = Formation.SQUARE.value
        actor = drawn.actor.left(form.bases)
        if actor and drawn.course.charges:
            actor |= MOVED
        charged = str(form.acting_bases)
        may: tuple[str, ...] = ("assault",) if drawn.breakthrough else ()
        if drawn.course is Course.ORDERS_LOST:
            may = orders.may_without_orders(form)
        return Aftermath(
            actor=actor,
            target=target,
            actor_gone=drawn.actor.gone,
            target_gone=drawn.target.gone,
            may=may,
            target_spent=drawn.target_acted,
            later={"earlier-assaults": charged} if drawn.course.charges else {},
        )


def _refuse_countercharge(form: AssaultForm) -> Iterator[Refusal]:
    if form.target_state is not State.OK:
        yield Refusal(f"A {form.target_state.label} unit does not countercharge", "VII")
    if asked.FLANKED(form):
        yield Refusal("Only cavalry that is assaulted frontally countercharges", "VII")
    if form.cover is not Cover.OPEN:
        yield Refusal("Cavalry countercharges in the open only, not from cover", "VII")
    if asked.BREAKTHROUGH(form):
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
