"""What holds of every system's declaration, whatever its rules."""

from __future__ import annotations

from collections.abc import Iterable

from calculator.forms import fields_of
from calculator.rules.action import AnyAction
from calculator.rules.modifiers import Factor
from calculator.rules.system import Listed, RuleSystem
from calculator.standing import Standing
from calculator.tui.letters import Letters
from calculator.tui.mnemonics import ACTION_KEY, COMMANDS


def _factors(system: RuleSystem, action: AnyAction) -> Iterable[Factor]:
    """The factors of an action whose form is left as it is."""
    tables = system.tables
    return (factor.grounded(tables) for factor in action(action.asks(), tables).factors())


def check_declaration(system: RuleSystem) -> None:
    """Every number has a source or a reason; letters are distinct; roles fill in real fields."""
    for entry in system.tables:
        assert entry.source or entry.why.startswith("designer's judgement: "), entry.key
    reserved = {ACTION_KEY, *COMMANDS, *Letters(system).buttons.values()}
    letter_of: dict[str, str] = {}
    for action, listed in zip(system.actions, system.listed, strict=True):
        assert listed == Listed(action.key, action.label, action.place, action.mnemonic)
        letters = [field.mnemonic for field in fields_of(action.asks) if field.mnemonic]
        assert len(set(letters)) == len(letters), action.key
        assert not reserved.intersection(letters), action.key
        for field in fields_of(action.asks):
            assert letter_of.setdefault(field.key, field.mnemonic) == field.mnemonic, action.key
        assert all(field.help.endswith(".") and field.source for field in fields_of(action.asks))
        for factor in _factors(system, action):
            assert factor.standing, (action.key, factor.name)
            judged = factor.standing is Standing.JUDGEMENT
            assert factor.values or not judged, f"{action.key}: whose value is {factor.name}?"
    assert system.unit
    unit = {field.key for field in fields_of(system.unit)}
    of_units = unit.union(*system.roles.values())
    assert of_units.issuperset(filter(None, (*system.condition, system.state, system.formation)))
    for role, fills in system.roles.items():
        # The rest of a unit is what the table makes of it: its order, its state.
        assert role == "battle" or unit & set(fills)
        for fields in fills.values():
            keys = {fields} if isinstance(fields, str) else set(fields)
            assert keys <= system.all_keys
