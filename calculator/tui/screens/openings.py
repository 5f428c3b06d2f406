"""What opens over the table, and what becomes of what is picked; imported when first wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.screen import Screen

from calculator.desk import naming, turns
from calculator.desk.naming import Answer
from calculator.desk.units import candidates, changed, correctable, in_order, unit_view
from calculator.errors import CalculatorError
from calculator.roll import Roll, how_much_is_gone, read_correction
from calculator.rules import catalog
from calculator.scenarios import known_scenarios, load
from calculator.tui.ink import TITLES
from calculator.tui.rows import ARMY, UNIT, UNIT_KEYS, letters_of, roles_by_key, rows_of
from calculator.tui.screens import cards
from calculator.tui.screens.dialogs import Answers, AskScreen, Blank, CardScreen, lay
from calculator.tui.screens.pick import NARROWING, ListEditor, PickScreen
from calculator.tui.widgets.bars import bound, in_words, sign_of
from calculator.tui.widgets.lines import explained

if TYPE_CHECKING:
    from calculator.desk.attention import Caution
    from calculator.tui.screens.following import FollowingScreen
    from calculator.tui.session import Session


def pick_system(table: FollowingScreen) -> None:
    """Let the player pick a rule system."""
    systems = catalog.offered().systems
    options = [Answer(system.key, system.title, system.summary) for system in systems]
    lay(table.app, PickScreen("Rule system", options, table.session.system.key), table.take_system)


def pick_scenario(table: FollowingScreen) -> None:
    """Let the player pick an order of battle, or none."""
    options = [Answer("", "No order of battle", "fill in each unit by hand")]
    options += [Answer(key, *_title(key)) for key in known_scenarios()]
    opened = PickScreen("Order of battle", options, table.session.scenario_name)
    lay(table.app, opened, partial(take_scenario, table))


def take_scenario(table: FollowingScreen, key: str) -> None:
    """Use an order of battle, or none."""
    session = table.session
    try:
        if key:
            session.open_scenario(key)
        else:
            session.close_scenario()
    except CalculatorError as trouble:
        table.note(str(trouble))
        return
    table.others.look()
    table.changed("")


def _title(key: str) -> tuple[str, str]:
    """The title of a scenario and what it is about; of one that cannot be read, its fault."""
    try:
        scenario = load(key)
    except CalculatorError as trouble:
        return key, str(trouble).partition("\n")[0]
    return scenario.title, f"{scenario.date}  {scenario.system.title}"


def pick_for(table: FollowingScreen, key: str) -> None:
    """The units of a row, its answers where it has very many, or the rows of a list."""
    if key.startswith(UNIT):
        pick_unit(table, key.removeprefix(UNIT))
        return
    form, session = table.board.form, table.session
    seen = rows_of(session.set_up, letters_of(session.system), unfolded=key)
    row = next(one for one in seen if one.key == key)
    opened: Screen[Any] = PickScreen(row.label, row.answers, row.text)
    if row.lists:
        units = None
        if session.scenario and row.lists.of:
            units = partial(units_to_pick, session, f"{key}#1")
        opened = ListEditor(row.label, session.set_up, row.lists, key, units)
    lay(table.app, opened, partial(form.pick, key))


def pick_unit(table: FollowingScreen, role: str) -> None:
    """The units that may take a role, the key of another role going on to that one, or the armies;
    without an order of battle, those."""
    session = table.session
    if session.scenario is None:
        pick_scenario(table)
        return
    if role == ARMY:
        lay(table.app, _pick_army(session), table.take_army)
        return
    onward = [sign for sign, other in roles_by_key(session.set_up).items() if other != role]
    present = first = session.set_up.units.get(role, "")
    if role == "actor" and (picked := session.set_up.on_roll().get(role)) and picked.acted:
        assert session.roll
        following = turns.next_to_act(session.roll, picked.side, present)
        first = next((one.full_name for one in following), present)
    title = {"actor": "Who acts?", "target": "At whom?"}.get(role, f"Which {role}?")
    opened = PickScreen(title, units_to_pick(session, role), present, first, onward)
    lay(table.app, opened, partial(table.take_unit, role))


def pick_unit_by_number(table: FollowingScreen, number: int) -> None:
    """The units of a role by its number, for which the form of a button without such is left, and
    an action without a target for one that has; without an order of battle, those."""
    set_up, key = table.session.set_up, UNIT_KEYS[number]
    if table.board.form.types(key):
        raise SkipAction
    if not set_up.checked_army() and key not in roles_by_key(set_up):
        table.leave_form()
    if number == 1 and key not in roles_by_key(set_up):
        turns.turn_to_open(set_up, "target")
        table.changed()
    role = ARMY if not number and set_up.checked_army() else roles_by_key(set_up).get(key)
    if role is None:
        raise SkipAction
    pick_unit(table, role)


def _pick_army(session: Session) -> PickScreen:
    """The armies whose morale may be checked, with what each has lost."""
    options = []
    for army in session.set_up.armies():
        checked = ", checked this turn" * army.count.checked
        due = ", check it now" * army.due
        options.append(Answer(army.side, army.name, f"{how_much_is_gone(army)}{checked}{due}"))
    checked_now = session.set_up.checked_army()
    return PickScreen("Army", options, checked_now.side if checked_now else "")


def units_to_pick(session: Session, role: str = "") -> Iterator[Answer]:
    """The units to pick from for a role, but those that this side does not see yet."""
    return candidates(session.set_up, role, sees_all=not session.recorder.is_named)


class RollScreen(PickScreen):
    """Lists units with what has become of them; gives what is wanted of one, and which, or None: it
    acts ("actor"), is the "target", has "acted" without the calculator, or is to be corrected."""

    wanted = "actor"
    hint = "⏎ acts, ^T target, ^A has acted, ^E correct"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bound(
            ("ctrl+t", "take('target')", "Target", "Choose it as the target"),
            ("ctrl+a", "take('acted')", "It has acted", "Without the calculator: record that"),
            ("ctrl+e", "take('correct')", "Correct it", "Where the table differs, with a reason"),
            priority=True,
        )
    ]
    keys = (*NARROWING, ("Enter", "choose it to act"), *in_words(BINDINGS))

    def __init__(self, roll: Roll, side: str, picked: Mapping[str, str], waiting: int) -> None:
        units = []
        for unit in in_order(roll, side):
            stands = unit_view(roll.scenario.system, unit)
            details = filter(None, [stands.words, unit.division, unit.side_name])
            name = f"{stands.sign} {unit.name}"
            units.append(Answer(unit.full_name, name, "; ".join(details)))
        title = f"The roll, turn {roll.turn}" + f", {waiting} not yet written down" * bool(waiting)
        own = roll.side_key(side)
        sides = sorted(roll.sides, key=lambda one: one.key != own)
        lines = ((one.name, [line.rstrip(".") for line in roll.account(one.key)]) for one in sides)
        accounts = ((name, "; ".join(account)) for name, account in lines)
        self.notes = [f"{name}: {account}" for name, account in accounts if account]
        super().__init__(title, units, picked.get("actor", ""))

    def action_take(self, what: str) -> None:
        """Give the unit under the highlight, for this."""
        self.wanted = what
        self.submit()


def show_roll(table: FollowingScreen) -> None:
    """Every unit as it stands, to act, to be the target, or to be corrected."""
    if table.board.form.types("/"):
        raise SkipAction
    roll = table.session.roll
    if roll is None:
        pick_scenario(table)
        return

    def take(picked: tuple[str, str]) -> None:
        what, unit = picked
        if what == "acted":
            table.correct(unit, {"acted": "yes"})
        elif what == "correct":
            _correct(table, roll, unit)
        else:
            table.take_unit(what, unit)

    recorder, picked = table.recorder, table.session.set_up.units
    lay(table.app, RollScreen(roll, recorder.side, picked, recorder.pending), take)


def _correct(table: FollowingScreen, roll: Roll, unit: str) -> None:
    """Ask what stands on the table of a unit, where the roll has it otherwise."""
    there = roll.unit(unit)
    try:
        roll.check_own(table.recorder.side, there)
    except CalculatorError as refused:
        table.note(str(refused))
        return

    def read(answers: Answers) -> tuple[dict[str, str], str]:
        values = changed(roll, there, answers)
        read_correction(roll, unit, values)
        return values, answers["reason"]

    blanks = [Blank(one.key, one.in_full, one.now, one.choices) for one in correctable(roll, there)]
    blanks.append(Blank("reason", "Why?"))
    title = f"{unit.rpartition(': ')[2]}: correct this unit"
    lay(table.app, AskScreen(title, blanks, read), lambda found: table.correct(unit, *found))


def offer_way_out(table: FollowingScreen, held: Caution) -> None:
    """What can be done where the turn so far alone forbids a draw: that the table says otherwise,
    upon which it is drawn, or the turn that ends it."""
    session, why = table.session, held.text
    options = [
        Answer("", "Do not draw"),
        Answer("despite", "Rule it anyway", "your reason is recorded with it"),
        *([Answer("turn", f"Begin {held.begins}", table.turn.still_to_act)] if held.begins else ()),
    ]
    opened = PickScreen("Not this turn", options)
    opened.notes = (why,)

    def take(picked: str) -> None:
        if picked == "turn":
            table.begin_next_turn()
        elif picked == "despite":
            blank = Blank("despite", f"{why}\n\nWhy is it allowed anyway?")
            asked = AskScreen(
                "Rule it anyway", [blank], lambda answers: answers["despite"].strip(), "draw"
            )
            lay(table.app, asked, draw)

    def draw(reason: str) -> None:
        if reason:
            session.set_up.despite = reason
            table.call_next(table.run_action, "result")

    lay(table.app, opened, take)


def show_heads(table: FollowingScreen) -> None:
    """The heads of the record, to be noted down."""
    app, heads = table.app, table.recorder.umpire.heads
    table.in_thread(heads, lambda found: app.push_screen(cards.heads_card(found, app)))


def show_help(table: FollowingScreen) -> None:
    """Help on the field under the cursor."""
    form = table.board.form
    keys = in_words(_keys(table))
    table.app.push_screen(cards.help_card(table.session.set_up, form.row(form.cursor), keys))


def _keys(table: FollowingScreen) -> Iterator[Binding]:
    """The keys of the table that mean something now."""
    for one in table.BINDINGS:
        if isinstance(one, Binding) and one.tooltip and table.check_action(one.action):
            yield one


def show_sequence(table: FollowingScreen) -> None:
    """The turn sequence of the system in use."""
    system = table.session.system
    table.app.push_screen(CardScreen(f"{system.title}: a turn", cards.sequence_of(system)))


def show_record(table: FollowingScreen) -> None:
    """The umpire's screen over the table."""
    from calculator.tui.record.screen import RecordScreen

    shown = table.session.disclosure.after_result
    table.app.push_screen(RecordScreen(table.recorder.umpire, disclosure=shown))


