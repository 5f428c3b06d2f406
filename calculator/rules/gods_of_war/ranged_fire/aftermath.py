"""What ranged fire leaves of the target, and of the cards that bore on it."""

from __future__ import annotations

from calculator.rules.aftermath import Aftermath
from calculator.rules.gods_of_war.figures import gone, standing
from calculator.rules.gods_of_war.in_play import UNIT_ACTIONS, acted, guarded, spent_with
from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
from calculator.rules.gods_of_war.ranged_fire.rule import Fired, NoShot


def after_fire(form: RangedFireForm, outcome: Fired) -> Aftermath:
    """The target's figures; attack cards are spent whatever comes of it, guards if they serve.

    A free shot is no action: it does not stand between two draws of a card.
    """
    screened = outcome.stop is NoShot.SCREENED
    return Aftermath(
        target=guarded(standing(outcome.target), form, ("heroic-defence",) * outcome.saved),
        target_gone=gone(outcome.target),
        side=({} if form.free_shot else acted()) | spent_with(form),
        enemy={"skirmisher-screen": "no"} if screened else {},
        may=UNIT_ACTIONS,
    )
