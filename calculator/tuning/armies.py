"""Two plain armies for There Stand Empires from a row of history: all Average, by stated rules.

Men become bases as section II has it, about 600 foot or 300 horse to a base and 8 guns to a
battery; where that would make more than 100 bases of foot, a base stands for more. Brigades have
five or six bases of foot or four of horse, divisions three brigades with a battery or two of the
army's. Where horse or guns are not known, they are what was usual: 15% of the men, 3 guns to a
thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Scenario
from calculator.scenarios.source import parse_source
from calculator.tuning.past import SIDES, Force, Past

FOOT_TO_A_BASE: Final = 600
HORSE_TO_A_BASE: Final = 300
GUNS_TO_A_BATTERY: Final = 8
GUNNERS_TO_A_GUN: Final = 20
MOST_BASES: Final = 100
USUAL_HORSE: Final = 0.15
USUAL_GUNS: Final = 3 / 1000
TURNS: Final = 24
"""Two days of twelve hours: few battles of the period were longer."""

_COVER: Final = {"hasty": "soft", "prepared": "hard", "fortified": "fortification"}
_BATTERIES: Final = ("light-foot-artillery", "heavy-foot-artillery", "horse-artillery")


@attrs.frozen
class _Scale:
    """How much a base stands for, as a multiple of the usual."""

    factor: float

    @classmethod
    def of(cls, past: Past) -> _Scale:
        most = max(force.men for force in past.forces) / FOOT_TO_A_BASE
        return cls(max(1.0, most / MOST_BASES))

    def bases(self, strength: float, to_a_base: int) -> int:
        return round(strength / (to_a_base * self.factor))


def plain_battle(past: Past) -> str:
    """The text of a scenario file with both armies. `read_plain_battle` reads it."""
    lines = [
        "[scenario]",
        'key = "plain"',
        f'title = "{_plain(past.name)}"',
        'system = "there-stand-empires"',
        "[rules]",
        f"turns = {TURNS}",
        'first-turn = "08:00"',
    ]
    cover = _cover(past)
    if cover:
        lines += ["[[terrain]]", 'name = "The position"', f'cover = "{cover}"']
    scale = _Scale.of(past)
    for side, force in zip(SIDES, past.forces, strict=True):
        lines += ["[[sides]]", f'key = "{side}"', f'name = "The {side}"', f'role = "{side}"']
        covered = _covered(past) if cover and side == "defender" else 0
        lines += _formations(force, scale, covered)
    return "\n".join(lines) + "\n"


def read_plain_battle(past: Past) -> Scenario:
    """The scenario of two plain armies."""
    from pathlib import Path

    return read_scenario(parse_source(Path("plain.toml"), plain_battle(past)))


def _plain(name: str) -> str:
    return "".join(letter if letter not in '"\\' else "'" for letter in name)


def _cover(past: Past) -> str:
    """What the defender's foot stands behind: works he has made, or the houses of a town."""
    if past.terrain.endswith("U") and past.defence in {"", "none", "hasty"}:
        return "hard"
    wooded = past.terrain[1:2] == "W" or past.terrain[:1] == "G"
    return _COVER.get(past.defence, "soft" if wooded else "")


def _covered(past: Past) -> int:
    """Every how manieth brigade of foot stands there: each in woods and hills, else every other."""
    return 1 if past.terrain[1:2] == "W" or past.terrain[:1] == "G" else 2


def _formations(force: Force, scale: _Scale, covered: int) -> Iterator[str]:
    guns = force.men * USUAL_GUNS if force.guns is None else force.guns
    horse = force.men * USUAL_HORSE if force.cavalry is None else force.cavalry
    foot = max(0.0, force.men - horse - GUNNERS_TO_A_GUN * guns)
    brigades = _shared(scale.bases(foot, FOOT_TO_A_BASE), 5.5)
    batteries = max(int(guns > 0), scale.bases(guns, GUNS_TO_A_BATTERY))
    divisions = max(1, -(-len(brigades) // 3))
    gun = iter(range(batteries))
    for number in range(divisions):
        yield from _header(f"{number + 1}. Division")
        for index in range(number, len(brigades), divisions):
            at = bool(covered) and index % covered == 0
            yield from _unit(f"{index + 1}. Brigade", "infantry", brigades[index], at)
        for _ in range(-(-(batteries - number) // divisions)):
            yield from _battery(next(gun))
    squadrons = _shared(scale.bases(horse, HORSE_TO_A_BASE), 4)
    for first in range(0, len(squadrons), 2):
        yield from _header(f"{first // 2 + 1}. Cavalry Division")
        for index in range(first, min(first + 2, len(squadrons))):
            arm = "heavy-cavalry" if index % 2 else "light-cavalry"
            yield from _unit(f"{index + 1}. Cavalry Brigade", arm, squadrons[index], False)


def _shared(bases: int, to_a_brigade: float) -> list[int]:
    """Bases shared over brigades as evenly as can be."""
    if not bases:
        return []
    brigades = max(1, round(bases / to_a_brigade))
    return [bases // brigades + (number < bases % brigades) for number in range(brigades)]


def _header(name: str) -> Iterator[str]:
    yield from ("[[sides.formations]]", f'name = "{name}"', 'general = "a general"')


def _unit(name: str, arm: str, bases: int, at: bool) -> Iterator[str]:
    men = bases * (FOOT_TO_A_BASE if arm == "infantry" else HORSE_TO_A_BASE)
    yield from (
        "[[sides.formations.units]]",
        f'name = "{name}"',
        f'arm = "{arm}"',
        'quality = "average"',
        f"bases = {bases}",
        f"men = {men}",
    )
    if at:
        yield 'at = "The position"'


def _battery(number: int) -> Iterator[str]:
    yield from (
        "[[sides.formations.units]]",
        f'name = "{number + 1}. Battery"',
        f'arm = "{_BATTERIES[number % len(_BATTERIES)]}"',
        "bases = 1",
        f"guns = {GUNS_TO_A_BATTERY}",
    )
