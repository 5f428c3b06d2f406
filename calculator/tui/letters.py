"""The letters of one system, the same whatever is being asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from calculator.forms import Form, fields_of, keys_of
from calculator.rules.action import Place
from calculator.rules.system import RuleSystem
from calculator.tui.answers import Answer, lettered
from calculator.tui.mnemonics import ACTION_KEY, COMMANDS, Wanted, assign


class Letters:
    """`pressed` are the actions with a button, `buttons` their letters; `actions` those of the
    list."""

    def __init__(self, system: RuleSystem) -> None:
        self._system = system
        self._reserved = COMMANDS | {ACTION_KEY}
        self.pressed = tuple(one for one in system.listed if one.place is Place.BUTTON)
        wanted = [Wanted(one.key, one.label, one.mnemonic) for one in self.pressed]
        self.buttons = assign(wanted, self._reserved)
        listed = (one for one in system.listed if one.place is not Place.BUTTON)
        self.actions = lettered(tuple(Answer(one.key, one.label, one.mnemonic) for one in listed))

    def of(self, form: type[Form]) -> Mapping[str, str]:
        """The letter of each field of a form.

        Where all are declared, the forms of other actions need not even be imported.
        """
        declared = self._system.letters
        return declared if declared.keys() >= set(keys_of(form)) else self._of_all

    @cached_property
    def _of_all(self) -> Mapping[str, str]:
        forms = [fields_of(action.asks) for action in self._system.actions]
        wanted = {
            field.key: Wanted(field.key, field.label, self._system.letters.get(field.key, ""))
            for form in forms
            for field in form
        }
        together = [{field.key for field in form} for form in forms]
        taken = self._reserved | set(self.buttons.values())
        return assign(list(wanted.values()), taken, together)


@lru_cache(maxsize=16)
def letters_of(system: RuleSystem) -> Letters:
    """The letters of a system, found out once."""
    return Letters(system)
