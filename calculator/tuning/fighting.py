"""One battle fought without a table: a run of a forecast. docs/forecasting.md says why it is so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Final

import attrs

from calculator.chance.one_path import Stream
from calculator.rules.armies import ArmyCount
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

_CHANCE_PARTS: Final = 1 << 20
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

    enemy: _Host

    def __init__(self, field: Battlefield, place: int, stream: Stream) -> None:
        army, figures = field.armies[place], field.figures
        self._field = field
        self.army = army
        self.now = [unit.number for unit in army.units]
        self.left = [1.0] * len(army.units)
        self._whole = self._heart or 1.0
        self.tempo = figures.tempo * (1 + figures.leadership) ** _spread(stream)
        self.resolve = figures.resolve + figures.resolve_spread * _spread(stream)
        self.stance = Stance.HOLD
        self.effort = 0
        self.line: list[int] = []
        """The formations in front, from one end to the other."""
        self.reserves: list[int] = []
        self.spent: set[int] = set()
        """The units that have used their action for the turn."""
        self.later: dict[int, Condition] = {}
        """What holds for further actions against units in the same turn."""
        self.passed = self.struck = False
        self.extra = 0.0
        """The share of the army lost in flight."""

    def begin_turn(self) -> None:
        """Nobody has acted yet, and nobody has been struck."""
        self.spent.clear()
        self.later.clear()
        self.struck = False

    def present(self, turn: int) -> list[int]:
        """The formations on the field that still have a unit, by index."""
        return [
            number
            for number, division in enumerate(self.army.divisions)
            if division.enters <= turn and self.standing(number)
        ]

    def standing(self, number: int) -> list[int]:
        """The units of a formation that are still there."""
        return [unit for unit in self.army.divisions[number].units if self.now[unit] != GONE]

    def facing(self, sector: int) -> Sequence[int]:
        """The units still standing of the first formation in a part of the line that has any."""
        for number in (*self.line[sector:], *self.line[:sector]):
            if standing := self.standing(number):
                return standing
        return ()

    def value(self, divisions: Iterable[int]) -> float:
        """The fighting value left of some formations."""
        worths = self._field.worths
        return sum(worths[self.now[unit]] for number in divisions for unit in self.standing(number))

    @property
    def strength(self) -> float:
        """The fighting value left of the whole army, arrived or not."""
        return self.value(range(len(self.army.divisions)))

    def is_worn(self, number: int) -> bool:
        """Whether a formation has lost more than half of its fighting value."""
        worths, units = self._field.worths, self.army.units
        began = sum(worths[units[unit].number] for unit in self.army.divisions[number].units)
        return 2 * self.value([number]) < began

    @property
    def _heart(self) -> float:
        """The fighting value left of the units with which the army loses heart."""
        worths, units = self._field.worths, zip(self.army.units, self.now, strict=True)
        return sum(worths[now] for unit, now in units if unit.discourages and now != GONE)

    @property
    def lost_heart(self) -> float:
        """The share of what it has to lose heart with that is gone; what comes yet counts."""
        return 1 - self._heart / self._whole

    @property
    def lost_men(self) -> float:
        """The share of the army's men lost."""
        units = zip(self.army.units, self.left, strict=True)
        return sum(unit.share * (1 - left) for unit, left in units) + self.extra

    def led(self, unit: int) -> Condition:
        """What a unit answers whose formation has a general; nothing of others."""
        return tuple(self._field.plan.led.items()) if self.army.units[unit].led else ()

    def tries(self, ratio: float, turn: int) -> Stance:
        """Its mission, as far as the ratio of strengths on the field allows it."""
        figures = self._field.figures
        awaited = any(division.enters > turn for division in self.army.divisions)
        wanted = {Role.ATTACKER: figures.press, Role.DEFENDER: figures.counter, None: 1.0}
        if ratio >= wanted[self.army.role]:
            return Stance.PRESS
        if ratio < figures.delay and awaited:
            return Stance.DELAY
        return Stance.HOLD

    def settle(self, unit: int, after: int) -> None:
        """Put a unit into a new condition, and take from it the men that this costs."""
        before, demoralized = self.now[unit], self._field.demoralized
        if before == after:
            return
        self.left[unit] *= 1 - self._field.cost(before, after)
        self.now[unit] = after
        if after == GONE or demoralized[after]:
            self.struck |= not demoralized[before]

    def wear(self, unit: int) -> None:
        """Take what an hour in action costs, and the bases whose men are gone."""
        before, field = self.now[unit], self._field
        if before == GONE:
            return
        self.left[unit] *= 1 - field.attrition
        self.now[unit] = field.worn(before, self.left[unit])
        if self.now[unit] == GONE:
            self.struck |= not field.demoralized[before]

    def rest_overnight(self) -> None:
        """Recover as far as a night allows."""
        self.now = [now if now == GONE else self._field.rested(now) for now in self.now]

    def count(self) -> ArmyCount:
        """The army as the check of its morale counts it."""
        removed = self.now.count(GONE)
        demoralized = sum(now != GONE and self._field.demoralized[now] for now in self.now)
        return ArmyCount(len(self.now), removed, demoralized, self.passed, self.struck)


