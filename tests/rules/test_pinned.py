"""A system's version goes up when the same form and seed may give another outcome."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from calculator.rules import catalog
from calculator.rules.catalog import find_system
from tests.rules import pinned

BEFORE = pinned.kept()


@pytest.mark.parametrize("key", catalog.SHIPPED)
def test_a_version_rules_as_it_always_did(key: str) -> None:
    system, before = find_system(key), BEFORE[key]
    now = pinned.pinned(system, before["rulings"])
    assert not pinned.changed(before["rulings"], now), (
        f"meant? raise the version of {key} above {before['version']} in its declaration, "
        "then python -m tests.rules.pinned"
    )
    assert (system.version, now) == (before["version"], before["rulings"]), (
        "python -m tests.rules.pinned"
    )


@pytest.fixture
def cannonade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kept file, of a Cannonade that rules otherwise than it did."""
    kept = tmp_path / "pinned.json"
    kept.write_text(json.dumps({"cannonade": BEFORE["cannonade"]}), encoding="utf-8")
    monkeypatch.setattr(pinned, "KEPT", kept)
    monkeypatch.setattr(pinned, "SHIPPED", ["cannonade"])
    system = find_system("cannonade")
    values = {"cannonade.falls-short": 3}
    monkeypatch.setitem(vars(system), "tables", system.tables.override(values, "a slip"))
    return kept


def test_other_rules_under_the_same_version_are_refused(cannonade: Path) -> None:
    before, was = cannonade.read_text(encoding="utf-8"), BEFORE["cannonade"]["version"]
    with pytest.raises(
        SystemExit, match=f"cannonade rules otherwise than version {was} did: raise"
    ):
        pinned.renew()
    assert cannonade.read_text(encoding="utf-8") == before


def test_a_version_that_goes_up_may_rule_otherwise(
    cannonade: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = find_system("cannonade")
    raised = attrs.evolve(system, version=system.version + 1)
    vars(raised)["tables"] = system.tables
    monkeypatch.setattr(pinned, "find_system", lambda _: raised)
    pinned.renew()
    assert pinned.kept()["cannonade"]["version"] == raised.version
    assert pinned.changed(BEFORE["cannonade"]["rulings"], pinned.kept()["cannonade"]["rulings"])
