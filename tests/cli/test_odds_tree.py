"""`empires odds` on the shipped systems: outcomes as a tree, each unit's chances, what if."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def test_json_carries_the_tree_beside_the_flat_list(run: Run) -> None:
    found = json.loads(run("odds", "there-stand-empires", "assault", "--json").out)
    flat = {row["label"]: row["probability"] for row in found["outcomes"]}
    late = next(branch for branch in found["tree"] if branch["label"] == "orders late")
    apart = [branch["label"] for branch in late["branches"]]
    assert apart == ["2 inches, out of reach", "4 inches, out of reach"]
    alike = [share for label, share in flat.items() if label.startswith("orders late")]
    assert late["probability"] == pytest.approx(sum(alike))
    assert sum(branch["probability"] for branch in found["tree"]) == pytest.approx(1)
    assert "units" not in found


def test_each_battalion_s_own_chances_stand_above_the_outcomes(run: Run) -> None:
    asked = ("odds", "revolutionary-wars", "charge", "also-charging=british-line 4")
    units = json.loads(run(*asked, "--json").out)["units"]
    assert list(units) == ["enemy", "charger 1", "charger 2"]
    assert all(sum(chances.values()) == pytest.approx(1) for chances in units.values())
    shown = run(*asked).out
    assert shown.index("charger 2 ") < shown.index("Outcome")


def test_what_if_lists_each_change_with_its_exact_effect_the_best_first(run: Run) -> None:
    asked = ("odds", "there-stand-empires", "assault")
    found = json.loads(run(*asked, "--what-if", "--json").out)["what-if"]
    assert [one["difference"] for one in found] == sorted(
        (one["difference"] for one in found), reverse=True
    )
    general = next(one for one in found if one["field"] == "general")
    with_general = json.loads(run(*asked, "general=yes", "--versus", "general=no", "--json").out)
    carried = sum(
        row["odds"] for row in with_general["differences"] if row["label"].startswith("carried")
    )
    assert general["probability"] == pytest.approx(carried)
    assert (general["value"], general["whose"]) == ("yes", "mine")
    shown = run(*asked, "--what-if").out
    assert "What would change it: carries the position, now 26.5%" in shown
    assert shown.index("Yours") < shown.index("general near") < shown.index("Theirs")
