"""What a file says of a side and of the battle holds in duels, combined attacks and forecasts."""

from __future__ import annotations

import attrs
import pytest

from calculator.errors import ForbiddenError
from calculator.rules.there_stand_empires.orders_of_battle import BattleForm, SideForm
from calculator.scenarios import Scenario, Unit, load
from calculator.tuning.acting import Acting, Clause, condition, read_policy
from calculator.tuning.battle import Battlefield
from calculator.tuning.duel import combine, fight
from calculator.tuning.matchups import odds_of, read_situation


def maida(**said: bool) -> Scenario:
    """Maida, its first side trained otherwise than the file has it."""
    scenario = load("maida")
    french, *others = scenario.sides
    assert isinstance(french.form, SideForm)
    form = french.form.but(**said)
    return attrs.evolve(scenario, sides=(attrs.evolve(french, form=form), *others))


def pair(scenario: Scenario) -> tuple[Unit, Unit]:
    return scenario.find("1st Light"), scenario.find("Cole's brigade")


def combined(scenario: Scenario, clause: Clause) -> float:
    actor, target = (condition(scenario, unit) for unit in pair(scenario))
    (attack,) = combine(Acting.of(scenario), [actor], target, clause, "carries")
    return float(attack.succeeds)


def test_columns_that_may_not_assault_do_not() -> None:
    scenario = maida(columns_may_assault=False, linear_tactics=False)
    with pytest.raises(ForbiddenError, match="attack 1"):
        combined(scenario, Clause("assault", ()))
    first, second = (condition(scenario, unit) for unit in pair(scenario))
    assaulting, holding = (read_policy(text, scenario.system) for text in ("assault", "hold"))
    course = fight(Acting.of(scenario), first, second, assaulting, holding, turns=6)
    assert course.surviving("second") == [1] * 6
    field = Battlefield(scenario)
    french, british = (army.units[0].begins.condition for army in field.armies)
    assert odds_of(field.acting.setting(Clause("assault", ()), french, british)) is None
    assert odds_of(field.acting.setting(Clause("assault", ()), british, french)) is not None


def test_lines_trained_to_it_assault_as_the_map_says() -> None:
    scenario = maida(linear_tactics=True)
    answers = {"formation": "deployed", "target-formation": "deployed"}
    situation = read_situation(scenario.system, "assault formation=deployed")
    situation = attrs.evolve(situation, answers=answers)
    mapped = situation.chance(scenario, *pair(scenario))
    assert mapped is not None
    assert combined(scenario, Clause("assault", tuple(answers.items()))) == float(mapped)


@pytest.mark.parametrize(
    "name",
    ["maida", "waterloo-picton", "farm-below-the-ridge", "waterloo-charges", "cannonade-farm"],
)
def test_a_unit_answers_what_the_table_would_ask_of_it(name: str) -> None:
    """All that fills an action's form is in the condition, full strength in figures."""
    scenario = load(name)
    for unit in scenario.units:
        told = dict(condition(scenario, unit))
        for role, roles in scenario.system.roles.items():
            filled = scenario.fill(role, unit)
            for key, fields in roles.items():
                one = fields[0]
                if one in filled:
                    assert filled[one] in {told[key], "full"}


@pytest.mark.parametrize(("captured", "said"), [(False, "no"), (True, "yes")])
def test_the_rules_of_the_battle_are_told_too(captured: bool, said: str) -> None:
    scenario = load("maida")
    assert isinstance(scenario.rules, BattleForm)
    rules = scenario.rules.but(transport_defeat_is_capture=captured)
    scenario = attrs.evolve(scenario, rules=rules)
    told = condition(scenario, scenario.find("1st Light"))
    assert dict(told)["transport-defeat-is-capture"] == said


def test_an_army_barred_from_columns_attacks_in_line() -> None:
    """Auerstedt's Prussians by scenario rule: their plan deploys them, and they assault so."""
    field = Battlefield(load("auerstedt"))
    prussians, french = ([unit.begins.condition for unit in army.units] for army in field.armies)
    enemy = next(unit for unit in french if dict(unit)["arm"] == "infantry")
    begun = [unit for unit in prussians if dict(unit)["arm"] == "infantry"]
    assert {dict(unit)["formation"] for unit in begun} == {"deployed"}
    for unit in begun:
        assert odds_of(field.acting.setting(Clause("assault", ()), unit, enemy)) is not None
