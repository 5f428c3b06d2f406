"""What pulls a charge, each thing declared once: the law asks it of every state that a charge may
come to, Why lists it of the first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from calculator.conditions import where
from calculator.lengths import shown_length
from calculator.rules.modifiers import Factor, Modifier, Pull, in_force, total, unless
from calculator.rules.phrases import counted
from calculator.rules.revolutionary_wars import battalions, frontage, rolls
from calculator.rules.revolutionary_wars.checks.movement import crossing_roll
from calculator.rules.revolutionary_wars.terms import Caught, Contact, Order, Resolve
from calculator.rules.tables import Tables

STILL_FLANKED: Final = where("one.flanked") & (~where("fought") | in_force("stand.flank-again"))
"""It was charged in the flank, and tests on the number for that."""
AVERAGE: Final = 4
"""The score that points are counted from: as likely as not."""

NAMES: Final = (
    *("battalion", "enemy", "beyond", "fresh"),
    *("also_charging", "also_charged", "also_beyond"),
)
"""The answers that name battalions: by all of them they are told apart."""


def of(side: str, *what: str) -> tuple[str, ...]:
    """The answers that say `what` the first battalion of a side is like, or those of both are."""
    chargers = tuple("battalion" if one == "card" else one for one in what)
    enemy = tuple("enemy" if one == "card" else f"enemy_{one}" for one in what)
    return {"chargers": chargers, "enemy": enemy}.get(side, chargers + enemy)


MEETING: Final = (*NAMES, *of("both", "formation", "platoons"))
"""Those by which it is known who meets whom, too."""


class Facing(NamedTuple):
    """A battalion in some order, those whose charge it has to face, and whether a melee has been
    `fought` with them."""

    one: battalions.Battalion
    order: Order
    charging: tuple[battalions.Battalion, ...] = ()
    soft_ground: bool = False
    fought: bool = False

    @property
    def mutual(self) -> bool:
        """Whether it charges them too."""
        return self.one.charges and bool(self.charging)

    @property
    def fearsome(self) -> battalions.Battalion:
        """Who has the greatest shock of those who charge it."""
        return max(self.charging, key=lambda one: one.shock)

    @property
    def harder_in_flank(self) -> int:
        """What is added in its flank to the score that it needs to stand to its front."""
        return self.one.stand(flanked=True) - self.one.stand()

    @property
    def crossing(self) -> str:
        """Its platoons that charge through terrain, in words, and what each of them needs."""
        return f"{counted(self.one.crossing, 'platoon')} ({crossing_roll(self.one, self.order)})"

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
    each = [one.shock for one in facing.charging]
    return max(each) if tables.is_so("stand.greatest-shock") else sum(each)


Modifiers: TypeAlias = tuple[Modifier[Any], ...]


class StandTest:
    """What pulls a test to stand and fight, and the roll it comes to.

    The `front` number counts, or what the `flank` makes of it. `side` and `other` are those whose
    answers it hangs on. What bounds a roll is worth a `point`, or nothing. Where it `nets` the
    shock, soft ground counts against that; else there is none on it. Of who is not `shocked`, or
    not `struck` where he stands, what comes of that is left out of the `modifiers`.
    """

    def __init__(
        self,
        test: rolls.Stage,
        front: Modifier[Facing],
        flank: Modifier[Facing],
        side: str,
        other: str,
        *,
        point: int | None = 1,
        nets: bool = False,
        shocked: bool = True,
        struck: bool = True,
    ) -> None:
        self.flank = flank
        reads = of(side, "order")
        self.clipped = test.modifier(
            "{one.name} only clipped: {clipped}",
            where("one.contact", Contact.CLIPPED),
            points=point,
            source="Charge Action, Clipped by a Charge",
            also_reads=("contact", *reads),
        )
        self.order = test.order_effects(
            *("{one.other}", unless(self.clipped), "{one.name} "), points=point, also_reads=reads
        )
        reads = of(other, "card", "formation")
        charged = where("charging")
        self.soft_ground = test.modifier(
            "soft ground: the charge has no shock felt by {one.name}",
            charged & where("soft_ground"),
            number=(lambda one, tables: total([self.shock], one, tables)) if nets else None,
            source="Soft Ground",
            also_reads=reads,
        )
        after_melee = test.modifier(
            "a melee has been fought: no more shock felt by {one.name}",
            charged & where("fought"),
            source="No Shock in Subsequent Tests",
            also_reads=("after_melee",),
        )
        feels_it = charged & where("fearsome.shock") & unless(after_melee)
        feels_it &= ~where("mutual") | in_force("countercharge.shock")
        self.shock: Modifier[Facing] = test.modifier(
            "shock of {fearsome.name} in {fearsome.formation} felt by {one.name}",
            feels_it if nets else feels_it & unless(self.soft_ground),
            value="card.{fearsome.card.name.value}.shock.{fearsome.formation.value}",
            number=_shock,
            side="{one.other}",
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
        shock = (self.soft_ground, after_melee, self.shock) if shocked else ()
        blow = (self.flank, self.clipped, self.obstacle) if struck else ()
        self.modifiers: Modifiers = (front, *self.order, *shock, *blow)

    def roll(self, facing: Facing) -> rolls.Roll:
        """What a battalion needs to stand and fight."""
        tables, order = facing.one.card.tables, facing.order
        easier = total((self.soft_ground, self.obstacle), facing, tables)
        harder = total((self.shock,), facing, tables)
        needed = facing.one.stand(self.flank.holds(facing, tables)) + int(harder - easier)
        if not self.clipped.holds(facing, tables):
            return rolls.at_least(needed, rolled_again(self.order, facing))
        if order is Order.SOLID:
            return rolls.at_least(1)
        return rolls.at_least(needed, rolls.RollAgain.of(failures=order is Order.SHAKEN))


def _in_charge(stage: str, side: str, other: str, *, mutual: bool = False) -> StandTest:
    """The test of a side in a charge, whose points are counted from an even chance."""
    test = rolls.Stage(stage, "Charge Action, Charger's Shock Bonus", "{one.side}", names=MEETING)
    front = test.modifier(
        "{one.name} in {one.formation}, {one.strength}, stands on {value}+",
        value=STANDS_ON("front"),
        number=lambda facing, _: abs(AVERAGE - facing.one.stand()),
        side=lambda facing: facing.one.side if facing.one.stand() <= AVERAGE else facing.one.other,
        source="Stand if Charged from Front",
        given=True,
        also_reads=of(side, "card", "formation", "platoons"),
    )
    flank = test.modifier(
        "{one.name} in the flank",
        STILL_FLANKED & where("harder_in_flank"),
        value=STANDS_ON("flank"),
        number=lambda facing, _: facing.harder_in_flank,
        side="{one.other}",
        source="Charge Action, Charged in the Flank",
        also_reads=("contact", *of(side, "card", "formation")),
    )
    charged = side == "enemy" and not mutual
    shocked = charged or mutual
    return StandTest(
        test, front, flank, side, other, nets=not mutual, shocked=shocked, struck=charged
    )


def rolled_again(modifiers: Modifiers, facing: Facing) -> rolls.RollAgain:
    """What is rolled again, as these two count."""
    failures, successes = (one.holds(facing, facing.one.card.tables) for one in modifiers)
    return rolls.RollAgain.of(failures=failures, successes=successes)


TESTS: Final = {
    ("enemy", False): _in_charge("2. enemy tests to stand", "enemy", "chargers"),
    ("chargers", False): _in_charge("3. chargers test to stand", "chargers", "enemy"),
    ("enemy", True): _in_charge("2. both test to stand", "enemy", "chargers", mutual=True),
    ("chargers", True): _in_charge("2. both test to stand", "chargers", "enemy", mutual=True),
}
"""The tests to stand of a side; in a countercharge those of both are mutual, and at once."""


MELEE: Final = rolls.Stage("4. melee", "Charge Action, 4. Melee", "{one.side}", names=MEETING)
IN_MELEE: Final = MELEE.order_effects(
    "{one.other}", who="{one.name} ", also_reads=of("both", "order")
)


@lru_cache(maxsize=1024)
def melee_roll(battalion: battalions.Battalion, number: str, order: Order) -> rolls.Roll:
    """What a battalion in some order needs to strike or to save, by that number of its card."""
    again = rolled_again(IN_MELEE, Facing(battalion, order))
    return rolls.at_least(battalion.card.number(number), again)


CROSSES: Final = rolls.Stage(
    "1. charge", "Charge Action, Charging through Terrain", "{one.other}"
).modifier(
    "{one.name} crosses terrain with {crossing} and is disordered",
    points=1,
    names=MEETING,
    also_reads=("crossing_platoons", "enemy_crossing", "obstacle", *of("both", "card", "order")),
)
RUNS: Final = rolls.Stage(
    "2. enemy tests to stand", "Charge Action, Choosing to Break and Run", "{one.other}"
).modifier(
    "{one.name} does not test, but {one.resolve}; it re-rolls failures to keep together",
    ~where("one.resolve", Resolve.TESTS),
    names=NAMES,
    also_reads=("resolve",),
)

STRIKES: Final = MELEE.modifier(
    "the dice of those who strike",
    points=0,
    given=True,
    also_reads=(
        "enemy_corner",
        "contact",
        *of("both", "card", "formation", "platoons", "fighting"),
    ),
)


def strikes(one: battalions.Battalion, struck: battalions.Battalion, dice: frontage.Dice) -> Pull:
    """What a battalion strikes with in the first melee, and what the other saves on."""
    rolled = [f"{n} on {one.card.number(number)}+" for n, number in dice.rolled]
    rolled += [f"{one.fighting} counted"] * (one.fighting is not None)
    rolled += [f"{one.corner} struck on a corner"] * bool(one.corner)
    rolled += [f"struck in the {one.contact}"] * one.flanked
    save = struck.card.number("melee-save")
    name = f"{one.name} strikes with {', '.join(rolled)}, {struck.name} saves on {save}+"
    keys = *(one.card.key(number) for _, number in dice.rolled), struck.card.key("melee-save")
    return Pull(STRIKES, Factor(MELEE.name, name, one.side, sum(dice), MELEE.source, keys))


REACTS: Final = rolls.Stage("1. charge", "Reactions, Disorder", "chargers").modifier(
    "the enemy countercharges in reaction: it is disordered unless it rolls to react",
    where("roll_to_react"),
)

GENERAL: Final = rolls.Stage(
    "flight", "Charge Action, Scattering Platoons", "{one.side}", names=NAMES
).modifier(
    "{one.name} near its general: re-rolls failures to keep together",
    where("one.near_general") & ~where("one.card.name.is_artillery"),
    also_reads=("near_general", "enemy_near_general"),
)


@lru_cache(maxsize=1024)
def rally_roll(battalion: battalions.Battalion, pursued: bool, chose: bool = False) -> rolls.Roll:
    """Its Rally from Rout, whatever its order: one that is not pursued, chose to run or is near a
    general re-rolls failures."""
    near = GENERAL.holds(Facing(battalion, battalion.order), battalion.card.tables)
    again = rolls.RollAgain.of(failures=near or chose or not pursued)
    return rolls.at_least(battalion.card.number("rally"), again)


class Chase(NamedTuple):
    """A pursuer, whom it pursues, and what a player saw of that."""

    one: battalions.Battalion
    quarry: battalions.Battalion
    caught: Caught

    @property
    def met(self) -> str:
        """Whom it pursues, in words, if that is a fresh battalion."""
        fresh = self.quarry
        general = ", its general near" if fresh.near_general else ""
        return f"{fresh.name} ({fresh.order}, {fresh.strength} in {fresh.formation}{general})"

    @property
    def overtakes(self) -> bool:
        """Whether its charge move is long enough for the run, which the edge may cut short."""
        run, reach = self.quarry.card.number("move-open"), self.one.card.number("charge-move")
        ends = min(run, run if self.quarry.edge is None else self.quarry.edge)
        as_fast = self.one.card.tables.is_so("pursuit.catches-as-fast")
        return reach > ends or (reach == ends and as_fast)


CATCHES: Final = rolls.Stage(
    "pursuit", "Charge Action, Catching the Enemy", "{one.side}", MEETING
).modifier(
    "{one.name} catches {quarry.name} if it breaks and is pursued: it is destroyed",
    (where("caught", Caught.YES) | where("caught", Caught.WORKED_OUT) & where("overtakes"))
    & ~where("quarry.card.name.is_artillery"),
    also_reads=("battalion", "enemy", "caught", "edge", "own_edge"),
)
INTO_FRESH: Final = "Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through"
BEYOND: Final = rolls.Stage("beyond", INTO_FRESH, "enemy", NAMES).modifier(
    "{one.name} strikes {met} in the {quarry.contact} if it pursues or breaks through",
    also_reads=(
        *("fresh", "fresh_formation", "fresh_order", "fresh_platoons"),
        *("fresh_flank", "fresh_near_general"),
    ),
)


def _edge(side: str, other: str, attribute: str) -> Modifier[Any]:
    def words(form: Any) -> str:
        """The edge of the table is near: who runs or pursues over it may be lost."""
        inches = shown_length(getattr(form, attribute))
        return f"the table ends {inches} inches behind the {side}: who goes over it may be lost"

    stage = rolls.Stage("flight", "Running off the Table; Pursuing off the Table", other)
    return stage.modifier(words, ~where(attribute, None))


EDGE: Final = _edge("enemy", "chargers", "edge")
OWN_EDGE: Final = _edge("chargers", "enemy", "own_edge")
_PURSUIT: Final = rolls.Stage("pursuit", "Charge Action, Controlling Pursuit", "chargers")
HOLD: Final = _PURSUIT.modifier("chargers stay if they control their pursuit", where("hold"))
ENEMY_HOLD: Final = _PURSUIT.modifier(
    "the enemy stays if it controls its pursuit", where("enemy_hold"), side="enemy"
)
COUNTED_OUT: Final = rolls.Stage("odds", "designer's judgement", "").modifier(
    "every number of platoons left is an outcome of its own", where("count_platoons"), given=True
)
OF_ALL: Final = (EDGE, OWN_EDGE, HOLD, ENEMY_HOLD, COUNTED_OUT)
"""What bears on both sides once somebody breaks, and how the odds are told."""
