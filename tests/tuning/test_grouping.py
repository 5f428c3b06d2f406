"""However the same men are grouped into units and formations, a battle of equals stays one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from calculator.chance.one_path import Stream
from calculator.cli import main
from calculator.rules.armies import SIDES, PastBattle
from calculator.rules.there_stand_empires.forecasting import plain_battle
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Role
from calculator.scenarios.source import Source, parse_source
from calculator.tuning.battle import Battlefield
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import run_seed
from calculator.tuning.refighting import shipped
from calculator.tuning.variations import with_tables
from tests.heavy import first

Army = Sequence[Sequence[int | str]]
"""The bases of each brigade, formation by formation; of guns as text."""

FIVES: Army = [[5, 5, 5]] * 3
GUNS: Army = [[5, 5, 5, "1", "1"]] * 3
GROUPINGS: dict[str, tuple[Army, Army]] = {
    "3 + 2": ([[3, 2, 3, 2, 3, 2]] * 3, FIVES),
    "2 to 8": ([[2, 8, 5], [8, 2, 5], [5, 2, 8]], FIVES),
    "eights": ([[8, 7]] * 3, FIVES),
    "twos": ([[2, 2, 2, 2, 2, 3, 2]] * 3, FIVES),
    "one formation": ([[5] * 9], FIVES),
    "nine formations": ([[5]] * 9, FIVES),
    "guns massed": ([[5, 5, 5], [5, 5, 5], [5, 5, 5], ["6"]], GUNS),
    "guns in pairs": ([[5, 5, 5, "2"]] * 3, GUNS),
}
MIRRORS = {"as written": (FIVES, FIVES), "with guns": (GUNS, GUNS)}
CASES = [
    *MIRRORS.values(),
    *(pair for one in GROUPINGS.values() for pair in (one, one[::-1])),
]


def text_of(red: Army, blue: Army, quality: str = "average", horse: bool = False) -> str:
    """Red of a quality, which attacks, against average Blue; foot, or horse."""
    lines = ['[scenario]\nkey = "x"\ntitle = "X"\nsystem = "there-stand-empires"']
    lines.append('[rules]\nturns = 16\nfirst-turn = "06:00"')
    armies = ("red", "attacker", red, quality), ("blue", "defender", blue, "average")
    for key, role, army, worth in armies:
        lines.append(f'[[sides]]\nkey = "{key}"\nname = "{key.title()}"\nrole = "{role}"')
        for number, formation in enumerate(army):
            lines.append(f'[[sides.formations]]\nname = "{number}"\ngeneral = "G"')
            for place, bases in enumerate(formation):
                is_guns = isinstance(bases, str)
                arm = "heavy-cavalry" if horse else "infantry"
                arm = "heavy-foot-artillery" if is_guns else arm
                lines += ["[[sides.formations.units]]", f'name = "{number}/{place}"']
                lines += [f'arm = "{arm}"', f"bases = {bases}"]
                lines += ["guns = 8"] if is_guns else [f'quality = "{worth}"']
    return "\n".join(lines)


def fought(red: Army, blue: Army, runs: int, quality: str = "average") -> tuple[float, float]:
    """Red's score, an undecided run counting half, and the share of runs that were decided."""
    return scored(parse_source(Path("x.toml"), text_of(red, blue, quality)), runs)


LOOK = 400
"""After so many runs it is looked whether more could change anything."""


def scored(source: Source, runs: int) -> tuple[float, float]:
    """The first side's score, and the share of runs that were decided; of fewer runs where both
    are within the bars by three of their standard errors."""
    field = Battlefield(read_scenario(source))
    first, second = ((army.key,) for army in field.armies)
    broken: list[tuple[str, ...]] = []
    for number in range(1, runs + 1):
        broken.append(RunInProgress(field, Stream(run_seed("77", number - 1))).run().broken)
        if number == runs or number % LOOK == 0:
            won, lost = broken.count(second), broken.count(first)
            score, decided = (won + (number - won - lost) / 2) / number, (won + lost) / number
            errors = [sqrt(decided / 4 / number), sqrt(decided * (1 - decided) / number)]
            if 0.1 - abs(score - 0.5) > 3 * errors[0] and decided - 0.6 > 3 * errors[1]:
                break
    return score, decided


