"""A unit as it stands, as every front end shows it: what matters most, in a sign and in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from calculator.roll import RollUnit, how_it_stands, how_shaken, what_it_is
from calculator.rules.system import RuleSystem

SIGNS: Final = {"gone": "✗", "due": "◌", "demoralized": "!", "disordered": "!", "": "·"}
"""One sign for each look, where there is room for no more."""

_SHAKEN: Final = ("", "disordered", "demoralized")


class UnitView(NamedTuple):
    """What a unit is, what has become of it, and what of that matters most.

    `look` is "gone", "due" before it has come, "demoralized", "disordered", or nothing for one in
    good order; `is_spent` says that it has acted and may do no more.
    """

    what: str
    marks: tuple[str, ...]
    look: str
    acted: bool
    is_spent: bool

    @property
    def sign(self) -> str:
        """What it can do, in a sign."""
        return "✓" if self.acted and self.look not in {"gone", "due"} else SIGNS[self.look]

    @property
    def words(self) -> str:
        """What has become of it, and then what it is: the first is read where room is short."""
        return ", ".join((*self.marks, self.what))


def unit_view(system: RuleSystem, unit: RollUnit) -> UnitView:
    """The view of a unit on the roll."""
    if unit.gone:
        look = "gone"
    elif not unit.arrived:
        look = "due"
    else:
        look = _SHAKEN[min(how_shaken(system, unit), 2)]
    return UnitView(
        what_it_is(system, unit),
        tuple(how_it_stands(system, unit)),
        look,
        unit.acted,
        unit.acted and not unit.may,
    )
