"""What a benchmark measured: times, what they are held against, and the bar they should meet."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import ceil

import attrs


def seconds_of(work: Callable[[], object]) -> float:
    """The processor seconds of one call: what else the machine does is left out."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def quantile(values: Sequence[float], share: float) -> float:
    """The least of the values that `share` of them do not exceed (above 0, at most 1)."""
    return sorted(values)[ceil(share * len(values)) - 1]


@attrs.frozen(kw_only=True)
class Measured:
    """One line of a report.

    `seconds` are the times of single runs, `baseline` those of `against` doing the same work in the
    same run. `compared` is the quantile of both that the ratio is of. The bars are the greatest
    95th percentile, in seconds, and the greatest ratio that the project allows itself. Of another
    `unit` than milliseconds, `seconds` are simply in that unit.
    """

    what: str
    seconds: tuple[float, ...]
    paths: int = 0
    against: str = ""
    baseline: tuple[float, ...] = ()
    compared: float = 0.5
    unit: str = "ms"
    p95_bar: float | None = None
    ratio_bar: float | None = None

    @property
    def median(self) -> float:
        """The median time of a run, in seconds."""
        return quantile(self.seconds, 0.5)

    @property
    def p95(self) -> float:
        """The 95th percentile, in seconds."""
        return quantile(self.seconds, 0.95)

    @property
    def paths_per_second(self) -> float | None:
        """Paths enumerated in a second, where they were counted."""
        return self.paths / sum(self.seconds) if self.paths else None

    @property
    def scale(self) -> float:
        """What `seconds` are multiplied by to be in the unit."""
        return 1000.0 if self.unit == "ms" else 1.0

    @property
    def ratio(self) -> float | None:
        """The median (or other quantile) over that of the baseline: below 1 is quicker."""
        if not self.baseline:
            return None
        return quantile(self.seconds, self.compared) / quantile(self.baseline, self.compared)

    @property
    def meets_its_bars(self) -> bool | None:
        """Whether every bar there is, is met; None without any."""
        held = [
            found <= bar
            for found, bar in ((self.p95, self.p95_bar), (self.ratio, self.ratio_bar))
            if found is not None and bar is not None
        ]
        return all(held) if held else None

    def as_json(self) -> dict[str, object]:
        """The line for machines."""
        return {
            "what": self.what,
            "runs": len(self.seconds),
            f"median-{self.unit.lower()}": self.scale * self.median,
            f"p95-{self.unit.lower()}": self.scale * self.p95,
            "paths-per-second": self.paths_per_second,
            "against": self.against or None,
            "ratio": self.ratio,
            "meets-its-bars": self.meets_its_bars,
        }
