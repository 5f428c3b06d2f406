"""What stands in each field of a question, and where that comes from.

What was said stands before what the roll or the file knows, that before what follows from another
answer, and that before a default that nobody has touched. Only what was said is kept: the rest is
worked out anew, so that names and answers never part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import attrs

from calculator.answering import reads
from calculator.desk import naming
from calculator.errors import CalculatorError, FaultsError, every
from calculator.forms import Field, Form, fields_of, keys_of, parse_form, unchecked
from calculator.kinds import Length, Whole
from calculator.rows import UNIT, Row, Rows
from calculator.rules.action import Action, AnyAction
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem

if TYPE_CHECKING:
    from calculator.roll import Taken
    from calculator.rules.tables import Tables
    from calculator.scenarios import Scenario


class Provenance(Enum):
    """Where an answer comes from: in a word, as one quiet `sign`, and what that says."""

    sign: str
    meaning: str

    def __new__(cls, word: str, sign: str, meaning: str) -> Self:
        """A provenance by its word."""
        made = object.__new__(cls)
        made._value_, made.sign, made.meaning = word, sign, meaning
        return made

    SAID = "said", "•", "you said so"
    ROLL = "roll", "«", "as the record leaves it"
    FILE = "file", "=", "from the order of battle"
    FOLLOWS = "follows", "~", "follows from another answer"
    ASSUMED = "assumed", "", "assumed: nobody has said"


DECIDING: Final = "?"
"""The sign of an answer that is only assumed and decides much."""

_MOST_CHOICES: Final = 12
"""So many answers of a field are tried, each by itself, for whether it leads nowhere."""


class Known(NamedTuple):
    """What the roll or the file answers: by field key, what of it is not as at the start, and what
    the record says rather than the file."""

    answers: Mapping[str, str] = {}
    taken: tuple[Taken, ...] = ()
    recorded: Collection[str] = ()


@attrs.define
class _Filled:
    """What stands in each field, and where it comes from, as long as `of` is the same: action, what
    was said, what is known, and whether the form is strict. The rest waits until it is asked."""

    of: tuple[AnyAction, Mapping[str, str], Known, bool]
    answers: Mapping[str, tuple[str, Provenance]]
    mattering: frozenset[str] | None = None
    dead_ends: Mapping[str, Mapping[str, str]] | None = None


class Answers:
    """The answers to an action of a system, of its units and what was said. `said` holds texts by
    field key, also of fields that only other actions ask, `units` the name of the unit in each
    role. A said text that a field cannot read rests unused or, if `strict`, is a fault of the
    form."""

    def __init__(
        self, system: RuleSystem, action: AnyAction, scenario: Scenario | None, *, strict: bool
    ) -> None:
        self.system = system
        self.action = action
        self.scenario = scenario
        self.strict = strict
        self.said: dict[str, str] = {}
        self.units: dict[str, str] = {}
        self._known = Known()
        """What the roll or the file answers."""
        self._stood: _Filled | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the present action, in order."""
        return fields_of(self.action.asks)

    @property
    def tables(self) -> Tables:
        """The tables in force."""
        return self.scenario.tables if self.scenario else self.system.tables

    def text(self, field: Field) -> str:
        """The text that stands in a field."""
        return self._standing.answers[field.key][0]

    @property
    def texts(self) -> dict[str, str]:
        """What stands in each field of the present action, by key."""
        return {key: text for key, (text, _) in self._standing.answers.items()}

    @property
    def provenances(self) -> dict[str, Provenance]:
        """Where each answer of the present action comes from, by key."""
        return {key: source for key, (_, source) in self._standing.answers.items()}

    @property
    def _standing(self) -> _Filled:
        """Worked out once for what is said and known, since a front end asks again and again."""
        of = self.action, self.said, self._known, self.strict
        if self._stood is None or self._stood.of != of:
            answers = {field.key: self._stands(field) for field in self.fields}
            of = self.action, dict(self.said), self._known, self.strict
            self._stood = _Filled(of, answers)
        return self._stood

    def _stands(self, field: Field) -> tuple[str, Provenance]:
        said = self._said_of(field)
        if said is not None and (self.strict or reads(field.kind, said)):
            return said, Provenance.SAID
        if (known := self._known_of(field.key)) and reads(field.kind, known[0]):
            return known
        if field.follows is None:
            return field.kind.show(field.default), Provenance.ASSUMED
        followed = next(one for one in self.fields if one.attribute == field.follows.of)
        answer, source = self._stands(followed)
        if not reads(followed.kind, answer):
            return field.kind.show(field.default), Provenance.ASSUMED
        text = field.kind.show(field.follows.value(followed.kind.parse(answer)))
        assumed = source is Provenance.ASSUMED
        return text, Provenance.ASSUMED if assumed else Provenance.FOLLOWS

    def _known_of(self, key: str) -> tuple[str, Provenance] | None:
        text = self._known.answers.get(key)
        source = Provenance.ROLL if key in self._known.recorded else Provenance.FILE
        return None if text is None else (text, source)

    def knows(self, key: str) -> bool:
        """Whether the roll or the file answers a field."""
        return key in self._known.answers

    # Lists, whose rows may name units

    def rows(self, key: str) -> list[Row]:
        """What was said of each row of a list, and what the unit that it names is called; nothing
        of a text that cannot be taken apart."""
        if key not in self.said or (kind := self._list(key)) is None:
            return []
        with suppress(ValueError):
            return naming.rows_said(kind, self.said[key], self.scenario)
        return []

    def _list(self, key: str) -> Rows[Any] | None:
        kinds = (field.kind for field in self.fields if field.key == key)
        return next((kind for kind in kinds if isinstance(kind, Rows)), None)

    def in_row(self, key: str, place: int) -> dict[str, tuple[str, Provenance]]:
        """What stands in each field of row number `place` of a list, and where it comes from."""
        kind, row = self._list(key), self.rows(key)[place - 1]
        return {
            one: (row[one], Provenance.SAID)
            if one in row and (UNIT in row or row[one] != default)
            else self._known_of(f"{key}#{place}.{one}") or (default, Provenance.ASSUMED)
            for one, default in (kind.fresh if kind else {}).items()
        }

    def named_in(self, key: str, place: int) -> str:
        """The name of the unit in a row of a list, "" for none."""
        return self._in_rows().get(f"{key}#{place}", "").rpartition(": ")[2]

    def written(self, key: str) -> str:
        """What stands in a field as it would be typed: units that rows name by their names."""
        kind, rows = self._list(key), self.rows(key)
        return kind.joined(rows) if kind and any(UNIT in row for row in rows) else self.texts[key]

    def shown_rows(self, key: str) -> str:
        """The units that rows of a list name, and the other rows as they are written."""
        kind = self._list(key)
        return ", ".join(
            self.named_in(key, place) or (kind.joined([row]) if kind else "")
            for place, row in enumerate(self.rows(key), 1)
        )

    def _said_of(self, field: Field) -> str | None:
        """What was said of a field; of a list that names units, how these stand."""
        rows = self.rows(field.key)
        is_named = self.scenario and any(UNIT in row for row in rows)
        if not isinstance(field.kind, Rows) or not is_named:
            return self.said.get(field.key)
        stand = (self.in_row(field.key, place) for place, _ in enumerate(rows, 1))
        return field.kind.joined({key: text for key, (text, _) in row.items()} for row in stand)

    def _rows_naming(self) -> Iterator[tuple[str, Row, str]]:
        """The rows of the present action that name units, by role, and the side of these."""
        for key in keys_of(self.action.asks) if self.scenario else ():
            for place, row in enumerate(self.rows(key), 1):
                if UNIT in row and (kind := self._list(key)):
                    side = self.units.get(kind.of, "").partition(": ")[0]
                    yield f"{key}#{place}", row, side

    def _in_rows(self) -> dict[str, str]:
        """The units that rows name, by role; none that there is not."""
        named: dict[str, str] = {}
        for role, row, side in self._rows_naming():
            with suppress(FaultsError):
                named[role] = self._meant(role, row, side)
        return named

    def _meant(self, role: str, row: Row, side: str) -> str:
        assert self.scenario
        return naming.unit_meant(self.scenario, row[UNIT], side, role.partition("#")[0]).full_name

    def check_names(self) -> None:
        """Raise `FaultsError` with every name in a row that is no unit's."""
        every(*(partial(self._meant, *one) for one in self._rows_naming()))

    # What it comes to

    def form(self) -> Form:
        """The form as it is filled in. Raises `FaultsError`."""
        read = partial(parse_form, self.action.asks, self.texts)
        filled: Form = every(self.check_names, read)[1]
        return filled

    def mattering(self) -> frozenset[str]:
        """The keys of the fields that matter, as the others stand; of a faulty strict form all."""
        standing = self._standing
        if standing.mattering is None:
            try:
                form = self.form()
            except FaultsError:
                if self.strict:
                    return frozenset(standing.answers)
                # They do not fit together, but each is right by itself.
                values = {one.attribute: one.kind.parse(self.text(one)) for one in self.fields}
                form = unchecked(self.action.asks, values)
            standing.mattering = frozenset(one.key for one in self.fields if one.matters(form))
        return standing.mattering

    def assumed(self) -> tuple[str, ...]:
        """The fields that matter and that nobody has answered, in order."""
        mattering, sources = self.mattering(), self.provenances.items()
        unsaid = (key for key, source in sources if source is Provenance.ASSUMED)
        return tuple(key for key in unsaid if key in mattering)

    def futile(self) -> str:
        """Why nothing can come of it, though the rules allow it; "" where something may."""
        with suppress(FaultsError):
            return self._comes_to_nothing(self._law(parse_form(self.action.asks, self.texts)))
        return ""

    def dead_ends(self, of: str | None = None) -> Mapping[str, Mapping[str, str]]:
        """The answers that lead nowhere as the others stand, by field key and answer, and why: the
        rules forbid it then, or nothing can come of it, where another would do. Of a number only
        what stands there; none of what units fill in, nor of long lists of words.

        With the key `of` a field, those that stand in the form, and all of that field: to try every
        answer takes longest.
        """
        standing = self._standing
        if standing.dead_ends is None:
            filled, mattering = self.system.filled_fields("actor", "target"), self.mattering()
            asked = (one for one in self.fields if one.key in mattering and one.key not in filled)
            texts = ((field, self.text(field)) for field in self.fields)
            values = {f.attribute: f.kind.parse(text) for f, text in texts if reads(f.kind, text)}
            now = self._against(values)
            tried = (field for field in asked if now or of in {None, field.key})
            every_one = ((field.key, dict(self._ended(field, values, now))) for field in tried)
            found = {key: ended for key, ended in every_one if ended}
            if of is not None and not now:
                return found
            standing.dead_ends = found
        return standing.dead_ends

    def _ended(
        self, field: Field, values: Mapping[str, object], now: list[str]
    ) -> Iterator[tuple[str, str]]:
        """Those of one field; `values` stand in all, by attribute; `now` speaks against them."""
        kind = field.kind
        texts = kind.choices if len(kind.choices) <= _MOST_CHOICES else ()
        if isinstance(kind.inner, Whole | Length):
            texts = (self.text(field), kind.show(field.default))
        against = {
            text: now
            if text == self.text(field)
            else self._against({**values, field.attribute: kind.parse(text)})
            for text in texts
        }
        for text, reasons in against.items():
            if kind.choices or text == self.text(field):
                others = [found for found in against.values() if found is not reasons]
                barred = (why for why in reasons if not all(why in found for found in others))
                yield from ((text, why) for why in islice(barred, 1))

    def _against(self, values: Mapping[str, object]) -> list[str]:
        """What speaks against answers; nothing where one of them cannot be read."""
        if len(values) < len(self.fields):
            return []
        try:
            law = self._law(self.action.asks(**values))
            refused = [one.reason for one in law.refusals()]
        except CalculatorError:
            return []
        return [*refused, *filter(None, [self._comes_to_nothing(law)])]

    def _law(self, form: Form) -> Action[Any, Any]:
        return Question(self.system, self.action, form, self.tables).law

    def _comes_to_nothing(self, law: Action[Any, Any]) -> str:
        if self.action.futile is None:
            return ""
        pulls = (one for one in law.pulls() if one.modifier is self.action.futile)
        return next((one.factor.name for one in pulls), "")

    @property
    def recorded_said(self) -> tuple[str, ...]:
        """The fields that were said, as a ruling records them, those of units in rows too."""
        said = (k for k, source in self.provenances.items() if source is Provenance.SAID)
        rows = ((role, key) for role, row, _ in self._rows_naming() for key in row)
        return (*said, *(f"{role}.{key}" for role, key in rows if key != UNIT))
