"""Fire, told to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from calculator.chance.interface import Draw
from calculator.rules.system import Words
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.fire import STAGE, FireOutcome
from calculator.rules.there_stand_empires.forms import DeployedFireForm
from calculator.rules.there_stand_empires.telling import contest_told, fate_steps


def fire_words(
    form: DeployedFireForm, outcome: FireOutcome, draws: Sequence[Draw], tables: Tables
) -> Words:
    """A fire told to the table."""
    if not outcome.in_range:
        reach = tables.points(f"fire.reach.{form.actor.value}")
        return Words(
            "Out of range - the fire does nothing",
            ("The firing unit has used its action all the same.",),
            (f"{form.actor.label.capitalize()} reaches {reach} inches.",),
        )
    return Words(
        _headline(outcome),
        tuple(_steps(outcome)),
        tuple(contest_told(draws, STAGE, tables, "The fire", "the target under it")),
    )


def _headline(outcome: FireOutcome) -> str:
    if not outcome.target.harmed:
        return "The fire has no effect"
    if outcome.target.removed:
        return f"The fire is devastating - the target is {outcome.target.removal.label}"
    return f"The fire tells - the target {_plainly(outcome)}"


def _plainly(outcome: FireOutcome) -> str:
    fate = outcome.target
    return f"is {fate.label}" if fate.label == fate.state.label else fate.label


def _steps(outcome: FireOutcome) -> Iterator[str]:
    yield from fate_steps("The target's troops", outcome.target, "the firer")
    yield "The firing unit has used its action; the target has not."
