"""mypy checks what a field's condition asks of its form, and what a field holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[2]

FORM = """
from __future__ import annotations

import attrs

from calculator.forms import Form, choice, whole, yes_no
from calculator.kinds import Word


class Arm(Word):
    FOOT = "foot"

    @property
    def is_infantry(self) -> bool:
        return True


@attrs.frozen(kw_only=True)
class Asked(Form):
    arm: Arm = choice(Arm, "Arm", default=Arm.FOOT, help="What.", source="1")
    right: bool = yes_no("R", help="R.", source="1", matters=lambda form: form.arm.is_infantry)
    wrong: bool = yes_no("W", help="W.", source="1", matters=lambda form: form.arm.is_infantri)
    number: str = whole(1, 2, "N", default=1, help="N.", source="1")
    open: int = whole(1, 2, "O", default=None, blank="as now", help="O.", source="1")
"""


@pytest.mark.heavy
def test_a_condition_that_asks_for_what_is_not_there_is_found(tmp_path: Path) -> None:
    path = tmp_path / "asked.py"
    path.write_text(FORM, encoding="utf-8")
    config = str(ROOT / "pyproject.toml")
    out, err, _ = api.run([str(path), "--config-file", config, "--cache-dir", str(tmp_path / "c")])
    assert not err
    found = re.findall(r"asked\.py:(\d+): error: (.*)", out)
    lines = FORM.splitlines()
    assert [lines[int(number) - 1].split(":")[0].strip() for number, _ in found] == [
        "wrong",
        "number",
        "open",
    ]
    assert '"Arm" has no attribute "is_infantri"' in found[0][1]
