"""`empires result` of a measuring aid: it draws nothing, so nothing is recorded."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]

AID = ("result", "there-stand-empires", "movement-allowance", "path=open 2, woods 2")
SAID = "The infantry arrives after 4 inches, with none to spare."


def test_a_measuring_aid_is_told_and_leaves_nothing_in_the_record(run: Run, home: Path) -> None:
    ran = run(*AID, "--battle", "hill")
    assert ran.code == 0
    assert ran.out.startswith(SAID)
    assert ran.out.endswith("A measuring aid: nothing is drawn or recorded.\n")
    for told in ("odds", "Entry", "Seed"):
        assert told not in ran.out
    assert not list(home.rglob("*.battle"))


def test_as_json_it_has_no_entry_and_no_seed(run: Run) -> None:
    told = json.loads(run(*AID, "--battle", "hill", "--json").out)
    assert told["headline"] == SAID
    assert told["draws"] == []
    assert (told["seed"], told["battle"], told["entry"], told["warning"]) == (None, None, None, "")
