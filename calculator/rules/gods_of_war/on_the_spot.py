"""What a unit does where it stands: it pivots, infantry changes formation, figures come back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from calculator import conditions, errors, forms, kinds
from calculator.chance.interface import Chance
from calculator.rules import action
from calculator.rules.action import Action, Aftermath, Draws, Narration, Severity
from calculator.rules.gods_of_war import terms
from calculator.rules.gods_of_war.attack import own_strength, strength_of
from calculator.rules.gods_of_war.terms import Bearing, Card, Formation, Unit
from calculator.rules.modifiers import answers
from calculator.rules.phrases import counted

SOURCE: Final = "Actions"


class PivotForm(forms.Form):
    """What turns."""

    unit: Unit = terms.asked_unit(group="")
    acted_before: bool = terms.asked_acted_before(group="")


class Pivoted(action.Outcome):
    """Steps of 60 degrees that a unit may turn to either side; three are any way at all."""

    steps: int

    @property
    def label(self) -> str:
        return "turns one step" if self.steps == 1 else "turns any way"


class Pivot(Action[PivotForm, Pivoted]):
    "Turn a unit on the spot: to any side, but artillery only by one step of 60 degrees."

    key = "pivot"
    source = SOURCE
    severity = Severity[Pivoted](lambda o: o.steps, "the unit that turns")
    modifiers = tuple(answers(PivotForm, "unit"))
    speaks_of = {"actor": ("the unit",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        return terms.second_action_refusals(self.form.acted_before, excused=False)

    def resolve(self, chance: Chance) -> Pivoted:
        return Pivoted(1 if self.form.unit.is_artillery else Bearing.BEHIND.rank)

    def after(self, drawn: Pivoted) -> Aftermath:
        return Aftermath(side=terms.ACTED, may=terms.UNIT_ACTIONS)

    def narrate(self, drawn: Pivoted, draws: Draws) -> Narration:
        how = ("A pivot costs an action; nothing is drawn.",)
        turn = "Turn it in its hex, without moving it."
        return Narration(f"The unit {drawn.label}.", (turn,), how)


class ChangeForm(forms.Form):
    """Which infantry changes to which formation."""

    unit: Unit = terms.asked_unit(group="")
    formation: Formation = terms.asked_formation(group="", matters=terms.INFANTRY)
    into: Formation = forms.choice(Formation, default=Formation.LINE, source="Formations")
    """The formation that it takes up."""
    acted_before: bool = terms.asked_acted_before(group="")
    regroup: bool = terms.asked_card(Card.REGROUP, group="")


class Changed(action.Outcome):
    """The formation that the infantry has taken up."""

    formation: Formation

    @property
    def label(self) -> str:
        return f"in {self.formation}"


class ChangeFormation(Action[ChangeForm, Changed]):
    "Infantry takes up another formation: column, line or square."

    key = "change-formation"
    source = f"{SOURCE}; Formations"
    severity = Severity[Changed](lambda o: o.formation.rank)
    modifiers = tuple(answers(ChangeForm, "into"))
    speaks_of = {"actor": ("the infantry",)}

    def refusals(self) -> Iterator[errors.Refusal]:
        form = self.form
        if form.unit is not Unit.INFANTRY:
            yield errors.Refusal("only infantry has formations", "Formations")
        elif form.formation is form.into:
            yield errors.Refusal(f"it stands in {form.into} already", "Formations")
        yield from terms.second_action_refusals(form.acted_before, excused=form.regroup)

    def resolve(self, chance: Chance) -> Changed:
        return Changed(self.form.into)

    def after(self, drawn: Changed) -> Aftermath:
        changed = {"formation": drawn.formation.value}
        return Aftermath(actor=changed, side=terms.ACTED, may=terms.UNIT_ACTIONS)

    def narrate(self, drawn: Changed, draws: Draws) -> Narration:
        costs = "no action: Regroup is spent" if self.form.regroup else "an action"
        return Narration(
            f"The infantry is {drawn.label} now.",
            ("Rearrange its figures in their hex.",),
            (f"The change costs {costs}; nothing is drawn.",),
        )


REPAIR: Final = "Actions, repair"
CARD: Final = "Bonus cards"


class RepairForm(forms.Form):
    """A damaged unit, and what is spent on it."""

    unit: Unit = terms.asked_unit(group="")
    strength: int | None = terms.asked_strength(group="", default=1)
    repairs: int = forms.entry(
        kinds.Whole(0, 7, "actions"), "Repair actions", default=1, source=REPAIR
    )
    """Repair Unit actions spent on it, a figure each."""
    rally: bool = terms.asked_card(Card.RALLY, group="")
    supply_run: bool = terms.asked_card(Card.SUPPLY_RUN, group="")
    other: Unit | None = forms.entry(
        kinds.Optional(kinds.Choice(Unit), "unnamed"),
        "Supplied too",
        source=CARD,
        matters=conditions.where("supply_run"),
    )
    """The type of the other unit that gets a figure."""
    other_strength: int | None = terms.asked_figures(
        "Its figures",
        default=1,
        source=CARD,
        matters=conditions.where("supply_run") & ~conditions.where("other", None),
    )
    """Figures that the other unit has left."""


class Repaired(action.Outcome):
    """Figures restored, and the unit's strength now."""

    restored: int
    strength: int

    @property
    def label(self) -> str:
        return f"{counted(self.restored, 'figure')} restored, strength {self.strength}"


