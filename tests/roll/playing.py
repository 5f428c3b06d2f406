"""A battle played on from its roll, action after action."""

from __future__ import annotations

from collections.abc import Mapping

from calculator.forms import texts
from calculator.roll import OrderOfBattle, Roll, fill, objections
from calculator.rules.question import Question
from calculator.umpire import Umpire


class Played:
    """A battle played on from its roll, action after action."""

    def __init__(self, umpire: Umpire, scenario: str) -> None:
        self.umpire = umpire
        umpire.bind(OrderOfBattle.of_file(scenario))

    @classmethod
    def of(cls, umpire: Umpire) -> Played:
        """A battle that is bound already."""
        played = cls.__new__(cls)
        played.umpire = umpire
        return played

    @property
    def roll(self) -> Roll:
        roll = self.umpire.roll()
        assert roll
        return roll

    def question(
        self, action: str, units: Mapping[str, str], side: str = "", **answers: object
    ) -> Question:
        roll = self.roll
        system = roll.scenario.system
        named = {role: roll.unit(name) for role, name in units.items()}
        filled = fill(roll, system.action(action), named, side).answers
        typed = {key.replace("_", "-"): value for key, value in answers.items()}
        return Question.read(system.key, action, {**filled, **typed}, roll.scenario.tables)

    def play(
        self,
        action: str,
        units: Mapping[str, str],
        side: str = "",
        seed: str = "1815",
        despite: str = "",
        **answers: object,
    ) -> Question:
        """The question that was put; raises what the umpire raises."""
        question = self.question(action, units, side, **answers)
        named = {role: self.roll.unit(name) for role, name in units.items()}
        said = [key.replace("_", "-") for key in answers]
        ruled = self.umpire.adjudicate(
            question, seed, units=named, side=side, despite=despite, said=said
        )
        assert ruled.entry
        return question

    def held(
        self, action: str, units: Mapping[str, str], side: str = "", **answers: object
    ) -> list[str]:
        """Why a question may not be put now; nothing where it may."""
        question = self.question(action, units, side, **answers)
        named = {role: self.roll.unit(name) for role, name in units.items()}
        found = objections(self.roll, question.action, named, side, texts(question.form))
        return [str(one) for one in found if one.refused]

    def may(self, name: str) -> list[str]:
        """What a unit may still do, in words."""
        return [one.words or one.action for one in self.roll.unit(name).may]
