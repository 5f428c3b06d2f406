"""Conditions as data: on which answers something hangs, told in words and looked for by field.

`where("range", at_least=2)` holds of a form whose range is 2 or more, `where("actor.is_cavalry")`
of one whose actor is cavalry; `&`, `|` and `~` put conditions together. A condition says which
fields it reads and puts itself into words, so that no one has to try answers to find out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import attrgetter
from typing import Any, Protocol, TypeAlias

import attrs

from calculator.kinds import Kind


class Asked(Protocol):
    """What a condition has to know of a field that it looks at."""

    @property
    def key(self) -> str: ...

    @property
    def kind(self) -> Kind[Any]: ...


Fields: TypeAlias = Mapping[str, Asked]
"""The fields of a form, by attribute."""


class Condition(ABC):
    """Something that holds of a form, or does not.

    What depends on a system's numbers is handed its `tables` too.
    """

    @property
    @abstractmethod
    def reads(self) -> tuple[str, ...]:
        """The attributes of the form that it looks at, each once."""

    @abstractmethod
    def __call__(self, form: Any, tables: Any = None) -> bool:
        """Whether it holds."""

    @abstractmethod
    def holding(self, fields: Fields) -> str:
        """That it holds, in words: "range is 2 or more"."""

    def failing(self, fields: Fields) -> str:
        """That it does not hold, in words."""
        return f"not: {self.holding(fields)}"

    def words(self, fields: Fields) -> str:
        """When it holds: "when range is 2 or more", "unless left is 0"; nothing if always."""
        return f"when {self.holding(fields)}"

    def __and__(self, other: Condition) -> Condition:
        return _All((self, other))

    def __or__(self, other: Condition) -> Condition:
        return _Any((self, other))

    def __invert__(self) -> Condition:
        return _Not(self)


@attrs.frozen(eq=False, repr=False)
class _Always(Condition):
    @property
    def reads(self) -> tuple[str, ...]:
        return ()

    def __call__(self, form: Any, tables: Any = None) -> bool:
        return True

    def holding(self, fields: Fields) -> str:
        return "always"

    def words(self, fields: Fields) -> str:
        return ""

    def __and__(self, other: Condition) -> Condition:
        return other


always = _Always()
"""Holds whatever the answers are."""


@attrs.frozen(eq=False, repr=False)
class Where(Condition):
    """What one answer is: one of some `words`, a number within limits, or true.

    `path` leads from the form to the value looked at: an attribute and, where it is a property of
    the answer that counts, that too ("actor.is_cavalry").
    """

    path: str
    among: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    _value: Callable[[Any], Any] = attrs.field(init=False)

    @_value.default
    def _look(self) -> Callable[[Any], Any]:
        return attrgetter(self.path)

    @property
    def reads(self) -> tuple[str, ...]:
        return (self._parts[0],)

    @property
    def _parts(self) -> list[str]:
        return self.path.removeprefix("form.").split(".")

    def __call__(self, form: Any, tables: Any = None) -> bool:
        return self._fits(self._value(form))

    def _fits(self, value: Any) -> bool:
        if self.among:
            return value in self.among
        if self.least is None and self.most is None:
            return bool(value)
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def holding(self, fields: Fields) -> str:
        return self._worded(fields, True)

    def failing(self, fields: Fields) -> str:
        return self._worded(fields, False)

    def words(self, fields: Fields) -> str:
        fits, not_so = (self._choices(fields, so) for so in (True, False))
        if len(not_so) < len(fits):
            return f"unless {self._worded(fields, False)}"
        return f"when {self._worded(fields, True)}"

    def _worded(self, fields: Fields, so: bool) -> str:
        key, kind = fields[self.reads[0]].key, fields[self.reads[0]].kind
        if words := self._choices(fields, so):
            others = self._choices(fields, not so)
            if others and len(others) < len(words):
                first, *more = others
                nor = "".join(f" nor {one}" for one in more)
                return f"{key} is {'neither' if more else 'not'} {first}{nor}"
            return f"{key} is {' or '.join(words)}"
        if self.among:
            return f"{key} is {'' if so else 'not '}{' or '.join(map(kind.show, self.among))}"
        match self.least, self.most:
            case None, None:
                return f"{key} is {'' if so else 'not '}given"
            case int(least), None:
                return f"{key} is {f'{least} or more' if so else f'{least - 1} or less'}"
            case None, int(most):
                return f"{key} is {f'{most} or less' if so else f'{most + 1} or more'}"
            case least, most:
                between = str(most) if least == most else f"{least} to {most}"
                return f"{key} is {'' if so else 'not '}{between}"

    def _choices(self, fields: Fields, so: bool) -> Sequence[str]:
        """The words of a list for which it holds, or does not."""
        kind, (_, *rest) = fields[self.reads[0]].kind, self._parts
        found = {text: kind.parse(text) for text in kind.choices}
        return [
            text
            for text, value in found.items()
            if (value is not None or not rest) and self._fits(reduce(getattr, rest, value)) is so
        ]


def where(
    path: str, *among: Any, at_least: int | None = None, at_most: int | None = None
) -> Condition:
    """The condition that an answer is `among` these, within limits or, of neither, is true."""
    return Where(path, among, at_least, at_most)


@attrs.frozen(eq=False, repr=False)
class _All(Condition):
    parts: tuple[Condition, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        return _read_by(self.parts)

    def __call__(self, form: Any, tables: Any = None) -> bool:
        for part in self.parts:  # noqa: SIM110 - all() of a generator takes twice as long
            if not part(form, tables):
                return False
        return True

    def holding(self, fields: Fields) -> str:
        return _all_of(part.holding(fields) for part in self.parts)

    def failing(self, fields: Fields) -> str:
        return ", or ".join(part.failing(fields) for part in self.parts)


@attrs.frozen(eq=False, repr=False)
class _Any(Condition):
    parts: tuple[Condition, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        return _read_by(self.parts)

    def __call__(self, form: Any, tables: Any = None) -> bool:
        return any(part(form, tables) for part in self.parts)

    def holding(self, fields: Fields) -> str:
        return ", or ".join(part.holding(fields) for part in self.parts)

    def failing(self, fields: Fields) -> str:
        return _all_of(part.failing(fields) for part in self.parts)


@attrs.frozen(eq=False, repr=False)
class _Not(Condition):
    part: Condition

    @property
    def reads(self) -> tuple[str, ...]:
        return self.part.reads

    def __call__(self, form: Any, tables: Any = None) -> bool:
        return not self.part(form, tables)

    def holding(self, fields: Fields) -> str:
        return self.part.failing(fields)

    def failing(self, fields: Fields) -> str:
        return self.part.holding(fields)

    def words(self, fields: Fields) -> str:
        return f"unless {self.part.holding(fields)}"

    def __invert__(self) -> Condition:
        return self.part


@attrs.frozen(eq=False, repr=False)
class Worked(Condition):
    """What has to be worked out of several answers, or with a system's numbers.

    `law` is handed the form and the tables, `reading` are the attributes it looks at, `saying` says
    in words what holds.
    """

    law: Callable[[Any, Any], bool]
    reading: tuple[str, ...]
    saying: str

    @property
    def reads(self) -> tuple[str, ...]:
        return self.reading

    def __call__(self, form: Any, tables: Any = None) -> bool:
        return self.law(form, tables)

    def holding(self, fields: Fields) -> str:
        return self.saying


def _read_by(parts: Sequence[Condition]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part.reads))


def _all_of(parts: Iterable[str]) -> str:
    """That all of several things are so; one that is so in any of several ways is in brackets."""
    return " and ".join(f"({text})" if ", or " in text else text for text in parts)
