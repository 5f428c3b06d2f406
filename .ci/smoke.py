"""Install a wheel, and nothing else of ours, in a fresh environment; run every command there.

python .ci/smoke.py dist/empires_calculator-0.1.0-py3-none-any.whl
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pexpect

PATIENCE: Final = 60
"""Seconds that one command may take on a busy machine."""

SHOT: Final = ("there-stand-empires", "deployed-fire", "quality=veteran")
ATTACKER: Final = ("maida", "--actor", "1st Light", "--against", "Kempt's light companies")

OWN_RULES: Final = Path(__file__).resolve().parents[1] / "examples" / "my_rules"

LINES: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "systems": ((), "gods-of-war"),
    "fields": (SHOT[:2], "quality"),
    "odds": (SHOT, "%"),
    "result": ((*SHOT, "--battle", "smoke", "--side", "French"), "Entry 1 of smoke"),
    "journal": (("verify", "--battle", "smoke"), "1 entr"),
    "roll": (("bind", "maida", "--battle", "field"), "Order of battle: Maida"),
    "rules": (("there-stand-empires", "VII"), "VII"),
    "scenario": (("list",), "quatre-bras"),
    "tune": (("duel", *ATTACKER), "%"),
    "completion": (("bash",), "_python_argcomplete"),
}
"""What is run of each command that ends by itself, and what it has to print."""

SCREENS: Final[dict[str, tuple[str, ...]]] = {
    "": (),
    "umpire": ("umpire", "smoke"),
    "tune": ("tune", "maida"),
}
"""The screens: each opens in a terminal and closes at `q`."""


def main(wheel: str) -> int:
    """Run everything; a command that fails ends this with what it printed."""
    with tempfile.TemporaryDirectory(prefix="empires-smoke-") as place:
        folder = Path(place)
        empires = _install(folder / "venv", Path(wheel).resolve())
        (folder / "work").mkdir()
        os.chdir(folder / "work")  # away from the checkout, whose modules would be found first
        os.environ |= {"EMPIRES_HOME": str(folder / "home"), "COLUMNS": "100", "TERM": "xterm"}
        commands = _commands(empires)
        for command, (words, expected) in LINES.items():
            _run(empires, command, *words, expected=expected)
        _own_rules(empires)
        for words in SCREENS.values():
            _screen(empires, words)
        _serve(empires)
        if missing := set(commands) - {*LINES, *SCREENS, "serve"}:
            raise SystemExit(f"no smoke test of {', '.join(sorted(missing))}")
    sys.stdout.write(f"{Path(wheel).name}: every command runs, {', '.join(commands)}\n")
    return 0


def _install(place: Path, wheel: Path) -> Path:
    venv.create(place, with_pip=True)
    subprocess.run([place / "bin" / "pip", "install", "-q", wheel], check=True)
    return place / "bin" / "empires"


def _commands(empires: Path) -> list[str]:
    ran = _run(empires, "--help", expected="commands:")
    return re.findall(r"^ {4}(\w+)  ", ran, re.MULTILINE)


def _run(empires: Path, *words: str, expected: str) -> str:
    line = " ".join(words)
    ran = subprocess.run(
        [empires, *words], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if ran.returncode or expected not in ran.stdout:
        raise SystemExit(f"empires {line}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def _own_rules(empires: Path) -> None:
    """Install somebody's own rules beside it, ask them, and run that package's tests."""
    python = empires.with_name("python")
    subprocess.run([python, "-m", "pip", "install", "-q", OWN_RULES, "pytest"], check=True)
    _run(empires, "systems", expected="bands")
    _run(empires, "odds", "bands", "clash", "arm=horse", expected="%")
    subprocess.run([python, "-m", "pytest", "-q", OWN_RULES / "tests"], check=True)


def _screen(empires: Path, words: tuple[str, ...]) -> None:
    """Open a screen, wait until it says how to get help, and quit."""
    child = pexpect.spawn(
        str(empires), list(words), dimensions=(24, 80), timeout=PATIENCE, encoding="utf-8"
    )
    try:
        child.expect("help")
        child.send("q")
        child.expect(pexpect.EOF)
    except pexpect.ExceptionPexpect as fault:
        raise SystemExit(f"the screen of empires {' '.join(words)}: {fault}") from None
    finally:
        child.close()
    if child.exitstatus:
        raise SystemExit(f"the screen of empires {' '.join(words)} ended with {child.exitstatus}")


def _serve(empires: Path) -> None:
    """Serve, fetch the first page, and interrupt."""
    child = pexpect.spawn(
        str(empires), ["serve", "smoke", "--port", "0"], timeout=PATIENCE, encoding="utf-8"
    )
    try:
        child.expect(r"http://127\.0\.0\.1:\d+")
        with urlopen(str(child.after), timeout=PATIENCE) as answer:
            page = answer.read().decode()
        child.sendintr()
        child.expect(pexpect.EOF)
    except pexpect.ExceptionPexpect as fault:
        raise SystemExit(f"empires serve: {fault}") from None
    finally:
        child.close()
    if "empires" not in page:
        raise SystemExit(f"empires serve answers with\n{page}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
