"""A wargames calculator for the tabletop, as a library (docs/python.md).

>>> from calculator import odds, resolve
>>> odds("there-stand-empires", "assault", quality="veteran", cover="hard").measure("carries")
>>> resolve("there-stand-empires", "assault", seed="5eed").narration.headline

Whatever is wrong with what is asked raises `calculator.errors.CalculatorError`. Everything is
imported when it is first needed: importing the package itself costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calculator.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calculator.rules.action import AnyAction
    from calculator.rules.question import Odds, Result
    from calculator.rules.system import RuleSystem
    from calculator.scenarios import Scenario
    from calculator.tuning.duel import DuelCourse
    from calculator.tuning.matchups import Situation
    from calculator.tuning.sweep import SweepRow

__all__ = [
    "action",
    "duel",
    "forecast",
    "heat_map",
    "history",
    "load_scenario",
    "odds",
    "resolve",
    "seek",
    "sweep",
    "systems",
]
__version__ = VERSION


def systems() -> dict[str, RuleSystem]:
    """Every rule system by key, the main one first."""
    from calculator.rules import catalog

    return {system.key: system for system in catalog.offered().systems}


def action(system: str, key: str) -> AnyAction:
    """One action of a system: its form, measures, severity. Raises `UnknownNameError`."""
    from calculator.rules.catalog import find_system

    _check_texts(system=system, action=key)
    return find_system(system).action(key)


def odds(system: str, action: str, **fields: object) -> Odds:
    """Exact odds of an action.

    Fields are named as on the command line, with underscores for hyphens, and take the same words
    (or numbers, True and False). Raises `calculator.errors.CalculatorError`: `BudgetExceededError`
    where exact odds would take too long (`Question.best_odds` then samples them).
    """
    from calculator.rules.question import Question

    _check_texts(system=system, action=action)
    return Question.read(system, action, fields).odds()


def resolve(system: str, action: str, *, seed: str | None = None, **fields: object) -> Result:
    """One drawn result of an action, from `seed` (1 to 32 hexadecimal digits) or a fresh one.

    Nothing is recorded. Raises `calculator.errors.CalculatorError`.
    """
    from calculator.rules.question import Question

    _check_texts(system=system, action=action)
    return Question.read(system, action, fields).result(seed)


def load_scenario(name: str) -> Scenario:
    """An order of battle, by the name of a shipped one or by the path of a TOML file.

    Raises `UnknownNameError`, and `FaultsError` with every fault of the file.
    """
    from calculator.scenarios import load

    return load(name)


def sweep(
    scenario: Scenario,
    *vary: str,
    action: str = "",
    measures: str | Sequence[str] = (),
    actor: str = "",
    target: str = "",
    workers: int | None = 1,
    **answers: object,
) -> list[SweepRow]:
    """Every combination of what is varied, each with the chance of each measure.

    What is varied is written as for `empires tune sweep`: "UNIT.FIELD=a,b", "FIELD=a,b" or
    "tables.KEY=1,2". The action is the system's chief one and the measure its first, if none are
    named; without `actor` or `target` the chance is the mean over all units of the side. `workers`
    processes share the work, None for one on each core. Raises `FaultsError`.
    """
    from functools import partial

    from calculator.errors import every
    from calculator.tuning.matchups import Subject
    from calculator.tuning.sweep import Sweep
    from calculator.tuning.variations import read_variations

    chosen = (measures,) if isinstance(measures, str) else tuple(measures)
    numbered = {f"vary[{place}]": text for place, text in enumerate(vary)}
    _check_texts(actor=actor, target=target, **numbered)
    situation = _situation(scenario, action, chosen[0] if chosen else "", answers)
    every(*(partial(scenario.system.action(situation.action).measure, one) for one in chosen))
    chosen = chosen or (situation.measure,)
    subject = Subject(situation, actor, target)
    variations = read_variations(vary, scenario, scenario.system.action(situation.action))
    return list(Sweep(scenario, subject, variations, chosen).rows(workers))


def heat_map(
    scenario: Scenario, action: str = "", measure: str = "", **answers: object
) -> list[dict[str, object]]:
    """Every attacker against every defender, a row a pair: who, of which side, and the chance.

    The chance is from 0 to 1, None where the rules forbid it. The action is the system's chief one
    and the measure its first, if none are named. Raises `CalculatorError`.
    """
    from calculator.tuning.heat_maps import heat_maps
    from calculator.tuning.report import in_decimals

    maps = heat_maps(scenario, _situation(scenario, action, measure, answers))
    return in_decimals(row for drawn in maps for row in drawn.matrix.rows())


def seek(
    scenario: Scenario,
    unit: str,
    target: float,
    *,
    against: str = "",
    role: str = "actor",
    action: str = "",
    measure: str = "",
    **answers: object,
) -> list[dict[str, object]]:
    """Every single change of a unit that moves its chance, a row each, nearest to `target` first.

    `role` is what the unit takes, "actor" or "target", `against` whom it meets, by default every
    enemy. Raises `CalculatorError`, `NothingToMeasureError` among them.
    """
    import attrs

    from calculator.errors import FaultsError
    from calculator.tuning.matchups import Subject
    from calculator.tuning.report import in_decimals
    from calculator.tuning.sweep import CHANCE, ladder

    _check_texts(unit=unit, against=against)
    if role not in ("actor", "target"):
        raise FaultsError.at("role", f"{role!r} is no role", "actor, target")
    wanted = CHANCE.parse_at("target", str(target))
    actor, enemy = (unit, against) if role == "actor" else (against, unit)
    subject = Subject(_situation(scenario, action, measure, answers), actor, enemy)
    rungs = ladder(scenario, subject, unit, wanted)
    return in_decimals(attrs.asdict(rung) for rung in rungs)


def forecast(
    scenario: Scenario, runs: int = 1000, *, seed: str | None = None, workers: int | None = 1
) -> list[dict[str, object]]:
    """The battle of a file, as it now is, fought `runs` times, a row a run: winner, ending, turns,
    losses from 0 to 1.

    Simulated, and so a forecast and no odds. The same seed gives the same rows, with however many
    workers; None is one for each core. Raises `CalculatorError` for a battle without a plan.
    """
    from calculator.scenarios.source import open_source
    from calculator.tuning.forecast import Forecast
    from calculator.tuning.forecast import forecast as fought
    from calculator.tuning.reports_of_forecasts import run_rows

    _check_scenario(scenario)
    text = open_source(scenario.path).text  # what an earlier forecast read of it may be old
    asked = Forecast(str(scenario.path), runs, seed, text=text)
    return run_rows(scenario, list(fought(asked, workers)))


def history(
    battles: str = "", *, runs: int = 100, seed: str | None = None, workers: int | None = 1
) -> list[dict[str, object]]:
    """Past battles fought again as plain armies, a row each: what happened, what was forecast.

    `battles` is the path of a CSV file; without one, the 32 of 1792-1815. Raises `FaultsError`.
    """
    from calculator.tuning.history import battle_row
    from calculator.tuning.refighting import SEED, SHIPPED, read_battles, refight

    past = read_battles(battles or SHIPPED)
    return [battle_row(one) for one in refight(past, runs, seed or SEED, workers)]


def _situation(
    scenario: Scenario, action: str, measure: str, answers: dict[str, object]
) -> Situation:
    from calculator.forms import as_text, normal_key, parse_form
    from calculator.tuning.matchups import Situation, read_situation

    _check_scenario(scenario)
    _check_texts(action=action, measure=measure)
    system = scenario.system
    asked = read_situation(system, action, measure)
    said = {normal_key(key): as_text(value) for key, value in answers.items()}
    fixed = {**asked.answers, **said}
    parse_form(system.action(asked.action).asks, fixed, system.all_keys)
    return Situation(asked.action, asked.measure, fixed)


def _check_texts(**given: object) -> None:
    """Raise `FaultsError` for whatever is no text, by name."""
    from calculator.errors import Fault, raise_any

    wrong = {name: value for name, value in given.items() if not isinstance(value, str)}
    raise_any(Fault(name, f"{value!r} is no text", "a name") for name, value in wrong.items())


def _check_scenario(given: object) -> None:
    """Raise `FaultsError` for what is no scenario."""
    from calculator.errors import FaultsError
    from calculator.scenarios import Scenario

    if not isinstance(given, Scenario):
        raise FaultsError.at("scenario", f"{given!r} is no scenario", "what load_scenario gives")


def duel(
    scenario: Scenario, first: str, second: str, *, policy: str, reply: str = "hold", turns: int = 6
) -> DuelCourse:
    """Two units over several turns, exactly: `first` acts by `policy`, then `second` by `reply`.

    Policies are written as for `empires tune duel`: "regroup when own demoralized; assault".
    Raises `FaultsError` for units or policies that make no sense.
    """
    from calculator.tuning.acting import Acting, condition, read_policy
    from calculator.tuning.duel import fight
    from calculator.tuning.matchups import check_opponents

    _check_scenario(scenario)
    _check_texts(first=first, second=second, policy=policy, reply=reply)
    system, one, other = scenario.system, scenario.find(first), scenario.find(second)
    check_opponents([one], other)
    return fight(
        Acting.of(scenario),
        condition(scenario, one),
        condition(scenario, other),
        read_policy(policy, system),
        read_policy(reply, system),
        turns,
    )
