"""Forecasts held against history: the data as published, the scores recomputed from outside."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path
from statistics import fmean, quantiles
from tempfile import TemporaryDirectory

import attrs
import pytest

from calculator import history as refought_rows
from calculator.cli import main
from calculator.errors import CalculatorError, FaultsError
from calculator.forms import texts
from calculator.rules.armies import PastBattle
from calculator.tuning import skill
from calculator.tuning.battle import Battlefield, Run
from calculator.tuning.history import errors, forecast_spread, known_spread, quartiles, told_apart
from calculator.tuning.refighting import (
    NEEDED,
    Refought,
    fight_often,
    read_battles,
    read_plain_battle,
    shipped,
)
from tests.tuning import calibrating

HEAD = ",".join(NEEDED)


def test_the_32_battles_are_as_published() -> None:
    """The issue's figures, by statistics.quantiles(n=4)."""
    battles = shipped()
    assert len(battles) == 32
    assert {"Zurich III 1799", "Fuentes de Onoro 1811"} <= {past.name for past in battles}
    known = known_spread(battles)
    assert quartiles(known["losers"]) == pytest.approx([0.141, 0.205, 0.344], abs=5e-4)
    assert quartiles(known["winners"]) == pytest.approx([0.051, 0.093, 0.178], abs=5e-4)
    assert quartiles(known["hours"]) == pytest.approx([7.0, 9.2, 12.0])
    assert [len(values) for values in known.values()] == [32, 32, 23]


def test_few_runs_of_each_battle_say_that_they_tell_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two runs a share is off by up to 98 / sqrt(2) points, so that it may be anything."""
    path = tmp_path / "mine.csv"
    path.write_text(f"{HEAD}\nA,1809,60000,50000,5000,9000,attacker\n", encoding="utf-8")
    assert main(["tune", "history", str(path), "--runs", "2", "--workers", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "2 runs of each battle: too few to judge the method by" in told
    assert "may be 50 points out" in told
    assert main(["tune", "history", str(path), "--runs", "100", "--workers", "1"]) == 0
    assert "too few to judge" not in capsys.readouterr().out


def test_the_score_of_the_ratio_is_as_published() -> None:
    """0.201 on the 32, each battle left out in turn."""
    refought = [Refought(past, (Run((), 1, (0.0, 0.0)),)) for past in shipped()]
    found = errors(refought)
    assert fmean(found["ratio"]) == pytest.approx(0.201, abs=5e-4)
    assert found["coin"] == found["forecast"] == [0.25] * 32


def test_the_regression_is_at_its_maximum() -> None:
    rows = [[1.0, log(past.ratio)] for past in shipped()]
    won = [past.winner == "attacker" for past in shipped()]
    weights = skill.regression(rows, won)
    assert weights == pytest.approx([-0.0997, 3.6786], abs=2e-3)


def test_armies_have_the_men_of_history() -> None:
    for past in shipped():
        battle = read_plain_battle(past)
        first, second = (
            sum(getattr(unit.form, "bases", 0) for unit in side.units) for side in battle.sides
        )
        assert min(first, second) > 0
        assert first / second == pytest.approx(past.ratio, rel=0.35)


def refought(winner: str, *broken: tuple[str, ...]) -> Refought:
    past = a_past(winner)
    return Refought(past, tuple(Run(side, 5, (0.1, 0.2)) for side in broken))


def battles_of(text: str) -> tuple[PastBattle, ...]:
    """The battles of a file x.csv that holds this."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.csv"
        path.write_bytes(text.encode())
        return read_battles(str(path))


def a_past(winner: str) -> PastBattle:
    (past,) = battles_of(f"{HEAD}\nX,1809,1000,1000,100,200,{winner}\n")
    return past


@pytest.mark.parametrize(
    ("terrain", "defence", "cover"),
    [
        ("RW", "", "soft"),
        ("GM", "none", "soft"),
        ("RM", "", None),
        ("RU", "hasty", "hard"),
        ("RM", "prepared", "hard"),
        ("GW", "fortified", "fortification"),
    ],
)
def test_the_defenders_stand_behind_what_the_ground_and_their_works_give(
    terrain: str, defence: str, cover: str | None
) -> None:
    """CDB90 codes relief and cover: G rugged, W wooded, U urban."""
    past = attrs.evolve(a_past("drawn"), terrain=terrain, defence=defence)
    places = read_plain_battle(past).terrain
    assert [texts(place.form)["cover"] for place in places if place.form] == [cover] * bool(cover)


