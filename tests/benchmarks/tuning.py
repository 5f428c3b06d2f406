"""Tuning: sweeps against simulation of equal precision, the heat map after a change, duels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import numpy as np

from calculator.rules.armies import Stance
from calculator.rules.question import Question
from calculator.rules.there_stand_empires.assault.fight import CLOSE_COMBAT, DEFENSIVE_FIRE, Course
from calculator.rules.there_stand_empires.assault.rule import ORDERS
from calculator.rules.there_stand_empires.contest import Bout
from calculator.rules.there_stand_empires.orders import Orders
from calculator.scenarios import load
from calculator.tuning import matchups
from calculator.tuning.acting import Acting, read_policy
from calculator.tuning.duel import fight
from calculator.tuning.matchups import Situation, Subject, matrix
from calculator.tuning.sweep import Sweep
from calculator.tuning.variations import read_variations, with_unit
from tests.benchmarks.measured import Measured, seconds_of

STANDARD_ERROR: Final = 0.001
SIMULATED: Final = 40
"""Settings that are simulated; each costs the same, so more would only take longer."""


def lines() -> Iterable[Measured]:
    """Measure."""
    yield sweep()
    yield heat_map()
    yield duel()


def sweep() -> Measured:
    """10,240 assaults, exactly, and by simulation to a standard error of 0.001, on one core."""
    battle = load("quatre-bras")
    actor, target = "Husson's brigade", "Bylandt's brigade"
    varied = read_variations(
        [
            f"{actor}=quality",
            f"{target}=quality",
            f"{actor}.bases=2,3,4,5,6,7,8,10",
            f"{target}.bases=2,4,5,8,10",
            "cover=open,soft,hard,fortification",
            "target-state=ok,disordered",
            "frontal=yes,no",
        ],
        battle,
        battle.system.action("assault"),
    )
    subject = Subject(Situation("assault", "carries"), actor, target)
    swept = Sweep(battle, subject, varied, ("carries",))
    settings = [swept.settings(row.values)[0] for row in islice(swept.rows(1), 0, None, 251)]
    matchups.odds_of.cache_clear()
    exact = seconds_of(lambda: list(swept.rows(1))) / len(swept)
    generator = np.random.default_rng(1)
    simulated = [
        seconds_of(lambda question=setting.question: carried(question, generator))  # type: ignore[misc]
        for setting in settings[:SIMULATED]
    ]
    return Measured(
        what=f"one assault of a sweep of {len(swept):,}",
        seconds=(exact,),
        against="numpy, standard error 0.001",
        baseline=tuple(simulated),
        ratio_bar=1 / 20,
    )


def carried(question: Question, generator: np.random.Generator) -> float:
    """The share of simulated assaults that carry the position, precise to the standard error."""
    form: Any = question.form
    tables = question.tables
    known = float(question.odds().measure("carries"))
    runs = max(1000, round(known * (1 - known) / STANDARD_ERROR**2))
    charging = float(ORDERS.odds(form, tables).probability(Orders.RECEIVED))
    success = generator.random(runs) < charging
    if DEFENSIVE_FIRE.when(form, tables):
        fire = DEFENSIVE_FIRE.bout(form, tables)
        success &= margins(fire, runs, generator) >= fire.rungs[0][1]
    melee = CLOSE_COMBAT.bout(form, tables)
    floors = [floor for rung, floor in melee.rungs if rung.ends[0] is Course.CARRIED]
    success &= margins(melee, runs, generator) >= min(floors)
    return float(success.mean())


def margins(contest: Bout[Any], runs: int, generator: np.random.Generator) -> Any:
    """Simulated margins of a contest."""
    coins = contest.tables.points("contest.coins")
    mine = generator.binomial(coins, 0.5, runs)
    theirs = generator.binomial(coins, 0.5, runs)
    return contest.points + mine - theirs


def heat_map() -> Measured:
    """30 attackers against 30 defenders, refreshed after one rating changed."""
    battle = load("ligny")
    situation = Situation("assault", "carries")
    attacking = battle.sides[0].units[:30]
    times = []
    for quality in ("elite", "veteran", "poor", "average", "elite"):
        matchups.odds_of.cache_clear()
        matrix(battle, situation, attacking, battle.sides[1].units[:30])
        changed = with_unit(battle, attacking[3], {"quality": quality})

        def refresh(changed: Any = changed) -> None:
            matrix(changed, situation, changed.sides[0].units[:30], changed.sides[1].units[:30])

        times.append(seconds_of(refresh))
    return Measured(what="heat map of 30 x 30 after a change", seconds=tuple(times), p95_bar=0.25)


def duel() -> Measured:
    """Six turns of assaults, fire and regroups, from nothing."""
    battle = load("quatre-bras")
    system = battle.system
    plan = system.forecast
    if plan is None:
        raise RuntimeError("the main system has a plan for forecasts")
    first, second = (
        tuple((answers | dict(plan.start(answers))).items())
        for answers in (
            {"arm": "infantry", "quality": "average", "bases": "6", "starting-bases": "6"},
            {"arm": "infantry", "quality": "veteran", "bases": "5", "starting-bases": "5"},
        )
    )
    press, hold = (
        read_policy(plan.policies[stance], system) for stance in (Stance.PRESS, Stance.HOLD)
    )
    times = []
    for _ in range(5):
        matchups.odds_of.cache_clear()
        times.append(seconds_of(lambda: fight(Acting.of(battle), first, second, press, hold, 6)))
    return Measured(what="duel of six turns", seconds=tuple(times), p95_bar=0.25)
