"""What an entry has to say, key by key and kind by kind (docs/journal.md).

Whoever may write the file may write anything into it. So whatever is read is held against this
before it is shown or counted, and nothing behind it has to reckon with surprises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, datetime
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

FORMAT: Final = 2
"""The version of the content's layout; it changes only if the keys of an entry do."""

_WHITE: Final = " \t\n\r"
"""What JSON allows around a value."""

_MOST_NESTED: Final = 60
"""Lists and objects within one another; what rulings record is nested a handful deep."""

_MOST_KNOWN: Final = 256
"""Objects that are remembered of a layout; those of a battle are alike but for a few."""

Shape: TypeAlias = Any
"""What a value has to be: of a type, or of one of several; a list, each of the shape that it holds;
an `_Each` or a `_Layout`; or what a function takes, which raises `ValueError` for any other."""

Check: TypeAlias = Callable[[Any], None]

Shapes: TypeAlias = Mapping[str, Shape]

_NAMES: Final = {
    str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object",
}  # fmt: skip
_NESTING: Final = frozenset({dict, list})
_TEXT: Final = frozenset({str})
_NONE: Final[Shapes] = MappingProxyType({})


class _Each:
    """An object of whatever keys, with values of one shape."""

    def __init__(self, shape: Shape) -> None:
        types = shape if isinstance(shape, tuple) else (shape,)
        self._types = frozenset(types if isinstance(types[0], type) else ())
        self._check = _check_of(shape)

    def check(self, value: Any) -> None:
        """Raise `ValueError` for what is no such object, saying at which key of it and why."""
        if type(value) is not dict:
            _check_type(value, dict)
        if self._types and self._types.issuperset(map(type, value.values())):
            return
        for key, one in value.items():
            try:
                self._check(one)
            except ValueError as fault:
                raise ValueError(f".{key}{fault}") from None


class _Layout:
    """An object that has some keys, may have others, each of its shape, and no more."""

    def __init__(self, required: Shapes = _NONE, optional: Shapes = _NONE) -> None:
        self.required = required.keys()
        parts = {**optional, **required}
        self._checks = {key: _check_of(part) for key, part in parts.items()}
        self._of_types = {key for key, part in parts.items() if isinstance(part, type | tuple)}
        self._is_text = all(part is str for part in parts.values())
        self._known: dict[tuple[Any, ...], list[tuple[str, Check]]] = {}
        """Keys and types of the values of such objects, with what is to be checked of them yet:
        every reading of a record comes by here."""

    def check(self, value: Any) -> None:
        """Raise `ValueError` for what is no such object, saying at which key of it and why."""
        if type(value) is not dict:
            _check_type(value, dict)
        if (
            self._is_text
            and value.keys() == self.required
            and _TEXT.issuperset(map(type, value.values()))
        ):
            return
        alike = (*value, *map(type, value.values()))
        checks = known = self._known.get(alike)
        if checks is None:
            checks = [(key, self._checks[key]) for key in value if key in self._checks]
        for key, check in checks:
            try:
                check(value[key])
            except ValueError as fault:
                raise ValueError(f".{key}{fault}") from None
        if known is None:
            if missing := self.required - value.keys():
                raise ValueError(f".{min(missing)} is missing")
            if others := value.keys() - self._checks.keys():
                listed = ", ".join(sorted(others))[:80]
                raise ValueError(f" has keys that no such entry has: {listed}")
            if len(self._known) < _MOST_KNOWN:
                self._known[alike] = [one for one in checks if one[0] not in self._of_types]


def _check_of(shape: Shape) -> Check:
    """What raises `ValueError` for a value of another shape, saying why."""
    if isinstance(shape, type | tuple):
        types = shape if isinstance(shape, tuple) else (shape,)
        return lambda value: None if type(value) in types else _check_type(value, *types)
    if isinstance(shape, list):
        return _check_of_list(_check_of(shape[0]))
    return shape.check if isinstance(shape, _Each | _Layout) else shape


