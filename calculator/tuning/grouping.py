"""What the rules alone give to small units: each has one action a turn, and an enemy takes a blow
whole, however few strike it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from calculator.figures import percent
from calculator.rules.armies import ForecastPlan, Stance
from calculator.scenarios.doubts import uneven_sides
from calculator.scenarios.model import Doubt, Scenario
from calculator.tuning.acting import Acting, Condition, condition, read_policy

_HOUR: Final = 3
"""The turn that is looked at: before it units prepare with fire."""


def measured_grouping(scenario: Scenario) -> Iterator[Doubt]:
    """What an hour costs as many bases of the same men, grouped as either side is, by exact odds.

    Nothing where both sides' units are alike in size, or where the system has no plan for
    forecasts.
    """
    uneven, plan = uneven_sides(scenario), scenario.system.forecast
    scale = scenario.system.base_scale
    if uneven is None or scale is None or plan is None:
        return
    few = max(1, round(uneven.fewer))
    many = max(2, round(uneven.more / few))
    units = [unit for unit in uneven.larger.units if not unit.guns]
    forms = [unit.form for unit in units]
    usual = condition(scenario, max(units, key=lambda unit: forms.count(unit.form)))
    small, large = (
        tuple((key, str(size) if key.endswith(scale.key) else text) for key, text in usual)
        for size in (few, few * many)
    )
    its, theirs = _lost_in_an_hour(scenario, plan, small, large, many)
    yield Doubt(
        f"{scenario.path} $.sides",
        f"by the rules alone {many} units of {few} cost one of {few * many}, as good and of the "
        f"same mind, {percent(its / plan.worth(dict(large)))} of its fighting value in an hour, "
        f"and it costs them {percent(theirs / many / plan.worth(dict(small)))} of theirs",
        "exact odds, no army's morale, no massing",
    )


def _lost_in_an_hour(
    scenario: Scenario, plan: ForecastPlan, small: Condition, large: Condition, many: int
) -> tuple[float, float]:
    """The fighting value that a large unit loses, and that so many small ones do.

    Every unit acts once, by the same policy, whoever begins as likely; whom the large one strikes
    first has used its action, and so has the large one once it is struck.
    """
    acting, led = Acting.of(scenario), tuple(plan.led.items())
    policy = read_policy(plan.policies[Stance.PRESS], scenario.system)

    @cache
    def lost(
        order: tuple[bool, ...], unit: Condition | None, is_spent: bool, later: Condition
    ) -> tuple[float, float]:
        """What is lost from now on; who is still to act, the large one where it is true."""
        if not order or not unit:
            return 0.0, 0.0
        is_large, rest = order[0], order[1:]
        if is_large and is_spent:
            return lost(rest, unit, is_spent, later)
        own, enemy, this_turn = (unit, small, led) if is_large else (small, unit, led + later)
        _, left = acting.chosen(policy, own, enemy, _HOUR, this_turn)
        gained, cost = acting.stakes(left, own, enemy)
        its, theirs = (cost, gained) if is_large else (gained, cost)
        for after, weight in left.items():
            new = after.own if is_large else after.enemy
            found = lost(rest, new, is_spent or is_large or after.spent, after.later or later)
            its += weight / left.total * found[0]
            theirs += weight / left.total * found[1]
        return its, theirs

    first = lost((True, *[False] * (many - 1)), large, False, ())
    last = lost((*[False] * many, True), large, False, ())
    return (first[0] + last[0]) / 2, (first[1] + last[1]) / 2
