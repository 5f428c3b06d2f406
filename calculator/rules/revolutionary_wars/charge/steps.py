"""What a charge makes the players do on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from calculator.rules.revolutionary_wars.charge.cast import Cast
from calculator.rules.revolutionary_wars.charge.chase import Loss, Ruin
from calculator.rules.revolutionary_wars.charge.form import EncounterForm
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.resolution import FIRST
from calculator.rules.revolutionary_wars.charge.state import End
from calculator.rules.revolutionary_wars.running import (
    flight_step,
    overrun_step,
    reaches,
    removal,
)
from calculator.rules.telling import counted


class Steps:
    """The steps of every battalion, by its place; `outcome` counts platoons.

    `losses` tells how those were lost that were destroyed as they broke.
    """

    def __init__(
        self,
        form: EncounterForm,
        cast: Cast,
        outcome: ChargeOutcome,
        losses: Mapping[int, Loss],
    ) -> None:
        self._form = form
        self._cast = cast
        self._losses = losses
        fresh = (outcome.fresh,) if outcome.fresh else ()
        self._fates = (*outcome.chargers, *outcome.enemies, *fresh)
        self._names = [f"the {one.name}" for one in cast.everyone]
        met = outcome.fresh and outcome.fresh.end is not End.UNTOUCHED
        self._beyond = len(self._fates) - 1 if met else None

    def __iter__(self) -> Iterator[str]:
        for place in self._cast.charged:
            yield from self._of(place)
        if self._beyond is not None:
            yield f"Move {self._names[FIRST]} on into {self._names[self._beyond]}"
        for place in self._cast.charging:
            yield from self._of(place)
        if self._beyond is not None:
            yield from self._of(self._beyond)

    def _of(self, place: int) -> Iterator[str]:
        battalion, fate, name = self._cast.everyone[place], self._fates[place], self._names[place]
        lost = battalion.platoons - (fate.platoons or 0)
        if lost and not fate.end.is_lost:
            platoons = counted(lost, "platoon")
            yield f"Remove {platoons} from the flanks of {name}, {fate.platoons} left"
        match fate.end:
            case End.DESTROYED:
                yield from self._destroyed(place, self._losses[place])
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

    def _destroyed(self, place: int, loss: Loss) -> Iterator[str]:
        battalion = self._cast.everyone[place]
        if loss.broke is not End.OVERRUN:
            edge = self._edge(place, ahead=loss.broke is End.BROKE_THROUGH)
            yield flight_step(battalion, loss.broke, edge, off=loss.ruin is Ruin.RAN_OFF)
        yield removal(battalion, loss, [self._names[one] for one in loss.catchers])

    def _pursuit(self, place: int, fate: Fate) -> str:
        name, away = self._names[place], self._cast.everyone[place].card.number("charge-move")
        for one, loss in self._losses.items():
            if place in loss.catchers:
                caught = self._names[one]
                return f"Move {name} after {caught}, which it catches, and mark {name} {fate.order}"
        at_edge = reaches(self._edge(place, ahead=True), away)
        far = "to the edge of the table" if at_edge else counted(away, "inch", "inches")
        after = " after the enemy" if self._someone_ran(place) else ", as if the enemy had fled,"
        return f"Move {name} {far}{after} and mark it {fate.order}"

    def _someone_ran(self, hunter: int) -> bool:
        """Whether an enemy of a pursuer ran, rather than being overrun or wiped out."""
        charging = hunter in self._cast.charging
        enemies = list(self._cast.charged if charging else self._cast.charging)
        quarries = enemies if self._beyond is None else [*enemies, self._beyond]
        return any(
            End.BROKE in (self._fates[one].end, one in self._losses and self._losses[one].broke)
            for one in quarries
        )

    def _edge(self, place: int, *, ahead: bool) -> Fraction | None:
        """The edge of the table ahead of a battalion, or behind it; none is near a fresh one."""
        if self._beyond is not None and place in {FIRST, self._beyond}:
            return None
        behind_chargers = (place in self._cast.charging) is not ahead
        return self._form.own_edge if behind_chargers else self._form.edge
