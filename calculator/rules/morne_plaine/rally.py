"""The Rally phase: a unit regains morale near its leader, or at rest in command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from calculator.chance.interface import Chance
from calculator.conditions import where
from calculator.errors import Refusal
from calculator.forms import Form, Heading
from calculator.kinds import Whole
from calculator.rules.action import Action, Aftermath, Draws, Measure, Narration, Parties, Severity
from calculator.rules.modifiers import Stage, answers, in_force, unless
from calculator.rules.morne_plaine.terms import UnitType, asked_morale, elsewhere
from calculator.rules.morne_plaine.turn import asked_unit
from calculator.rules.phrases import counted

SOURCE: Final = "Rally phase"
FIELDS: Final = Heading("", SOURCE)


@attrs.frozen(kw_only=True)
class RallyForm(Form):
    """A unit that has lost morale, and what may give it heart."""

    unit: UnitType = asked_unit(
        help="Infantry, cavalry or artillery; leaders have no morale to regain.",
        source=SOURCE,
        group="",
    )
    morale: int = asked_morale(
        default=3,
        source=SOURCE,
        help="Current morale value (MV), below the one it began with; 0 if demoralised.",
    )
    starting_morale: int = FIELDS.entry(
        Whole(0, 9, "points"),
        "Morale at the start",
        default=4,
        help="The morale value that the unit began with: it regains no more than that.",
    )
    in_command: bool = FIELDS.yes_no(
        default=True,
        help="Within the command radius of its leader. In command, unmoved this turn and outside "
        "enemy zones of control it regains 1.",
    )
    moved: bool = FIELDS.yes_no(
        "Moved this turn",
        help="The unit has moved this turn, or retreated or advanced after combat.",
    )
    in_enemy_zone: bool = FIELDS.yes_no(
        "In an enemy zone", help="The unit stands in the zone of control of some enemy unit."
    )
    next_to_leader: bool = FIELDS.yes_no(
        "Next to its leader",
        help="Its leader stands in an adjacent hex, with no stream, river or double slope between: "
        "it regains 1.",
    )


@attrs.frozen
class MoraleRegained:
    """Points regained, and the morale value now."""

    regained: int
    morale: int

    @property
    def label(self) -> str:
        return f"regains {self.regained or 'nothing'}, morale {self.morale}"


TAKES_HEART: Final = Stage("rally", SOURCE, "unit")
ALONE: Final = TAKES_HEART.modifier(
    "demoralised, it takes heart from its leader alone",
    where("morale", 0) & in_force("rally.demoralised-by-leader-alone"),
    side="enemy",
)
AT_REST: Final = TAKES_HEART.modifier(
    "in command, unmoved, in no enemy zone",
    where("in_command") & ~(where("moved") | where("in_enemy_zone")) & unless(ALONE),
    value="rally.at-rest",
)
BY_LEADER: Final = TAKES_HEART.modifier(
    "next to its leader", where("next_to_leader"), value="rally.next-to-leader"
)


class Rally(Action[RallyForm, MoraleRegained]):
    """Morale that a unit regains in the rally phase, in command and at rest or by its leader."""

    key = "rally"
    source = SOURCE
    severity = Severity[MoraleRegained](lambda outcome: outcome.regained, "the unit that rallies")
    measures = (Measure("rallies", "morale is regained", lambda outcome: outcome.regained > 0),)
    modifiers = (*answers(RallyForm, "morale", "starting_morale"), AT_REST, BY_LEADER, ALONE)
    mnemonic = "y"

    def refusals(self) -> Iterator[Refusal]:
        """Who has no morale to regain."""
        if self.form.unit is UnitType.LEADER:
            yield Refusal("leaders have no morale value", "Leaders and the morale tests")
        elif self.form.morale >= self.form.starting_morale:
            yield elsewhere(f"its morale of {self.form.morale} is what it began with", SOURCE)

    def resolve(self, chance: Chance) -> MoraleRegained:
        """As many points as it has reasons for, up to what it began with."""
        now, most = self.form.morale, max(self.form.starting_morale, self.form.morale)
        morale = min(now + int(self.total(AT_REST, BY_LEADER)), most)
        return MoraleRegained(morale - now, morale)

    def after(self, drawn: MoraleRegained) -> Aftermath:
        """Its morale value."""
        return Aftermath(actor={"morale": str(drawn.morale)})

    def parties(self) -> Parties:
        return {"actor": (f"the {self.form.unit}",)}

    def narrate(self, drawn: MoraleRegained, draws: Draws) -> Narration:
        """What it regains, and why."""
        form, found = self.form, (one for one in self.factors() if not one.effect)
        how = tuple(f"{one.name.capitalize()}: {one.points}." for one in found)
        if not drawn.regained:
            nothing = "It must be next to its leader, or in command, unmoved and in no enemy zone."
            return Narration(f"The {form.unit} regains no morale.", (), how or (nothing,))
        controls = form.morale == 0 and form.unit is not UnitType.ARTILLERY
        again = ("It exerts a zone of control again.",) if controls else ()
        points = counted(drawn.regained, "morale point")
        steps = (f"Its morale value rises from {form.morale} to {drawn.morale}.", *again)
        return Narration(f"The {form.unit} regains {points}.", steps, how)
