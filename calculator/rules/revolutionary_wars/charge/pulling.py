"""What pulls a charge, each thing declared once.

The law asks it of every state that a charge may come to, Why lists it of the first.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import attrs

from calculator.conditions import Worked, where
from calculator.lengths import shown_length
from calculator.rules.modifiers import Modifier, total
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Resolve
from calculator.rules.revolutionary_wars.checks.cross import crossing_roll
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

AVERAGE: Final = 4
"""The score that points are counted from: as likely as not."""

_FURTHER: Final = ("also_charging", "also_charged", "also_beyond")
NAMED: Final = ("battalion", "enemy", "beyond", "fresh", *_FURTHER)
"""The answers that name battalions: who is called what hangs on all of them."""
_ORDER: Final = (*NAMED, "order", "enemy_order")
_FORMATION: Final = (*NAMED, "formation", "enemy_formation")
_CROSSING: Final = ("crossing", "crossing_platoons", "enemy_crossing", "obstacle")
_FRESH: Final = tuple(
    f"fresh_{what}" for what in ("formation", "order", "platoons", "flank", "near_general")
)
PLATOONS: Final = (*_FORMATION, "platoons", "enemy_platoons")
"""Those by which battalions stand and strike as they do."""

_SOLID: Final = where("order", Order.SOLID)
_SHATTERED: Final = where("order", Order.SHATTERED)
_CLIPPED: Final = where("one.contact", Contact.CLIPPED)


_IF_CLIPPED: Final = {
    Order.SOLID: ": Solid, it stands for certain",
    Order.SHAKEN: ": Shaken, it re-rolls failures",
    Order.SHATTERED: ": Shattered, it re-rolls no successes",
}


class Facing(NamedTuple):
    """A battalion of a side in some order, and those whose charge it has to face."""

    one: Battalion
    order: Order
    charging: tuple[Battalion, ...] = ()
    soft_ground: bool = False
    side: str = ""
    other: str = ""

    @property
    def fearsome(self) -> Battalion:
        """Who has the greatest shock of those who charge it."""
        return max(self.charging, key=lambda one: one.shock)

    def crossing_with(self, platoons: int) -> Facing:
        """The same with so many platoons that charge through terrain."""
        return self._replace(one=attrs.evolve(self.one, crossing=platoons))

    @property
    def stands_on(self) -> int:
        """The score it needs to stand to its front, before all else."""
        return self.one.stand()

    @property
    def harder_in_flank(self) -> int:
        """What is added to that score in its flank."""
        return self.one.stand(flanked=True) - self.stands_on

    @property
    def platoons(self) -> str:
        """Its platoons, in words."""
        return counted(self.one.platoons, "platoon")


def _counts_one(*_: Any) -> int:
    """What Why counts a thing as that has no number of its own."""
    return 1


class StandTest:
    """A test to stand and fight at a stage of the charge, of battalions of one side."""

    def __init__(self, stage: str, side: str, other: str, *, mutual: bool = False) -> None:
        declared = partial(Modifier[Facing], stage=stage)
        card = "card.{one.card.name.value}"
        self.number = declared(
            name="{one.name} in {one.formation}, {platoons}, stands on {stands_on}+",
            side=lambda facing: side if facing.stands_on <= AVERAGE else other,
            value=f"{card}.stand-front.{{one.formation.value}}",
            number=lambda facing, _: abs(AVERAGE - facing.stands_on),
            source="Stand if Charged from Front",
            given=True,
            also_reads=PLATOONS,
        )
        self.clipped = declared(
            name=lambda facing: f"{facing.one.name} only clipped{_IF_CLIPPED[facing.order]}",
            side=side,
            when=_CLIPPED,
            number=_counts_one,
            source="Charge Action, Clipped by a Charge",
            also_reads=(*_ORDER, "contact"),
        )
        not_clipped = Worked(
            lambda facing, tables: not self.clipped.holds(facing, tables),
            ("contact",),
            "it is not clipped",
        )
        by_order = partial(
            declared, number=_counts_one, source="Order & Disorder", also_reads=_ORDER
        )
        self.solid = by_order(
            name="{one.name} Solid, re-rolling failures", side=side, when=_SOLID & not_clipped
        )
        self.shattered = by_order(
            name="{one.name} Shattered, re-rolling successes",
            side=other,
            when=_SHATTERED & not_clipped,
        )
        self.flanked = declared(
            name="{one.name} in the flank",
            side=other,
            when=where("one.flanked") & where("harder_in_flank"),
            value=f"{card}.stand-flank.{{one.formation.value}}",
            number=lambda facing, _: facing.harder_in_flank,
            source="Charge Action, Charged in the Flank",
            also_reads=(*_FORMATION, "contact"),
        )
        felt = where("charging") & where("fearsome.shock")
        self.soft_ground = declared(
            name="soft ground, no shock",
            side=side,
            when=where("charging") & where("soft_ground"),
            number=None if mutual else self._shock,
            source="Soft Ground",
            also_reads=_FORMATION,
        )
        if mutual:
            felt &= Worked(
                lambda facing, tables: (
                    bool(tables.points("countercharge.shock"))
                    and not self.soft_ground.holds(facing, tables)
                ),
                ("soft_ground",),
                "both sides feel the shock of the other",
            )
        self.shock: Modifier[Facing] = declared(
            name="shock of {fearsome.name} in {fearsome.formation}",
            side=other,
            when=felt,
            value="card.{fearsome.card.name.value}.shock.{fearsome.formation.value}",
            source=f"{'Countercharge Reaction; ' * mutual}Charge Action, Charger's Shock Bonus",
            also_reads=_FORMATION,
        )
        self.obstacle = declared(
            name="defence: {one.obstacle}",
            side=side,
            when=where("one.defends"),
            value="stand.obstacle",
            sign=-1,
            also_reads=(*NAMED, "obstacle"),
        )
        self.modifiers = (
            self.number,
            self.solid,
            self.shattered,
            self.flanked,
            self.clipped,
            self.soft_ground,
            self.shock,
            self.obstacle,
        )

    def _shock(self, facing: Facing, tables: Tables) -> int | Fraction:
        return total([self.shock], facing, tables)

    def roll(self, facing: Facing) -> Roll:
        """What a battalion needs to stand and fight.

        A battalion that was only clipped is likelier to: Solid it always does, Shaken it re-rolls
        failures, Shattered it does not re-roll successes (Clipped by a Charge).
        """
        tables, order = facing.one.card.tables, facing.order
        harder = total((self.flanked, self.shock), facing, tables)
        needed = facing.stands_on + int(
            harder - total((self.soft_ground, self.obstacle), facing, tables)
        )
        if self.clipped.holds(facing, tables):
            failures = RollAgain.of(failures=order is Order.SHAKEN)
            return at_least(1 if order is Order.SOLID else needed, failures)
        return at_least(needed, _again(self.solid, self.shattered, facing))


def _again(solid: Modifier[Facing], shattered: Modifier[Facing], facing: Facing) -> RollAgain:
    """What is rolled again, as these two hold."""
    tables = facing.one.card.tables
    failures, successes = (one.holds(facing, tables) for one in (solid, shattered))
    return RollAgain.of(failures=failures, successes=successes)


CHARGED: Final = StandTest("2. enemy tests to stand", "enemy", "chargers")
CHARGERS: Final = StandTest("3. chargers test to stand", "chargers", "enemy")
MUTUAL: Final = {
    side: StandTest("2. both test to stand", side, other, mutual=True)
    for side, other in (("chargers", "enemy"), ("enemy", "chargers"))
}
"""The tests of both sides in a countercharge, at once."""


def test_of(side: str, mutual: bool) -> StandTest:
    """The test to stand of a side; in a countercharge both feel the shock of the other."""
    if mutual:
        return MUTUAL[side]
    return CHARGED if side == "enemy" else CHARGERS


CROSSES: Final = Modifier[Facing](
    stage="1. charge",
    name=lambda facing: (
        f"{facing.one.name} crosses terrain with {counted(facing.one.crossing, 'platoon')} "
        f"({crossing_roll(facing.one, facing.order)}) and is disordered"
    ),
    side="{other}",
    number=_counts_one,
    source="Charge Action, Charging through Terrain",
    also_reads=(*PLATOONS, *_ORDER, *_CROSSING),
)

_melee: Final = partial(Modifier[Facing], stage="4. melee", source="Charge Action, 4. Melee")
MELEE_SOLID: Final = _melee(
    name="{one.name} Solid: re-rolls failures to strike and to save",
    side="{side}",
    when=_SOLID,
    also_reads=_ORDER,
)
MELEE_SHATTERED: Final = _melee(
    name="{one.name} Shattered: re-rolls successes to strike and to save",
    side="{other}",
    when=_SHATTERED,
    also_reads=_ORDER,
)
TURNED: Final = _melee(
    name="{one.name} struck in the {one.contact}: all its blows are strikes to the flank",
    side="{other}",
    when=where("one.flanked"),
    also_reads=(*NAMED, "contact"),
)
CORNER: Final = _melee(
    name="{one.name} has {one.corner} platoons struck on a corner: their blows are strikes to the "
    "flank",
    side="{other}",
    when=where("one.corner", at_least=1),
    also_reads=(*NAMED, "enemy_corner"),
)
COUNTED: Final = _melee(
    name="{one.name} strikes with {one.fighting} platoons, as counted on the table",
    side="{side}",
    when=~where("one.fighting", None),
    also_reads=(*NAMED, "fighting", "enemy_fighting"),
)
IN_MELEE: Final = (MELEE_SOLID, MELEE_SHATTERED, TURNED, CORNER, COUNTED)


def counts(modifier: Modifier[Facing], battalion: Battalion) -> bool:
    """Whether something that does not hang on its order counts for a battalion."""
    return modifier.holds(Facing(battalion, battalion.order), battalion.card.tables)


@lru_cache(maxsize=1024)
def melee_roll(battalion: Battalion, number: str, order: Order) -> Roll:
    """What a battalion in some order needs to strike or to save, by that number of its card."""
    facing = Facing(battalion, order)
    return at_least(battalion.card.number(number), _again(MELEE_SOLID, MELEE_SHATTERED, facing))


RUNS: Final = Modifier[Facing](
    stage="2. enemy tests to stand",
    name="{one.name} does not test, but {one.resolve}; it re-rolls failures to keep together",
    side="{other}",
    when=~where("one.resolve", Resolve.TESTS),
    source="Charge Action, Choosing to Break and Run",
    also_reads=(*NAMED, "resolve"),
)


class Onward(NamedTuple):
    """A charger, and the fresh battalion that it runs into."""

    one: Battalion
    fresh: Battalion

    @property
    def described(self) -> str:
        """The fresh battalion, in words."""
        fresh = self.fresh
        general = ", its general near" if fresh.near_general else ""
        platoons = f"{fresh.order} with {counted(fresh.platoons, 'platoon')}{general}"
        return f"{fresh.name} in {fresh.formation}, {platoons}, from the {fresh.contact}"


BEYOND: Final = Modifier[Onward](
    stage="beyond",
    name="{one.name} runs into {described} if it pursues or breaks through",
    side="enemy",
    source="Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through",
    also_reads=(*NAMED, *_FRESH),
)

REACTS: Final = Modifier[Any](
    stage="1. charge",
    name="the enemy countercharges in reaction: it is disordered unless it rolls to react",
    side="chargers",
    when=where("roll_to_react"),
    source="Reactions, Disorder",
)


def _edge(side: str, other: str, attribute: str) -> Modifier[Any]:
    """The edge of the table behind a side."""
    return Modifier(
        stage="flight",
        name=lambda form: (
            f"the table ends {shown_length(getattr(form, attribute))} inches behind the {side}: "
            "who runs or pursues so far may leave it"
        ),
        side=other,
        when=~where(attribute, None),
        source="Running off the Table; Pursuing off the Table",
    )


EDGE: Final = _edge("enemy", "chargers", "edge")
OWN_EDGE: Final = _edge("chargers", "enemy", "own_edge")


_held: Final = partial(Modifier[Any], stage="pursuit", source="Charge Action, Controlling Pursuit")
HOLD: Final = _held(
    name="chargers do not pursue if they control their pursuit", side="chargers", when=where("hold")
)
ENEMY_HOLD: Final = _held(
    name="the enemy does not pursue if it controls its pursuit",
    side="enemy",
    when=where("enemy_hold"),
)
COUNTED_OUT: Final = Modifier[Any](
    stage="odds",
    name="every number of platoons left is an outcome of its own",
    when=where("count_platoons"),
    source="designer's judgement",
    given=True,
)
OF_ALL: Final = (EDGE, OWN_EDGE, HOLD, ENEMY_HOLD, COUNTED_OUT)
"""What bears on both sides once somebody breaks, and how the odds are told."""
