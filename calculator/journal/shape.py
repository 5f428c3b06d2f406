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

_MOST_NESTED: Final = 60
"""Lists and objects within one another; what rulings record is nested a handful deep."""

Check: TypeAlias = Callable[[str, Any], None]
"""Raises `ValueError` for a value that will not do, which it calls as the first text says."""

Checks: TypeAlias = Mapping[str, Check]

_NAMES: Final = {
    str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object",
}  # fmt: skip
_NONE: Final[Checks] = MappingProxyType({})


def _a(*kinds: type) -> Check:
    allowed = " or ".join(_NAMES[kind] for kind in kinds)

    def check(what: str, value: Any) -> None:
        if type(value) not in kinds:
            raise ValueError(f"{what} is not {allowed}")

    return check


def _anything(_: str, __: Any) -> None:
    """Whatever an outcome may be."""


_text, _number, _flag, _list, _object = map(_a, (str, int, bool, list, dict))


def _list_of(inner: Check) -> Check:
    def check(what: str, value: Any) -> None:
        _list(what, value)
        for one in value:
            inner("one of its lines", one)

    return check


def _object_of(inner: Check) -> Check:
    def check(what: str, value: Any) -> None:
        _object(what, value)
        try:
            for name, one in value.items():
                inner(name, one)
        except ValueError as fault:
            raise ValueError(f"{what}: {fault}") from None

    return check


def _or_null(inner: Check) -> Check:
    def check(what: str, value: Any) -> None:
        if value is not None:
            inner(what, value)

    return check


def _laid_out(whose: str, required: Checks, optional: Checks = _NONE) -> Check:
    """An object that has these keys and may have those besides, and no others."""
    parts = [
        (name, f"{whose} {name}", part, name in required)
        for name, part in {**required, **optional}.items()
    ]
    known = required.keys() | optional.keys()

    def check(what: str, value: Any) -> None:
        _object(what, value)
        for name, called, part, is_required in parts:
            if name in value:
                part(called, value[name])
            elif is_required:
                raise ValueError(f"{called} is missing")
        if others := value.keys() - known:
            listed = ", ".join(sorted(others))[:80]
            raise ValueError(f"it has keys that no such entry has: {listed}")

    return check


def _counted(what: str, value: Any) -> None:
    _number(what, value)
    if not 0 < value <= _HIGHEST_NUMBER:
        raise ValueError(f"{what} does not count from 1")


def _worded(what: str, value: Any) -> None:
    _text(what, value)
    if not value.strip():
        raise ValueError(f"{what} is blank")


def _time(what: str, value: Any) -> None:
    """The screens turn it into the clock on the wall, which years at either end overflow."""
    _text(what, value)
    try:
        year = datetime.fromisoformat(value).year if _TIME.fullmatch(value) else MINYEAR
    except ValueError:
        year = MINYEAR
    if not MINYEAR < year < MAXYEAR:
        raise ValueError(f"{what} is {value[:40]!r}, which is none")


def _probability(what: str, value: Any) -> None:
    _text(what, value)
    read_probability(value)


_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_SHARE: Final = re.compile(r"[0-9]+(?:/[0-9]+)?")
_HIGHEST_NUMBER: Final = 2**53

_lines, _values = _list_of(_text), _object_of(_text)
_unit = _laid_out("its unit's", dict.fromkeys(("side", "name", "path"), _text))
_draw = _laid_out("its draw's", dict.fromkeys(("ask", "roll", "total"), _text))
_consequence = _laid_out("a further unit's", _NONE, {
    "answer": _text, "unit": _text, "values": _or_null(_values), "gone": _text,
})  # fmt: skip
_aftermath = _laid_out("its aftermath's", _NONE, {
    "actor": _or_null(_values), "target": _or_null(_values), "actor-gone": _text,
    "target-gone": _text, "others": _list_of(_consequence), "actor-had": _values,
    "target-had": _values, "side": _values, "enemy": _values, "may": _lines,
    "target-spent": _flag, "later": _values,
})  # fmt: skip
_awaited = _laid_out("what it awaits, its", dict.fromkeys(("key", "words", "most"), _text))
_corrected: Final[Checks] = {"unit": _unit, "values": _values}

_RULING: Final[Checks] = {
    "system": _text, "action": _text, "form": _object_of(_a(str, int, bool)), "rules": _text,
    "overrides": _object, "seed": _text, "seed-given": _flag, "draws": _list_of(_draw),
    "outcome": _anything, "label": _text, "headline": _text, "on-table": _lines, "how": _lines,
}  # fmt: skip

_BODIES_1: Final[dict[str, Checks]] = {
    "ruling": _RULING,
    "turn": {"turn": _counted},
    "note": {"text": _text},
    "void": {"entry": _counted, "reason": _worded},
    "override": {"entry": _counted, "drawn": _text, "ruled": _worded, "reason": _worded},
}