def halves(unit: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A brigade of foot or horse as two; guns as they are."""
    if "men" not in unit or unit["bases"] < 2:
        yield unit
        return
    for part, bases in zip("ab", (-(-unit["bases"] // 2), unit["bases"] // 2), strict=True):
        men = unit["men"] * bases // unit["bases"]
        yield unit | {"name": f"{unit['name']} {part}", "bases": bases, "men": men}


@cache
def refought(past: PastBattle, runs: int, *halved: str) -> float:
    """The attacker's score in a battle of history, the brigades of some sides cut in two."""
    tree = plain_battle(past)
    for side in tree["sides"]:
        if side["key"] in halved:
            for formation in side["formations"]:
                formation["units"] = [half for unit in formation["units"] for half in halves(unit)]
    return scored(Source(Path("x.toml"), "", tree), runs)[0]


@pytest.mark.parametrize(
    ("red", "blue", "runs"),
    first([(*pair, LOOK) for pair in CASES[2:4]] + [(*pair, 1500) for pair in CASES], 2),
)
def test_a_battle_of_equals_is_even_however_they_are_grouped(
    red: Army, blue: Army, runs: int
) -> None:
    """40 to 60% to each side, and three runs in five decided."""
    score, decided = fought(red, blue, runs)
    assert 0.4 <= score <= 0.6
    assert decided >= 0.6


TWOS: Army = GROUPINGS["twos"][0]
EIGHTS: Army = GROUPINGS["eights"][0]
ONES: Army = [[1] * 15] * 3
FOURS: Army = [[4, 4, 4, 3]] * 3


LARGE: dict[int, Army] = {
    5: [[5, 5, 5, 5], [5, 5, 5], [5, 5, 5, 5], [5, 5, 7]],
    8: [[8, 8], [8, 8], [8, 8], [8, 8, 8]],
}
FEW: dict[int, Army] = {2: [[2] * 4] * 3, 8: [[8]] * 3}
NINES: dict[int, Army] = {2: [[2] * 6] * 3, 9: [[9, 9]] * 2}
UNEVEN: list[tuple[Army, Army, str, bool]] = [
    (NINES[9], NINES[2], "poor", False),
    (LARGE[5], LARGE[8], "veteran", False),
    (FEW[2], FEW[8], "poor", True),
    (TWOS, EIGHTS, "average", False),
    (TWOS, FIVES, "average", True),
    (TWOS, EIGHTS, "average", True),
    (ONES, FOURS, "average", False),
]
"""The most uneven armies that section II knows, twos against eights, and single bases; few units,
and many."""


@pytest.mark.parametrize(
    ("red", "blue", "quality", "horse", "runs"),
    first(
        [(*one, LOOK) for one in UNEVEN[:2]]
        + [
            (*pair, quality, horse, 1500)
            for red, blue, quality, horse in UNEVEN
            for pair in ((red, blue), (blue, red))
        ],
        2,
    ),
)
def test_small_units_against_large_ones_leave_it_nearly_even(
    red: Army, blue: Army, quality: str, horse: bool, runs: int
) -> None:
    """Of whatever quality, arm and size: 40 to 60%, and three runs in five decided."""
    text = text_of(red, blue, horse=horse).replace("average", quality)
    score, decided = scored(parse_source(Path("x.toml"), text), runs)
    assert 0.4 <= score <= 0.6
    assert decided >= 0.6


def in_action(
    red: Army, blue: Army, orders: tuple[str, str], runs: int, **losses: str
) -> list[tuple[float, ...]]:
    """What both armies lost in one hour in which all of the line was in action."""
    text = text_of(red, blue).replace("turns = 16", "turns = 1")
    scenario = read_scenario(parse_source(Path("x.toml"), text))
    field = Battlefield(scenario, dict(zip(Role, orders, strict=True)))
    supposed = {"forecast.tempo": "1", "forecast.leadership": "0"}
    supposed |= {f"forecast.losses.{key}": value for key, value in losses.items()}
    field.suppose(with_tables(scenario, supposed, "supposed").tables)
    seeds = (run_seed("77", number) for number in range(runs))
    return [RunInProgress(field, Stream(seed)).run().losses for seed in seeds]


@pytest.mark.parametrize("red", [FIVES, TWOS, EIGHTS, ONES])
def test_an_hour_in_action_wears_as_many_men_however_they_are_grouped(red: Army) -> None:
    """2% for each army in action; nobody does more than stand."""
    (lost,) = in_action(red, FIVES, ("hold", "hold"), 1)
    assert lost == pytest.approx((0.04, 0.04))


@pytest.mark.parametrize(
    ("sizes", "disordered"), [((5, 5), (0.1, 0.1)), ((8, 2), (0.0625, 0.1)), ((2, 8), (0.1, 0.025))]
)
def test_losses_fall_where_fronts_meet(
    sizes: tuple[int, int], disordered: tuple[float, float]
) -> None:
    """Disorder, the least that an assault costs, a tenth of the men who were in it: on the front
    of the assault, and of who assaults on half of what is beyond the enemy too."""
    first, second = ([[size]] for size in sizes)
    lost = in_action(first, second, ("assault", "hold"), 60, engaged="0")
    assert [min(filter(None, one)) for one in zip(*lost, strict=True)] == pytest.approx(disordered)


def test_what_the_rules_give_small_units_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By hand: whatever one small unit of horse does to a large one, it does to the whole of it."""
    path, shares = tmp_path / "x.toml", []
    for horse in (False, True):
        path.write_text(text_of(TWOS, EIGHTS, horse=horse), encoding="utf-8")
        assert main(["scenario", "check", str(path)]) == 0
        told = capsys.readouterr().out
        (line,) = (line for line in told.splitlines() if "by the rules alone" in line)
        assert "4 units of 2 cost one of 8, as good and of the same mind" in line
        its, theirs = (float(word[:-1]) for word in line.split() if word.endswith("%"))
        assert its > theirs > 0
        shares.append(its / theirs)
        assert main(["scenario", "check", str(path), "--json"]) == 0
        assert "by the rules alone" in capsys.readouterr().out
        assert main(["tune", "forecast", str(path), "--runs", "6", "--workers", "1"]) == 0
        assert "y the rules alone" in " ".join(capsys.readouterr().out.split())
    foot, horse_ = shares
    assert horse_ > foot


@pytest.mark.heavy
def test_no_grouping_is_worth_as_much_as_making_all_of_them_veteran() -> None:
    """A grouping is worth ten points at most, by the test above."""
    even, better = (fought(FIVES, FIVES, 1500, quality)[0] for quality in ("average", "veteran"))
    assert better - even > 0.1


@pytest.mark.heavy
def test_history_goes_as_well_with_brigades_of_half_the_size() -> None:
    """On the mean of the 32 battles the forecast moves by less than five points in a hundred."""
    as_they_were = {past: refought(past, 40) for past in shipped()}
    for halved in SIDES:
        moved = [refought(past, 40, halved) - share for past, share in as_they_were.items()]
        assert abs(fmean(moved)) < 0.05, f"the {halved}'s halved"


def test_what_the_rules_give_small_units_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text_of([[3, 2, 3, 2]], [[5, 5]]), encoding="utf-8")
    told = "Red: 2.5 bases to a unit, Blue: 5.0; a unit has one action a turn, so that the smaller"
    assert main(["scenario", "check", str(path)]) == 0
    assert told in capsys.readouterr().out
    assert main(["tune", "forecast", str(path), "--runs", "6", "--workers", "1"]) == 0
    assert told in " ".join(capsys.readouterr().out.split())
    path.write_text(text_of([[5, 4]], [[5, 5]]), encoding="utf-8")
    assert main(["scenario", "check", str(path)]) == 0
    assert "one action a turn" not in capsys.readouterr().out
