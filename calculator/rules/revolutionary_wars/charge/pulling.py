"""What pulls a charge, each thing declared once.

The law asks it of every state that a charge may come to, Why lists it of the first.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import attrs

from calculator.conditions import Worked, where
from calculator.lengths import shown_length
from calculator.rules.modifiers import Modifier, total, unless
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Resolve
from calculator.rules.revolutionary_wars.checks.cross import crossing_roll
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least
from calculator.rules.revolutionary_wars.terms import Order

AVERAGE: Final = 4
"""The score that points are counted from: as likely as not."""

_ROWS: Final = ("also_charging", "also_charged", "also_beyond")
NAMES: Final = ("battalion", "enemy", "beyond", "fresh", *_ROWS)
"""The answers that name battalions: by all of them they are told apart."""


def of(side: str, *what: str) -> tuple[str, ...]:
    """The answers that say `what` the first battalion of a side is like, or those of both are."""
    chargers = tuple("battalion" if one == "card" else one for one in what)
    enemy = tuple("enemy" if one == "card" else f"enemy_{one}" for one in what)
    return {"chargers": chargers, "enemy": enemy}.get(side, chargers + enemy)


MEETING: Final = (*NAMES, *of("both", "formation", "platoons"))
"""Those by which it is known who meets whom, too."""


def one_point(*_: Any) -> int:
    """What Why counts a thing as that has no number of its own."""
    return 1


class Facing(NamedTuple):
    """A battalion of a side in some order, and those whose charge it has to face."""

    one: Battalion
    order: Order
    charging: tuple[Battalion, ...] = ()
    soft_ground: bool = False
    side: str = ""
    other: str = ""

    def crossing_with(self, platoons: int) -> Facing:
        """The same with so many platoons that charge through terrain."""
        return self._replace(one=attrs.evolve(self.one, crossing=platoons))

    @property
    def fearsome(self) -> Battalion:
        """Who has the greatest shock of those who charge it."""
        return max(self.charging, key=lambda one: one.shock)

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

    @property
    def crossing(self) -> str:
        """Its platoons that charge through terrain, in words, and what each of them needs."""
        crossing = counted(self.one.crossing, "platoon")
        return f"{crossing} ({crossing_roll(self.one, self.order)})"

    @property
    def clipped(self) -> str:
        """What it does if it is only clipped."""
        return {
            Order.SOLID: "Solid, it stands for certain",
            Order.SHAKEN: "Shaken, it re-rolls failures",
            Order.SHATTERED: "Shattered, it re-rolls no successes",
        }[self.order]


def re_rolls(
    stage: str, side: str, other: str, words: str = "", **declared: Any
) -> tuple[Modifier[Facing], Modifier[Facing]]:
    """That Solid troops roll failures again, and Shattered ones successes."""
    by_order = ((Order.SOLID, "failures", side), (Order.SHATTERED, "successes", other))
    when = declared.pop("when", where("one"))
    solid, shattered = (
        Modifier[Facing](
            stage=stage,
            name=f"{{one.name}} {order}, re-rolling {again}{words}",
            side=favoured,
            when=where("order", order) & when,
            source="Order & Disorder",
            names=NAMES,
            **declared,
        )
        for order, again, favoured in by_order
    )
    return solid, shattered


def rolled_again(modifiers: tuple[Modifier[Facing], Modifier[Facing]], facing: Facing) -> RollAgain:
    """What is rolled again, as these two count."""
    failures, successes = (one.holds(facing, facing.one.card.tables) for one in modifiers)
    return RollAgain.of(failures=failures, successes=successes)


class StandTest:
    """A test to stand and fight at a stage of the charge, of battalions of one side."""

    def __init__(self, stage: str, side: str, other: str, *, mutual: bool = False) -> None:
        pulls = partial(Modifier[Facing], stage=stage, names=NAMES)
        self.number = pulls(
            name="{one.name} in {one.formation}, {platoons}, stands on {stands_on}+",
            side=lambda facing: side if facing.stands_on <= AVERAGE else other,
            value="card.{one.card.name.value}.stand-front.{one.formation.value}",
            number=lambda facing, _: abs(AVERAGE - facing.stands_on),
            source="Stand if Charged from Front",
            given=True,
            also_reads=of(side, "card", "formation", "platoons"),
        )
        self.clipped = pulls(
            name="{one.name} only clipped: {clipped}",
            side=side,
            when=where("one.contact", Contact.CLIPPED),
            number=one_point,
            source="Charge Action, Clipped by a Charge",
            also_reads=("contact", *of(side, "order")),
        )
        self.order = re_rolls(
            stage,
            side,
            other,
            when=unless(self.clipped),
            number=one_point,
            also_reads=("contact", *of(side, "order")),
        )
        self.flank = pulls(
            name="{one.name} in the flank",
            side=other,
            when=where("one.flanked") & where("harder_in_flank"),
            value="card.{one.card.name.value}.stand-flank.{one.formation.value}",
            number=lambda facing, _: facing.harder_in_flank,
            source="Charge Action, Charged in the Flank",
            also_reads=("contact", *of(side, "card", "formation")),
        )
        when = where("charging") & where("fearsome.shock")
        self.soft_ground = pulls(
            name="soft ground, {one.name} feels no shock",
            side=side,
            when=where("charging") & where("soft_ground"),
            number=None if mutual else lambda one, tables: total([self.shock], one, tables),
            source="Soft Ground",
            names=MEETING,
            also_reads=of(other, "card", "formation"),
        )
        if mutual:
            felt = Worked(_both_feel_it, (), "each side feels the shock of the other")
            when &= felt & unless(self.soft_ground)
        self.shock: Modifier[Facing] = pulls(
            name="shock of {fearsome.name} in {fearsome.formation} felt by {one.name}",
            side=other,
            when=when,
            value="card.{fearsome.card.name.value}.shock.{fearsome.formation.value}",
            number=lambda facing, _: facing.fearsome.shock,
            source=f"{'Countercharge Reaction; ' * mutual}Charge Action, Charger's Shock Bonus",
            names=MEETING,
            also_reads=of(other, "card", "formation"),
        )
        self.obstacle = pulls(
            name="defence: {one.obstacle}",
            side=side,
            when=where("one.defends"),
            value="stand.obstacle",
            sign=-1,
            also_reads=("obstacle",),
        )
        charged = (self.flank, self.clipped, self.obstacle) if side == "enemy" else ()
        feared = (self.soft_ground, self.shock) if mutual or charged else ()
        self.modifiers = (self.number, *self.order, *feared, *(() if mutual else charged))

    def roll(self, facing: Facing) -> Roll:
        """What a battalion needs to stand and fight."""
        tables, order = facing.one.card.tables, facing.order
        harder = total((self.flank, self.shock), facing, tables)
        easier = total((self.soft_ground, self.obstacle), facing, tables)
        needed = facing.stands_on + int(harder - easier)
        if not self.clipped.holds(facing, tables):
            return at_least(needed, rolled_again(self.order, facing))
        if order is Order.SOLID:
            return at_least(1)
        return at_least(needed, RollAgain.of(failures=order is Order.SHAKEN))


def _both_feel_it(_: Facing, tables: Any) -> bool:
    return bool(tables.points("countercharge.shock"))


TESTS: Final = {
    ("enemy", False): StandTest("2. enemy tests to stand", "enemy", "chargers"),
    ("chargers", False): StandTest("3. chargers test to stand", "chargers", "enemy"),
    ("enemy", True): StandTest("2. both test to stand", "enemy", "chargers", mutual=True),
    ("chargers", True): StandTest("2. both test to stand", "chargers", "enemy", mutual=True),
}
"""The tests to stand of a side; in a countercharge those of both are mutual, and at once."""

IN_MELEE: Final = re_rolls(
    "4. melee",
    "{side}",
    "{other}",
    " to strike and to save",
    also_reads=of("both", "order"),
)


@lru_cache(maxsize=1024)
def melee_roll(battalion: Battalion, number: str, order: Order) -> Roll:
    """What a battalion in some order needs to strike or to save, by that number of its card."""
    again = rolled_again(IN_MELEE, Facing(battalion, order))
    return at_least(battalion.card.number(number), again)


CROSSES: Final = Modifier[Facing](
    stage="1. charge",
    name="{one.name} crosses terrain with {crossing} and is disordered",
    side="{other}",
    number=one_point,
    source="Charge Action, Charging through Terrain",
    names=MEETING,
    also_reads=("crossing_platoons", "enemy_crossing", "obstacle", *of("both", "card", "order")),
)
RUNS: Final = Modifier[Facing](
    stage="2. enemy tests to stand",
    name="{one.name} does not test, but {one.resolve}; it re-rolls failures to keep together",
    side="{other}",
    when=~where("one.resolve", Resolve.TESTS),
    source="Charge Action, Choosing to Break and Run",
    names=NAMES,
    also_reads=("resolve",),
)


def counts(modifier: Modifier[Facing], battalion: Battalion) -> bool:
    """Whether something that does not hang on its order counts for a battalion."""
    return modifier.holds(Facing(battalion, battalion.order), battalion.card.tables)


class Onward(NamedTuple):
    """A charger, and the fresh battalion that it runs into."""

    one: Battalion
    fresh: Battalion

    @property
    def met(self) -> str:
        """The fresh battalion, in words."""
        fresh, platoons = self.fresh, counted(self.fresh.platoons, "platoon")
        general = ", its general near" if fresh.near_general else ""
        return f"{fresh.name} ({fresh.order}, {platoons} in {fresh.formation}{general})"


BEYOND: Final = Modifier[Onward](
    stage="beyond",
    name="{one.name} strikes {met} in the {fresh.contact} if it pursues or breaks through",
    side="enemy",
    source="Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through",
    names=NAMES,
    also_reads=(
        *("fresh_formation", "fresh_order", "fresh_platoons"),
        *("fresh_flank", "fresh_near_general"),
    ),
)

REACTS: Final = Modifier[Any](
    stage="1. charge",
    name="the enemy countercharges in reaction: it is disordered unless it rolls to react",
    side="chargers",
    when=where("roll_to_react"),
    source="Reactions, Disorder",
)


def _edge(side: str, other: str, attribute: str) -> Modifier[Any]:
    def words(form: Any) -> str:
        """The edge of the table is near: who runs or pursues over it may be lost."""
        inches = shown_length(getattr(form, attribute))
        return f"the table ends {inches} inches behind the {side}: who goes over it may be lost"

    source = "Running off the Table; Pursuing off the Table"
    when = ~where(attribute, None)
    return Modifier(stage="flight", name=words, side=other, when=when, source=source)


def _held(side: str, attribute: str, words: str) -> Modifier[Any]:
    source, when = "Charge Action, Controlling Pursuit", where(attribute)
    return Modifier(stage="pursuit", name=words, side=side, when=when, source=source)


EDGE: Final = _edge("enemy", "chargers", "edge")
OWN_EDGE: Final = _edge("chargers", "enemy", "own_edge")
HOLD: Final = _held("chargers", "hold", "chargers stay if they control their pursuit")
ENEMY_HOLD: Final = _held("enemy", "enemy_hold", "the enemy stays if it controls its pursuit")
COUNTED_OUT: Final = Modifier[Any](
    stage="odds",
    name="every number of platoons left is an outcome of its own",
    when=where("count_platoons"),
    source="designer's judgement",
    given=True,
)
OF_ALL: Final = (EDGE, OWN_EDGE, HOLD, ENEMY_HOLD, COUNTED_OUT)
"""What bears on both sides once somebody breaks, and how the odds are told."""
