"""Assaults: orders, an emergency square or not, defensive fire, close combat; in words (VII)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.conditions import Worked, where
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules import action
from calculator.rules.action import Aftermath, Draws, Measure, Narration, Severity
from calculator.rules.modifiers import Modifier, Pull, Stage, pulls, unless
from calculator.rules.phrases import shown
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import orders, status, terms
from calculator.rules.there_stand_empires.assault import fight
from calculator.rules.there_stand_empires.assault.fight import AssaultForm, AssaultOutcome, Course
from calculator.rules.there_stand_empires.contest import ACTOR, TARGET
from calculator.rules.there_stand_empires.orders import Orders, inches
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, State
from calculator.standing import Standing

_of_orders: Final = Stage("orders", "VII").modifier
NEEDS_NONE: Final = _of_orders(
    "a breakthrough charge needs no new orders",
    fight.BREAKTHROUGH,
    side=ACTOR,
    standing=Standing.READING,
)
ORDERS: Final = orders.Dispatch(unless(NEEDS_NONE))
IN_LINE: Final = _of_orders(
    "deployed, it assaults over a shorter distance",
    where("formation", Formation.DEPLOYED),
    side=TARGET,
)


def reach_of(form: AssaultForm, tables: Tables) -> Fraction:
    """How far off the target may be, in inches of base movement."""
    move = "assault-in-line" if IN_LINE.holds(form, tables) else "assault"
    return orders.base_move(tables, move, form.actor, form.quality)


def _late(how: Orders) -> Modifier[AssaultForm]:
    @lru_cache(maxsize=256)
    def too_late(form: AssaultForm, tables: Tables) -> bool:
        reach = reach_of(form, tables)
        distance = reach if form.distance is None else form.distance
        return orders.delayed_to(tables, how, reach) < distance

    falls_short = Worked(too_late, ("actor", "formation", "distance"), "it would not arrive")
    return _of_orders(
        f"{how} orders come too late for the distance",
        ~fight.BREAKTHROUGH & fight.ASSAULTS & falls_short,
        side=TARGET,
    )


TOO_LATE: Final = {one: _late(one) for one in orders.LATE}

UNSHAKEN: Final = status.suffers(
    "who carries against the demoralized takes no disorder",
    fight.DEMORALIZED,
    side=ACTOR,
    source="VII",
    standing=Standing.JUDGEMENT,
)
CAPTURES_THE_TRAIN: Final = status.suffers(
    "any defeat captures the train",
    fight.CAPTURED,
    side=ACTOR,
    source="II",
    standing=Standing.READING,
)
ATTACKERS: Final = status.Harm("actor", TARGET, "", 1)
DEFENDERS: Final = status.of_target(captured_by_defeat=CAPTURES_THE_TRAIN)


class Assault(action.Action[AssaultForm, AssaultOutcome]):
    """Charge into close combat: infantry and cavalry, from maneuver column."""

    key = "assault"
    source = "III.B, VII"
    severity = Severity[AssaultOutcome](
        lambda o: (o.course.rank, o.inches, o.target.gravity, tuple(-n for n in o.actor.gravity)),
        "the attackers",
    )
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
    speaks_of = {
        "actor": ("the attackers", "attackers"),
        "target": ("the defenders", "the target", "target"),
    }
    before_contact = (
        *ORDERS.modifiers,
        NEEDS_NONE,
        IN_LINE,
        *TOO_LATE.values(),
        fight.TRIES_TO_FORM_SQUARE,
        *fight.SQUARE.modifiers,
        *fight.NO_FIRE,
    )
    suffering = (UNSHAKEN, *ATTACKERS.modifiers, *DEFENDERS.modifiers)
    modifiers = (
        *before_contact,
        *fight.DEFENSIVE_FIRE.modifiers,
        *fight.CLOSE_COMBAT.modifiers,
        *suffering,
    )

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        yield from status.refuse_demoralized(form.actor_state)
        if not form.actor.has_quality:
            yield Refusal("Only infantry and cavalry assault", "III.B, VII")
        else:
            yield from _refuse_formation(form)
            reach = reach_of(form, self.tables)
            if form.distance is not None and form.distance > reach:
                away = f"The target is {shown_length(form.distance)} inches of base movement away"
                most = f"this unit assaults over {shown_length(reach)} at most"
                yield Refusal(f"{away}; {most}", "VII")
        yield from terms.refuse_square(form.target, form.target_formation)
        if form.target.is_artillery and form.infantry_support:
            supported = "Guns supported by infantry cannot be assaulted; assault the infantry"
            yield Refusal(supported, "III.B, VII")
        if fight.COUNTERCHARGED(form):
            yield from _refuse_countercharge(form)

    def pulls(self) -> Iterator[Pull]:
        """What counts and is not nought, and after each contest what a square would change."""
        form, tables = self.form, self.tables
        found = list(pulls(self.before_contact, form, tables))
        for fought in (fight.DEFENSIVE_FIRE, fight.CLOSE_COMBAT):
            found += pulls(fought.modifiers, form, tables)
            if self.holds(fight.TRIES_TO_FORM_SQUARE):
                found += fight.changed_in_square(fought, form, tables)
        found += pulls(self.suffering, form, tables)
        return (pull for pull in found if pull.factor.effect or pull.factor.points)

    def procedure(self) -> Procedure[Any, AssaultOutcome]:
        form, tables = self.form, self.tables
        expected = ORDERS.odds(form, tables) if ORDERS.when(form, tables) else None
        late = {one for one, falls_short in TOO_LATE.items() if self.holds(falls_short)}
        attackers, defenders = (one.suffering(form, tables) for one in (ATTACKERS, DEFENDERS))
        unshaken = self.holds(UNSHAKEN)
        retreats = tables.numbers("assault.close-combat.driven-back")
        drill, fire, combat = fight.FOUGHT
        tries, fires = drill.when(form, tables), fire.when(form, tables)

        def ended(
            course: Course,
            to_actor: status.Blow = status.UNHARMED,
            to_target: status.Blow = status.UNHARMED,
            *,
            inches: Fraction = fight.NOWHERE,
            squared: bool = False,
        ) -> AssaultOutcome:
            if unshaken and course is Course.CARRIED:
                to_actor = status.UNHARMED
            actor = status.struck(attackers, to_actor, retreats)
            target = status.struck(defenders, to_target, retreats)
            may_go_on = form.actor.is_cavalry and not form.breakthrough
            return AssaultOutcome(
                course,
                actor,
                target,
                inches,
                squared=squared,
                target_acted=course.goes_home and not target.removed,
                breakthrough=may_go_on and target.beaten and actor.state is not State.DEMORALIZED,
            )

        def charge(chance: Chance) -> AssaultOutcome:
            if expected:
                arrival = chance.draw(expected, orders.STAGE)
                if arrival is Orders.LOST:
                    return ended(Course.ORDERS_LOST)
                if arrival in late:
                    gone = orders.delayed_to(tables, arrival, reach_of(form, tables))
                    return ended(Course.OUT_OF_REACH, inches=gone)
            squared = tries and drill.bout(form, tables).decide(chance) is fight.Square.FORMED
            met = fight.in_square(form) if squared else form
            if fires:
                rung = fire.bout(met, tables).decide(chance)
                if rung is not fight.DefensiveFire.GOES_HOME:
                    return ended(*rung.ends, squared=squared)
            return ended(*combat.bout(met, tables).decide(chance).ends, squared=squared)

        return single(charge)

    def awaits(self, drawn: AssaultOutcome) -> action.Awaited | None:
        """How far off the target is, where late orders reach only so far and nobody has said."""
        if self.form.distance is not None or not drawn.inches:
            return None
        words = f"is the target within {inches(drawn.inches)}?"
        return action.Awaited("distance", words, shown_length(drawn.inches))

    def after(self, drawn: AssaultOutcome) -> Aftermath:
        """Both units as an assault leaves them.

        An assault whose orders arrived counts with all its bases for the next one on the same
        target in the same turn, whatever it lost (VII). A victory lets cavalry charge again, a want
        of orders lets the unit fire or regroup (IV, VII).
        """
        form, charges = self.form, drawn.course.charges
        in_square = {"formation": Formation.SQUARE.value} if drawn.squared else {}
        may: tuple[str, ...] = ("assault",) if drawn.breakthrough else ()
        if drawn.course is Course.ORDERS_LOST:
            may = orders.may_without_orders(form)
        return Aftermath(
            actor=drawn.actor.left(form.bases, **action.MOVED if charges else {}),
            target=drawn.target.left(form.target_bases, **in_square),
            actor_gone=drawn.actor.gone,
            target_gone=drawn.target.gone,
            may=may,
            target_spent=drawn.target_acted,
            later={"earlier-assaults": str(form.acting_bases)} if charges else {},
        )

    def narrate(self, drawn: AssaultOutcome, draws: Draws) -> Narration:
        square = "The defenders form square. " if drawn.squared else ""
        headline = f"{square}{_headline(drawn)}."
        if awaited := self.awaits(drawn):
            headline = f"Orders delayed - {awaited.words}"
        return Narration(headline, self._steps(drawn), self._how(drawn, draws))

    def _steps(self, outcome: AssaultOutcome) -> Iterator[str]:
        if outcome.course is Course.ORDERS_LOST:
            yield orders.lost_step(self.after(outcome).may)
        elif self.awaits(outcome):
            yield "Measure the base movement to the target along the assault path."
            yield "Within reach the charge goes in; until that is said, neither unit does more."
        elif outcome.course is Course.OUT_OF_REACH:
            yield (
                f"It may advance up to {inches(outcome.inches)} of base movement along the assault "
                "path, not within 1 inch of an enemy."
            )
            yield _ATTACKERS_HAVE_ACTED
        else:
            yield from self._charge_steps(outcome)

    def _charge_steps(self, outcome: AssaultOutcome) -> Iterator[str]:
        form, course = self.form, outcome.course
        if outcome.stands_in_square:
            yield "Rearrange the defenders in square, where they stand."
        if course.goes_home and fight.COUNTERCHARGED(form):
            yield "Move both units into contact, halfway between them."
        elif course.goes_home:
            yield "Move the attackers along the assault path into contact."
        fates = status.fate_steps
        yield from fates("The defenders", form.target_state, outcome.target, "the attackers")
        yield from fates("The attackers", form.actor_state, outcome.actor, "the defenders")
        if not outcome.actor.removed:
            formed = "deployed" if form.formation is Formation.DEPLOYED else "in maneuver column"
            yield _PLACED[course].format(formed)
        yield _BOTH_HAVE_ACTED if outcome.target_acted else _ATTACKERS_HAVE_ACTED
        if outcome.breakthrough:
            yield (
                "The cavalry may go on with the movement it has left; an enemy that it meets "
                "within its front it may assault at once: its one breakthrough charge of the turn."
            )

    def _how(self, outcome: AssaultOutcome, draws: Draws) -> Iterator[str]:
        if not ORDERS.when(self.form, self.tables):
            yield "A breakthrough charge needs no new orders."
        elif arrival := shown(draws, orders.STAGE):
            yield ORDERS.line(self.form, arrival, self.tables)
            if arrival in orders.LATE and outcome.course.charges:
                yield "Late as it is, the charge still reaches its target."
        for fought, (mine, theirs) in fight.FOUGHT.items():
            is_met_in_square = outcome.squared and fought is not fight.SQUARE
            met = fight.in_square(self.form) if is_met_in_square else self.form
            yield from fought.bout(met, self.tables).lines(draws, mine, theirs)


def _refuse_countercharge(form: AssaultForm) -> Iterator[Refusal]:
    if form.target_state is not State.OK:
        yield Refusal(f"A {form.target_state.label} unit does not countercharge", "VII")
    if fight.FLANKED(form):
        yield Refusal("Only cavalry that is assaulted frontally countercharges", "VII")
    if form.cover is not Cover.OPEN:
        yield Refusal("Cavalry countercharges in the open only, not from cover", "VII")
    if fight.BREAKTHROUGH(form):
        yield Refusal("A breakthrough charge is not countercharged", "VII")


def _refuse_formation(form: AssaultForm) -> Iterator[Refusal]:
    in_line = form.formation is Formation.DEPLOYED
    if not in_line and form.formation is not Formation.MANEUVER_COLUMN:
        yield Refusal("Assaults start from maneuver column", "III.B, VII")
    elif in_line and form.actor.is_cavalry:
        yield Refusal("Cavalry never assaults deployed: it starts from maneuver column", "VII")
    elif not (in_line and form.linear_tactics):
        if in_line:
            yield Refusal("Only units trained in linear tactics assault deployed", "VII")
        if form.actor is Arm.INFANTRY and not form.columns_may_assault:
            yield Refusal("This army's infantry does not assault in maneuver column", "VII")


def _headline(outcome: AssaultOutcome) -> str:
    mine, theirs = outcome.actor, outcome.target
    match outcome.course:
        case Course.ORDERS_LOST:
            return "Orders lost - there is no assault"
        case Course.OUT_OF_REACH:
            return f"Orders delayed - {inches(outcome.inches)} will not reach the target"
        case Course.DRAWN:
            return "The charge goes home - and neither side gives way"
        case Course.CARRIED:
            shaken = f"; the attackers are {mine.state.label}" if mine.marked else ""
            overcome = f"are {theirs.summary(outcome.driven)}{shaken}"
            if theirs.removal is status.Removal.SURRENDERED:
                overcome = "cannot retreat and surrender"
            return f"The charge goes home - the defenders {overcome}"
        case Course.REPULSED:
            return f"The charge goes home - and is {outcome.ending}"
    if mine.removed:
        return f"The charge is shot to pieces - the attackers are {mine.removal.label}"
    return f"The charge is {outcome.ending}"


_ATTACKERS_HAVE_ACTED: Final = "This was the action of the attackers alone."
_BOTH_HAVE_ACTED: Final = "Both units have used their actions for the turn."
_WHERE_IT_BEGAN: Final = "Place the attackers {} where the charge began, facing the target."
_PLACED: Final = {
    Course.STOPPED: "Place the attackers {} 1 inch from the target, facing it.",
    Course.PUSHED_BACK: _WHERE_IT_BEGAN,
    Course.REPULSED: _WHERE_IT_BEGAN,
    Course.DRAWN: "Draw the attackers back 1 inch; both sides keep formation and facing.",
    Course.CARRIED: "The attackers stay {} where the two met.",
}
"""Where the attackers end up, in their formation."""
