"""What is asked about a charge, a countercharge and an exchange of fire that leads to one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias

from calculator.conditions import where
from calculator.errors import Fault
from calculator.forms import Form, choice, entry
from calculator.kinds import Optional, Whole, Word
from calculator.rows import Rows
from calculator.rules.revolutionary_wars import fields, forms, terms
from calculator.rules.revolutionary_wars.charge.pulling import INTO_FRESH


class Struck(Word):
    """The `Contact` of a pursuit with a fresh battalion, which it never only clips."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


class FurtherBattalion(Form):
    """A further battalion of either side; a blank number of platoons is that of its card."""

    card: terms.CardName = fields.card("Battalion card")
    """The card of this battalion."""
    formation: terms.Formation = fields.formation()
    order: terms.Order = fields.order()
    platoons: int | None = fields.platoons()


_fighting = partial(
    fields.fighting,
    source="Charge Action, 4. Melee",
    help="Platoons that roll to hit in the first melee, if counted on the table.",
)


class FurtherCharger(FurtherBattalion):
    """A further battalion that charges: nobody pursues it, so no general helps it to rally."""

    fighting: int | None = _fighting()
    crossing: int | None = entry(
        Optional(fields.PLATOONS_OR_NONE, "as-first"),
        source="Charge Action, Cavalry Charging through Terrain",
    )
    """Its platoons that charge through terrain, 0 for none; if blank, all of them where the first
    battalion charges through terrain."""


class FurtherInCountercharge(FurtherCharger):
    """A further battalion on either side of a countercharge, which may be pursued."""

    general: bool = fields.near_general()


class FurtherCharged(FurtherBattalion):
    """A further battalion that is charged."""

    general: bool = fields.near_general()
    contact: terms.Contact = fields.contact()
    """Where the charge strikes it, or that it is only clipped."""
    resolve: terms.Resolve = choice(
        terms.Resolve, source="Charge Action, Choosing to Break and Run"
    )
    """Whether it tests to stand or chooses to run, at once or after a melee."""
    obstacle: terms.Obstacle = fields.obstacle()
    """What it defends."""
    fighting: int | None = _fighting()
    corner: int = fields.corner()
    """Its platoons that are struck on a corner."""


class FurtherFresh(FurtherBattalion):
    """A fresh battalion that a further charger runs into; a general near it matters only if cavalry
    broke through into it, for who has pursued already does not pursue it."""

    general: bool = fields.near_general()
    contact: Struck = choice(Struck, source="Charge Action, Charged in the Flank")
    """Where the pursuit strikes it."""
    by: int = entry(
        Whole(1, 99), default=2, source="Charge Action, Pursuing into a Fresh Battalion"
    )
    """Which charger runs into it: 2 for the second, and so on."""


_ALWAYS: Final = 3
"""Card, formation and order are written in every row."""

CHARGING: Final[Rows[FurtherCharger]] = Rows(
    FurtherCharger, "french-line attack-column shaken 5 crossing=2", _ALWAYS, of="actor"
)
IN_COUNTERCHARGE, COUNTERCHARGING = (
    Rows(FurtherInCountercharge, "line-cavalry line shaken 4 general", _ALWAYS, of=role)
    for role in ("actor", "target")
)
CHARGED: Final[Rows[FurtherCharged]] = Rows(
    FurtherCharged, "british-line line solid 6 flank, mob 8 clipped runs", _ALWAYS, of="target"
)
FRESH: Final = Rows(FurtherFresh, "british-line line solid by=2", _ALWAYS, of="target")


class BeyondEnemy(Word):
    """What a pursuit, or cavalry that breaks through, runs into."""

    NOTHING = "nothing"
    FRESH_BATTALION = "fresh-battalion"


HAS_FRESH: Final = where("beyond", BeyondEnemy.FRESH_BATTALION)
FRESH_IS_PURSUED: Final = HAS_FRESH & where("battalion.is_cavalry") & ~where("fresh.is_artillery")
"""The fresh enemy can be pursued: who has pursued already does not do so again."""
PURSUED: Final = ~where("resolve", terms.Resolve.RUNS) & ~where("enemy.is_artillery")
"""Those charged may be pursued, and have no other reason to re-roll."""


_also_charging = partial(
    fields.BATTALION.entry,
    label="Also charging",
    source="Charge Action, Multiple Battalions Charging",
    help="Further battalions that charge with this one, side by side to its left in the order "
    "written, each with its own formation, order, platoons and more.",
)


