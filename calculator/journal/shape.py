"""What an entry has to say, key by key and kind by kind (docs/journal.md).

Whoever may write the file may write anything into it. So whatever is read is held against this
before it is shown or counted, and nothing behind it has to reckon with surprises.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeAlias

FORMAT: Final = 1
"""The version of the content's layout; it changes only if the keys of an entry do."""

_DEEPEST: Final = 60
"""Lists and objects within one another; what rulings record is nested a handful deep."""

_Types: TypeAlias = tuple[tuple[str, type], ...]

_ENTRY: Final[dict[str, type]] = {
    "battle": str, "body": dict, "copy": str, "format": int, "key": str, "kind": str,
    "number": int, "player": str, "previous": str, "program": str, "side": str, "time": str,
    "turn": int,
}  # fmt: skip

BODIES: Final[dict[str, dict[str, type]]] = {
    "ruling": {
        "system": str, "action": str, "form": dict, "rules": str, "overrides": dict, "seed": str,
        "seed-given": bool, "draws": list, "outcome": object, "label": str, "probability": str,
        "headline": str, "on-table": list, "how": list,
    },
    "turn": {"turn": int},
    "note": {"text": str},
    "void": {"entry": int, "reason": str},
    "override": {"entry": int, "drawn": str, "ruled": str, "reason": str},
}  # fmt: skip
"""What the body of each kind has to hold."""

OPTIONAL: Final[dict[str, dict[str, type]]] = {"ruling": {"units": dict}, "note": {"subject": str}}
"""What it may hold besides: early journals did without."""

_SUBJECT: Final = (("subject", str),)
_UNITS: Final = (("units", dict),)
_DRAW: Final = frozenset({"ask", "roll", "total"})
_ENTRY_TYPES: Final = tuple(_ENTRY.items())
_BODY_TYPES: Final = {kind: tuple(types.items()) for kind, types in BODIES.items()}
_BODY_KEYS: Final = {kind: types.keys() | OPTIONAL.get(kind, {}) for kind, types in BODIES.items()}
_TEXT: Final = frozenset({str})
_SCALARS: Final = frozenset({str, int, bool})
_NAMES: Final = {str: "text", int: "a whole number", bool: "true or false", dict: "an object"}
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_SHARE: Final = re.compile(r"[0-9]+(?:/[0-9]+)?")
_MOST: Final = 2**53


def read_object(content: str, decoder: json.JSONDecoder) -> dict[str, Any]:
    """The JSON object that `content` spells. Raises `ValueError` if it spells none."""
    if type(content) is not str:
        raise ValueError("it is not text")
    try:
        told = decoder.decode(content)
    except json.JSONDecodeError:
        raise ValueError("it is not JSON") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(told, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004
    # No more brackets than that are nested no deeper, and rulings seldom have more.
    if content.count("[") + content.count("{") > _DEEPEST:
        _check_depth(told, _DEEPEST)
    return told


def check_shape(told: Mapping[str, Any]) -> None:
    """Raise `ValueError`, saying in what, if `told` is not an entry as all entries are."""
    if told.get("format") != FORMAT:
        raise ValueError("it is of an unknown format")
    _require(told, _ENTRY_TYPES, "its")
    _refuse_others(told.keys() - _ENTRY.keys())
    if not 0 < told["number"] <= _MOST or told["turn"] < 1:
        raise ValueError("its number and turn do not count from 1")
    _check_time(told["time"])
    kind, body = told["kind"], told["body"]
    if kind not in BODIES:
        raise ValueError(f"there is no kind of entry called {kind[:40]!r}")
    _require(body, _BODY_TYPES[kind], f"its {kind}'s")
    _refuse_others(body.keys() - _BODY_KEYS[kind])
    match kind:
        case "ruling":
            _check_ruling(body)
        case "turn":
            if body["turn"] != told["turn"]:
                raise ValueError(f"it begins turn {body['turn']} and is of turn {told['turn']}")
        case "note":
            _require({"subject": "", **body}, _SUBJECT, "its note's")
        case _:
            _check_correction(told["number"], body)


def _require(told: Mapping[str, Any], types: _Types, whose: str) -> None:
    for name, kind in types:
        if type(told.get(name)) is not kind and (kind is not object or name not in told):
            if name not in told:
                raise ValueError(f"{whose} {name} is missing")
            raise ValueError(f"{whose} {name} is not {_NAMES.get(kind, 'a list')}")


def _check_time(text: str) -> None:
    """The screens turn it into the clock on the wall, which years at either end overflow."""
    if _TIME.fullmatch(text):
        with suppress(ValueError):
            if MINYEAR < datetime.fromisoformat(text).year < MAXYEAR:
                return
    raise ValueError(f"its time is {text[:40]!r}, which is none")


def _check_ruling(body: Mapping[str, Any]) -> None:
    for draw in body["draws"]:
        if type(draw) is not dict or draw.keys() != _DRAW or not _all_text(draw.values()):
            raise ValueError("one of its draws is not an object of ask, roll and total")
    if not set(map(type, body["form"].values())) <= _SCALARS:
        raise ValueError("its form has fields that are neither words nor numbers")
    units = body.get("units", {})
    _require({"units": units}, _UNITS, "its ruling's")
    if not all(map(_all_text, (body["on-table"], body["how"], units.values()))):
        raise ValueError("what it tells has lines that are not text")
    read_probability(body["probability"])


def _all_text(values: Iterable[Any]) -> bool:
    return set(map(type, values)) <= _TEXT


def _check_correction(number: int, body: Mapping[str, Any]) -> None:
    if not 0 < body["entry"] < number:
        raise ValueError(f"it is about entry {body['entry']}, which was not there")
    for name in ("reason", "ruled"):
        if not body.get(name, "said").strip():
            raise ValueError(f"its {name} is blank")


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


def _refuse_others(names: Collection[str]) -> None:
    if names:
        raise ValueError(f"it has keys that no such entry has: {', '.join(sorted(names))[:80]}")
