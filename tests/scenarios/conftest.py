"""The toy system in the catalog, a user's folder of its own, and a file to spoil."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.rules import catalog

HILL = Path(__file__).with_name("hill.toml")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("EMPIRES_HOME", str(folder))
    monkeypatch.setitem(catalog._PACKAGES, "toy", "tests.toy")
    monkeypatch.setattr(catalog, "KEYS", tuple(catalog._PACKAGES))
    return folder


@pytest.fixture
def hill() -> str:
    """The text of a file without fault."""
    return HILL.read_text(encoding="utf-8")
