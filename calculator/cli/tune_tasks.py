"""What each task of `empires tune` does: a function a task, `show_` before its name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import attrs

from calculator.chance.one_path import fresh_seed
from calculator.cli import tune_reading as reading
from calculator.cli.tune_output import Output, gather
from calculator.cores import MOST_WORKERS
from calculator.errors import every
from calculator.figures import percent
from calculator.rules.forecast_plan import Stance
from calculator.rules.system import RuleSystem
from calculator.scenarios import Scenario
from calculator.tuning import pictures
from calculator.tuning import pictures_of_whole as whole
from calculator.tuning.acting import condition, grounds_of
from calculator.tuning.battle import notes_of
from calculator.tuning.combined import combine
from calculator.tuning.difference import difference
from calculator.tuning.duel import MOST_TURNS as LONGEST_DUEL
from calculator.tuning.duel import Duel, fight
from calculator.tuning.forecast import MOST_RUNS, MOST_TURNS, Forecast, forecast, forecast_on, tell
from calculator.tuning.heat_maps import HeatMap
from calculator.tuning.matchups import Situation, matrix
from calculator.tuning.policy import HOLD, Clause, Policy
from calculator.tuning.seek import ladder
from calculator.tuning.seek_history import best_first, trials
from calculator.tuning.sensitivity import Sensitivity, Tornado
from calculator.tuning.subjects import Subject, check_opponents
from calculator.tuning.summary import ESTIMATE, summarize
from calculator.tuning.sweep import Sweep


def show_map(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Every attacker against every defender."""
    asked, actor, target = every(
        lambda: reading.situation(arguments, scenario),
        lambda: reading.unit_if_any(scenario, "--actor", arguments.actor),
        lambda: reading.unit_if_any(scenario, "--against", arguments.against),
    )
    if actor and target:
        check_opponents([actor], target)
    for side in scenario.sides:
        acting = [unit for unit in ([actor] if actor else side.units) if unit.side == side.key]
        facing = [target] if target else scenario.units
        facing = [unit for unit in facing if unit.side != side.key]
        if not (acting and facing):
            continue
        found = matrix(scenario, asked, acting, facing)
        output.show(HeatMap(found, side.name))
        for unit, chances in zip(found.actors, found.chances, strict=True):
            for enemy, chance in zip(found.targets, chances, strict=True):
                output.add(
                    actor_side=unit.side,
                    actor=unit.name,
                    target_side=enemy.side if found.minds_target else "",
                    target=enemy.name if found.minds_target else "any",
                    chance=chance,
                )
    _assume(output, scenario, asked)
    output.write(f"{scenario.title}: {asked.title(scenario.system)}")


