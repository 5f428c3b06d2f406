"""Two plain armies from a battle of history: all Average, by stated rules.

Men become bases as section II has it, about 600 foot or 300 horse to a base and 8 guns to a
battery; where that would make more than 100 bases of foot, a base stands for more. Brigades have
five or six bases of foot or four of horse, divisions three brigades with a battery or two of the
army's. Where horse or guns are not known, they are what was usual: 15% of the men, 3 guns to a
thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeAlias

from calculator.rules.forecast_plan import SIDES, PastArmy, PastBattle

Table: TypeAlias = dict[str, Any]
"""A table of a scenario file."""

FOOT_TO_A_BASE: Final = 600
HORSE_TO_A_BASE: Final = 300
GUNS_TO_A_BATTERY: Final = 8
GUNNERS_TO_A_GUN: Final = 20
MOST_BASES: Final = 100
USUAL_HORSE: Final = 0.15
USUAL_GUNS: Final = 3 / 1000
POSITION: Final = "The position"
TURNS: Final = 24
"""Two days of twelve hours: few battles of the period were longer."""

_COVER: Final = {"hasty": "soft", "prepared": "hard", "fortified": "fortification"}
_HORSE: Final = ("light-cavalry", "heavy-cavalry")
_BATTERIES: Final = ("light-foot-artillery", "heavy-foot-artillery", "horse-artillery")


def plain_battle(past: PastBattle) -> Table:
    """The scenario file of two plain armies, as its tree."""
    cover = _cover(past)
    most = max(force.men for force in past.forces) / FOOT_TO_A_BASE
    scale = max(1.0, most / MOST_BASES)
    covered = _covered(past) if cover else 0
    return {
        "scenario": {"key": "plain", "title": past.name, "system": "there-stand-empires"},
        "rules": {"turns": TURNS, "first-turn": "08:00"},
        "terrain": [{"name": POSITION, "cover": cover}] if cover else [],
        "sides": [
            _side(side, _formations(force, scale, covered if side == SIDES[1] else 0))
            for side, force in zip(SIDES, past.forces, strict=True)
        ],
    }


def _side(side: str, formations: Iterable[Table]) -> Table:
    return {"key": side, "name": f"The {side}", "role": side, "formations": list(formations)}


def _cover(past: PastBattle) -> str:
    """What the defender's foot stands behind: works he has made, or the houses of a town."""
    if past.terrain.endswith("U") and past.defence in {"", "none", "hasty"}:
        return "hard"
    wooded = past.terrain[1:2] == "W" or past.terrain[:1] == "G"
    return _COVER.get(past.defence, "soft" if wooded else "")


def _covered(past: PastBattle) -> int:
    """Every how manieth brigade of foot stands there: each in woods and hills, else every other."""
    return 1 if past.terrain[1:2] == "W" or past.terrain[:1] == "G" else 2


def _formations(force: PastArmy, scale: float, covered: int) -> Iterator[Table]:
    """The divisions of an army whose bases stand for `scale` times the usual."""

    def bases(strength: float, to_a_base: int) -> int:
        return round(strength / (to_a_base * scale))

    guns = force.men * USUAL_GUNS if force.guns is None else force.guns
    horse = force.men * USUAL_HORSE if force.cavalry is None else force.cavalry
    foot = max(0.0, force.men - horse - GUNNERS_TO_A_GUN * guns)
    brigades = _shared(bases(foot, FOOT_TO_A_BASE), 5.5)
    batteries = max(int(guns > 0), bases(guns, GUNS_TO_A_BATTERY))
    divisions = max(1, -(-len(brigades) // 3))
    gun = iter(range(batteries))
    for number in range(divisions):
        units = [
            _unit(f"{index + 1}. Brigade", "infantry", brigades[index])
            | ({"at": POSITION} if covered and index % covered == 0 else {})
            for index in range(number, len(brigades), divisions)
        ]
        shared = -(-(batteries - number) // divisions)
        units += [_battery(battery) for battery in islice(gun, max(0, shared))]
        yield _formation(f"{number + 1}. Division", units)
    squadrons = _shared(bases(horse, HORSE_TO_A_BASE), 4)
    for first in range(0, len(squadrons), 2):
        units = [
            _unit(f"{index + 1}. Cavalry Brigade", _HORSE[index % 2], squadrons[index])
            for index in range(first, min(first + 2, len(squadrons)))
        ]
        yield _formation(f"{first // 2 + 1}. Cavalry Division", units)


def _shared(bases: int, to_a_brigade: float) -> list[int]:
    """Bases shared over brigades as evenly as can be."""
    if not bases:
        return []
    brigades = max(1, round(bases / to_a_brigade))
    return [bases // brigades + (number < bases % brigades) for number in range(brigades)]


def _formation(name: str, units: list[Table]) -> Table:
    return {"name": name, "general": "a general", "units": units}


def _unit(name: str, arm: str, bases: int) -> Table:
    men = bases * (FOOT_TO_A_BASE if arm == "infantry" else HORSE_TO_A_BASE)
    return {"name": name, "arm": arm, "quality": "average", "bases": bases, "men": men}


def _battery(number: int) -> Table:
    arm = _BATTERIES[number % len(_BATTERIES)]
    return {"name": f"{number + 1}. Battery", "arm": arm, "bases": 1, "guns": GUNS_TO_A_BATTERY}
