"""Forecasts: the same figures whoever works them out, and honest about being simulated."""

from __future__ import annotations

import io
import json
from math import comb
from pathlib import Path
from statistics import quantiles

import attrs
import pytest
from rich.console import Console

import calculator
from calculator.cli import main
from calculator.errors import CalculatorError
from calculator.scenarios import load
from calculator.scenarios.places import shipped_folder
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.forecast import (
    CHUNK,
    Forecast,
    forecast,
    median,
    median_rank,
    run_seed,
    share,
    summarize,
)
from calculator.tuning.reports_of_forecasts import beside_history, forecast_table

ASKED = Forecast("maida", runs=3 * CHUNK, seed="5eed", turns=6)


def test_figures_do_not_depend_on_the_number_of_workers() -> None:
    assert list(forecast(ASKED, workers=2)) == list(forecast(ASKED, workers=1))


def test_runs_differ_and_another_seed_gives_others() -> None:
    runs = list(forecast(ASKED, workers=1))
    assert len({run.losses for run in runs}) > CHUNK
    assert runs != list(forecast(Forecast("maida", runs=75, seed="5eee", turns=6), workers=1))


def test_losses_stay_within_the_army() -> None:
    for run in forecast(Forecast("maida", runs=CHUNK, seed="1", turns=40), workers=1):
        assert all(0 <= loss < 1 for loss in run.losses)
        assert run.turns <= 40


def test_a_unit_is_as_much_of_its_army_as_its_men() -> None:
    battle = load("aspern-essling")
    for side, army in zip(battle.sides, Battlefield(battle).armies, strict=True):
        known = [
            (unit.men, one) for unit, one in zip(side.units, army.units, strict=True) if unit.men
        ]
        men, shares = zip(*((men, one.share) for men, one in known), strict=True)
        assert len(set(men)) > 5
        assert [share / shares[0] for share in shares] == pytest.approx([n / men[0] for n in men])


@pytest.mark.heavy
def test_a_cluster_gives_the_same_figures_to_the_last_digit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a file that its workers do not have, with values of its own."""
    from distributed import LocalCluster

    override = '\n[tables]\nforecast.tempo = { value = "3/10", reason = "a hot day" }\n'
    maida = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(maida + override, encoding="utf-8")
    cluster = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster:
        monkeypatch.chdir(tmp_path)
        asked = attrs.evolve(ASKED, scenario="mine.toml", runs=2 * CHUNK)
        found = list(forecast(asked, scheduler=cluster.scheduler_address))
    assert found == list(forecast(asked, workers=1))
    assert found != list(forecast(ASKED, workers=1))[: len(found)]


def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(CalculatorError, match="no Dask scheduler"):
        list(forecast(ASKED, scheduler="tcp://127.0.0.1:9", patience=0.2))


def test_a_seed_is_told_in_its_digits_however_it_was_typed() -> None:
    assert Forecast("maida", runs=1, seed=" 0x2A ").seed == "2a"


def test_seeds_of_runs_are_as_documented() -> None:
    seeds = {run_seed("5eed", number) for number in range(1000)}
    assert len(seeds) == 1000
    assert run_seed("5eed", 0) == run_seed("0" * 28 + "5eed", 0)


def test_wilson_s_interval_as_published() -> None:
    """Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263, 15 of 148, 0 of 20."""
    for count, of, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = share(count, of)
        assert found.low == pytest.approx(low, abs=5e-5)
        assert found.high == pytest.approx(high, abs=5e-5)


def test_what_every_run_or_none_showed_has_no_bound_but_certainty() -> None:
    """Wilson's formula gives exactly 0 and 1 there; floating point missed them at 10 and at 30."""
    for of in range(1, 2000):
        assert share(of, of).high == 1
        assert share(0, of).low == 0


@pytest.mark.parametrize("count", [*range(6, 300), 1000, 4001])
def test_the_median_s_interval_is_the_narrowest_that_holds_it_often_enough(count: int) -> None:
    """By the binomial, in whole numbers: with at least 95%, and a step further in with less."""
    found = median(range(count))
    assert found
    assert found.n == count
    assert found.value == (count - 1) / 2
    rank = int(found.low) + 1
    assert count - int(found.high) == rank
    outside = 2 * sum(comb(count, below) for below in range(rank))
    assert 20 * outside <= 2**count < 20 * (outside + 2 * comb(count, rank))


@pytest.mark.parametrize(("count", "lowest", "highest"), [(6, 1, 6), (20, 6, 15), (100, 40, 61)])
def test_the_median_s_interval_as_published(count: int, lowest: int, highest: int) -> None:
    """Ranks as in tables of the sign test, e.g. Conover, Practical Nonparametric Statistics."""
    found = median(range(1, count + 1))
    assert found
    assert (found.low, found.high) == (lowest, highest)


@pytest.mark.parametrize("count", range(1, 6))
def test_of_fewer_than_six_battles_no_median_is_shown(count: int) -> None:
    assert median([3.0] * count) is None


def test_a_median_of_a_million_is_found_soon() -> None:
    """The rank is n/2 - 0.98 sqrt n, to within a step, by the normal limit of the binomial."""
    assert abs(median_rank(1_000_000) - (500_000 - 979.98)) < 2


