"""What is asked about shooting, and what a volley leaves of its target (Shoot Action)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from calculator.conditions import where
from calculator.kinds import Optional, Whole, Word
from calculator.rules.action import Outcome
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.rolls import Hits
from calculator.rules.revolutionary_wars.terms import CardName, Formation, Order


class FireAs(Word):
    """How a battery shoots this turn."""

    CANNON = "cannon"
    HOWITZERS = "howitzers"

    @property
    def line(self) -> str:
        """The weapon line of a battery's card that it shoots with."""
        return self.value.removesuffix("s")


class ShootActions(Word):
    """How many consecutive Shoot Actions a battalion takes."""

    ONCE = "once"
    TWICE = "twice"


IS_WORKED_OUT: Final = where("swept", None)
"""The platoons in the swept ground follow from how both battalions stand."""
BY_CARD: Final = where(
    "battalion", *(card for card in CardName if card.value.endswith(("skirmish", "cossacks")))
)
"""The card is one of skirmishers, on foot or mounted."""
SKIRMISHES: Final = BY_CARD | where("formation", Formation.SKIRMISH_LINE)
"""Each platoon shoots at one platoon instead of sweeping ground."""


class ShootForm(forms.FiringBattalions):
    """A battalion shoots at an enemy battalion in its swept ground."""

    formation: Formation = fields.own_formation(default=Formation.LINE)
    platoons: int | None = fields.platoons(group="Battalion", matters=IS_WORKED_OUT | SKIRMISHES)
    fire_as: FireAs = fields.BATTALION.choice(
        FireAs, source="Shoot Action, Artillery Fire as Cannon or Howitzer", matters=forms.GUNS
    )
    """A battery shoots as cannon or as howitzers, each with its own line on the card."""
    shoots: ShootActions = fields.BATTALION.choice(
        ShootActions, source="Shoot Action, Multiple Shoot Actions"
    )
    """Once, or twice in two consecutive Shoot Actions. The second is against what the first left of
    the target."""
    swept: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, fields.WORKED_OUT),
        "Platoons in swept ground",
        source="Shoot Action, 1. Determine Target Platoons",
    )
    """The target's platoons in the swept ground and in sight; one die is rolled for each. Worked
    out from formations and base sizes, the middle of the shooters against that of the target. Ask
    again for each other battalion in the swept ground."""
    flank: bool = fields.ENEMY.yes_no(
        "Shot at end on", source="Shoot Action, Check Swept Ground", matters=IS_WORKED_OUT
    )
    """The shooters face the target's flank, so that its ranks stand side by side before them and
    its line stretches away."""
    corners: bool = fields.BATTALION.yes_no(
        "Corners fire too",
        default=True,
        source="Shoot Action, Check Swept Ground, Squares",
        matters=IS_WORKED_OUT & where("formation", Formation.SQUARE) & ~BY_CARD,
    )
    """A square may also sweep the ground out to the diagonals of its corners; say no where friends
    stand there."""
    start_platoons: int | None = fields.ENEMY.entry(
        Optional(fields.PLATOONS, "as-now"),
        "Enemy platoons at start",
        source="Shoot Action, 5. Disorder the Target",
    )
    """How many platoons the target had at the start of the turn: hits are measured against them."""
    hits_before: int = fields.ENEMY.entry(
        Whole(0, 48, "hits"), source="Shoot Action, 5. Disorder the Target; Multiple Shoot Actions"
    )
    """Hits that the target has already received from other shooting this turn."""
    crossfire: bool = fields.GROUND.yes_no(source="Shoot Action, Crossfire")
    """The target is in the swept ground of two battalions whose fronts form a right angle or more:
    failed rolls to hit are rolled again."""
    fortified: bool = fields.GROUND.yes_no(source="Shoot Action, Re-Roll against Fortifications")
    """The target is behind a wall, in a building or in a fortification: successful firepower rolls
    are rolled again, unless howitzers shoot."""


class Shot(Outcome):
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
        if self.wiped_out:
            return "wiped out"
        lost = f"{counted(self.lost, 'platoon')} lost" if self.lost else "no loss"
        return f"{self.order}, {lost}"


class Target(NamedTuple):
    """A target of fire: platoons left, order, hits counted against it this turn, platoons lost."""

    platoons: int
    enemy_order: Order
    hits: int = 0
    lost: int = 0

    @property
    def listed(self) -> Shot:
        """What odds list of it."""
        return Shot(self.enemy_order, self.platoons, self.lost)


@lru_cache(maxsize=4096)
def after_volley(target: Target, start: int, minimum: int) -> Callable[[Hits], Target]:
    """Reads off a volley what it leaves of a target that began the turn with `start` platoons.

    Hits add up over the turn: once they are half of `start` the target is disordered, once they
    are all of it, Shattered. Reduced to `minimum` platoons
    or fewer it is wiped out.
    """
    platoons, order, before, lost = target

    def left_by(volley: Hits) -> Target:
        hits, left = before + volley.hits, platoons - volley.destroyed
        if volley.destroyed and left <= minimum:
            return Target(0, Order.SHATTERED, hits, lost + platoons)
        shatters, disorders = before < start <= hits, 2 * before < start <= 2 * hits
        after = order.disordered if disorders else order
        return Target(left, Order.SHATTERED if shatters else after, hits, lost + volley.destroyed)

    return left_by
