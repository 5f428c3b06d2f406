"""Which tests run which line of the calculator, and how long each takes.

Measured once with coverage.py, whose contexts name the test that was running. A line that runs only
at import belongs to every test that runs any line of its file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

QUICK: Final = "--hypothesis-profile=quick"
"""Fifteen forms a property: what they notice of a change, a hundred seldom notice better."""

_SETTINGS = "[run]\nsource = calculator\ndynamic_context = test_function\nparallel = false\n"


@attrs.frozen
class Test:
    """A test function with all its parameters: where it stands and the seconds it takes."""

    node: str
    seconds: float


@attrs.frozen
class Reach:
    """The tests by file and line."""

    by_line: Mapping[tuple[str, int], frozenset[Test]]
    by_file: Mapping[str, frozenset[Test]]

    def tests(self, file: str, line: int, most: float) -> list[Test]:
        """Tests that run a line, those that stand where the file's own tests do first, then the
        quickest, until `most` seconds of them are listed; at least one, if any runs it.
        """
        home = str(Path("tests", *Path(file).parts[1:-1]))
        found = self.by_line.get((file, line)) or self.by_file.get(file, frozenset())
        chosen: list[Test] = []
        spent = 0.0
        for test in sorted(found, key=lambda test: (not test.node.startswith(home), test.seconds)):
            if chosen and spent + test.seconds > most:
                continue
            chosen.append(test)
            spent += test.seconds
        return chosen


def measure(folder: Path, tests: Sequence[str]) -> None:
    """Run the tests under coverage and keep what they run in a folder."""
    settings = folder / "coverage.ini"
    settings.write_text(_SETTINGS)
    environment = {**os.environ, "COVERAGE_FILE": str(folder / "coverage.db")}
    command = [
        sys.executable,
        "-m",
        "coverage",
        "run",
        f"--rcfile={settings}",
        "-m",
        "pytest",
        "-q",
        QUICK,
    ]
    report = f"--junitxml={folder / 'times.xml'}"
    done = subprocess.run([*command, report, *tests], env=environment, check=False)
    if done.returncode:
        raise SystemExit("the tests must pass before changes to the code can be judged by them")


def read(folder: Path) -> Reach:
    """What `measure` kept."""
    from coverage import CoverageData

    times = _times(folder / "times.xml")
    data = CoverageData(str(folder / "coverage.db"))
    data.read()
    by_line: defaultdict[tuple[str, int], set[Test]] = defaultdict(set)
    by_file: defaultdict[str, set[Test]] = defaultdict(set)
    here = Path.cwd()
    for path in data.measured_files():
        file = str(Path(path).relative_to(here))
        for line, contexts in data.contexts_by_lineno(path).items():
            tests = {times[context] for context in contexts if context in times}
            by_line[file, line] |= tests
            by_file[file] |= tests
    return Reach(
        {place: frozenset(tests) for place, tests in by_line.items() if tests},
        {file: frozenset(tests) for file, tests in by_file.items()},
    )


def _times(path: Path) -> dict[str, Test]:
    """Tests by the name that coverage gives them: the module and the function."""
    seconds: defaultdict[str, float] = defaultdict(float)
    nodes: dict[str, str] = {}
    for case in ET.parse(path).getroot().iter("testcase"):
        module, function = case.attrib["classname"], case.attrib["name"].partition("[")[0]
        name = f"{module}.{function}"
        seconds[name] += float(case.attrib["time"])
        nodes[name] = f"{module.replace('.', '/')}.py::{function}"
    return {name: Test(node, seconds[name]) for name, node in nodes.items()}
