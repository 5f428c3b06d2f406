"""A charge in words: what happened, and what the players do on the table as it happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact
from calculator.rules.revolutionary_wars.charge.combatants import Combatants
from calculator.rules.revolutionary_wars.charge.law import ChargeLaw
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome
from calculator.rules.revolutionary_wars.charge.pursuit import reaches
from calculator.rules.revolutionary_wars.charge.state import (
    BattalionState,
    DestroyedBy,
    Destruction,
    End,
    Fight,
    Stage,
)
from calculator.rules.revolutionary_wars.terms import Order

_HEADLINES = {
    End.PURSUED: "pursues and is {order}",
    End.OVERRUN: "is overrun",
    End.CHASED_OFF: "chases the enemy off the battlefield",
    End.WIPED_OUT: "is wiped out",
}
"""What a sentence says otherwise than a line of the odds."""


def events(combatants: Combatants, exact: ChargeOutcome) -> Iterator[str]:
    """What became of everybody, a clause each."""
    everyone = [*combatants.enemies, *combatants.chargers, *combatants.fresh]
    fates = [*exact.enemies, *exact.chargers, *exact.all_fresh]
    for battalion, fate in zip(everyone, fates, strict=True):
        if fate.end is not End.UNTOUCHED:
            did = _HEADLINES.get(fate.end, str(attrs.evolve(fate, platoons=None)))
            yield f"the {battalion.name} {did.format(order=fate.order)}"


class TableSteps:
    """What the players do on the table, told from one state of a charge to the next."""

    def __init__(self, made: ChargeLaw) -> None:
        self._made = made
        self._combatants = made.combatants
        self._names = [f"the {one.name}" for one in made.combatants.everyone]

    def between(self, stage: Stage, before: Fight, after: Fight) -> Iterator[str]:
        """The steps that lead from one state to the next."""
        match stage:
            case Stage.REACTION:
                yield from self.countercharge_moves()
                yield from self._terrain(before, after)
            case Stage.CROSSING:
                yield from self._terrain(before, after)
            case Stage.RUN_INTO:
                for place, fresh in self._combatants.beyond.items():
                    if after.states[place].fights:
                        yield f"Move {self._names[place]} on into {self._names[fresh]}"
            case _ if before.melee:
                yield from self.losses(before, after, "from the flanks")
            case _:
                yield from self._tests(stage, before, after)

    def countercharge_moves(self) -> Iterator[str]:
        """Those who countercharge move first."""
        for place in self._combatants.charged:
            yield f"Move {self._names[place]} half of its charge move to meet the charge"

    def _terrain(self, before: Fight, after: Fight) -> Iterator[str]:
        return self.losses(before, after, "in the terrain", "none came across")

    def losses(
        self, before: Fight, after: Fight, where: str, whole: str = "it is wiped out"
    ) -> Iterator[str]:
        """Platoons lost, then the marks of those who are disordered."""
        for name, was, now in zip(self._names, before.states, after.states, strict=True):
            if now.end is End.WIPED_OUT and was.fights:
                yield f"Remove {name} from the table: {whole}"
            elif lost := was.platoons - now.platoons:
                yield f"Remove {counted(lost, 'platoon')} {where} of {name}, {now.platoons} left"
        yield from self._marks(before, after)

    def _marks(self, before: Fight, after: Fight) -> Iterator[str]:
        for order in (Order.SHAKEN, Order.SHATTERED):
            marked = [
                name
                for name, was, now in zip(self._names, before.states, after.states, strict=True)
                if now.order is order is not was.order and now.end is not End.WIPED_OUT
            ]
            if marked:
                yield f"Mark {series(marked)} {order}"

    def _tests(self, stage: Stage, before: Fight, after: Fight) -> Iterator[str]:
        """What follows from tests to stand: those charged test first, in a countercharge all.

        Who breaks runs and scatters; then pursuers follow; then those are removed whom pursuers
        caught or who were Shattered (Charge Action, 2). Chargers who break run last (3). In a
        countercharge those whose enemies broke too run before those who are pursued.
        """
        contacts = self._made.rounds(stage).contacts
        changes = list(enumerate(zip(before.states, after.states, strict=True)))
        ended = [place for place, (was, now) in changes if was.fights and not now.fights]
        broken = [place for place in ended if after.states[place].broke]
        if self._combatants.mutual and stage is Stage.CHARGE:
            stood = {place for place, (was, _) in changes if was.fights}.difference(broken)
            first = sorted(broken, key=lambda one: not stood.isdisjoint(contacts[one]))
        else:
            first = [one for one in broken if one not in self._combatants.charging]
        last = [one for one in broken if one not in first]
        for place in first:
            yield from self._flight(place, stage, before, after)
        ran = {one for one in first if after.states[one].broke is End.BROKE}
        for place in ended:
            yield from self._pursuit(place, stage, after, fled=not ran.isdisjoint(contacts[place]))
        for place in first:
            yield from self._removal(place, after)
        for place in ended:
            yield from self._mark(place, before, after)
        for place in last:
            yield from self._flight(place, stage, before, after)
            yield from self._removal(place, after)

    def _mark(self, place: int, before: Fight, after: Fight) -> Iterator[str]:
        """What one who stands is marked."""
        was, now = before.states[place], after.states[place]
        if now.end is End.STANDS and now.order is not was.order:
            yield f"Mark {self._names[place]} {now.order}"

    def _flight(self, place: int, stage: Stage, before: Fight, after: Fight) -> Iterator[str]:
        now = after.states[place]
        edge = self._made.rounds(stage).pursuit.edge(place, ahead=now.broke is End.BROKE_THROUGH)
        battalion = self._combatants.everyone[place]
        yield from flight_steps(battalion, before.states[place].platoons, now, edge)

    def _pursuit(self, place: int, stage: Stage, after: Fight, *, fled: bool) -> Iterator[str]:
        now, name = after.states[place], self._names[place]
        if now.end is End.CHASED_OFF:
            yield f"Remove {name} from the table: it has followed the enemy off it"
        if now.end is not End.PURSUED:
            return
        for caught, state in zip(self._names, after.states, strict=True):
            if state.destroyed and place in state.destroyed.catchers:
                yield f"Move {name} after {caught}, which it catches, and mark {name} {now.order}"
                return
        whom = " after the enemy" if fled else ", as if the enemy had fled,"
        yield f"Move {name}{self._how_far(place, stage)}{whom} and mark it {now.order}"

    def _how_far(self, place: int, stage: Stage) -> str:
        """How far a pursuer goes that catches nobody, unless it runs into a fresh battalion."""
        if place in self._combatants.beyond and stage is Stage.CHARGE:
            return ""
        away = self._combatants.everyone[place].card.number("charge-move")
        if reaches(self._made.rounds(stage).pursuit.edge(place, ahead=True), away):
            return " to the edge of the table"
        return f" {counted(away, 'inch', 'inches')}"

    def _removal(self, place: int, after: Fight) -> Iterator[str]:
        loss = after.states[place].destroyed
        if loss and loss.by in {DestroyedBy.SHATTERED, DestroyedBy.CAUGHT}:
            catchers = [self._names[one] for one in loss.catchers]
            yield removal_step(self._combatants.everyone[place], loss, catchers)


def flight_steps(
    battalion: Battalion, platoons: int, after: BattalionState, edge: Fraction | None
) -> Iterator[str]:
    """How a battalion of so many `platoons` runs, or cavalry rides on, and what it loses by it.

    `edge` is the distance in inches to the edge of the table on its way, None if far. Who is caught
    or was Shattered before is not removed yet: pursuers move first.
    """
    loss = after.destroyed
    broke = loss.broke if loss else after.end
    mark = "" if loss else ", mark it Shattered"
    if broke is End.OVERRUN:
        if not loss:
            yield overrun_step(battalion)
        return
    off = loss is not None and loss.by is DestroyedBy.RAN_OFF
    if broke is End.BROKE_THROUGH:
        run = straight_ahead(battalion.card.number("charge-move"), edge, off)
        through = f"{run} through the enemy it charged, in its present formation"
        yield f"Move the {battalion.name} {through}{mark.replace(', ', ', and ')}"
    else:
        run = straight_ahead(battalion.card.number("move-open"), edge, off)
        turn, about = ("Form", "") if battalion.contact is Contact.REAR else ("Turn", "about ")
        yield (
            f"{turn} the {battalion.name} {about}in attack column{mark} and run it {run}, 2 inches "
            "clear of the enemy but through friends, who are disordered"
        )
    if loss and loss.by in {DestroyedBy.RAN_OFF, DestroyedBy.SCATTERED}:
        yield removal_step(battalion, loss)
    elif not loss and (lost := platoons - after.platoons):
        scattered = f"{counted(lost, 'platoon')} of the {battalion.name}"
        yield f"Remove {scattered} that scatter{'s' if lost == 1 else ''}, {after.platoons} left"


def straight_ahead(inches: int, edge: Fraction | None, off: bool) -> str:
    """How far it goes, as far as the table goes."""
    if not reaches(edge, inches):
        return f"{counted(inches, 'inch', 'inches')} straight ahead"
    return f"straight ahead {'off' if off else 'to the edge of'} the table"


def overrun_step(battalion: Battalion) -> str:
    """What is done with guns that break."""
    return f"Leave the guns of the {battalion.name} where they are and mark them overrun"


def removal_step(battalion: Battalion, loss: Destruction, catchers: Sequence[str] = ()) -> str:
    """That it is removed, and why."""
    why = f"{' and '.join(catchers)} caught it" if catchers else loss.by.meaning
    return f"Remove the {battalion.name} from the table: {why}"
