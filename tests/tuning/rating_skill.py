"""Do ratings carry skill? The 32 battles with the quality that the shipped orders of battle give.

The rule was fixed before the first run. An army's quality is the mean fighting value of a base of
foot or horse of its nation in the shipped order of battle nearest in year, the later of two; those
ratings rest on the files' own sources. A nation that no shipped file has, such as Bavaria's, is
average. It is asked twice: as a factor on the ratio of forces, by regression, and in forecasts
whose plain armies are all Poor, Average, Veteran or Elite, whichever is nearest. `python -m
tests.tuning.rating_skill`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import log
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from calculator.chance.one_path import SEED_BYTES, Stream
from calculator.forms import texts
from calculator.rules.armies import PastBattle
from calculator.rules.catalog import main_system
from calculator.scenarios import load
from calculator.scenarios.loading import read_scenario
from calculator.scenarios.source import Source
from calculator.tuning.battle import Battlefield
from calculator.tuning.fighting import RunInProgress
from calculator.tuning.forecast import run_seed
from calculator.tuning.history import left_out_errors
from calculator.tuning.refighting import SEED, shipped
from calculator.tuning.skill import paired_bootstrap

RUNS: Final = 100
WORTH: Final = {"elite": 1.5, "veteran": 1.25, "average": 1.0, "poor": 0.75}

RATED: Final = {
    "french": [
        ("austerlitz-pratzen", 1805),
        ("auerstedt", 1806),
        ("aspern-essling", 1809),
        ("borodino-centre", 1812),
        ("leipzig-wachau", 1813),
        ("ligny", 1815),
    ],
    "austrian": [("aspern-essling", 1809)],
    "prussian": [("auerstedt", 1806), ("ligny", 1815)],
    "russian": [("borodino-centre", 1812)],
    "british": [("maida", 1806)],
    "allied": [("austerlitz-pratzen", 1805), ("leipzig-wachau", 1813)],
}
"""By the side's key, where the file has it, the shipped orders of battle with their years."""

NATIONS: Final = {
    "Fr": "french",
    "Aus": "austrian",
    "Pr": "prussian",
    "Russ": "allied",
    "Br": "british",
    "Allied": "allied",
}
"""How the data base's names of armies begin."""


def quality(army: str, year: int) -> float:
    """The mean fighting value of a base of an army, as far as a shipped file has its nation."""
    nation = next((key for begins, key in NATIONS.items() if army.startswith(begins)), "")
    if not nation:
        return 1.0
    name, _ = min(RATED[nation], key=lambda one: (abs(one[1] - year), -one[1]))
    units = [texts(unit.form) for unit in load(name).side(nation).units if not unit.guns]
    known = [(int(unit["bases"]), WORTH[unit["quality"]]) for unit in units]
    return sum(bases * worth for bases, worth in known) / sum(bases for bases, _ in known)


def rated(past: PastBattle, names: tuple[str, str]) -> tuple[float, float]:
    """What both armies are rated."""
    first, second = (quality(name, past.year) for name in names)
    return first, second


def forecast(past: PastBattle, ratings: tuple[float, float]) -> float:
    """The attacker's score in forecasts of armies rated so."""
    plan = main_system().forecast
    assert plan is not None
    tree = plan.plain_battle(past)
    for side, rating in zip(tree["sides"], ratings, strict=True):
        word = min(WORTH, key=lambda one: abs(WORTH[one] - rating))
        for unit in _units(side):
            if "quality" in unit:
                unit["quality"] = word
    field = Battlefield(read_scenario(Source(Path("plain.toml"), "", tree)))
    own = sha256(f"{SEED} {past.name}".encode()).hexdigest()[: 2 * SEED_BYTES]
    broken = [RunInProgress(field, Stream(run_seed(own, n))).run().broken for n in range(RUNS)]
    won, lost = broken.count(("defender",)), broken.count(("attacker",))
    return (won + (RUNS - won - lost) / 2) / RUNS


def _units(side: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for formation in side.get("formations", ()):
        yield from formation["units"]
    yield from side.get("units", ())


def main() -> None:
    """Ask it both ways, and print what comes."""
    from calculator.scenarios.spreadsheets import read_rows
    from calculator.tuning.refighting import NEEDED, OPTIONAL, SHIPPED

    rows = read_rows(str(SHIPPED), NEEDED, [*NEEDED, *OPTIONAL])
    names = {
        (row.text("battle"), row.text("year")): (row.text("attacker"), row.text("defender"))
        for row in rows
    }
    battles = shipped()
    ratings = {past.name: rated(past, names[past.battle, str(past.year)]) for past in battles}
    won = [float(past.winner == "attacker") for past in battles]

    def edge(past: PastBattle) -> float:
        first, second = ratings[past.name]
        return log(first / second)

    features: dict[str, Callable[[PastBattle], list[float]]] = {
        "ratio": lambda past: [1.0, log(past.ratio)],
        "ratio times quality": lambda past: [1.0, log(past.ratio) + edge(past)],
        "ratio and quality": lambda past: [1.0, log(past.ratio), edge(past)],
    }
    errors = {name: left_out_errors(list(battles), feature) for name, feature in features.items()}
    for name, equal in (("forecast, all average", True), ("forecast, rated", False)):
        chances = [forecast(past, (1.0, 1.0) if equal else ratings[past.name]) for past in battles]
        errors[name] = [(p - o) ** 2 for p, o in zip(chances, won, strict=True)]
    for name, found in errors.items():
        less = [a - b for a, b in zip(found, errors["ratio"], strict=True)]
        apart = paired_bootstrap(less, SEED)
        sys.stdout.write(
            f"{name:24} {fmean(found):.3f}  less the ratio's {apart.mean:+.3f} "
            f"({apart.low:+.3f} to {apart.high:+.3f})\n"
        )


if __name__ == "__main__":
    main()