def test_too_few_battles_are_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "2", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "too few to say" in told
    assert main(["tune", "forecast", "maida", "--runs", "2", "--seed", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    (loss,) = (row for row in rows if row.get("figure") == "french loss an hour, median")
    assert (loss["value"], loss["low"], loss["high"], loss["n"]) == (None, None, None, None)


def test_a_summary_counts_what_happened() -> None:
    runs = [
        Run(("red",), 4, (0.2, 0.1)),
        Run(("blue",), 8, (0.08, 0.24)),
        Run((), 10, (0.1, 0.1)),
        Run(("red", "blue"), 6, (0.3, 0.3)),
    ]
    told = summarize(runs, ["red", "blue"])
    assert told.wins["red"].value == told.wins["blue"].value == 0.25
    undecided = told.figures["undecided"]
    assert undecided
    assert undecided.value == 0.5
    assert (told.runs, told.decided) == (4, 2)
    assert told.figures["losers' loss, median"] is None
    figures = summarize(runs * 3, ["red", "blue"]).figures
    losers, winners = figures["losers' loss, median"], figures["winners' loss an hour, median"]
    assert losers
    assert losers.value == pytest.approx(0.22)
    assert losers.n == 6
    assert winners
    assert winners.value == pytest.approx((0.1 / 4 + 0.08 / 8) / 2)


def test_a_forecast_never_calls_itself_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "25", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "not odds" in told
    assert "95% interval" in told
    assert "Seed 1" in told
    (row,) = (line.split() for line in told.splitlines() if "Stuart's expedition: wins" in line)
    assert row[-2:] == ["25", "won"], "of how many runs stands beside this battle, too"


@pytest.mark.parametrize("runs", ["0", "many", "10000000", pytest.param("9" * 5000, id="long")])
def test_runs_are_checked(runs: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", runs]) == 2
    told = capsys.readouterr().err
    assert runs[:20] in told
    assert "--runs: " in told
    assert "a whole number from 1 to 1000000" in told


def test_no_seed_at_all_is_not_an_empty_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "25", "--seed", ""]) == 2
    assert "seed: '' is not a seed" in capsys.readouterr().err


def test_a_forecast_says_what_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "6", "--workers", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "of who wins a forecast knows no more than numbers and ratings tell" in told
    assert "An interval is of the runs only" in told


def test_a_system_without_a_plan_says_which_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "cannonade-farm", "--runs", "1"]) == 2
    told = capsys.readouterr().err
    assert "Cannonade has no plan for forecasts; There Stand Empires has" in told


@pytest.mark.parametrize("turns", ["0", "100", "-1", "1.5"])
def test_turns_are_checked(turns: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "1", f"--turns={turns}"]) == 2
    assert turns in capsys.readouterr().err


@pytest.mark.parametrize("turns", ["0", "101", "9" * 30])
def test_turns_of_a_duel_are_checked(turns: str, capsys: pytest.CaptureFixture[str]) -> None:
    units = ("--actor", "1st Light", "--against", "Cole's brigade")
    assert main(["tune", "duel", "maida", *units, "--turns", turns]) == 2
    assert f"--turns: {turns}" in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["0", "257", "9" * 30])
def test_workers_are_checked(workers: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "forecast", "maida", "--runs", "1", "--workers", workers]) == 2
    assert f"--workers: {workers}" in capsys.readouterr().err


def test_a_battle_lasts_as_long_as_it_is_told_to() -> None:
    (run,) = forecast(Forecast("maida", runs=1, seed="1", turns=1), workers=1)
    assert run.turns == 1


def test_losses_and_turns_stand_beside_those_of_history() -> None:
    """CDB90: 32 battles, of 23 of which the hours are known; a turn is an hour."""
    runs = [Run(("blue",), turns, (0.1, 0.3)) for turns in range(3, 13)]
    found = beside_history(summarize(runs, ["red", "blue"]))
    known = {name: values for name, _, values in found}
    assert list(known) == [
        "losers' loss",
        "winners' loss",
        "losers' loss an hour",
        "winners' loss an hour",
        "turns, of an hour each",
    ]
    assert [len(values) for values in known.values()] == [32, 32, 23, 23, 23]
    assert quantiles(known["turns, of an hour each"], n=4) == pytest.approx((7.0, 9.2, 12.0))


def test_a_figure_of_too_few_battles_is_named_all_the_same() -> None:
    summary = summarize([Run(("blue",), 3, (0.1, 0.3))], ["red", "blue"])
    console = Console(width=120, file=io.StringIO())
    with console.capture() as captured:
        console.print(forecast_table(summary))
    (line,) = (line for line in captured.get().splitlines() if "losers' loss, median" in line)
    assert "too few to say" in line


def test_a_file_that_has_changed_is_fought_as_it_now_is(tmp_path: Path) -> None:
    path = tmp_path / "maida.toml"
    text = (shipped_folder() / "maida.toml").read_text(encoding="utf-8")
    fought = []
    for quality in ("veteran", "poor"):
        path.write_text(text.replace('"veteran"', f'"{quality}"'), encoding="utf-8")
        fought.append(calculator.forecast(calculator.load_scenario(str(path)), 20, seed="1"))
    assert fought[0] != fought[1]
