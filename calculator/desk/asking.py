"""A question as it is being filled in: what stands in each field, and where that comes from.

What was said stands before what the roll or the file knows, that before what follows from another
answer, and that before a default that nobody has touched. Only what was said is kept: the rest is
worked out anew, so that names and answers never part, and leaving a form changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from calculator.answering import reads
from calculator.desk.provenance import Provenance
from calculator.errors import CalculatorError, Fault, FaultsError, every
from calculator.forms import Field, Form, fields_of, keys_of, parse_form, unchecked
from calculator.rows import UNIT, Row, Rows
from calculator.rules.action import AnyAction, Place
from calculator.rules.system import Owner, RuleSystem

if TYPE_CHECKING:
    from calculator.roll import Army, Mismatch, Objection, Roll, RollUnit, Taken
    from calculator.rules.question import Question
    from calculator.rules.tables import Tables
    from calculator.scenarios import Scenario
    from calculator.umpire.adjudicating import Named

_RANGE: Final = "range"
"""The key by which every system asks how far apart firer and target are."""


class _Before(NamedTuple):
    """What stood there when a button's form was opened."""

    action: AnyAction
    said: Mapping[str, str]


class _Known(NamedTuple):
    """What the roll or the file answers: by field key, what of it is not as at the start, and what
    the record says rather than the file."""

    answers: Mapping[str, str] = {}
    taken: tuple[Taken, ...] = ()
    recorded: Collection[str] = ()


@attrs.define
class _Standing:
    """What stands in each field, and where it comes from, as long as `of` is the same: action, what
    was said, what is known, and whether the form is strict. `mattering` waits until it is asked."""

    of: tuple[AnyAction, Mapping[str, str], _Known, bool]
    answers: Mapping[str, tuple[str, Provenance]]
    mattering: frozenset[str] | None = None


