"""One battle fought without a table: a run of a forecast. docs/forecasting.md says why it is so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Final

from calculator.chance.one_path import Stream
from calculator.tuning.acting import Condition
from calculator.tuning.battle import GONE, Battlefield, Posture, Prospect, Run
from calculator.tuning.host import Host, even_chance
from calculator.tuning.story import RunStory

ENGAGED: Final = 3
"""The first hour after which an army may break off: it takes as long to bring one into action."""

MOST_TAKEN: Final = 0.5
"""Of the men left, what a flight costs at most: no army of the 32 battles lost more than Jena's."""

STRETCH: Final = 8.0
"""How much of the line is in action or at rest as one, in bases: the longest brigade that is usual,
by designer's judgement. In a shorter one small brigades act one by one where a large acts whole.
As far to either side a unit chooses its enemy."""


class RunInProgress:
    """A run in progress: `field` drawn from `stream`, told to `story` if there is one."""

    def __init__(self, field: Battlefield, stream: Stream, story: RunStory | None = None) -> None:
        self._field = field
        self._stream = stream
        self._story = story
        first, second = (Host(field, place, stream) for place in (0, 1))
        first.enemy, second.enemy = second, first
        first.effort, second.effort = even_chance(stream), even_chance(stream)
        self._hosts = (first, second)
        self._hours: dict[int, float] = {}
        """What the hour has drawn for each stretch of the line that anyone has asked of."""

    def run(self) -> Run:
        """Fight until an army gives up or the last turn is over."""
        for turn in range(1, self._field.turns + 1):
            self._turn(turn)
            if self._story:
                self._story.hour_over(turn, self._hosts)
            ended = self._over(turn)
            if ended:
                return ended
        return self._result((), self._field.turns, "")

    def _turn(self, turn: int) -> None:
        """Form both lines of battle, as long as the shorter side can make its own, and fight."""
        self._hours.clear()
        for host in self._hosts:
            host.begin_turn(turn)
        width = min(sum([host.now[unit].front for unit in host.present]) for host in self._hosts)
        for host in self._hosts:
            host.tries(turn)
            host.form(width)
        for host in self._hosts:
            host.deploy(width)
        for host, units in self._in_order(turn):
            for unit in units:
                if host.now[unit] is not GONE and unit not in host.spent:
                    self._acts(host, unit, turn)
        for host in self._hosts if width else ():
            for unit, place in host.places.items():
                host.wears(unit, sum(self._in_action(one, place) for one in self._hosts))

    def _in_order(self, turn: int) -> Iterator[tuple[Host, tuple[int, ...]]]:
        """The units of each formation, one formation after another, by the initiative of the
        file: drawn once and then in turn, or drawn before each."""
        columns = [
            [(host, part.units) for part in host.army.divisions if part.enters <= turn]
            for host in self._hosts
        ]
        if self._field.draws_each:
            while columns[0] and columns[1]:
                yield columns[self._stream.below(2)].pop(0)
            yield from chain(*columns)
            return
        first = self._stream.below(2)
        pairs = zip_longest(columns[first], columns[1 - first])
        yield from filter(None, chain.from_iterable(pairs))

    def _acts(self, host: Host, unit: int, turn: int) -> None:
        """Engage an enemy opposite if the hour comes to that stretch of the line, else regroup."""
        place = None if unit in host.supports else host.places.get(unit)
        if place is not None and self._in_action(host, place):
            reach = max(STRETCH, host.now[unit].front / 2)
            opposite = host.enemy.exposed(place - reach, place + reach)
            if opposite:
                self._engages(host, unit, opposite, turn)
                return
        field, now = self._field, host.now[unit]
        if now.has_to_regroup:
            found = field.choice(field.rest, now, GONE, turn, host.army.units[unit].led)
            host.now[unit], *_ = self._drawn(found)

    def _in_action(self, host: Host, place: float) -> bool:
        """Whether the hour comes to a place in the line: to both sides there, and to all units."""
        stretch = int(place // STRETCH)
        if stretch not in self._hours:
            self._hours[stretch] = even_chance(self._stream)
        return self._hours[stretch] < host.tempo

    def _engages(self, host: Host, unit: int, opposite: Sequence[int], turn: int) -> None:
        """A unit acts against whichever of the enemies opposite promises most by the odds."""
        enemy, field = host.enemy, self._field
        own = host.army.units[unit].led
        if unit in host.reserves and even_chance(self._stream) < field.figures.flank:
            own += tuple(field.plan.flanking.items())
        policy = host.army.policies[host.stance]
        promised: dict[tuple[Posture, Condition], tuple[int, Prospect]] = {}
        for target in opposite:
            now, this_turn = enemy.now[target], own + enemy.later.get(target, ())
            if (now, this_turn) not in promised:
                choice = field.choice(policy, host.now[unit], now, turn, this_turn)
                promised[now, this_turn] = target, choice
        target, best = max(promised.values(), key=lambda one: one[1].gain)
        self._carry_out(host, unit, target, best)

    def _carry_out(self, host: Host, unit: int, target: int, choice: Prospect) -> None:
        mine, theirs, spent, later = self._drawn(choice)
        enemy = host.enemy
        before = host.now[unit], enemy.now[target]
        own, front = before[0].front, before[1].front
        host.fights(unit, mine, front + before[0].overlap * (own - front))
        enemy.fights(target, theirs, own)
        if spent:
            enemy.spent.add(target)
        if later:
            enemy.later[target] = later
        if self._story:
            self._story.action(host, unit, target, choice.action, *before)

    def _over(self, turn: int) -> Run | None:
        """How the battle ends with this turn, if it does: by the rules, by losses, by night."""
        figures = self._field.figures
        broken = [host for host in self._hosts if self._breaks(host)]
        if broken:
            return self._beaten(broken, turn, "broke", figures.rout)
        left = self._field.turns - turn
        dusk = (self._field.first_hour + turn - figures.nightfall) % 12 == 0
        night = (dusk and left >= ENGAGED) or not left
        hearts = [host.lost_heart for host in self._hosts]
        for host, lost, theirs in zip(self._hosts, hearts, reversed(hearts), strict=True):
            bound = host.resolve / 2 if night else host.resolve
            if turn >= ENGAGED and lost >= bound and lost > theirs:
                ending = "broke off" if lost >= host.resolve else "left by night"
                return self._beaten([host], turn, ending, figures.pursuit)
        if night:
            for host in self._hosts:
                host.rest_overnight()
        return None

    def _breaks(self, host: Host) -> bool:
        """Whether an army breaks by the system's own rule."""
        count = host.count()
        if 2 * (count.removed + count.demoralized) < count.units:
            return False
        chance = self._field.breaking(count)
        if chance and self._stream.below(chance.denominator) < chance.numerator:
            return True
        host.passed |= chance > 0
        return False

    def _beaten(self, beaten: Sequence[Host], turn: int, ending: str, share: float) -> Run:
        """An army that gives up loses men in flight: more to a stronger victor, or a better led."""
        if len(beaten) == 1:
            (loser,) = beaten
            victor = loser.enemy
            left, after_it = (sum([now.worth for now in host.now]) for host in (loser, victor))
            pressed = min(4.0, max(0.25, after_it / (left or 1e-9)))
            taken = min(MOST_TAKEN, share * pressed * victor.tempo / loser.tempo)
            loser.extra = (1 - loser.lost_men) * taken
        return self._result(tuple(host.army.key for host in beaten), turn, ending)

    def _result(self, broken: tuple[str, ...], turn: int, ending: str) -> Run:
        losses = tuple(host.lost_men for host in self._hosts)
        run = Run(broken, turn, losses, ending)
        if self._story:
            self._story.end(run, self._hosts)
        return run

    def _drawn(self, choice: Prospect) -> tuple[Posture, Posture, bool, Condition]:
        if len(choice.outcomes) == 1:
            return choice.outcomes[0]
        place = self._stream.below(choice.ends[-1])
        return choice.outcomes[bisect_right(choice.ends, place)]
