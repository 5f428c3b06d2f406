"""What fighting and repairs leave of a unit: for playing on from them without the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from calculator.rules.gods_of_war.figures import Losses, full_strength
from calculator.rules.gods_of_war.terms import Unit
from calculator.rules.system import Aftermath
from calculator.rules.tables import Tables

if TYPE_CHECKING:
    from calculator.rules.gods_of_war.close_combat.form import CloseCombatForm
    from calculator.rules.gods_of_war.close_combat.rule import Fought
    from calculator.rules.gods_of_war.ranged_fire.form import RangedFireForm
    from calculator.rules.gods_of_war.ranged_fire.rule import Fired
    from calculator.rules.gods_of_war.repair import Repaired, RepairForm


def begun(unit: Mapping[str, str], tables: Tables) -> Mapping[str, str]:
    """Full strength in figures, for a unit of which the file names no other."""
    if unit["strength"] != "full":
        return {}
    return {"strength": str(full_strength(Unit(unit["unit"]), tables))}


def after_close_combat(_: CloseCombatForm, outcome: Fought) -> Aftermath:
    """Both units' figures; a broken unit, with none, is still there (Broken)."""
    return Aftermath(actor=_left(outcome.attacker), target=_left(outcome.defender))


def after_fire(_: RangedFireForm, outcome: Fired) -> Aftermath:
    """The target's figures."""
    return Aftermath(target=_left(outcome.target))


def after_repair(_: RepairForm, outcome: Repaired) -> Aftermath:
    """The unit's figures."""
    return Aftermath(actor={"strength": str(outcome.strength)})


def _left(losses: Losses) -> dict[str, str] | None:
    return None if losses.destroyed else {"strength": str(losses.left)}
