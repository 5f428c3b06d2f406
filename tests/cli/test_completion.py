"""Completion, by the protocol that the scripts of bash, zsh and fish speak."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WORDBREAKS = " \t\n\"'><=;|&(:"
"""Where bash breaks words: at an equals sign as well."""


def complete(tmp_path: Path, line: str, shell: str = "bash") -> list[str]:
    """What the shell is offered for a line that ends at the cursor."""
    offered = tmp_path / "offered"
    subprocess.run(
        [sys.executable, "-m", "calculator"],
        check=True,
        cwd=ROOT,
        env={
            **os.environ,
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_SHELL": shell,
            **({"_ARGCOMPLETE_DFS": "\t"} if shell == "fish" else {}),
            "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
            "_ARGCOMPLETE_COMP_WORDBREAKS": WORDBREAKS if shell == "bash" else "",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(offered),
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        },
    )
    return offered.read_text(encoding="utf-8").splitlines()


ODDS = "empires odds there-stand-empires assault"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("empires od", ["odds"]),
        ("empires --scenario quatre-b", ["quatre-bras"]),
        ("empires --system there", ["there-stand-empires"]),
        ("empires odds there", ["there-stand-empires"]),
        ("empires odds there-stand-empires regr", ["regroup"]),
        ("empires result there-stand-empires regr", ["regroup"]),
        ("empires fields there-stand-empires regr", ["regroup"]),
        (f"{ODDS} cov", ["cover="]),
        (f"{ODDS} cover=h", ["hard"]),
        (f"{ODDS} cover=", ["open", "soft", "hard", "fortification"]),
        (f"{ODDS} cover=hard target-q", ["target-quality="]),
        (f"{ODDS} cover=hard cov", []),
        (f"{ODDS} cover=hard --versus cover=s", ["soft"]),
        (f"{ODDS} --versus tables.sight.shadow", ["tables.sight.shadow-left="]),
        (f"{ODDS} --json cover=h", ["hard"]),
        (f"{ODDS} --scenario maida --actor 1st\\ Light cover=h", ["hard"]),
        (f"{ODDS} cover=hard --scenario maida target-q", ["target-quality="]),
        (f"{ODDS} --scenario maida cover=hard --versus cover=s", ["soft"]),
        ("empires odds --scenario maida there-stand-empires --json regr", ["regroup"]),
        (f"{ODDS} --expl", ["--explain"]),
        (f"{ODDS} --scenario quatre-b", ["quatre-bras"]),
        (f"{ODDS} --scenario maida --actor Kemp", [r"Kempt\'s\ light\ companies"]),
        ("empires scenario show quatre-b", ["quatre-bras"]),
        ("empires tune forec", ["forecast"]),
        ("empires tune quatre-b", ["quatre-bras"]),
        ("empires tune map quatre-b", ["quatre-bras"]),
        ("empires tune map maida --actor Kemp", [r"Kempt\'s\ light\ companies"]),
        ("empires tune combine maida --actors 1st\\ L", [r"1st\ Light"]),
        ("empires tune map maida --situation regr", ["regroup"]),
        ("empires tune map maida --situation regroup --measure rec", ["recovers"]),
        ("empires tune map maida --measure demo", ["demoralized"]),
        ("empires tune seek maida --role t", ["target"]),
        ("empires tune seek no-such-battle --unit K", []),
        ("empires completion z", ["zsh"]),
        ("empires odds no-such-system x", []),
    ],
)
def test_what_is_offered(tmp_path: Path, line: str, offered: list[str]) -> None:
    assert complete(tmp_path, line) == offered


def test_shells_that_do_not_break_words_at_equals_signs(tmp_path: Path) -> None:
    assert complete(tmp_path, f"{ODDS} cover=h", "fish") == ["cover=hard\t"]
    assert complete(tmp_path, f"{ODDS} cov", "fish") == ["cover=\tCover"]


def test_a_value_that_leads_nowhere_says_why(tmp_path: Path) -> None:
    """VI: infantry reaches 3 inches; and no unit of Gods of War stands in a pond."""
    fire = "empires odds there-stand-empires deployed-fire"
    near, *far = complete(tmp_path, f"{fire} range=", "fish")
    beyond = "✗ the target is beyond the reach of infantry: nothing comes of it"
    assert near == "range=3\t"
    assert far == [f"range={inches}\t{beyond}" for inches in (6, 9, 12)]
    assert complete(tmp_path, f"{fire} actor=heavy-foot-artillery range=12", "fish") == [
        "range=12\t"
    ]
    farm = "empires odds --scenario farm-below-the-ridge --actor Hussars gods-of-war close-combat"
    pond = ["terrain=pond\t✗ no unit may enter a pond"]
    assert complete(tmp_path, f"{farm} terrain=p", "fish") == pond
    behind = "gods-of-war close-combat --scenario farm-below-the-ridge --actor Hussars terrain=p"
    assert complete(tmp_path, f"empires odds {behind}", "fish") == pond
    assert complete(tmp_path, f"empires result {behind}", "fish") == pond


@pytest.mark.parametrize(
    "command", ["roll correct --battle maida", "journal override 1 --battle maida --unit"]
)
def test_the_units_of_a_battle_are_offered_where_they_are_corrected(
    tmp_path: Path, run: Callable[..., Any], command: str
) -> None:
    assert run("roll", "bind", "maida", "--battle", "maida").code == 0
    assert complete(tmp_path, f"empires {command} Kemp") == [r"Kempt\'s\ light\ companies"]


def test_the_bash_script_asks_and_offers(tmp_path: Path) -> None:
    """A bash that has evaluated the script completes through it."""
    command = tmp_path / "empires"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m calculator "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    script = (
        'eval "$(empires completion bash)"\n'
        f'COMP_LINE="{ODDS} cover=h"; COMP_POINT=${{#COMP_LINE}}; COMP_TYPE=9\n'
        "_python_argcomplete empires h assault\n"
        'echo "${COMPREPLY[0]}"; complete -p empires'
    )
    ran = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )
    first, second = ran.stdout.splitlines()
    assert first.strip() == "hard"
    assert second.endswith("-F _python_argcomplete empires")


def test_scripts_of_the_other_shells(run: Callable[..., Any]) -> None:
    assert "compdef _python_argcomplete empires" in run("completion", "zsh").out
    assert "complete --command empires" in run("completion", "fish").out


def test_a_shell_that_is_not_known(run: Callable[..., Any]) -> None:
    ran = run("completion", "fsh")
    assert ran.code == 2
    assert "did you mean 'fish'" in ran.err
