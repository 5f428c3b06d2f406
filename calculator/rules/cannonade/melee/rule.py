"""The Melee phase: formations attack an adjacent enemy formation.

The Melee Result Table says who wins, the Casualty Result Table what becomes of the losers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

import attrs

from calculator.chance.dice import d6
from calculator.chance.interface import Chance
from calculator.chance.procedure import Procedure, single
from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.action import (
    MOVED,
    Action,
    Aftermath,
    Consequence,
    Draws,
    Measure,
    Narration,
    Parties,
    Severity,
)
from calculator.rules.cannonade.melee import fight
from calculator.rules.cannonade.melee.fight import SOURCE, Fate, Forces, MeleeOutcome, Verdict
from calculator.rules.cannonade.melee.form import MeleeForm, MeleeSide
from calculator.rules.cannonade.terms import (
    ROUTERS_MOVE,
    Holds,
    Side,
    crowding_refusals,
    most_men,
    points_won,
    read_row,
    reading,
    tallied,
    told_on_die,
    unformed,
)
from calculator.rules.phrases import counted, shown, span

_BECOMES: Final = {
    Fate.SURRENDER: "surrender",
    Fate.ROUT: "rout",
    Fate.SLAUGHTER: "are slaughtered to the last man",
}


def suffering(fate: Fate) -> Callable[[MeleeOutcome], bool]:
    """Whether the defenders lose and suffer `fate`."""
    return lambda outcome: outcome.winner is Side.ATTACKERS and outcome.fate is fate


def severity(outcome: MeleeOutcome) -> tuple[int, int, int]:
    """From the worst for the attackers to the best."""
    order = (Side.DEFENDERS, None, Side.ATTACKERS)
    balance = outcome.attackers_score - outcome.defenders_score
    return order.index(outcome.winner), balance, -outcome.attackers_killed


class Melee(Action[MeleeForm, MeleeOutcome]):
    """Formations attack an adjacent enemy formation: the ratio of men gives the row of the Melee
    Result Table, and the Casualty Result Table the fate of the losers."""

    key = "melee"
    source = SOURCE
    severity = Severity[MeleeOutcome](severity, "the attackers")
    measures = (
        Measure("wins", "the attackers win", lambda outcome: outcome.winner is Side.ATTACKERS),
        Measure("loses", "the defenders win", lambda outcome: outcome.winner is Side.DEFENDERS),
        Measure("stalemate", "neither side wins", lambda outcome: outcome.winner is None),
        Measure("captures", "the defenders surrender", suffering(Fate.SURRENDER)),
        Measure("routs", "the defenders rout", suffering(Fate.ROUT)),
        Measure("slaughters", "the defenders are slaughtered", suffering(Fate.SLAUGHTER)),
    )
    modifiers = fight.MODIFIERS
    mnemonic = "m"

    @cached_property
    def forces(self) -> Forces:
        """Both sides' men, and their numerical strength."""
        return fight.forces(self.form, self.tables)

    def of_side(self, side: Side) -> MeleeSide:
        """What a side has and stands to lose."""
        has = self.form.of_side(side)
        spared = {
            what: none
            for what, (_, none, _) in fight.AT_STAKE.items()
            if not self.holds(fight.STAKES[side, what])
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
        half = self.forces.half_of_smaller

        def melee(chance: Chance) -> MeleeOutcome:
            verdict = chance.read_off(d6(), reading(verdicts), fight.MELEE_ROLL)
            winner = fight.winner_by(verdict, self.forces)
            fought = MeleeOutcome(None, None, half, half)
            if winner:
                fate = chance.read_off(d6(), reading(fates), fight.CASUALTY_ROLL)
                unharmed = verdict is Verdict.MORE_UNHARMED
                fought = fight.decided(self.forces, winner, fate, half, unharmed)
            attackers, defenders = (self.points_earned(fought, side) for side in Side)
            return attrs.evolve(fought, attackers_score=attackers, defenders_score=defenders)

        return single(melee)

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
        if lost.officer and fought.fate is not Fate.ROUT:
            score += points(
                "officer-captured" if fought.fate is Fate.SURRENDER else "officer-killed"
            )
        return score + points("flag-captured") * (lost.flag and not self.saves_flag(fought))

    def saves_flag(self, fought: MeleeOutcome) -> bool:
        """Whether the losers carry their flag away."""
        return fought.fate is Fate.ROUT and self.tables.is_so("melee.flag-saved")

    def after(self, drawn: MeleeOutcome) -> Aftermath:
        """Both sides' men, prisoners and victory points; neither attacks, nor the target is
        attacked, again in this melee turn.

        Losers are out of it whatever their fate: routers neither attack nor are attacked.
        """
        gone = drawn.fate.meaning if drawn.fate else ""
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

    def parties(self) -> Parties:
        return {"actor": ("the attackers",), "target": ("the defenders",)}

    def narrate(self, drawn: MeleeOutcome, draws: Draws) -> Narration:
        """Who won, what to do with both sides' men, and both dice."""
        decided = self._decided(drawn, drawn.winner) if drawn.winner else ()
        steps = (*self._killed(drawn), *decided, *self._scores(drawn))
        return Narration(_headline(drawn), steps, self._how(draws))

    def _killed(self, outcome: MeleeOutcome) -> Iterator[str]:
        for side in Side:
            men, killed = self.of_side(side).men, outcome.killed(side)
            if killed:
                yield f"Remove {killed} of the {side}' men: {men - killed or 'none'} left."

    def _decided(self, outcome: MeleeOutcome, winner: Side) -> Iterator[str]:
        """What becomes of the losers, and what the winners do in their hex."""
        lost = self.of_side(winner.other)
        yield from _losers(lost, outcome)
        if lost.flag:
            saved = self.saves_flag(outcome)
            yield "The routers carry their flag away." if saved else "Their flag is captured."
        men = self.of_side(winner).men - outcome.killed(winner)
        yield from _advance(winner, men, most_men(lost.holds, self.tables))
        if lost.holds is not Holds.NOTHING:
            yield f"They capture the {lost.holds} there."
        yield from _prisoners(lost, outcome)
        if escorted := self.of_side(winner).prisoners + self.prisoners_taken(outcome):
            yield f"The {winner} escort {counted(escorted, 'prisoner')}."

    def _scores(self, outcome: MeleeOutcome) -> Iterator[str]:
        for side in Side:
            if score := outcome.score(side):
                verb = "score" if score > 0 else "lose"
                yield f"The {side} {verb} {points_won(score, self.of_side(side).victory_points)}."

    def _how(self, draws: Draws) -> Iterator[str]:
        form, tables = self.form, self.tables
        strength = self.forces.strength[Side.DEFENDERS]
        counting = f" in {form.target_terrain} terrain, who count as {shown_length(strength)}"
        cover = counting if strength != form.target_men else ""
        attackers, defenders = counted(form.men, "attacker"), counted(form.target_men, "defender")
        yield f"{attackers} against {defenders}{cover}: row {self.forces.ratio}."
        verdicts = read_row(tables, f"melee.results.{self.forces.ratio}", Verdict)
        roll = shown(draws, fight.MELEE_ROLL)
        yield f"Rolled {roll} for the melee: {told_on_die(verdicts, roll)}."
        if (roll := shown(draws, fight.CASUALTY_ROLL)) is not None:
            fates = read_row(tables, "melee.fate", Fate)
            yield f"Rolled {roll} for the losers: {told_on_die(fates, roll)}."


def _headline(outcome: MeleeOutcome) -> str:
    if outcome.winner is None or outcome.fate is None:
        return "Stalemate: neither side gives way."
    return f"The {outcome.winner} win; the {outcome.winner.other} {_BECOMES[outcome.fate]}."


def _losers(lost: MeleeSide, outcome: MeleeOutcome) -> Iterator[str]:
    """What happens to the losers' men and their officer."""
    officer = " and their officer" if lost.officer else ""
    alone = outcome.captured + outcome.routing == 1 and not lost.officer
    match outcome.fate:
        case Fate.SURRENDER:
            men = counted(outcome.captured, "man", "men")
            are = "is" if alone else "are"
            yield f"The remaining {men}{officer} {are} taken prisoner by the {outcome.winner}."
        case Fate.ROUT:
            men = counted(outcome.routing, "man", "men")
            flee = "routs and moves" if alone else "rout and move"
            yield f"The remaining {men}{officer} {flee} at once. {ROUTERS_MOVE}"
        case Fate.SLAUGHTER:
            if lost.officer:
                yield "Remove their officer, the last man killed."


def _advance(winner: Side, men: int, room: int) -> Iterator[str]:
    """Half or more of the winners move into the losers' hex, as many as it has room for."""
    most = min(men, room)
    number = span(min((men + 1) // 2, most), most)
    moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
    yield f"The {winner} move {moving} into the hex of the {winner.other} at once."


def _prisoners(lost: MeleeSide, outcome: MeleeOutcome) -> Iterator[str]:
    """Whom the losers escorted, and who routs or is unarmed in their hex."""
    if lost.prisoners:
        who = counted(lost.prisoners, "prisoner")
        escaped = outcome.fate is Fate.SLAUGHTER
        went = "escaped" if escaped else f"went back to the {outcome.winner}"
        yield f"The {who} whom they escorted {went}, unarmed."
    for men, kind in ((lost.routers, "routing"), (lost.unarmed, "unarmed")):
        if men:
            who = counted(men, f"{kind} man", f"{kind} men")
            become = "becomes a prisoner" if men == 1 else "become prisoners"
            yield f"The {who} in the hex {become}."
