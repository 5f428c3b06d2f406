"""The rows of the form as the panel draws them, derived from a set-up and nothing else; and how all
is answered by keys: a letter for each thing that can be picked, the same every time and whatever is
being asked of a system; and what may be typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, NamedTuple

from calculator.answering import label_of
from calculator.desk import asking, attention, turns
from calculator.desk.answers import DECIDING, Provenance
from calculator.desk.naming import Answer
from calculator.forms import Form, fields_of, keys_of
from calculator.kinds import Kind
from calculator.rows import Rows
from calculator.rules.action import Place
from calculator.rules.system import RuleSystem

COMMANDS: Final = frozenset("rptqvxRN!?>*,.;-+=")
"""Keys that mean the same on every form and so never name a field."""

ACTION_KEY: Final = "a"
"""The key of the row that chooses the action."""


def assign(
    wanted: Sequence[Answer],
    taken: Collection[str] = (),
    together: Sequence[Collection[str]] | None = None,
) -> dict[str, str]:
    """A letter for each key, distinct among those seen together, or none when all run out.

    Declared letters come first, in order; then each of the others takes the first free letter of
    its label, initials before the rest, and at last any letter at all. `together` holds groups of
    keys that are seen at the same time; without it all are.
    """
    letters: dict[str, str] = {}
    groups = together if together is not None else [[one.text for one in wanted]]

    def free(one: Answer, letter: str) -> bool:
        beside = (key for group in groups if one.text in group for key in group)
        return letter not in taken and all(letters.get(key) != letter for key in beside)

    for one in wanted:
        if one.letter and free(one, one.letter):
            letters[one.text] = one.letter
    for one in wanted:
        if one.text not in letters:
            letters[one.text] = next((sign for sign in _candidates(one) if free(one, sign)), "")
    return letters


def without_common_start(labels: Sequence[str]) -> list[str]:
    """Labels less the words that all begin with: of "up to 3" and "up to 6", "3" and "6"."""
    words = [label.split() for label in labels]
    while len(words) > 1 and all(len(line) > 1 and line[0] == words[0][0] for line in words):
        words = [line[1:] for line in words]
    return [" ".join(line) for line in words]


def _candidates(one: Answer) -> Iterator[str]:
    label = one.label.lower()
    signs = [sign for sign in label if sign.isalnum()]
    yield from (word[0] for word in label.replace("-", " ").split() if word[0].isalnum())
    yield from signs
    yield from ascii_lowercase
    yield from (sign.upper() for sign in signs)
    yield from ascii_uppercase


@lru_cache(maxsize=256)
def answers_of(kind: Kind[Any]) -> tuple[Answer, ...]:
    """The answers to choose from, or nothing where a number or text is typed."""
    return lettered(tuple(Answer(text, label_of(kind, text)) for text in kind.choices))


def lettered(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """The answers, each with a letter; letters they have already are kept."""
    short = without_common_start([answer.label for answer in answers])
    parts = zip(answers, short, strict=True)
    letters = assign([answer._replace(label=label) for answer, label in parts])
    return tuple(answer._replace(letter=letters[answer.text]) for answer in answers)


class Letters:
    """`pressed` are the actions with a button, `buttons` their letters; `actions` the others."""

    def __init__(self, system: RuleSystem) -> None:
        self._system = system
        self._reserved = COMMANDS | {ACTION_KEY}
        letters = system.action_letters
        self.pressed = tuple(one for one in system.listed if one.place is Place.BUTTON)
        offered = {
            one: Answer(one.key, one.label, letter=letters.get(one.key, ""))
            for one in system.listed
        }
        self.buttons = assign([offered.pop(one) for one in self.pressed], self._reserved)
        self.actions = lettered(tuple(offered.values()))

    def of(self, form: type[Form]) -> Mapping[str, str]:
        """The letter of each field of a form; where all are declared no other is imported."""
        declared = self._system.letters
        return declared if declared.keys() >= set(keys_of(form)) else self._of_all

    @cached_property
    def _of_all(self) -> Mapping[str, str]:
        forms = [fields_of(action.asks) for action in self._system.actions]
        declared = self._system.letters
        wanted = {
            field.key: Answer(field.key, field.label, letter=declared.get(field.key, ""))
            for form in forms
            for field in form
        }
        together = [{field.key for field in form} for form in forms]
        taken = self._reserved | set(self.buttons.values())
        return assign(list(wanted.values()), taken, together)


letters_of = lru_cache(maxsize=16)(Letters)
"""The letters of a system, found out once."""


ACTION: Final = "*action"
"""The key of the row that chooses the action; no field's key begins with a star."""

UNIT: Final = "*unit:"
"""What the keys of the rows that pick a unit begin with; the role follows."""

ARMY: Final = "army"
"""What stands in the place of a role where a whole army is picked."""

MOST_ROWS: Final = 14
MOST_WITH_UNITS: Final = 9
"""Rows in sight before anything is said, the action's and the last among them."""

FOLD: Final = "*fold:"
"""What the key of the row begins with behind which others lie; the fold follows."""

UNIT_KEYS: Final = (",", ".", ";")
"""The keys of the unit rows: unshifted, side by side, and no letters."""


MOST_UNFOLDED: Final = 16
"""Answers that unfold below a row; where there are more, as of cards, one is picked by name."""