class EncounterForm(forms.FoughtOut, forms.FightingBattalions):
    """What a charge and a countercharge both ask."""

    mutual = False
    """Whether the enemy charges too."""
    enemy_crossing = False
    enemy_hold = False
    roll_to_react = False
    """What only a countercharge asks."""

    enemy_near_general: bool = fields.enemy_near_general()
    edge: Fraction | None = fields.edge("Table edge behind enemy")
    """Inches from the enemy to the edge of the table behind it, or `far`."""
    own_edge: Fraction | None = fields.edge("Table edge behind chargers")
    """Inches from where the chargers strike to the edge of the table behind them, or `far`."""
    caught: terms.Caught = fields.AFTERWARDS.choice(
        terms.Caught, "Pursuit catches", source="Charge Action, Catching the Enemy"
    )
    """Whether pursuers reach the broken enemy. Worked out, they do if their charge move is no
    shorter than its move in the open."""
    also_charging: tuple[FurtherCharger, ...] = _also_charging(CHARGING, default=())
    crossing: bool = fields.GROUND.yes_no(
        "Through terrain", source="Charge Action, Charging through Terrain"
    )
    """The charge starts in terrain, or goes into or through it. It disorders the chargers; cavalry
    platoons that fail their Charge Across Terrain are destroyed."""
    crossing_platoons: int | None = fields.GROUND.entry(
        Optional(fields.PLATOONS, "all"),
        "Platoons crossing",
        source="Charge Action, Cavalry Charging through Terrain",
        matters=where("crossing"),
    )
    """How many platoons of the charging battalion go through the terrain."""
    beyond: BeyondEnemy = fields.AFTERWARDS.choice(
        BeyondEnemy, "Behind the enemy", source=INTO_FRESH
    )
    """Whether a fresh enemy battalion stands where a pursuit by the charging battalion, or its
    cavalry breaking through, must run into it."""
    fresh: terms.CardName = fields.card(
        "Fresh enemy",
        default=terms.CardName("british-line"),
        group="Fresh battalion",
        matters=HAS_FRESH,
    )
    """The card of the battalion that is run into."""
    fresh_formation: terms.Formation = fields.formation(group="Fresh battalion", matters=HAS_FRESH)
    fresh_order: terms.Order = fields.order(group="Fresh battalion", matters=HAS_FRESH)
    fresh_platoons: int | None = fields.platoons(group="Fresh battalion", matters=HAS_FRESH)
    fresh_flank: bool = fields.FRESH.yes_no(
        "Fresh in the flank", source="Charge Action, Charged in the Flank", matters=HAS_FRESH
    )
    """The pursuit strikes the fresh battalion in the flank."""
    fresh_near_general: bool = fields.near_general(
        "Fresh general near", group="Fresh battalion", matters=FRESH_IS_PURSUED
    )
    also_beyond: tuple[FurtherFresh, ...] = fields.AFTERWARDS.entry(
        FRESH,
        "Also behind the enemy",
        default=(),
        source=INTO_FRESH,
        matters=where("also_charging"),
    )
    """Fresh enemies that other chargers must run into, each by one: `by=2` for the second."""

    def faults(self) -> Iterator[Fault]:
        """Each charger runs into one fresh battalion at most, and is there to do so."""
        chargers = 1 + len(self.also_charging)
        taken = {1} if HAS_FRESH(self) else set[int]()
        for fresh in self.also_beyond:
            if fresh.by > chargers:
                problem = f"there is no charger {fresh.by} to run into the {fresh.card.battalion}"
                yield Fault("also-beyond", problem, f"by=1 to {chargers}")
            elif fresh.by in taken:
                problem = f"charger {fresh.by} would run into two fresh battalions"
                yield Fault("also-beyond", problem, "one for each charger")
            taken.add(fresh.by)


class ChargeForm(EncounterForm):
    """Battalions charge enemy battalions."""

    range: Fraction | None = fields.GROUND.entry(
        Optional(fields.ON_TABLE, "in-reach"), source="Charge Action, 1. Charge into Contact"
    )
    """Inches to the enemy, if measured: no farther than the charge move reaches."""
    enemy_near_general: bool = fields.enemy_near_general(matters=PURSUED)
    contact: terms.Contact = fields.contact("Charged in the", group="Enemy")
    """Flank or rear if the charge began there and strikes there; clipped if the enemy was caught up
    in a charge on another battalion without positive contact."""
    resolve: terms.Resolve = fields.ENEMY.choice(
        terms.Resolve, "Enemy's resolve", source="Charge Action, Choosing to Break and Run"
    )
    """Whether the enemy tests to stand or chooses to break and run, at once or after a melee. Those
    who choose to run re-roll failed Rally from Rout rolls."""
    also_charged: tuple[FurtherCharged, ...] = fields.ENEMY.entry(
        CHARGED, default=(), source="Charge Action, Charging Multiple Battalions"
    )
    """Further battalions that are charged, side by side with the enemy, each with its own
    formation, order, platoons, contact, obstacle and more."""
    obstacle: terms.Obstacle = fields.obstacle("Enemy defends", group="Ground")
    """Behind an obstacle the enemy improves its number by 4 and the chargers are disordered; so too
    behind a tall wall or in a building, which only a skirmish line may charge."""


class CounterchargeForm(EncounterForm):
    """An enemy battalion charges to meet the battalion that charges it."""

    mutual = True
    also_charging: tuple[FurtherInCountercharge, ...] = _also_charging(IN_COUNTERCHARGE, default=())
    near_general: bool = fields.own_general()
    also_charged: tuple[FurtherInCountercharge, ...] = fields.ENEMY.entry(
        COUNTERCHARGING,
        "Also countercharging",
        default=(),
        source="Countercharge Reaction; Charge Action, Multiple Battalions Charging",
    )
    """Further enemy battalions that countercharge, side by side with the first."""
    enemy_crossing: bool = fields.GROUND.yes_no(
        "Enemy through terrain", source="Charge Action, Charging through Terrain"
    )
    """The countercharge starts in terrain, or goes into or through it."""
    roll_to_react: bool = fields.ENEMY.yes_no(
        "Enemy rolls to react", default=True, source="Reactions, Disorder"
    )
    """The countercharge is a reaction, which disorders the battalion that makes it unless it rolls
    its React without Disorder or less. Say no if that has been rolled."""
    enemy_hold: bool = fields.AFTERWARDS.yes_no(
        "Enemy holds back", source="Charge Action, Controlling Pursuit"
    )
    """The countercharging player does not want to pursue and rolls to control it."""


AnyCharge: TypeAlias = ChargeForm | CounterchargeForm
