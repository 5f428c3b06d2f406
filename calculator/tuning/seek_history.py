"""Which plausible change of ratings would bring history's result in a forecast, if any does.

Plausible is one step of the quality of one formation, or of a whole side: about as far as two
careful designers differ. Nothing is changed in the file, and what is found is no reason to change
it: a forecast has faults of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from typing import Final

import attrs

from calculator.chance.one_path import Stream
from calculator.cores import spread
from calculator.errors import Fault, FaultsError
from calculator.forms import texts
from calculator.kinds import Choice
from calculator.rules.forecast_plan import ForecastPlan
from calculator.scenarios.lines import KeyPath
from calculator.scenarios.model import History, Scenario, Side, Unit
from calculator.tuning.battle import Battlefield
from calculator.tuning.drafts import with_unit
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import Forecast, run_seed, scenario_of
from calculator.tuning.summary import Summary, share, summarize
from calculator.tuning.variations import identity, ratings

LIKELY: Final = 0.65
"""How likely neither side may be where the battle was drawn."""


@attrs.frozen
class RatingChange:
    """A change: whose units, of how many, and the new answers by unit and key; none for the file's.

    `share` is the share of all units that it changes.
    """

    label: str
    answers: tuple[tuple[KeyPath, str, str], ...]
    share: float


class BringsHistory(Enum):
    """Whether history's result is the likelier: of the decided runs, beyond their 95% interval."""

    YES = "yes"
    PERHAPS = "perhaps"
    NO = "no"


@attrs.frozen
class Trial:
    """What a forecast makes of a change, and whether history's result is then the likelier."""

    step: RatingChange
    summary: Summary
    brings: BringsHistory


def trials(asked: Forecast, workers: int | None = None) -> tuple[int, Iterator[Trial]]:
    """How many trials there are, and each: the file as it stands, then every step.

    Raises `FaultsError` for a battle whose file has no history.
    """
    scenario = scenario_of(asked)
    if scenario.history is None:
        fault = Fault(str(scenario.path), "has no [history] to seek", "a [history] block")
        raise FaultsError([fault])
    Battlefield(scenario)
    steps = list(_steps(scenario, scenario.history))
    return len(steps), spread(partial(_fought, asked), iter(steps), 1, workers)


def best_first(found: Sequence[Trial]) -> list[Trial]:
    """Those that bring history's result, then the doubtful; of each the least change first."""
    order = list(BringsHistory)
    return sorted(found, key=lambda trial: (order.index(trial.brings), trial.step.share))


def _steps(scenario: Scenario, history: History) -> Iterator[RatingChange]:
    """Better for who won and worse for who lost; of a drawn battle both ways for both."""
    yield RatingChange("as the file has it", (), 0)
    units = len(list(scenario.units))
    for side in scenario.sides:
        ways = (True, False) if not history.winner else (side.key == history.winner,)
        for better in ways:
            for name, group in _groups(side):
                found = (_stepped(scenario, unit, better) for unit in group)
                answers = tuple(answer for answer in found if answer)
                if answers:
                    label = f"{name} a step {'better' if better else 'worse'}"
                    yield RatingChange(label, answers, len(answers) / units)


def _groups(side: Side) -> Iterator[tuple[str, Sequence[Unit]]]:
    for formation in side.formations:
        yield f"{side.key}: {formation.name}", formation.units
    if len(side.formations) > 1 or side.unattached:
        yield f"{side.key}: all", side.units


def _stepped(scenario: Scenario, unit: Unit, better: bool) -> tuple[KeyPath, str, str] | None:
    """The next word of a unit's quality that makes it worth more, or less; None where none does."""
    plan = scenario.system.forecast
    assert plan is not None
    now, arm = _worth(plan, unit), identity(type(unit.form)).key
    for rating in ratings(scenario, unit):
        if isinstance(rating.field.kind, Choice) and rating.field.key != arm:
            for value in rating.beside:
                changed = with_unit(scenario, unit, {rating.field.key: value}).at(unit.path)
                worth = _worth(plan, changed)
                if worth != now and (worth > now) is better:
                    return unit.path, rating.field.key, value
    return None


def _worth(plan: ForecastPlan, unit: Unit) -> float:
    answers = texts(unit.form)
    return plan.worth(answers | dict(plan.start(answers)))


def _fought(asked: Forecast, step: RatingChange) -> Trial:
    """A step fought, each from the same seeds."""
    scenario = scenario_of(asked)
    for path, key, value in step.answers:
        scenario = with_unit(scenario, scenario.at(path), {key: value})
    field = Battlefield(scenario)
    seeds = (run_seed(asked.seed, number) for number in range(asked.runs))
    runs = [RunInProgress(field, Stream(seed)).run() for seed in seeds]
    summary = summarize(runs, [side.key for side in scenario.sides])
    assert scenario.history is not None
    return Trial(step, summary, _brings(scenario.history.winner, summary))


def _brings(winner: str, summary: Summary) -> BringsHistory:
    """Beyond what chance could do in so many runs, or within it."""
    wins = summary.wins
    if not winner:
        highest = max(one.high for one in wins.values())
        likeliest = max(one.value for one in wins.values())
        return _answer(highest <= LIKELY, likeliest <= LIKELY)
    if not summary.decided:
        return BringsHistory.NO
    won = share(round(wins[winner].value * summary.runs), summary.decided)
    return _answer(won.low > 0.5, won.value > 0.5)


def _answer(surely: bool, so_far: bool) -> BringsHistory:
    return BringsHistory.YES if surely else BringsHistory.PERHAPS if so_far else BringsHistory.NO
