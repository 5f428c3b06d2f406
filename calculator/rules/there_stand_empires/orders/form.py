"""What orders ask."""

from __future__ import annotations

import attrs

from calculator.forms import Form
from calculator.rules.there_stand_empires import unit
from calculator.rules.there_stand_empires.terms import Arm, Quality, State


@attrs.frozen(kw_only=True, eq=False, repr=False)
class RouteMarchForm(Form):
    """A unit by itself: all that a route march asks."""

    actor: Arm = unit.actor()
    quality: Quality = unit.quality()


@attrs.frozen(kw_only=True, eq=False, repr=False)
class OrdersForm(Form):
    """A unit that is given an order to move."""

    actor: Arm = unit.actor()
    quality: Quality = unit.quality()
    actor_state: State = unit.state()
    general: bool = unit.general()
