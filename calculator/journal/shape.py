"""What an entry has to say, key by key and kind by kind (docs/journal.md).

Whoever may write the file may write anything into it. So whatever is read is held against this
before it is shown or counted, and nothing behind it has to reckon with surprises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeAlias

import msgspec

FORMAT: Final = 2
"""The version of the content's layout; it changes only if the keys of an entry do."""

_MOST_NESTED: Final = 60
"""Lists and objects within one another; what rulings record is nested a handful deep."""

Shape: TypeAlias = Any
"""What a value has to be: a type as msgspec takes it, be it one that `_layout` makes."""

Shapes: TypeAlias = Mapping[str, Shape]

_NESTING: Final = frozenset({dict, list})
_NONE: Final[Shapes] = MappingProxyType({})


def _layout(required: Shapes = _NONE, optional: Shapes = _NONE) -> Shape:
    """An object that has some keys, may have others, each of its shape, and no more."""
    fields: list[tuple[str, Shape, None] | tuple[str, Shape]] = [
        *((key.replace("-", "_"), shape) for key, shape in required.items()),
        *((key.replace("-", "_"), shape, None) for key, shape in optional.items()),
    ]
    return msgspec.defstruct(
        "Layout", fields, rename="kebab", forbid_unknown_fields=True, kw_only=True
    )


def check_nested(content: str, value: Any) -> None:
    """Raise `ValueError` for JSON of a value that is nested too deeply, whatever it is."""
    if content.count("[") + content.count("{") > _MOST_NESTED:
        _check_nested(value, _MOST_NESTED)


def _check_nested(value: Any, left: int) -> None:
    if not left:
        raise ValueError("it is nested too deeply")
    for part in value.values() if type(value) is dict else value if type(value) is list else ():
        if type(part) in _NESTING:
            _check_nested(part, left - 1)


_SHARE: Final = re.compile(r"[0-9]+(?:/[0-9]+)?")
_LENGTH_OF_TIME: Final = len("2025-06-18T11:30:00.000000Z")
_ENDS_OF_TIME: Final = frozenset({"0001", "9999"})

_COUNTED: Final[Shape] = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
_WORDED: Final[Shape] = Annotated[str, msgspec.Meta(pattern=r"\S")]
_LIST: Final[Shape] = list
_OBJECT: Final[Shape] = dict
_TEXTS: Final[Shape] = list[str]
_VALUES: Final[Shape] = dict[str, str]
_VALUES_OR_NULL: Final[Shape] = dict[str, str] | None
_UNIT: Final = _layout(dict.fromkeys(("name", "path", "side"), str))
_DRAW: Final = _layout(dict.fromkeys(("ask", "roll", "total"), str))
_CONSEQUENCE: Final = _layout(
    optional={"answer": str, "unit": str, "values": _VALUES_OR_NULL, "gone": str, "had": _VALUES}
)
_AFTERMATH: Final = _layout(optional={
    "actor": _VALUES_OR_NULL, "target": _VALUES_OR_NULL, "actor-gone": str, "target-gone": str,
    "others": _LIST[_CONSEQUENCE], "actor-had": _VALUES, "target-had": _VALUES, "side": _VALUES,
    "enemy": _VALUES, "may": _TEXTS, "target-spent": bool, "later": _VALUES,
})  # fmt: skip
_AWAITED: Final = _layout(dict.fromkeys(("key", "words", "most"), str))
_CORRECTED: Final[Shapes] = {"unit": _UNIT, "values": _VALUES}

_RESULT: Final[Shapes] = {
    "draws": _LIST[_DRAW], "outcome": Any, "headline": str, "on-table": _TEXTS, "how": _TEXTS,
}  # fmt: skip
_FOUND: Final[Shapes] = {
    "version": int, "probability": str, "sampled": int, "aftermath": _AFTERMATH,
}  # fmt: skip
_RULING: Final[Shapes] = {
    "system": str, "action": str, "form": _OBJECT[str, str | int | bool], "rules": str,
    "overrides": dict[str, Any], "seed": str, "seed-given": bool, "label": str, **_RESULT,
}  # fmt: skip
_NOTE: Final = _layout({"text": str}, {"subject": str})
_VOID: Final[Shapes] = {"entry": _COUNTED, "reason": _WORDED}
_OVERRIDE: Final[Shapes] = {**_VOID, "drawn": str, "ruled": _WORDED}

BODIES: Final[Shapes] = {
    "ruling": _layout({**_RULING, "units": _OBJECT[str, _UNIT], "code": str}, {
        **_FOUND, "said": _TEXTS, "by": str, "despite": str, "package": str, "awaits": _AWAITED,
        "armies": _VALUES,
    }),
    "turn": _layout({"turn": _COUNTED}, {"player": str, "undoes": int}),
    "note": _NOTE,
    "void": _layout(_VOID, {"withdrawn": bool}),
    "override": _layout(_OVERRIDE, {
        "outcome": Any, "probability": str, "aftermath": _AFTERMATH,
        "corrections": _LIST[_layout(_CORRECTED, {"reason": str})],
    }),
    "order-of-battle": _layout({
        **dict.fromkeys(("file", "digest", "content", "title", "reason"), str), "replaces": int,
    }),
    "correction": _layout({**_CORRECTED, "reason": str}),
    "answer": _layout({
        "entry": _COUNTED, "drawn": str, "units": _OBJECT[str, _UNIT], "answers": _VALUES,
        "ruled": str, "code": str, **_RESULT,
    }, {**_FOUND, "system": str, "action": str}),
}  # fmt: skip
"""What the body of each kind holds: no probability is there where exact odds exceed their budget,
or were not waited for, and paths were sampled in their place."""

