"""Recording, verifying and opening battles; durable writes, so they take what the disk takes.

Appends are timed by the clock, in turn with the same inserts through bare sqlite3 into a file of
the same tables and pragmas; the rest in processor seconds.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from calculator.journal.entry import Entry
from calculator.journal.sqlite import SqliteStorage, open_for_writing
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.benchmarks.battles import drafts, record
from tests.benchmarks.measured import Measured, seconds_of
from tests.benchmarks.screen import OURS, start

APPENDS: Final = 400
OPENINGS: Final = 40
LONG: Final = 100_000
SHORT: Final = 100
STARTS: Final = 9
SCREENS: Final = {
    "the player's screen": ("--battle={battle}", "Quality"),
    "the umpire's screen": ("umpire", "{battle}", "Void"),
}
"""What is typed, and what is seen when it is there."""

LEAST_VERIFIED: Final = 2_500
"""Entries a processor second, of one process; long records are spread over all cores."""

_INSERT: Final = "INSERT INTO entries (number, key, kind, content, hash) VALUES (?, ?, ?, ?, ?)"


def lines() -> Iterator[Measured]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        yield _appends(Path(folder))
        yield _adjudications(Path(folder))
        short = record(Path(folder, "short.battle"), SHORT)
        long = record(Path(folder, "long.battle"), LONG)
        yield _openings(short, long)
        yield _news(long)
        for screen, words in SCREENS.items():
            yield _first_paints(screen, words, long, Path(folder))
        yield _verification(long)


def _appends(folder: Path) -> Measured:
    storage = SqliteStorage(folder / "appended.battle")
    bare = open_for_writing(folder / "bare.battle")
    ours: list[float] = []
    theirs: list[float] = []
    for draft in islice(drafts(APPENDS), APPENDS):
        written: list[Entry] = []
        ours.append(_clock(lambda: written.extend(storage.append([draft]))))  # noqa: B023
        theirs.append(_clock(lambda: _insert(bare, written[0])))  # noqa: B023
    bare.close()
    return Measured(
        what="append an entry",
        seconds=tuple(ours),
        against="the same insert through bare sqlite3",
        baseline=tuple(theirs),
        ratio_bar=2.0,
    )


def _insert(bare: sqlite3.Connection, entry: Entry) -> None:
    bare.execute("BEGIN IMMEDIATE")
    bare.execute(_INSERT, entry.row)
    bare.execute("COMMIT")


def _adjudications(folder: Path) -> Measured:
    question = Question.read("there-stand-empires", "assault", {"quality": "veteran"})
    drawn: list[float] = []
    recorded: list[float] = []
    with Umpire.open(folder / "ruled.battle") as umpire:
        for _ in range(APPENDS // 4):
            recorded.append(_clock(lambda: umpire.adjudicate(question)))
            drawn.append(_clock(lambda: question.result()))
    return Measured(
        what="draw an assault and record it",
        seconds=tuple(recorded),
        against="drawing it alone",
        baseline=tuple(drawn),
    )


def _openings(short: Path, long: Path) -> Measured:
    def opened(path: Path) -> float:
        with Umpire.open(path) as umpire:
            return seconds_of(lambda: (umpire.recent(limit=60), umpire.current_turn))

    pairs = [(opened(long), opened(short)) for _ in range(OPENINGS)]
    return Measured(
        what=f"open a battle of {LONG:,} entries, read the last 60",
        seconds=tuple(mine for mine, _ in pairs),
        against=f"one of {SHORT}",
        baseline=tuple(theirs for _, theirs in pairs),
        ratio_bar=1.5,
    )


def _news(long: Path) -> Measured:
    with Umpire.open(long) as umpire:
        last = umpire.recent(limit=1)[0].number
        looks = tuple(seconds_of(lambda: umpire.recent(after=last)) for _ in range(APPENDS))
    return Measured(what="look for other copies' news, there being none", seconds=looks)


def _first_paints(screen: str, words: tuple[str, ...], long: Path, folder: Path) -> Measured:
    empty = Path(folder, "empty.battle")
    variables = {"EMPIRES_HOME": str(folder / "home")}

    def painted(battle: Path) -> float:
        *arguments, text = (word.format(battle=battle) for word in words)
        return start((*OURS, *arguments), variables, text)

    painted(empty)
    pairs = [(painted(long), painted(empty)) for _ in range(STARTS)]
    return Measured(
        what=f"first paint of {screen}, {LONG:,} entries",
        seconds=tuple(mine for mine, _ in pairs),
        against="with none",
        baseline=tuple(theirs for _, theirs in pairs),
        ratio_bar=1.5,
    )


def _verification(long: Path) -> Measured:
    with Umpire.open(long, read_only=True) as umpire:
        seconds = seconds_of(umpire.verify)
    return Measured(
        what=f"verify {LONG:,} rulings ({LONG / seconds:,.0f} a processor second)",
        seconds=(seconds,),
        p95_bar=LONG / LEAST_VERIFIED,
    )


def _clock(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
