"""How a battle of brigades is forecast without a table: who does what, and what it costs in men;
and two plain armies from a battle of history, all Average, by stated rules.

Nothing here bears on any odds. docs/forecasting.md gives each assumption with its reason.

Men of history become bases as section II has it, about 600 foot or 300 horse to a base and 8 guns
to a battery; where that would make more than 100 bases of foot, a base stands for more. Brigades
have five or six bases of foot or four of horse, divisions three brigades with a battery or two of
the army's. Where horse or guns are not known, they are what was usual: 15% of the men, 3 guns to a
thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import ceil
from typing import Any, Final, TypeAlias

from calculator.rules.armies import SIDES, ForecastPlan, Front, PastArmy, PastBattle, Stance
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.terms import Arm, Cover, Formation, State, Variant

Table: TypeAlias = dict[str, Any]

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
    wooded = past.terrain[1:2] == "W" or past.terrain[:1] == "G"
    # The defender's foot stands behind works that it has made, or in the houses of a town: each
    # brigade in woods and hills, else every other.
    cover = _COVER.get(past.defence, "soft" if wooded else "")
    if past.terrain.endswith("U") and past.defence in {"", "none", "hasty"}:
        cover = "hard"
    every = (1 if wooded else 2) if cover else 0
    most = max(force.men for force in past.forces) / FOOT_TO_A_BASE
    scale = max(1.0, most / MOST_BASES)
    return {
        "scenario": {"key": "plain", "title": past.name, "system": "there-stand-empires"},
        "rules": {"turns": TURNS, "first-turn": "08:00"},
        "terrain": [{"name": POSITION, "cover": cover}] if cover else [],
        "sides": [
            {
                "key": side,
                "name": f"The {side}",
                "role": side,
                "formations": list(_formations(force, scale, every if side == SIDES[1] else 0)),
            }
            for side, force in zip(SIDES, past.forces, strict=True)
        ],
    }


def _formations(force: PastArmy, scale: float, covered: int) -> Iterator[Table]:
    """The divisions of an army whose bases stand for `scale` times the usual."""

    def bases(strength: float, to_a_base: int) -> int:
        return round(strength / (to_a_base * scale))

    guns = force.men * USUAL_GUNS if force.guns is None else force.guns
    horse = force.men * USUAL_HORSE if force.cavalry is None else force.cavalry
    foot = max(0.0, force.men - horse - GUNNERS_TO_A_GUN * guns)
    brigades = [
        _unit(f"{number}. Brigade", "infantry", size)
        for number, size in enumerate(_shared(bases(foot, FOOT_TO_A_BASE), 5.5), 1)
    ]
    for brigade in brigades[::covered] if covered else ():
        brigade["at"] = POSITION
    batteries = [
        {
            "name": f"{number + 1}. Battery",
            "arm": _BATTERIES[number % len(_BATTERIES)],
            "bases": 1,
            "guns": GUNS_TO_A_BATTERY,
        }
        for number in range(max(int(guns > 0), bases(guns, GUNS_TO_A_BATTERY)))
    ]
    divisions = max(1, ceil(len(brigades) / 3))
    next_batteries = iter(batteries)
    for number in range(divisions):
        shared = islice(next_batteries, len(batteries[number::divisions]))
        yield _led(f"{number + 1}. Division", [*brigades[number::divisions], *shared])
    squadrons = [
        _unit(f"{number + 1}. Cavalry Brigade", _HORSE[number % 2], size)
        for number, size in enumerate(_shared(bases(horse, HORSE_TO_A_BASE), 4))
    ]
    for first in range(0, len(squadrons), 2):
        yield _led(f"{first // 2 + 1}. Cavalry Division", squadrons[first : first + 2])


def _led(name: str, units: list[Table]) -> Table:
    return {"name": name, "general": "a general", "units": units}


def _shared(bases: int, to_a_brigade: float) -> list[int]:
    """Bases shared over brigades as evenly as can be."""
    if not bases:
        return []
    brigades = max(1, round(bases / to_a_brigade))
    return [bases // brigades + (number < bases % brigades) for number in range(brigades)]


def _unit(name: str, arm: str, bases: int) -> Table:
    men = bases * (FOOT_TO_A_BASE if arm == "infantry" else HORSE_TO_A_BASE)
    return {"name": name, "arm": arm, "quality": "average", "bases": bases, "men": men}


_REST: Final = "regroup when own demoralized; regroup when own disordered; "

_GUNS: Final = (
    "deployed-fire range=9 when own deployed and own heavy-foot-artillery; "
    "deployed-fire range=6 when own deployed and own light-foot-artillery; "
    "deployed-fire range=6 when own deployed and own horse-artillery; "
    "deploy when own heavy-foot-artillery; deploy when own light-foot-artillery; "
    "deploy when own horse-artillery; "
)

_LINE: Final = (
    "deployed-fire range=3 when own infantry and own deployed; deploy when own infantry; hold"
)

PRESS: Final = (
    _REST
    + _GUNS
    + "assault when enemy demoralized; assault when worth>70 and turn>2; assault when worth>120; "
    + "advancing-fire range=3 when own maneuver-column and own infantry; "
    + "deployed-fire range=3 when own deployed and own infantry and turn<3; "
    + "maneuver-in-column when own deployed; maneuver-in-column when own square; hold"
)
"""Prepare with fire for two hours, then assault where the odds are nearly even, at once where they
are good."""

HOLD: Final = (
    _REST
    + _GUNS
    + "assault when own maneuver-column and enemy demoralized; "
    + "assault when own maneuver-column and worth>120; "
    + "maneuver-in-column when own heavy-cavalry and own deployed; "
    + "maneuver-in-column when own light-cavalry and own deployed; "
    + _LINE
)
"""Hold the line and fire; strike back where the enemy stands to lose more."""

DELAY: Final = _REST + _GUNS + _LINE
"""Fire, and close with nobody."""

_QUALITY: Final = {"elite": 1.5, "veteran": 1.25, "average": 1.0, "poor": 0.75, "artillery": 1.0}
"""What a base is worth by its rating; of wagons nothing."""

_STATE: Final = {State.OK: 1.0, State.DISORDERED: 0.75, State.DEMORALIZED: 0.25}

_COVERED: Final = 0.5
"""What skirmishing and long-range fire cost a unit behind cover beside one in the open, by
designer's judgement."""

