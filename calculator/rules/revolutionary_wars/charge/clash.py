"""A charge as it goes: tests to stand, flight and pursuit, melee, and again until one side breaks.

The steps are those of the Charge Action: 2. the enemy tests to stand and fight, those who fail
break and run and are pursued; 3. the chargers test; 4. melee; 5. return to 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calculator.chance.interface import Chance, Part
from calculator.rules.revolutionary_wars.battalion import Battalion, Resolve, is_cavalry
from calculator.rules.revolutionary_wars.charge.chase import Chase
from calculator.rules.revolutionary_wars.charge.lineup import Lineup
from calculator.rules.revolutionary_wars.charge.melee import Melee
from calculator.rules.revolutionary_wars.charge.stand import (
    greatest_shock,
    own_stand_roll,
    stand_roll,
)
from calculator.rules.revolutionary_wars.charge.state import Body, End, Fight
from calculator.rules.revolutionary_wars.rolls import passes
from calculator.rules.revolutionary_wars.terms import Order


class Clash:
    """One side charging another; battalions go by their places in a `Fight`.

    `shock` is whether the ground lets the charge be felt, `obstacle` what is added to the score
    that charged battalions need to stand.
    """

    both_charge = False

    def __init__(
        self,
        battalions: Sequence[Battalion],
        chargers: Sequence[int],
        defenders: Sequence[int],
        chase: Chase,
        *,
        shock: bool = True,
        obstacle: int = 0,
    ) -> None:
        self.battalions = battalions
        self.chargers = chargers
        self.defenders = defenders
        self.chase = chase
        self._shock = shock
        self._obstacle = obstacle
        lineup = Lineup(battalions, chargers, defenders, self.both_charge)
        self._contacts = lineup.contacts
        self._melee = Melee(battalions, lineup)

    def round(self, fight: Fight, chance: Chance) -> Fight:
        """The next step: the tests to stand of both sides, or a melee."""
        if fight.melee:
            return self._melee.fight(fight, chance)
        return self.tests(fight, chance)

    def tests(self, fight: Fight, chance: Chance) -> Fight:
        """The enemy tests and breaks or not, the chargers pursue or test themselves."""
        bodies = list(fight.bodies)
        engaged = self.engaged(bodies)
        broken = [
            enemy
            for enemy in self.defenders
            if enemy in engaged and not self._enemy_stands(enemy, fight, chance)
        ]
        hunts = self._hunts(fight, broken, chance)
        off = set()
        for enemy in broken:
            hunters = tuple(charger for charger, quarry in hunts.items() if quarry == enemy)
            runs = (enemy, bodies[enemy], hunters, self._chose_to_run(enemy, fight))
            bodies[enemy], gone = chance.take(Part(self.chase.run, runs))
            off |= {enemy} if gone else set()
        for charger, quarry in hunts.items():
            bodies[charger] = self.chase.pursue(charger, bodies[charger], quarry in off, chance)
        return self._chargers_test(bodies, fight, chance)

    def _chargers_test(self, bodies: list[Body], fight: Fight, chance: Chance) -> Fight:
        """Chargers still in contact test, each by itself; the others stay where they are."""
        engaged = self.engaged(bodies)
        tested = [charger for charger in self.chargers if charger in engaged]
        for charger in self.chargers:
            if bodies[charger].fights and charger not in engaged:
                bodies[charger] = self._stays(charger, bodies[charger], fight)
        tests = [Part(self._charger_left, (one, bodies[one], fight.fought)) for one in tested]

        def left(chargers: tuple[Body, ...]) -> Fight:
            return self._all_tested(bodies, dict(zip(tested, chargers, strict=True)), fight)

        return chance.at_once(tests, left)

    def _all_tested(self, before: Sequence[Body], left: Mapping[int, Body], fight: Fight) -> Fight:
        """Where the tests leave all; an enemy that has nobody left to fight has stood."""
        bodies = [left.get(one, body) for one, body in enumerate(before)]
        engaged = self.engaged(bodies)
        for enemy in self.defenders:
            if bodies[enemy].fights and enemy not in engaged:
                bodies[enemy] = self.chase.leave(enemy, bodies[enemy], End.STANDS)
        return self.tested(bodies, fight)

    @staticmethod
    def tested(bodies: Sequence[Body], fight: Fight) -> Fight:
        """After the tests: a melee comes next, if anybody still fights."""
        still = any(body.fights for body in bodies)
        return Fight(tuple(bodies), still, still and fight.fought, fight.pursuing)

    def engaged(self, bodies: Sequence[Body]) -> set[int]:
        """The battalions that fight and are in contact with an enemy that does."""
        fighting = {one for one, body in enumerate(bodies) if body.end is None}
        return {one for one in fighting if not fighting.isdisjoint(self._contacts[one])}

    def stands(self, one: int, fight: Fight, chance: Chance) -> bool:
        """Whether a battalion stands that must test against the shock of its enemies."""
        battalion, body = self.battalions[one], fight.bodies[one]
        shock = 0
        if self._shock and not fight.fought:
            charging = [other for other in self._contacts[one] if fight.bodies[other].fights]
            shock = greatest_shock(self.battalions[other] for other in charging)
        bonus = self._obstacle if one in self.defenders else 0
        roll = stand_roll(battalion, body.order, shock, bonus)
        return passes(chance, roll, f"{battalion.name} tests to stand")

    def _enemy_stands(self, enemy: int, fight: Fight, chance: Chance) -> bool:
        return not self._chose_to_run(enemy, fight) and self.stands(enemy, fight, chance)

    def _chose_to_run(self, enemy: int, fight: Fight) -> bool:
        resolve = self.battalions[enemy].resolve
        return resolve is Resolve.RUNS_AT_ONCE or (
            resolve is Resolve.RUNS_AFTER_MELEE and fight.fought
        )

    def _hunts(self, fight: Fight, broken: Sequence[int], chance: Chance) -> dict[int, int | None]:
        """The chargers that are free to pursue and do, and the broken enemy each goes after.

        It goes after nobody when its enemies were wiped out. A pursuer does not pursue again.
        """
        hunts: dict[int, int | None] = {}
        for charger in self.chargers:
            contacts, body = self._contacts[charger], fight.bodies[charger]
            left = [one for one in contacts if fight.bodies[one].fights and one not in broken]
            free = body.fights and not left and not fight.pursuing
            if free and not self.chase.holds(charger, body, chance):
                hunts[charger] = next((one for one in contacts if one in broken), None)
        return hunts

    def _stays(self, charger: int, body: Body, fight: Fight) -> Body:
        """A free charger that was held; one that pursued before is Shattered (Only Pursue Once)."""
        order = Order.SHATTERED if fight.pursuing else body.order
        return self.chase.leave(charger, body._replace(order=order), End.STANDS)

    def _charger_left(self, charger: int, body: Body, fought: bool, chance: Chance) -> Body:
        """What its own test leaves of a charger."""
        battalion = self.battalions[charger]
        roll = own_stand_roll(battalion, body.order)
        if passes(chance, roll, f"{battalion.name} tests to stand"):
            return body
        return self.recoils(charger, body, fought, chance)

    def recoils(self, one: int, body: Body, fought: bool, chance: Chance) -> Body:
        """One that charged and breaks is not pursued; cavalry breaks through before a melee."""
        if is_cavalry(self.battalions[one]) and not fought:
            return self.chase.break_through(one, body, chance)
        return self.chase.run(one, body, (), False, chance)[0]


class Countercharge(Clash):
    """Two battalions that charge each other and test at once (Countercharge Reaction)."""

    both_charge = True

    def tests(self, fight: Fight, chance: Chance) -> Fight:
        """Both test; if one breaks it is pursued, if both do neither is."""
        bodies = list(fight.bodies)
        both = [one for one in (*self.chargers, *self.defenders) if bodies[one].fights]
        tested = both if len(both) > 1 else []
        broken = [one for one in tested if not self.stands(one, fight, chance)]
        if broken == both:
            recoils = [Part(self.recoils, (one, bodies[one], fight.fought)) for one in both]
            return chance.at_once(recoils, lambda bodies: self.tested(bodies, fight))
        if broken or not tested:
            (victor,) = (one for one in both if one not in broken)
            self._wins(victor, broken, bodies, chance)
        return self.tested(bodies, fight)

    def _wins(self, victor: int, broken: Sequence[int], bodies: list[Body], chance: Chance) -> None:
        """The one that stands pursues the other, if there is anything left to pursue."""
        held = self.chase.holds(victor, bodies[victor], chance)
        off = False
        for loser in broken:
            hunters = () if held else (victor,)
            runs = (loser, bodies[loser], hunters, False)
            bodies[loser], off = chance.take(Part(self.chase.run, runs))
        if held:
            bodies[victor] = self.chase.leave(victor, bodies[victor], End.STANDS)
        else:
            bodies[victor] = self.chase.pursue(victor, bodies[victor], off, chance)
