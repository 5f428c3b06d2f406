"""The program's own words for players: few, and each with one meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
