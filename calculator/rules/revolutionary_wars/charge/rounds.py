"""A charge as it goes: tests to stand, flight and pursuit, melee, and again until one side breaks.

The steps are those of the Charge Action: 2. the enemy tests to stand and fight, those who fail
break and run and are pursued; 3. the chargers test; 4. melee; 5. return to 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from calculator.chance.interface import Chance, Part
from calculator.rules.revolutionary_wars.battalion import Battalion, Resolve
from calculator.rules.revolutionary_wars.charge.combatants import Lineup
from calculator.rules.revolutionary_wars.charge.pulling import TESTS, Facing, resolve_of
from calculator.rules.revolutionary_wars.charge.pursuit import Pursuit
from calculator.rules.revolutionary_wars.charge.state import (
    ELSEWHERE,
    FORGOTTEN,
    BattalionState,
    End,
    Fight,
    is_over,
)
from calculator.rules.revolutionary_wars.checks.melee import Melee
from calculator.rules.revolutionary_wars.rolls import Roll, passes
from calculator.rules.revolutionary_wars.terms import Arm, Order

Group: TypeAlias = tuple[int, ...]
"""Places of battalions in contact with one another, directly or by way of others."""


class ChargeRounds:
    """Rounds of one side charging another; battalions go by their places in a `Fight`.

    Each of the `lineups` is a charge apart from the others. On `soft_ground` it has no shock.
    """

    mutual = False
    """Whether both sides charge."""

    def __init__(
        self,
        battalions: Sequence[Battalion],
        lineups: Sequence[Lineup],
        pursuit: Pursuit,
        soft_ground: bool = False,
    ) -> None:
        self.battalions = battalions
        self.pursuit = pursuit
        self._soft_ground = soft_ground
        self.chargers = [one for lineup in lineups for one in lineup.chargers]
        self.defenders = [one for lineup in lineups for one in lineup.defenders]
        self.contacts = {one: met for lineup in lineups for one, met in lineup.contacts.items()}
        self._melee = Melee(battalions, lineups)
        tables = battalions[0].card.tables
        self._pursue_nobody = tables.is_so("pursuit.after-wiping-out")
        self._resolve = {one: resolve_of(battalions[one]) for one in self.defenders}
        self._stand_rolls: dict[tuple[int, Order, Group, bool], Roll] = {}
        self._centres = {one: at for lineup in lineups for one, at in lineup.centres.items()}
        self._shapes: dict[tuple[object, ...], Group] = {}
        self._models: dict[Group, Group] = {}

    def round(self, fight: Fight, chance: Chance) -> Fight:
        """The next step: the tests to stand of both sides, or a melee."""
        if fight.melee:
            return self._melee.fight(fight.states, chance)
        return self.tests(fight, chance)

    def apart(self, fight: Fight) -> tuple[Fight, ...]:
        """The parts into which a charge has fallen, none of which bears on another any more.

        Battalions in contact, directly or by way of others, belong together; those whose part has
        ended make a part of their own. A part of nobody who is asked about is over. Nobody is apart
        whom the melee of others disorders.
        """
        if not self._melee.spares_others:
            return (fight,)
        left = [one for one, state in enumerate(fight.states) if state.end is None]
        groups = list[set[int]]()
        while left:
            groups.append(self._together(left[0], fight))
            left = [one for one in left if one not in groups[-1]]
        ended = {
            one
            for one, state in enumerate(fight.states)
            if state.end is not None and state is not ELSEWHERE
        }
        parts = (_only(fight, group) for group in (*groups, ended) if group)
        return tuple(map(self._unless_forgotten, parts))

    def _unless_forgotten(self, part: Fight) -> Fight:
        fighting = [one for one, state in enumerate(part.states) if state.end is None]
        if any(map(self.pursuit.asks, fighting)) or not fighting:
            return part
        return Fight(tuple([FORGOTTEN if one.fights else one for one in part.states]))

    def _together(self, first: int, fight: Fight) -> set[int]:
        """Who still fights in contact with a battalion, and with those, and so on."""
        group, reached = set[int](), {first}
        while reached:
            group |= reached
            met = {other for one in reached for other in self.contacts[one]}
            reached = {one for one in met if fight.states[one].end is None} - group
        return group

    def representative(self, fight: Fight) -> tuple[Fight, Callable[[Fight], Fight]]:
        """A part of a charge as the first of like battalions make it, and the way back.

        They are alike if nothing but the ground they stand on tells them apart.
        """
        group = tuple([one for one, state in enumerate(fight.states) if state.end is None])
        if (model := self._models.get(group)) is None:
            model = self._shapes.setdefault(tuple(self._shape(group)), group)
            self._models[group] = model
        return _moved(group, model, fight), partial(_moved, model, group)

    def _shape(self, group: Group) -> Iterator[object]:
        """All that decides how the battalions of a group fare."""
        for one in group:
            yield self.battalions[one].likeness
            yield one in self.defenders, one in self.pursuit.going_on, one == self.pursuit.only
            yield self._centres[one] - self._centres[group[0]]
            yield tuple(group.index(other) for other in self.contacts[one] if other in group)

    def tests(self, fight: Fight, chance: Chance) -> Fight:
        """The enemy tests and breaks or not, the chargers pursue or test themselves."""
        states = list(fight.states)
        engaged = self.engaged(states)
        broken = [
            enemy
            for enemy in self.defenders
            if enemy in engaged
            and (self.chose_to_run(enemy, fight) or not self.stands(enemy, fight, chance))
        ]
        hunts = self.hunts(self.chargers, fight, broken, chance)
        if broken or hunts:
            self.flights(states, broken, hunts, fight, chance)
            engaged = self.engaged(states)
        tested = [charger for charger in self.chargers if charger in engaged]
        tests = [Part(self._charger_left, (one, states[one], fight.fought)) for one in tested]

        def left(chargers: tuple[BattalionState, ...]) -> Fight:
            after = dict(zip(tested, chargers, strict=True))
            return self.tested([after.get(*one) for one in enumerate(states)], fight)

        return chance.at_once(tests, left)

    def flights(
        self,
        states: list[BattalionState],
        broken: Sequence[int],
        hunts: dict[int, int | None],
        fight: Fight,
        chance: Chance,
    ) -> None:
        """Those who broke run, then those who hunt them follow."""
        off = set()
        for one in broken:
            hunters = tuple(hunter for hunter, quarry in hunts.items() if quarry == one)
            runs = (one, states[one], hunters, self.chose_to_run(one, fight))
            states[one], gone = chance.take(Part(self.pursuit.run, runs))
            off |= {one} if gone else set()
        for hunter, quarry in hunts.items():
            states[hunter] = self.pursuit.pursue(hunter, states[hunter], quarry in off, chance)

    def tested(self, states: list[BattalionState], fight: Fight) -> Fight:
        """After the tests: a melee comes next, if anybody still fights."""
        after = self.still_met(states)
        fights = not is_over(after)
        return after._replace(melee=fights, fought=fights and fight.fought)

    def still_met(self, states: list[BattalionState]) -> Fight:
        """Those who have nobody left to fight stay where they are.

        A charger that pursued before is Shattered (Only Pursue Once).
        """
        engaged = self.engaged(states)
        for one, state in enumerate(states):
            if state.end is None and one not in engaged:
                order = Order.SHATTERED if state.pursued else state.order
                states[one] = self.pursuit.leave(one, state._replace(order=order), End.STANDS)
        return Fight(tuple(states))

    def engaged(self, states: Sequence[BattalionState]) -> set[int]:
        """The battalions that fight and are in contact with an enemy that does."""
        fighting = {one for one, state in enumerate(states) if state.end is None}
        return {one for one in fighting if not fighting.isdisjoint(self.contacts[one])}

    def stands(self, one: int, fight: Fight, chance: Chance) -> bool:
        """Whether a battalion stands that must test against the shock of its enemies."""
        charging: Group = ()
        if not fight.fought:
            states = fight.states
            charging = tuple([other for other in self.contacts[one] if states[other].end is None])
        return self._passes(one, fight.states[one].order, charging, fight.fought, chance)

    def _passes(
        self, one: int, order: Order, charging: Group, fought: bool, chance: Chance
    ) -> bool:
        """Whether a battalion passes a test to stand, charged by those whose shock it feels."""
        battalion, key = self.battalions[one], (one, order, charging, fought)
        if (roll := self._stand_rolls.get(key)) is None:
            shocking = tuple(self.battalions[other] for other in charging)
            soft = self._soft_ground
            facing = Facing(battalion, order, shocking, soft, mutual=self.mutual, fought=fought)
            side = "enemy" if one in self.defenders else "chargers"
            roll = self._stand_rolls[key] = TESTS[side, self.mutual].roll(facing)
        return passes(chance, roll, f"{battalion.name} tests to stand")

    def chose_to_run(self, enemy: int, fight: Fight) -> bool:
        """Whether a battalion runs without testing."""
        resolve = self._resolve.get(enemy)
        return resolve is Resolve.RUNS_AT_ONCE or (
            resolve is Resolve.RUNS_AFTER_MELEE and fight.fought
        )

    def hunts(
        self, hunters: Iterable[int], fight: Fight, broken: Sequence[int], chance: Chance
    ) -> dict[int, int | None]:
        """Those of the hunters who are free to pursue and do, and whom each goes after.

        It goes after nobody when its enemies were wiped out. A pursuer does not pursue again.
        """
        hunts: dict[int, int | None] = {}
        for hunter in hunters:
            contacts, state = self.contacts[hunter], fight.states[hunter]
            left = [one for one in contacts if fight.states[one].fights and one not in broken]
            quarry = next((one for one in contacts if one in broken), None)
            free = state.fights and hunter not in broken and not left and not state.pursued
            free &= quarry is not None or self._pursue_nobody
            if free and not self.pursuit.holds(hunter, state, chance):
                hunts[hunter] = quarry
        return hunts

    def _charger_left(
        self, charger: int, state: BattalionState, fought: bool, chance: Chance
    ) -> BattalionState:
        """What its own test leaves of a charger."""
        if self._passes(charger, state.order, (), fought, chance):
            return state
        return self.recoils(charger, state, fought, chance)

    def recoils(
        self, one: int, state: BattalionState, fought: bool, chance: Chance
    ) -> BattalionState:
        """One that charged and breaks is not pursued; cavalry breaks through before a melee."""
        if self.battalions[one].card.arm is Arm.CAVALRY and not fought:
            return self.pursuit.break_through(one, state, chance)
        return self.pursuit.run(one, state, (), False, chance)[0]


class CounterchargeRounds(ChargeRounds):
    """Two sides that charge each other and test at once (Countercharge Reaction)."""

    mutual = True

    def tests(self, fight: Fight, chance: Chance) -> Fight:
        """All test; who breaks alone is pursued, who breaks with all its enemies recoils."""
        states = list(fight.states)
        everyone = [*self.chargers, *self.defenders]
        engaged = self.engaged(states)
        tested = [one for one in everyone if one in engaged]
        broken = [one for one in tested if not self.stands(one, fight, chance)]
        hunts = self.hunts(everyone, fight, broken, chance)
        stood = engaged.difference(broken)
        recoiling = [one for one in broken if stood.isdisjoint(self.contacts[one])]
        for one in recoiling:
            states[one] = chance.take(Part(self.recoils, (one, states[one], fight.fought)))
        running = [one for one in broken if one not in recoiling]
        self.flights(states, running, hunts, fight, chance)
        return self.tested(states, fight)


def _moved(source: Group, target: Group, part: Fight) -> Fight:
    """A part of a charge with battalions in the places of others."""
    if source == target:
        return part
    states = [ELSEWHERE] * len(part.states)
    for one, place in zip(source, target, strict=True):
        states[place] = part.states[one]
    return part._replace(states=tuple(states))


def _only(fight: Fight, group: set[int]) -> Fight:
    """The part of a charge that some battalions make."""
    states = tuple(state if one in group else ELSEWHERE for one, state in enumerate(fight.states))
    fights = any(states[one].end is None for one in group)
    return Fight(states, fight.melee and fights, fight.fought and fights)
