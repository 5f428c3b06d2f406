"""What holds of every system's declaration, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterable

from calculator import testing
from calculator.rules.action import AnyAction
from calculator.rules.modifiers import Factor
from calculator.rules.system import Listed, RuleSystem
from calculator.standing import Standing
from calculator.tui.rows import ACTION_KEY, COMMANDS, Letters


def _factors(system: RuleSystem, action: AnyAction) -> Iterable[Factor]:
    """The factors of an action whose form is left as it is."""
    tables = system.tables
    return (factor.grounded(tables) for factor in action(action.asks(), tables).factors())


def check_declaration(system: RuleSystem) -> None:
    """What every system must declare; and on our screen letters are distinct and stay in place."""
    testing.check_declaration(system)
    reserved = {ACTION_KEY, *COMMANDS, *Letters(system).buttons.values()}
    assert not reserved & set(system.letters.values())
    assert system.letters.keys() <= system.all_keys
    assert system.action_letters.keys() <= set(system.action_keys)
    for action, listed in zip(system.actions, system.listed, strict=True):
        assert listed == Listed(action.key, action.label, action.place)
        for factor in _factors(system, action):
            assert factor.standing, (action.key, factor.name)
            judged = factor.standing is Standing.JUDGEMENT
            assert factor.values or not judged, f"{action.key}: whose value is {factor.name}?"
