"""Modifiers: what pulls a result, each declared once.

The law adds up modifiers or asks whether they hold, Why lists those that do, the help of a field
those that look at it, and the statements name them: all read the same object. There is no second
list of what counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import partial
from string import Formatter
from typing import Any, Final, Generic, NamedTuple, TypeVar

import attrs

from calculator.conditions import Condition, Worked, always
from calculator.forms import Field, Form, fields_of
from calculator.rules.tables import TableEntry, Tables
from calculator.standing import Standing, weakest

S = TypeVar("S")
"""What a modifier looks at: a form, or what a stage of the rules makes of one."""

Text = str | Callable[[S], str]
"""Words that may hold answers in braces ("range {range}"), or are worked out."""


Number = str | Callable[[S, Tables], int | Fraction] | None
"""An answer by the name of its attribute, or what is worked out of the answers and the tables."""


class Factor(NamedTuple):
    """One thing that pulls the odds: at which stage, whose, and by how much in the system's unit.

    Positive points favour `side`. `source` is the section it comes from, `values` are the keys of
    the table values that it is made of, and `standing` is what it rests on: left open, it is that
    of the weakest of its values. What changes a result without being a number is an `effect`, and
    has no points.
    """

    stage: str
    name: str
    side: str
    points: int
    source: str = ""
    values: tuple[str, ...] = ()
    standing: Standing | None = None
    effect: bool = False

    def grounded(self, tables: Tables) -> Factor:
        """The factor with its standing, under the tables in force."""
        if self.standing is not None or not self.values:
            return self
        found = weakest(tables.entry(key).standing for key in self.values)
        return self._replace(standing=found)

    @property
    def cited(self) -> str:
        """What it rests on, as it stands in brackets: "VII, size: judgement"."""
        return self.standing.cited(self.source) if self.standing else self.source

    @property
    def in_full(self) -> str:
        """Its name with what it rests on."""
        return f"{self.name} [{self.cited}]" if self.cited else self.name

    @property
    def figure(self) -> str:
        """Its points as they are added, +1 or -2; nothing of an effect."""
        return "" if self.effect else f"{self.points:+d}"

    @property
    def in_column(self) -> str:
        """Its points where all have some: a dot for an effect, for it is no number."""
        return "·" if self.effect else self.figure if self.points else "0"

    def as_json(self) -> dict[str, Any]:
        """The factor as the command line prints it for machines."""
        standing = self.standing.value if self.standing else None
        return self._asdict() | {"values": list(self.values), "standing": standing}


ruled: Final = partial(Factor, standing=Standing.RULE)
"""A factor that the text states."""


@attrs.frozen(eq=False, repr=False)
class Modifier(Generic[S]):
    """One thing that pulls a result, at a `stage`, in favour of a `side`.

    It counts `when` its condition holds. What it is worth is the table value whose key is `value`,
    which may name answers in braces ("cannonade.terrain.{target_terrain.value}"), as its name may
    have that value itself ("{value}+ from the front"), or a `number`, of which `value` is then only
    the measure: worked out of the answers and the tables or, where it is the name of an attribute,
    that answer. A `sign` of -1 turns it round. With neither it is an effect: it changes what
    happens, and says so by its name. `source` and `standing` are those of the value, unless they
    are given here; a value that is our judgement keeps its own. What is `given` is a quantity, such
    as men or dice: the law cannot do without it. `also_reads` are the attributes of the form that
    it looks at beyond its condition, what stands in braces and its number, `names` those by which
    it only tells apart those whom it speaks of.
    """

    name: Text[S]
    value: Text[S] = ""
    stage: str = attrs.field(kw_only=True)
    side: Text[S] = attrs.field(kw_only=True, default="")
    when: Condition = attrs.field(kw_only=True, default=always)
    number: Number[S] = attrs.field(kw_only=True, default=None)
    sign: int = attrs.field(kw_only=True, default=1)
    source: str = attrs.field(kw_only=True, default="")
    standing: Standing | None = attrs.field(kw_only=True, default=None)
    given: bool = attrs.field(kw_only=True, default=False)
    also_reads: tuple[str, ...] = attrs.field(kw_only=True, default=())
    names: tuple[str, ...] = attrs.field(kw_only=True, default=())

    @property
    def is_effect(self) -> bool:
        """Whether it has no number, and changes what happens by its words."""
        return not self.value and self.number is None

    def holds(self, subject: S, tables: Tables) -> bool:
        """Whether it counts here."""
        return self not in tables.left_out and self.when(subject, tables)

    def points(self, subject: S, tables: Tables) -> int | Fraction:
        """What it is worth where it holds, in the system's unit."""
        if isinstance(self.number, str):
            return self.sign * int(getattr(subject, self.number))
        if self.number is not None:
            return self.sign * self.number(subject, tables)
        return self.sign * tables.points(_filled(self.value, subject)) if self.value else 0

    def factors(self, subject: S, tables: Tables) -> Iterable[Factor]:
        """How Why lists it where it holds."""
        key = _filled(self.value, subject)
        entry = tables.entry(key) if key else None
        # A value that is our judgement keeps the section that gives its direction, if any.
        ours = entry and self.standing is None and entry.standing is Standing.JUDGEMENT
        source = entry.source if entry and (ours or not self.source) else self.source
        yield Factor(
            self.stage,
            _filled(self.name, subject, entry),
            _filled(self.side, subject),
            int(self.points(subject, tables)),
            source,
            (key,) if key else (),
            self.standing or (entry.standing if entry else Standing.RULE),
            self.is_effect,
        )

    @property
    def reads(self) -> tuple[str, ...]:
        """The attributes of the form that it looks at, each once."""
        return tuple(dict.fromkeys((*self.weighs, *_answers_in(self.side), *self.names)))

    @property
    def weighs(self) -> tuple[str, ...]:
        """Those of them that it does not only name somebody by."""
        named = (name for text in (self.value, self.name) for name in _answers_in(text))
        answer = (self.number,) if isinstance(self.number, str) else ()
        return tuple(dict.fromkeys((*self.when.reads, *named, *answer, *self.also_reads)))

    @property
    def general_name(self) -> str:
        """Its name whatever is answered; of one that is worked out, what its function says."""
        if callable(self.name):
            words = (getattr(self.name, "__doc__", "") or self.stage).partition("\n")[0]
            return words[:1].lower() + words[1:].rstrip(".")
        parts = Formatter().parse(self.name)
        general = {None: "", "value": "n"}
        return "".join(text + general.get(field, "...") for text, field, *_ in parts)

    def entries(self, tables: Tables) -> tuple[TableEntry, ...]:
        """All table values that it may be worth, whatever is answered."""
        if callable(self.value):
            return ()
        parts = Formatter().parse(self.value)
        pattern = "".join(text if field is None else f"{text}*" for text, field, *_ in parts)
        return tuple(entry for entry in tables if fnmatchcase(entry.key, pattern))


