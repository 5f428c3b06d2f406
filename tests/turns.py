"""The turns that the systems' pages play, read off the pages: phase by phase, with their seeds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from calculator.roll import Roll
from calculator.umpire import Umpire

_PAGES: Final = Path(__file__).parents[1] / "docs" / "systems"
_COMMAND: Final = re.compile(r"^    (empires .+)\n(?:\n> (.+)\n)?", re.MULTILINE)

ORDER: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "there-stand-empires": (
        ("initiative",),
        ("deployed-fire", "assault", "deploy", "regroup", "march"),
    ),
    "revolutionary-wars": (
        ("brigade-morale",),
        ("shoot",),
        ("react",),
        ("charge",),
        ("reform",),
    ),
    "gods-of-war": (
        (
            "play-card",
            "move",
            "ranged-fire",
            "close-combat",
            "draw-card",
            "repair",
            "draw-terrain",
        ),
    ),
    "morne-plaine": (("bombardment",), ("movement", "charge", "marsh-test"), ("rally",)),
    "cannonade": (("cannonade",), ("march",), ("melee",), ("rally",)),
}
"""The phases of a turn by each text, in order, and the actions that belong to each."""


@attrs.frozen
class Step:
    """One action of a turn: the words of its command, what is asked, and what it comes to."""

    words: Sequence[str]
    system: str
    action: str
    units: Mapping[str, str]
    answers: Mapping[str, str]
    seed: str
    headline: str


@attrs.frozen
class Turn:
    """A turn: the battle it is played in, its order of battle, whose it is, and its actions."""

    battle: str
    scenario: str
    side: str
    steps: Sequence[Step]

    @property
    def commands(self) -> list[Sequence[str]]:
        """Every command of it, the first of which binds the battle."""
        bind = ("roll", "bind", self.scenario, "--battle", self.battle)
        return [bind, *(step.words for step in self.steps)]


def turn_of(system: str) -> Turn:
    """The turn that a system's page plays."""
    page = (_PAGES / f"{system}.md").read_text(encoding="utf-8")
    section = page.partition("\n## A worked example: a turn\n")[2].partition("\n## ")[0]
    (bind, _), *played = _COMMAND.findall(section)
    scenario, battle = re.findall(r"bind (\S+) --battle (\S+)", bind)[0]
    steps = [_step(shlex.split(line)[1:], headline) for line, headline in played]
    sides = [step.words[step.words.index("--side") + 1] for step in steps if "--side" in step.words]
    return Turn(battle, scenario, sides[0] if sides else "", steps)


def _step(words: Sequence[str], headline: str) -> Step:
    _, system, action, *rest = words
    options = {rest[at]: rest[at + 1] for at in range(len(rest)) if rest[at].startswith("--")}
    pairs = [word.split("=", 1) for word in rest if "=" in word]
    roles = ("actor", "target", "friend")
    units = {role: options[f"--{role}"] for role in roles if f"--{role}" in options}
    answers = dict(pairs)
    return Step(words, system, action, units, answers, options["--seed"], headline)


def stands(battle: str) -> dict[str, Any]:
    """How both armies stand: units by name, and what each side has left of its turn."""
    with Umpire.open(battle, read_only=True) as umpire:
        roll = umpire.roll()
    assert isinstance(roll, Roll)
    units: dict[str, Any] = {unit.full_name: (unit.now, unit.gone) for unit in roll.units}
    return units | {side.key: roll.account(side.key) for side in roll.sides}


def headlines(battle: str) -> list[str]:
    """What every ruling of a battle came to, in order."""
    with Umpire.open(battle, read_only=True) as umpire:
        return [entry.body["headline"] for entry in umpire.recent() if entry.is_ruling]