class Asking:
    """A question of a system, its units, and what was said; everything else is worked out.

    `said` holds texts by field key, also of fields that only other actions ask; `units` the name
    of the unit in each role, `army` the side whose morale is checked, where one was picked, and
    `side` who asks. With a `roll` units stand as the record leaves them, with a `scenario` alone
    as the file has them. A said text that a field cannot read rests unused, unless `strict`: then
    it is a fault of the form.
    """

    def __init__(
        self,
        system: RuleSystem,
        action: AnyAction | None = None,
        *,
        scenario: Scenario | None = None,
        roll: Roll | None = None,
        side: str = "",
        strict: bool = False,
    ) -> None:
        self.system = system
        self.action = action or first_action(system)
        self.scenario = roll.scenario if roll else scenario
        self.roll = roll
        self.side = side
        self.strict = strict
        self.said: dict[str, str] = {}
        self.units: dict[str, str] = {}
        self.army = ""
        self.despite = ""
        """Why the table says otherwise than the turn so far, in a player's words."""
        self._measured: frozenset[str] = frozenset()
        """The units between which the range was said."""
        self._before: _Before | None = None
        self._known = _Known()
        self._stood: _Standing | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the present action, in order."""
        return fields_of(self.action.asks)

    @property
    def tables(self) -> Tables:
        """The tables in force."""
        return self.scenario.tables if self.scenario else self.system.tables

    def copied(self) -> Asking:
        """Another that begins as this one stands."""
        other = copy(self)
        other.said, other.units = dict(self.said), dict(self.units)
        return other

    def pinned(self) -> Asking:
        """Another that goes on asking just this, whatever the roll will say."""
        other = self.copied()
        other.said |= self.texts
        return other

    # What stands in a field

    def text(self, field: Field) -> str:
        """The text that stands in a field."""
        return self._standing.answers[field.key][0]

    @property
    def texts(self) -> dict[str, str]:
        """What stands in each field of the present action, by key."""
        return {key: text for key, (text, _) in self._standing.answers.items()}

    def provenance(self, key: str) -> Provenance:
        """Where the answer in a field comes from."""
        return self._standing.answers[key][1]

    @property
    def provenances(self) -> dict[str, Provenance]:
        """Where each answer of the present action comes from, by key."""
        return {key: source for key, (_, source) in self._standing.answers.items()}

    @property
    def _standing(self) -> _Standing:
        """Worked out once for what is said and known, since a front end asks again and again."""
        of = self.action, self.said, self._known, self.strict
        if self._stood is None or self._stood.of != of:
            answers = {field.key: self._stands(field) for field in self.fields}
            of = self.action, dict(self.said), self._known, self.strict
            self._stood = _Standing(of, answers)
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
        from calculator.desk.naming import rows_said

        with suppress(ValueError):
            return rows_said(kind, self.said[key], self.scenario)
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

    def candidates(self, of: str) -> list[str]:
        """The units that may be named beside the unit in a role, of its side, by name."""
        if not self.scenario or not of:
            return []
        side, other = (self.units.get(r, "").partition(": ")[0] for r in _both(of))
        return [
            unit.name
            for unit in self.scenario.units
            if (unit.side == side if side else unit.side != other)
        ]

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
        from calculator.desk.naming import unit_meant

        assert self.scenario
        return unit_meant(self.scenario, row[UNIT], side, role.partition("#")[0]).full_name

    def check_names(self) -> None:
        """Raise `FaultsError` with every name in a row that is no unit's."""
        every(*(partial(self._meant, *one) for one in self._rows_naming()))

    # What a player does

    def say(self, answers: Mapping[str, str]) -> None:
        """Take what a player says; what follows one that changes begins at that again."""
        standing = {**self.texts, **self.said}
        changed = {key for key, text in answers.items() if text != standing.get(key)}
        for action in self.system.actions:
            for field in fields_of(action.asks):
                if field.follows and field.follows.of.replace("_", "-") in changed:
                    self.said.pop(field.key, None)
        if _RANGE in answers:
            self._measured = frozenset(self.units.values())
        self.said.update(answers)
        if any(map(self._list, answers)):
            self.refill()

    def unsay(self, keys: Iterable[str]) -> None:
        """Let the roll, the file or the default answer these fields again, also those of rows."""
        for key in tuple(keys):
            listed, _, inside = key.partition("#")
            if inside and (kind := self._list(listed)):
                place, _, one = inside.partition(".")
                rows = self.rows(listed)
                for row in rows[int(place) - 1 : int(place)]:
                    row.pop(one, None)
                self.said[listed] = kind.joined(rows)
            self.said.pop(key, None)

    def choose(self, action: AnyAction) -> None:
        """Turn to another action. A button's form is left as if it had never been opened."""
        is_button, was_button = (one.place is Place.BUTTON for one in (action, self.action))
        if is_button and not was_button:
            self._before = _Before(self.action, dict(self.said))
        elif was_button and not is_button and self._before:
            self.said, self._before = dict(self._before.said), None
        self.action, self.army = action, ""
        self.refill()

    def back(self) -> bool:
        """Turn back from a button's form to what stood there; False if this is none."""
        if self.action.place is not Place.BUTTON:
            return False
        self.choose(self._before.action if self._before else first_action(self.system))
        return True

    def take(self, role: str, name: str) -> None:
        """Let a unit act or be the target: what was said of the one before goes with it.

        So does what was said of the pair, but for the range, which goes when both have changed.
        """
        if self.units.get(role) == (name := self._full_name(role, name)):
            return
        self.units[role] = name
        whose = Owner.MINE if role == "actor" else Owner.THEIRS
        one_stays = not self._measured.isdisjoint(self.units.values())
        for action in self.system.actions:
            for key, owner in self.system.owners(action.asks).items():
                stays = key == _RANGE and one_stays
                if owner in {whose, Owner.GROUND} and not stays:
                    self.said.pop(key, None)
        self.refill()

    def take_all(self, names: Mapping[str, str]) -> None:
        """Let units take their roles. Raises `FaultsError` with the faults of all of them."""
        read = (partial(self._full_name, role, name) for role, name in names.items())
        self.units.update(zip(names, every(*read), strict=True))
        self.refill()

    def _full_name(self, role: str, name: str) -> str:
        """A unit as no two are called, by its name or a part. Raises `FaultsError`."""
        return self.scenario.find(name, role).full_name if self.scenario else name

    def check(self, side: str) -> None:
        """Check this side's army: its count is the roll's, whatever was said of another's."""
        self.army = side
        self.unsay(self._counts)
        self.refill()

    def start_afresh(self) -> None:
        """Forget all that was said, and let no unit act."""
        self.said.clear()
        self.units.clear()
        self.refill()

    def follow(self, roll: Roll | None, scenario: Scenario | None = None) -> None:
        """Go on with the roll as it is now. What it has otherwise than before rules, whoever
        answered that before; what it no longer says is at its default again."""
        was = self._known.answers if self.roll else {}
        self.roll = roll
        self.scenario = roll.scenario if roll else scenario
        self.refill()
        now = self._known.answers
        moved = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        if was:
            self.unsay(moved)

    def refill(self) -> None:
        """Read again what the roll or the file says of the units."""
        if self.roll is not None:
            from calculator.roll import fill

            army = self.checked_army()
            units = {} if army else self.on_roll()
            filled = fill(self.roll, self.action, units, army.side if army else self.side)
            lists = {address.partition("#")[0] for address in filled.in_rows}
            own = {key: text for key, text in filled.answers.items() if key not in lists}
            self._known = _Known({**own, **filled.in_rows}, filled.taken, filled.recorded)
        elif self.scenario is not None:
            fills = (
                partial(self.scenario.fill, role, name, self.action.key)
                for role, name in self.named.items()
            )
            self._known = _Known(dict(chain.from_iterable(one.items() for one in every(*fills))))
        else:
            self._known = _Known()

    # What it comes to

    def form(self) -> Form:
        """The form as it is filled in. Raises `FaultsError`."""
        read = partial(parse_form, self.action.asks, self.texts)
        filled: Form = every(self.check_names, read)[1]
        return filled

    def question(self) -> Question:
        """The question. Raises `FaultsError` with everything that is wrong with the answers."""
        from calculator.rules.question import Question

        return Question(self.system, self.action, self.form(), self.tables)

    def typed(self, answers: Mapping[str, str]) -> Question:
        """The question with these answers said, as typed.

        Raises `FaultsError` with every fault, also for keys that no action asks.
        """
        from calculator.rules.question import Question

        own = set(keys_of(self.action.asks))
        asked = self.copied()
        asked.say({key: text for key, text in answers.items() if key in own})
        rest = {key: text for key, text in answers.items() if key not in own}
        texts = {**asked.texts, **rest}
        read = partial(Question.read, self.system.key, self.action.key, texts, self.tables)
        question: Question = every(asked.check_names, read)[1]
        self.say({key: text for key, text in answers.items() if key in own})
        return question

    def mattering(self) -> frozenset[str]:
        """The keys of the fields that matter, given what the others say; of a strict form with
        faults all of them."""
        standing = self._standing
        if standing.mattering is None:
            standing.mattering = self._matter()
        return standing.mattering

    def _matter(self) -> frozenset[str]:
        if self.strict:
            try:
                form = self.form()
            except FaultsError:
                return frozenset(field.key for field in self.fields)
        else:
            form = self._unchecked()
        return frozenset(field.key for field in self.fields if field.matters(form))

    def _unchecked(self) -> Form:
        """The form even when its values do not fit together: each field is right by itself."""
        try:
            return self.form()
        except FaultsError:
            values = {field.attribute: field.kind.parse(self.text(field)) for field in self.fields}
            return unchecked(self.action.asks, values)

    def assumed(self) -> tuple[str, ...]:
        """The fields that matter and that nobody has answered, in order."""
        mattering, sources = self.mattering(), self.provenances
        return tuple(
            field.key
            for field in self.fields
            if field.key in mattering and sources[field.key] is Provenance.ASSUMED
        )

    def check_answered(self) -> None:
        """Raise `FaultsError` for the counts of an army that nobody gave: nothing is drawn on
        those."""
        unanswered = [key for key in self.assumed() if key in self._counts]
        if self.roll is None and unanswered:
            kinds = {field.key: field.kind for field in self.fields}
            raise FaultsError(
                Fault(
                    key, "nobody has counted this army: fill in how it stands", kinds[key].allowed
                )
                for key in unanswered
            )

    @property
    def _counts(self) -> frozenset[str]:
        """The fields that count an army, where the present action checks one."""
        if not (morale := self.system.army_morale) or morale.action != self.action.key:
            return frozenset()
        from calculator.rules.armies import ArmyCount

        answers = morale.answers(ArmyCount(1, 0, 0))
        return frozenset(key for key, text in answers.items() if text.isdecimal())

    # Units and sides

    def on_roll(self) -> dict[str, RollUnit]:
        """The units picked as they stand on the roll, by role."""
        if self.roll is None:
            return {}
        roll = self.roll
        return {role: roll.unit(name) for role, name in self.named.items()}

    @property
    def named(self) -> dict[str, str]:
        """The units picked and those that rows of the present action name, by role."""
        return {**self.units, **self._in_rows()}

    def concerned(self) -> dict[str, Named]:
        """The units that the present action concerns, by role."""
        named = {role: n for role, n in self.named.items() if self._is_asked(role)}
        if self.roll is not None:
            return {role: self.roll.unit(name) for role, name in named.items()}
        if self.scenario:
            return {role: self.scenario.find(name) for role, name in named.items()}
        return dict(self.names)

    @property
    def names(self) -> dict[str, str]:
        """The names of the units that the present action concerns, by role."""
        return {
            role: name.rpartition(": ")[2]
            for role, name in self.named.items()
            if self._is_asked(role)
        }

    @property
    def roles(self) -> list[str]:
        """The roles for which units are picked: who acts and at whom, and others where they matter
        to the present action."""
        mattering, pair = self.mattering(), ("actor", "target")
        return [
            role
            for role in self.system.unit_roles
            if role in pair or not mattering.isdisjoint(self.system.filled_fields(role))
        ]

    def _is_asked(self, role: str) -> bool:
        listed, _, place = role.partition("#")
        if place:
            return listed in self.mattering()
        return bool(self.system.asked_of(role, self.action))

    @property
    def whose(self) -> str:
        """Whose result it is: the army's, else the acting unit's side, else that of who asks."""
        if army := self.checked_army():
            return army.side
        actor = self.concerned().get("actor")
        return self.side if actor is None or isinstance(actor, str) else actor.side

    def armies(self) -> tuple[Army, ...]:
        """Every army, where the present action checks the morale of one."""
        if self.roll is None or not self.system.checks_morale(self.action.key):
            return ()
        from calculator.roll import army_of

        return tuple(army_of(self.roll, side.key) for side in self.roll.scenario.sides)

    def checked_army(self) -> Army | None:
        """The army whose morale the present action checks: the one picked, else that of who asks,
        else the first that is due; None where the action checks none, or there is no roll."""
        if self.roll is None or not (armies := self.armies()):
            return None
        wanted = self.army or self.roll.side_key(self.side)
        picked = [army for army in armies if army.side == wanted] if wanted else []
        return (*picked, *(army for army in armies if army.due), *armies)[0]

    # What should be known before a draw

    def taken(self) -> tuple[Taken, ...]:
        """What the roll has otherwise than at the start, of what stands in the form."""
        texts = self.texts
        return tuple(one for one in self._known.taken if texts[one.field] == one.text)

    def otherwise(self) -> tuple[Mismatch, ...]:
        """Where what was said is otherwise than on the roll."""
        if self.roll is None:
            return ()
        from calculator.roll import differences

        try:
            question = self.question()
        except CalculatorError:
            return ()
        units = {role: unit for role, unit in self.on_roll().items() if self._is_asked(role)}
        return differences(self.roll, question, units, self.side)

    def objections(self) -> tuple[Objection, ...]:
        """Why these units, or this army, should not take part, the gravest first."""
        if self.roll is None:
            return ()
        from calculator.roll import objections

        units = {role: unit for role, unit in self.on_roll().items() if self._is_asked(role)}
        return objections(self.roll, self.action, units, self._asker, self.texts)

    @property
    def _asker(self) -> str:
        """The side whose army is checked, or who asks."""
        army = self.checked_army()
        return army.side if army else self.side

    def check_units(self) -> None:
        """Raise `ForbiddenError` with why these units may not take part, if they may not: a
        `HeldError` for what only the turn forbids, and nothing says `despite` what."""
        if self.roll is None:
            if doubt := self.doubt:
                raise FaultsError([Fault("target", doubt, "a unit of another side")])
            return
        from calculator.roll import check_units

        units = {role: unit for role, unit in self.on_roll().items() if self._is_asked(role)}
        texts, despite = self.texts, self.despite
        check_units(self.roll, self.action, units, self._asker, texts, despite=despite)

    @property
    def doubt(self) -> str:
        """What is odd about the pair, where there is no roll to say so."""
        named = self.concerned()
        pair = [self.units[role] for role in ("actor", "target") if role in named]
        if len(pair) < 2 or len({name.partition(": ")[0] for name in pair}) > 1:
            return ""
        if self.action.hits_friends and pair[0] != pair[1]:
            return ""
        actor, target = (name.rpartition(": ")[2] for name in pair)
        own = "the acting unit itself" if target == actor else f"on the same side as {actor}"
        return f"{target} is {own}"

    def futile(self, answers: Mapping[str, str] | None = None) -> str:
        """Why nothing can come of it, though the rules allow it; "" where something may. Some
        `answers` may stand otherwise."""
        if (effect := self.action.futile) is None:
            return ""
        from calculator.rules.question import Question

        try:
            form = parse_form(self.action.asks, self.texts | dict(answers or {}))
        except FaultsError:
            return ""
        law = Question(self.system, self.action, form, self.tables).law
        return next((one.factor.name for one in law.pulls() if one.modifier is effect), "")

    def futile_answers(self, field: Field) -> dict[str, str]:
        """The answers to a field that no unit fills in by which nothing can come of it, and why."""
        effect = self.action.futile
        if effect is None or field.attribute not in effect.when.reads:
            return {}
        if field.key in self.system.filled_fields("actor", "target"):
            return {}
        found = {text: self.futile({field.key: text}) for text in field.kind.choices}
        return {text: why for text, why in found.items() if why}

    @property
    def recorded_said(self) -> tuple[str, ...]:
        """The fields that were said, as a ruling records them, those of units in rows too."""
        said = (k for k, source in self.provenances.items() if source is Provenance.SAID)
        rows = ((role, key) for role, row, _ in self._rows_naming() for key in row)
        return (*said, *(f"{role}.{key}" for role, key in rows if key != UNIT))


def _both(role: str) -> tuple[str, str]:
    return ("actor", "target") if role == "actor" else ("target", "actor")


def first_action(system: RuleSystem) -> AnyAction:
    """The action a fresh form opens with."""
    return system.action(next(one.key for one in system.listed if one.place is Place.ACTION))


def has_form(action: AnyAction) -> bool:
    """Whether an action asks anything at all."""
    return bool(keys_of(action.asks))