def test_an_army_s_horse_stands_in_divisions_of_heavy_and_light_brigades() -> None:
    """3,000 horse are ten bases, two or three brigades of four: the first light, then by turns."""
    horse = attrs.evolve(a_past("drawn").attacker, men=30_000, cavalry=4_800)
    past = attrs.evolve(a_past("drawn"), attacker=horse, defender=horse)
    units = [
        (unit.formation, texts(unit.form)["arm"])
        for unit in read_plain_battle(past).sides[0].units
        if "Cavalry" in unit.formation
    ]
    assert units == [
        ("1. Cavalry Division", "light-cavalry"),
        ("1. Cavalry Division", "heavy-cavalry"),
        ("2. Cavalry Division", "light-cavalry"),
        ("2. Cavalry Division", "heavy-cavalry"),
    ]


def test_few_runs_are_held_no_worse_for_being_few() -> None:
    """Two runs, one won: error 1/4, of which p(1 - p) / (n - 1) = 1/4 is chance."""
    assert calibrating.fair_error(refought("attacker", ("defender",), ("attacker",))) == 0
    three = refought("attacker", ("defender",), ("defender",), ("attacker",))
    assert calibrating.fair_error(three) == pytest.approx((1 / 3) ** 2 - (2 / 3) * (1 / 3) / 2)


def test_undecided_runs_count_half_and_drawn_battles_not_at_all() -> None:
    one = refought("attacker", ("defender",), (), ("attacker",), ("defender",))
    assert one.chance == (2 + 0.5) / 4
    assert one.error == pytest.approx((1 - 0.625) ** 2)
    drawn = refought("drawn", ("attacker",))
    assert errors([one, drawn])["forecast"] == [one.error]
    assert errors([drawn])["forecast"] == []


def test_an_hour_is_a_turn_and_losers_are_told_from_winners() -> None:
    runs = [Run(("defender",), hours, (0.1, 0.2)) for hours in range(2, 22)]
    undecided = Run((), 24, (0.9, 0.9))
    spread = forecast_spread([Refought(a_past("attacker"), (*runs, undecided))])
    assert sorted(spread["hours"]) == list(range(2, 22))
    assert quartiles(spread["hours"]) == pytest.approx(quantiles(range(2, 22), n=4))
    assert spread["losers"] == [0.2] * 20
    assert spread["winners"] == [0.1] * 20


def test_battles_share_no_luck_but_a_battle_has_the_same_again() -> None:
    """The same figures under another name are other runs: a score is no matter of one seed."""
    jena = next(past for past in shipped() if past.battle == "Jena")
    other = attrs.evolve(jena, battle="Another Jena")
    runs = [
        fight_often(Battlefield(read_plain_battle(past)), past.name, range(6), "1815")
        for past in (jena, jena, other)
    ]
    assert runs[0] == runs[1] != runs[2]


def test_the_true_loss_within_the_middle_of_the_runs() -> None:
    past = a_past("attacker")
    runs = tuple(Run(("defender",), 5, (n / 100, n / 50)) for n in range(21))
    assert Refought(past, runs).covered() == [True, True]
    assert Refought(past, runs[:5]).covered() == [False, False]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("X,1700,10,10,1,1,attacker", "x.csv:2 year: 1700 is out of range"),
        ("X,1809,0,10,1,1,attacker", "x.csv:2 attacker_men: 0 is out of range"),
        ("X,1809,10,-5,1,1,attacker", "x.csv:2 defender_men: -5 is out of range"),
        ("X,1809,10,10,11,1,attacker", "attacker_loss: 11 are more than its 10 men"),
        ("X,1809,10,10,1,1,atacker", "did you mean 'attacker'"),
        (",1809,10,10,1,1,attacker", "x.csv:2 battle: is empty"),
    ],
)
def test_a_wrong_cell_is_named(row: str, message: str) -> None:
    with pytest.raises(FaultsError) as refused:
        battles_of(f"{HEAD}\n{row}\n")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("column", "least", "most", "below", "above"),
    [
        ("year", "1792", "1815", "1791", "1816"),
        ("attacker_men", "1", "1000000", "0", "1000001"),
        ("defender_loss", "0", "1000000", "-1", "1000001"),
        ("defender_cavalry", "0", "1000000", "-1", "1000001"),
        ("attacker_guns", "0", "5000", "-1", "5001"),
        ("hours", "1/4", "240", "1/5", "240 1/4"),
    ],
)
def test_a_cell_takes_the_whole_of_its_range_and_no_more(
    column: str, least: str, most: str, below: str, above: str
) -> None:
    """As docs/forecasting.md gives the ranges."""
    row = {"battle": "X", "year": "1809", "winner": "drawn", "attacker_loss": "0"}
    row |= {"attacker_men": "1000000", "defender_men": "1000000", "defender_loss": "0"}

    def read(cell: str) -> None:
        cells = row | {column: cell}
        battles_of(f"{','.join(cells)}\n{','.join(cells.values())}\n")

    for cell in (least, most):
        read(cell)
    for cell in (below, above):
        with pytest.raises(FaultsError, match=f"{column}: "):
            read(cell)