def _check_type(value: Any, *kinds: type) -> None:
    if type(value) not in kinds:
        raise ValueError(f" is not {' or '.join(_NAMES[one] for one in kinds)}")


def _check_of_list(check: Check) -> Check:
    def check_list(value: Any) -> None:
        if type(value) is not list:
            _check_type(value, list)
        for one in value:
            check(one)

    return check_list


def check_nested(value: Any, left: int = _MOST_NESTED) -> None:
    """Raise `ValueError` for what is nested too deeply, whatever it is."""
    if not left:
        raise ValueError(" is nested too deeply")
    for part in value.values() if type(value) is dict else value if type(value) is list else ():
        if type(part) in _NESTING:
            check_nested(part, left - 1)


def _object(value: Any) -> None:
    _check_type(value, dict)
    check_nested(value)


def _counted(value: Any) -> None:
    if type(value) is not int:
        _check_type(value, int)
    if not 0 < value <= _HIGHEST_NUMBER:
        raise ValueError(" does not count from 1")


def _worded(value: Any) -> None:
    _check_type(value, str)
    if not value.strip():
        raise ValueError(" is blank")


def _time(value: Any) -> None:
    """The screens turn it into the clock on the wall, which years at either end overflow."""
    _check_type(value, str)
    try:
        year = datetime.fromisoformat(value).year if _TIME.fullmatch(value) else MINYEAR
    except ValueError:
        year = MINYEAR
    if not MINYEAR < year < MAXYEAR:
        raise ValueError(f" is {value[:40]!r}, which is unknown")


def _probability(value: Any) -> None:
    _check_type(value, str)
    read_probability(value)


def _values_or_null(value: Any) -> None:
    if value is not None:
        _VALUES.check(value)


_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_SHARE: Final = re.compile(r"[0-9]+(?:/[0-9]+)?")
_HIGHEST_NUMBER: Final = 2**53

_VALUES: Final = _Each(str)
_unit: Final = _Layout(dict.fromkeys(("side", "name", "path"), str))
_draw: Final = _Layout(dict.fromkeys(("ask", "roll", "total"), str))
_consequence: Final = _Layout(
    optional={"answer": str, "unit": str, "values": _values_or_null, "gone": str, "had": _VALUES}
)
_aftermath: Final = _Layout(optional={
    "actor": _values_or_null, "target": _values_or_null, "actor-gone": str, "target-gone": str,
    "others": [_consequence], "actor-had": _VALUES, "target-had": _VALUES, "side": _VALUES,
    "enemy": _VALUES, "may": [str], "target-spent": bool, "later": _VALUES,
})  # fmt: skip
_awaited: Final = _Layout(dict.fromkeys(("key", "words", "most"), str))
_corrected: Final[Shapes] = {"unit": _unit, "values": _VALUES}

_RESULT: Final[Shapes] = {
    "draws": [_draw], "outcome": check_nested, "headline": str, "on-table": [str], "how": [str],
}  # fmt: skip
_FOUND: Final[Shapes] = {
    "version": int, "probability": _probability, "sampled": int, "aftermath": _aftermath,
}  # fmt: skip
_RULING: Final[Shapes] = {
    "system": str, "action": str, "form": _Each((str, int, bool)), "rules": str,
    "overrides": _object, "seed": str, "seed-given": bool, "label": str, **_RESULT,
}  # fmt: skip
_NOTE: Final = _Layout({"text": str}, {"subject": str})
_VOID: Final[Shapes] = {"entry": _counted, "reason": _worded}
_OVERRIDE: Final[Shapes] = {**_VOID, "drawn": str, "ruled": _worded}

