"""One army in a run of a forecast: how its units are, its line of battle, what it tries."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Final

from calculator.chance.one_path import Stream
from calculator.rules.armies import ArmyCount, Stance
from calculator.scenarios.model import Role
from calculator.tuning.acting import Condition
from calculator.tuning.battle import GONE, Battlefield, Posture

_CHANCE_PARTS: Final = 1 << 20
"""Parts into which a chance is divided where it is drawn."""

LEAST: Final = 2.0
"""Bases of foot or horse that act at least: the least that makes a brigade. Single ones side by
side act as one."""


class Host:
    """An army in a run: how each unit is, and the share of its men left."""

    enemy: Host

    def __init__(self, field: Battlefield, place: int, stream: Stream) -> None:
        army, figures = field.armies[place], field.figures
        self._field = field
        self.army = army
        self.now = [unit.begins for unit in army.units]
        self.left = [1.0] * len(army.units)
        self._heart = sum(unit.share for unit in army.units if unit.discourages) or 1.0
        self.tempo: float = field.tempo * (1 + figures.leadership) ** _spread(stream)
        self.resolve = figures.resolve + figures.resolve_spread * _spread(stream)
        self.stance = Stance.HOLD
        self.present: list[int] = []
        self.ratio = 1.0
        """Its fighting value on the field to one of the enemy's, as the hour began."""
        self.effort = 0.0
        """Where along the line, from 0 to 1, what there is to spare is massed."""
        self.reserves: set[int] = set()
        self.places: dict[int, float] = {}
        """Where along the line each unit is that is in it, or massed as its army presses."""
        self.supports: set[int] = set()
        """Those of the line that do not act: against one enemy unit a few do."""
        self._line: list[int] = []
        """The units in front, from the left."""
        self._ends: list[float] = []
        """Where the first of them begins, in bases, and then where each ends."""
        self.spent: set[int] = set()
        """The units that have used their action for the turn."""
        self.later: dict[int, Condition] = {}
        """What holds for further actions against units in the same turn."""
        self.passed = self.struck = False
        self._shaken = [0.0] * len(army.units)
        """The part of a demoralized unit's front that has met the enemy."""
        self.extra = 0.0
        """The share of the army lost in flight."""

    def begin_turn(self, turn: int) -> None:
        """Nobody has acted yet, and nobody has been struck; who is on the field is known."""
        self.spent.clear()
        self.later.clear()
        self.struck = False
        self.present = [
            unit
            for division in self.army.divisions
            if division.enters <= turn
            for unit in division.units
            if self.now[unit] is not GONE
        ]

    def form(self, width: float) -> None:
        """Put units in front until the line is so long, the others in reserve: those first who
        have half of their fighting value left."""
        taken, length, now, units = set[int](), 0.0, self.now, self.army.units
        worn = {unit for unit in self.present if 2 * now[unit].worth < units[unit].begins.worth}
        self.reserves.clear()
        for unit in sorted(self.present, key=worn.__contains__):
            front = now[unit].front
            if front and (not taken or length + front / 2 <= width):
                taken.add(unit)
                length += front
            elif front:
                self.reserves.add(unit)
        self._line = [unit for unit in self.present if unit in taken]
        fronts = accumulate(now[unit].front for unit in self._line)
        self._ends = [0.0, *(end * width / length for end in fronts)]

    def deploy(self, width: float) -> None:
        """Give each unit its place: its own in the line, or where its army masses as it presses;
        and tell apart who acts, and who supports those beside."""
        self.places.clear()
        self.supports.clear()
        acting, room = Counter[int](), 0.0
        for unit, (left, right) in zip(self._line, pairwise(self._ends), strict=True):
            self.places[unit] = place = (left + right) / 2
            now = self.now[unit]
            if now.abreast:
                enemy = bisect_right(self.enemy._ends, place)
                room += now.front
                rests = now.has_to_regroup and not self.army.is_ordered
                if rests or room < LEAST or acting[enemy] == now.abreast:
                    self.supports.add(unit)
                    continue
                acting[enemy], room = acting[enemy] + 1, 0.0
        if self.stance is Stance.PRESS:
            self.places |= dict.fromkeys(self.reserves, self.effort * width)

    def exposed(self, left: float, right: float) -> list[int]:
        """The units of the line, wholly or in part between two points of it, that can be met.

        Guns have foot and horse to cover them: they are met where nobody else is left.
        """
        first, end = bisect_right(self._ends, left, 1) - 1, bisect_left(self._ends, right)
        found = [unit for unit in self._line[first:end] if self.now[unit] is not GONE]
        return [unit for unit in found if self.army.units[unit].discourages] or found

    def value(self, units: Iterable[int]) -> float:
        """The fighting value left of some units."""
        return sum([self.now[unit].worth for unit in units])

    @property
    def lost_heart(self) -> float:
        """The share lost of the men with whom it loses heart; who comes yet counts."""
        units = zip(self.army.units, self.left, strict=True)
        lost = sum([unit.share * (1 - left) for unit, left in units if unit.discourages])
        return lost / self._heart

    @property
    def lost_men(self) -> float:
        """The share of the army's men lost."""
        units = zip(self.army.units, self.left, strict=True)
        return sum([unit.share * (1 - left) for unit, left in units]) + self.extra

    def tries(self, turn: int) -> None:
        """Take up its mission, as far as the ratio of strengths on the field allows it."""
        figures, enemy = self._field.figures, self.enemy
        self.ratio = self.value(self.present) / (enemy.value(enemy.present) or 1e-9)
        wanted = {Role.ATTACKER: figures.press, Role.DEFENDER: figures.counter, None: 1.0}
        self.stance = Stance.HOLD
        if self.ratio >= wanted[self.army.role]:
            self.stance = Stance.PRESS
        elif self.ratio < figures.delay and any(one.enters > turn for one in self.army.divisions):
            self.stance = Stance.DELAY

    def fights(self, unit: int, after: Posture, opposite: float) -> None:
        """Put a unit into a new posture; take from it the men that this costs where so much of its
        front, in bases, is in the fight, and the bases then gone."""
        field, before = self._field, self.now[unit]
        met = min(1.0, opposite / before.front)
        if after is not before:
            self.left[unit] *= 1 - field.cost(before, after, met)
        if after is not GONE:
            after = field.worn(after, self.left[unit])
        self.now[unit] = after
        if after is GONE or after.is_demoralized:
            self.struck |= not before.is_demoralized
            self._shaken[unit] = min(1.0, self._shaken[unit] * before.is_demoralized + met)

    def wears(self, unit: int, hours: int) -> None:
        """Take from a unit the men that so many hours in action cost, and the bases then gone."""
        before = self.now[unit]
        if hours and before is not GONE:
            self.left[unit] *= 1 - hours * self._field.attrition(before)
            self.now[unit] = self._field.worn(before, self.left[unit])
            self.struck |= self.now[unit] is GONE

    def rest_overnight(self) -> None:
        """Recover as far as a night allows."""
        self.now = [now if now is GONE else self._field.rested(now) for now in self.now]

    def count(self) -> ArmyCount:
        """The army as the check of its morale counts it, in hundredths of its men: of a demoralized
        unit as much as met the enemy."""
        units = list(zip(self.army.units, self.now, self._shaken, strict=True))
        removed = sum([unit.share for unit, now, _ in units if now is GONE])
        shaken = sum([unit.share * part for unit, now, part in units if now.is_demoralized])
        out, lost = round(100 * removed), round(100 * (removed + shaken))
        return ArmyCount(100, out, lost - out, self.passed, self.struck)


def even_chance(stream: Stream) -> float:
    """A number from 0 to 1, each as likely."""
    return stream.below(_CHANCE_PARTS) / _CHANCE_PARTS


def _spread(stream: Stream) -> float:
    """A number from -1 to 1, each as likely."""
    return 2 * even_chance(stream) - 1
