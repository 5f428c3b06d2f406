"""The battles of 1792-1815 that forecasts are held against, refought as plain armies.

The figures are of T. N. Dupuy's data base of battles (CDB90), made for the United States Army
Concepts Analysis Agency and in the public domain; 32 of its larger battles come with the package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from math import inf
from pathlib import Path
from statistics import fmean
from typing import Final

import attrs

from calculator.chance.one_path import SEED_BYTES, Stream, seed_digits
from calculator.cores import spread
from calculator.errors import raise_any
from calculator.kinds import Length, Whole
from calculator.rules.armies import SIDES, PastArmy, PastBattle
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.model import Scenario
from calculator.scenarios.source import Source
from calculator.scenarios.spreadsheets import SpreadsheetRow, read_rows
from calculator.tuning.battle import Battlefield, Run, planned_systems
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import check_runs, run_seed
from calculator.tuning.skill import Outcome

SOURCE: Final = "T. N. Dupuy's data base of battles, CDB90"
SHIPPED: Final = Path(__file__).parent / "data" / "battles-1792-1815.csv"

SEED: Final = "1815"
"""What the shipped numbers were found and are scored with."""

YEARS: Final = (1792, 1815)
MOST_MEN: Final = 1_000_000
HOURS: Final = Length(Fraction(1, 4), Fraction(240), "hours")


def _of_both(*keys: str) -> Iterator[str]:
    """The columns of these keys, of the attacker and of the defender."""
    return (f"{side}_{key}" for key in keys for side in SIDES)


NEEDED: Final = ("battle", "year", *_of_both("men", "loss"), "winner")
OPTIONAL: Final = (*SIDES, *_of_both("cavalry", "guns"), "defence", "terrain", "front_km", "hours")
"""Columns that a file may have besides."""

WINNERS: Final = ("attacker", "defender", "drawn")
DEFENCES: Final = ("", "none", "hasty", "prepared", "fortified")


@cache
def shipped() -> tuple[PastBattle, ...]:
    """The battles that come with the package."""
    return read_battles()


def read_battles(name: str | Path = SHIPPED) -> tuple[PastBattle, ...]:
    """The battles of a CSV file, by default those that come with the package.

    Raises `FaultsError` with every fault, by row and column.
    """
    rows = read_rows(str(name), NEEDED, [*NEEDED, *OPTIONAL])
    battles = tuple(map(_battle, rows))
    raise_any(fault for row in rows for fault in row.faults)
    return battles


def _battle(row: SpreadsheetRow) -> PastBattle:
    """The battle of a row; without meaning where the row has faults."""
    hours = row.read("hours", HOURS, needed=False)
    return PastBattle(
        battle=row.name("battle"),
        year=row.read("year", Whole(*YEARS)) or 0,
        attacker=_force(row, "attacker"),
        defender=_force(row, "defender"),
        defence=row.word("defence", DEFENCES),
        terrain=row.text("terrain"),
        hours=None if hours is None else float(hours),
        winner=row.word("winner", WINNERS),
    )


def _force(row: SpreadsheetRow, side: str) -> PastArmy:
    men = row.read(f"{side}_men", Whole(1, MOST_MEN)) or 1
    loss = row.read(f"{side}_loss", Whole(0, MOST_MEN)) or 0
    cavalry = row.read(f"{side}_cavalry", Whole(0, MOST_MEN), needed=False)
    guns = row.read(f"{side}_guns", Whole(0, 5000), needed=False)
    for key, part in (("loss", loss), ("cavalry", cavalry or 0)):
        if men > 1 and part > men:
            row.wrong(f"{side}_{key}", f"{part} are more than its {men} men", f"0 to {men}")
    return PastArmy(men, loss, cavalry, guns)


MOST_RUNS: Final = 10_000
"""Runs of each battle at most."""

COVERED: Final = (0.1, 0.9)
"""The part of the runs within which the true loss should lie 80 times in a hundred."""

MARGIN: Final = 0.05
"""By how much of its men one army must have lost more than the other, where nobody gave up, for the
other to be the one that stands higher; by designer's judgement, for a base is a fifth of a brigade.
"""


@attrs.frozen
class Refought:
    """A battle of history with the runs of its forecast."""

    past: PastBattle
    runs: tuple[Run, ...]

    @property
    def chance(self) -> float:
        """The share of runs that the attacker won, undecided ones counted half."""
        won, lost = self._ahead(inf)
        return (1 + won - lost) / 2

    @property
    def three_ways(self) -> Outcome:
        """The shares of runs that the attacker won, that nobody did, that the defender did.

        Where nobody gave up, who lost less of his men by more than the margin stands higher.
        """
        won, lost = self._ahead(MARGIN)
        return won, 1 - won - lost, lost

    def _ahead(self, margin: float) -> Iterator[float]:
        """The shares of runs after which the attacker stands higher, and the defender does."""
        for own, enemy in ((0, 1), (1, 0)):
            yield fmean(
                run.broken == (SIDES[enemy],)
                or (not run.broken and run.losses[enemy] - run.losses[own] > margin)
                for run in self.runs
            )

    @property
    def decided(self) -> list[Run]:
        """The runs in which one side alone gave up."""
        return [run for run in self.runs if len(run.broken) == 1]

    @property
    def losses(self) -> tuple[float, float]:
        """What the attacker lost and what the defender did, the mean of all runs."""
        first, second = (fmean(run.losses[place] for run in self.runs) for place in (0, 1))
        return first, second

    @property
    def turns(self) -> float:
        """How many turns were fought, the mean of all runs."""
        return fmean(run.turns for run in self.runs)

    @property
    def error(self) -> float:
        """The Brier score of this battle."""
        return (self.chance - (self.past.winner == "attacker")) ** 2

    def covered(self) -> list[bool]:
        """For each army whether its true loss lies within the middle 80% of the forecast's."""
        found = []
        for place, force in enumerate(self.past.forces):
            losses = sorted(run.losses[place] for run in self.runs)
            low, high = (losses[min(len(losses) - 1, int(p * len(losses)))] for p in COVERED)
            found.append(low <= force.lost <= high)
        return found


def refight(
    battles: Sequence[PastBattle], runs: int, seed: str, workers: int | None = None
) -> Iterator[Refought]:
    """Each battle fought `runs` times, the same whoever works it out."""
    check_runs(runs, MOST_RUNS)
    return spread(partial(_refought, runs=runs, seed=seed), iter(battles), 1, workers)


def _refought(past: PastBattle, runs: int, seed: str) -> Refought:
    field = Battlefield(read_plain_battle(past))
    return Refought(past, fight_often(field, past.name, range(runs), seed))


def fight_often(
    field: Battlefield, name: str, numbers: Sequence[int], seed: str
) -> tuple[Run, ...]:
    """Some runs of a battle of history, by number.

    Each battle has a seed of its own, whatever the capitals of its name: with one for all, an army
    better led in a run of one battle would be so in that run of every battle, and a score would
    tell of little but the seed.
    """
    own = sha256(f"{seed_digits(seed)} {name.title()}".encode()).hexdigest()[: 2 * SEED_BYTES]
    return tuple(RunInProgress(field, Stream(run_seed(own, number))).run() for number in numbers)


def read_plain_battle(past: PastBattle) -> Scenario:
    """Two plain armies, as the first system has them that has a plan for forecasts."""
    plan = next(planned_systems()).forecast
    assert plan is not None, "a system with a plan"
    return read_scenario(Source(Path("plain.toml"), "", plan.plain_battle(past)))
