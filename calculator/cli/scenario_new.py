"""`empires scenario new`: a file made of a spreadsheet, or like another battle's."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import tomlkit

from calculator.errors import Fault, FaultsError
from calculator.kinds import BadValueError
from calculator.numbers import Whole
from calculator.scenarios import load
from calculator.scenarios.places import slug
from calculator.scenarios.roster import read_roster
from calculator.scenarios.source import open_source
from calculator.scenarios.template import new_path, write_new

_MEN_TO_A_BASE = Whole(1, 10_000, "men")


def from_roster(roster: str, file: str, system: str, men_to_a_base: str) -> int:
    """Write the scenario that a spreadsheet makes, and list everything doubtful about it."""
    try:
        to_a_base = _MEN_TO_A_BASE.parse(men_to_a_base)
    except BadValueError as bad:
        raise FaultsError([Fault("--men-per-base", bad.problem, bad.allowed)]) from None
    path = new_path(file)
    made = read_roster(roster, path.stem, system, to_a_base)
    write_new(path, made.text)
    sys.stdout.write(f"Wrote {path}\n")
    for guess in made.guesses:
        sys.stdout.write(f"doubtful: {guess}\n")
    try:
        doubts = load(path).doubts
    except FaultsError as error:
        sys.stdout.write("Still to be mended in it:\n")
        sys.stdout.write("".join(f"{fault}\n" for fault in error.faults))
        return 0
    sys.stdout.write("".join(f"doubtful: {doubt}\n" for doubt in doubts))
    sys.stdout.write(f"Then: empires scenario check {shlex.quote(str(path))}\n")
    return 0


def like(name: str, file: str) -> Path:
    """Write another battle's file under a new key, its comments kept, its history left out."""
    path = new_path(file)
    source = open_source(load(name).path)
    document = tomlkit.parse(source.text)
    head = document["scenario"]
    assert isinstance(head, tomlkit.items.Table), "it was read as a scenario"
    head["key"] = slug(path.stem)
    head["title"] = f"{head['title']}, changed"
    document.pop("history", None)
    return write_new(path, tomlkit.dumps(document))