RALLY: Final = terms.played(Card.RALLY, "figures")
SUPPLY_RUN: Final = terms.played(Card.SUPPLY_RUN, "figures")


class Repair(Action[RepairForm, Repaired]):
    "How many figures a damaged or broken unit has after repairs and cards."

    key = "repair"
    source = REPAIR
    severity = Severity[Repaired](lambda o: o.strength, "the unit repaired")
    modifiers = (
        *answers(RepairForm, "unit", "strength", "repairs", "other", "other_strength"),
        RALLY,
        SUPPLY_RUN,
    )
    speaks_of = {"actor": ("the unit",), "friend": ("the {form.other}",)}

    @cached_property
    def _now(self) -> int:
        return own_strength(self.form, self.tables)

    @cached_property
    def _full(self) -> int:
        return strength_of(self.form.unit, self.tables)

    def refusals(self) -> Iterator[errors.Refusal]:
        if self._now >= self._full:
            who = f"{self.form.unit} at full strength, {self._full}"
            yield errors.Refusal(f"{who}, has nothing to repair", REPAIR)

    def spent(self) -> Iterator[tuple[str, int]]:
        """The actions and cards spent on the unit, and the figures that each restores."""
        repairs, points = self.form.repairs, self.tables.points
        if repairs:
            yield counted(repairs, "Repair Unit action"), repairs * points("repair.action")
        if self.holds(RALLY):
            yield "Rally!", points("repair.rally")
        if self.holds(SUPPLY_RUN):
            yield "Supply Run", points("repair.supply-run")

    @property
    def _gained(self) -> int:
        return sum(number for _, number in self.spent())

    def resolve(self, chance: Chance) -> Repaired:
        strength = min(self._now + self._gained, self._full)
        return Repaired(strength - self._now, strength)

    def after(self, drawn: Repaired) -> Aftermath:
        """The unit's figures, and the cards spent on it. Cards alone are no action."""
        return Aftermath(
            actor={"strength": str(drawn.strength)},
            side=(terms.ACTED if self.form.repairs else {}) | terms.spent_with(self.form),
            may=terms.UNIT_ACTIONS,
            others=tuple(
                action.Consequence("other", f"the {unit}", {"strength": str(strength)})
                for unit, strength in self._supplied()
            ),
        )

    def _supplied(self) -> Iterator[tuple[Unit, int]]:
        """The other unit that Supply Run serves, and its figures then."""
        other, tables = self.form.other, self.tables
        if other and self.holds(SUPPLY_RUN):
            now = strength_of(other, tables, self.form.other_strength)
            yield other, min(now + tables.points("repair.supply-run"), strength_of(other, tables))

    def narrate(self, drawn: Repaired, draws: Draws) -> Narration:
        how = [f"{what}: {counted(number, 'figure')}." for what, number in self.spent()]
        spare = self._gained - drawn.restored
        if drawn.restored and spare:
            how.append(f"{counted(spare, 'figure')} more than it can have.")
        return Narration(f"{drawn.label.capitalize()}.", self._on_table(drawn), how)

    def _on_table(self, outcome: Repaired) -> Iterator[str]:
        if outcome.restored:
            figures = counted(outcome.restored, "figure")
            yield f"Put {figures} of the unit back: strength {outcome.strength}."
            if self.form.strength == 0:
                yield "Take its broken mark away."
        for unit, strength in self._supplied():
            yield f"Put a figure back on the {unit} too: strength {strength}."
        yield from terms.spent_lines(self.form, self.after(outcome).side)
