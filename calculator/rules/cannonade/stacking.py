"""Stacking: what a hex may contain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.forms import Form, choice, entry
from calculator.kinds import Whole
from calculator.rules.action import Action, Draws, Narration, Place, Severity
from calculator.rules.cannonade import terms
from calculator.rules.cannonade.terms import Holds, Terrain, crowding_refusals
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted
from calculator.rules.tables import Tables

SOURCE: Final = "Stacking"


_small_count: Final = partial(entry, Whole(0, 6), source=SOURCE)


@attrs.frozen(kw_only=True)
class StackingForm(Form):
    """What is to stand in one hex; prisoners and routing men are not limited."""

    men: int = entry(
        terms.ANY_MEN,
        default=20,
        source=SOURCE,
        help="Formed infantry and cavalry: up to 20, or 10 with a cannon or baggage. Routing men "
        "and prisoners do not count.",
    )
    cannon: int = _small_count(help="Cannon in the hex: one.")
    baggage: int = _small_count(help="Baggage units in the hex: one, and then no cannon.")
    officers: int = _small_count(help="Any number; one of them commands the formation.")
    terrain: Terrain = choice(
        Terrain, source="Terrain types", help="Units may not enter impassable terrain."
    )


@attrs.frozen
class Stacked:
    """What is wrong with the stack; nothing if it may stand."""

    faults: tuple[str, ...]

    @property
    def label(self) -> str:
        return "; ".join(self.faults) or "may stand there"


def limits_broken(form: StackingForm, tables: Tables) -> Iterator[str]:
    """Each limit that the stack breaks."""
    if form.terrain is Terrain.IMPASSABLE:
        yield "units may not enter impassable terrain"
    if form.cannon + form.baggage > 1:
        yield "a hex may contain one cannon or one baggage unit"
    holds = Holds.CANNON if form.cannon else Holds.BAGGAGE if form.baggage else Holds.NOTHING
    yield from (refusal.reason for refusal in crowding_refusals(form.men, holds, tables))


class Stacking(Action[StackingForm, Stacked]):
    """Whether men, cannon, baggage and officers may stand in one hex."""

    key = "stacking"
    source = SOURCE
    severity = Severity[Stacked](lambda o: -len(o.faults), "the side that stacks")
    modifiers = tuple(answers(StackingForm, "men", "cannon", "baggage", "terrain"))
    place = Place.AID
    mnemonic = "s"

    def resolve(self, chance: Chance) -> Stacked:
        """The limits, looked up."""
        return Stacked(tuple(limits_broken(self.form, self.tables)))

    def narrate(self, drawn: Stacked, draws: Draws) -> Narration:
        """Whether the stack may stand, and each limit that it breaks."""
        commanders = self.tables.points("hex.officers")
        steps = tuple(f"{fault.capitalize()}." for fault in drawn.faults)
        if self.form.officers > commanders:
            steps += (f"Only {counted(commanders, 'officer')} commands the formation.",)
        verdict = "cannot" if drawn.faults else "may"
        alone, beside = self.tables.points("hex.men"), self.tables.points("hex.men-beside")
        limit = f"A hex may contain {alone} men, or 1 cannon or baggage and {beside} men."
        others = "It may contain any number of officers, routing men and prisoners."
        return Narration(f"These {verdict} share a hex.", steps, (limit, others))
