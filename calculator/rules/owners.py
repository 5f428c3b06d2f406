"""Whose the fields of an action's form are: the acting side's, the other side's, or neither's.

A form groups its fields under headings. A group belongs to a side if a unit of that side, in a role
("actor", "target"), fills in any of its fields; ground, distance and the like belong to neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from calculator.forms import Form, fields_of
from calculator.rules.system import RuleSystem


class Owner(Enum):
    """Whose it is to change an answer; the value says so to the acting side."""

    MINE = "yours"
    THEIRS = "theirs"
    GROUND = "the ground and the rest"


def owners_of(system: RuleSystem, form: type[Form]) -> Mapping[str, Owner]:
    """The owner of each field of a form, by key."""
    fields = fields_of(form)
    groups = {field.group: Owner.GROUND for field in fields}
    for role, owner in (("target", Owner.THEIRS), ("actor", Owner.MINE)):
        filled = system.filled_fields(role)
        groups |= {field.group: owner for field in fields if field.key in filled}
    return {field.key: groups[field.group] for field in fields}