def test_all_wrong_cells_are_named_at_once() -> None:
    with pytest.raises(FaultsError) as refused:
        battles_of(f"{HEAD}\nX,1,0,0,1,1,me\nY,1809,5,5,1,1,defender\nZ,2,1,1,0,0,drawn\n")
    assert len(refused.value.faults) >= 4


def test_what_one_battle_cannot_tell_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.csv"
    file.write_text(f"{HEAD}\nX,1809,30000,25000,3000,5000,attacker\n", encoding="utf-8")
    assert main(["tune", "history", str(file), "--runs", "2", "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert "X 1809" in shown
    assert "off by" not in shown


def test_the_command_scores_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        f"B{n},1809,{20 + n}000,20000,1000,{2 + n}000,{'attacker' if n % 3 else 'defender'}"
        for n in range(6)
    ]
    file = tmp_path / "own.csv"
    file.write_text("\n".join([HEAD.replace(",", ";"), *(r.replace(",", ";") for r in rows)]))
    asked = ["tune", "history", str(file), "--runs", "4", "--json", "--workers", "1"]
    printed = []
    for _ in range(2):
        assert main(asked) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    found = json.loads(printed[0])
    assert [battle["battle"] for battle in found["battles"]] == [f"B{n}" for n in range(6)]
    assert 0 <= found["brier"] <= 1
    assert found["brier-coin"] == 0.25
    assert found["brier-ratio"] is not None
    assert found["history"]["losers"] == pytest.approx(quantiles(_lost(), n=4))
    assert 0 <= found["covered"] <= 1


def test_the_table_cuts_no_name_and_says_what_the_json_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "own.csv"
    path.write_text(f"{HEAD}\nHohenlinden-Maitenbeth,1800,57000,60000,2500,20000,defender\n")
    asked = ["tune", "history", str(path), "--runs", "3", "--workers", "1"]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    (battle,) = json.loads(capsys.readouterr().out)["battles"]
    first, second = (100 * battle["losses"][side]["forecast"] for side in ("attacker", "defender"))
    (row,) = (line for line in shown.splitlines() if "Hohenlinden-Maitenbeth" in line)
    assert f"{first:.0f} / {second:.0f}" in row
    assert f"- / {battle['turns']:.0f}" in row
    assert shown.startswith("1 battle, each fought 3 times")


def _lost() -> list[float]:
    """The losers' shares of the six battles above: every third is the attacker's."""
    return [1 / (20 + n) if n % 3 == 0 else (2 + n) / 20 for n in range(6)]


def test_columns_and_cells_that_are_wrong_are_told_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"{HEAD},luck\nX,1066,0,5,1,1,attacker,3\n".replace(",", ";"), encoding="utf-8")
    assert main(["tune", "history", str(path), "--runs", "0"]) == 2
    told = capsys.readouterr().err
    for part in ("--runs: 0", "mine.csv:1 luck", "mine.csv:2 year: 1066", "attacker_men: 0 is"):
        assert part in told


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_end_as_any_machine_ends_them(end: str) -> None:
    rows = (HEAD, "X,1809,9000,9000,10,10,drawn", "Y,1809,9000,8000,1,1,attacker", "")
    found = battles_of(end.join(rows).replace(",", ";"))
    assert [past.battle for past in found] == ["X", "Y"]


def test_quotes_that_are_never_closed_are_told_by_row() -> None:
    with pytest.raises(FaultsError, match=r"x.csv:2: holds a cell of more than 131,072"):
        battles_of(f'{HEAD}\n"X,1809\n{"Y,1809" * 25_000}')


def test_points_of_the_search_fill_the_box_evenly() -> None:
    """Halton's sequence, cut to hundredths: halves, thirds, fifths, ... of each side in turn."""
    first, second, *_ = points = calibrating.points()
    assert len(set(points)) == len(points) == calibrating.POINTS
    for point, shares in ((first, (2, 3, 5, 7, 11)), (second, None)):
        for (key, text), base in zip(point, shares or [0] * 5, strict=False):
            low, high = calibrating.BOUNDS[key]
            assert low <= float(Fraction(str(text))) <= high
            if shares:
                wanted = low + (high - low) / base
                assert float(Fraction(str(text))) == pytest.approx(wanted, abs=0.005)


