"""The result of a melee in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.lengths import shown_length
from calculator.rules.action import Draws, Narration
from calculator.rules.cannonade.escort import running_total
from calculator.rules.cannonade.melee import rule
from calculator.rules.cannonade.melee.form import MeleeForm, MeleeSide
from calculator.rules.cannonade.terms import ROUTERS_MOVE, Holds, Side, most_men, on_die, read_row
from calculator.rules.phrases import counted, shown, span
from calculator.rules.tables import Tables

_BECOMES: Final = {
    rule.Fate.SURRENDER: "surrender",
    rule.Fate.ROUT: "rout",
    rule.Fate.SLAUGHTER: "are slaughtered to the last man",
}


def narrate(form: MeleeForm, outcome: rule.MeleeOutcome, draws: Draws, tables: Tables) -> Narration:
    """Who won, what to do with both sides' men, and both dice."""
    decided = _decided(form, outcome, outcome.winner, tables) if outcome.winner else ()
    steps = (*_killed(form, outcome), *decided, *_scores(form, outcome))
    return Narration(_headline(outcome), steps, _how(form, draws, tables))


def _headline(outcome: rule.MeleeOutcome) -> str:
    if outcome.winner is None or outcome.fate is None:
        return "Stalemate: neither side gives way."
    return f"The {outcome.winner} win; the {outcome.winner.other} {_BECOMES[outcome.fate]}."


def _killed(form: MeleeForm, outcome: rule.MeleeOutcome) -> Iterator[str]:
    for side in Side:
        men, killed = form.of_side(side).men, outcome.killed(side)
        if killed:
            yield f"Remove {killed} of the {side}' men: {men - killed or 'none'} left."


def _decided(
    form: MeleeForm, outcome: rule.MeleeOutcome, winner: Side, tables: Tables
) -> Iterator[str]:
    """What becomes of the losers, and what the winners do in their hex."""
    lost = form.of_side(winner.other)
    yield from _losers(lost, outcome)
    men = form.of_side(winner).men - outcome.killed(winner)
    yield from _advance(winner, men, most_men(lost.holds, tables))
    if lost.holds is not Holds.NOTHING:
        yield f"They capture the {lost.holds} there."
    yield from _prisoners(lost, outcome)
    if escorted := form.of_side(winner).prisoners + rule.prisoners_taken(form, outcome):
        yield f"The {winner} escort {counted(escorted, 'prisoner')}."


def _losers(lost: MeleeSide, outcome: rule.MeleeOutcome) -> Iterator[str]:
    """What happens to the losers' men, their officer and their flag."""
    officer = " and their officer" if lost.officer else ""
    alone = outcome.captured + outcome.routing == 1 and not lost.officer
    match outcome.fate:
        case rule.Fate.SURRENDER:
            men = counted(outcome.captured, "man", "men")
            are = "is" if alone else "are"
            yield f"The remaining {men}{officer} {are} taken prisoner by the {outcome.winner}."
        case rule.Fate.ROUT:
            men = counted(outcome.routing, "man", "men")
            flee = "routs and moves" if alone else "rout and move"
            yield f"The remaining {men}{officer} {flee} at once. {ROUTERS_MOVE}"
        case rule.Fate.SLAUGHTER:
            if lost.officer:
                yield "Remove their officer, the last man killed."
    if lost.flag:
        kept = outcome.fate is rule.Fate.ROUT
        yield "The routers carry their flag away." if kept else "Their flag is captured."


def _advance(winner: Side, men: int, room: int) -> Iterator[str]:
    """Half or more of the winners move into the losers' hex, as many as it has room for."""
    most = min(men, room)
    number = span(min((men + 1) // 2, most), most)
    moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
    yield f"The {winner} at once move {moving} into the hex of the {winner.other}."


def _prisoners(lost: MeleeSide, outcome: rule.MeleeOutcome) -> Iterator[str]:
    """Whom the losers escorted, and who routs or is unarmed in their hex."""
    if lost.prisoners:
        who = counted(lost.prisoners, "prisoner")
        escaped = outcome.fate is rule.Fate.SLAUGHTER
        went = "escaped" if escaped else f"went back to the {outcome.winner}"
        yield f"The {who} whom they escorted {went}, unarmed."
    for men, kind in ((lost.routers, "routing"), (lost.unarmed, "unarmed")):
        if men:
            who = counted(men, f"{kind} man", f"{kind} men")
            become = "becomes a prisoner" if men == 1 else "become prisoners"
            yield f"The {who} in the hex {become}."


def _scores(form: MeleeForm, outcome: rule.MeleeOutcome) -> Iterator[str]:
    for side in Side:
        if score := outcome.score(side):
            verb = "score" if score > 0 else "lose"
            total = running_total(form.of_side(side).victory_points, score)
            yield f"The {side} {verb} {counted(abs(score), 'victory point')}{total}."


def _how(form: MeleeForm, draws: Draws, tables: Tables) -> Iterator[str]:
    forces = rule.Forces.of(form, tables)
    strength = forces.strength[Side.DEFENDERS]
    counting = f" in {form.target_terrain} terrain, who count as {shown_length(strength)}"
    cover = counting if strength != form.target_men else ""
    attackers, defenders = counted(form.men, "attacker"), counted(form.target_men, "defender")
    yield f"{attackers} against {defenders}{cover}: row {forces.ratio}."
    verdicts = read_row(tables, f"melee.results.{forces.ratio}", rule.Verdict)
    roll = shown(draws, rule.MELEE_ROLL)
    yield f"Rolled {roll} for the melee: {rule.LETTERS[on_die(verdicts, roll)]}."
    if (roll := shown(draws, rule.CASUALTY_ROLL)) is not None:
        fate = on_die(read_row(tables, "melee.fate", rule.Fate), roll)
        yield f"Rolled {roll} for the losers: {fate}."