@attrs.frozen(repr=False)
class Stage:
    """A stage of the rules: declares what counts in it, with the side and section that most have.
    By the attributes in `names` whom it speaks of is only told apart."""

    name: str
    source: str = ""
    side: str = ""
    names: tuple[str, ...] = ()

    def modifier(
        self,
        name: Text[Any],
        when: Condition = always,
        *,
        points: int | None = None,
        kind: type[Modifier[Any]] = Modifier,
        **more: Any,
    ) -> Modifier[Any]:
        """What counts: an effect, unless it has a value, a number, or always the same `points`."""
        if points is not None:
            more["number"] = lambda *_: points
        usual = {"stage": self.name, "side": self.side, "source": self.source, "names": self.names}
        return kind(name=name, when=when, **usual | more)


def answers(
    form: type[Form], *attributes: str, stage: str = "as answered"
) -> Iterator[Modifier[Any]]:
    """What is measured or counted, as Why lists it: each field's label with its answer. Without
    names of `attributes` that is every field."""
    for field in fields_of(form):
        if not attributes or field.attribute in attributes:
            yield Modifier(
                stage=stage,
                name=partial(_answered, field),
                when=field.matters,
                source=field.source,
                given=True,
                also_reads=(field.attribute,),
            )


def _answered(field: Field, form: Form) -> str:
    return f"{field.label}: {field.kind.show(getattr(form, field.attribute))}"


class Pull(NamedTuple):
    """A modifier that holds, and how it is listed."""

    modifier: Modifier[Any]
    factor: Factor


def total(modifiers: Iterable[Modifier[S]], subject: S, tables: Tables) -> int | Fraction:
    """What all those of the modifiers that count here come to."""
    return sum(one.points(subject, tables) for one in modifiers if one.holds(subject, tables))


def pulls(modifiers: Iterable[Modifier[S]], subject: S, tables: Tables) -> Iterator[Pull]:
    """All that count here, with their factors."""
    for one in modifiers:
        if one.holds(subject, tables):
            for factor in one.factors(subject, tables):
                yield Pull(one, factor)


def in_force(key: str) -> Condition:
    """The condition that a reading holds whose table value is 1, or nothing if it does not."""
    return Worked(lambda _, tables: tables.is_so(key), (), f"{key} is in force")


def unless(*modifiers: Modifier[Any]) -> Condition:
    """The condition that none of some other modifiers, which cancel this one, counts."""

    def counts(subject: Any, tables: Any) -> bool:
        return any(one.holds(subject, tables) for one in modifiers)

    weighed = tuple(dict.fromkeys(name for one in modifiers for name in one.weighs))
    return ~Worked(counts, weighed, " or ".join(f"{one.name}" for one in modifiers))


@attrs.frozen
class _Answers:
    """The attributes of a subject, by name, and the `value` of a table entry."""

    subject: Any
    entry: TableEntry | None

    def __getitem__(self, name: str) -> Any:
        return self.entry.value if self.entry and name == "value" else getattr(self.subject, name)


def _filled(text: Text[Any], subject: Any, entry: TableEntry | None = None) -> str:
    if callable(text):
        return text(subject)
    return text.format_map(_Answers(subject, entry)) if "{" in text else text


def _answers_in(text: Text[Any]) -> Iterator[str]:
    """The attributes that stand in braces."""
    if isinstance(text, str):
        for _, field, _, _ in Formatter().parse(text):
            if field and field != "value":
                yield field.removeprefix("form.").partition(".")[0]
