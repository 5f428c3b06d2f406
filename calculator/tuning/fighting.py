"""One battle fought without a table: a run of a forecast. docs/forecasting.md says why it is so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest
from typing import Final

import attrs

from calculator.chance.one_path import Stream
from calculator.rules.army_morale import ArmyCount
from calculator.rules.forecast_plan import Stance
from calculator.scenarios.layout import Role
from calculator.tuning.acting import Condition
from calculator.tuning.battle import GONE, Battlefield, Prospect
from calculator.tuning.chronicle import Chronicle
from calculator.tuning.policy import HOLD

ENGAGED: Final = 3
"""The first hour after which an army may break off: it takes as long to bring one into action."""

MOST_TAKEN: Final = 0.5
"""Of the men left, what a flight costs at most: no army of the 32 battles lost more than Jena's."""

_FINE: Final = 1 << 20
"""Parts into which a chance is divided where it is drawn."""


@attrs.frozen
class Run:
    """What one run came to: the side that gave up, if any, the turns fought, the losses by side.

    `broken` names both sides where both broke in the same hour. `ending` says how it ended:
    "broke", "broke off", "left by night", or "" where the last turn was over.
    """

    broken: tuple[str, ...]
    turns: int
    losses: tuple[float, ...]
    ending: str = ""


class _Host:
    """An army in a run: each unit's condition by number, the share of its men left."""

    def __init__(self, field: Battlefield, place: int, stream: Stream) -> None:
        army, figures = field.armies[place], field.figures
        self.army = army
        self.now = [unit.number for unit in army.units]
        self.left = [1.0] * len(army.units)
        self.whole = self.heart(field.worths) or 1.0
        self.tempo = figures.tempo * (1 + figures.leadership) ** _spread(stream)
        self.resolve = figures.resolve + figures.resolve_spread * _spread(stream)
        self.stance = Stance.HOLD
        self.effort = 0
        self.passed = self.struck = False
        self.extra = 0.0
        """The share of the army lost in flight."""

    def present(self, turn: int) -> list[int]:
        """The formations on the field that still have a unit, by index."""
        return [
            number
            for number, division in enumerate(self.army.divisions)
            if division.enters <= turn and any(self.now[unit] != GONE for unit in division.units)
        ]

    def heart(self, worths: Sequence[float]) -> float:
        """The fighting value left of the units with which the army loses heart."""
        units = zip(self.army.units, self.now, strict=True)
        return sum(worths[now] for unit, now in units if unit.discourages and now != GONE)

    def lost_men(self) -> float:
        """The share of the army's men lost."""
        units = zip(self.army.units, self.left, strict=True)
        return sum(unit.share * (1 - left) for unit, left in units) + self.extra