class FormRow(NamedTuple):
    """One row of the form; without answers and without a kind it is a unit's."""

    key: str
    label: str
    letter: str
    text: str
    shown: str
    group: str = ""
    matters: bool = True
    answers: tuple[Answer, ...] = ()
    kind: Kind[Any] | None = None
    source: Provenance = Provenance.SAID
    """Where its answer comes from."""
    decides: bool = False
    """Whether it is only assumed and decides much."""
    fold: str = ""
    """The fold that it lies in; in none it always stands in sight."""
    opens: str = ""
    """The fold that opens below it."""
    ended: str = ""
    """Why what stands there is a dead end, if it is."""
    line: str = ""
    """What stands on a second line: what lies behind a unit's name."""

    @property
    def toggles(self) -> bool:
        """Whether there are just two answers, so that one key is enough."""
        return [answer.text for answer in self.answers] == ["no", "yes"]

    @property
    def sign(self) -> str:
        """The sign of where its answer comes from."""
        return DECIDING if self.decides else self.source.sign if self.kind else ""

    @property
    def is_picked(self) -> bool:
        """Whether something opens over it: units and words by name, or the rows of a list."""
        is_by_name = self.kind is None and not self.answers
        return is_by_name or self.lists is not None or len(self.answers) > MOST_UNFOLDED

    @property
    def lists(self) -> Rows[Any] | None:
        """The kind of a list of rows, as far as its text can be taken apart."""
        kind = self.kind
        return kind if isinstance(kind, Rows) and kind.comes_apart(self.text) else None

    def after(self, text: str, by: int) -> str:
        """The answer that follows one by so many, round the ends; the first after none of them."""
        texts = [answer.text for answer in self.answers]
        at = texts.index(text) if text in texts else -by
        return texts[(at + by) % len(texts)]


def rows_of(
    set_up: asking.Asking,
    letters: Letters,
    with_units: bool = False,
    decide: Collection[str] = (),
    unfolded: str | None = None,
) -> tuple[FormRow, ...]:
    """All rows of the set-up: the action, the units if there is an order of battle or the army that
    is checked, the fields. What a unit answers lies behind its name, and what is neither foremost
    nor said nor decides much behind the last row. Dead ends are told of all that stands, and of
    the other answers of the row `unfolded`, by default of every one."""
    mattering, dead_ends_of = set_up.mattering(), set_up.dead_ends(unfolded)
    roles = set_up.roles if with_units else ()
    room = (MOST_WITH_UNITS if roles else MOST_ROWS) - len(roles) - 2
    folded = attention.folds(set_up, decide, roles, room)
    by_key, texts, sources = letters.of(set_up.action.asks), set_up.texts, set_up.provenances
    by_fold: dict[str, list[FormRow]] = {}
    for field in set_up.fields:
        key, text = field.key, texts[field.key]
        in_rows, ended = set_up.rows(key), dead_ends_of.get(key, {})
        written, shown = text, label_of(field.kind, text)
        if in_rows:
            written, shown = set_up.written(key), set_up.shown_rows(key)
        row = FormRow(key, field.label, by_key[key], written, shown, field.group, key in mattering)
        answers = _with_dead_ends(answers_of(field.kind), ended)
        row = row._replace(answers=answers, kind=field.kind, source=sources[key], fold=folded[key])
        row = row._replace(decides=key in decide, ended=ended.get(text, ""))
        by_fold.setdefault(row.fold, []).append(row)
    rows = [_action_row(set_up, letters, unfolded)]
    if army := set_up.checked_army():
        rows.append(FormRow(UNIT + ARMY, "Army", UNIT_KEYS[0], army.name, army.name))
    elif with_units:
        for sign, role in roles_by_key(set_up).items():
            rows.append(_unit_row(set_up, folded, role, sign))
            rows += by_fold.get(role, ())
    rows += by_fold.get("", ())
    if line := attention.more_line(set_up, folded, decide):
        rows.append(FormRow(FOLD + attention.MORE, line, "", "", "", opens=attention.MORE))
    return (*rows, *by_fold.get(attention.MORE, ()))


def roles_by_key(set_up: asking.Asking) -> dict[str, str]:
    """The roles for which units are picked, by key: who acts and at whom always have their own."""
    others = [role for role in set_up.roles if role not in {"actor", "target"}]
    all_roles = zip(UNIT_KEYS, ("actor", "target", *others), strict=False)
    return {sign: role for sign, role in all_roles if role in set_up.roles}


def _action_row(set_up: asking.Asking, letters: Letters, unfolded: str | None) -> FormRow:
    """The action; what the acting unit cannot do says why."""
    name, action = set_up.units.get("actor", ""), set_up.action
    is_seen = set_up.roll and name and unfolded in {None, ACTION}
    ended = turns.dead_ends(set_up.roll, name) if set_up.roll and is_seen else {}
    answers = _with_dead_ends(letters.actions, ended)
    return FormRow(ACTION, "Action", ACTION_KEY, action.key, action.label, answers=answers)


def _unit_row(set_up: asking.Asking, folded: Mapping[str, str], role: str, sign: str) -> FormRow:
    name = set_up.units.get(role, "")
    asked = {field.key for field in set_up.fields}
    row = FormRow(UNIT + role, role.capitalize(), sign, name, name.rpartition(": ")[2] or "pick")
    matters = not asked.isdisjoint(set_up.system.filled_fields(role))
    line = attention.unit_line(set_up, folded, role)
    return row._replace(matters=matters, opens=role, line=line)


def _with_dead_ends(answers: Sequence[Answer], ended: Mapping[str, str]) -> tuple[Answer, ...]:
    if not ended:
        return tuple(answers)
    return tuple(one._replace(ended=ended.get(one.text, "")) for one in answers)
