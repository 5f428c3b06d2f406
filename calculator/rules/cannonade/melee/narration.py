"""The result of a melee in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.lengths import shown_length
from calculator.rules.action import Draws, Narration
from calculator.rules.cannonade.escort import running_total
from calculator.rules.cannonade.melee.fight import (
    CASUALTY_ROLL,
    LETTERS,
    MELEE_ROLL,
    Fate,
    MeleeOutcome,
    Verdict,
)
from calculator.rules.cannonade.melee.form import MeleeSide
from calculator.rules.cannonade.melee.rule import MeleeLaw
from calculator.rules.cannonade.terms import ROUTERS_MOVE, Holds, Side, most_men, on_die, read_row
from calculator.rules.phrases import counted, shown, span

_BECOMES: Final = {
    Fate.SURRENDER: "surrender",
    Fate.ROUT: "rout",
    Fate.SLAUGHTER: "are slaughtered to the last man",
}


class Melee(MeleeLaw):
    """Formations that attack an adjacent enemy formation."""

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
                total = running_total(self.of_side(side).victory_points, score)
                yield f"The {side} {verb} {counted(abs(score), 'victory point')}{total}."

    def _how(self, draws: Draws) -> Iterator[str]:
        form, tables = self.form, self.tables
        strength = self.forces.strength[Side.DEFENDERS]
        counting = f" in {form.target_terrain} terrain, who count as {shown_length(strength)}"
        cover = counting if strength != form.target_men else ""
        attackers, defenders = counted(form.men, "attacker"), counted(form.target_men, "defender")
        yield f"{attackers} against {defenders}{cover}: row {self.forces.ratio}."
        verdicts = read_row(tables, f"melee.results.{self.forces.ratio}", Verdict)
        roll = shown(draws, MELEE_ROLL)
        yield f"Rolled {roll} for the melee: {LETTERS[on_die(verdicts, roll)]}."
        if (roll := shown(draws, CASUALTY_ROLL)) is not None:
            fate = on_die(read_row(tables, "melee.fate", Fate), roll)
            yield f"Rolled {roll} for the losers: {fate}."


def _headline(outcome: MeleeOutcome) -> str:
    if outcome.winner is None or outcome.fate is None:
        return "Stalemate: neither side gives way."
    return f"The {outcome.winner} win; the {outcome.winner.other} {_BECOMES[outcome.fate]}."


def _losers(lost: MeleeSide, outcome: MeleeOutcome) -> Iterator[str]:
    """What happens to the losers' men, their officer and their flag."""
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
    if lost.flag:
        kept = outcome.fate is Fate.ROUT
        yield "The routers carry their flag away." if kept else "Their flag is captured."


def _advance(winner: Side, men: int, room: int) -> Iterator[str]:
    """Half or more of the winners move into the losers' hex, as many as it has room for."""
    most = min(men, room)
    number = span(min((men + 1) // 2, most), most)
    moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
    yield f"The {winner} at once move {moving} into the hex of the {winner.other}."


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
