"""What a cannonade leaves of the cannon, the formation fired at and the friends fired over."""

from __future__ import annotations

from typing import Final

from calculator.forms import mattering
from calculator.rules.aftermath import Aftermath, Consequence
from calculator.rules.cannonade.escort import group, tallied
from calculator.rules.cannonade.fire.form import CannonadeForm
from calculator.rules.cannonade.fire.rule import Cannonaded
from calculator.rules.cannonade.terms import standing

KILLED: Final = "killed"
"""How a formation that fire leaves without men has left the map."""


def after_fire(form: CannonadeForm, outcome: Cannonaded) -> Aftermath:
    """Men and officers left, both sides' victory points, and a turn of ammunition spent.

    The crew may not march or attack this turn; it may rally routers next to it.
    """
    target = standing(outcome.left)
    if target and outcome.officer_killed:
        target["officer"] = "no"
    freed = 0 if target else form.target_prisoners
    freed_in_words = "prisoners of the target escaped, unarmed"
    return Aftermath(
        actor={"fired": "yes"} | _ammunition(form),
        target=target,
        target_gone="" if target else KILLED,
        others=(*_friends(form, outcome), *group("target-prisoners", freed, freed_in_words)),
        side=tallied(victory_points=outcome.score, unarmed=freed),
        enemy=tallied(victory_points=outcome.enemy_score, prisoners_held=-freed),
        may=("rally",),
    )


def _ammunition(form: CannonadeForm) -> dict[str, str]:
    """The turns that it has been too far from its baggage, this one included."""
    beyond = any(field.key == "turns-beyond" for field in mattering(form))
    return {"turns-beyond": str(form.turns_beyond + 1)} if beyond else {}


def _friends(form: CannonadeForm, outcome: Cannonaded) -> tuple[Consequence, ...]:
    """The friends fired over whom the fire hit: none left, and no officer, is nobody left."""
    if not outcome.friends_killed and not outcome.friends_officer_killed:
        return ()
    left = standing(form.friends_between - outcome.friends_killed)
    if left and form.friends_officer:
        left["officer"] = "yes"
    return (Consequence("friends", "the friends fired over", left, "" if left else KILLED),)
