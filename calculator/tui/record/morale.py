"""The morale of armies before the umpire: how each stands, and whether the rules call for a check.

The count is the roll's where the battle has an order of battle, else the umpire's own tally.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import attrs

from calculator.desk.chronicle import Chronicle
from calculator.desk.tallies import ArmyTally
from calculator.errors import CalculatorError, Fault, FaultsError
from calculator.roll import army_of
from calculator.rules.question import Question
from calculator.rules.system import RuleSystem
from calculator.tui.record.asking import Answers, Request
from calculator.tui.screens.ask import Blank
from calculator.umpire import Umpire


class DueCheck(NamedTuple):
    """An army with the question of its morale, and why the rules refuse to check it, if so."""

    army: ArmyTally
    question: Question
    refusal: str

    @property
    def line(self) -> str:
        """How it stands, and what the rules say of that."""
        tally = str(self.army).partition(" - ")[0]
        source = self.question.action.source
        return f"{tally}: {self.refusal or 'to be checked now'} [{source}]"


def standings(umpire: Umpire, chronicle: Chronicle) -> list[DueCheck]:
    """Every army of the battle that is counted. Raises `CalculatorError`."""
    roll = umpire.roll()
    if roll is None:
        return [_by_tally(umpire, chronicle, army) for army in chronicle.armies]
    system = roll.scenario.system
    if system.army_morale is None:
        return []
    found = []
    for side in roll.scenario.sides:
        army = army_of(roll, side.key)
        shown = ArmyTally(army.name, army.count)
        broke = next((check.number for check in roll.checks_of(side.key) if check.broke), 0)
        found.append(_standing(system, shown, army.answers, broke))
    return found


def _by_tally(umpire: Umpire, chronicle: Chronicle, army: ArmyTally) -> DueCheck:
    """An army as the umpire counted it, with the checks of it that are on record."""
    system = chronicle.system
    if system.army_morale is None:
        raise CalculatorError(f"{system.title} has no check of an army's morale")
    morale, broke, last = system.army_morale, 0, 0
    count = army.count
    for item in chronicle.rulings(morale.action, army.side):
        check = umpire.entry(item.number)
        question = Question.read(system.key, morale.action, check.body["form"])
        rows = question.odds().rows()
        override = chronicle.amendment(item.number).override
        label = override.body["ruled"] if override else check.body["label"]
        outcome = next((row.outcome for row in rows if row.outcome.label == label), None)
        action = question.action
        if outcome is None or action.measure(morale.not_due).holds(outcome):
            continue
        broke = item.number if action.measure(morale.breaks).holds(outcome) else broke
        last = sum(int(check.body["form"][key]) for key in ("broken", "demoralized"))
        now = item.turn == chronicle.turn
        count = attrs.evolve(
            count, checked=now, passed_before=count.passed_before or not now, struck=False
        )
    if last:
        count = attrs.evolve(count, struck=army.lost > last)
    return _standing(system, army, morale.answers(count), broke)


def _standing(
    system: RuleSystem, army: ArmyTally, answers: Mapping[str, str], broke: int
) -> DueCheck:
    assert system.army_morale
    question = Question.read(system.key, system.army_morale.action, answers)
    refusal = f"it broke already (#{broke})" if broke else ""
    if not refusal and question.odds().measure(system.army_morale.not_due):
        refusal = question.odds().rows()[0].outcome.label
    return DueCheck(attrs.evolve(army, due=not refusal), question, refusal)


def request(umpire: Umpire, found: list[DueCheck]) -> Request:
    """Which army is to be checked: nothing is drawn before Enter.

    Raises `FaultsError` where no army is counted.
    """
    if not found:
        raise FaultsError([Fault("army", "none is counted yet: a takes a tally")])
    first = next((one for one in found if one.army.due), found[0])

    def chosen(answers: Answers) -> DueCheck:
        return _named(found, answers["side"])

    def rule(answers: Answers) -> str:
        standing = chosen(answers)
        ruling = umpire.adjudicate(standing.question, side=standing.army.side)
        return f"{standing.army.side}: {ruling.result.narration.headline} {ruling.warning}".strip()

    lines = "\n".join(one.line for one in found)
    return Request(
        "Check the morale of an army",
        (Blank("side", f"{lines}\n\nWhich army?", first.army.side),),
        rule,
        chosen,
        "check",
    )


def _named(found: list[DueCheck], text: str) -> DueCheck:
    """The army of that name, to be checked now. Raises `FaultsError`."""
    typed = text.strip().casefold()
    alike = [one for one in found if typed and one.army.side.casefold().startswith(typed)]
    if len(alike) != 1:
        names = ", ".join(one.army.side for one in found)
        raise FaultsError([Fault("army", f"{text!r} is none of them", names)])
    if refusal := alike[0].refusal:
        source = alike[0].question.action.source
        raise FaultsError([Fault(alike[0].army.side, f"{refusal} [{source}]")])
    return alike[0]