def test_the_point_that_forecasts_best_is_found_however_the_battles_are_sampled() -> None:
    """At one point the attacker wins as he did; at the others he loses more often than not."""
    right, wrong = (("defender",),) * 4, (("attacker",),) * 3 + (("defender",),)
    trial = tuple(refought("attacker", *(right if n == 7 else wrong)) for n in range(40))
    drawn = tuple(refought("drawn", *(wrong if n == 7 else right)) for n in range(40))
    result = calibrating.calibrate([trial, trial, trial, drawn], "1815")
    best = {key: float(Fraction(str(text))) for key, text in calibrating.points()[7]}
    assert {one.key: one.value for one in result.found} == best
    assert all(one.low == one.value == one.high for one in result.found)
    assert (result.brier, result.left_out) == (0, 0)


def test_a_battle_s_name_may_hold_whatever_a_spreadsheet_holds() -> None:
    past = attrs.evolve(a_past("drawn"), battle='Saint-Jean d"Acre\\2')
    assert read_plain_battle(past).title == 'Saint-Jean d"Acre\\2 1809'


def test_history_is_written_into_the_file_that_was_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    past, written = tmp_path / "past.csv", tmp_path / "history.json"
    past.write_text(f"{HEAD}\nX,1809,9000,9000,900,1200,attacker\n", encoding="utf-8")
    line = ["tune", "history", str(past), "--runs", "2", "--workers", "1", "--json"]
    assert main(line) == 0
    shown = capsys.readouterr().out
    assert main([*line, "--output", str(written)]) == 0
    assert not capsys.readouterr().out
    assert written.read_text(encoding="utf-8") == shown


def test_a_ranked_score_is_briers_of_two_outcomes_and_worse_the_farther_off() -> None:
    won, drawn = skill.OUTCOMES["attacker"], skill.OUTCOMES["drawn"]
    assert skill.ranked_score((0.7, 0, 0.3), won) == pytest.approx(0.3**2)
    assert skill.ranked_score((0, 1, 0), won) == 0.5 < skill.ranked_score((0, 0, 1), won) == 1
    assert skill.ranked_score((0, 1, 0), drawn) == 0


def test_who_lost_less_stands_higher_where_nobody_gave_up() -> None:
    """By a margin of five men in a hundred; a battle merely undecided is no drawn one."""
    lost = [(0.1, 0.2), (0.2, 0.1), (0.1, 0.13), (0.1, 0.12)]
    one = Refought(a_past("drawn"), tuple(Run((), 5, pair) for pair in lost))
    assert one.three_ways == (0.25, 0.5, 0.25)


def test_ranks_and_curves_are_as_worked_by_hand() -> None:
    assert skill.rank_correlation([1, 2, 3], [10, 20, 90]) == pytest.approx(1)
    assert skill.rank_correlation([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(0.6)
    assert skill.rank_correlation([1, 1, 1], [2, 1, 4]) is None
    assert skill.area_under_curve([0.9, 0.4, 0.4, 0.1], [True, True, False, False]) == 7 / 8
    assert skill.left_out_means([1, 2, 6]) == [4, 3.5, 1.5]


def test_an_interval_holds_the_mean_and_narrows_with_more_battles() -> None:
    few = skill.paired_bootstrap([0.1, -0.1, 0.3, 0.0], "1")
    many = skill.paired_bootstrap([0.1, -0.1, 0.3, 0.0] * 20, "1")
    assert few.mean == pytest.approx(0.075)
    assert few.low is not None
    assert few.high is not None
    assert many.low is not None
    assert many.high is not None
    assert few.low < few.mean < few.high
    assert many.high - many.low < (few.high - few.low) / 3


def test_a_constant_passes_for_no_skill() -> None:
    """A forecast that says 1 in 2 of every battle tells nothing apart."""
    battles = [
        refought(winner, ("attacker",), ("defender",)) for winner in ("attacker", "defender") * 6
    ]
    found = told_apart(battles)
    assert found["area"] == 0.5
    assert {mean for mean, _, _ in found["bins"]} == {0.5}
    assert all(one["correlation"] is None for one in found["numbers"])


@pytest.mark.parametrize("runs", [0, -1, 2.5, 10_001])
def test_a_number_of_runs_that_cannot_be_is_refused_in_words(runs: int) -> None:
    with pytest.raises(CalculatorError, match="a forecast has 1 to 10,000 runs"):
        refought_rows(runs=runs)
