"""`empires scenario new`: a file made of a spreadsheet, or like another battle's."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import tomlkit

from calculator.errors import Fault, FaultsError, every
from calculator.kinds import Whole
from calculator.scenarios import load
from calculator.scenarios.places import slug
from calculator.scenarios.roster import read_roster
from calculator.scenarios.source import open_source
from calculator.scenarios.template import new_path, write_new

MOST_MEN_TO_A_BASE = 10_000


def from_roster(roster: str, file: str, system: str, men_to_a_base: str | None) -> None:
    """Write the scenario that a spreadsheet makes, and list everything doubtful about it."""
    path = new_path(file)
    to_a_base, _ = every(
        lambda: (
            None
            if men_to_a_base is None
            else Whole(1, MOST_MEN_TO_A_BASE).parse_at("--men-per-base", men_to_a_base)
        ),
        lambda: read_roster(roster, path.stem, system),
    )
    made = read_roster(roster, path.stem, system, to_a_base)
    write_new(path, made.text)
    sys.stdout.write(f"Wrote {path}\n")
    for guess in made.guesses:
        sys.stdout.write(f"please check: {guess}\n")
    try:
        doubts = load(path).doubts
    except FaultsError as error:
        sys.stdout.write("Still to correct:\n")
        sys.stdout.write("".join(f"{fault}\n" for fault in error.faults))
        return
    sys.stdout.write("".join(f"please check: {doubt}\n" for doubt in doubts))
    sys.stdout.write(f"Then: empires scenario check {shlex.quote(str(path))}\n")


def write_like(name: str, file: str, system: str) -> Path:
    """Write another battle's file under a new key, its comments kept, its history left out.

    Raises `FaultsError` where a `system` is named that is not the battle's own.
    """
    path, battle = new_path(file), load(name)
    if system not in {"", battle.system.key}:
        fault = Fault("--system", f"{battle.title} is for {battle.system.title}", "leave it out")
        raise FaultsError([fault])
    source = open_source(battle.path)
    document = tomlkit.parse(source.text)
    head = document["scenario"]
    assert isinstance(head, tomlkit.items.Table), "already used as the scenario"
    head["key"] = slug(path.stem)
    head["title"] = f"{head['title']}, changed"
    document.pop("history", None)
    return write_new(path, tomlkit.dumps(document))
