"""The toy system in the catalog, a user's folder of its own, and a file to spoil."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from calculator.rules import catalog
from tests.offered import offering

HILL = Path(__file__).with_name("hill.toml")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv("EMPIRES_HOME", str(folder))
    with offering({**catalog.SHIPPED, "toy": "tests.toy"}):
        yield folder


@pytest.fixture
def hill() -> str:
    """The text of a file without fault."""
    return HILL.read_text(encoding="utf-8")
