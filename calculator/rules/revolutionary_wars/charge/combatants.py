"""Who takes part in a charge, as its form says, how both sides meet, and who strikes whom.

Battalions of a side stand side by side in the order in which they are named. The middle of the
chargers faces the middle of those they made positive contact with; who was only clipped stands
beside. From base sizes and ranks it follows which platoons have an enemy directly in front of them
(Charge Action, 4. Melee). Casualties come off the flanks, so each battalion keeps its centre where
it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple, TypeVar

import attrs

from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Resolve, named
from calculator.rules.revolutionary_wars.charge.form import (
    AnyCharge,
    BeyondEnemy,
    ChargeForm,
    FurtherBattalion,
    FurtherCharged,
    FurtherCharger,
    FurtherFresh,
    Struck,
)
from calculator.rules.revolutionary_wars.charge.pulling import Facing
from calculator.rules.revolutionary_wars.forms import fielded, fighting_battalions
from calculator.rules.revolutionary_wars.frontage import Front, Span, front_of, overlap
from calculator.rules.tables import Tables


class Dice(NamedTuple):
    """The dice one battalion rolls against another, by the number each needs."""

    front: int = 0
    flank: int = 0

    @property
    def rolled(self) -> list[tuple[int, str]]:
        """How many dice are rolled on which number of the card."""
        both = ((self.front, "strike-front"), (self.flank, "strike-flank"))
        return [(dice, number) for dice, number in both if dice]


class Lineup:
    """Both sides of a charge as they met; `both_charge` when the enemy countercharged."""

    def __init__(
        self,
        battalions: Sequence[Battalion],
        chargers: Sequence[int],
        defenders: Sequence[int],
        both_charge: bool = False,
    ) -> None:
        self.chargers = chargers
        self.defenders = defenders
        self._battalions = battalions
        self._enemies = dict.fromkeys(chargers, defenders) | dict.fromkeys(defenders, chargers)
        second_rank = battalions[0].card.tables.is_so("melee.second-rank")
        deep = second_rank and not both_charge
        self._front_rank_only = set(chargers) | (set() if deep else set(defenders))
        self.centres = self._abreast(chargers) | self._abreast(defenders)
        """Where the middle of each battalion stands, in half millimetres from that of its side."""
        meeting = self._meeting()
        self.contacts: Mapping[int, tuple[int, ...]] = {
            one: tuple(other for other in others if (one, other) in meeting)
            for one, others in self._enemies.items()
        }
        """The enemies that each battalion was in contact with when the charge went in."""
        self._known: dict[tuple[int, ...], dict[int, Dice]] = {}

    def dice(self, platoons: Sequence[int]) -> dict[tuple[int, int], Dice]:
        """The dice that each battalion rolls against each, by (striker, target).

        `platoons` counts what each battalion has left, 0 for those that no longer fight.
        """
        return {
            (one, target): dice
            for one in self._enemies
            for target, dice in self.dice_of(one, platoons).items()
        }

    def dice_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        """The dice that one battalion rolls against each of those it is in contact with."""
        key = (one, platoons[one], *(platoons[other] for other in self.contacts[one]))
        if key not in self._known:
            self._known[key] = self._strikes_of(one, platoons)
        return self._known[key]

    def _abreast(self, side: Sequence[int]) -> dict[int, int]:
        """Where the middle of each battalion stands; 0 is the middle of those not just clipped."""
        battalions = [self._battalions[one] for one in side]
        lengths = [front_of(battalion, battalion.platoons).length for battalion in battalions]
        edges = list(accumulate(lengths, initial=0))
        met = [place for place, one in enumerate(battalions) if not one.clipped]
        met = met or [*range(len(battalions))]
        middle = (edges[met[0]] + edges[met[-1] + 1]) // 2
        return {one: (edges[i] + edges[i + 1]) // 2 - middle for i, one in enumerate(side)}

    def _front(self, one: int, platoons: int) -> Front:
        return front_of(self._battalions[one], platoons, self.centres[one])

    def _meeting(self) -> set[tuple[int, int]]:
        """Who stands across from whom; a battalion across from nobody meets the nearest enemy."""
        found: set[tuple[int, int]] = set()
        fronts = {one: self._front(one, self._battalions[one].platoons) for one in self._enemies}
        for one, others in self._enemies.items():
            across = [other for other in others if overlap(fronts[one].reach, fronts[other].reach)]
            for other in across or [self._nearest(one, others)]:
                found |= {(one, other), (other, one)}
        return found

    def _nearest(self, one: int, others: Sequence[int]) -> int:
        return min(others, key=lambda other: abs(self.centres[one] - self.centres[other]))

    def _strikes_of(self, one: int, platoons: Sequence[int]) -> dict[int, Dice]:
        enemies = [other for other in self.contacts[one] if platoons[other]]
        if not enemies or not platoons[one]:
            return {}
        battalion, front = self._battalions[one], self._front(one, platoons[one])
        covered = {other: self._front(other, platoons[other]).blocks for other in enemies}
        facing = [_opposite(span, covered) for span in front.spans]
        rolling = [target for target in _with_neighbours(facing) if target is not None]
        behind = [target for target in facing if target is not None][: front.behind]
        if one in self._front_rank_only:
            behind = []
        rolling = rolling or [self._nearest(one, enemies)]
        if battalion.fighting is not None:
            left = platoons[one]
            rolling, behind = _counted(battalion.fighting, rolling, behind, front.row, left)
        turned = len(rolling) if battalion.flanked else battalion.corner
        rolling, behind = rolling[turned:], rolling[:turned] + behind
        dice = {enemy: Dice(rolling.count(enemy), behind.count(enemy)) for enemy in enemies}
        return {enemy: rolled for enemy, rolled in dice.items() if any(rolled)}


def _opposite(span: Span, covered: Mapping[int, list[Span]]) -> int | None:
    """The enemy battalion directly in front of a platoon: the one it has most of before it."""
    most, opposite = 0, None
    for enemy, blocks in covered.items():
        for block in blocks:
            across = overlap(span, block)
            if across > most:
                most, opposite = across, enemy
    return opposite


def _with_neighbours(facing: Sequence[int | None]) -> list[int | None]:
    """Platoons beside one that faces an enemy fight the same enemy."""
    rolling = list(facing)
    for place, (left, right) in enumerate(pairwise(facing)):
        if left is None and right is not None:
            rolling[place] = right
        elif right is None and left is not None:
            rolling[place + 1] = left
    return rolling


def _counted(
    fighting: int, rolling: list[int], behind: list[int], row: int, platoons: int
) -> tuple[list[int], list[int]]:
    """The count that a player made, as far as platoons are left to make it up."""
    in_front = min(fighting, row)
    second = min(fighting, platoons) - in_front if behind else 0
    target = max(rolling, key=rolling.count)
    return [target] * in_front, [target] * second


T = TypeVar("T")

ROLES: Final = ("charging", "charged")


@attrs.frozen(eq=False)
class Combatants:
    """Chargers, enemies and the fresh battalions beyond them; `mutual` if the enemies charge too.

    Each charge begins with the first; `runs_into` are the places of the chargers that would run
    into a fresh battalion, in the order of `fresh`.
    """

    chargers: tuple[Battalion, ...]
    enemies: tuple[Battalion, ...]
    fresh: tuple[Battalion, ...]
    runs_into: tuple[int, ...]
    mutual: bool

    @cached_property
    def everyone(self) -> tuple[Battalion, ...]:
        """All of them, as they are placed in a `Fight`."""
        return (*self.chargers, *self.enemies, *self.fresh)

    @cached_property
    def charging(self) -> range:
        """The places of the chargers."""
        return range(len(self.chargers))

    @cached_property
    def charged(self) -> range:
        """The places of the enemies."""
        return range(len(self.chargers), len(self.chargers) + len(self.enemies))

    def sides(self, place: int) -> tuple[str, str]:
        """The side of a battalion, and the other."""
        return ("chargers", "enemy") if place in self.charging else ("enemy", "chargers")

    @property
    def beyond(self) -> dict[int, int]:
        """The place of the fresh battalion that each charger would run into."""
        return dict(zip(self.runs_into, range(self.charged.stop, len(self.everyone)), strict=True))

    @property
    def by_role(self) -> dict[str, Battalion]:
        """The battalions by the roles that units take: those beside the first are in rows."""
        sides = (
            ("actor", "also-charging", self.chargers),
            ("target", "also-charged", self.enemies),
            ("beyond", "also-beyond", self.fresh),
        )
        return {
            f"{further}#{place}" if place else first: one
            for first, further, side in sides
            for place, one in enumerate(side)
        }

    @cached_property
    def lineup(self) -> Lineup:
        """Both sides laid against each other."""
        return Lineup(self.everyone, self.charging, self.charged, self.mutual)

    def met_by(self, place: int) -> list[Battalion]:
        """The enemies that a battalion is in contact with as the charge goes in."""
        return [self.everyone[enemy] for enemy in self.lineup.contacts[place]]

    def facing(self, place: int, soft_ground: bool) -> Facing:
        """A battalion as the charge goes in, with all that charge it."""
        one = attrs.evolve(self.everyone[place], crossing=self.crossing.get(place, 0))
        charged = self.mutual or place in self.charged
        charging = tuple(self.met_by(place)) if charged else ()
        return Facing(one, one.order, charging, soft_ground, *self.sides(place), self.mutual)

    @cached_property
    def crossing(self) -> dict[int, int]:
        """How many platoons of each battalion charge through terrain, by its place.

        All of a battalion that charges defenders of an obstacle do.
        """
        crossing = {
            place: one.platoons if any(met.defends for met in self.met_by(place)) else one.crossing
            for place, one in enumerate((*self.chargers, *self.enemies))
        }
        return {place: platoons for place, platoons in crossing.items() if platoons}

    def crosses_twice(self, place: int) -> bool:
        """Whether a battalion has terrain to cross and an obstacle beside."""
        obstacle = any(met.defends for met in self.met_by(place))
        return obstacle and bool(self.everyone[place].crossing)

    def by_side(self, each: tuple[T, ...]) -> tuple[tuple[T, ...], tuple[T, ...], tuple[T, ...]]:
        """What is known of everyone: of the chargers, the enemies and the fresh battalions."""
        enemies, beyond = self.charged.start, self.charged.stop
        return each[:enemies], each[enemies:beyond], each[beyond:]


def combatants_of(form: AnyCharge, tables: Tables) -> Combatants:
    """Who takes part in a charge or countercharge, under names that tell them apart."""
    charger, enemy = fighting_battalions(form, tables, ROLES)
    if form.crossing:
        charger = attrs.evolve(charger, crossing=form.crossing_platoons or charger.platoons)
    if isinstance(form, ChargeForm):
        enemy = attrs.evolve(
            enemy, contact=form.contact, resolve=form.resolve, obstacle=form.obstacle
        )
    if form.enemy_crossing:
        enemy = attrs.evolve(enemy, crossing=enemy.platoons)
    chargers = [_charger(row, tables, form.crossing) for row in form.also_charging]
    enemies = [
        _charged(row, tables)
        if isinstance(row, FurtherCharged)
        else _charger(row, tables, form.enemy_crossing)
        for row in form.also_charged
    ]
    met = [_first_fresh(form)] if form.beyond is BeyondEnemy.FRESH_BATTALION else []
    met += form.also_beyond
    fresh = [_battalion(row, tables, contact=Contact[row.contact.name]) for row in met]
    sides = ([charger, *chargers], [enemy, *enemies], fresh)
    charging, charged, beyond = named(*sides, roles=(*ROLES, "fresh"))
    return Combatants(charging, charged, beyond, tuple(row.by - 1 for row in met), form.mutual)


def _charged(row: FurtherCharged, tables: Tables) -> Battalion:
    return _battalion(
        row,
        tables,
        contact=row.contact,
        resolve=Resolve[row.resolve.name],
        obstacle=row.obstacle,
        fighting=row.fighting,
        corner=row.corner,
    )


def _charger(row: FurtherCharger, tables: Tables, crossing: bool) -> Battalion:
    """All of its platoons cross where the first battalion's do, unless the row counts them."""
    one = _battalion(row, tables, fighting=row.fighting)
    platoons = one.platoons * crossing if row.crossing is None else row.crossing
    return attrs.evolve(one, crossing=platoons)


def _first_fresh(form: AnyCharge) -> FurtherFresh:
    """The first fresh battalion as a row, like the further ones."""
    return FurtherFresh(
        card=form.fresh,
        formation=form.fresh_formation,
        order=form.fresh_order,
        platoons=form.fresh_platoons,
        general=form.fresh_near_general,
        contact=Struck.FLANK if form.fresh_flank else Struck.FRONT,
        by=1,
    )


def _battalion(row: FurtherBattalion, tables: Tables, **how: Any) -> Battalion:
    one = fielded(row.card, tables, row.formation, row.order, row.platoons, row.general)
    return attrs.evolve(one, **how)
