"""Shooting: what stands in the swept ground, hits, saves, firepower, disorder (Shoot Action)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import attrs

from calculator.chance.dice import binomial
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Throw
from calculator.chance.procedure import Procedure, Step
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact
from calculator.rules.revolutionary_wars.cards import WeaponLine
from calculator.rules.revolutionary_wars.forms import acting_upon
from calculator.rules.revolutionary_wars.frontage import Front, Span, front_of, ranks
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least, by_order
from calculator.rules.revolutionary_wars.shoot.form import FireAs, ShootActions, ShootForm
from calculator.rules.revolutionary_wars.terms import Arm, Formation, Order
from calculator.rules.tables import Tables

HALF_MILLIMETRES: Final = 50
"""In an inch of the rules, who write 2 inches as 5 centimetres."""


@attrs.frozen(eq=False)
class SweptGround:
    """The ground that a battalion sweeps with its fire.

    `near` and `far` are where the target stands and where the ground ends, in inches from the
    shooters. `corners` tells whether a square's fire widens along the diagonals of its corners.
    """

    shooter: Battalion
    near: Fraction
    far: Fraction
    corners: bool = False

    @property
    def skirmishes(self) -> bool:
        """Whether each platoon shoots at one platoon instead of sweeping ground (Skirmishers)."""
        return self.shooter.card.is_skirmish or self.shooter.formation is Formation.SKIRMISH_LINE

    @property
    def width(self) -> int:
        """Millimetres: the frontage of the shooters."""
        return front_of(self.shooter, self.shooter.platoons).length // 2

    def platoons_of(self, target: Battalion, left: int) -> int:
        """How many of a target's platoons stand on this ground when it has `left` of them.

        Of those that begin before the ground ends, any part must stand between its flanks.
        """
        near, far = int(HALF_MILLIMETRES * self.near), int(HALF_MILLIMETRES * self.far)
        within = [
            (span, min(near + rear, far))
            for span, front, rear in places(target, left)
            if near + front <= far
        ]
        if self.skirmishes:
            return min(self.shooter.platoons, len(within))
        half = front_of(self.shooter, self.shooter.platoons).length // 2
        flanks = [(span, half + end * self.corners) for span, end in within]
        return sum(start < flank and end > -flank for (start, end), flank in flanks)


@lru_cache(maxsize=1024)
def places(target: Battalion, left: int) -> tuple[tuple[Span, int, int], ...]:
    """Where each platoon stands: from flank to flank, and from the target's near side to its rear.

    A target in the flank stands end on, its ranks side by side.
    """
    front, depth = (2 * size for size in target.card.base)
    rows = list(ranks(target, left))
    if target.contact is Contact.FLANK:
        pitch = front_of(attrs.evolve(target, contact=Contact.FRONT), left).pitch
        rows = [sum(rank > file for rank in rows) for file in range(rows[0])]
        width, between, deep = depth, depth, front
    else:
        width, between, deep = front, front_of(target, left).pitch, depth
        pitch = depth
    return tuple(
        (span, row * pitch, row * pitch + deep)
        for row, platoons in enumerate(rows)
        for span in Front(platoons, 0, width, between).spans
    )


ROLES = ("shooting", "target")


class Volley(NamedTuple):
    """Hits on a target, and the platoons that failed saves and firepower destroyed."""

    hits: int
    destroyed: int

    def __str__(self) -> str:
        return f"{self.hits} hit, {self.destroyed} destroyed"


@attrs.frozen
class Shot:
    """What shooting leaves of its target, none left if it is wiped out."""

    order: Order
    left: int
    lost: int

    @property
    def wiped_out(self) -> bool:
        """Whether the target is destroyed and removed."""
        return not self.left

    @property
    def label(self) -> str:
        """The target's order and losses in a few words."""
        if self.wiped_out:
            return "wiped out"
        lost = f"{counted(self.lost, 'platoon')} lost" if self.lost else "no loss"
        return f"{self.order}, {lost}"

    @property
    def severity(self) -> tuple[bool, int, int]:
        """From the mildest to the gravest."""
        return self.wiped_out, self.order.rank, self.lost


@attrs.frozen
class ShotInFull:
    """What shooting leaves of its target, and all hits that it has taken this turn."""

    listed: Shot
    hits: int
    start_platoons: int


class Target(NamedTuple):
    """The target between two shots: platoons left, order, hits counted against it this turn."""

    platoons: int
    order: Order
    hits: int


@attrs.frozen(eq=False)
class Shooting:
    """One battalion shooting at another, by the numbers of the text."""

    shooter: Battalion
    target: Battalion
    weapon: WeaponLine
    to_hit: Roll
    firepower: Roll
    ground: SweptGround
    counted: int | None
    start_platoons: int
    hits_before: int
    all_hits: bool = False
    """Whether hits are counted beyond those that shatter the target."""

    def shot(self, target: Target) -> Shot:
        """What is left of the target, as odds list it."""
        return Shot(target.order, target.platoons, self.target.platoons - target.platoons)

    def save(self, order: Order) -> Roll:
        """What the target needs to save a hit."""
        return by_order(self.target.card.number("shooting-save"), order)

    def dice(self, left: int) -> int:
        """A die for each platoon in the swept ground, of a target with `left` platoons.

        That a player counted them counts for more, but each platoon of skirmishers shoots at one.
        """
        if self.counted is not None:
            shoot = self.shooter.platoons if self.ground.skirmishes else left
            return min(self.counted, left, shoot)
        return self.ground.platoons_of(self.target, left)

    def fire(self, target: Target, chance: Chance) -> Target:
        """One Shoot Action against what is left of the target."""
        if not target.platoons:
            return target
        return chance.at_once([self.volley(target)], lambda targets: targets[0])

    def volley(self, target: Target) -> Throw[Target]:
        """The dice of one Shoot Action, and what they leave of the target."""
        save = self.save(target.order)
        dice = self.dice(target.platoons)
        return Throw(
            volleys(dice, self.to_hit, save, self.firepower),
            AfterVolley(target, self.start_platoons, self.target.card.minimum, self.all_hits),
            f"{self.shooter.name} shoots, {counted(dice, 'die', 'dice')} to hit on {self.to_hit}, "
            f"saves on {save}, firepower {self.firepower}",
        )

    @property
    def start(self) -> Target:
        """The target before it is shot at."""
        return Target(self.target.platoons, self.target.order, self.hits_before)


