"""What can be asked of There Stand Empires: its actions, buttons and measuring aids, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from calculator.errors import Refusal
from calculator.rules.system import Action, AnyAction, Place
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires import (
    aftermath,
    army_morale,
    assault,
    assault_outcome,
    assault_wording,
    fire,
    fire_wording,
    forms,
    initiative,
    leader_overrun,
    orders,
    orders_wording,
    refusals,
    regroup,
)
from calculator.rules.there_stand_empires.line_of_sight import LINE_OF_SIGHT
from calculator.rules.there_stand_empires.movement import MOVEMENT_ALLOWANCE
from calculator.rules.there_stand_empires.orders_wording import Steps
from calculator.rules.there_stand_empires.words import Formation


def _movement(
    key: str,
    label: str,
    help: str,
    formation: Formation,
    does: str,
    steps: Steps,
    refused: Callable[[forms.OrdersForm, Tables], Iterable[Refusal]] = refusals.refuse_orders,
) -> AnyAction:
    """An action whose orders may go astray; `does` and `steps` tell it when they do not."""
    return Action(
        key=key,
        label=label,
        help=help,
        source="III.B, IV",
        form=forms.OrdersForm,
        resolution=orders.ordered_move(key),
        words=orders_wording.orders_words(does, steps),
        severity=orders.orders_severity,
        factors=orders.orders_factors,
        refusals=refused,
        measures=orders.ORDERS_MEASURES,
        aftermath=aftermath.after_orders(formation),
    )


DEPLOYED_FIRE: Final = Action(
    key="deployed-fire",
    label="Deployed fire",
    help="Fire by infantry or artillery that began the turn deployed.",
    source="III.B, VI",
    form=forms.DeployedFireForm,
    resolution=fire.fire,
    words=fire_wording.fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_deployed_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=aftermath.after_fire,
)
ADVANCING_FIRE: Final = Action(
    key="advancing-fire",
    label="Advancing fire",
    help="Fire by infantry or artillery in maneuver column or square, or in the turn it deploys.",
    source="III.B, VI",
    form=forms.AdvancingFireForm,
    resolution=fire.fire,
    words=fire_wording.fire_words,
    severity=fire.fire_severity,
    factors=fire.fire_factors,
    refusals=refusals.refuse_advancing_fire,
    measures=fire.FIRE_MEASURES,
    aftermath=aftermath.after_fire,
)
ASSAULT: Final = Action(
    key="assault",
    label="Assault",
    help="Charge into close combat: infantry and cavalry, from maneuver column.",
    source="III.B, VII",
    form=forms.AssaultForm,
    resolution=assault.assault,
    words=assault_wording.assault_words,
    severity=assault_outcome.assault_severity,
    factors=assault.assault_factors,
    refusals=refusals.refuse_assault,
    measures=assault_outcome.ASSAULT_MEASURES,
    aftermath=aftermath.after_assault,
)
REGROUP: Final = Action(
    key="regroup",
    label="Regroup",
    help="Rally a disordered or demoralized unit.",
    source="III.B, V, IX",
    form=forms.RegroupForm,
    resolution=regroup.regroup,
    words=regroup.regroup_words,
    severity=regroup.regroup_severity,
    factors=regroup.regroup_factors,
    refusals=refusals.refuse_regroup,
    measures=regroup.REGROUP_MEASURES,
    aftermath=aftermath.after_regroup,
)
DEPLOY: Final = _movement(
    "deploy",
    "Deploy / maneuver in line",
    "Take up a line one base deep, guns unlimbered, or shift one by an inch.",
    Formation.DEPLOYED,
    "the unit deploys",
    orders_wording.deploy_steps,
)
MANEUVER: Final = _movement(
    "maneuver-in-column",
    "Maneuver in column",
    "Move over the battlefield in maneuver column, guns limbered.",
    Formation.MANEUVER_COLUMN,
    "the unit maneuvers",
    orders_wording.maneuver_steps,
)
SQUARE: Final = _movement(
    "form-square",
    "Form square",
    "Form battalion squares in expectation of cavalry: infantry only.",
    Formation.SQUARE,
    "the unit forms square",
    orders_wording.square_steps,
    refusals.refuse_square,
)
MARCH: Final = _movement(
    "march",
    "March",
    "March in march column, no enemy being expected.",
    Formation.MARCH_COLUMN,
    "the unit marches",
    orders_wording.march_steps,
)
ROUTE_MARCH: Final = Action(
    key="route-march",
    label="Route march",
    help="March onto the table as the scenario has it; the orders have arrived already.",
    source="III.B",
    form=forms.UnitForm,
    resolution=orders.route_march,
    words=orders_wording.route_march_words,
    severity=orders.orders_severity,
    measures=orders.ORDERS_MEASURES,
    aftermath=aftermath.after_orders(Formation.MARCH_COLUMN),
)
INITIATIVE: Final = Action(
    key="initiative",
    label="Initiative",
    help="Which side has the initiative?",
    source="III.A, III.B",
    form=initiative.InitiativeForm,
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
    form=leader_overrun.OverrunForm,
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
    source="III.A, X",
    form=army_morale.MoraleForm,
    resolution=army_morale.army_morale,
    words=army_morale.morale_words,
    severity=army_morale.morale_severity,
    factors=army_morale.morale_factors,
    measures=army_morale.MORALE_MEASURES,
    place=Place.BUTTON,
    mnemonic="m",
)

ACTIONS: Final[tuple[AnyAction, ...]] = (
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
)
"""What can be asked, the most usual first; then the buttons and the aids."""