Command: TypeAlias = tuple[str, str, Callable[[], object]]
"""Something the table can do: its name, what it does, and what does it."""


def show_menu(table: FollowingScreen) -> None:
    """All that can be done, found by its name or by what it does."""
    names, does, runs = zip(*commands(table), strict=True)
    options = map(Answer, map(str, range(len(names))), names, does)
    opened = PickScreen("What do you want to do?", options)
    lay(table.app, opened, lambda number: table.call_later(runs[int(number)]))


def commands(table: FollowingScreen) -> Iterator[Command]:
    """What can be asked, and of whom; the keys; the settings."""
    session, form = table.session, table.board.form
    for action in session.system.actions:
        yield action.label, action.help, partial(table.action_choose, action.key)
    for key in _keys(table):
        if key.description != "Menu":
            does = f"{key.tooltip}  {sign_of(key)}"
            yield key.description, does, partial(table.run_action, key.action)
    yield (
        "Words",
        "What roll, pin, head and other words mean",
        lambda: table.app.push_screen(CardScreen("Words", explained(naming.WORDS.items(), 16))),
    )
    yield "Every outcome", "List outcomes one by one, or in groups", table.board.odds.fold
    for row in (row for row in form.rows if row.matters):
        does = ", ".join(filter(None, (row.group, row.shown and f"now {row.shown}")))
        yield f"Answer: {row.label}", does, partial(form.arm, row.key)
    for role in session.system.unit_roles[:2]:
        for unit in units_to_pick(session):
            take = partial(table.take_unit, role, unit.text)
            yield f"{role.capitalize()}: {unit.label}", unit.detail, take
    yield from _settings(table)


def _settings(table: FollowingScreen) -> Iterator[Command]:
    """By which rules and units it is played, and how it looks."""
    for key in known_scenarios():
        units = partial(take_scenario, table, key)
        yield f"Order of battle: {key}", "Choose its units by name", units
    for system in catalog.offered().systems:
        turn = partial(table.take_system, system.key)
        yield f"Rules: {system.title}", "Play by this rule system", turn
    for doubtful, other in table.session.set_up.tables.doubtful.items():
        beside = partial(table.set_beside, {doubtful})
        yield f"Another reading: {other.says}", "Compare its odds with those shown", beside
    for theme, title in TITLES.items():
        paint = partial(setattr, table.app, "theme", theme)
        yield f"Theme: {title}", "Change the colours", paint
