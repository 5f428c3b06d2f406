"""The set-up on the screen: a system, an action, and a text for every field ever filled in.

Texts are kept by field key, so that a change of action keeps what the two have in common; a text
that the present field cannot read rests unused and the default stands in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from calculator.answering import reads
from calculator.errors import FaultsError
from calculator.forms import Field, Form, fields_of, parse_form, unchecked
from calculator.rules.action import AnyAction, Place
from calculator.rules.owners import Owner, owners_of
from calculator.rules.system import RuleSystem
from calculator.tui.answers import Answer, lettered
from calculator.tui.mnemonics import ACTION_KEY, COMMANDS, Wanted, assign

if TYPE_CHECKING:
    from calculator.rules.question import Question
    from calculator.rules.tables import Tables


class Letters:
    """The letters of one system, the same whatever is being asked of it.

    `pressed` are the actions with a button, `buttons` their letters; `actions` those of the list.
    """

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
        fields = fields_of(form)
        if all(field.mnemonic for field in fields):
            return {field.key: field.mnemonic for field in fields}
        return self._of_all

    @cached_property
    def _of_all(self) -> Mapping[str, str]:
        forms = [fields_of(action.asks) for action in self._system.actions]
        wanted = {
            field.key: Wanted(field.key, field.label, field.mnemonic)
            for form in forms
            for field in form
        }
        together = [{field.key for field in form} for form in forms]
        taken = self._reserved | set(self.buttons.values())
        return assign(list(wanted.values()), taken, together)


class SetUp:
    """What is being set up: at first a system's first action, everything at its default.

    `tables` are those of a scenario, if one is open; `units` holds the name of the unit picked for
    each role, `last` the action of the list that a button's form was opened from.
    """

    def __init__(self, system: RuleSystem) -> None:
        self.system = system
        self.tables: Tables | None = None
        self.action = first_action(system)
        self.last: AnyAction | None = None
        self.texts: dict[str, str] = {}
        self.units: dict[str, str] = {}
        self.own: set[str] = set()
        """The fields that the player has answered since the units were picked: the table wins."""
        self.letters = Letters(system)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the present action, in order."""
        return fields_of(self.action.asks)

    def text(self, field: Field) -> str:
        """The text that stands in a field."""
        kept = self.texts.get(field.key)
        if kept is not None and reads(field.kind, kept):
            return kept
        if field.follows is None:
            return field.kind.show(field.default)
        followed = next(one for one in self.fields if one.attribute == field.follows.of)
        return field.kind.show(field.follows.value(followed.kind.parse(self.text(followed))))

    def put(self, values: Mapping[str, str]) -> None:
        """Fill in some fields; those whose default follows one that changes begin at it again."""
        changed = {key for key, text in values.items() if text != self.texts.get(key)}
        for action in self.system.actions:
            for field in fields_of(action.asks):
                if field.follows and field.follows.of.replace("_", "-") in changed:
                    self.texts.pop(field.key, None)
        self.texts.update(values)

    def answer(self, key: str, text: str) -> None:
        """Take a player's answer, which nothing that is filled in takes away again."""
        self.put({key: text})
        self.own.add(key)

    def forget(self, role: str) -> None:
        """Put what belongs to the unit in a role, and to the pair, back to its default."""
        owner = Owner.MINE if role == "actor" else Owner.THEIRS
        for action in self.system.actions:
            for key, whose in owners_of(self.system, action.asks).items():
                if whose in {owner, Owner.GROUND}:
                    self.clear((key,))

    def clear(self, keys: Iterable[str]) -> None:
        """Put these fields back to their defaults, whoever answered them."""
        for key in keys:
            self.texts.pop(key, None)
            self.own.discard(key)

    def choose(self, action: AnyAction) -> None:
        """Turn to another action; one with a button remembers where it was opened from."""
        if action.place is Place.BUTTON and self.action.place is not Place.BUTTON:
            self.last = self.action
        self.action = action

    def back(self) -> bool:
        """Turn back from a button's form to the action before; False if there is none."""
        if self.action.place is not Place.BUTTON:
            return False
        self.action = self.last or first_action(self.system)
        return True

    def form(self, action: AnyAction | None = None) -> Form:
        """The form of an action, or of the present one, as filled in. Raises `FaultsError`."""
        form = (action or self.action).asks
        filled: Form = parse_form(form, {field.key: self.text(field) for field in fields_of(form)})
        return filled

    def question(self, action: AnyAction | None = None) -> Question:
        """The question that the set-up puts of an action. Raises `FaultsError`."""

        from calculator.rules.question import Question

        action = action or self.action
        return Question(self.system, action, self.form(action), self.tables or self.system.tables)

    def mattering(self) -> frozenset[str]:
        """The keys of the fields that matter, given what the others say."""
        form = self._unchecked()
        return frozenset(field.key for field in self.fields if field.matters(form))

    def _unchecked(self) -> Form:
        """The form even when its values do not fit together: each field is right by itself."""
        try:
            return self.form()
        except FaultsError:
            values = {field.attribute: field.kind.parse(self.text(field)) for field in self.fields}
            return unchecked(self.action.asks, values)


def first_action(system: RuleSystem) -> AnyAction:
    """The action a fresh screen opens with."""
    return system.action(next(one.key for one in system.listed if one.place is Place.ACTION))


def has_form(action: AnyAction) -> bool:
    """Whether an action asks anything at all."""
    return bool(fields_of(action.asks))
