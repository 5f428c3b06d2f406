"""The README's set-up and test commands, and the keys of its tour."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from calculator.rules import catalog
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from tests.pages import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL, TEST, HEAVY = re.findall(r"^```\n(.+)\n```$", README, re.MULTILINE)[:3]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]


def test_the_readme_begins_with_the_three_commands() -> None:
    assert (
        README.index(TEST)
        < README.index(HEAVY)
        < README.index("`empires` is a wargames calculator")
    )
    assert INSTALL == ("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/empires")


def test_the_first_command_opens_what_the_project_installs() -> None:
    program = INSTALL.rpartition("/")[2]
    assert PROJECT["scripts"] == {program: "calculator.cli:main"}


def test_no_page_or_message_names_a_package_that_is_a_strangers() -> None:
    """`empires` on the package index is not ours, so nobody is to install it."""
    assert PROJECT["name"] == "empires-calculator"
    shown = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("calculator/**/*.py")]
    installs = re.compile(r"(?:pip|pipx|uv)\S* (?:tool )?install (?:-\S+ )*'?empires|'empires\[")
    named = [path.name for path in shown if installs.search(path.read_text(encoding="utf-8"))]
    assert not named


def test_the_second_command_installs_what_it_runs() -> None:
    extra = re.search(r"'\.\[(\w+)\]'", TEST)
    assert extra
    needed = {re.split(r"[^\w-]", each)[0] for each in PROJECT["optional-dependencies"][extra[1]]}
    assert {"pytest", "pytest-asyncio", "pytest-xdist", "hypothesis"} <= needed
    assert TEST.endswith("-m pytest -q -n auto")


def test_the_third_command_runs_what_the_second_leaves_out() -> None:
    assert f"{TEST.rpartition(' && ')[2]} -m heavy" == HEAVY
    assert shlex.split(SETTINGS["tool"]["pytest"]["ini_options"]["addopts"])[-2:] == [
        "-m",
        "not heavy",
    ]


@pytest.mark.parametrize(("name", "command"), [("test_command", TEST), ("heavy_command", HEAVY)])
def test_the_checks_run_both_test_commands_of_the_readme(name: str, command: str) -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    picking = re.search(rf"^{name}=\$\((.+)\)$", script, re.MULTILINE)
    assert picking
    picked = subprocess.run(
        ["bash", "-c", picking[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert picked.stdout.strip() == command
    assert f'eval "${name}"' in script


def test_the_python_that_is_asked_for_is_the_one_that_is_needed() -> None:
    asked = re.search(r"Python (\S+) or newer", README)
    assert asked
    assert PROJECT["requires-python"] == f">={asked[1]}"


def test_every_system_is_named() -> None:
    named = " ".join(README.split())
    for key in catalog.KEYS:
        assert catalog.find_system(key).title in named


async def test_the_keys_of_the_tour_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", README, re.MULTILINE)
    keys = [key.lower() for row in rows for key in re.findall(r"`(\w+)`", row)]
    session = Session()
    app = EmpiresApp(session)
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            result = app.table.board.result.result
    finally:
        session.close()
    assert result is not None
    assert (result.question.system.key, result.question.action.key) == (
        "there-stand-empires",
        "assault",
    )
    form: Any = result.question.form
    asked = {key: str(getattr(form, key).value) for key in ("quality", "cover", "outnumbered")}
    assert asked == {"quality": "veteran", "cover": "hard", "outnumbered": "target-outnumbered"}
    target = (form.target_quality.value, form.target_formation.value)
    assert target == ("average", "deployed")
