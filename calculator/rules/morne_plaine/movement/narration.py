"""The result of a movement in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from calculator.chance.interface import Draw
from calculator.rules.morne_plaine.marsh import test_narrated
from calculator.rules.morne_plaine.movement.form import MovementForm
from calculator.rules.morne_plaine.movement.rule import Moved, Stop, along, marsh_ask
from calculator.rules.phrases import counted, shown
from calculator.rules.system import Narration
from calculator.rules.tables import Tables

_STOPPED: Final = {
    Stop.ZONE: "It has entered an enemy zone of control, and its movement ends at once.",
    Stop.STUCK: "It cannot move any longer this turn.",
    Stop.IMPASSABLE: "The next hexside is impassable.",
    Stop.OCCUPIED: "Another unit stands in the next hex, which it may not enter.",
    Stop.HELD: "It may not leave the enemy zone of control for a hex in another.",
}


def narrate(form: MovementForm, outcome: Moved, draws: Sequence[Draw], tables: Tables) -> Narration:
    """How far the unit gets, what stops it, and what each hex cost."""
    hexes = counted(outcome.hexes, "hex", "hexes")
    goal = "arrives" if outcome.hexes == len(form.path) else "does not get there"
    if outcome.stop is Stop.STUCK:
        goal = "is stuck in the marsh"
    moves = f"Move it {hexes}" if outcome.hexes else "It stays in its hex"
    steps = [f"{moves}: {counted(outcome.left, 'movement point')} left."]
    if outcome.stop is not Stop.ARRIVED:
        steps.append(_stopped(form, outcome, tables))
    return Narration(
        f"The {form.unit} {goal}.", tuple(steps), tuple(_how(form, outcome, draws, tables))
    )


def _stopped(form: MovementForm, outcome: Moved, tables: Tables) -> str:
    """What ended the movement before the end of the path, or at once on entering a hex."""
    if outcome.stop is not Stop.POINTS:
        return _STOPPED[outcome.stop]
    wanted = next(islice(along(form, tables), outcome.hexes, None))
    return f"It has too few movement points for the next hex, which costs {wanted.cost}."


def _how(
    form: MovementForm, outcome: Moved, draws: Sequence[Draw], tables: Tables
) -> Iterator[str]:
    for number, entry in enumerate(along(form, tables)):
        if number == outcome.hexes:
            return
        yield f"Hex {number + 1}, {entry.step}: {counted(entry.cost, 'point')}."
        if (roll := shown(draws, marsh_ask(number))) is not None:
            yield test_narrated(form.unit, roll, tables)