class RunInProgress:
    """A run in progress: `field` drawn from `stream`, told to `chronicle` if there is one."""

    def __init__(
        self, field: Battlefield, stream: Stream, chronicle: Chronicle | None = None
    ) -> None:
        self._field = field
        self._stream = stream
        self._chronicle = chronicle
        self._hosts = tuple(_Host(field, place, stream) for place in (0, 1))
        self._spent: set[tuple[int, int]] = set()
        self._later: dict[tuple[int, int], Condition] = {}
        self._lines: tuple[list[int], ...] = ([], [])

    def run(self) -> Run:
        """Fight until an army gives up or the last turn is over."""
        for turn in range(1, self._field.turns + 1):
            self._turn(turn)
            ended = self._ended(turn)
            if ended:
                return ended
        return self._result((), self._field.turns, "")

    def _turn(self, turn: int) -> None:
        self._spent.clear()
        self._later.clear()
        for host in self._hosts:
            host.struck = False
        self._deploy(turn)
        if self._chronicle:
            self._chronicle.turn(turn, [host.stance for host in self._hosts])
        for side, number, sector in self._in_order(turn):
            self._division_acts(side, number, sector, turn)

    def _deploy(self, turn: int) -> None:
        """Form both lines of battle: the freshest in front, the rest massed or in reserve."""
        present = [host.present(turn) for host in self._hosts]
        values = [self._value(side, present[side]) for side in (0, 1)]
        front = max(1, min(map(len, present)))
        lines = []
        for side, host in enumerate(self._hosts):
            host.stance = self._stance(side, values, turn)
            fresh = sorted(present[side], key=partial(self._worn, side))
            line = sorted(fresh[:front])
            lines.append(line)
            if turn == 1 or host.effort >= front:
                host.effort = self._stream.below(front)
        self._lines = tuple(lines)
        self._reserves = tuple(
            [number for number in present[side] if number not in lines[side]] for side in (0, 1)
        )

    def _stance(self, side: int, values: Sequence[float], turn: int) -> Stance:
        """What a side tries: its mission, as far as the strengths on the field allow it."""
        host, figures = self._hosts[side], self._field.figures
        ratio = values[side] / (values[1 - side] or 1e-9)
        awaited = any(division.enters > turn for division in host.army.divisions)
        wanted = {Role.ATTACKER: figures.press, Role.DEFENDER: figures.counter, None: 1.0}
        if ratio >= wanted[host.army.role]:
            return Stance.PRESS
        if ratio < figures.delay and awaited:
            return Stance.DELAY
        return Stance.HOLD

    def _worn(self, side: int, number: int) -> bool:
        """Whether a formation has lost more than half of its fighting value."""
        host, worths = self._hosts[side], self._field.worths
        units = host.army.divisions[number].units
        began = sum(worths[host.army.units[unit].number] for unit in units)
        return 2 * self._value(side, [number]) < began

    def _value(self, side: int, divisions: Sequence[int]) -> float:
        host, worths = self._hosts[side], self._field.worths
        return sum(
            worths[host.now[unit]]
            for number in divisions
            for unit in host.army.divisions[number].units
            if host.now[unit] != GONE
        )

    def _in_order(self, turn: int) -> Iterator[tuple[int, int, int]]:
        """Who acts, one after another: side, formation, and the part of the line, -1 for none.

        By the initiative of the file: drawn once and then in turn, or drawn before each. Formations
        that a side which presses has to spare join its main effort; otherwise they rest.
        """
        columns = []
        for side, host in enumerate(self._hosts):
            acting = list(zip(self._lines[side], range(len(self._lines[side])), strict=True))
            massed = host.effort if host.stance is Stance.PRESS else -1
            acting += [(number, massed) for number in self._reserves[side]]
            column = []
            for number, sector in acting:
                engaged = sector >= 0 and self._happens(host.tempo)
                column.append((side, number, sector if engaged else -1))
            columns.append(column)
        if self._field.draws_each:
            while columns[0] and columns[1]:
                yield columns[self._stream.below(2)].pop(0)
            yield from chain(*columns)
            return
        first = self._stream.below(2)
        pairs = zip_longest(columns[first], columns[1 - first])
        yield from filter(None, chain.from_iterable(pairs))

    def _division_acts(self, side: int, number: int, sector: int, turn: int) -> None:
        host = self._hosts[side]
        stance = host.stance if sector >= 0 else Stance.REST
        opposite = self._opposite(side, sector) if sector >= 0 else ()
        massed = stance is Stance.PRESS and number in self._reserves[side]
        for unit in host.army.divisions[number].units:
            if host.now[unit] == GONE or (side, unit) in self._spent:
                continue
            if opposite and stance is not Stance.REST:
                self._engages(side, unit, stance, opposite, massed, turn)
            else:
                self._rests(side, unit, turn)

    def _opposite(self, side: int, sector: int) -> Sequence[int]:
        """The units still standing of the first formation opposite that has any."""
        enemy = self._hosts[1 - side]
        line = self._lines[1 - side]
        for step in range(len(line)):
            units = enemy.army.divisions[line[(sector + step) % len(line)]].units
            standing = [unit for unit in units if enemy.now[unit] != GONE]
            if standing:
                return standing
        return ()

    def _rests(self, side: int, unit: int, turn: int) -> None:
        """Regroup what is shaken; who is not, rests."""
        after, *_ = self._drawn(self._rest(side, unit, turn))
        self._settle(side, unit, after)

    def _rest(self, side: int, unit: int, turn: int) -> Prospect:
        host, field = self._hosts[side], self._field
        policy = host.army.policies[Stance.REST]
        led = tuple(field.plan.led.items()) if host.army.units[unit].led else ()
        return field.choice(policy, host.now[unit], GONE, turn, led)

    def _engages(
        self, side: int, unit: int, stance: Stance, opposite: Sequence[int], massed: bool, turn: int
    ) -> None:
        """A unit acts against whichever of the enemies opposite promises most by the odds."""
        host, enemy, field = self._hosts[side], self._hosts[1 - side], self._field
        opposite = [target for target in opposite if enemy.now[target] != GONE]
        shaken = self._rest(side, unit, turn).action != HOLD and not host.army.is_ordered
        if not opposite or shaken:
            self._rests(side, unit, turn)
            return
        flank = massed and self._happens(field.figures.flank)
        own: Condition = tuple(field.plan.led.items()) if host.army.units[unit].led else ()
        own += tuple(field.plan.flanking.items()) if flank else ()
        policy = host.army.policies[stance]
        best: Prospect | None = None
        target = opposite[0]
        seen: set[tuple[int, Condition]] = set()
        for other in opposite:
            this_turn = own + self._later.get((1 - side, other), ())
            if (enemy.now[other], this_turn) in seen:
                continue
            seen.add((enemy.now[other], this_turn))
            choice = field.choice(policy, host.now[unit], enemy.now[other], turn, this_turn)
            if best is None or choice.gain > best.gain:
                best, target = choice, other
        assert best is not None, "there is somebody opposite"
        self._carry_out(side, unit, target, best)

    def _carry_out(self, side: int, unit: int, target: int, choice: Prospect) -> None:
        mine, theirs, spent, later = self._drawn(choice)
        host, enemy = self._hosts[side], self._hosts[1 - side]
        before = host.now[unit], enemy.now[target]
        self._settle(side, unit, mine)
        self._settle(1 - side, target, theirs)
        self._wear(side, unit)
        self._wear(1 - side, target)
        if spent:
            self._spent.add((1 - side, target))
        if later:
            self._later[1 - side, target] = later
        if self._chronicle:
            after = host.now[unit], enemy.now[target]
            self._chronicle.action(side, unit, target, choice.action, before, after)

    def _settle(self, side: int, unit: int, after: int) -> None:
        """Put a unit into a new condition, and take from it the men that this costs."""
        host, field = self._hosts[side], self._field
        before = host.now[unit]
        if before == after:
            return
        host.left[unit] *= 1 - field.cost(before, after)
        host.now[unit] = after
        if after == GONE or field.demoralized[after]:
            host.struck |= not field.demoralized[before]

    def _wear(self, side: int, unit: int) -> None:
        """Take what an hour in action costs, and the bases whose men are gone."""
        host, field = self._hosts[side], self._field
        if host.now[unit] == GONE:
            return
        host.left[unit] *= 1 - field.attrition
        after = field.worn(host.now[unit], host.left[unit])
        if after == GONE:
            host.struck |= not field.demoralized[host.now[unit]]
        host.now[unit] = after

    def _ended(self, turn: int) -> Run | None:
        """How the battle ends with this turn, if it does: by the rules, by losses, by night."""
        broken = [side for side in (0, 1) if self._breaks(side)]
        if broken:
            return self._beaten(broken, turn, "broke", self._field.figures.rout)
        gone = [self._spent_share(side) for side in (0, 1)]
        night = self._is_night(turn)
        for side, host in enumerate(self._hosts):
            bound = host.resolve / 2 if night else host.resolve
            if turn >= ENGAGED and gone[side] >= bound and gone[side] > gone[1 - side]:
                ending = "broke off" if gone[side] >= host.resolve else "left by night"
                return self._beaten([side], turn, ending, self._field.figures.pursuit)
        if night:
            self._rest_overnight()
        return None

    def _spent_share(self, side: int) -> float:
        """The share of what an army has to lose heart with that is gone; what comes yet counts."""
        host = self._hosts[side]
        return 1 - host.heart(self._field.worths) / host.whole

    def _is_night(self, turn: int) -> bool:
        return (self._field.first_hour + turn - self._field.figures.nightfall) % 12 == 0

    def _rest_overnight(self) -> None:
        for host in self._hosts:
            host.now = [now if now == GONE else self._field.rested(now) for now in host.now]

    def _breaks(self, side: int) -> bool:
        """Whether an army breaks by the system's own rule."""
        host, field = self._hosts[side], self._field
        removed = sum(now == GONE for now in host.now)
        demoralized = sum(now != GONE and field.demoralized[now] for now in host.now)
        if 2 * (removed + demoralized) < len(host.now):
            return False
        count = ArmyCount(len(host.now), removed, demoralized, host.passed, host.struck)
        chance = field.breaking(count)
        if chance and self._stream.below(chance.denominator) < chance.numerator:
            return True
        host.passed |= chance > 0
        return False

    def _beaten(self, sides: list[int], turn: int, ending: str, share: float) -> Run:
        """An army that gives up loses men in flight: more to a stronger victor, or a better led."""
        if len(sides) == 1:
            (loser,) = sides
            host, victor = self._hosts[loser], self._hosts[1 - loser]
            values = [
                self._value(side, range(len(h.army.divisions)))
                for side, h in enumerate(self._hosts)
            ]
            pressed = min(4.0, max(0.25, values[1 - loser] / (values[loser] or 1e-9)))
            taken = min(MOST_TAKEN, share * pressed * victor.tempo / host.tempo)
            host.extra = (1 - host.lost_men()) * taken
        keys = tuple(self._hosts[side].army.key for side in sides)
        return self._result(keys, turn, ending)

    def _result(self, broken: tuple[str, ...], turn: int, ending: str) -> Run:
        losses = tuple(host.lost_men() for host in self._hosts)
        run = Run(broken, turn, losses, ending)
        if self._chronicle:
            self._chronicle.end(run.broken, run.turns, run.losses, run.ending)
        return run

    def _happens(self, chance: float) -> bool:
        return self._stream.below(_FINE) < chance * _FINE

    def _drawn(self, choice: Prospect) -> tuple[int, int, bool, Condition]:
        if len(choice.outcomes) == 1:
            return choice.outcomes[0]
        place = self._stream.below(choice.ends[-1])
        return choice.outcomes[bisect_right(choice.ends, place)]


def _spread(stream: Stream) -> float:
    """A number from -1 to 1, each as likely."""
    return 2 * stream.below(_FINE) / _FINE - 1
