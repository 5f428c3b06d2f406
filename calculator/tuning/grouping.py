"""What the rules alone give to small units: each has one action a turn, and an enemy takes a blow
whole, however few strike it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from calculator.chance.distribution import Distribution
from calculator.figures import percent
from calculator.rules.armies import Stance
from calculator.scenarios.doubts import uneven_sides
from calculator.scenarios.model import Doubt, Scenario
from calculator.tuning.acting import Acting, Condition, condition, read_policy

_HOUR: Final = 3
"""The turn that is looked at: before it units prepare with fire."""

_Standing: TypeAlias = tuple[Condition | None, bool]
"""How a unit is, None once it is gone, and whether it has used its action."""


def measured_grouping(scenario: Scenario) -> Iterator[Doubt]:
    """What an hour costs as many bases of the same men, grouped as either side is, by exact odds.

    Every unit acts once, by the same policy, whoever begins as likely; whom the large one strikes
    first has used its action. Nothing where both sides' units are alike in size, or where the
    system has no plan for forecasts.
    """
    uneven, plan, scale = (
        uneven_sides(scenario),
        scenario.system.forecast,
        scenario.system.base_scale,
    )
    if uneven is None or scale is None or plan is None:
        return
    few = max(1, round(uneven.fewer))
    many = max(2, round(uneven.more / few))
    units = [unit for unit in uneven.larger.units if not unit.guns]
    alike = condition(
        scenario, max(units, key=lambda unit: [one.form for one in units].count(unit.form))
    )
    small, large = (
        tuple((key, str(size) if key.endswith(scale.key) else text) for key, text in alike)
        for size in (few, few * many)
    )
    acting, policy = Acting.of(scenario), read_policy(plan.policies[Stance.PRESS], scenario.system)

    led, its, theirs = tuple(plan.led.items()), 0.0, 0.0
    for turns in ([True] + [False] * (many - 1), [False] * many + [True]):
        standing: Distribution[_Standing] = Distribution.certain((large, False))
        for is_large in turns:
            ends: list[tuple[Distribution[_Standing], int]] = []
            for (unit, is_spent), weight in standing.items():
                if not unit or (is_large and is_spent):
                    ends.append((Distribution.certain((unit, is_spent)), weight))
                    continue
                own, enemy = (unit, small) if is_large else (small, unit)
                _, left = acting.chosen(policy, own, enemy, _HOUR, led)
                gained, lost = acting.stakes(left, own, enemy)
                its += weight / standing.total / 2 * (lost if is_large else gained)
                theirs += weight / standing.total / 2 * (gained if is_large else lost)
                found = (
                    ((end.own, True) if is_large else (end.enemy, is_spent or end.spent), part)
                    for end, part in left.items()
                )
                ends.append((Distribution(found), weight))
            standing = Distribution.mixture(ends)
    yield Doubt(
        f"{scenario.path} $.sides",
        f"by the rules alone {many} units of {few} cost one of {few * many}, as good and of the "
        f"same mind, {percent(its / plan.worth(dict(large)))} of its fighting value in an hour, "
        f"and it costs them {percent(theirs / many / plan.worth(dict(small)))} of theirs",
        "exact odds, no army's morale, no massing",
    )
