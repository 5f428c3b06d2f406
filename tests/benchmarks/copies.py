"""Sixteen copies that rule on the same twenty units at once, killed at random and begun again."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from calculator.roll import OrderOfBattle, Roll
from calculator.umpire import Umpire
from tests.benchmarks.measured import Measured
from tests.roll.test_copies import PLAY

COPIES: Final = 16
ENTRIES: Final = 500
KILLS: Final = 24
_LEAST, _MOST = 0.5, 4.0
"""Seconds between one kill and the next."""

_END: Final = textwrap.indent(
    textwrap.dedent("""
    import json
    from hashlib import sha256
    roll = umpire.roll()
    print("roll", roll.last, sha256(json.dumps(roll.as_json("")).encode()).hexdigest(), flush=True)
    """),
    "    ",
)


class _Copy:
    """One copy, which goes on with what is left of its entries each time it is begun."""

    def __init__(self, path: Path, number: int, out: Path) -> None:
        self._begin = [sys.executable, "-c", PLAY + _END, str(path), str(number)]
        self._out = out
        self.process = self._begun()

    def _begun(self) -> subprocess.Popen[bytes]:
        left = max(ENTRIES - len(self.lines()), 0)
        with self._out.open("ab") as out:
            return subprocess.Popen([*self._begin, str(left)], stdout=out)

    def lines(self) -> list[str]:
        """What it has said: an entry a line, and at its end its roll."""
        said = self._out.read_text().splitlines() if self._out.exists() else []
        return [line for line in said if line != "ready"]

    def kill(self) -> None:
        """End it in the middle of whatever it is at, and begin it again."""
        self.process.kill()
        self.process.wait()
        self.process = self._begun()


def lines() -> Iterator[Measured]:
    """Measure, and hold the roll of every copy against the roll computed afresh."""
    order = OrderOfBattle.of_file("quatre-bras")
    chance = random.Random(1815)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "saturday.battle")
        with Umpire.open(path) as watcher:
            watcher.bind(order)
            start = time.monotonic()
            copies = [_Copy(path, n, Path(folder, f"{n}.out")) for n in range(COPIES)]
            for _ in range(KILLS):
                time.sleep(chance.uniform(_LEAST, _MOST))
                running = [copy for copy in copies if copy.process.poll() is None]
                if not running:
                    break
                chance.choice(running).kill()
            assert all(copy.process.wait() == 0 for copy in copies)
            took = time.monotonic() - start
            while watcher.waiting:
                watcher.recent()
            entries = list(watcher.entries())
            for copy in copies:
                _, last, found = copy.lines()[-1].split()
                assert _digest(Roll.of(entries[: int(last)], order.scenario)) == found
            kept = watcher.roll()
            assert kept is not None
            assert _digest(kept) == _digest(Roll.of(entries, order.scenario))
            assert watcher.verify().clean
    what = f"{COPIES} copies, {len(entries):,} entries: a copy's entry, with its roll"
    yield Measured(what=what, seconds=(took * COPIES / len(entries),))


def _digest(roll: Roll) -> str:
    return sha256(json.dumps(roll.as_json("")).encode()).hexdigest()
