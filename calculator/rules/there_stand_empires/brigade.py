"""A unit as an order of battle has it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from calculator.errors import Fault
from calculator.forms import Form, choice
from calculator.rules.there_stand_empires import actor_fields
from calculator.rules.there_stand_empires.forms import bases_faults
from calculator.rules.there_stand_empires.words import Arm, Quality


@attrs.frozen(kw_only=True)
class BrigadeForm(Form):
    """One unit of an order of battle."""

    arm: Arm = choice(Arm, "Arm", default=Arm.INFANTRY, help="The type of the unit.", source="II")
    quality: Quality = actor_fields.quality()
    bases: int = actor_fields.bases()
    starting_bases: int | None = actor_fields.starting_bases()

    @property
    def actor(self) -> Arm:
        """The arm, by the name that the shared fields know it by."""
        return self.arm

    def faults(self) -> Iterator[Fault]:
        yield from bases_faults("", self.bases, self.starting_bases)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "starting_bases", self.starting_bases or self.bases)