def show_sweep(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Every combination of what is varied; of several measures each has a column."""
    asked, variations = every(
        lambda: reading.subject(arguments, scenario),
        lambda: reading.variations_of(arguments, scenario),
    )
    measures = tuple(arguments.measure) or (asked.situation.measure,)
    sweep = Sweep(scenario, asked, variations, measures)
    rows, complete = gather(sweep.rows(), "Sweeping", len(sweep))
    labels = [variation.label for variation in variations]
    output.show(pictures.sweep_table(labels, measures, rows))
    output.show(*pictures.sweep_curves(labels, measures, rows))
    for row in rows:
        cells = zip((*labels, *measures), (*row.values, *row.chances), strict=True)
        output.add(**dict(cells))
    _assume(output, scenario, asked.situation, measures)
    output.write(_title(scenario, asked, *measures), complete)


def show_seek(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Which single change comes nearest to a wanted chance, or to history's result."""
    if arguments.battle:
        _seek_history(arguments, scenario, output)
        return
    changing, target, role, asked = every(
        lambda: reading.unit(scenario, "--unit", arguments.unit),
        lambda: reading.chance("--target", arguments.target),
        lambda: reading.role("--role", arguments.role),
        lambda: reading.subject(arguments, scenario),
    )
    asked = attrs.evolve(asked, **{role: changing.full_name})
    rungs = ladder(scenario, asked, changing.full_name, target)
    output.show(pictures.ladder_table(rungs, target))
    for rung in rungs:
        output.add(
            change=rung.label,
            value=rung.value,
            present=rung.present,
            chance=rung.chance,
            distance=rung.distance,
        )
    _assume(output, scenario, asked.situation)
    output.write(_title(scenario, asked))


def _seek_history(arguments: argparse.Namespace, scenario: Scenario, output: Output) -> None:
    runs, workers = every(
        lambda: reading.number("--runs", arguments.runs or "100", MOST_RUNS),
        lambda: reading.number_if_any("--workers", arguments.workers, MOST_WORKERS),
    )
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    asked = Forecast(str(scenario.path), runs, seed)
    total, trying = trials(asked, workers)
    found, complete = gather(trying, "Fighting", total)
    verdict = whole.seek_verdict(found)
    output.show(verdict, whole.seek_table(scenario, best_first(found)))
    output.say(f"Seed {asked.seed}")
    output.more = {"verdict": verdict, "seed": asked.seed}
    for trial in found:
        wins = {f"{side}_wins": one.value for side, one in trial.summary.wins.items()}
        output.add(change=trial.step.label, **wins, brings=trial.brings.value)
    title = f"{scenario.title}: ratings that bring history, {whole.battles(runs)} each"
    output.write(title, complete)


def show_sensitivity(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Which rating or table value moves the odds most."""
    asked = reading.subject(arguments, scenario)
    sensitivity = Sensitivity(scenario, asked)
    swings, complete = gather(sensitivity.swings(), "Moving", len(sensitivity))
    tornado = Tornado.of(sensitivity.present, swings)
    if tornado.swings or not complete:
        output.show(pictures.tornado_chart(tornado))
    else:
        output.show(f"{percent(float(tornado.present))}, and no single step moves it.")
    for swing in tornado.swings:
        output.add(
            step=swing.label,
            low=swing.low,
            high=swing.high,
            at_low=swing.at_low,
            at_high=swing.at_high,
            present=tornado.present,
        )
    _assume(output, scenario, asked.situation)
    output.write(_title(scenario, asked), complete)


def show_diff(
    arguments: argparse.Namespace, first: Scenario, second: Scenario, *, output: Output
) -> None:
    """What changed between two scenarios, and the odds that move."""
    asked = reading.situation(arguments, first)
    found = difference(first, second, asked)
    output.show(*pictures.difference_tables(found))
    output.part = "odds"
    output.more = {
        "changes": [attrs.asdict(change) for change in found.changes],
        "removed": list(found.removed),
        "added": list(found.added),
    }
    for shift in found.shifts:
        output.add(**attrs.asdict(shift))
    _assume(output, first, asked)
    output.write(f"{first.path.name} -> {second.path.name}: {asked.title(first.system)}")


def show_duel(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Two units over several turns: how it goes, how it ends, and what both do."""
    plan = scenario.system.forecast
    does = arguments.policy or (plan.policies[Stance.PRESS] if plan else "")
    answers = arguments.reply or (plan.policies[Stance.HOLD] if plan else "")
    first, second, policy, reply, turns = every(
        lambda: reading.unit(scenario, "--actor", arguments.actor),
        lambda: reading.unit(scenario, "--against", arguments.against),
        lambda: reading.policy(scenario, "--policy", does),
        lambda: reading.policy(scenario, "--reply", answers),
        lambda: reading.number("--turns", arguments.turns or "6", LONGEST_DUEL),
    )
    check_opponents([first], second)
    units = (condition(scenario, first), condition(scenario, second))
    grounds = grounds_of(scenario)
    course = fight(Duel(scenario.system, scenario.tables, *units, policy, reply, turns, grounds))
    names = first.name, second.name
    output.show(
        whole.survival_chart(course, *names),
        whole.survival_curves(course, *names),
        whole.endings_table(scenario.system, course, *names),
        f"{first.name}: {does}",
        f"{second.name}: {answers}",
    )
    assumed = _assumed_by(scenario.system, policy, reply)
    output.say(
        f"At first: {first.name} {whole.described(scenario.system, units[0])}; "
        f"{second.name} {whole.described(scenario.system, units[1])}",
        f"Assumed unless a clause or the ground says otherwise: {_pairs(assumed)}",
    )
    output.asked = {"policy": does, "reply": answers, "assumed": assumed}
    output.part = "survival"
    output.more = {
        "expected_turns": float(course.expected_turns()),
        "endings": [
            {"actor": mine, "target": theirs, "chance": float(chance)}
            for mine, theirs, chance in whole.endings(scenario.system, course)
        ],
    }
    shares = zip(course.surviving("first"), course.surviving("second"), strict=True)
    for turn, (mine, theirs) in enumerate(shares, 1):
        output.add(turn=turn, actor_stands=mine, target_stands=theirs)
    output.write(f"{scenario.title}: {first.name} against {second.name}")


def show_combine(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """Several units on one target, one after another."""
    asked, actors, target = every(
        lambda: reading.situation(arguments, scenario),
        lambda: reading.units(scenario, "--actors", arguments.actors),
        lambda: reading.unit(scenario, "--against", arguments.against),
    )
    check_opponents(actors, target)
    attacks = list(
        combine(
            scenario.system,
            scenario.tables,
            [condition(scenario, actor, planned=False) for actor in actors],
            condition(scenario, target, planned=False),
            Clause(asked.action, tuple(asked.answers.items()), place="--situation"),
            asked.measure,
            grounds_of(scenario),
        )
    )
    names = [actor.name for actor in actors]
    output.show(whole.attacks_table(names, attacks, asked.measure))
    for name, attack in zip(names, attacks, strict=True):
        output.add(
            actor=name, delivered=attack.delivered, succeeds=attack.succeeds, by_now=attack.by_now
        )
    _assume(output, scenario, asked)
    title = asked.title(scenario.system)
    output.write(f"{scenario.title}: {title}; one after another against {target.name}")


def show_forecast(arguments: argparse.Namespace, scenario: Scenario, *, output: Output) -> None:
    """A whole battle, thousands of times, or one of them hour by hour."""
    typed = arguments
    count, turns, workers, orders = every(
        lambda: reading.number("--runs", typed.runs or "1000", MOST_RUNS),
        lambda: reading.number_if_any("--turns", typed.turns, MOST_TURNS),
        lambda: reading.number_if_any("--workers", typed.workers, MOST_WORKERS),
        lambda: reading.orders(scenario, typed),
    )
    seed = typed.seed if typed.tell is None else typed.tell
    asked = Forecast(
        str(scenario.path),
        count if typed.tell is None else 1,
        fresh_seed() if seed is None else seed,
        turns=turns,
        orders=orders,
    )
    output.more = {"seed": asked.seed}
    if typed.tell is not None:
        lines = tell(asked)
        output.show(*lines, f"Seed {asked.seed}")
        for line in lines:
            output.add(line=line)
        output.write(f"{scenario.title}: one battle of many")
        return
    running = forecast_on(typed.scheduler, asked) if typed.scheduler else forecast(asked, workers)
    runs, complete = gather(running, "Fighting", asked.runs)
    if not runs:
        raise KeyboardInterrupt
    summary = summarize(runs, [side.key for side in scenario.sides])
    notes = list(notes_of(scenario))
    own = whole.this_battle_table(scenario, summary, runs)
    output.show(whole.forecast_table(summary), whole.history_table(summary))
    output.show(*([own] if own else []), whole.loss_curves(scenario, runs))
    output.show(*notes, f"Seed {asked.seed}")
    output.part = "figures"
    output.more = {
        "history": [
            {
                "figure": beside.name,
                "forecast": beside.forecast and beside.forecast.value,
                "history": beside.quartiles[1],
                "quartiles": list(beside.quartiles),
                "battles": beside.battles,
            }
            for beside in whole.beside_history(summary)
        ],
        "runs": summary.runs,
        "decided": summary.decided,
        "notes": notes,
        **output.more,
    }
    for name, estimate in whole.figures(summary):
        numbers = attrs.asdict(estimate) if estimate else dict.fromkeys(ESTIMATE)
        output.add(figure=name, **numbers)
    output.write(f"{scenario.title}: a forecast of {whole.battles(len(runs))}", complete)


def _assume(
    output: Output, scenario: Scenario, situation: Situation, measures: Sequence[str] = ()
) -> None:
    """Say of what action and measure the figures are, and what is assumed of every pair."""
    assumed = situation.assumed(scenario.system)
    if assumed:
        output.say(f"Assumed of every pair: {_pairs(assumed)}")
    output.asked = {"situation": situation.text, "assumed": assumed}
    output.asked |= {"measures": list(measures)} if measures else {"measure": situation.measure}


def _assumed_by(system: RuleSystem, *policies: Policy) -> dict[str, str]:
    """What a duel assumes wherever neither a unit nor a clause answers."""
    answers: dict[str, str] = {}
    for clause in (clause for policy in policies for clause in policy.clauses):
        if clause.action != HOLD:
            answers |= Situation(clause.action, "", dict(clause.answers)).assumed(system)
    known = {key for role in system.roles for keys in system.filled(role).values() for key in keys}
    return {key: text for key, text in answers.items() if key not in known}


def _pairs(answers: dict[str, str]) -> str:
    return ", ".join(f"{key}={text}" for key, text in answers.items())


def _title(scenario: Scenario, asked: Subject, *measures: str) -> str:
    """What is measured, and of whom: of one unit with many, or of many, it is the mean."""
    system, situation = scenario.system, asked.situation
    pair = asked.actor or "every unit"
    one = bool(asked.actor)
    if system.asked_of("target", system.action(situation.action)):
        pair = f"{pair} against {asked.target or 'every enemy'}"
        one = one and bool(asked.target)
    title = situation.title(system, *measures)
    return f"{scenario.title}: {title}; {pair}{'' if one else ', the mean'}"
