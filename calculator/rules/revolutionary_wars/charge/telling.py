"""A charge in words, step by step, as players carry it out on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from calculator.rules.phrases import counted, series
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.charge.fates import BattalionState, DestroyedBy, End
from calculator.rules.revolutionary_wars.charge.pursuit import reaches
from calculator.rules.revolutionary_wars.charge.rounds import ChargeRounds
from calculator.rules.revolutionary_wars.terms import Contact, Order


def losses(
    everyone: Sequence[Battalion],
    before: Sequence[BattalionState],
    after: Sequence[BattalionState],
    where: str = "from the flanks",
    whole: str = "it is wiped out",
) -> Iterator[str]:
    """Platoons lost, then the marks of those who are disordered."""
    disordered: dict[Order, list[str]] = {Order.SHAKEN: [], Order.SHATTERED: []}
    for one, was, now in zip(everyone, before, after, strict=True):
        name = f"the {one.name}"
        if now.end is End.WIPED_OUT and was.fights:
            yield f"Remove {name} from the table: {whole}"
        elif lost := was.platoons - now.platoons:
            yield f"Remove {counted(lost, 'platoon')} {where} of {name}, {now.platoons} left"
        if now.order is not was.order and now.end is not End.WIPED_OUT:
            disordered[now.order].append(name)
    yield from (f"Mark {series(marked)} {order}" for order, marked in disordered.items() if marked)


def flight(
    one: Battalion, platoons: int, now: BattalionState, edge: Fraction | None
) -> Iterator[str]:
    """How a battalion of so many `platoons` runs, or cavalry rides on, and what it loses by it.

    `edge` is the distance in inches to the edge of the table on its way, None if far. Who is caught
    or was Shattered before is not removed yet: pursuers move first.
    """
    loss, mark = now.destroyed, "" if now.destroyed else ", mark it Shattered"
    if now.broke is End.OVERRUN:
        if not loss:
            yield overrun(one)
        return
    through = now.broke is End.BROKE_THROUGH
    inches = one.card.number("charge-move" if through else "move-open")
    run = f"{counted(inches, 'inch', 'inches')} straight ahead"
    if reaches(edge, inches):
        off = loss and loss.by is DestroyedBy.RAN_OFF
        run = f"straight ahead {'off' if off else 'to the edge of'} the table"
    if through:
        course = f"{run} through the enemy it charged, in its present formation"
        yield f"Move the {one.name} {course}{mark.replace(', ', ', and ')}"
    else:
        turn, about = ("Form", "") if one.contact is Contact.REAR else ("Turn", "about ")
        yield (
            f"{turn} the {one.name} {about}in attack column{mark} and run it {run}, 2 inches "
            "clear of the enemy but through friends, who are disordered"
        )
    if loss and loss.by in {DestroyedBy.RAN_OFF, DestroyedBy.SCATTERED}:
        yield f"Remove the {one.name} from the table: {loss.by.meaning}"
    elif not loss and (lost := platoons - now.platoons):
        scattered = f"{counted(lost, 'platoon')} of the {one.name}"
        yield f"Remove {scattered} that scatter{'s' if lost == 1 else ''}, {now.platoons} left"


def overrun(one: Battalion) -> str:
    """What is done with guns that break."""
    return f"Leave the guns of the {one.name} where they are and mark them overrun"


def removal(one: Battalion, now: BattalionState, catchers: Sequence[str] = ()) -> Iterator[str]:
    """That it is removed once its pursuers have moved, if it is then, and why."""
    loss = now.destroyed
    if loss and loss.by in {DestroyedBy.SHATTERED, DestroyedBy.CAUGHT}:
        why = f"{' and '.join(catchers)} caught it" if catchers else loss.by.meaning
        yield f"Remove the {one.name} from the table: {why}"


class Tests(NamedTuple):
    """What follows from tests to stand: those charged test first, in a countercharge all.

    Who breaks runs and scatters; then pursuers follow; then those are removed whom pursuers
    caught or who were Shattered (Charge Action, 2). Chargers who break run last (3). In a
    countercharge those whose enemies broke too run before those who are pursued. Of those who may
    run into a fresh battalion, `onward`, it is not told how far they go.
    """

    rounds: ChargeRounds
    before: Sequence[BattalionState]
    after: Sequence[BattalionState]
    onward: Collection[int]

    def told(self) -> Iterator[str]:
        """All of it, in order."""
        rounds, contacts = self.rounds, self.rounds.contacts
        fought = [place for place, was in enumerate(self.before) if was.fights]
        ended = [place for place in fought if not self.after[place].fights]
        broken = [place for place in ended if self.after[place].broke]
        if rounds.mutual:
            stood = set(fought).difference(broken)
            first = sorted(broken, key=lambda one: not stood.isdisjoint(contacts[one]))
        else:
            first = [one for one in broken if one not in rounds.chargers]
        for place in first:
            yield from self._flight(place)
        ran = {one for one in first if self.after[one].broke is End.BROKE}
        for place in ended:
            yield from self._pursuit(place, fled=not ran.isdisjoint(contacts[place]))
        for place in first:
            yield from self._removal(place)
        for place in ended:
            if self.after[place].end is End.STANDS and self._is_news(place):
                yield f"Mark {self._name(place)} {self.after[place].order}"
        for place in [one for one in broken if one not in first]:
            yield from self._flight(place)
            yield from self._removal(place)

    def _name(self, place: int) -> str:
        return f"the {self.rounds.battalions[place].name}"

    def _is_news(self, place: int) -> bool:
        return self.after[place].order is not self.before[place].order

    def _flight(self, place: int) -> Iterator[str]:
        now, through = self.after[place], self.after[place].broke is End.BROKE_THROUGH
        edge = self.rounds.pursuit.side(place, other=through).edge
        yield from flight(self.rounds.battalions[place], self.before[place].platoons, now, edge)

    def _pursuit(self, place: int, *, fled: bool) -> Iterator[str]:
        now, name = self.after[place], self._name(place)
        if now.end is End.CHASED_OFF:
            yield f"Remove {name} from the table: it has followed the enemy off it"
        if now.end is not End.PURSUED:
            return
        for caught, state in enumerate(self.after):
            if state.destroyed and place in state.destroyed.catchers:
                mark = f", and mark {name} {now.order}" if self._is_news(place) else ""
                yield f"Move {name} after {self._name(caught)}, which it catches{mark}"
                return
        whom = " after the enemy" if fled else ", as if the enemy had fled,"
        mark = f" and mark it {now.order}" if self._is_news(place) else ""
        yield f"Move {name}{self._how_far(place)}{whom}{mark}".removesuffix(",")

    def _how_far(self, place: int) -> str:
        if place in self.onward:
            return ""
        away = self.rounds.battalions[place].card.number("charge-move")
        if reaches(self.rounds.pursuit.side(place, other=True).edge, away):
            return " to the edge of the table"
        return f" {counted(away, 'inch', 'inches')}"

    def _removal(self, place: int) -> Iterator[str]:
        loss = self.after[place].destroyed
        catchers = [self._name(one) for one in loss.catchers] if loss else []
        yield from removal(self.rounds.battalions[place], self.after[place], catchers)
