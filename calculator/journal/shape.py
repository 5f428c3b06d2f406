"""What an entry has to say, key by key and kind by kind (docs/journal.md).

Whoever may write the file may write anything into it. So whatever is read is held against this
before it is shown or counted, and nothing behind it has to reckon with surprises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, datetime
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

FORMAT: Final = 2
"""The version of the content's layout; it changes only if the keys of an entry do."""

_MOST_NESTED: Final = 60
"""Lists and objects within one another; what rulings record is nested a handful deep."""

_NONE: Final[Mapping[str, type]] = MappingProxyType({})
_MOST_LAYOUTS: Final = 1000
"""How many layouts found right are kept of each kind: a record needs a few."""

_RULING: Final[dict[str, type]] = {
    "system": str, "action": str, "form": dict, "rules": str, "overrides": dict, "seed": str,
    "seed-given": bool, "draws": list, "outcome": object, "label": str,
    "headline": str, "on-table": list, "how": list,
}  # fmt: skip

_BODIES_1: Final[dict[str, dict[str, type]]] = {
    "ruling": _RULING,
    "turn": {"turn": int},
    "note": {"text": str},
    "void": {"entry": int, "reason": str},
    "override": {"entry": int, "drawn": str, "ruled": str, "reason": str},
}

BODIES: Final[dict[str, dict[str, type]]] = _BODIES_1 | {
    "ruling": _RULING | {"units": dict, "code": str},
    "order-of-battle": {
        "file": str, "digest": str, "content": str, "title": str, "replaces": int, "reason": str,
    },
    "correction": {"unit": dict, "values": dict, "reason": str},
}  # fmt: skip
"""What the body of each kind has to hold."""

OPTIONAL: Final[dict[str, dict[str, type]]] = {
    "ruling": {
        "units": dict, "version": int, "probability": str, "sampled": int, "aftermath": dict,
        "said": list, "by": str, "despite": str, "package": str,
    },
    "turn": {"player": str, "undoes": int},
    "note": {"subject": str},
    "void": {"withdrawn": bool},
    "override": {"outcome": object, "probability": str, "aftermath": dict, "corrections": list},
}  # fmt: skip
"""What it may hold besides: no probability is there where exact odds exceed their budget, or were
not waited for, and paths were sampled in their place."""

_OPTIONAL_1: Final[dict[str, dict[str, type]]] = {
    "ruling": {"units": dict, "probability": str},
    "note": {"subject": str},
}

_LEFT: Final = frozenset({"actor", "target", "actor-had", "target-had", "side", "enemy", "later"})
_UNIT: Final = frozenset({"side", "name", "path"})
_CORRECTED: Final = frozenset({"unit", "values"})
_DRAW: Final = frozenset({"ask", "roll", "total"})


class _Layout:
    """The keys that an object must have, those it may have besides, and the type of each."""

    def __init__(
        self, whose: str, required: Mapping[str, type] = _NONE, optional: Mapping[str, type] = _NONE
    ) -> None:
        self._whose = whose
        self._required = required
        self._types = {**required, **optional}
        self._found_right: set[tuple[Any, ...]] = set()

    def check(self, fields: Mapping[str, Any]) -> None:
        """Raise `ValueError` where an object is laid out otherwise.

        Thousands of entries are laid out alike, and are looked up among what was found right.
        """
        seen = (*fields, *map(type, fields.values()))
        if seen in self._found_right:
            return
        for name, kind in self._types.items():
            if name not in fields and name in self._required:
                raise ValueError(f"{self._whose} {name} is missing")
            if name in fields and kind not in {object, type(fields[name])}:
                raise ValueError(f"{self._whose} {name} is not {_NAMES.get(kind, 'a list')}")
        if others := fields.keys() - self._types.keys():
            listed = ", ".join(sorted(others))[:80]
            raise ValueError(f"it has keys that no such entry has: {listed}")
        if len(self._found_right) < _MOST_LAYOUTS:
            self._found_right.add(seen)


def _layouts(
    bodies: Mapping[str, Mapping[str, type]], optional: Mapping[str, Mapping[str, type]]
) -> dict[str, _Layout]:
    return {
        kind: _Layout(f"its {kind}'s", types, optional.get(kind, _NONE))
        for kind, types in bodies.items()
    }


_LAYOUTS: Final = {1: _layouts(_BODIES_1, _OPTIONAL_1), FORMAT: _layouts(BODIES, OPTIONAL)}
_ENTRY: Final = _Layout("its", {
    "battle": str, "body": dict, "copy": str, "format": int, "key": str, "kind": str,
    "number": int, "player": str, "previous": str, "program": str, "side": str, "time": str,
    "turn": int,
})  # fmt: skip
_AFTERMATH: Final = _Layout("its aftermath's", optional={
    "actor": object, "target": object, "actor-gone": str, "target-gone": str, "others": list,
    "actor-had": dict, "target-had": dict, "side": dict, "enemy": dict, "may": list,
    "target-spent": bool, "later": dict,
})  # fmt: skip
_CONSEQUENCE: Final = _Layout("a further unit's", optional={
    "answer": str, "unit": str, "values": object, "gone": str,
})  # fmt: skip
_TEXT: Final = frozenset({str})
_SCALARS: Final = frozenset({str, int, bool})
_NAMES: Final = {str: "text", int: "a whole number", bool: "true or false", dict: "an object"}
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_SHARE: Final = re.compile(r"[0-9]+(?:/[0-9]+)?")
_HIGHEST_NUMBER: Final = 2**53


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


