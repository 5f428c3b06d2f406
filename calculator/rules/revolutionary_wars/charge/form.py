"""What is asked about a charge and a countercharge."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from calculator.errors import Fault
from calculator.forms import choice, entry, yes_no
from calculator.kinds import Word
from calculator.rows import Rows
from calculator.rules.revolutionary_wars import fields, forms
from calculator.rules.revolutionary_wars.battalion import Contact, Obstacle, Resolve
from calculator.rules.revolutionary_wars.charge.pursuit import Caught
from calculator.rules.revolutionary_wars.charge.rows import (
    CHARGED,
    CHARGING,
    FRESH,
    IN_COUNTERCHARGE,
    FurtherCharged,
    FurtherCharger,
    FurtherFresh,
    FurtherInCountercharge,
)
from calculator.rules.revolutionary_wars.terms import CAVALRY, CardName, Formation, Order


class Beyond(Word):
    """What a pursuit, or cavalry that breaks through, runs into."""

    NOTHING = "nothing"
    FRESH_BATTALION = "fresh-battalion"


def _has_fresh(form: EncounterForm) -> bool:
    return form.beyond is Beyond.FRESH_BATTALION


def _fresh_is_pursued(form: EncounterForm) -> bool:
    """Whether the fresh enemy can be pursued: who has pursued already does not do so again."""
    return _has_fresh(form) and form.battalion in CAVALRY and not form.fresh.is_artillery


def _also_charging(rows: Rows[Any]) -> Any:
    return entry(
        rows,
        "Also charging",
        default=(),
        group="Battalion",
        source="Charge Action, Multiple Battalions Charging",
        help="Further battalions that charge with this one, side by side to its left in the order "
        "written, each with its own formation, order, platoons and more.",
    )


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class EncounterForm(forms.FightingBattalions):
    """What a charge and a countercharge both ask."""

    mutual = False
    """Whether the enemy charges too."""
    enemy_crossing = False
    enemy_hold = False
    roll_to_react = False
    """What only a countercharge asks."""

    enemy_near_general: bool = fields.near_general(
        "Enemy general near", group="Enemy", mnemonic="G"
    )
    soft_ground: bool = fields.soft_ground()
    edge: Fraction | None = fields.edge(
        "Table edge behind enemy",
        help="Inches from the enemy to the edge of the table behind it, or `far`.",
        mnemonic="d",
    )
    own_edge: Fraction | None = fields.edge(
        "Table edge behind chargers",
        help="Inches from where the chargers strike to the edge of the table behind them, or "
        "`far`.",
    )
    hold: bool = fields.hold()
    caught: Caught = choice(
        Caught,
        "Pursuit catches",
        default=Caught.WORKED_OUT,
        group="Afterwards",
        source="Charge Action, Catching the Enemy",
        help="Whether pursuers reach the broken enemy. Worked out, they do if their charge move is "
        "no shorter than its move in the open.",
        mnemonic="C",
    )
    count_platoons: bool = yes_no(
        "Count platoons in the odds",
        group="Odds",
        mnemonic="m",
        source="designer's judgement",
        help="List every number of platoons left as an outcome of its own. The result tells the "
        "losses in any case.",
    )
    also_charging: tuple[FurtherCharger, ...] = _also_charging(CHARGING)
    crossing: bool = yes_no(
        "Through terrain",
        group="Ground",
        mnemonic="u",
        source="Charge Action, Charging through Terrain",
        help="The charge starts in, goes into or through terrain. It disorders the chargers; "
        "cavalry platoons that fail their Charge Across Terrain are destroyed.",
    )
    crossing_platoons: int | None = fields.count(
        "Platoons crossing",
        default=None,
        blank="all",
        group="Ground",
        source="Charge Action, Cavalry Charging through Terrain",
        help="How many platoons of the charging battalion go through the terrain.",
        matters=lambda form: form.crossing,
    )
    beyond: Beyond = choice(
        Beyond,
        "Behind the enemy",
        default=Beyond.NOTHING,
        group="Afterwards",
        mnemonic="j",
        source="Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through",
        help="Whether a fresh enemy battalion stands where a pursuit by the charging battalion, or "
        "its cavalry breaking through, must run into it.",
    )
    fresh: CardName = fields.card(
        "Fresh enemy",
        default=CardName.BRITISH_LINE,
        help="The card of the battalion that is run into.",
        group="Fresh battalion",
        matters=_has_fresh,
    )
    fresh_formation: Formation = fields.formation(
        "Fresh formation", default=Formation.LINE, group="Fresh battalion", matters=_has_fresh
    )
    fresh_order: Order = fields.order("Fresh order", group="Fresh battalion", matters=_has_fresh)
    fresh_platoons: int | None = fields.platoons(
        "Fresh platoons", group="Fresh battalion", matters=_has_fresh
    )
    fresh_flank: bool = yes_no(
        "Fresh in the flank",
        group="Fresh battalion",
        source="Charge Action, Charged in the Flank",
        help="The pursuit strikes the fresh battalion in the flank.",
        matters=_has_fresh,
    )
    fresh_near_general: bool = fields.near_general(
        "Fresh general near", group="Fresh battalion", matters=_fresh_is_pursued
    )
    also_beyond: tuple[FurtherFresh, ...] = entry(
        FRESH,
        "Also behind the enemy",
        default=(),
        group="Afterwards",
        source="Charge Action, Pursuing into a Fresh Battalion; Cavalry Break Through",
        help="Fresh enemy battalions that other chargers must run into, each by one of them: "
        "`by=2` for the second.",
        matters=lambda form: bool(form.also_charging),
    )

    def faults(self) -> Iterator[Fault]:
        """Each charger runs into one fresh battalion at most, and is there to do so."""
        chargers = 1 + len(self.also_charging)
        taken = {1} if _has_fresh(self) else set[int]()
        for fresh in self.also_beyond:
            if fresh.by > chargers:
                problem = f"there is no charger {fresh.by} to run into the {fresh.card.battalion}"
                yield Fault("also-beyond", problem, f"by=1 to {chargers}")
            elif fresh.by in taken:
                problem = f"charger {fresh.by} would run into two fresh battalions"
                yield Fault("also-beyond", problem, "one for each charger")
            taken.add(fresh.by)


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ChargeForm(EncounterForm):
    """Battalions charge enemy battalions."""

    enemy_near_general: bool = fields.near_general(
        "Enemy general near",
        group="Enemy",
        mnemonic="G",
        matters=lambda form: (
            form.resolve is not Resolve.RUNS_AT_ONCE and not form.enemy.is_artillery
        ),
    )
    contact: Contact = choice(
        Contact,
        "Charged in the",
        default=Contact.FRONT,
        group="Enemy",
        mnemonic="c",
        source="Charge Action, Charged in the Flank; Clipped by a Charge",
        help="Flank or rear if the charge began there and strikes there; clipped if the enemy was "
        "caught up in a charge on another battalion without positive contact.",
    )
    resolve: Resolve = choice(
        Resolve,
        "Enemy's resolve",
        default=Resolve.TESTS,
        group="Enemy",
        mnemonic="w",
        source="Charge Action, Choosing to Break and Run",
        help="Whether the enemy tests to stand or chooses to break and run, at once or once a "
        "melee has been fought. Those who choose to run re-roll failed Rally from Rout rolls.",
    )
    also_charged: tuple[FurtherCharged, ...] = entry(
        CHARGED,
        "Also charged",
        default=(),
        group="Enemy",
        source="Charge Action, Charging Multiple Battalions",
        help="Further battalions that are charged, side by side with the enemy, each with its own "
        "formation, order, platoons, contact, obstacle and more.",
    )
    obstacle: Obstacle = choice(
        Obstacle,
        "Enemy defends",
        default=Obstacle.NONE,
        group="Ground",
        mnemonic="k",
        source="Charge Action, Defending Obstacles; Defending a Building",
        help="Behind an obstacle the enemy improves its number by 4 and the chargers are "
        "disordered; so too behind a tall wall or in a building, which only a skirmish line may "
        "charge.",
    )


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class CounterchargeForm(EncounterForm):
    """An enemy battalion charges to meet the battalion that charges it."""

    mutual = True
    also_charging: tuple[FurtherInCountercharge, ...] = _also_charging(IN_COUNTERCHARGE)
    near_general: bool = fields.near_general("General near", group="Battalion", mnemonic="g")
    also_charged: tuple[FurtherInCountercharge, ...] = entry(
        IN_COUNTERCHARGE,
        "Also countercharging",
        default=(),
        group="Enemy",
        source="Countercharge Reaction; Charge Action, Multiple Battalions Charging",
        help="Further enemy battalions that countercharge, side by side with the first.",
    )
    enemy_crossing: bool = yes_no(
        "Enemy through terrain",
        group="Ground",
        source="Charge Action, Charging through Terrain",
        help="The countercharge starts in, goes into or through terrain.",
    )
    roll_to_react: bool = yes_no(
        "Enemy rolls to react",
        default=True,
        group="Enemy",
        mnemonic="i",
        source="Reactions, Disorder",
        help="The countercharge is a reaction, which disorders the battalion that makes it unless "
        "it rolls its React without Disorder or less. Say no if that has been rolled.",
    )
    enemy_hold: bool = yes_no(
        "Enemy holds back",
        group="Afterwards",
        mnemonic="H",
        source="Charge Action, Controlling Pursuit",
        help="The countercharging player does not want to pursue and rolls to control it.",
    )


AnyCharge: TypeAlias = ChargeForm | CounterchargeForm