@lru_cache(maxsize=1024)
def volleys(dice: int, to_hit: Roll, save: Roll, firepower: Roll) -> Distribution[Volley]:
    """Every volley of some dice: how many hit, and how many of those destroy a platoon."""
    destroys = (1 - save.chance) * firepower.chance
    return binomial(dice, to_hit.chance).then(
        lambda hits: binomial(hits, destroys).map(lambda lost: Volley(hits, lost))
    )


@attrs.frozen
class AfterVolley:
    """Reads off a volley what it leaves of a target that began the turn with `start` platoons.

    Hits add up over the turn: once they are half of `start` the target is disordered, once they
    are all of it, Shattered; more are counted only if all are asked. Reduced to `minimum` platoons
    or fewer it is wiped out.
    """

    target: Target
    start: int
    minimum: int
    all_hits: bool = False

    def __call__(self, volley: Volley) -> Target:
        hits, left = self.target.hits + volley.hits, self.target.platoons - volley.destroyed
        counted = hits if self.all_hits else min(hits, self.start)
        if volley.destroyed and left <= self.minimum:
            return Target(0, Order.SHATTERED, counted)
        return Target(left, self._disordered(hits), counted)

    def _disordered(self, hits: int) -> Order:
        """The order of a target that has taken so many hits in all."""
        if self.target.hits < self.start <= hits:
            return Order.SHATTERED
        disordered = 2 * self.target.hits < self.start <= 2 * hits
        return self.target.order.disordered if disordered else self.target.order


def shooting(
    form: ShootForm,
    tables: Tables,
    roles: tuple[str, str] = ROLES,
    *,
    all_hits: bool = False,
) -> Shooting:
    """The numbers that a form comes to, for a shooter that has the weapon and the reach."""
    shooter, target = acting_upon(form, tables, roles)
    target = attrs.evolve(target, contact=Contact.FLANK) if form.flank else target
    weapon = weapon_of(shooter, form)
    assert weapon is not None
    needed = weapon.to_hit(form.range)
    needed += tables.points("shoot.concealed") * form.concealed
    needed += tables.points("shoot.hill") * form.hill
    sheltered = form.fortified and not is_howitzer(shooter, form)
    return Shooting(
        shooter,
        target,
        weapon,
        at_least(needed, RollAgain.by_order(shooter.order, failures=form.crossfire)),
        at_least(weapon.firepower, RollAgain.of(successes=sheltered)),
        _ground(shooter, weapon, form, tables),
        form.swept,
        form.start_platoons or target.platoons,
        form.hits_before,
        all_hits,
    )


def weapon_of(shooter: Battalion, form: ShootForm) -> WeaponLine | None:
    """The weapon line that a battalion shoots with, if its card has one."""
    if shooter.card.arm is not Arm.ARTILLERY:
        return shooter.card.weapon("small-arms")
    return shooter.card.weapon("howitzer" if is_howitzer(shooter, form) else "cannon")


def is_howitzer(shooter: Battalion, form: ShootForm) -> bool:
    """Whether a battery shoots as howitzers."""
    return shooter.card.arm is Arm.ARTILLERY and form.fire_as is FireAs.HOWITZERS


def _ground(shooter: Battalion, weapon: WeaponLine, form: ShootForm, tables: Tables) -> SweptGround:
    """Muskets sweep to their maximum range, guns some inches on from the front of their target."""
    guns = shooter.card.arm is Arm.ARTILLERY
    far = form.range + tables.points("swept.guns") if guns else Fraction(weapon.reach)
    corners = form.corners and shooter.formation is Formation.SQUARE
    return SweptGround(shooter, form.range, far, corners)


def shoot(form: ShootForm, tables: Tables) -> Procedure[Target, Shot]:
    """The Shoot Action, once or twice."""
    shots = shooting(form, tables)
    return Procedure(shots.start, _fires(form, shots), shots.shot)


def shoot_in_full(form: ShootForm, tables: Tables) -> Procedure[Target, ShotInFull]:
    """The same with the hits that the target has taken."""
    shots = shooting(form, tables, all_hits=True)

    def conclude(target: Target) -> ShotInFull:
        return ShotInFull(shots.shot(target), target.hits, shots.start_platoons)

    return Procedure(shots.start, _fires(form, shots), conclude)


def _fires(form: ShootForm, shots: Shooting) -> tuple[Step[Target], ...]:
    return (shots.fire,) * (2 if form.shoots is ShootActions.TWICE else 1)
