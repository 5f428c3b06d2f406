"""Would the tests notice? ``python -m tests.mutation [--sample 300] [--seed 1815]``.

Makes a sample of small changes to the code, one at a time, each in a copy of the checkout, and runs
the tests that run the changed line. A change that they pass has survived, and is listed. docs/
mutation.md says what survived and why. mutmut and cosmic-ray run one command for each change; this
suite takes minutes, so that only tests chosen by line make a sample of some size affordable.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import attrs

from tests.mutation.changes import Change, changes_of, parses
from tests.mutation.reach import QUICK, Reach, Test, measure, read

WHERE: Final = (
    "calculator/rules",
    "calculator/chance",
    "calculator/journal/judging.py",
    "calculator/journal/verify.py",
    "calculator/tuning",
)
TESTS: Final = (
    "tests/chance",
    "tests/rules",
    "tests/journal",
    "tests/recomputing",
    "tests/roll",
    "tests/scenarios",
    "tests/tuning",
    "tests/test_umpire.py",
)
SECONDS: Final = (30.0, 240.0)
"""Seconds of tests that a change must pass at first, and in all to survive."""

OF_RULES: Final = tuple(
    f"tests/rules/test_{name}.py" for name in ("asked_for", "pinned", "narrated", "readings")
)
"""What goes through all forms and actions at once, and reads what ran as its module was imported:
coverage does not see it run the line."""

_LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "*.egg-info", ".*_cache")


@attrs.frozen
class Trial:
    """One change of one file, and whether a test noticed."""

    file: str
    change: Change
    noticed: bool

    @property
    def line(self) -> str:
        """The trial in a line."""
        verdict = "noticed" if self.noticed else "SURVIVED"
        return f"{verdict:9} {self.file}:{self.change.line} {self.change.what}"


def sample(where: Sequence[str], size: int, seed: int) -> list[tuple[str, Change]]:
    """Changes drawn from all that can be made, each as likely as the other.

    They are drawn by the hash of what they change, so that those of a seed stay the same while
    other code is written.
    """
    files = sorted(str(path) for place in where for path in _sources(Path(place)))
    drawn: dict[bytes, tuple[str, Change]] = {}
    for file in files:
        source = Path(file).read_text()
        lines = source.splitlines()
        for change in changes_of(source):
            changed = f"{seed} {file} {lines[change.line - 1].strip()} {change.what}"
            drawn.setdefault(hashlib.sha256(changed.encode()).digest(), (file, change))
    found = (drawn[key] for key in sorted(drawn))
    return list(islice((pair for pair in found if parses(pair[1])), size))


def _sources(place: Path) -> Iterator[Path]:
    return iter([place]) if place.is_file() else place.rglob("*.py")


def tried(chosen: Sequence[tuple[str, Change]], reach: Reach, jobs: int) -> Iterator[Trial]:
    """The changes tried, several at once, each in a copy of the checkout of its own."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copies.put(Path(shutil.copytree(".", Path(folder, str(number)), ignore=_LEFT_OUT)))

        def one(file: str, change: Change) -> Trial:
            copy = copies.get()
            try:
                return Trial(file, change, _is_noticed(copy, file, change, reach))
            finally:
                copies.put(copy)

        yield from pool.map(lambda pair: one(*pair), chosen)


def _is_noticed(copy: Path, file: str, change: Change, reach: Reach) -> bool:
    passed: list[Test] = []
    for most in SECONDS:
        tests = [one for one in reach.tests(file, change.line, most) if one not in passed]
        if tests and _fails(copy, file, change, tests):
            return True
        passed += tests
    of_rules = [Test(node, 5) for node in OF_RULES] if file.startswith("calculator/rules/") else []
    return bool(of_rules) and _fails(copy, file, change, of_rules)


def _fails(copy: Path, file: str, change: Change, tests: Sequence[Test]) -> bool:
    changed = copy / file
    whole = changed.read_text()
    changed.write_text(change.text)
    nodes = [test.node for test in tests]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", QUICK]
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy),
        "HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/none",
    }
    try:
        patience = 60 + 10 * sum(test.seconds for test in tests)
        done = subprocess.run(
            [*command, *nodes],
            cwd=copy,
            env=environment,
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        changed.write_text(whole)
    return done.returncode != 0


def main() -> None:
    """Measure which tests run which line, unless that is at hand, then try the sample."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many changes to try")
    parser.add_argument("--seed", type=int, default=1815, help="what the sample is drawn from")
    parser.add_argument("--where", nargs="+", default=WHERE, help="files and folders to change")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="trials at once")
    parser.add_argument(
        "--reach", type=Path, help="a folder to keep what the tests run, or keeps it"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, a trial a line")
    arguments = parser.parse_args()
    folder = arguments.reach or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    if not (folder / "times.xml").exists():
        measure(folder, TESTS)
    reach = read(folder)
    trials = []
    chosen = sample(arguments.where, arguments.sample, arguments.seed)
    for trial in tried(chosen, reach, arguments.jobs):
        trials.append(trial)
        record = {"file": trial.file, "line": trial.change.line, "noticed": trial.noticed}
        print(json.dumps(record) if arguments.json else trial.line, flush=True)  # noqa: T201
    noticed = sum(trial.noticed for trial in trials)
    share = f"{noticed / len(trials):.1%}" if trials else "none"
    print(f"{noticed} of {len(trials)} changes noticed: {share}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