BODIES: Final[dict[str, Checks]] = _BODIES_1 | {
    "ruling": {**_RULING, "units": _object_of(_unit), "code": _text},
    "order-of-battle": {
        "file": _text, "digest": _text, "content": _text, "title": _text, "replaces": _number,
        "reason": _text,
    },
    "correction": {**_corrected, "reason": _text},
    "answer": {
        "entry": _counted, "drawn": _text, "answers": _values, "ruled": _text, "code": _text,
        "draws": _list_of(_draw), "outcome": _anything, "headline": _text, "on-table": _lines,
        "how": _lines,
    },
}  # fmt: skip
"""What the body of each kind has to hold."""

OPTIONAL: Final[dict[str, Checks]] = {
    "ruling": {
        "version": _number, "probability": _probability, "sampled": _number,
        "aftermath": _aftermath, "said": _lines, "by": _text, "despite": _text,
        "package": _text, "awaits": _awaited,
    },
    "turn": {"player": _text, "undoes": _number},
    "note": {"subject": _text},
    "void": {"withdrawn": _flag},
    "answer": {
        "version": _number, "probability": _probability, "sampled": _number,
        "aftermath": _aftermath,
    },
    "override": {
        "outcome": _anything, "probability": _probability, "aftermath": _aftermath,
        "corrections": _list_of(_laid_out("its correction's", _corrected, {"reason": _text})),
    },
}  # fmt: skip
"""What it may hold besides: no probability is there where exact odds exceed their budget, or were
not waited for, and paths were sampled in their place."""

_OPTIONAL_1: Final[dict[str, Checks]] = {
    "ruling": {"units": _values, "probability": _probability},
    "note": {"subject": _text},
}


def _bodies(required: Mapping[str, Checks], optional: Mapping[str, Checks]) -> Checks:
    return {
        kind: _laid_out(f"its {kind}'s", checks, optional.get(kind, _NONE))
        for kind, checks in required.items()
    }


_LAYOUTS: Final = {1: _bodies(_BODIES_1, _OPTIONAL_1), FORMAT: _bodies(BODIES, OPTIONAL)}
_entry = _laid_out("its", {
    "battle": _text, "body": _object, "copy": _text, "format": _number, "key": _text,
    "kind": _text, "number": _counted, "player": _text, "previous": _text, "program": _text,
    "side": _text, "time": _time, "turn": _counted,
})  # fmt: skip


def read_object(content: str, decoder: json.JSONDecoder) -> dict[str, Any]:
    """The JSON object that `content` spells. Raises `ValueError` if it spells none."""
    if type(content) is not str:
        raise ValueError("it is not text")
    try:
        value = decoder.decode(content)
    except json.JSONDecodeError:
        raise ValueError("it is not JSON") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004
    # No more brackets than that are nested no deeper, and rulings seldom have more.
    if content.count("[") + content.count("{") > _MOST_NESTED:
        _check_depth(value, _MOST_NESTED)
    return value


def _check_depth(value: Any, left: int) -> None:
    if isinstance(value, dict | list):
        if not left:
            raise ValueError("it is nested too deeply")
        for part in value.values() if isinstance(value, dict) else value:
            _check_depth(part, left - 1)


def check_shape(fields: Mapping[str, Any]) -> None:
    """Raise `ValueError`, saying in what, if `fields` is not an entry as all entries are."""
    layout = fields.get("format")
    if not isinstance(layout, int) or (bodies := _LAYOUTS.get(layout)) is None:
        raise ValueError("it is of an unknown format")
    _entry("it", fields)
    number, turn, kind, body = (fields[name] for name in ("number", "turn", "kind", "body"))
    if kind not in bodies:
        raise ValueError(f"there is no kind of entry called {kind[:40]!r}")
    bodies[kind]("its body", body)
    if body.get("turn", turn) != turn:
        raise ValueError(f"it begins turn {body['turn']} and is of turn {turn}")
    if body.get("entry", 0) >= number:
        raise ValueError(f"it is about entry {body['entry']}, which was not there")
    if not 0 <= body.get("replaces", 0) < number:
        raise ValueError(f"it replaces entry {body['replaces']}, which was not there")


@lru_cache(maxsize=4096)
def read_probability(text: str) -> Fraction:
    """A probability as entries have it, `4/9` or `1`. Raises `ValueError` for anything else."""
    if _SHARE.fullmatch(text):
        with suppress(ZeroDivisionError):
            if 0 < (share := Fraction(text)) <= 1:
                return share
    raise ValueError(f"its probability is {text[:40]!r}, which is none")