def check_shape(fields: Mapping[str, Any]) -> None:
    """Raise `ValueError`, saying in what, if `fields` is not an entry as all entries are."""
    layout = fields.get("format")
    if not isinstance(layout, int) or (layouts := _LAYOUTS.get(layout)) is None:
        raise ValueError("it is of an unknown format")
    _ENTRY.check(fields)
    if not 0 < fields["number"] <= _HIGHEST_NUMBER or fields["turn"] < 1:
        raise ValueError("its number and turn do not count from 1")
    check_time(fields["time"])
    kind, body = fields["kind"], fields["body"]
    if kind not in layouts:
        raise ValueError(f"there is no kind of entry called {kind[:40]!r}")
    layouts[kind].check(body)
    _CHECKS[kind](fields, body)


def check_time(text: str) -> None:
    """The screens turn it into the clock on the wall, which years at either end overflow."""
    try:
        year = datetime.fromisoformat(text).year if _TIME.fullmatch(text) else MINYEAR
    except ValueError:
        year = MINYEAR
    if not MINYEAR < year < MAXYEAR:
        raise ValueError(f"its time is {text[:40]!r}, which is none")


def _check_turn(fields: Mapping[str, Any], body: Mapping[str, Any]) -> None:
    if body["turn"] != fields["turn"]:
        raise ValueError(f"it begins turn {body['turn']} and is of turn {fields['turn']}")


def _check_order_of_battle(fields: Mapping[str, Any], body: Mapping[str, Any]) -> None:
    if not 0 <= body["replaces"] < fields["number"]:
        raise ValueError(f"it replaces entry {body['replaces']}, which was not there")


def _check_ruling(fields: Mapping[str, Any], body: Mapping[str, Any]) -> None:
    first_format = fields["format"] == 1
    for draw in body["draws"]:
        if not _is_text_object(_DRAW, draw):
            raise ValueError("one of its draws is not an object of ask, roll and total")
    if not set(map(type, body["form"].values())) <= _SCALARS:
        raise ValueError("its form has fields that are neither words nor numbers")
    units = body.get("units", {})
    if not _all_text((*body["on-table"], *body["how"], *body.get("said", ()))):
        raise ValueError("what it tells has lines that are not text")
    if first_format:
        if not _all_text(units.values()):
            raise ValueError("its units are not named in text")
    else:
        for unit in units.values():
            check_unit(unit)
        _check_aftermath(body.get("aftermath", {}))
    if "probability" in body:
        read_probability(body["probability"])


def check_unit(unit: Any) -> None:
    """Raise `ValueError` for what does not name a unit as entries do."""
    if not _is_text_object(_UNIT, unit):
        raise ValueError("one of its units is not an object of side, name and path")


def _check_aftermath(aftermath: Mapping[str, Any]) -> None:
    _AFTERMATH.check(aftermath)
    left = map(aftermath.get, _LEFT & aftermath.keys())
    if not all(map(_is_left, left)) or not _all_text(aftermath.get("may", ())):
        raise ValueError("what it leaves is not spelled in text")
    for other in aftermath.get("others", ()):
        if type(other) is not dict:
            raise ValueError("one of its further units is not as such units are")
        _CONSEQUENCE.check(other)
        if not _is_left(other.get("values", {})):
            raise ValueError("what it leaves of a further unit is not spelled in text")


def _is_text_object(keys: frozenset[str], value: Any) -> bool:
    """Whether it is an object of these keys, each with text."""
    is_object = type(value) is dict and value.keys() == keys
    return is_object and set(map(type, value.values())) <= _TEXT


def _is_left(values: Any) -> bool:
    """Whether these are values that a unit is left with, or None for a unit that is gone."""
    return values is None or (type(values) is dict and _all_text(values.values()))


def _check_corrected(body: Any) -> None:
    is_object = type(body) is dict and body.keys() >= _CORRECTED
    if not is_object or type(body["values"]) is not dict:
        raise ValueError("one of its corrections is not an object of unit and values")
    check_unit(body["unit"])
    if not _all_text(body["values"].values()):
        raise ValueError("what it corrects is not spelled in text")


def _all_text(values: Iterable[Any]) -> bool:
    return set(map(type, values)) <= _TEXT


def _check_amendment(fields: Mapping[str, Any], body: Mapping[str, Any]) -> None:
    if not 0 < body["entry"] < fields["number"]:
        raise ValueError(f"it is about entry {body['entry']}, which was not there")
    for name in ("reason", "ruled"):
        if not body.get(name, "a word").strip():
            raise ValueError(f"its {name} is blank")
    for corrected in body.get("corrections", ()):
        _check_corrected(corrected)
    _check_aftermath(body.get("aftermath", {}))
    if probability := body.get("probability"):
        read_probability(probability)


@lru_cache(maxsize=4096)
def read_probability(text: str) -> Fraction:
    """A probability as entries have it, `4/9` or `1`. Raises `ValueError` for anything else."""
    if _SHARE.fullmatch(text):
        with suppress(ZeroDivisionError):
            if 0 < (share := Fraction(text)) <= 1:
                return share
    raise ValueError(f"its probability is {text[:40]!r}, which is none")


def _check_depth(value: Any, left: int) -> None:
    if isinstance(value, dict | list):
        if not left:
            raise ValueError("it is nested too deeply")
        for part in value.values() if isinstance(value, dict) else value:
            _check_depth(part, left - 1)


_CHECKS: Final[dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], None]]] = {
    "ruling": _check_ruling,
    "turn": _check_turn,
    "note": lambda _, __: None,
    "void": _check_amendment,
    "override": _check_amendment,
    "order-of-battle": _check_order_of_battle,
    "correction": lambda _, body: _check_corrected(body),
}
