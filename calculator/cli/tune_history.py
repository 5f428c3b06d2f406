"""`empires tune history`: forecasts of past battles, held against what happened."""

from __future__ import annotations

import argparse

from calculator.cli import tune_reading as reading
from calculator.cli.output import open_console, open_table, write_json
from calculator.cli.tune_output import gather
from calculator.cores import MOST_WORKERS
from calculator.errors import Fault, FaultsError, every
from calculator.figures import percent
from calculator.rules.past import Past
from calculator.rules.phrases import counted
from calculator.tuning import backtest, calibration, past
from calculator.tuning.backtest import Refought, Score, Spread

SEED = "1815"
"""What the shipped numbers were found and are scored with."""

MOST_RUNS = 10_000


def show_history(arguments: argparse.Namespace) -> int:
    """Refight battles and print how the forecast did, or look for its free numbers."""
    if len(arguments.files) > 1:
        raise FaultsError([Fault("BATTLES.csv", f"{len(arguments.files)} files", "one, or none")])
    if arguments.form in {"svg", "html", "csv"}:
        raise FaultsError([Fault(f"--{arguments.form}", "is not for history", "--json")])
    named = arguments.files
    runs, workers, battles = every(
        lambda: reading.number("--runs", arguments.runs or "100", MOST_RUNS),
        lambda: reading.number_if_any("--workers", arguments.workers, MOST_WORKERS),
        lambda: past.read_battles(named[0]) if named else past.shipped(),
    )
    seed = SEED if arguments.seed is None else arguments.seed
    if arguments.calibrate:
        return _calibrate(battles, seed, workers, arguments.form == "json")
    refighting = backtest.refight(battles, runs, seed, workers)
    refought, complete = gather(refighting, "Fighting", len(battles))
    if not complete:
        raise KeyboardInterrupt
    if arguments.form == "json":
        return write_json(backtest.as_json(refought, seed))
    _print(refought, seed)
    return 0


def _print(refought: list[Refought], seed: str) -> None:
    console = open_console()
    runs = len(refought[0].runs)
    console.print(
        f"{counted(len(refought), 'battle')}, each fought {runs} times as two plain armies (a "
        f"forecast, not odds); seed {seed}",
        style="bold",
    )
    table = open_table("battle", "to 1", "won by", "wins", "decided", "lost", "forecast", "hours")
    table.padding = (0, 0, 0, 1)
    table.columns[0].min_width = max(
        len(word) for one in refought for word in one.past.name.split()
    )
    for column in table.columns:
        column.overflow = "fold"
    for one in refought:
        battle = one.past
        table.add_row(
            battle.name,
            f"{battle.ratio:.2f}",
            battle.winner,
            percent(one.chance),
            str(len(one.decided)),
            " / ".join(f"{100 * force.lost:.0f}" for force in battle.forces),
            " / ".join(f"{100 * loss:.0f}" for loss in one.losses),
            f"{battle.hours or '-'} / {one.turns:.0f}",
        )
    console.print(table)
    console.print(
        "Wins: the attacker's, undecided runs counting half. Lost: percent of attackers / of "
        "defenders. Hours: history / forecast. Losses and hours forecast are means of all "
        f"{runs} runs."
    )
    console.print(_scores(backtest.scores(refought)))
    known = backtest.known_spread([one.past for one in refought])
    console.print(_spreads(backtest.forecast_spread(refought), known))
    inside = percent(backtest.covered(refought))
    console.print(f"True losses within the forecast's middle 80%: {inside} of {2 * len(refought)}")


def _scores(scores: list[Score]) -> object:
    table = open_table("Brier score of", "score", "worse than the forecast by", "95% interval")
    for score in scores:
        table.add_row(
            score.name,
            "too few battles" if score.brier is None else f"{score.brier:.3f}",
            "" if score.difference is None else f"{score.difference:+.3f}",
            "" if score.low is None else f"{score.low:+.3f} to {score.high:+.3f}",
        )
    return table


def _spreads(ours: Spread, known: Spread) -> object:
    table = open_table("quartiles", "forecast", "n", "history", "n")
    for place, (name, is_share) in enumerate(
        (("losers", True), ("winners", True), ("hours", False))
    ):
        cells = []
        for found in (ours, known):
            values = getattr(found, name)
            shown = (percent(v) if is_share else f"{v:.1f}" for v in values or ())
            cells += [" / ".join(shown) or "too few to say", str(found.counts[place])]
        table.add_row(f"{name}' loss" if is_share else name, *cells)
    return table


def _calibrate(battles: tuple[Past, ...], seed: str, workers: int | None, as_json: bool) -> int:
    if (decided := sum(battle.winner != "drawn" for battle in battles)) < 2:
        problem = f"needs battles that were won, and there are {decided}"
        raise FaultsError([Fault("--calibrate", problem, "two or more")])
    tried, complete = gather(calibration.trials(battles, seed, workers), "Searching", len(battles))
    if not complete:
        raise KeyboardInterrupt
    found = calibration.calibrate(tried, seed)
    if as_json:
        return write_json(
            {
                "numbers": {
                    one.key: {"value": one.value, "low": one.low, "high": one.high}
                    for one in found.found
                },
                "brier": found.brier,
                "brier-left-out": found.left_out,
            }
        )
    console = open_console()
    table = open_table("free number", "value", "95% of samples")
    for one in found.found:
        table.add_row(one.key, f"{one.value:.2f}", f"{one.low:.2f} to {one.high:.2f}")
    console.print(table)
    console.print(
        f"Brier score {found.brier:.3f} on the battles it was found on, {found.left_out:.3f} with "
        "each battle scored by numbers found without it"
    )
    return 0
