"""What every field takes and holds if nothing is typed: scripts and records count on it.

``python -m tests.rules.asked_for`` writes `asked_for.json` anew after a change that was meant.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from calculator.forms import Form, fields_of
from calculator.rules.catalog import SHIPPED, find_system

KEPT: Final = Path(__file__).with_suffix(".json")


def asked_for() -> dict[str, dict[str, str]]:
    """By system and action, or the form of its order of battle: by field, default and limits."""
    asked: dict[str, dict[str, str]] = {}
    for system in map(find_system, SHIPPED):
        forms = {action.key: action.form for action in system.actions}
        for name in ("unit", "side", "terrain", "battle"):
            if form := getattr(system, name):
                forms[f"[{name}]"] = form
        asked |= {f"{system.key} {name}": _fields(form) for name, form in forms.items()}
    return asked


def _fields(form: type[Form]) -> dict[str, str]:
    blank = form()
    return {
        field.key: f"{field.kind.show(getattr(blank, field.attribute))}; {field.kind.allowed}"
        for field in fields_of(form)
    }


if __name__ == "__main__":
    KEPT.write_text(json.dumps(asked_for(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
