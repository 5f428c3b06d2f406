"""Assaults in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from calculator.rules.action import Draws, Narration, Parties
from calculator.rules.phrases import shown
from calculator.rules.there_stand_empires import orders
from calculator.rules.there_stand_empires.assault import contests, rule
from calculator.rules.there_stand_empires.assault import form as asked
from calculator.rules.there_stand_empires.assault.outcome import AssaultOutcome, Course
from calculator.rules.there_stand_empires.assault.rule import AssaultLaw
from calculator.rules.there_stand_empires.contest import Contest
from calculator.rules.there_stand_empires.orders import inches
from calculator.rules.there_stand_empires.status import Removal, fate_steps
from calculator.rules.there_stand_empires.terms import Formation


class Assault(AssaultLaw):
    """A unit that charges another."""

    def parties(self) -> Parties:
        return {
            "actor": ("the attackers",),
            "target": (
                "the defenders",
                "the target",
            ),
        }

    def narrate(self, drawn: AssaultOutcome, draws: Draws) -> Narration:
        if awaited := self.awaits(drawn):
            headline = f"Orders delayed - {awaited.words}"
        else:
            square = "The defenders form square. " if drawn.squared else ""
            headline = f"{square}{_headline(drawn)}."
        return Narration(headline, self._steps(drawn), self._how(drawn.course, draws))

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
            yield "It has used its action; its target keeps its own."
        else:
            yield from self._charge_steps(outcome)

    def _charge_steps(self, outcome: AssaultOutcome) -> Iterator[str]:
        form = self.form
        if outcome.stands_in_square:
            yield "Rearrange the defenders in square, where they stand."
        if outcome.course.goes_home:
            yield _CONTACT_HALFWAY if asked.COUNTERCHARGED(form) else _CONTACT
        yield from fate_steps("The defenders", form.target_state, outcome.target, "the attackers")
        yield from fate_steps("The attackers", form.actor_state, outcome.actor, "the defenders")
        if not outcome.actor.removed:
            yield _placed(form.formation, outcome.course)
        yield _actions(outcome)
        if outcome.breakthrough:
            yield (
                "The cavalry may go on with the movement it has left; an enemy that it meets "
                "within its front it may assault at once: its one breakthrough charge of the turn."
            )

    def _how(self, course: Course, draws: Draws) -> Iterator[str]:
        if not rule.ORDERS.when(self.form, self.tables):
            yield "A breakthrough charge needs no new orders."
        elif arrival := shown(draws, orders.STAGE):
            yield rule.ORDERS.line(self.form, arrival, self.tables)
            if arrival.is_late and course.charges:
                yield "Late as it is, the charge still reaches its target."
        squared = False
        for fought, mine, theirs in _PERFORMANCES:
            for bout in self.bouts(fought)[squared:][:1]:
                yield from bout.lines(draws, mine, theirs)
                squared = squared or bout.reached(draws) is contests.Square.FORMED


_PERFORMANCES: Final[tuple[tuple[Contest[Any], str, str], ...]] = (
    (contests.SQUARE, "The speed of the charge", "the forming of the square"),
    (contests.DEFENSIVE_FIRE, "The charge under fire", "the defensive fire"),
    (contests.CLOSE_COMBAT, "The charge at close quarters", "the defense"),
)


def _headline(outcome: AssaultOutcome) -> str:
    suffered = f", {outcome.actor.summary('driven back')}" if outcome.actor.harmed else ""
    if outcome.actor.removed and not outcome.course.goes_home:
        return f"The charge is shot to pieces - the attackers are {outcome.actor.removal.label}"
    match outcome.course:
        case Course.ORDERS_LOST:
            return "Orders lost - there is no assault"
        case Course.OUT_OF_REACH:
            return f"Orders delayed - {inches(outcome.inches)} will not reach the target"
        case Course.STOPPED:
            return f"The charge is stopped 1 inch short{suffered}"
        case Course.PUSHED_BACK:
            return f"The charge is pushed back to where it started{suffered}"
        case Course.REPULSED if outcome.held_off:
            return "The charge goes home - and is held off"
        case Course.REPULSED:
            return f"The charge goes home - and is repulsed{suffered}"
        case Course.DRAWN:
            return "The charge goes home - and neither side gives way"
        case Course.CARRIED:
            return f"The charge goes home - the defenders {_overcome(outcome)}"


def _overcome(outcome: AssaultOutcome) -> str:
    if outcome.target.removal is Removal.SURRENDERED:
        return "cannot retreat and surrender"
    suffered = f"are {outcome.target.summary(outcome.driven)}"
    if outcome.actor.marked:
        return f"{suffered}; the attackers are {outcome.actor.state.label}"
    return suffered


_CONTACT: Final = "Move the attackers along the assault path into contact."
_CONTACT_HALFWAY: Final = "Move both units into contact, halfway between them."


def _placed(started: Formation, course: Course) -> str:
    formation = "deployed" if started is Formation.DEPLOYED else "in maneuver column"
    match course:
        case Course.STOPPED:
            return f"Place the attackers {formation} 1 inch from the target, facing it."
        case Course.PUSHED_BACK | Course.REPULSED:
            return f"Place the attackers {formation} where they started, facing the target."
        case Course.DRAWN:
            return "Draw the attackers back 1 inch; both sides keep formation and facing."
        case _:
            return f"The attackers stay {formation} where they met the defenders."


def _actions(outcome: AssaultOutcome) -> str:
    if outcome.target_acted:
        return "Both units have used their actions for the turn."
    if outcome.target.removed:
        return "The attackers have used their action for the turn."
    return "The attackers have used their action; the defenders may still act if they have not."
