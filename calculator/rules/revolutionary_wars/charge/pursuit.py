"""Flight and pursuit: what becomes of a battalion that breaks, and of those who follow it (Charge
Action: Break and Run, Pursuing a Broken Enemy, Cavalry Break Through).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache

import attrs

from calculator.chance.interface import Chance, Throw
from calculator.rules.phrases import counted as in_words
from calculator.rules.revolutionary_wars import rolls
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.charge import fates
from calculator.rules.revolutionary_wars.charge.pulling import CATCHES, Chase, rally_roll
from calculator.rules.revolutionary_wars.terms import Arm, Caught, Order


def reaches(edge: Fraction | None, inches: int) -> bool:
    """Whether a move would go over the edge of the table."""
    return edge is not None and inches > edge


@lru_cache(maxsize=1024)
def scattering(battalion: Battalion, platoons: int, roll: rolls.Roll, counted: bool) -> Throw[int]:
    """Platoons that keep together, none if those are too few; not `counted`, any others are 1."""

    def left(together: int) -> int:
        kept = battalion.kept(platoons, together)
        return kept if counted else min(kept, 1)

    dice = in_words(platoons, "platoon")
    ask = f"{battalion.name} scatters, {dice}, each keeps together on {roll}"
    return Throw(rolls.passing(platoons, roll), left, ask)


@attrs.frozen(eq=False)
class Pursuit:
    """Flight and pursuit in one charge: platoons of a battalion whose part has ended are kept if
    `detail` asks for them, or if it may be `going_on` to charge again; asked for one battalion
    `only`, nothing is kept of any other that does not go on."""

    battalions: Sequence[Battalion]
    caught: Caught = Caught.WORKED_OUT
    detail: fates.Detail = fates.Detail.PLATOONS
    going_on: Collection[int] = ()
    only: int | None = None

    def asks(self, one: int) -> bool:
        """Whether it matters what becomes of a battalion."""
        return self.only is None or one == self.only or one in self.going_on

    def leave(self, one: int, state: fates.BattalionState, end: fates.End) -> fates.BattalionState:
        """A battalion whose part has ended."""
        if not self.asks(one):
            return fates.FORGOTTEN
        counts = self.detail or (one in self.going_on and end in fates.ONWARD)
        return fates.BattalionState(state.platoons if counts else 0, state.order, end)

    def destroyed(
        self, one: int, broke: fates.End, by: fates.DestroyedBy, catchers: tuple[int, ...] = ()
    ) -> fates.BattalionState:
        """A battalion destroyed as it breaks and runs."""
        if not self.asks(one):
            return fates.FORGOTTEN
        how = fates.Destruction(broke, by, catchers)
        kept = how if self.detail is fates.Detail.EVERYTHING else None
        return fates.BattalionState(0, Order.SHATTERED, fates.End.DESTROYED, destroyed=kept)

    def _controls(self, one: int, order: Order, ask: str, chance: Chance) -> bool:
        battalion, again = self.battalions[one], rolls.RollAgain.by_order(order)
        roll = rolls.at_least(battalion.card.number("control"), again)
        return rolls.passes(chance, roll, f"{battalion.name} {ask}")

    def holds(self, one: int, state: fates.BattalionState, chance: Chance) -> bool:
        """Whether a victor that should not pursue is held back (Controlling Pursuit)."""
        holds = self.battalions[one].hold
        return holds and self._controls(one, state.order, "controls its pursuit", chance)

    def run(
        self,
        one: int,
        state: fates.BattalionState,
        hunters: Sequence[int],
        chose: bool,
        chance: Chance,
        broke: fates.End = fates.End.BROKE,
    ) -> tuple[fates.BattalionState, bool]:
        """A broken battalion runs to the rear, but guns are overrun and charging cavalry may ride
        on through the enemy (Cavalry Break Through); and whether it ran off the table."""
        battalion, through = self.battalions[one], broke is fates.End.BROKE_THROUGH
        card, edge = battalion.card, battalion.edge_ahead if through else battalion.edge
        if card.arm is Arm.ARTILLERY:
            if state.order is Order.SHATTERED:
                return self.destroyed(one, fates.End.OVERRUN, fates.DestroyedBy.SHATTERED), False
            return self.leave(one, state._replace(order=Order.SHATTERED), fates.End.OVERRUN), False
        roll = rally_roll(battalion, bool(hunters), chose)
        speed = card.number("charge-move" if through else "move-open")
        halts = f"{battalion.name} halts at the edge"
        if reaches(edge, speed) and not rolls.passes(chance, roll, halts):
            return self.destroyed(one, broke, fates.DestroyedBy.RAN_OFF), True
        chases = {who: Chase(self.battalions[who], battalion, self.caught) for who in hunters}
        if catchers := tuple(who for who in chases if CATCHES.holds(chases[who], card.tables)):
            return self.destroyed(one, broke, fates.DestroyedBy.CAUGHT, catchers), False
        if state.order is Order.SHATTERED:
            return self.destroyed(one, broke, fates.DestroyedBy.SHATTERED), False
        if not self.asks(one):
            return fates.FORGOTTEN, False
        counted = bool(self.detail) or one in self.going_on
        if left := scattering(battalion, state.platoons, roll, counted)(chance):
            return self.leave(one, fates.BattalionState(left, Order.SHATTERED), broke), False
        return self.destroyed(one, broke, fates.DestroyedBy.SCATTERED), False

    def pursue(
        self, one: int, state: fates.BattalionState, quarry_off: bool, chance: Chance
    ) -> fates.BattalionState:
        """A pursuer is disordered, and may follow a broken enemy off the table."""
        state = fates.BattalionState(state.platoons, state.order.disordered)
        battalion, ask = self.battalions[one], "halts at the edge of the table"
        reach = battalion.card.number("charge-move")
        follows = quarry_off and reaches(battalion.edge_ahead, reach)
        if follows and not self._controls(one, state.order, ask, chance):
            return self.leave(one, fates.BattalionState(0, Order.SHATTERED), fates.End.CHASED_OFF)
        return self.leave(one, state, fates.End.PURSUED)
