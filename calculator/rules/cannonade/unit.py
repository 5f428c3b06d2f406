"""A formation as an order of battle lists it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from calculator.errors import Fault
from calculator.forms import Form, choice, whole, yes_no
from calculator.kinds import Word
from calculator.rules.cannonade.terms import Holds


class Arm(Word):
    """Men on foot or on horse."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"


@attrs.frozen(kw_only=True)
class Formation(Form):
    """The contents of one hex at the start: men of one arm, and what stands with them."""

    arm: Arm = choice(
        Arm,
        "Arm",
        default=Arm.INFANTRY,
        source="Units",
        help="Infantry, 1 point a man, or cavalry, 1 1/2.",
    )
    men: int = whole(
        1,
        20,
        "Men",
        default=20,
        unit="men",
        source="Stacking",
        help="Up to 20, or 10 with a cannon or baggage.",
    )
    officer: bool = yes_no(
        "Officer", source="Officers", help="An officer commands the formation, 3 points."
    )
    holds: Holds = choice(
        Holds,
        "With",
        default=Holds.NOTHING,
        source="Stacking",
        help="A cannon, 10 points, or a baggage unit, 2 points, in the same hex.",
    )
    flag: bool = yes_no("Flag", source="Units", help="The formation carries a flag.")

    def faults(self) -> Iterator[Fault]:
        """A hex with a cannon or baggage holds 10 men."""
        if self.holds is not Holds.NOTHING and self.men > 10:
            yield Fault("men", f"{self.men} are too many beside {self.holds}", "1 to 10")


_AS_ACTOR: Final = {"men": "men", "officer": "officer", "holds": "holds", "flag": "flag"}

ROLES: Final[Mapping[str, Mapping[str, str]]] = {
    "actor": _AS_ACTOR,
    "target": {key: f"target-{field}" for key, field in _AS_ACTOR.items()},
}
