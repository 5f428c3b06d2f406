"""How fast the calculator is: ``python -m tests.benchmarks [subject ...] [--json]``.

Times are compared with something that does comparable work in the same run, since machines differ;
read the ratios. A subject is a module here with a function `lines` that yields what it measured.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from typing import Final

from rich.console import Console

from tests.benchmarks.report import show

SUBJECTS: Final = {
    "actions": "the odds of every kind of action of every system",
    "command_line": "the command line, against importing what it is built on",
    "charges": "Revolutionary Wars charges to the end",
    "screen": "the screen in a terminal: first paint, key press to odds, memory",
    "journal": "recording against bare SQLite, verifying and opening long battles",
    "pages": "two hundred players in their browsers at once",
    "copies": "sixteen copies at once, killed at random: each has the roll computed afresh",
    "roll": "the roll of a long battle, from cold and for each new entry",
    "pools": "paired dice, re-rolled pools and melees to the end",
    "tuning": "sweeps against simulation, the heat map, duels",
}


def main() -> None:
    """Run the named subjects, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="subject", help=", ".join(SUBJECTS))
    parser.add_argument("--json", action="store_true", help="print JSON, a subject a line")
    arguments = parser.parse_args()
    if unknown := set(arguments.subjects) - set(SUBJECTS):
        parser.error(f"no subject {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    for subject in arguments.subjects or SUBJECTS:
        measured = import_module(f"tests.benchmarks.{subject}").lines()
        if arguments.json:
            lines = [line.as_json() for line in measured]
            print(json.dumps({"subject": subject, "lines": lines}))  # noqa: T201
        else:
            show(f"{subject}: {SUBJECTS[subject]}", measured, Console())


if __name__ == "__main__":
    main()