class RunInProgress:
    """A run in progress: `field` drawn from `stream`, told to `chronicle` if there is one."""

    def __init__(
        self, field: Battlefield, stream: Stream, chronicle: Chronicle | None = None
    ) -> None:
        self._field = field
        self._stream = stream
        self._chronicle = chronicle
        first, second = (_Host(field, place, stream) for place in (0, 1))
        first.enemy, second.enemy = second, first
        self._hosts = (first, second)

    def run(self) -> Run:
        """Fight until an army gives up or the last turn is over."""
        for turn in range(1, self._field.turns + 1):
            self._turn(turn)
            ended = self._ended(turn)
            if ended:
                return ended
        return self._result((), self._field.turns, "")

    def _turn(self, turn: int) -> None:
        for host in self._hosts:
            host.begin_turn()
        self._deploy(turn)
        if self._chronicle:
            self._chronicle.turn(turn, [host.stance for host in self._hosts])
        for host, number, sector in self._in_order():
            self._division_acts(host, number, sector, turn)

    def _deploy(self, turn: int) -> None:
        """Form both lines of battle: the freshest in front, the rest massed or in reserve."""
        present = [host.present(turn) for host in self._hosts]
        mine, theirs = map(_Host.value, self._hosts, present)
        front = max(1, min(map(len, present)))
        ratios = mine / (theirs or 1e-9), theirs / (mine or 1e-9)
        for host, formations, ratio in zip(self._hosts, present, ratios, strict=True):
            host.stance = host.tries(ratio, turn)
            host.line = sorted(sorted(formations, key=host.is_worn)[:front])
            host.reserves = [number for number in formations if number not in host.line]
            if turn == 1 or host.effort >= front:
                host.effort = self._stream.below(front)

    def _in_order(self) -> Iterator[tuple[_Host, int, int]]:
        """Who acts, one after another: army, formation, and the part of the line, -1 for none.

        By the initiative of the file: drawn once and then in turn, or drawn before each. Formations
        that a side which presses has to spare join its main effort; otherwise they rest.
        """
        columns = [list(self._column(host)) for host in self._hosts]
        if self._field.draws_each:
            while columns[0] and columns[1]:
                yield columns[self._stream.below(2)].pop(0)
            yield from chain(*columns)
            return
        first = self._stream.below(2)
        pairs = zip_longest(columns[first], columns[1 - first])
        yield from filter(None, chain.from_iterable(pairs))

    def _column(self, host: _Host) -> Iterator[tuple[_Host, int, int]]:
        """The formations of an army in their order, each with the part of the line it acts in."""
        massed = host.effort if host.stance is Stance.PRESS else -1
        acting = [(number, sector) for sector, number in enumerate(host.line)]
        acting += [(number, massed) for number in host.reserves]
        for number, sector in acting:
            engaged = sector >= 0 and self._happens(host.tempo)
            yield host, number, sector if engaged else -1

    def _division_acts(self, host: _Host, number: int, sector: int, turn: int) -> None:
        opposite = host.enemy.facing(sector) if sector >= 0 else ()
        massed = host.stance is Stance.PRESS and number in host.reserves
        for unit in host.army.divisions[number].units:
            if host.now[unit] == GONE or unit in host.spent:
                continue
            if opposite:
                self._engages(host, unit, opposite, massed, turn)
            else:
                self._rests(host, unit, turn)

    def _rests(self, host: _Host, unit: int, turn: int) -> None:
        """Regroup what is shaken; who is not, rests."""
        after, *_ = self._drawn(self._rest(host, unit, turn))
        host.settle(unit, after)

    def _rest(self, host: _Host, unit: int, turn: int) -> Prospect:
        policy = host.army.policies[Stance.REST]
        return self._field.choice(policy, host.now[unit], GONE, turn, host.led(unit))

    def _engages(
        self, host: _Host, unit: int, opposite: Sequence[int], massed: bool, turn: int
    ) -> None:
        """A unit acts against whichever of the enemies opposite promises most by the odds."""
        enemy, field = host.enemy, self._field
        opposite = [target for target in opposite if enemy.now[target] != GONE]
        shaken = self._rest(host, unit, turn).action != HOLD and not host.army.is_ordered
        if not opposite or shaken:
            self._rests(host, unit, turn)
            return
        own = host.led(unit)
        if massed and self._happens(field.figures.flank):
            own += tuple(field.plan.flanking.items())
        policy = host.army.policies[host.stance]
        promised: dict[tuple[int, Condition], tuple[int, Prospect]] = {}
        for target in opposite:
            now, this_turn = enemy.now[target], own + enemy.later.get(target, ())
            if (now, this_turn) not in promised:
                choice = field.choice(policy, host.now[unit], now, turn, this_turn)
                promised[now, this_turn] = target, choice
        target, best = max(promised.values(), key=lambda one: one[1].gain)
        self._carry_out(host, unit, target, best)

    def _carry_out(self, host: _Host, unit: int, target: int, choice: Prospect) -> None:
        mine, theirs, spent, later = self._drawn(choice)
        enemy = host.enemy
        before = host.now[unit], enemy.now[target]
        host.settle(unit, mine)
        enemy.settle(target, theirs)
        host.wear(unit)
        enemy.wear(target)
        if spent:
            enemy.spent.add(target)
        if later:
            enemy.later[target] = later
        if self._chronicle:
            after = host.now[unit], enemy.now[target]
            names = host.army.units[unit].name, enemy.army.units[target].name
            self._chronicle.action(*names, choice.action, before, after)

    def _ended(self, turn: int) -> Run | None:
        """How the battle ends with this turn, if it does: by the rules, by losses, by night."""
        figures = self._field.figures
        broken = [host for host in self._hosts if self._breaks(host)]
        if broken:
            return self._beaten(broken, turn, "broke", figures.rout)
        night = (self._field.first_hour + turn - figures.nightfall) % 12 == 0
        for host in self._hosts:
            lost = host.lost_heart
            bound = host.resolve / 2 if night else host.resolve
            if turn >= ENGAGED and lost >= bound and lost > host.enemy.lost_heart:
                ending = "broke off" if lost >= host.resolve else "left by night"
                return self._beaten([host], turn, ending, figures.pursuit)
        if night:
            for host in self._hosts:
                host.rest_overnight()
        return None

    def _breaks(self, host: _Host) -> bool:
        """Whether an army breaks by the system's own rule."""
        count = host.count()
        if 2 * (count.removed + count.demoralized) < count.units:
            return False
        chance = self._field.breaking(count)
        if chance and self._stream.below(chance.denominator) < chance.numerator:
            return True
        host.passed |= chance > 0
        return False

    def _beaten(self, beaten: Sequence[_Host], turn: int, ending: str, share: float) -> Run:
        """An army that gives up loses men in flight: more to a stronger victor, or a better led."""
        if len(beaten) == 1:
            (loser,) = beaten
            victor = loser.enemy
            pressed = min(4.0, max(0.25, victor.strength / (loser.strength or 1e-9)))
            taken = min(MOST_TAKEN, share * pressed * victor.tempo / loser.tempo)
            loser.extra = (1 - loser.lost_men) * taken
        return self._result(tuple(host.army.key for host in beaten), turn, ending)

    def _result(self, broken: tuple[str, ...], turn: int, ending: str) -> Run:
        losses = tuple(host.lost_men for host in self._hosts)
        run = Run(broken, turn, losses, ending)
        if self._chronicle:
            self._chronicle.end(run.broken, run.turns, run.losses, run.ending)
        return run

    def _happens(self, chance: float) -> bool:
        return self._stream.below(_CHANCE_PARTS) < chance * _CHANCE_PARTS

    def _drawn(self, choice: Prospect) -> tuple[int, int, bool, Condition]:
        if len(choice.outcomes) == 1:
            return choice.outcomes[0]
        place = self._stream.below(choice.ends[-1])
        return choice.outcomes[bisect_right(choice.ends, place)]


def _spread(stream: Stream) -> float:
    """A number from -1 to 1, each as likely."""
    return 2 * stream.below(_CHANCE_PARTS) / _CHANCE_PARTS - 1
