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
    from calculator.tuning.sweep import SweepRow

__all__ = ["action", "duel", "load_scenario", "odds", "resolve", "sweep", "systems"]
__version__ = VERSION


def systems() -> dict[str, RuleSystem]:
    """Every rule system by key, the main one first."""
    from calculator.rules import catalog

    return {system.key: system for system in catalog.offered().systems}


def action(system: str, key: str) -> AnyAction:
    """One action of a system: its form, measures, severity. Raises `UnknownNameError`."""
    from calculator.rules.catalog import find_system

    return find_system(system).action(key)


def odds(system: str, action: str, **fields: object) -> Odds:
    """Exact odds of an action.

    Fields are named as on the command line, with underscores for hyphens, and take the same words
    (or numbers, True and False). Raises `calculator.errors.CalculatorError`: `BudgetExceededError`
    where exact odds would take too long (`Question.best_odds` then samples them).
    """
    from calculator.rules.question import Question

    return Question.read(system, action, fields).odds()


def resolve(system: str, action: str, *, seed: str | None = None, **fields: object) -> Result:
    """One drawn result of an action, from `seed` (1 to 32 hexadecimal digits) or a fresh one.

    Nothing is recorded. Raises `calculator.errors.CalculatorError`.
    """
    from calculator.rules.question import Question

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
    measures: Sequence[str] = (),
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
    from calculator.forms import as_text, normal_key
    from calculator.tuning.matchups import Situation, Subject, first_situation
    from calculator.tuning.sweep import Sweep
    from calculator.tuning.variations import read_variations

    asked = scenario.system.action(action or first_situation(scenario.system).action)
    chosen = tuple(measures) or (asked.measures[0].key,)
    fixed = {normal_key(key): as_text(value) for key, value in answers.items()}
    subject = Subject(Situation(asked.key, chosen[0], fixed), actor, target)
    variations = read_variations(vary, scenario, asked)
    return list(Sweep(scenario, subject, variations, chosen).rows(workers))


def duel(
    scenario: Scenario, first: str, second: str, *, policy: str, reply: str = "hold", turns: int = 6
) -> DuelCourse:
    """Two units over several turns, exactly: `first` acts by `policy`, then `second` by `reply`.

    Policies are written as for `empires tune duel`: "regroup when own demoralized; assault".
    Raises `FaultsError` for units or policies that make no sense.
    """
    from calculator.tuning.acting import Acting, condition
    from calculator.tuning.duel import fight
    from calculator.tuning.policy import read_policy

    system = scenario.system
    return fight(
        Acting.of(scenario),
        condition(scenario, scenario.find(first)),
        condition(scenario, scenario.find(second)),
        read_policy(policy, system),
        read_policy(reply, system),
        turns,
    )
