"""`empires scenario booklet`: a battle as a page to print."""

from __future__ import annotations

import sys

from calculator.cli.output import write_out
from calculator.cli.parser import read_option
from calculator.errors import Fault, FaultsError, every, how_to_add, nearest
from calculator.kinds import Whole
from calculator.scenarios import load
from calculator.tuning.booklet import PAPERS, booklet
from calculator.tuning.curves import can_draw

MOST_RUNS = 100_000


def write_booklet(name: str, output: str, paper: str, runs: str) -> int:
    """Write the booklet of a scenario to a file, or print it."""
    scenario, size, battles = every(
        lambda: load(name),
        lambda: _paper(paper.lower()),
        lambda: read_option("--runs", Whole(0, MOST_RUNS), runs),
    )
    text = booklet(scenario, battles, size)
    if battles and scenario.system.forecast and not can_draw():
        sys.stderr.write(f"Its curves are left out; to add them: {how_to_add('charts')}\n")
    if path := write_out(text, output):
        sys.stdout.write(f"Wrote {path}; print it from a browser\n")
    return 0


def _paper(word: str) -> str:
    if word not in PAPERS:
        problem, near = f"{word!r} is none of the papers", nearest(word, PAPERS)
        raise FaultsError([Fault("--paper", problem, ", ".join(PAPERS), near)])
    return word
