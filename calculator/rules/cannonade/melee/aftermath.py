"""What a melee leaves of both sides, and of the men whom they escort or leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from calculator.rules.aftermath import MOVED, Aftermath, Consequence
from calculator.rules.cannonade.escort import group, tallied
from calculator.rules.cannonade.melee.form import MeleeForm
from calculator.rules.cannonade.melee.rule import Fate, MeleeOutcome, taken
from calculator.rules.cannonade.terms import Side

GONE: Final = {
    Fate.SURRENDER: "captured",
    Fate.ROUT: "routing",
    Fate.SLAUGHTER: "killed",
}
"""What has become of a formation that lost."""


def after_melee(form: MeleeForm, outcome: MeleeOutcome) -> Aftermath:
    """Both sides' men, prisoners and victory points; neither attacks, nor the target is attacked,
    again in this melee turn.

    Losers are out of it whatever their fate: routers neither attack nor are attacked.
    """
    gone = GONE[outcome.fate] if outcome.fate else ""
    return Aftermath(
        actor=_left(form, outcome, Side.ATTACKERS),
        target=_left(form, outcome, Side.DEFENDERS),
        actor_gone=gone if outcome.winner is Side.DEFENDERS else "",
        target_gone=gone if outcome.winner is Side.ATTACKERS else "",
        others=tuple(_others(form, outcome)),
        side=_of_side(form, outcome, Side.ATTACKERS),
        enemy=_of_side(form, outcome, Side.DEFENDERS),
        may=("rally",),
        later={"fought": "yes"},
    )


def _left(form: MeleeForm, outcome: MeleeOutcome, side: Side) -> dict[str, str] | None:
    if outcome.winner is side.other:
        return None
    before = form.of_side(side)
    escorted = before.prisoners + (taken(form, outcome) if outcome.winner is side else 0)
    left = {"men": str(before.men - outcome.killed(side)), "prisoners": str(escorted)}
    if outcome.winner is side:
        left |= MOVED
    return left | {"fought": "yes"} if side is Side.ATTACKERS else left


def _of_side(form: MeleeForm, outcome: MeleeOutcome, side: Side) -> dict[str, str]:
    """A side's victory points, and the men whom it holds, whom it has back, and who rout."""
    score = outcome.score(side)
    if outcome.winner is None:
        return tallied(victory_points=score)
    lost = form.of_side(outcome.winner.other)
    if outcome.winner is side:
        held = taken(form, outcome)
        return tallied(victory_points=score, prisoners_held=held, unarmed=lost.prisoners)
    return tallied(
        victory_points=score,
        prisoners_held=-lost.prisoners,
        unarmed=-lost.unarmed,
        routing=outcome.routing - lost.routers,
    )


def _others(form: MeleeForm, outcome: MeleeOutcome) -> Iterator[Consequence]:
    """Men of either side who are free again and unarmed, and men who rout."""
    if outcome.winner is None:
        return
    loser = outcome.winner.other
    prefix = "target-" if loser is Side.DEFENDERS else ""
    freed = form.of_side(loser).prisoners
    yield from group(f"{prefix}prisoners", freed, f"prisoners of the {loser} set free, unarmed")
    yield from group(f"{prefix}men", outcome.routing, f"the routing {loser}")
