"""Every test has a data folder of its own, and the toy system is known to the catalog."""

from pathlib import Path

import pytest

from calculator.rules import catalog


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("EMPIRES_HOME", str(folder))
    monkeypatch.setitem(catalog._PACKAGES, "toy-dice", "tests.journal.toy")
    return folder
