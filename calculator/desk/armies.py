"""How much of each army is left, as every front end shows it, and whether its morale is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from calculator.roll import Army, Roll, army_of
from calculator.rules.question import Question

if TYPE_CHECKING:
    from calculator.rules.system import RuleSystem


class ArmyStrength(NamedTuple):
    """An army by the key and the name of its side: how many of its units are gone or demoralized,
    in words and in figures alone, and whether its morale is to be checked now."""

    key: str
    name: str
    words: str
    figures: str
    due: bool

    @classmethod
    def of(cls, system: RuleSystem, army: Army) -> ArmyStrength:
        """The strength of an army of the roll."""
        count = army.count
        words, figures = f"{count.removed} of {count.units} gone", f"{count.removed}"
        if system.army_morale:
            words += f", {count.demoralized} demoralized"
            figures += f"+{count.demoralized}"
        lost = 100 * (count.removed + count.demoralized) / max(count.units, 1)
        return cls(
            army.side, army.name, words, f"{figures} of {count.units} ({lost:.0f}%)", army.due
        )

    def line(self, *, brief: bool = False) -> str:
        """The army with how it stands: "French: 5 of 10 gone, 1 demoralized - check!"."""
        mark = " - check!" if self.due else ""
        return f"{self.name}: {self.figures if brief else self.words}{mark}"


def strengths(roll: Roll) -> tuple[ArmyStrength, ...]:
    """How much of each army is left."""
    system, sides = roll.scenario.system, roll.scenario.sides
    return tuple(ArmyStrength.of(system, army_of(roll, side.key)) for side in sides)


def morale_question(roll: Roll, side: str) -> Question:
    """The check of an army's morale, of a system that has one, with the roll's count."""
    system = roll.scenario.system
    assert system.army_morale
    return Question.read(system.key, system.army_morale.action, army_of(roll, side).answers)


def why_not_due(roll: Roll, side: str) -> str:
    """Why the rules do not have an army's morale checked now; nothing where they do."""
    if broke := next((check.number for check in roll.checks_of(side) if check.broke), 0):
        return f"it has broken already (#{broke})"
    question, morale = morale_question(roll, side), roll.scenario.system.army_morale
    assert morale
    odds = question.odds()
    return odds.rows()[0].outcome.label if odds.measure(morale.not_due) else ""
