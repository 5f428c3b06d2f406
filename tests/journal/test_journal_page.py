"""The page on the journal against the journal."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

import pytest

from calculator.cli import main
from calculator.journal.entry import GENESIS, Entry, EntryKind, canonical
from calculator.roll import OrderOfBattle, read_correction
from calculator.rules.catalog import find_system
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.journal.toy import throw
from tests.pages import ROOT

PAGE = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def rows(heading: str) -> dict[str, str]:
    """The rows of the table that begins with this heading: what its cells name, and its lines."""
    table = PAGE.split(f"| {heading} | ", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    told: dict[str, str] = {}
    for line in table:
        _, names, meaning, _ = re.split(r"(?<!\\)\|", line)
        told |= dict.fromkeys(re.findall(r"`([^`]+)`", names), meaning)
    return told


def test_the_example_has_the_hashes_that_it_shows() -> None:
    (example,) = blocks("json")
    (hashes,) = blocks("text")
    previous = GENESIS
    for content, hash_ in zip(example.splitlines(), hashes.split(), strict=True):
        assert sha256(content.encode()).hexdigest() == hash_
        entry = Entry.read(content, hash_)
        assert canonical(json.loads(content)) == content
        assert entry.previous == previous
        previous = hash_


@pytest.fixture
def umpire(tmp_path: Path) -> Umpire:
    """A battle with an entry of every kind."""
    umpire = Umpire.open(tmp_path / "waterloo.battle", side="French")
    umpire.adjudicate(throw(), said=["dice"])
    umpire.turn(2)
    umpire.note("rain", subject="weather")
    umpire.amend(umpire.overriding(1, "nothing", "the hill was in the way"))
    umpire.amend(umpire.voiding(3, "the sun came out"))
    umpire.bind(OrderOfBattle.of_file("maida"))
    roll = umpire.roll()
    assert roll
    first = roll.units[0].name
    umpire.adjudicate(Question.read("there-stand-empires", "regroup", {}), units={"actor": first})
    correction = read_correction(roll, first, {"state": "demoralized"})
    umpire.correct(correction, "a marker fell off")
    umpire.amend(
        umpire.overriding(7, "they stand as they are", "nobody saw the hill", [correction])
    )
    labels = [outcome.label for outcome in umpire.asked(umpire.entry(7)).outcomes]
    umpire.amend(umpire.overriding(7, labels[-1], "the general was near"))
    umpire.withdraw(umpire_s_slip(umpire))
    late = umpire.adjudicate(Question.read("there-stand-empires", "assault", {}), LATE).entry
    assert late
    umpire.answer(late.number, {"distance": "6"})
    return umpire


LATE = "9"
"""A seed by which the orders of an assault are late."""


def umpire_s_slip(umpire: Umpire) -> int:
    """The number of one more ruling, beside sampled odds."""
    slip = umpire.adjudicate(throw(), odds=throw().estimate(100)).entry
    assert slip
    return slip.number


def test_every_key_is_explained_and_no_other(umpire: Umpire) -> None:
    explained = rows("key")
    for entry in umpire.recent():
        assert set(json.loads(entry.content)) == set(explained)


def test_every_kind_and_its_body_are_explained(umpire: Umpire) -> None:
    explained = rows("kind")
    assert set(explained) == {kind.value for kind in EntryKind}
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for entry in umpire.recent():
        named = set(re.findall(r"`([a-z-]+)`", explained[entry.kind.value]))
        assert set(entry.body) <= named
        seen[entry.kind.value] |= set(entry.body)
    for kind, meaning in explained.items():
        optional = {"side", "name", "path", "gone", "acted", "arrived", "at", "despite"}
        optional |= {"player", "undoes"}
        assert set(re.findall(r"`([a-z-]+)`", meaning)) - optional <= seen[kind]


def test_the_few_lines_of_python_follow_the_chain_and_find_what_is_wrong(
    umpire: Umpire, tmp_path: Path
) -> None:
    code, _ = blocks("python")
    export = tmp_path / "waterloo.jsonl"
    export.write_text("".join(umpire.export("jsonl")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"unbroken to {umpire.recent()[-1].hash}\n"
    export.write_text(export.read_text().replace("rain", "snow"), encoding="utf-8")
    bad = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert bad.returncode == 1
    assert bad.stderr.endswith("AssertionError: 3\n")


def test_the_few_lines_of_python_find_the_digest_that_rulings_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, code = blocks("python")
    for system in find_system("cannonade"), find_system("revolutionary-wars"):
        assert main(["fields", system.key, "--tables", "--json"]) == 0
        (tmp_path / "rules.json").write_text(capsys.readouterr().out, encoding="utf-8")
        run = [sys.executable, "-c", code]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout == f"{system.tables.digest}\n"
