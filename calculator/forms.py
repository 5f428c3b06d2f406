"""Forms: what an action asks, declared once.

A form is a subclass of `Form` whose attributes are made with `choice`, `yes_no`, `inches` or, for
any other kind, `entry`. The attribute carries its label, source, limits, default and the condition
under which it matters, and below it stands its help; the screen, the command line, the scenario
file and the record all derive from it.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Self, TypeAlias, TypedDict, TypeVar, Unpack, dataclass_transform

import attrs

from calculator.conditions import Condition, always
from calculator.errors import Fault, FaultsError, nearest, raise_any
from calculator.kinds import Choice, Kind, Length, Optional, Word, YesNo


@attrs.frozen(repr=False)
class Following:
    """A default that depends on another field of the form, declared before it.

    `value` gives it from the value of the attribute `of`; `words` say when it is another than the
    field's plain default.
    """

    of: str
    value: Callable[[Any], Any]
    words: str


@attrs.frozen(repr=False)
class Field:
    """One thing a form asks.

    `key` is the kebab-case name typed on the command line; `group` the heading it stands under;
    `source` the section of the rules. What is not answered is the `default`, or what `follows`
    makes of another answer.
    """

    key: str
    label: str
    source: str
    kind: Kind[Any]
    default: Any
    group: str
    matters: Condition
    follows: Following | None
    attribute: str
    """The name of the attribute in Python."""
    _form: type[Form] = attrs.field(eq=False)
    _help: str = ""

    @property
    def help(self) -> str:
        """What is asked: the text below the attribute, or that of a field that forms share."""
        mro = self._form.__mro__
        owner = next(one for one in mro if self.attribute in vars(one).get("__annotations__", ()))
        return _texts_below(owner.__module__).get((owner.__name__, self.attribute), self._help)


@lru_cache(maxsize=64)
def _texts_below(module: str) -> Mapping[tuple[str, str], str]:
    """What a module says below the attributes of its classes, by the names of both."""
    names, found = vars(sys.modules[module]), dict[tuple[str, str], str]()
    source = "".join(linecache.getlines(names.get("__file__") or "", names))
    for form in (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)):
        for pair in pairwise(form.body):
            match pair:
                case (
                    ast.AnnAssign(target=ast.Name(id=attribute)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[form.name, attribute] = " ".join(text.split())
    return found


Attributes: TypeAlias = "list[attrs.Attribute[Any]]"


def _under_headings(form: type, attributes: Attributes) -> Attributes:
    """The fields in order: of a form that builds on another, those under one heading together."""
    if form.__base__ is Form:
        return attributes
    headings = list(dict.fromkeys(one.metadata["field"]["group"] for one in attributes))
    return sorted(attributes, key=lambda one: headings.index(one.metadata["field"]["group"]))


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Form:
    """What all forms share: a subclass is a frozen attrs class, of answers given by name.

    `arranged` puts its fields into order, with those of the form that it builds on. Equality, hash
    and repr are here, for all: for attrs to generate them is most of what an import would cost.
    """

    __attrs_attrs__: ClassVar[Any]
    arranged: ClassVar[staticmethod[[type, Attributes], Attributes]] = staticmethod(_under_headings)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        order = cls.arranged
        attrs.frozen(cls, slots=False, kw_only=True, eq=False, repr=False, field_transformer=order)

    def but(self, **answers: Any) -> Self:
        """The same form with some answers given otherwise, by attribute. Raises `FaultsError`."""
        return attrs.evolve(self, **answers)  # type: ignore[misc]  # every subclass is of attrs

    def faults(self) -> Iterable[Fault]:
        """What is wrong between fields that are each right, e.g. more bases now than at first."""
        return ()

    def __attrs_post_init__(self) -> None:
        impossible = (
            Fault(field.key, f"{value!r} is not a possible value", field.kind.allowed)
            for field in fields_of(type(self))
            if not field.kind.accepts(value := getattr(self, field.attribute))
        )
        if found := list(impossible) or list(self.faults()):
            raise FaultsError(found)

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, field.name) for field in attrs.fields(type(self)))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in texts(self).items())})"


F = TypeVar("F", bound=Form)
V = TypeVar("V")
W = TypeVar("W", bound=Word)


class Described(TypedDict, total=False):
    """What every field says of itself: see `Field`.

    `matters` is a condition on the form that declares the field; its `help` a field has here that
    several forms share, or whose help is short.
    """

    help: str
    source: str
    group: str
    matters: Condition
    follows: Following | None


@attrs.frozen(repr=False)
class Heading:
    """A heading of a form: the fields under it, and the section of the rules that most come from.

    Its methods declare a field with that group and source. What is not answered is the `default`
    or, where none is given, the first value of the kind: the first word of a list, no, the least
    number, or that it is left blank. Without a `label` a field is called by its key.
    """

    group: str = ""
    source: str = ""

    def entry(
        self,
        kind: Kind[V],
        label: str = "",
        *,
        default: V | None = None,
        **described: Unpack[Described],
    ) -> V:
        """An attribute of any kind. `default` must be acceptable to `kind`, and so must any other
        that `follows` from another field.
        """
        default = kind.first if default is None else default
        usual = {"source": self.source, "group": self.group, "matters": always, "follows": None}
        metadata = {"label": label, "kind": kind, "default": default, **usual, **described}
        initial: Any = default
        if follows := described.get("follows"):
            initial = attrs.Factory(
                lambda form: follows.value(getattr(form, follows.of)), takes_self=True
            )
        field: V = attrs.field(default=initial, metadata={"field": metadata})
        return field

    def choice(
        self,
        words: type[W],
        label: str = "",
        *,
        default: W | None = None,
        **described: Unpack[Described],
    ) -> W:
        """A word of a list."""
        return self.entry(Choice(words), label, default=default, **described)

    def yes_no(
        self, label: str = "", *, default: bool = False, **described: Unpack[Described]
    ) -> bool:
        """Yes or no."""
        return self.entry(YesNo(), label, default=default, **described)

    def inches(
        self,
        low: int | Fraction,
        high: int | Fraction,
        label: str = "",
        *,
        default: int | Fraction,
        **described: Unpack[Described],
    ) -> Fraction:
        """A length on the table in inches."""
        kind = Length(Fraction(low), Fraction(high))
        return self.entry(kind, label, default=Fraction(default), **described)


_UNDER_NONE = Heading()
entry, choice = _UNDER_NONE.entry, _UNDER_NONE.choice
yes_no, inches = _UNDER_NONE.yes_no, _UNDER_NONE.inches
"""How a field under no heading is declared."""


def fields_of(form: type[Form]) -> tuple[Field, ...]:
    """The fields that a form declares, in order."""
    return _fields(form)  # type: ignore[arg-type]  # mypy takes no class for hashable


@lru_cache(maxsize=256)
def _fields(form: type[Form]) -> tuple[Field, ...]:
    return tuple(
        _field(form, attribute.name, **attribute.metadata["field"])
        for attribute in attrs.fields(form)
        if "field" in attribute.metadata
    )


def _field(form: type[Form], attribute: str, label: str, **described: Any) -> Field:
    key = attribute.replace("_", "-")
    label = label or in_words(key)
    return Field(key=key, label=label, attribute=attribute, form=form, **described)


def when_it_matters(form: type[Form], field: Field) -> str:
    """In words, "when ..." or "unless ...": which other answers decide; nothing if always."""
    return field.matters.words({other.attribute: other for other in fields_of(form)})


def in_words(key: str) -> str:
    """What goes by a key, as a label: "Target bases" of target-bases."""
    return key.replace("-", " ").capitalize()


def normal_key(typed: str) -> str:
    """A key as it is declared, from one typed with capitals, spaces or underscores."""
    return typed.strip().lower().replace("_", "-").replace(" ", "-")


def keys_of(form: type[Form]) -> list[str]:
    """The keys of the fields that a form declares, for less than the fields themselves cost."""
    declared = attrs.fields(form)
    return [field.name.replace("_", "-") for field in declared if "field" in field.metadata]


def field_of(form: type[Form], key: str) -> Field:
    """One field by key; `KeyError` if the form has none such."""
    return next(field for field in fields_of(form) if field.key == key)


def unchecked(form: type[F], values: Mapping[str, object]) -> F:
    """A form of these values by attribute, the rest at their defaults, though they may not fit.

    For what is asked of single answers before the whole is there, such as which fields matter.
    """
    made = object.__new__(form)
    for field in fields_of(form):
        object.__setattr__(made, field.attribute, values.get(field.attribute, field.default))
    return made


def parse_form(form: type[F], values: Mapping[str, object], ignored: Collection[str] = ()) -> F:
    """A form filled in from typed texts (or JSON values), the rest at their defaults.

    Keys in `ignored` belong to other actions and are passed over unread. Raises `FaultsError` with
    every fault at once: unknown keys, unreadable values, and what does not fit together.
    """
    fields = {field.key: field for field in fields_of(form)}
    faults: list[Fault] = []
    read: dict[str, Any] = {}
    seen: set[str] = set()
    for typed, value in values.items():
        key = normal_key(typed)
        if key in fields:
            if key in seen:
                faults.append(Fault(typed, f"the field {key!r} is given twice", "once"))
            seen.add(key)
            try:
                read[fields[key].attribute] = fields[key].kind.parse_at(key, as_text(value))
            except FaultsError as bad:
                faults += bad.faults
        elif key not in ignored:
            known = [*fields, *ignored]
            faults.append(
                Fault(typed, "there is no such field", ", ".join(fields), nearest(key, known))
            )
    try:
        filled = form(**read)
    except FaultsError as more:
        raise FaultsError([*faults, *more.faults]) from None
    raise_any(faults)
    return filled


def as_text(value: object) -> str:
    """A JSON or TOML value as it would be typed; a list of tables as rows of key=value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(as_text, value))
    if isinstance(value, Mapping):
        return " ".join(f"{key}={as_text(part)}" for key, part in value.items())
    return "" if value is None else str(value)


def texts(form: Form) -> dict[str, str]:
    """A form as texts by key; `parse_form` of them gives an equal form."""
    return {
        field.key: field.kind.show(getattr(form, field.attribute))
        for field in fields_of(type(form))
    }


def plain(form: Form) -> dict[str, object]:
    """A form as JSON has it: words, numbers, true and false."""
    return {
        field.key: field.kind.plain(getattr(form, field.attribute))
        for field in fields_of(type(form))
    }


def mattering(form: Form) -> tuple[Field, ...]:
    """The fields that matter, given what the others say."""
    return tuple(field for field in fields_of(type(form)) if field.matters(form))


@lru_cache(maxsize=1024)
def written(form: Form) -> Mapping[str, str]:
    """The answers that a form needs: what follows from the others by itself is left out.

    The bases a unit starts with are its bases unless the file says otherwise, so a change of the
    one must not leave the other behind.
    """
    answers = texts(form)
    for field in fields_of(type(form)):
        if isinstance(field.kind, Optional):
            without = {key: text for key, text in answers.items() if key != field.key}
            if parse_form(type(form), without) == form:
                answers = without
    return answers