_BODIES_1: Final[Shapes] = {
    "ruling": _layout(_RULING, {"units": _VALUES, "probability": str}),
    "turn": _layout({"turn": _COUNTED}),
    "note": _NOTE,
    "void": _layout(_VOID),
    "override": _layout(_OVERRIDE),
}
_LAYOUTS: Final = {1: _BODIES_1, FORMAT: BODIES}
_ENTRY: Final = _layout({
    "battle": str, "body": Any, "copy": str, "format": int, "key": str, "kind": str,
    "number": _COUNTED, "player": str, "previous": str, "program": str, "side": str,
    "time": datetime, "turn": _COUNTED,
})  # fmt: skip


def check_shape(fields: dict[str, Any]) -> None:
    """Raise `ValueError`, saying in what, if `fields` is not an entry as all entries are."""
    layout = fields.get("format")
    if not isinstance(layout, int) or (bodies := _LAYOUTS.get(layout)) is None:
        raise ValueError("it is of an unknown format")
    _demand(fields, _ENTRY)
    number, turn, kind, body = fields["number"], fields["turn"], fields["kind"], fields["body"]
    _check_time(fields["time"])
    if type(body) is not dict:
        raise ValueError("its body is not an object")
    if kind not in bodies:
        raise ValueError(f"there is no kind of entry called {kind[:40]!r}")
    _demand(body, bodies[kind])
    read_probability(body.get("probability", "1"))
    if kind == "ruling":
        return
    if body.get("turn", turn) != turn:
        raise ValueError(f"it begins turn {body['turn']} and is of turn {turn}")
    if body.get("entry", 0) >= number:
        raise ValueError(f"it is about entry {body['entry']}, which was not there")
    if not 0 <= body.get("replaces", 0) < number:
        raise ValueError(f"it replaces entry {body['replaces']}, which was not there")


def _check_time(time: str) -> None:
    """The screens turn it into the clock on the wall, which years at either end overflow."""
    is_spelled = len(time) == _LENGTH_OF_TIME and time[10] == "T" and time[-1] == "Z"
    if not is_spelled or time[:4] in _ENDS_OF_TIME:
        raise ValueError(f"its time is {time[:40]!r}, which is unknown")


def _demand(fields: dict[str, Any], layout: Shape) -> None:
    try:
        msgspec.convert(fields, layout)
    except msgspec.ValidationError as fault:
        if unknown := sorted(fields.keys() - {*layout.__struct_encode_fields__}):
            listed = ", ".join(unknown)[:80]
            raise ValueError(f"it has keys that no such entry has: {listed}") from None
        told = str(fault)
        if told.startswith("Invalid RFC3339"):
            raise ValueError(f"its time is {fields['time'][:40]!r}, which is unknown") from None
        what, _, where = told.partition(" - at `$")
        where = _named(fields, layout, told, where.removesuffix("`"))
        words = _in_words(what, where)
        raise ValueError(f"its {words[1:]}" if words.startswith(".") else f"it{words}") from None


_NAMES: Final = {
    "str": "text", "int": "a whole number", "bool": "true or false", "array": "a list",
    "object": "an object", "datetime": "text",
}  # fmt: skip


def _in_words(what: str, where: str) -> str:
    """What msgspec finds at a place, in plain words."""
    if what.startswith("Object missing"):
        return f"{where}.{what.split('`')[1]} is missing"
    if what.startswith("Object contains"):
        return f"{where} has keys that no such entry has: {what.partition('`')[2][:-1][:80]}"
    expected, got, _ = what.partition(", got ")
    if not got:
        return f"{where} {'is blank' if 'regex' in what else 'does not count from 1'}"
    names = [name for kind, name in _NAMES.items() if kind in re.findall(r"\w+", expected)]
    return f"{where} is not {' or '.join(names)}"


def _named(fields: dict[str, Any], layout: Shape, fault: str, where: str) -> str:
    """The place of a fault by the key that msgspec leaves out of it, `[...]`."""
    before, left_out, after = where.partition("[...]")
    if not left_out:
        return where
    owner: Any = fields
    for key, place in re.findall(r"\.([\w-]+)|\[(\d+)\]", before):
        owner = owner[key or int(place)]
    whole = dict(owner)
    for key in whole:
        owner.clear()
        owner[key] = whole[key]
        try:
            msgspec.convert(fields, layout)
        except msgspec.ValidationError as same:
            if str(same) == fault:
                return f"{before}.{key}{after}"
    return where


@lru_cache(maxsize=4096)
def read_probability(text: str) -> Fraction:
    """A probability as entries have it, `4/9` or `1`. Raises `ValueError` for anything else."""
    if _SHARE.fullmatch(text):
        with suppress(ZeroDivisionError):
            if 0 < (share := Fraction(text)) <= 1:
                return share
    raise ValueError(f"its probability is {text[:40]!r}, which is none")
