"""`empires scenario booklet`: a battle as a page to print."""

from __future__ import annotations

import sys

from calculator.errors import Fault, FaultsError, every, nearest
from calculator.kinds import BadValueError
from calculator.numbers import Whole
from calculator.paths import reporting, typed_path
from calculator.scenarios import load
from calculator.tuning.booklet import PAPERS, booklet
from calculator.tuning.curves import can_draw

MOST_RUNS = 100_000


def write_booklet(name: str, output: str, paper: str, runs: str) -> int:
    """Write the booklet of a scenario to a file, or print it."""
    scenario, size, number = every(
        lambda: load(name), lambda: _paper(paper.lower()), lambda: _runs(runs)
    )
    text = booklet(scenario, number, size)
    if number and scenario.system.forecast and not can_draw():
        from calculator.errors import how_to_add

        sys.stderr.write(f"Its curves are left out; to add them: {how_to_add('charts')}\n")
    if not output:
        sys.stdout.write(text)
        return 0
    path = typed_path(output)
    with reporting(path, "cannot be written"):
        path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"Wrote {path}; print it from a browser\n")
    return 0


def _paper(word: str) -> str:
    if word not in PAPERS:
        fault = Fault("--paper", f"{word!r} is none of the papers", ", ".join(PAPERS))
        raise FaultsError([Fault(fault.place, fault.problem, fault.allowed, nearest(word, PAPERS))])
    return word


def _runs(text: str) -> int:
    try:
        return Whole(0, MOST_RUNS, "runs").parse(text)
    except BadValueError as bad:
        raise FaultsError([Fault("--runs", bad.problem, bad.allowed)]) from None
