"""What opens over the table: cards to read and lists to pick from; imported when first wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from calculator.answering import rated
from calculator.desk.glossary import WORDS
from calculator.desk.turns import dead_end, next_to_act, no_place
from calculator.errors import CalculatorError
from calculator.journal.entry import Entry
from calculator.roll import Roll, RollUnit
from calculator.rules import catalog
from calculator.rules.system import SIDES
from calculator.scenarios import Scenario
from calculator.tui.rows import UNIT_KEYS, FormRow
from calculator.tui.screens import cards
from calculator.tui.screens.card import CardScreen, explained
from calculator.tui.screens.pick import Pickable, PickScreen
from calculator.tui.session import Session
from calculator.tui.widgets.roll_panel import units_in_order

NONE: Final = "*none"
"""The key that stands for no order of battle."""


def help_card(session: Session, row: FormRow) -> CardScreen:
    """Help on the field under the cursor."""
    set_up = session.set_up
    field = next((field for field in set_up.fields if field.key == row.key), None)
    return CardScreen("Help", cards.help_on(set_up.system, set_up.action, field, row))


def words_card() -> CardScreen:
    """What the program's own words mean."""
    return CardScreen("Words", explained(tuple(WORDS.items()), 16))


def sequence_card(session: Session) -> CardScreen:
    """The turn sequence of the system in use."""
    system = session.system
    return CardScreen(f"{system.title}: a turn", cards.sequence_of(system))


def told_of(entries: Sequence[Entry]) -> CardScreen:
    """What entries tell: who did what to whom, what came of it, what is to be done on the table."""
    return CardScreen("What happened to your units", cards.told_of(entries))


def pick_system(session: Session) -> PickScreen:
    """The rule systems to pick from."""
    systems = catalog.offered().systems
    options = [Pickable(system.key, system.title, system.summary) for system in systems]
    return PickScreen("Rule system", options, session.system.key)


def pick_scenario(session: Session) -> PickScreen:
    """The orders of battle to pick from, and `NONE`."""
    from calculator.scenarios import known_scenarios

    options = [Pickable(NONE, "No order of battle", "fill in each unit by hand")]
    options += [Pickable(key, *_title(key)) for key in known_scenarios()]
    return PickScreen("Order of battle", options, session.scenario_name or NONE)


def _title(key: str) -> tuple[str, str]:
    """The title of a scenario and what it is about; of one that cannot be read, its fault."""
    from calculator.scenarios import load

    try:
        scenario = load(key)
    except CalculatorError as trouble:
        return key, str(trouble).partition("\n")[0]
    return scenario.title, f"{scenario.date}  {scenario.system.title}"


def pick_answer(row: FormRow) -> PickScreen:
    """The answers of a row, where they are too many to unfold below it."""
    options = [Pickable(answer.text, answer.label) for answer in row.answers]
    return PickScreen(row.label, options, row.text)


def pick_unit(session: Session, scenario: Scenario, role: str) -> PickScreen:
    """The units that may take a role; the key of another role goes on to that one."""
    picked = session.set_up.units
    options = list(units_to_pick(session, scenario, role))
    roles = zip(session.set_up.roles, UNIT_KEYS, strict=False)
    onward = [sign for other, sign in roles if other != role]
    present = picked.get(role, "")
    first = _next_to_act(session.roll, present) if role == "actor" else present
    title = {"actor": "Who acts?", "target": "At whom?"}.get(role, f"Which {role}?")
    return PickScreen(title, options, present, first, onward)


def _opponent(session: Session, scenario: Scenario, role: str) -> str:
    """The side that the unit in a role is not of, by key, as the other unit picked or else the side
    that is played says; "" where neither does."""
    picked = {one: name.partition(": ")[0] for one, name in session.set_up.units.items()}
    if role != SIDES[role] and (own := picked.get(SIDES[role])):
        return next((side.key for side in scenario.sides if side.key != own), "")
    acts = SIDES[role] == "actor"
    if other := picked.get("target" if acts else "actor"):
        return other
    played = scenario.side_called(session.side)
    others = (side.key for side in scenario.sides if played and side != played)
    return next(others, "") if acts else played.key if played else ""


def pick_for_row(session: Session, scenario: Scenario, of: str) -> PickScreen:
    """The units that a row of a list may name, those of the side of the unit in a role first."""
    role = "friend" if of == "actor" else "beyond"
    return PickScreen("Unit", list(units_to_pick(session, scenario, role)))


def _next_to_act(roll: Roll | None, present: str) -> str:
    """The unit picked; once it has acted, the next of its side on the roll that may still act."""
    unit = next((one for one in roll.units if one.full_name == present), None) if roll else None
    if roll is None or unit is None or not unit.acted:
        return present
    return next((one.full_name for one in next_to_act(roll, unit.side, present)), present)


def pick_army(session: Session) -> PickScreen:
    """The armies whose morale may be checked, with what each has lost."""
    from calculator.desk.armies import ArmyStrength

    options = []
    for army in session.set_up.armies():
        lost = ArmyStrength.of(session.system, army).words
        checked = ", checked this turn" * army.count.checked
        due = ", check it now" * army.due
        options.append(Pickable(army.side, army.name, f"{lost}{checked}{due}"))
    checked_now = session.set_up.checked_army()
    return PickScreen("Army", options, checked_now.side if checked_now else "")


def units_to_pick(session: Session, scenario: Scenario, role: str = "") -> Iterator[Pickable]:
    """The units to pick from for a role, but those that this side does not see yet; those of its
    opponents come last. What is a dead end in the role says why."""
    from calculator.desk.unit_view import unit_view

    opponent = _opponent(session, scenario, role) if role else ""
    roll, side_seeing = session.roll, session.side * session.is_bound
    seen = {unit.full_name: unit for unit in units_in_order(roll, side_seeing)} if roll else {}
    for side in sorted(scenario.sides, key=lambda side: side.key == opponent):
        under = {unit.name: formation for formation in side.formations for unit in formation.units}
        for unit in side.units:
            if roll and unit.full_name not in seen:
                continue
            formation = under.get(unit.name)
            command = f"{formation.name}, {formation.general}".rstrip(", ") if formation else ""
            if roll:
                stands = unit_view(scenario.system, seen[unit.full_name])
                detail = (stands.words, command, side.name)
            else:
                detail = (command or side.name, rated(unit.form), side.name * bool(command))
            ended = _dead_end(session, seen[unit.full_name], role) if roll else ""
            yield Pickable(unit.full_name, unit.name, "; ".join(filter(None, detail)), ended)


def _dead_end(session: Session, unit: RollUnit, role: str) -> str:
    """Why nothing comes of a unit in a role, for the action that is set up."""
    set_up = session.set_up
    actor, roll = set_up.on_roll().get("actor"), session.roll
    if role not in {"", "actor"} and actor and roll:
        return no_place(roll, set_up.action, actor, unit, role)
    if role == "actor" and roll:
        return dead_end(roll, set_up.action, unit)
    return ""
