"""What one side says of another's units, and nobody has taken yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from calculator.answering import label_of
from calculator.roll.condition import AT
from calculator.roll.unit_fields import field_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calculator.roll import Roll, RollUnit
    from calculator.roll.condition import Proposal
    from calculator.rules.system import RuleSystem


class Proposed(NamedTuple):
    """What another side says of a unit: `values` as a correction has them, since which entry."""

    unit: RollUnit
    text: str
    values: Mapping[str, str]
    by: str
    entry: int

    @property
    def reason(self) -> str:
        """Why, as the correction that takes it is recorded."""
        return f"as {self.by} say (entry {self.entry})"


def proposed_to(roll: Roll, side: str) -> tuple[Proposed, ...]:
    """What others say of a side's units, by key or name; of an umpire, who has none, of all."""
    own = roll.side_key(side)
    units = (unit for unit in roll.units if unit.proposals and own in {"", unit.side})
    return tuple(proposed_of(roll, unit) for unit in units)


def proposed_of(roll: Roll, unit: RollUnit) -> Proposed:
    """What others say of a unit that has proposals."""
    system = roll.scenario.system
    by = f"the {roll.scenario.side(unit.proposals[-1].by).called}"
    words = ", ".join(_in_words(system, one) for one in unit.proposals)
    text = f"{by} say: {unit.name}, {words}"
    values = {one.key: one.text for one in unit.proposals}
    return Proposed(unit, text, values, by, unit.proposals[-1].entry)


def _in_words(system: RuleSystem, proposal: Proposal) -> str:
    if proposal.key == AT:
        return f"stands at {proposal.text}" if proposal.text else "stands in the open"
    kind = field_for(system, proposal.key).kind
    return f"{proposal.key.replace('-', ' ')} {label_of(kind, proposal.text)}"
