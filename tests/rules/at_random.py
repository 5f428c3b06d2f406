"""Every action of every shipped system, asked in many ways."""

from __future__ import annotations

import random

import pytest

from calculator.rules.action import AnyAction
from calculator.rules.catalog import SHIPPED, find_system
from calculator.rules.system import RuleSystem
from calculator.testing import Asking

WRITTEN = {
    "leader": ("Perponcher", "Picton"),
    "also-charging": ("none", "austrian-line attack-column solid 5"),
    "also-charged": ("none", "austrian-line line shaken 5"),
    "also-beyond": ("none", "austrian-line line shaken by=2"),
    "also-attacking": ("none", "11 officer"),
    "obstructions": ("none", "woods at 4 to 6 level 0"),
    "deck": ("all", "charge 2, rout 1"),
    "tiles": ("all", "hills 2, woods 3"),
    "line": ("nothing", "clear", "woods", "woods/clear"),
    "wanted": ("charge", "charge, rout"),
}
"""Answers to the fields that take a text."""
PATHS = {
    "there-stand-empires": ("open 2", "open 2, woods 2"),
    "gods-of-war": ("open", "open, turn, hills"),
    "morne-plaine": ("clear", "road, clear", "woods"),
    "cannonade": ("clear", "clear, covered"),
}
"""Ways to march: each system has its own words for them."""

SLOW = {"exchange"}
"""Actions whose every answer takes long to try: left to the heavy tests."""

QUESTIONS = [
    pytest.param(
        find_system(key),
        action,
        id=f"{key} {action.key}",
        marks=[pytest.mark.heavy] if action.key in SLOW else [],
    )
    for key in SHIPPED
    for action in find_system(key).actions
]


def asking(system: RuleSystem, action: AnyAction, seed: int = 1805) -> Asking:
    """An action asked about in many ways, the same ones for the same seed."""
    written = WRITTEN | ({"path": PATHS[system.key]} if system.key in PATHS else {})
    return Asking(system, action, random.Random(seed), written)
