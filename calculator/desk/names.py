"""Actions as people name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calculator.names import key_meant

if TYPE_CHECKING:
    from calculator.rules.action import AnyAction
    from calculator.rules.system import RuleSystem


def action_called(system: RuleSystem, typed: str) -> AnyAction:
    """An action by its key, its name, another name that the rules give it, or a part of one.

    Raises `FaultsError` with the candidates of a part that several have.
    """
    if typed in system.aliases or typed in system.action_keys:
        return system.action(typed)
    names = {one.key: one.label for one in system.listed}
    return system.action(key_meant("action", typed, names))
