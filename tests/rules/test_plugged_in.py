"""A package of somebody's own that offers a rule system, and one whose system cannot be used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "examples" / "my_rules"


def offer(folder: Path, package: str, version: str, entry: str) -> None:
    """What installing a package leaves: who it is, and what it offers."""
    about = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {package}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(f"[empires.systems]\n{entry}\n")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Where the packages are."""
    shutil.copytree(PACKAGE / "my_rules", tmp_path / "my_rules")
    offer(tmp_path, "my-rules", "1.0", "bands = my_rules:SYSTEM")
    offer(tmp_path, "old-rules", "0.3", "pikes = old_rules:SYSTEM")
    return tmp_path


RUN = """
import sys
from calculator.cli import main
sys.exit(max(main(words.split()) for words in sys.argv[1:]))
"""


def empires(
    home: Path, *commands: str, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """What commands print, one after the other, with the packages of a folder or without."""
    paths = [str(path)] if path else []
    return subprocess.run(
        [sys.executable, "-c", RUN, *commands],
        capture_output=True,
        text=True,
        timeout=120,
        env={
            **os.environ,
            "COLUMNS": "200",
            "EMPIRES_HOME": str(home),
            "PYTHONPATH": os.pathsep.join([*paths, str(PACKAGE.parents[1])]),
        },
    )


def test_a_package_s_system_is_a_system_and_a_broken_one_is_named(
    installed: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    done = empires(
        home,
        "systems",
        "odds bands clash arm=horse",
        "result bands clash --battle b --seed 5eed",
        "journal verify --battle b",
        path=installed,
    )
    assert done.returncode == 0, done.stderr
    assert "Two dice against two" in done.stdout
    assert "each as recorded" in done.stdout
    assert "the rules 'pikes' of old-rules 0.3 are left out: ModuleNotFoundError" in done.stderr
    without = empires(home, "journal show --battle b", "journal verify --battle b")
    assert "Traceback" not in without.stderr
    assert "driven back" in without.stdout or "stand off" in without.stdout, "it is shown"
    assert "it was ruled by my-rules 1.0" in without.stdout + without.stderr


def test_a_system_that_is_asked_for_and_broken_says_why(installed: Path, tmp_path: Path) -> None:
    asked = empires(tmp_path / "home", "odds pikes push", path=installed)
    assert asked.returncode == 2
    assert "the rules 'pikes' of old-rules 0.3 are left out" in asked.stderr
    assert "Traceback" not in asked.stderr
