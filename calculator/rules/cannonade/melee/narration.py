"""The result of a melee in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calculator.chance.interface import Draw
from calculator.lengths import shown_length
from calculator.rules.aftermath import Aftermath
from calculator.rules.cannonade.escort import running
from calculator.rules.cannonade.melee.aftermath import after_melee
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.rule import (
    CASUALTY_ROLL,
    LETTERS,
    MELEE_ROLL,
    Fate,
    MeleeOutcome,
    Verdict,
)
from calculator.rules.cannonade.melee.strength import Forces
from calculator.rules.cannonade.terms import ROUTERS_MOVE, Holds, Side, most_men, on_die, read_row
from calculator.rules.phrases import counted, shown, span
from calculator.rules.system import Narration
from calculator.rules.tables import Tables

_BECOMES: Final = {
    Fate.SURRENDER: "surrender",
    Fate.ROUT: "rout",
    Fate.SLAUGHTER: "are slaughtered to the last man",
}


def narrate(
    form: MeleeForm, outcome: MeleeOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """Who won, what to do with both sides' men, and both dice."""
    left = after_melee(form, outcome)
    steps = (
        *_killed(form, outcome),
        *_losers(form, outcome),
        *_advance(form, outcome, tables),
        *_prisoners(form, outcome, left),
        *_scores(form, outcome),
    )
    return Narration(_headline(outcome), steps, tuple(_how(form, draws, tables)))


def _headline(outcome: MeleeOutcome) -> str:
    if outcome.winner is None or outcome.fate is None:
        return "Stalemate: neither side gives way."
    return f"The {outcome.winner} win; the {outcome.winner.other} {_BECOMES[outcome.fate]}."


def _killed(form: MeleeForm, outcome: MeleeOutcome) -> Iterator[str]:
    for side in Side:
        men, killed = form.of_side(side).men, outcome.killed(side)
        if killed:
            yield f"Remove {killed} of the {side}' men: {men - killed or 'none'} left."


def _losers(form: MeleeForm, outcome: MeleeOutcome) -> Iterator[str]:
    """What happens to the losers' men, their officer and their flag."""
    if outcome.winner is None:
        return
    lost = form.of_side(outcome.winner.other)
    officer = " and their officer" if lost.officer else ""
    alone = outcome.captured + outcome.routing == 1 and not lost.officer
    match outcome.fate:
        case Fate.SURRENDER:
            taken = counted(outcome.captured, "man", "men")
            are = "is" if alone else "are"
            yield f"The remaining {taken}{officer} {are} taken prisoner by the {outcome.winner}."
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


def _advance(form: MeleeForm, outcome: MeleeOutcome, tables: Tables) -> Iterator[str]:
    """Half or more of the winners move into the losers' hex, as many as it holds."""
    if outcome.winner is None:
        return
    men = form.of_side(outcome.winner).men - outcome.killed(outcome.winner)
    there = form.of_side(outcome.winner.other).holds
    most = min(men, most_men(there, tables))
    least = min((men + 1) // 2, most)
    number = span(least, most)
    moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
    yield f"The {outcome.winner} at once move {moving} into the hex of the {outcome.winner.other}."
    if there is not Holds.NOTHING:
        yield f"They capture the {there} there."


def _prisoners(form: MeleeForm, outcome: MeleeOutcome, left: Aftermath) -> Iterator[str]:
    """Whom the losers escorted, who routs in their hex, and whom the winners now escort."""
    if outcome.winner is None:
        return
    lost = form.of_side(outcome.winner.other)
    if lost.prisoners:
        who = counted(lost.prisoners, "prisoner")
        how = "escaped" if outcome.fate is Fate.SLAUGHTER else f"went back to the {outcome.winner}"
        yield f"The {who} whom they escorted {how}, unarmed."
    if lost.routers:
        yield _captured(counted(lost.routers, "routing man", "routing men"), lost.routers)
    if lost.unarmed:
        yield _captured(counted(lost.unarmed, "unarmed man", "unarmed men"), lost.unarmed)
    winners = left.actor if outcome.winner is Side.ATTACKERS else left.target
    if escorted := int((winners or {}).get("prisoners", 0)):
        yield f"The {outcome.winner} escort {counted(escorted, 'prisoner')}."


def _captured(who: str, men: int) -> str:
    return f"The {who} in the hex {'becomes a prisoner' if men == 1 else 'become prisoners'}."


def _scores(form: MeleeForm, outcome: MeleeOutcome) -> Iterator[str]:
    for side in Side:
        if score := outcome.score(side):
            verb = "score" if score > 0 else "lose"
            total = running(form.of_side(side).victory_points, score)
            yield f"The {side} {verb} {counted(abs(score), 'victory point')}{total}."


def _how(form: MeleeForm, draws: Sequence[Draw], tables: Tables) -> Iterator[str]:
    forces = Forces.of(form, tables)
    strength = forces.strength[Side.DEFENDERS]
    cover = (
        f" in {form.target_terrain} terrain, who count as {shown_length(strength)}"
        if strength != form.target_men
        else ""
    )
    attackers, defenders = counted(form.men, "attacker"), counted(form.target_men, "defender")
    yield f"{attackers} against {defenders}{cover}: row {forces.ratio}."
    verdicts = read_row(tables, f"melee.results.{forces.ratio}", Verdict)
    roll = shown(draws, MELEE_ROLL)
    yield f"Rolled {roll} for the melee: {LETTERS[on_die(verdicts, roll)]}."
    if (roll := shown(draws, CASUALTY_ROLL)) is not None:
        fate = on_die(read_row(tables, "melee.fate", Fate), roll)
        yield f"Rolled {roll} for the losers: {fate}."
