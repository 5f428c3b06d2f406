"""What can be picked, and names as people type them, of actions and of the units in rows of a list;
and the program's own words for players: few, and each with one meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calculator.answering import reads
from calculator.errors import Fault, FaultsError, nearest
from calculator.forms import fields_of
from calculator.names import key_meant, keys_of_part, plain_name
from calculator.rows import NO_ROWS, UNIT, Row, Rows
from calculator.rules.action import AnyAction
from calculator.rules.system import RuleSystem

if TYPE_CHECKING:
    from calculator.scenarios import Scenario, Unit


class Answer(NamedTuple):
    """Something to pick: as it is typed and shown, a line that tells more, why nothing comes of it
    if that is so, and the letter that picks it or that it was declared with."""

    text: str
    label: str
    detail: str = ""
    ended: str = ""
    letter: str = ""


def action_called(system: RuleSystem, typed: str) -> AnyAction:
    """An action by its key, its name, another that the rules give it, or a part of one. Raises
    `FaultsError` with the candidates of a part that several have."""
    if typed in system.aliases or typed in system.action_keys:
        return system.action(typed)
    names = {one.key: one.label for one in system.listed}
    return system.action(key_meant("action", typed, names))


def rows_said(kind: Rows[Any], text: str, scenario: Scenario | None) -> list[Row]:
    """What each row of a typed list says; the name of a unit may stand where a row begins. Raises
    `ValueError` where a word is none of a row."""
    if kind.of and scenario and text.strip().lower() not in {"", NO_ROWS}:
        known = {_plain(unit.name) for unit in scenario.units}
        text = ",".join(_marked(kind, part.split(), known) for part in text.split(","))
    return kind.apart(text)


def _marked(kind: Rows[Any], words: Sequence[str], known: set[str]) -> str:
    """A row with the name that it begins with, as long as can be, told as that of a unit; whatever
    begins like none of its answers is a name too."""
    typed = [words[0].removeprefix(f"{UNIT}="), *words[1:]] if words else []
    ends = (end for end in range(len(typed), 0, -1) if _plain(" ".join(typed[:end])) in known)
    end = next(ends, 0)
    if not end and words:
        word, kind_of_first = words[0].lower(), fields_of(kind.row)[0].kind
        is_slip = "=" in word or bool(nearest(word, kind_of_first.choices))
        if not (is_slip or reads(kind_of_first, word)):
            end = next((at for at, one in enumerate(words) if at and kind.says(one)), len(words))
    return " ".join([f"{UNIT}={'-'.join(typed[:end])}", *typed[end:]]) if end else " ".join(words)


def unit_meant(scenario: Scenario, typed: str, side: str, place: str) -> Unit:
    """The unit that a row names, its hyphens as good as spaces; of two of one name, this side's.
    Raises `FaultsError`, at `place`, where there is none, or several may be meant."""
    wanted = _plain(typed)
    found = [u for u in scenario.units if wanted in {_plain(u.name), _plain(u.full_name)}]
    if not found:
        units = {unit.full_name: unit for unit in scenario.units}
        part = keys_of_part(wanted, {full: _plain(unit.name) for full, unit in units.items()})
        found = [units[full] for full in part]
    found = [unit for unit in found if unit.side == side] or found
    if len(found) > 1:
        names = ", ".join(unit.full_name for unit in found)
        raise FaultsError([Fault(place, f"{typed!r} may be any of {len(found)}", names)])
    return found[0] if found else scenario.find(typed.replace("-", " "), place)


def _plain(name: str) -> str:
    return plain_name(name.replace("-", " ").replace(",", " "))


WORDS: Final[Mapping[str, str]] = {
    "action": "what a unit does, or what is asked of a whole army, such as Assault or Initiative",
    "set-up": "the form as you filled it in: an action, its units and all answers",
    "assumed": "nobody has said so; it is the usual answer",
    "odds": "how likely each outcome is, before anything is drawn",
    "outcome": "one thing that can happen",
    "why": "what counts for or against, and how much it adds",
    "pin": "a set-up kept to compare others with",
    "draw": "to let chance decide, as dice do",
    "result": "the outcome that was drawn, and what to do on the table",
    "margin": "by how much a result was made or missed",
    "practice": "drawing without recording",
    "record": "all results and notes of a battle, in order; nothing is ever removed",
    "entry": "one line of the record, with its number: #12",
    "ruling": "a result in the record",
    "undo": "to void your own last draw, within ten seconds",
    "void": "struck out: the entry stays in the record but no longer counts",
    "override": "what the umpire rules in place of a result",
    "head": "digits that stand for the record so far; noted down, they show any later change",
    "order of battle": "the file with both armies, their units and the ground",
    "roll": "every unit as it stands now, read off the record",
}