BODIES: Final[Mapping[str, _Layout]] = {
    "ruling": _Layout({**_RULING, "units": _Each(_unit), "code": str}, {
        **_FOUND, "said": [str], "by": str, "despite": str, "package": str, "awaits": _awaited,
        "armies": _VALUES,
    }),
    "turn": _Layout({"turn": _counted}, {"player": str, "undoes": int}),
    "note": _NOTE,
    "void": _Layout(_VOID, {"withdrawn": bool}),
    "override": _Layout(_OVERRIDE, {
        "outcome": check_nested, "probability": _probability, "aftermath": _aftermath,
        "corrections": [_Layout(_corrected, {"reason": str})],
    }),
    "order-of-battle": _Layout({
        **dict.fromkeys(("file", "digest", "content", "title", "reason"), str), "replaces": int,
    }),
    "correction": _Layout({**_corrected, "reason": str}),
    "answer": _Layout({
        "entry": _counted, "drawn": str, "units": _Each(_unit), "answers": _VALUES,
        "ruled": str, "code": str, **_RESULT,
    }, {**_FOUND, "system": str, "action": str}),
}  # fmt: skip
"""What the body of each kind holds: no probability is there where exact odds exceed their budget,
or were not waited for, and paths were sampled in their place."""

_BODIES_1: Final[Mapping[str, _Layout]] = {
    "ruling": _Layout(_RULING, {"units": _VALUES, "probability": _probability}),
    "turn": _Layout({"turn": _counted}),
    "note": _NOTE,
    "void": _Layout(_VOID),
    "override": _Layout(_OVERRIDE),
}
_LAYOUTS: Final = {1: _BODIES_1, FORMAT: BODIES}
_entry: Final = _Layout({
    "battle": str, "body": dict, "copy": str, "format": int, "key": str, "kind": str,
    "number": _counted, "player": str, "previous": str, "program": str, "side": str,
    "time": _time, "turn": _counted,
})  # fmt: skip


def read_object(content: str, decoder: json.JSONDecoder) -> dict[str, Any]:
    """The JSON object that `content` spells. Raises `ValueError` if it spells none."""
    if type(content) is not str:
        raise ValueError("it is not text")
    text = content.strip(_WHITE)
    try:
        value, end = decoder.raw_decode(text)
    except json.JSONDecodeError:
        end = -1
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if end != len(text):
        raise ValueError("it is not JSON")
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004
    return value


def check_shape(fields: Mapping[str, Any]) -> None:
    """Raise `ValueError`, saying in what, if `fields` is not an entry as all entries are."""
    layout = fields.get("format")
    if not isinstance(layout, int) or (bodies := _LAYOUTS.get(layout)) is None:
        raise ValueError("it is of an unknown format")
    _demand(fields, _entry)
    number, turn, kind, body = fields["number"], fields["turn"], fields["kind"], fields["body"]
    if kind not in bodies:
        raise ValueError(f"there is no kind of entry called {kind[:40]!r}")
    _demand(body, bodies[kind])
    if body.get("turn", turn) != turn:
        raise ValueError(f"it begins turn {body['turn']} and is of turn {turn}")
    if body.get("entry", 0) >= number:
        raise ValueError(f"it is about entry {body['entry']}, which was not there")
    if not 0 <= body.get("replaces", 0) < number:
        raise ValueError(f"it replaces entry {body['replaces']}, which was not there")


def _demand(fields: Mapping[str, Any], layout: _Layout) -> None:
    try:
        layout.check(fields)
    except ValueError as fault:
        where = str(fault)
        raise ValueError(f"its {where[1:]}" if where.startswith(".") else f"it{where}") from None


@lru_cache(maxsize=4096)
def read_probability(text: str) -> Fraction:
    """A probability as entries have it, `4/9` or `1`. Raises `ValueError` for anything else."""
    if _SHARE.fullmatch(text):
        with suppress(ZeroDivisionError):
            if 0 < (share := Fraction(text)) <= 1:
                return share
    raise ValueError(f" is {text[:40]!r}, which is none")
