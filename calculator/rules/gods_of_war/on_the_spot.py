"""What a unit does where it stands: it pivots, or infantry changes formation."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from calculator.chance.interface import Chance
from calculator.errors import Refusal
from calculator.forms import Form, choice
from calculator.rules.action import Action, Aftermath, Draws, Narration, Parties, Severity
from calculator.rules.gods_of_war import fields, in_play
from calculator.rules.gods_of_war.fields import second_action_refusals
from calculator.rules.gods_of_war.terms import Bearing, Formation, Unit
from calculator.rules.modifiers import answers

SOURCE = "Actions"


@attrs.frozen(kw_only=True)
class PivotForm(Form):
    """What turns."""

    unit: Unit = fields.asked_unit(group="")
    acted_before: bool = fields.asked_acted_before(group="")


@attrs.frozen
class Pivoted:
    """Steps of 60 degrees that a unit may turn to either side; three are any way at all."""

    steps: int

    @property
    def label(self) -> str:
        return "turns one step" if self.steps == 1 else "turns any way"


class Pivot(Action[PivotForm, Pivoted]):
    "Turn a unit on the spot: to any side, but artillery only by one step of 60 degrees."

    key = "pivot"
    source = SOURCE
    severity = Severity[Pivoted](lambda outcome: outcome.steps, "the unit that turns")
    modifiers = tuple(answers(PivotForm, "unit"))
    mnemonic = "v"

    def refusals(self) -> Iterator[Refusal]:
        return second_action_refusals(self.form.acted_before, excused=False)

    def resolve(self, chance: Chance) -> Pivoted:
        return Pivoted(1 if self.form.unit.is_artillery else Bearing.BEHIND.steps)

    def after(self, drawn: Pivoted) -> Aftermath:
        return Aftermath(side=in_play.ACTED, may=in_play.UNIT_ACTIONS)

    def parties(self) -> Parties:
        return {"actor": ("the unit",)}

    def narrate(self, drawn: Pivoted, draws: Draws) -> Narration:
        return Narration(
            f"The unit {drawn.label}.",
            ("Turn it in its hex, without moving it.",),
            ("A pivot costs an action; nothing is drawn.",),
        )


@attrs.frozen(kw_only=True)
class ChangeForm(Form):
    """Which infantry changes to which formation."""

    unit: Unit = fields.asked_unit(group="")
    formation: Formation = fields.asked_formation(group="", matters=fields.INFANTRY)
    into: Formation = choice(
        Formation,
        default=Formation.LINE,
        source="Formations",
        help="The formation that it takes up.",
    )
    acted_before: bool = fields.asked_acted_before(group="")
    regroup: bool = fields.asked_card(
        "Regroup", help="The card: the change costs no action.", group=""
    )


@attrs.frozen
class Changed:
    """The formation that the infantry has taken up."""

    formation: Formation

    @property
    def label(self) -> str:
        return f"in {self.formation}"


class ChangeFormation(Action[ChangeForm, Changed]):
    "Infantry takes up another formation: column, line or square."

    key = "change-formation"
    source = f"{SOURCE}; Formations"
    severity = Severity[Changed](lambda outcome: outcome.formation.rank)
    modifiers = tuple(answers(ChangeForm, "into"))
    mnemonic = "n"

    def refusals(self) -> Iterator[Refusal]:
        form = self.form
        if not form.unit.is_infantry:
            yield Refusal("only infantry has formations", "Formations")
        elif form.formation is form.into:
            yield Refusal(f"it stands in {form.into} already", "Formations")
        yield from second_action_refusals(form.acted_before, excused=form.regroup)

    def resolve(self, chance: Chance) -> Changed:
        return Changed(self.form.into)

    def after(self, drawn: Changed) -> Aftermath:
        changed = {"formation": drawn.formation.value}
        return Aftermath(actor=changed, side=in_play.ACTED, may=in_play.UNIT_ACTIONS)

    def parties(self) -> Parties:
        return {"actor": ("the infantry",)}

    def narrate(self, drawn: Changed, draws: Draws) -> Narration:
        costs = "no action: Regroup is spent" if self.form.regroup else "an action"
        return Narration(
            f"The infantry is {drawn.label} now.",
            ("Rearrange its figures in their hex.",),
            (f"The change costs {costs}; nothing is drawn.",),
        )
