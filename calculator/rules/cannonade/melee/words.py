"""A melee told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calculator.chance.interface import Draw
from calculator.lengths import shown_length
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.rule import CASUALTY, MELEE, Fate, Fought, Verdict
from calculator.rules.cannonade.melee.strength import Forces
from calculator.rules.cannonade.terms import ROUTERS_MOVE, Holds, Side, most_men, on_die, read_row
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.telling import counted, shown, span

_BECOMES: Final = {
    Fate.SURRENDER: "surrender",
    Fate.ROUT: "rout",
    Fate.SLAUGHTER: "are slaughtered to the last man",
}

_VERDICTS: Final = {
    Verdict.ATTACKER: "A, the attackers win",
    Verdict.DEFENDER: "D, the defenders win",
    Verdict.BOTH: "B, a stalemate",
    Verdict.MORE: "H, the side with more men wins",
    Verdict.FEWER: "L, the side with fewer men wins",
    Verdict.MORE_UNHARMED: "V, the side with more men wins and suffers no casualties",
}


def words(form: MeleeForm, outcome: Fought, draws: Sequence[Draw], tables: Tables) -> Words:
    """Who won, what to do with both sides' men, and both dice."""
    steps = (
        *_killed(form, outcome),
        *_losers(form, outcome),
        *_advance(form, outcome, tables),
        *_scores(outcome),
    )
    return Words(_headline(outcome), steps, tuple(_how(form, draws, tables)))


def _headline(outcome: Fought) -> str:
    if outcome.winner is None or outcome.fate is None:
        return "Stalemate: neither side gives way."
    return f"The {outcome.winner} win; the {outcome.winner.other} {_BECOMES[outcome.fate]}."


def _killed(form: MeleeForm, outcome: Fought) -> Iterator[str]:
    for side in Side:
        men, killed = form.company(side).men, outcome.killed(side)
        if killed:
            yield f"Remove {killed} of the {side}' men: {men - killed or 'none'} left."


def _losers(form: MeleeForm, outcome: Fought) -> Iterator[str]:
    """What happens to the losers' men, their officer and their flag."""
    if outcome.winner is None:
        return
    lost = form.company(outcome.winner.other)
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
            yield "Any prisoners whom they escorted escape; they are unarmed."
    if lost.flag:
        kept = outcome.fate is Fate.ROUT
        yield "The routers carry their flag away." if kept else "Their flag is captured."


def _advance(form: MeleeForm, outcome: Fought, tables: Tables) -> Iterator[str]:
    """Half or more of the winners move into the losers' hex, as many as it holds."""
    if outcome.winner is None:
        return
    men = form.company(outcome.winner).men - outcome.killed(outcome.winner)
    there = form.company(outcome.winner.other).holds
    most = min(men, most_men(there, tables))
    least = min((men + 1) // 2, most)
    number = span(least, most)
    moving = f"{number} of their {men} men" if men > 1 else "their 1 man"
    yield f"The {outcome.winner} at once move {moving} into the hex of the {outcome.winner.other}."
    if there is not Holds.NOTHING:
        yield f"They capture the {there} there."


def _scores(outcome: Fought) -> Iterator[str]:
    for side in Side:
        if score := outcome.score(side):
            yield f"The {side} score {counted(score, 'victory point')}."


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
    roll = shown(draws, MELEE)
    yield f"Rolled {roll} for the melee: {_VERDICTS[on_die(verdicts, roll)]}."
    if (roll := shown(draws, CASUALTY)) is not None:
        fate = on_die(read_row(tables, "melee.fate", Fate), roll)
        yield f"Rolled {roll} for the losers: {fate}."
