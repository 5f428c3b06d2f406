"""Conditions as data: on which answers something hangs, told in words and looked for by field.

`where("range", at_least=2)` holds of a form whose range is 2 or more, `where("actor.is_cavalry")`
of one whose actor is cavalry; `&`, `|` and `~` put conditions together. A condition says which
fields it reads and puts itself into words, so that no one has to try answers to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeAlias

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


@attrs.frozen(eq=False, repr=False)
class Condition:
    """Something that holds of a form, or does not.

    `reads` are the attributes of the form that it looks at, each once. Its `law` is handed the form
    and, for what depends on a system's numbers, the tables. That it holds it says in words by
    `holding`, "range is 2 or more", that it does not by `failing`.
    """

    reads: tuple[str, ...]
    law: Callable[[Any, Any], bool]
    holding: Callable[[Fields], str]
    failing: Callable[[Fields], str]
    _worded: Callable[[Fields], str] | None = None
    _inverse: Condition | None = None

    def __call__(self, form: Any, tables: Any = None) -> bool:
        """Whether it holds."""
        return self.law(form, tables)

    def words(self, fields: Fields) -> str:
        """When it holds: "when range is 2 or more", "unless left is 0"; nothing if always."""
        return self._worded(fields) if self._worded else f"when {self.holding(fields)}"

    def __and__(self, other: Condition) -> Condition:
        if self is always:
            return other
        return Condition(
            tuple(dict.fromkeys(self.reads + other.reads)),
            lambda form, tables: self.law(form, tables) and other.law(form, tables),
            lambda fields: _both(self.holding(fields), other.holding(fields)),
            lambda fields: f"{self.failing(fields)}, or {other.failing(fields)}",
        )

    def __or__(self, other: Condition) -> Condition:
        return Condition(
            tuple(dict.fromkeys(self.reads + other.reads)),
            lambda form, tables: self.law(form, tables) or other.law(form, tables),
            lambda fields: f"{self.holding(fields)}, or {other.holding(fields)}",
            lambda fields: _both(self.failing(fields), other.failing(fields)),
        )

    def __invert__(self) -> Condition:
        return self._inverse or Condition(
            self.reads,
            lambda form, tables: not self.law(form, tables),
            self.failing,
            self.holding,
            lambda fields: f"unless {self.holding(fields)}",
            self,
        )


always = Condition((), lambda *_: True, lambda _: "always", lambda _: "never", lambda _: "")
"""Holds whatever the answers are."""


def _both(one: str, other: str) -> str:
    """That two things are so; one that is so in any of several ways is in brackets."""
    return " and ".join(f"({text})" if ", or " in text else text for text in (one, other))


class _Answer(NamedTuple):
    """What one answer is to be: one of some `among`, a number within limits, or true."""

    path: str
    among: tuple[Any, ...]
    least: int | None
    most: int | None

    @property
    def parts(self) -> list[str]:
        """The attribute of the form, and those that lead on from it."""
        return self.path.removeprefix("form.").split(".")

    def fits(self, value: Any) -> bool:
        if self.among:
            return value in self.among
        if self.least is None and self.most is None:
            return bool(value)
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def words(self, fields: Fields) -> str:
        fits, not_so = (self.choices(fields, so) for so in (True, False))
        if len(not_so) < len(fits):
            return f"unless {self.worded(fields, False)}"
        return f"when {self.worded(fields, True)}"

    def worded(self, fields: Fields, so: bool) -> str:
        key, kind = fields[self.parts[0]].key, fields[self.parts[0]].kind
        if words := self.choices(fields, so):
            others = self.choices(fields, not so)
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

    def choices(self, fields: Fields, so: bool) -> Sequence[str]:
        """The words of a list for which it holds, or does not."""
        kind, (_, *rest) = fields[self.parts[0]].kind, self.parts
        found = {text: kind.parse(text) for text in kind.choices}
        return [
            text
            for text, value in found.items()
            if (value is not None or not rest) and self.fits(reduce(getattr, rest, value)) is so
        ]


def where(
    path: str, *among: Any, at_least: int | None = None, at_most: int | None = None
) -> Condition:
    """The condition that an answer is `among` these, within limits or, of neither, is true.

    `path` leads from the form to the value looked at: an attribute and, where it is a property of
    the answer that counts, that too ("actor.is_cavalry").
    """
    look, answer = attrgetter(path), _Answer(path, among, at_least, at_most)
    return Condition(
        (answer.parts[0],),
        lambda form, _: answer.fits(look(form)),
        lambda fields: answer.worded(fields, True),
        lambda fields: answer.worded(fields, False),
        answer.words,
    )


class Worked(Condition):
    """What has to be worked out of several answers, or with a system's numbers.

    `law` is handed the form and the tables, `reading` are the attributes it looks at, `saying` says
    in words what holds.
    """

    def __init__(
        self, law: Callable[[Any, Any], bool], reading: tuple[str, ...], saying: str
    ) -> None:
        super().__init__(reading, law, lambda _: saying, lambda _: f"not: {saying}")
