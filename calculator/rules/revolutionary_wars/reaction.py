"""Reacting without disorder (Reactions, Disorder)."""

from __future__ import annotations

from calculator.chance.interface import Chance
from calculator.rules.revolutionary_wars.battalion import Battalion
from calculator.rules.revolutionary_wars.rolls import Again, Roll, at_most, passes
from calculator.rules.revolutionary_wars.terms import Order


def react_roll(battalion: Battalion) -> Roll:
    """What a battalion needs to react without disorder: its number or less, Solid re-rolling."""
    number = battalion.card.column("react", battalion.formation)
    return at_most(number, Again.of(failures=battalion.order is Order.SOLID))


def reacts(battalion: Battalion, chance: Chance) -> Order:
    """The order of a battalion once it has reacted."""
    roll = react_roll(battalion)
    kept = passes(chance, roll, f"{battalion.name} reacts without disorder")
    return battalion.order if kept else battalion.order.disordered
