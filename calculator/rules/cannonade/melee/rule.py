"""The Melee phase: formations attack an adjacent enemy formation.

The Melee Result Table says who wins, the Casualty Result Table what becomes of the losers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.rules.action import MOVED, Action, Aftermath, Consequence, Measure, Severity
from calculator.rules.cannonade.escort import tallied, unformed
from calculator.rules.cannonade.melee.fight import (
    CASUALTY_ROLL,
    GONE,
    MELEE_ROLL,
    Fate,
    Forces,
    MeleeOutcome,
    Verdict,
    decided,
    winner_by,
)
from calculator.rules.cannonade.melee.form import MeleeForm, MeleeSide
from calculator.rules.cannonade.melee.pulling import (
    AT_STAKE,
    COVER,
    MEN,
    ROWS,
    SOURCE,
    STAKES,
    forces,
)
from calculator.rules.cannonade.terms import Holds, Side, crowding_refusals, read_row, reading


def suffering(fate: Fate) -> Callable[[MeleeOutcome], bool]:
    """Whether the defenders lose and suffer `fate`."""
    return lambda outcome: outcome.winner is Side.ATTACKERS and outcome.fate is fate


def severity(outcome: MeleeOutcome) -> tuple[int, int, int]:
    """From the worst for the attackers to the best."""
    order = (Side.DEFENDERS, None, Side.ATTACKERS)
    balance = outcome.attackers_score - outcome.defenders_score
    return order.index(outcome.winner), balance, -outcome.attackers_killed


class MeleeLaw(Action[MeleeForm, MeleeOutcome]):
    """The law of a melee; `Melee` tells its result."""

    key = "melee"
    label = "Melee"
    help = (
        "Formations attack an adjacent enemy formation: the ratio of men gives the row of the "
        "Melee Result Table, and the Casualty Result Table the fate of the losers."
    )
    source = SOURCE
    asks = MeleeForm
    severity = Severity[MeleeOutcome](severity, "the attackers")
    measures = (
        Measure("wins", "the attackers win", lambda outcome: outcome.winner is Side.ATTACKERS),
        Measure("loses", "the defenders win", lambda outcome: outcome.winner is Side.DEFENDERS),
        Measure("stalemate", "neither side wins", lambda outcome: outcome.winner is None),
        Measure("captures", "the defenders surrender", suffering(Fate.SURRENDER)),
        Measure("routs", "the defenders rout", suffering(Fate.ROUT)),
        Measure("slaughters", "the defenders are slaughtered", suffering(Fate.SLAUGHTER)),
    )
    modifiers = (*MEN.values(), COVER, *ROWS, *STAKES.values())
    mnemonic = "m"

    @cached_property
    def forces(self) -> Forces:
        """Both sides' men, and their numerical strength."""
        return forces(self.form, self.tables)

    def of_side(self, side: Side) -> MeleeSide:
        """What a side has and stands to lose."""
        has = self.form.of_side(side)
        spared = {
            what: none
            for what, (_, none, _) in AT_STAKE.items()
            if not self.holds(STAKES[side, what])
        }
        return attrs.evolve(has, **spared)

    def refusals(self) -> Iterator[Refusal]:
        """Who will not or may not attack, and hexes that hold too many men."""
        form, tables = self.form, self.tables
        if not form.officer and self.forces.larger is Side.DEFENDERS:
            yield Refusal(
                "a smaller force will not attack a larger one unless an officer is present", SOURCE
            )
        if form.fired:
            yield Refusal("men who fired a cannon this turn cannot attack", SOURCE)
        if form.fought:
            yield Refusal("a formation attacks once, and is attacked once, in a melee turn", SOURCE)
        yield from crowding_refusals(form.men, form.holds, tables, form.formations)
        yield from crowding_refusals(form.target_men, form.target_holds, tables)

    def procedure(self) -> Procedure[Any, MeleeOutcome]:
        """1D6 at the row of the ratio; unless it is a stalemate, 1D6 for the losers."""
        verdicts = read_row(self.tables, f"melee.results.{self.forces.ratio}", Verdict)
        fates = read_row(self.tables, "melee.fate", Fate)
        half = self.forces.half_of_smaller(self.tables)

        def fight(chance: Chance) -> MeleeOutcome:
            verdict = chance.read_off(d6(), reading(verdicts), MELEE_ROLL)
            winner = winner_by(verdict, self.forces)
            fought = MeleeOutcome(None, None, half, half)
            if winner:
                fate = chance.read_off(d6(), reading(fates), CASUALTY_ROLL)
                unharmed = verdict is Verdict.MORE_UNHARMED
                fought = decided(self.forces, winner, fate, half, unharmed)
            attackers, defenders = (self.points_earned(fought, side) for side in Side)
            return attrs.evolve(fought, attackers_score=attackers, defenders_score=defenders)

        return single(fight)

    def prisoners_taken(self, outcome: MeleeOutcome) -> int:
        """Men whom the winners take prisoner: those who surrender, and routers and unarmed men in
        the losers' hex."""
        if outcome.winner is None:
            return 0
        lost = self.of_side(outcome.winner.other)
        return outcome.captured + lost.routers + lost.unarmed

    def points_earned(self, fought: MeleeOutcome, side: Side) -> int:
        """Victory points for `side`: enemies killed and, if it won, what it captured.

        Who lost loses the points of the prisoners set free: they no longer count.
        """

        def points(what: str) -> int:
            return self.tables.points(f"victory.{what}")

        score = fought.killed(side.other) * points("man-killed")
        if fought.winner is None:
            return score
        if fought.winner is not side:
            return score - self.of_side(side).prisoners * points("man-captured")
        score += self.prisoners_taken(fought) * points("man-captured")
        lost = self.of_side(side.other)
        if lost.holds is not Holds.NOTHING:
            score += points(f"{lost.holds.value}-captured")
        if fought.fate is Fate.ROUT:
            return score
        if lost.officer:
            score += points(
                "officer-captured" if fought.fate is Fate.SURRENDER else "officer-killed"
            )
        return score + points("flag-captured") * lost.flag

    def after(self, drawn: MeleeOutcome) -> Aftermath:
        """Both sides' men, prisoners and victory points; neither attacks, nor the target is
        attacked, again in this melee turn.

        Losers are out of it whatever their fate: routers neither attack nor are attacked.
        """
        gone = GONE[drawn.fate] if drawn.fate else ""
        return Aftermath(
            actor=self._left(drawn, Side.ATTACKERS),
            target=self._left(drawn, Side.DEFENDERS),
            actor_gone=gone if drawn.winner is Side.DEFENDERS else "",
            target_gone=gone if drawn.winner is Side.ATTACKERS else "",
            actor_had=self._had(drawn, Side.ATTACKERS),
            target_had=self._had(drawn, Side.DEFENDERS),
            others=tuple(self._others(drawn)),
            side=self._gains(drawn, Side.ATTACKERS),
            enemy=self._gains(drawn, Side.DEFENDERS),
            may=("rally",),
            later={"fought": "yes"},
        )

    def _left(self, outcome: MeleeOutcome, side: Side) -> dict[str, str] | None:
        if outcome.winner is side.other:
            return None
        before = self.of_side(side)
        escorted = before.prisoners + (
            self.prisoners_taken(outcome) if outcome.winner is side else 0
        )
        left = {"men": str(before.men - outcome.killed(side)), "prisoners": str(escorted)}
        if outcome.winner is side:
            left |= MOVED
        return left | {"fought": "yes"} if side is Side.ATTACKERS else left

    def _had(self, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
        """The men whom losers have left as they rout or are taken; those killed have none."""
        if outcome.winner is not side.other:
            return {}
        return {"men": str(self.of_side(side).men - outcome.killed(side))}

    def _gains(self, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
        """A side's victory points, and the men whom it holds, whom it has back, and who rout."""
        score = outcome.score(side)
        if outcome.winner is None:
            return tallied(victory_points=score)
        lost = self.of_side(outcome.winner.other)
        if outcome.winner is side:
            held = self.prisoners_taken(outcome)
            return tallied(victory_points=score, prisoners_held=held, unarmed=lost.prisoners)
        return tallied(
            victory_points=score,
            prisoners_held=-lost.prisoners,
            unarmed=-lost.unarmed,
            routing=outcome.routing - lost.routers,
        )

    def _others(self, outcome: MeleeOutcome) -> Iterator[Consequence]:
        """Men of either side who are free again and unarmed, and men who rout."""
        if outcome.winner is None:
            return
        loser = outcome.winner.other
        prefix = "target-" if loser is Side.DEFENDERS else ""
        freed = self.of_side(loser).prisoners
        yield from unformed(
            f"{prefix}prisoners", freed, f"prisoners of the {loser} set free, unarmed"
        )
        yield from unformed(f"{prefix}men", outcome.routing, f"the routing {loser}")
