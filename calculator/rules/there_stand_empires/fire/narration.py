"""Fire in words."""

from __future__ import annotations

from collections.abc import Sequence

from calculator.chance.interface import Draw
from calculator.rules.system import Narration
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.fire.form import DeployedFireForm
from calculator.rules.there_stand_empires.fire.rule import FireOutcome, fire_contest
from calculator.rules.there_stand_empires.status import Fate, Removal, fate_steps


def narrate(
    form: DeployedFireForm, outcome: FireOutcome, draws: Sequence[Draw], tables: Tables
) -> Narration:
    """What came of a fire, and what to do on the table."""
    if not outcome.in_range:
        reach = tables.points(f"fire.reach.{form.actor.value}")
        return Narration(
            "Out of range - nothing comes of the fire.",
            ("The firing unit has used its action all the same.",),
            (f"{form.actor.label.capitalize()} reaches {reach} inches.",),
        )
    contest = fire_contest(form, tables)
    steps = fate_steps("The target's troops", form.target_state, outcome.target, "the firer")
    return Narration(
        _headline(outcome.target),
        (*steps, "The firing unit has used its action; its target keeps its own."),
        tuple(contest.lines(draws, tables, "The fire", "the target under fire")),
    )


def _headline(fate: Fate) -> str:
    if not fate.harmed:
        return "The fire has no effect."
    summary = fate.summary("falls back")
    if fate.removal is Removal.SURRENDERED:
        return "The fire tells - the target must fall back, cannot, and surrenders."
    is_state = fate.removed or not (fate.back or fate.bases_lost)
    return f"The fire tells - the target {'is ' if is_state else ''}{summary}."
