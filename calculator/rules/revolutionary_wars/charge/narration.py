"""A charge in words: what happened, and what the players do on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from calculator.chance.interface import Draw
from calculator.chance.scripted import Scripted
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.charge.combatants import Combatants, combatants_of
from calculator.rules.revolutionary_wars.charge.flight_steps import (
    flight_step,
    overrun_step,
    reaches,
    removal,
)
from calculator.rules.revolutionary_wars.charge.form import EncounterForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeInFull, ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.procedure import charge_in_full
from calculator.rules.revolutionary_wars.charge.state import DestroyedBy, Destruction, End
from calculator.rules.revolutionary_wars.narration import dice_shown, sentence
from calculator.rules.system import Narration
from calculator.rules.tables import Tables

_HEADLINES = {
    End.STANDS: "the {name} stands, {order}",
    End.PURSUED: "the {name} pursues and is {order}",
    End.BROKE_THROUGH: "the {name} breaks through",
    End.BROKE: "the {name} breaks and runs",
    End.OVERRUN: "the {name} is overrun",
    End.CHASED_OFF: "the {name} chases the enemy off the battlefield",
    End.DESTROYED: "the {name} breaks and is destroyed",
    End.WIPED_OUT: "the {name} is wiped out",
}


def narrate(
    form: EncounterForm, outcome: ChargeOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What happened in a charge, what to do on the table, and how the dice fell."""
    full = charge_in_full(form, tables).result(Scripted(draws))
    combatants = combatants_of(form, tables)
    steps = tuple(TableSteps(form, combatants, full))
    return Narration(headline_of(combatants, full.outcome), steps, dice_shown(draws))


def headline_of(combatants: Combatants, exact: ChargeOutcome) -> str:
    """What became of everybody, in one sentence."""
    everyone = [*combatants.enemies, *combatants.chargers, *combatants.fresh]
    fates = [*exact.enemies, *exact.chargers, *exact.all_fresh]
    return sentence(
        _HEADLINES[fate.end].format(name=battalion.name, order=fate.order)
        for battalion, fate in zip(everyone, fates, strict=True)
        if fate.end is not End.UNTOUCHED
    )


class TableSteps:
    """What the players do on the table, in the order in which they do it.

    Those who break run before those who pursue follow, and both before anybody goes on into a fresh
    battalion.
    """

    def __init__(self, form: EncounterForm, combatants: Combatants, full: ChargeInFull) -> None:
        self._form = form
        self._combatants = combatants
        self._fates = full.outcome.everyone
        self._destroyed = full.destroyed
        self._names = [f"the {one.name}" for one in combatants.everyone]
        self._met = {
            charger: fresh
            for charger, fresh in combatants.beyond.items()
            if self._fates[fresh].end is not End.UNTOUCHED
        }

    def __iter__(self) -> Iterator[str]:
        both = [*self._combatants.charged, *self._combatants.charging]
        for place in self._in_order(place for place in both if place not in self._met):
            yield from self._of(place)
        for charger, fresh in self._met.items():
            yield f"Move {self._names[charger]} on into {self._names[fresh]}"
            for place in self._in_order((charger, fresh)):
                yield from self._of(place)

    def _in_order(self, places: Iterable[int]) -> list[int]:
        """Pursuers last: they follow those who have run."""
        following = {End.PURSUED, End.CHASED_OFF}
        return sorted(places, key=lambda place: self._fates[place].end in following)

    def _of(self, place: int) -> Iterator[str]:
        battalion, fate, name = (
            self._combatants.everyone[place],
            self._fates[place],
            self._names[place],
        )
        lost = battalion.platoons - (fate.platoons or 0)
        if lost and not fate.end.is_lost:
            platoons = counted(lost, "platoon")
            yield f"Remove {platoons} from the flanks of {name}, {fate.platoons} left"
        match fate.end:
            case End.DESTROYED:
                yield from self._ended(place, self._destroyed[place])
            case End.BROKE | End.BROKE_THROUGH:
                edge = self._edge(place, ahead=fate.end is End.BROKE_THROUGH)
                yield flight_step(battalion, fate.end, edge)
                yield f"Mark {name} Shattered"
            case End.PURSUED:
                yield self._pursuit(place, fate)
            case End.OVERRUN:
                yield overrun_step(battalion)
            case End.CHASED_OFF:
                yield f"Remove {name} from the table: it has followed the enemy off it"
            case End.WIPED_OUT:
                yield f"Remove {name} from the table"
            case _:
                if fate.order is not battalion.order:
                    yield f"Mark {name} {fate.order}"

    def _ended(self, place: int, loss: Destruction | None) -> Iterator[str]:
        assert loss is not None
        battalion = self._combatants.everyone[place]
        if loss.broke is not End.OVERRUN:
            edge = self._edge(place, ahead=loss.broke is End.BROKE_THROUGH)
            yield flight_step(battalion, loss.broke, edge, off=loss.by is DestroyedBy.RAN_OFF)
        yield removal(battalion, loss, [self._names[one] for one in loss.catchers])

    def _pursuit(self, place: int, fate: Fate) -> str:
        name, away = self._names[place], self._combatants.everyone[place].card.number("charge-move")
        for one, loss in enumerate(self._destroyed):
            if loss and place in loss.catchers:
                caught = self._names[one]
                return f"Move {name} after {caught}, which it catches, and mark {name} {fate.order}"
        at_edge = reaches(self._edge(place, ahead=True), away)
        far = "to the edge of the table" if at_edge else counted(away, "inch", "inches")
        after = " after the enemy" if self._someone_ran(place) else ", as if the enemy had fled,"
        return f"Move {name} {far}{after} and mark it {fate.order}"

    def _someone_ran(self, hunter: int) -> bool:
        """Whether an enemy of a pursuer ran, rather than being overrun or wiped out."""
        charging = hunter in self._combatants.charging
        enemies = list(self._combatants.charged if charging else self._combatants.charging)
        enemies += [self._met[hunter]] if hunter in self._met else []
        return any(self._ran(one) for one in enemies)

    def _ran(self, one: int) -> bool:
        loss = self._destroyed[one]
        return End.BROKE in (self._fates[one].end, loss and loss.broke)

    def _edge(self, place: int, *, ahead: bool) -> Fraction | None:
        """The edge of the table ahead of a battalion, or behind it; none is near a fresh one."""
        if place in self._met or place in self._met.values():
            return None
        behind_chargers = (place in self._combatants.charging) is not ahead
        return self._form.own_edge if behind_chargers else self._form.edge
