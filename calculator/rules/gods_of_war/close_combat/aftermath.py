"""What a close combat leaves of both units, and of the cards that bore on it."""

from __future__ import annotations

from calculator.rules.aftermath import MOVED, Aftermath
from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
from calculator.rules.gods_of_war.close_combat.rule import CloseCombatOutcome
from calculator.rules.gods_of_war.figures import gone, standing
from calculator.rules.gods_of_war.in_play import UNIT_ACTIONS, acted, guarded, spent_with


def after_close_combat(form: CloseCombatForm, outcome: CloseCombatOutcome) -> Aftermath:
    """Both units' figures; attack cards and guards that have served are spent.

    Entrench does not matter to a broken unit, which has no dice to reply with: it stays in play.
    """
    served = ("entrench", "heroic-defence") if outcome.saved else ("entrench",)
    defender = guarded(standing(outcome.defender), form, served)
    if defender and outcome.retreats:
        defender |= MOVED
    return Aftermath(
        actor=standing(outcome.attacker),
        target=defender,
        actor_gone=gone(outcome.attacker),
        target_gone=gone(outcome.defender),
        side=acted() | spent_with(form),
        may=UNIT_ACTIONS,
    )
