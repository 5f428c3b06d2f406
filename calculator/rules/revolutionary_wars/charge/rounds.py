"""A charge as it goes, by the steps of the Charge Action: 2. the enemy tests to stand and fight,
those who fail break and run and are pursued; 3. the chargers test; 4. melee; 5. return to 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from calculator.chance import absorbing, procedure
from calculator.chance.interface import Chance, Part, Throw
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import frontage, rolls
from calculator.rules.revolutionary_wars.battalions import Battalion
from calculator.rules.revolutionary_wars.charge import fates
from calculator.rules.revolutionary_wars.charge.fates import BattalionState, End, Fight
from calculator.rules.revolutionary_wars.charge.pulling import RUNS, TESTS, Facing, melee_roll
from calculator.rules.revolutionary_wars.charge.pursuit import Pursuit
from calculator.rules.revolutionary_wars.terms import Arm, Order, Resolve

Group: TypeAlias = tuple[int, ...]
"""Places of battalions in contact with one another, directly or by way of others."""

Strike: TypeAlias = tuple[Battalion, Order, frontage.Dice]
"""A battalion, its order, and the dice that it rolls against another."""


@lru_cache(maxsize=4096)
def blows_on(
    battalion: Battalion, state: BattalionState, *strikes: Strike
) -> Throw[BattalionState]:
    """The dice against a battalion, and what they leave of it, disordered by the melee."""
    left = [battalion.kept(state.platoons, n) for n in range(state.platoons, -1, -1)]
    after = [state.disordered._replace(platoons=n) if n else fates.WIPED_OUT for n in left]
    save = melee_roll(battalion, "melee-save", state.order)
    groups = tuple(
        (n, melee_roll(one, number, order).chance)
        for one, order, dice in strikes
        for n, number in dice.rolled
    )
    against = counted(sum(n for n, _ in groups), "die", "dice")
    ask = f"{battalion.name} in the melee, {against} against it, saves on {save}"
    hits = rolls.hitting(groups, 1 - save.chance)
    return Throw(hits, lambda n: after[min(n.destroyed, len(after) - 1)], ask)


class Melee:
    """Rounds of melee between the battalions of a line-up."""

    def __init__(self, lineup: frontage.Lineup) -> None:
        self.lineup = lineup
        self.battalions = lineup.battalions
        self.tables = self.battalions[0].card.tables
        self._spares_others = self.tables.is_so("melee.ended-spared")

    def fight(self, at: Fight, chance: Chance) -> Fight:
        """One round: blows fall on both sides at once, and all that fought are disordered."""
        struck = self.strikes(at.states)
        throws = [
            blows_on(self.battalions[place], at.states[place], *strikes)
            for place, strikes in struck.items()
        ]
        aside = [
            state.disordered if state.end in fates.IN_ORDER and not self._spares_others else state
            for state in at.states
        ]

        def after(left: tuple[BattalionState, ...]) -> Fight:
            fought = None in [state.end for state in left]
            if len(left) < len(aside):
                new = dict(zip(struck, left, strict=True))
                left = tuple([new.get(*one) for one in enumerate(aside)])
            return Fight(left, fought=fought)

        return chance.at_once(throws, after)

    def strikes(self, states: Sequence[BattalionState]) -> dict[int, list[Strike]]:
        """Who strikes each battalion that fights, with which dice."""
        platoons = [state.platoons if state.end is None else 0 for state in states]
        struck: dict[int, list[Strike]] = {
            place: [] for place, state in enumerate(states) if state.end is None
        }
        for striker in struck:
            one, order = self.battalions[striker], states[striker].order
            for place, dice in self.lineup.dice_of(striker, platoons).items():
                struck[place].append((one, order, dice))
        return struck


class ChargeRounds(Melee):
    """Rounds of one side charging another; battalions go by their places in a `Fight`.

    On `soft_ground` a charge has no shock. If it is `mutual`, all are both `charging` and `charged`
    and test at once (Countercharge Reaction).
    """

    def __init__(self, lineup: frontage.Lineup, pursuit: Pursuit, soft_ground: bool) -> None:
        super().__init__(lineup)
        self.pursuit = pursuit
        self.contacts = lineup.contacts
        self._soft_ground = soft_ground
        self.charging = [one for one in self.contacts if self.battalions[one].charges]
        self.charged = [one for one, met in self.contacts.items() if {*met} & {*self.charging}]
        self.mutual = len(self.charging) == len(self.contacts)
        self._pursue_nobody = self.tables.is_so("pursuit.after-wiping-out")
        self._stand_rolls: dict[tuple[int, Order, Group, bool], rolls.Roll] = {}
        self._shapes: dict[tuple[object, ...], Group] = {}

    @property
    def to_the_end(self) -> procedure.Repeat[Fight]:
        """All of them, with what has fallen apart taken each by itself."""
        return procedure.Repeat(
            self.round,
            fates.is_over,
            absorbing.Split(self.apart, fates.together, self.representative),
        )

    def round(self, fight: Fight, chance: Chance) -> Fight:
        """The next step: the tests to stand of both sides, or a melee."""
        return (self.fight if fight.melee else self.tests)(fight, chance)

    def apart(self, fight: Fight) -> tuple[Fight, ...]:
        """The parts into which a charge has fallen, none of which bears on another any more: those
        in contact, directly or by way of others, and those whose part has ended. A part of nobody
        who is asked about is over. Nobody is apart whom the melee of others disorders."""
        if not self._spares_others:
            return (fight,)
        here = {one for one, state in enumerate(fight.states) if state is not fates.ELSEWHERE}
        left = {one for one in here if fight.states[one].end is None}
        groups = list[set[int]]()
        while left:
            groups.append(self._together(min(left), fight))
            left -= groups[-1]
        ended = here.difference(*groups)
        return tuple(self._only(fight, group) for group in (*groups, ended) if group)

    def _only(self, fight: Fight, group: set[int]) -> Fight:
        """The part of a charge that some battalions make, over if nobody asks about any of them."""
        states = [
            state if one in group else fates.ELSEWHERE for one, state in enumerate(fight.states)
        ]
        fights = any(states[one].end is None for one in group)
        if fights and not any(map(self.pursuit.asks, group)):
            return Fight(tuple([fates.FORGOTTEN if one.fights else one for one in states]))
        return Fight(tuple(states), fight.melee and fights, fight.fought and fights)

    def _together(self, first: int, fight: Fight) -> set[int]:
        """Who still fights in contact with a battalion, and with those, and so on."""
        group, reached = set[int](), {first}
        while reached:
            group |= reached
            met = {other for one in reached for other in self.contacts[one]}
            reached = {one for one in met if fight.states[one].end is None} - group
        return group

    def representative(self, fight: Fight) -> tuple[Fight, Callable[[Fight], Fight]]:
        """A part of a charge as the first of like battalions make it, whom nothing but the ground
        they stand on tells apart, and the way back."""
        group = tuple([one for one, state in enumerate(fight.states) if state.end is None])
        model = self._shapes.setdefault(tuple(self._shape(group)), group)
        return _moved(group, model, fight), partial(_moved, model, group)

    def _shape(self, group: Group) -> Iterator[object]:
        """All that decides how the battalions of a group fare."""
        for one in group:
            yield self.battalions[one].likeness
            yield one in self.pursuit.going_on, one == self.pursuit.only
            yield self.lineup.centres[one] - self.lineup.centres[group[0]]
            yield tuple(group.index(other) for other in self.contacts[one] if other in group)

    def tests(self, fight: Fight, chance: Chance) -> Fight:
        """Those who are charged test and break or not, chargers pursue or test themselves; in a
        countercharge all test at once, and who breaks with all its enemies is not pursued."""
        states = list(fight.states)
        engaged = self.engaged(states)
        broken = [one for one in self.charged if one in engaged and self.breaks(one, fight, chance)]
        hunts = self.hunts(fight, broken, chance)
        if self.mutual:
            stood = engaged.difference(broken)
            for one in [one for one in broken if stood.isdisjoint(self.contacts[one])]:
                states[one] = chance.take(Part(self.recoils, (one, states[one], fight.fought)))
                broken.remove(one)
        off = set[int | None]()
        for one in broken:
            hunters = tuple(hunter for hunter, quarry in hunts.items() if quarry == one)
            runs = (one, states[one], hunters, self.chose_to_run(one, fight))
            states[one], gone = chance.take(Part(self.pursuit.run, runs))
            off |= {one} if gone else set()
        for hunter, quarry in hunts.items():
            states[hunter] = self.pursuit.pursue(hunter, states[hunter], quarry in off, chance)
        if self.mutual:
            return self.tested(states, fight)
        engaged = self.engaged(states)
        tested = [charger for charger in self.charging if charger in engaged]
        tests = [Part(self._charger_left, (one, states[one], fight.fought)) for one in tested]

        def left(chargers: tuple[BattalionState, ...]) -> Fight:
            after = dict(zip(tested, chargers, strict=True))
            return self.tested([after.get(*one) for one in enumerate(states)], fight)

        return chance.at_once(tests, left)

    def tested(self, states: list[BattalionState], fight: Fight) -> Fight:
        """After the tests: a melee comes next, if anybody still fights."""
        after = self.still_met(states)
        fights = not fates.is_over(after)
        return after._replace(melee=fights, fought=fights and fight.fought)

    def still_met(self, states: list[BattalionState]) -> Fight:
        """Those who have nobody left to fight stay where they are, Shattered if they pursued before
        (Only Pursue Once)."""
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

    def breaks(self, one: int, fight: Fight, chance: Chance) -> bool:
        """Whether a battalion that is charged runs, by choice or because it does not stand."""
        shock = [other for other in self.contacts[one] if fight.states[other].end is None]
        order, fought = fight.states[one].order, fight.fought
        return self.chose_to_run(one, fight) or not self.stands(one, order, fought, chance, *shock)

    def stands(self, one: int, order: Order, fought: bool, chance: Chance, *shock: int) -> bool:
        """Whether a battalion passes a test to stand, charged by those whose shock it feels."""
        battalion, key = self.battalions[one], (one, order, shock, fought)
        if (roll := self._stand_rolls.get(key)) is None:
            charging = tuple(self.battalions[other] for other in shock)
            facing = Facing(battalion, order, charging, self._soft_ground, fought)
            roll = self._stand_rolls[key] = TESTS[battalion.side, facing.mutual].roll(facing)
        return rolls.passes(chance, roll, f"{battalion.name} tests to stand")

    def chose_to_run(self, one: int, fight: Fight) -> bool:
        """Whether a battalion runs without testing."""
        battalion = self.battalions[one]
        runs = Resolve.RUNS_AFTER_MELEE if fight.fought else Resolve.RUNS
        chose = battalion.resolve in {runs, Resolve.RUNS}
        return chose and RUNS.holds(Facing(battalion, battalion.order), self.tables)

    def hunts(self, fight: Fight, broken: Sequence[int], chance: Chance) -> dict[int, int | None]:
        """Those who are free to pursue and do, and whom each goes after: nobody, if its enemies are
        wiped out. A pursuer does not pursue again."""
        hunts: dict[int, int | None] = {}
        for hunter in self.charging:
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
        stands = self.stands(charger, state.order, fought, chance)
        return state if stands else self.recoils(charger, state, fought, chance)

    def recoils(
        self, one: int, state: BattalionState, fought: bool, chance: Chance
    ) -> BattalionState:
        """One that charged and breaks is not pursued; cavalry breaks through before a melee."""
        rides_on = self.battalions[one].card.arm is Arm.CAVALRY and not fought
        broke = End.BROKE_THROUGH if rides_on else End.BROKE
        return self.pursuit.run(one, state, (), False, chance, broke)[0]


def _moved(source: Group, target: Group, part: Fight) -> Fight:
    if source == target:
        return part
    states = [fates.ELSEWHERE] * len(part.states)
    for one, place in zip(source, target, strict=True):
        states[place] = part.states[one]
    return part._replace(states=tuple(states))
