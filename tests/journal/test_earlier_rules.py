"""A battle ruled by earlier versions: There Stand Empires 1 and 2, Revolutionary Wars 3 and Morne
Plaine 2, each drawn and recorded by the code of its time.

What was ruled as it would be now is computed again; of what was not it is said which version did,
and where it was still to be entered it waits.
"""

import gzip
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from calculator.cli import main
from calculator.journal.entry import EntryDraft, EntryKind
from tests.journal.test_pending import left_behind

WRITTEN = Path(__file__).with_name("earlier_rules.sql.gz")

AS_NOW = {1, 4, 5, 6, 7, 8, 10, 11}
"""Fire; a volley, a charge and a countercharge over open ground; a charge, a bombardment by guns
that may move on after it, and a rally; horse that meets horse, as version 2 had it."""

FOOT_AT_HORSE = 12
OTHERWISE = {2: 1, 3: 1, 9: 3, FOOT_AT_HORSE: 2}
"""Horse against horse and against a square, under version 1; a countercharge through terrain, under
version 3; foot that assaults horse and is repulsed demoralized, under version 2: disordered now."""


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """That battle."""
    path = tmp_path / "earlier.battle"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(gzip.decompress(WRITTEN.read_bytes()).decode())
    return path


def test_verify_tells_earlier_rules_apart(
    earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["journal", "verify", "--battle", str(earlier)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "12 entries in one unbroken chain." in told
    assert f"each as recorded: {len(AS_NOW)} results." in told
    apart = re.findall(r"#(\d+): other code \(version (\d+) of the rules\) ruled it", told)
    assert {int(number): int(version) for number, version in apart} == OTHERWISE
    assert "They may be right or wrong." in told


def test_another_result_goes_on_under_the_present_rules(
    earlier: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fire = ["there-stand-empires", "deployed-fire", "--seed", "1", "--battle", str(earlier)]
    assert main(["result", *fire]) == 0
    assert main(["journal", "verify", "--battle", str(earlier)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "13 entries in one unbroken chain." in told
    assert f"each as recorded: {len(AS_NOW) + 1} results." in told


def test_what_another_version_drew_waits_and_is_named(
    earlier: Path, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(earlier)) as connection:
        body, tables = connection.execute(
            "SELECT json_extract(entries.content, '$.body'), rules.content FROM entries JOIN rules "
            "ON digest = json_extract(entries.content, '$.body.rules') WHERE number = ?",
            (FOOT_AT_HORSE,),
        ).fetchone()
    later = tmp_path / "later.battle"
    assert main(["journal", "note", "--battle", str(later), "the second day"]) == 0
    drawn = EntryDraft(kind=EntryKind.RULING, body=json.loads(body), tables=tables)
    left_behind(home / "pending", later, drawn)
    assert main(["journal", "pending", "--battle", str(later)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "other code (version 2 of the rules) ruled it" in told
    assert main(["journal", "show", "--battle", str(later)]) == 0
    assert "repulsed" not in capsys.readouterr().out
