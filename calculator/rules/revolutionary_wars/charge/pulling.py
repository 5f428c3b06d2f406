"""What pulls a charge, each thing declared once.

The law asks it of every state that a charge may come to, Why lists it of the first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from calculator.conditions import where
from calculator.lengths import shown_length
from calculator.rules.modifiers import Modifier, in_force, total, unless
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars.battalion import Battalion, Contact, Resolve
from calculator.rules.revolutionary_wars.checks.check import Stage
from calculator.rules.revolutionary_wars.checks.cross import crossing_roll
from calculator.rules.revolutionary_wars.rolls import Roll, RollAgain, at_least
from calculator.rules.revolutionary_wars.terms import Order
from calculator.rules.tables import Tables

BOTH_FEEL_IT: Final = in_force("countercharge.shock")
STILL_FLANKED: Final = where("one.flanked") & (~where("fought") | in_force("stand.flank-again"))
"""It was charged in the flank, and tests on the number for that."""
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


class Facing(NamedTuple):
    """A battalion of a side in some order, and those whose charge it has to face.

    `mutual` says that it charges them too, `fought` that a melee has been fought with them.
    """

    one: Battalion
    order: Order
    charging: tuple[Battalion, ...] = ()
    soft_ground: bool = False
    side: str = ""
    other: str = ""
    mutual: bool = False
    fought: bool = False

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
            Order.SOLID: "Solid troops always stand",
            Order.SHAKEN: "Shaken troops roll failures again",
            Order.SHATTERED: "Shattered troops roll no success again",
        }[self.order]


STANDS_ON: Final = "card.{{one.card.name.value}}.stand-{0}.{{one.formation.value}}".format
"""The key of the number on which a battalion stands to its front, or in its flank."""


def _shock(facing: Facing, tables: Tables) -> int:
    """The greatest of those who charge, unless all add up."""
    each = [one.shock for one in facing.charging]
    return max(each) if tables.is_so("stand.greatest-shock") else sum(each)


class StandTest:
    """What pulls a test to stand and fight, and the roll it comes to.

    The `front` number counts, or what the `flank` makes of it. `side` and `other` are those whose
    answers it hangs on, `against` is who gains where the tester does not. In a charge it says whom
    it speaks of, and what bounds a roll is worth a `point`. Where it `nets` the shock, soft ground
    counts against that; else there is none on it.
    """

    def __init__(
        self,
        test: Stage,
        front: Modifier[Facing],
        flank: Modifier[Facing],
        side: str,
        other: str,
        *,
        against: str,
        who: str = "{one.name} ",
        felt: str = " felt by {one.name}",
        point: int | None = 1,
        nets: bool = False,
    ) -> None:
        self.front, self.flank = front, flank
        reads = of(side, "order")
        self.clipped = test.modifier(
            f"{who}only clipped: {{clipped}}",
            where("one.contact", Contact.CLIPPED),
            points=point,
            source="Charge Action, Clipped by a Charge",
            also_reads=("contact", *reads),
        )
        self.order = test.order_effects(
            against, when=unless(self.clipped), who=who, points=point, also_reads=reads
        )
        reads = of(other, "card", "formation")
        charged = where("charging")
        self.soft_ground = test.modifier(
            f"soft ground: the charge has no shock{felt}",
            charged & where("soft_ground"),
            number=(lambda one, tables: total([self.shock], one, tables)) if nets else None,
            source="Soft Ground",
            also_reads=reads,
        )
        self.after_melee = test.modifier(
            f"a melee has been fought: no more shock{felt}",
            charged & where("fought"),
            source="No Shock in Subsequent Tests",
            also_reads=("after_melee",),
        )
        feels_it = charged & where("fearsome.shock") & unless(self.after_melee)
        feels_it &= ~where("mutual") | BOTH_FEEL_IT
        self.shock: Modifier[Facing] = test.modifier(
            f"shock of {{fearsome.name}} in {{fearsome.formation}}{felt}",
            feels_it if nets else feels_it & unless(self.soft_ground),
            value="card.{fearsome.card.name.value}.shock.{fearsome.formation.value}",
            number=_shock,
            side=against,
            source="Charge Action, Charger's Shock Bonus",
            also_reads=reads,
        )
        self.obstacle = test.modifier(
            "defence: {one.obstacle}",
            where("one.defends"),
            value="stand.obstacle",
            sign=-1,
            source="Charge Action, Defending Obstacles",
            also_reads=("obstacle",),
        )

    @property
    def modifiers(self) -> tuple[Modifier[Facing], ...]:
        """All that can pull the test of a battalion that is charged."""
        shock = (self.soft_ground, self.after_melee, self.shock)
        return (self.front, *self.order, *shock, self.flank, self.clipped, self.obstacle)

    def roll(self, facing: Facing) -> Roll:
        """What a battalion needs to stand and fight."""
        tables, order = facing.one.card.tables, facing.order
        easier = total((self.soft_ground, self.obstacle), facing, tables)
        harder = total((self.shock,), facing, tables)
        needed = facing.one.stand(self.flank.holds(facing, tables)) + int(harder - easier)
        if not self.clipped.holds(facing, tables):
            return at_least(needed, rolled_again(self.order, facing))
        if order is Order.SOLID:
            return at_least(1)
        return at_least(needed, RollAgain.of(failures=order is Order.SHAKEN))


def _in_charge(stage: str, side: str, other: str, *, mutual: bool = False) -> StandTest:
    """The test of a side in a charge, whose points are counted from an even chance."""
    test = Stage(stage, "Charge Action, Charger's Shock Bonus", side, names=MEETING)
    front = test.modifier(
        "{one.name} in {one.formation}, {platoons}, stands on {stands_on}+",
        value=STANDS_ON("front"),
        number=lambda facing, _: abs(AVERAGE - facing.stands_on),
        side=lambda facing: side if facing.stands_on <= AVERAGE else other,
        source="Stand if Charged from Front",
        given=True,
        also_reads=of(side, "card", "formation", "platoons"),
    )
    flank = test.modifier(
        "{one.name} in the flank",
        STILL_FLANKED & where("harder_in_flank"),
        value=STANDS_ON("flank"),
        number=lambda facing, _: facing.harder_in_flank,
        side=other,
        source="Charge Action, Charged in the Flank",
        also_reads=("contact", *of(side, "card", "formation")),
    )
    return StandTest(test, front, flank, side, other, against=other, nets=not mutual)


def rolled_again(modifiers: tuple[Modifier[Facing], Modifier[Facing]], facing: Facing) -> RollAgain:
    """What is rolled again, as these two count."""
    failures, successes = (one.holds(facing, facing.one.card.tables) for one in modifiers)
    return RollAgain.of(failures=failures, successes=successes)


TESTS: Final = {
    ("enemy", False): _in_charge("2. enemy tests to stand", "enemy", "chargers"),
    ("chargers", False): _in_charge("3. chargers test to stand", "chargers", "enemy"),
    ("enemy", True): _in_charge("2. both test to stand", "enemy", "chargers", mutual=True),
    ("chargers", True): _in_charge("2. both test to stand", "chargers", "enemy", mutual=True),
}
"""The tests to stand of a side; in a countercharge those of both are mutual, and at once."""


def stand_modifiers(side: str, mutual: bool) -> tuple[Modifier[Facing], ...]:
    """What can pull the test of a side: those who charge feel no shock, unless they are charged."""
    test = TESTS[side, mutual]
    shock = (test.soft_ground, test.shock) if mutual or side == "enemy" else ()
    charged = (test.flank, test.clipped, test.obstacle) if side == "enemy" and not mutual else ()
    return (test.front, *test.order, *shock, *charged)


MELEE: Final = Stage("4. melee", "Charge Action, 4. Melee", "{side}", names=MEETING)
IN_MELEE: Final = MELEE.order_effects("{other}", who="{one.name} ", also_reads=of("both", "order"))


@lru_cache(maxsize=1024)
def melee_roll(battalion: Battalion, number: str, order: Order) -> Roll:
    """What a battalion in some order needs to strike or to save, by that number of its card."""
    again = rolled_again(IN_MELEE, Facing(battalion, order))
    return at_least(battalion.card.number(number), again)


CROSSES: Final = Stage("1. charge", "Charge Action, Charging through Terrain", "{other}").modifier(
    "{one.name} crosses terrain with {crossing} and is disordered",
    points=1,
    names=MEETING,
    also_reads=("crossing_platoons", "enemy_crossing", "obstacle", *of("both", "card", "order")),
)
RUNS: Final = Stage(
    "2. enemy tests to stand", "Charge Action, Choosing to Break and Run", "{other}"
).modifier(
    "{one.name} does not test, but {one.resolve}; it re-rolls failures to keep together",
    ~where("one.resolve", Resolve.TESTS),
    names=NAMES,
    also_reads=("resolve",),
)


def resolve_of(one: Battalion) -> Resolve:
    """Whether and when a battalion that is charged runs without a test."""
    facing = Facing(one, one.order)
    return one.resolve if RUNS.holds(facing, one.card.tables) else Resolve.TESTS


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


INTO_FRESH: Final = "Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through"
BEYOND: Final = Stage("beyond", INTO_FRESH, "enemy", NAMES).modifier(
    "{one.name} strikes {met} in the {fresh.contact} if it pursues or breaks through",
    also_reads=(
        *("fresh_formation", "fresh_order", "fresh_platoons"),
        *("fresh_flank", "fresh_near_general"),
    ),
)
REACTS: Final = Stage("1. charge", "Reactions, Disorder", "chargers").modifier(
    "the enemy countercharges in reaction: it is disordered unless it rolls to react",
    where("roll_to_react"),
)


def _edge(side: str, other: str, attribute: str) -> Modifier[Any]:
    def words(form: Any) -> str:
        """The edge of the table is near: who runs or pursues over it may be lost."""
        inches = shown_length(getattr(form, attribute))
        return f"the table ends {inches} inches behind the {side}: who goes over it may be lost"

    stage = Stage("flight", "Running off the Table; Pursuing off the Table", other)
    return stage.modifier(words, ~where(attribute, None))


EDGE: Final = _edge("enemy", "chargers", "edge")
OWN_EDGE: Final = _edge("chargers", "enemy", "own_edge")
_PURSUIT: Final = Stage("pursuit", "Charge Action, Controlling Pursuit", "chargers")
HOLD: Final = _PURSUIT.modifier("chargers stay if they control their pursuit", where("hold"))
ENEMY_HOLD: Final = _PURSUIT.modifier(
    "the enemy stays if it controls its pursuit", where("enemy_hold"), side="enemy"
)
COUNTED_OUT: Final = Stage("odds", "designer's judgement", "").modifier(
    "every number of platoons left is an outcome of its own", where("count_platoons"), given=True
)
OF_ALL: Final = (EDGE, OWN_EDGE, HOLD, ENEMY_HOLD, COUNTED_OUT)
"""What bears on both sides once somebody breaks, and how the odds are told."""
