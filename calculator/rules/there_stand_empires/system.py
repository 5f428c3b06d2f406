"""There Stand Empires as the calculator knows it: its actions, buttons, units and turn sequence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calculator.rules.system import Action, Place, RuleSystem
from calculator.rules.there_stand_empires import aftermath as after
from calculator.rules.there_stand_empires import (
    army_morale,
    assault,
    fire,
    forecasting,
    initiative,
    leader_overrun,
    orders,
    orders_of_battle,
    orders_wording,
    refusals,
)
from calculator.rules.there_stand_empires import forms as asked
from calculator.rules.there_stand_empires import regroup as regrouping
from calculator.rules.there_stand_empires.assault_wording import assault_words
from calculator.rules.there_stand_empires.fire_wording import fire_words
from calculator.rules.there_stand_empires.line_of_sight import LINE_OF_SIGHT
from calculator.rules.there_stand_empires.movement import MOVEMENT_ALLOWANCE
from calculator.rules.there_stand_empires.words import Formation

DEPLOY: Final = Action(
    key="deploy",
    label="Deploy / maneuver in line",
    help="Take up a line one base deep, guns unlimbered, or shift one by an inch.",
    source="III.B, IV",
    form=asked.OrdersForm,
    resolution=orders.ordered_move("deploy"),
    words=orders_wording.orders_words(orders_wording.deploy_steps),
    severity=orders.orders_severity,
    factors=orders.orders_factors,
    refusals=refusals.refuse_orders,
    measures=orders.ORDERS_MEASURES,
    aftermath=after.after_orders(Formation.DEPLOYED),
)

MANEUVER: Final = Action(
    key="maneuver-in-column",
    label="Maneuver in column",
    help="Move over the battlefield in maneuver column, guns limbered.",
    source="III.B, IV",
    form=asked.OrdersForm,
    resolution=orders.ordered_move("maneuver-in-column"),
    words=orders_wording.orders_words(orders_wording.maneuver_steps),
    severity=orders.orders_severity,
    factors=orders.orders_factors,
    refusals=refusals.refuse_orders,
    measures=orders.ORDERS_MEASURES,
    aftermath=after.after_orders(Formation.MANEUVER_COLUMN),
)

SQUARE: Final = Action(
    key="form-square",
    label="Form square",
    help="Form battalion squares in expectation of cavalry. Infantry only.",
    source="III.B, IV",
    form=asked.OrdersForm,
    resolution=orders.ordered_move("form-square"),
    words=orders_wording.orders_words(orders_wording.square_steps),
    severity=orders.orders_severity,
    factors=orders.orders_factors,
    refusals=refusals.refuse_square,
    measures=orders.ORDERS_MEASURES,
    aftermath=after.after_orders(Formation.SQUARE),
)

MARCH: Final = Action(
    key="march",
    label="March",
    help="March in march column, without the expectation of an enemy.",
    source="III.B, IV",
    form=asked.OrdersForm,
    resolution=orders.ordered_move("march"),
    words=orders_wording.orders_words(orders_wording.march_steps),
    severity=orders.orders_severity,
    factors=orders.orders_factors,
    refusals=refusals.refuse_orders,
    measures=orders.ORDERS_MEASURES,
    aftermath=after.after_orders(Formation.MARCH_COLUMN),
)

ROUTE_MARCH: Final = Action(
    key="route-march",
    label="Route march",
    help="March onto the table as a scenario has it; the orders have arrived already.",
    source="III.B",
    form=asked.UnitForm,
    resolution=orders.route_march,
    words=orders_wording.route_march_words,
    severity=orders.orders_severity,
    measures=orders.ORDERS_MEASURES,
    aftermath=after.after_orders(Formation.MARCH_COLUMN),
)

DEPLOYED_FIRE: Final = Action(
    key="deployed-fire",
    label="Deployed fire",
    help="Fire by infantry or artillery that began the turn deployed.",
    source="III.B, VI",
    form=asked.DeployedFireForm,
    resolution=fire.fire,
    words=fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_deployed_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=after.after_fire,
)

ADVANCING_FIRE: Final = Action(
    key="advancing-fire",
    label="Advancing fire",
    help="Fire by infantry or artillery in maneuver column or square, or in the turn it deploys.",
    source="III.B, VI",
    form=asked.AdvancingFireForm,
    resolution=fire.fire,
    words=fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_advancing_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=after.after_fire,
)

ASSAULT: Final = Action(
    key="assault",
    label="Assault",
    help="Charge into close combat. Infantry and cavalry, from maneuver column.",
    source="III.B, VII",
    form=asked.AssaultForm,
    resolution=assault.assault,
    words=assault_words,
    severity=assault.assault_severity,
    factors=assault.assault_factors,
    refusals=refusals.refuse_assault,
    measures=assault.ASSAULT_MEASURES,
    aftermath=after.after_assault,
)

REGROUP: Final = Action(
    key="regroup",
    label="Regroup",
    help="Rally a disordered or demoralized unit.",
    source="III.B, IX",
    form=asked.RegroupForm,
    resolution=regrouping.regroup,
    words=orders_wording.regroup_words,
    severity=regrouping.regroup_severity,
    factors=regrouping.regroup_factors,
    refusals=refusals.refuse_regroup,
    measures=regrouping.REGROUP_MEASURES,
    aftermath=after.after_regroup,
)

INITIATIVE: Final = Action(
    key="initiative",
    label="Initiative",
    help="Which side has the initiative?",
    source="III.A, III.B",
    form=asked.InitiativeForm,
    resolution=initiative.initiative,
    words=initiative.initiative_words,
    severity=initiative.initiative_severity,
    measures=initiative.INITIATIVE_MEASURES,
    place=Place.BUTTON,
    mnemonic="i",
)

LEADER_OVERRUN: Final = Action(
    key="leader-overrun",
    label="Leader overrun",
    help="What becomes of a general whom the enemy has run over?",
    source="III.A, IX",
    form=asked.OverrunForm,
    resolution=leader_overrun.leader_overrun,
    words=leader_overrun.overrun_words,
    severity=leader_overrun.overrun_severity,
    measures=leader_overrun.OVERRUN_MEASURES,
    place=Place.BUTTON,
    mnemonic="l",
)

ARMY_MORALE: Final = Action(
    key="army-morale",
    label="Army morale",
    help="Does an army that has lost half its units fight on?",
    source="X",
    form=asked.MoraleForm,
    resolution=army_morale.army_morale,
    words=army_morale.morale_words,
    severity=army_morale.morale_severity,
    factors=army_morale.morale_factors,
    measures=army_morale.MORALE_MEASURES,
    place=Place.BUTTON,
    mnemonic="m",
)

SYSTEM: Final = RuleSystem(
    key="there-stand-empires",
    title="There Stand Empires",
    summary="Napoleonic battles by brigades, a turn an hour.",
    actions=(
        DEPLOYED_FIRE,
        ADVANCING_FIRE,
        ASSAULT,
        REGROUP,
        DEPLOY,
        MANEUVER,
        SQUARE,
        MARCH,
        ROUTE_MARCH,
        INITIATIVE,
        LEADER_OVERRUN,
        ARMY_MORALE,
        MOVEMENT_ALLOWANCE,
        LINE_OF_SIGHT,
    ),
    tables_path=Path(__file__).with_name("tables.toml"),
    sequence=(
        "Draw the initiative: that side goes first or makes the enemy do so.",
        "The side in turn picks a division, or a corps or army general, that has not acted.",
        "Each of its units takes one action; its general may move up to 28 inches.",
        "The other side does the same; when one side is done, the other has the rest.",
        "At the end check the morale of any army with half its units broken or demoralized.",
    ),
    unit=asked.BrigadeForm,
    roles={
        "actor": {
            "arm": "actor",
            "quality": "quality",
            "bases": "bases",
            "starting-bases": "starting-bases",
            "state": "actor-state",
            "formation": "formation",
            "linear-tactics": "linear-tactics",
            "columns-may-assault": "columns-may-assault",
        },
        "target": {
            "arm": "target",
            "quality": "target-quality",
            "bases": "target-bases",
            "starting-bases": "target-starting-bases",
            "state": "target-state",
            "formation": "target-formation",
            "transport-defeat-is-capture": "captures-transport",
        },
    },
    side=orders_of_battle.SideForm,
    terrain=orders_of_battle.TerrainForm,
    battle=orders_of_battle.BattleForm,
    army_doubts=orders_of_battle.army_doubts,
    forecast=forecasting.PLAN,
)
"""The system."""
