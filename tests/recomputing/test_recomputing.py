"""Recorded results computed again from the words of docs/ alone.

Nothing of ours takes part but to write the record and to say what each draw showed: the stream, the
laws behind the asks and the table values are those that the pages specify, in plain Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.recomputing import there_stand_empires
from tests.recomputing.faces import faces
from tests.recomputing.laws import Ruling
from tests.recomputing.questions import MORE_SEEDS, Recorded, record, recorded_actions

ACTIONS = list(recorded_actions())
OUTCOMES: dict[str, Callable[[Ruling], dict[str, Any]]] = {
    "deployed-fire": there_stand_empires.fire,
    "advancing-fire": there_stand_empires.fire,
    "assault": there_stand_empires.assault,
}


def read(one: Recorded) -> Ruling:
    """A ruling as its record tells it."""
    body = one.body
    asks = [draw["ask"] for draw in body["draws"]]
    return Ruling(body["system"], body["action"], body["form"], json.loads(one.content), asks)


@pytest.mark.parametrize(("system", "action"), ACTIONS)
def test_every_draw_follows_from_the_seed(system: str, action: str, tmp_path: Path) -> None:
    for one in record(system, action, tmp_path):
        drew = read(one).draw_all(one.body["seed"])
        recorded = [(int(draw["roll"]), int(draw["total"])) for draw in one.body["draws"]]
        assert [(draw.number, draw.total) for draw in drew] == recorded
        assert [draw.outcome for draw in drew] == one.shown


@pytest.mark.parametrize("action", OUTCOMES)
def test_fire_and_assaults_end_as_the_model_s_page_says(action: str, tmp_path: Path) -> None:
    for one in record("there-stand-empires", action, tmp_path, MORE_SEEDS):
        ruling = read(one)
        ruling.draw_all(one.body["seed"])
        assert OUTCOMES[action](ruling) == one.body["outcome"], one.body


def test_the_assaults_computed_again_end_in_every_way(tmp_path: Path) -> None:
    recorded = record("there-stand-empires", "assault", tmp_path, MORE_SEEDS)
    courses = {one.body["outcome"]["course"] for one in recorded}
    assert courses == {
        "orders-lost", "out-of-reach", "pushed-back", "stopped", "repulsed", "drawn", "carried",
    }  # fmt: skip


def test_the_dice_of_a_close_combat_are_those_that_were_told(tmp_path: Path) -> None:
    for one in record("gods-of-war", "close-combat", tmp_path):
        ruling = read(one)
        ruling.draw_all(one.body["seed"])
        told = re.findall(
            r"The (?:attacker|defender) throws ([\d ]+)[,.]", " ".join(one.body["how"])
        )
        assert tuple(tuple(map(int, throw.split())) for throw in told) == faces(ruling)


@pytest.mark.parametrize(
    ("system", "action"), [("there-stand-empires", "march"), ("cannonade", "melee")]
)
def test_rules_is_the_digest_of_the_values(system: str, action: str, tmp_path: Path) -> None:
    one, *_ = record(system, action, tmp_path)
    values = json.loads(one.content)
    assert list(values) == sorted(values)
    spelled = ",".join(f"{json.dumps(key)}:{_spelled(value)}" for key, value in values.items())
    assert f"{{{spelled}}}" == one.content
    assert sha256(one.content.encode("ascii")).hexdigest() == one.body["rules"]


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_spelled, value))}]"
    if isinstance(value, str):
        return '"' + value.encode("ascii").decode() + '"'
    return repr(value)
