"""The command line in this process, with a toy rule system in the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest

from calculator import cli
from tests.offered import offering


@attrs.frozen
class Ran:
    """What a command line gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test records in a folder of its own."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def toy() -> Iterator[None]:
    """The catalog holds `toy` and nothing else."""
    with offering({"toy": "tests.toy"}):
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line as a user would type it, word by word, in a terminal 80 wide."""
    monkeypatch.setenv("COLUMNS", "80")

    def run_line(*words: str) -> Ran:
        code = cli.main(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_line
