"""What the rules forbid, each with the section that says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from calculator.errors import Refusal
from calculator.lengths import shown_length
from calculator.rules.tables import Tables
from calculator.rules.there_stand_empires.assault import reach_of
from calculator.rules.there_stand_empires.words import Arm, Formation, State

if TYPE_CHECKING:
    from calculator.rules.there_stand_empires.assault_form import AssaultForm
    from calculator.rules.there_stand_empires.fire_forms import AdvancingFireForm, DeployedFireForm
    from calculator.rules.there_stand_empires.forms import CombatForm, OrdersForm, RegroupForm


def refuse_orders(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids an order to move."""
    yield from _demoralized(form.actor_state)


def refuse_square(form: OrdersForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids forming square."""
    yield from _demoralized(form.actor_state)
    if not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")


def refuse_regroup(form: RegroupForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids a regroup."""
    if form.actor_state is State.OK:
        yield Refusal("A unit that is OK has nothing to regroup from", "III.B, V")


def refuse_deployed_fire(form: DeployedFireForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids deployed fire."""
    yield from _fire(form)
    if form.formation is not Formation.DEPLOYED:
        yield Refusal(
            "Deployed fire is for units that began the turn deployed; units in maneuver column or "
            "square may make advancing fire",
            "III.B, VI",
        )


def refuse_advancing_fire(form: AdvancingFireForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids advancing fire."""
    yield from _fire(form)
    if form.formation is Formation.MARCH_COLUMN:
        yield Refusal("Units in march column may never fire", "III.B, VI")


def refuse_assault(form: AssaultForm, tables: Tables) -> Iterator[Refusal]:
    """What forbids an assault."""
    yield from _demoralized(form.actor_state)
    if not form.actor.has_quality:
        yield Refusal("Only infantry and cavalry assault", "III.B, VII")
    else:
        yield from _assault_formation(form)
        yield from _too_far(form, tables)
    yield from _square_target(form)
    if form.target.is_artillery and form.infantry_support:
        yield Refusal("Guns supported by infantry cannot be assaulted; assault the infantry", "VII")


def _assault_formation(form: AssaultForm) -> Iterator[Refusal]:
    if form.formation is Formation.MANEUVER_COLUMN:
        if form.actor.is_infantry and not form.columns_may_assault:
            yield Refusal("This army's infantry does not assault in maneuver column", "VII")
    elif form.formation is not Formation.DEPLOYED:
        yield Refusal("Assaults start from maneuver column", "III.B, VII")
    elif form.actor.is_cavalry:
        yield Refusal("Cavalry never assaults deployed: it starts from maneuver column", "VII")
    elif not form.linear_tactics and not form.columns_may_assault:
        yield Refusal(
            "This army's infantry does not assault at all: not in maneuver column, nor deployed "
            "without training in linear tactics",
            "VII",
        )
    elif not form.linear_tactics:
        yield Refusal(
            "Only units trained in linear tactics assault deployed; others start from maneuver "
            "column",
            "VII",
        )


def _too_far(form: AssaultForm, tables: Tables) -> Iterator[Refusal]:
    reach = reach_of(form, tables)
    if form.distance is not None and form.distance > reach and not form.is_breakthrough:
        yield Refusal(
            f"The target is {shown_length(form.distance)} inches of base movement away; this unit "
            f"assaults over {shown_length(reach)} at most",
            "VII",
        )


def _fire(form: DeployedFireForm) -> Iterator[Refusal]:
    yield from _demoralized(form.actor_state)
    if form.actor.is_cavalry:
        yield Refusal("Cavalry does not fire", "VI")
    if form.actor is Arm.TRANSPORT:
        yield Refusal("Transport does not fire", "VI")
    if form.formation is Formation.SQUARE and not form.actor.is_infantry:
        yield Refusal("Only infantry forms square", "III.B, IV")
    yield from _square_target(form)


def _square_target(form: CombatForm) -> Iterator[Refusal]:
    if form.target_formation is Formation.SQUARE and not form.target.is_infantry:
        yield Refusal("The target cannot be in square: only infantry forms square", "III.B, IV")


def _demoralized(state: State) -> Iterator[Refusal]:
    if state is State.DEMORALIZED:
        yield Refusal("A demoralized unit may do nothing but regroup", "III.B, V")
