"""What of a question wants attention: which answers stand in sight, which of those that are only
assumed decide much, and what should be known before anything is drawn.

What players name for every action has a row of its own, and so has whatever was said, or is only
assumed and decides much. What a unit answers lies behind its name, in one line; the rest behind one
row that says how many they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import takewhile
from time import monotonic
from typing import Final, NamedTuple

from calculator.answering import in_a_line, reads
from calculator.desk.answers import Provenance
from calculator.desk.asking import Asking
from calculator.rules.question import Odds

MORE: Final = "more"
"""The fold of what is neither foremost, nor said, nor a unit's."""

_FEW: Final = 10
"""Answers that all stand in sight: to fold some of so few would hide more than it tidies."""

_ROW: Final = ""


def folds(
    asked: Asking, decide: Collection[str] = (), roles: Collection[str] = (), room: int = 99
) -> Mapping[str, str]:
    """The fold in which each field lies, by key: the role of the unit that answers it, `MORE`, or
    nothing for one with a row of its own. `decide` are the fields that decide much: each has a row
    while there is `room`, for so many. `roles` are those for which units are picked: what one will
    answer lies behind its row before it is picked, too."""
    mattering = asked.mattering()
    sources = asked.provenances
    of_unit = {key: role for role in asked.units for key in asked.system.filled_fields(role)}
    # How a target stands is asked of each anew.
    stance = asked.system.filled("target").get(asked.system.formation, ())
    unpicked = {
        key: role
        for role in roles
        if role not in asked.units
        for key in asked.system.filled_fields(role).difference(stance if role == "target" else ())
        if sources.get(key) is not Provenance.SAID
    }
    found = {
        field.key: _fold(asked, field.key, sources[field.key], of_unit.get(field.key, ""))
        for field in asked.fields
    }
    room -= sum(fold == _ROW and key in mattering for key, fold in found.items())
    deciding = [key for key in decide if found.get(key, _ROW) != _ROW and key not in unpicked]
    found |= dict.fromkeys(deciding[: max(0, room)], _ROW)
    found |= {key: role for key, role in unpicked.items() if key in found}
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
    readable = (f for f in own if reads(f.kind, asked.text(f)))
    return in_a_line((f, f.kind.parse(asked.text(f))) for f in readable)


def more_line(asked: Asking, folded: Mapping[str, str], decide: Collection[str] = ()) -> str:
    """What lies behind the last row: "9 more, all as usual", or how many of them are not, or
    `decide` much; nothing where nothing does."""
    mattering = asked.mattering()
    rest = [f for f in asked.fields if folded[f.key] == MORE and f.key in mattering]
    other = [f for f in rest if asked.text(f) != f.kind.show(f.default)]
    if not rest:
        return ""
    usual = f"{len(other)} not as usual" if other else "all as usual"
    if much := sum(field.key in decide for field in rest):
        usual = f"{usual}, {much} decide{'s' * (much == 1)} much"
    return f"{len(rest)} more, {usual}"


MUCH: Final = Fraction(1, 10)
"""By how much an answer moves the chief chance that decides much: more than ten points."""

LOOK_SECONDS: Final = 0.4
"""How long answers are tried; what is not found by then is not marked."""


def deciding(
    asked: Asking,
    odds: Odds,
    seconds: float = LOOK_SECONDS,
    goes_on: Callable[[], bool] = lambda: True,
) -> tuple[str, ...]:
    """The fields whose answer is only assumed and, given otherwise, moves the chief chance by more
    than `MUCH`; in the order of the form. Of sampled odds none is known. It is given up as soon as
    it no longer `goes_on`."""
    assumed = asked.assumed()
    if not assumed:
        return ()
    from calculator.tuning.what_if import changes

    until = monotonic() + seconds
    tried = takewhile(lambda _: monotonic() <= until and goes_on(), assumed)
    moves = {key: [abs(one.difference) for one in changes(odds, {key})] for key in tried}
    return tuple(key for key, by in moves.items() if max(by, default=0) > MUCH)


class Caution(NamedTuple):
    """What should be known before a draw. `refused` says that nothing may be drawn; `take` are
    the fields at which the roll's answers can be taken instead; `of_army` that another army can be
    picked; `of_turn` that only the turn forbids it: the table may say otherwise, or the turn
    that `begins` ends it."""

    text: str
    refused: bool = False
    take: tuple[str, ...] = ()
    of_army: bool = False
    of_turn: bool = False
    begins: str = ""


def cautions(asked: Asking, *, counts_turns: bool = True, is_binding: bool = True) -> list[Caution]:
    """What should be said before anything is drawn, the gravest first. Where nobody `counts_turns`,
    nobody knows who has come. Unless it `is_binding`, what is refused is but a doubt, save of a
    unit against itself."""
    doubt, roll = asked.doubt, asked.roll
    if roll is None:
        return [Caution(text) for text in (doubt, asked.futile()) if text]
    units = asked.on_roll()
    absent = set() if counts_turns else {u.name for u in units.values() if not u.arrived}
    to_itself = len({unit.path for unit in units.values()}) < len(units)
    binding = is_binding or to_itself
    found = [
        Caution(str(one), one.refused and binding, of_turn=one.of_turn, begins=one.begins)
        for one in asked.objections()
        if one.unit not in absent
    ]
    if doubt and not any(doubt in caution.text for caution in found):
        found.insert(0, Caution(doubt, binding))
    found += [Caution(text) for text in (asked.futile(),) if text]
    own, actor = roll.side_key(asked.side), asked.concerned().get("actor")
    if own and actor is not None and not isinstance(actor, str) and actor.side != own:
        theirs, ours = (roll.scenario.side(key).called for key in (actor.side, own))
        found.append(
            Caution(f"{actor.name} is {theirs}, and you play {ours}: recorded for {theirs}")
        )
    checked = asked.checked_army()
    also_due = (army.name for army in asked.armies() if army.due and army != checked)
    found += [Caution(f"check the morale of {name} too", of_army=True) for name in also_due]
    return [*found, *(Caution(str(one), take=(one.field,)) for one in asked.otherwise())]
