"""Which answers of a question stand in sight, and which lie folded: few things, the chief ones.

What players name for every action has a row of its own, and so has whatever was said, or is only
assumed and decides much. What a unit answers lies behind its name, in one line; the rest behind one
row that says how many they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from calculator.answering import reads, with_unit
from calculator.desk.asking import Asking
from calculator.desk.provenance import Provenance

if TYPE_CHECKING:
    from calculator.forms import Field

MORE: Final = "more"
"""The fold of what is neither foremost, nor said, nor a unit's."""

_FEW: Final = 10
"""Answers that all stand in sight: to fold some of so few would hide more than it tidies."""

_ROW: Final = ""


def folds(asked: Asking, decide: Collection[str] = ()) -> Mapping[str, str]:
    """The fold in which each field lies, by key: the role of the unit that answers it, `MORE`, or
    nothing for one with a row of its own. `decide` are the fields that decide much."""
    mattering = asked.mattering()
    sources = asked.provenances
    of_unit = {key: role for role in asked.units for key in asked.system.filled_fields(role)}
    found = {
        field.key: _fold(asked, field.key, sources[field.key], of_unit.get(field.key, ""))
        for field in asked.fields
    }
    found |= dict.fromkeys(found.keys() & set(decide), _ROW)
    if len(mattering) <= _FEW:
        found |= dict.fromkeys((key for key, fold in found.items() if fold == MORE), _ROW)
    return found


def _fold(asked: Asking, key: str, source: Provenance, role: str) -> str:
    if source is Provenance.SAID:
        return _ROW
    foremost = asked.system.foremost
    is_chief = (key in foremost or not foremost) and (not role or key in asked.mattering())
    if role and (role == "actor" or source is not Provenance.ASSUMED or not is_chief):
        return role
    return _ROW if is_chief else MORE


def unit_line(asked: Asking, folded: Mapping[str, str], role: str) -> str:
    """What the roll, the file or nobody answers of a unit, in one line: "veteran, 3 bases"."""
    mattering = asked.mattering()
    own = (f for f in asked.fields if folded[f.key] == role and f.key in mattering)
    return ", ".join(dict.fromkeys(word for field in own for word in _words(asked, field)))


def _words(asked: Asking, field: Field) -> Iterator[str]:
    """An answer without its label, unless it says nothing alone; of what is not so, nothing."""
    text = asked.text(field)
    value = field.kind.parse(text) if reads(field.kind, text) else None
    if value is True:
        yield field.label.lower()
    elif value is not None and value is not False:
        yield with_unit(field.kind, value)


def more_line(asked: Asking, folded: Mapping[str, str]) -> str:
    """What lies behind the last row: "9 more, all as usual"; nothing where nothing does."""
    mattering = asked.mattering()
    rest = [f for f in asked.fields if folded[f.key] == MORE and f.key in mattering]
    other = [f for f in rest if asked.text(f) != f.kind.show(f.default)]
    if not rest:
        return ""
    usual = f"{len(other)} not as usual" if other else "all as usual"
    return f"{len(rest)} more, {usual}"
