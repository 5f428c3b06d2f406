"""What every action asks: scripts, screens and records count on it.

Of every field what it takes and what it holds if nothing is typed; and of every single answer that
differs from that, which fields it calls up and which it makes idle. ``python -m
tests.rules.asked_for`` writes `asked_for.json` anew after a change that was meant.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from calculator.errors import FaultsError
from calculator.forms import Form, fields_of, mattering, parse_form
from calculator.kinds import Kind, Optional, Whole
from calculator.rules.catalog import SHIPPED, find_system

KEPT: Final = Path(__file__).with_suffix(".json")


def forms() -> dict[str, type[Form]]:
    """The form of every action, and those of orders of battle, by system and name."""
    found: dict[str, type[Form]] = {}
    for system in map(find_system, SHIPPED):
        found |= {f"{system.key} {action.key}": action.asks for action in system.actions}
        for name in ("unit", "side", "terrain", "battle"):
            if form := getattr(system, name):
                found[f"{system.key} [{name}]"] = form
    return found


def asked_for(form: type[Form]) -> dict[str, str]:
    """By field: what it holds if nothing is typed, and what it takes."""
    blank = form()
    return {
        field.key: f"{field.kind.show(getattr(blank, field.attribute))}; {field.kind.allowed}"
        for field in fields_of(form)
    }


def called_up(form: type[Form]) -> dict[str, str]:
    """By answer, others being as they are: the fields that it calls up (+) and makes idle (-)."""
    usual = {field.key for field in mattering(form())}
    changes = {}
    for field in fields_of(form):
        for text in _answers(field.kind):
            try:
                asked = {one.key for one in mattering(parse_form(form, {field.key: text}))}
            except FaultsError:
                continue
            if asked != usual:
                signed = sorted(f"{'+-'[key in usual]}{key}" for key in asked ^ usual)
                changes[f"{field.key}={text}"] = " ".join(signed)
    return changes


def _answers(kind: Kind[Any]) -> Iterator[str]:
    if isinstance(kind, Optional):
        yield kind.show(None)
        kind = kind.kind
    yield from kind.choices
    if isinstance(kind, Whole):
        yield from map(str, sorted({kind.low, kind.low + 1, kind.high - 1, kind.high}))


if __name__ == "__main__":
    asked = {name: [asked_for(form), called_up(form)] for name, form in forms().items()}
    KEPT.write_text(json.dumps(asked, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
