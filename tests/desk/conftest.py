"""Battles of the desk's tests are kept in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a test stays."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