_FRONTS: Final = {
    "infantry": Front(1.0, abreast=3, overlap=0.5),
    "cavalry": Front(1.0, abreast=2),
    "artillery": Front(2.0),
    "transport": Front(),
}
"""The front of one base, in bases of foot: with its teams and intervals one of guns fills the line
of two. By designer's judgement foot acts on its front and both flanks, so that half of what reaches
beyond the enemy is in the fight too; horse in a first line and a second: who fights hand to hand
alone, and falls back through what follows, keeps half in reserve."""


def begin(unit: Mapping[str, str]) -> Mapping[str, str]:
    """A unit at the start: in maneuver column, but guns and infantry barred from columns deployed.
    Infantry that does not assault in column may be trained to assault deployed (VII)."""
    arm = Arm(unit["arm"])
    in_line = arm is Arm.INFANTRY and unit.get("columns-may-assault") == "no"
    formation = Formation.DEPLOYED if arm.is_artillery or in_line else Formation.MANEUVER_COLUMN
    return {"state": State.OK.value, "formation": formation.value}


def worth(unit: Mapping[str, str]) -> float:
    """What a unit is worth in a fight, in bases of average foot that are OK; wagons nothing."""
    arm = Arm(unit["arm"])
    rated = unit["quality"] if arm.has_quality else arm.family
    return int(unit["bases"]) * _QUALITY.get(rated, 0.0) * _STATE[State(unit["state"])]


def front(unit: Mapping[str, str]) -> Front:
    """The part of a line that a unit fills; wagons nothing."""
    of_a_base = _FRONTS[Arm(unit["arm"]).family]
    return of_a_base._replace(bases=int(unit["bases"]) * of_a_base.bases)


def casualties(
    tables: Tables, before: Mapping[str, str], after: Mapping[str, str] | None, met: float
) -> float:
    """The share of a unit's present men lost between two conditions. A base is lost whole (V);
    disorder and rout cost men in that part of its front which `met` the enemy, a share of 1."""
    if after is None:
        return met * float(tables.fraction("forecast.losses.removed"))
    lost = (int(before["bases"]) - int(after["bases"])) / int(before["bases"])
    share = lost * float(tables.fraction("forecast.losses.base"))
    if State(after["state"]).rank > State(before["state"]).rank:
        share += (1 - share) * met * float(tables.fraction(f"forecast.losses.{after['state']}"))
    return share


def attrition(tables: Tables, ground: Mapping[str, str]) -> float:
    """The share of a unit's men that an hour in action costs where it stands."""
    share = float(tables.fraction("forecast.losses.engaged"))
    is_open = ground.get("cover", Cover.OPEN.value) == Cover.OPEN.value
    return share * (1.0 if is_open else _COVERED)


def worn(unit: Mapping[str, str], left: float) -> Mapping[str, str] | None:
    """A unit of which this share of the starting men is left: a base goes when its men are gone.
    None once half of the bases or more are gone (V)."""
    if left < 0.5:
        return None
    starting = int(unit["starting-bases"])
    kept = max(starting // 2 + 1, ceil(left * starting - 0.5))
    return {"bases": str(min(int(unit["bases"]), kept))}


def rested(unit: Mapping[str, str]) -> Mapping[str, str]:
    """A unit after a night: one status better."""
    return {"state": list(State)[max(0, State(unit["state"]).rank - 1)].value}


PLAN: Final = ForecastPlan(
    policies={Stance.PRESS: PRESS, Stance.HOLD: HOLD, Stance.DELAY: DELAY, Stance.REST: _REST},
    start=begin,
    is_demoralized=lambda unit: unit["state"] == State.DEMORALIZED.value,
    worth=worth,
    front=front,
    casualties=casualties,
    attrition=attrition,
    worn=worn,
    rested=rested,
    led={"general": "yes"},
    flanking={"frontal": "no"},
    discourages=lambda unit: not Arm(unit["arm"]).is_artillery,
    men=lambda unit: 100 * int(unit.get("bases", "1")),
    draws_each=lambda battle: battle.get("initiative") == Variant.RANDOM_EACH_DIVISION.value,
    plain_battle=plain_battle,
)
