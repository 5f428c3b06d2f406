"""A copy at the table, without its screen: each system's set-up, the pins, the order of battle."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from calculator.errors import CalculatorError, UnknownNameError
from calculator.home import home
from calculator.journal.copies import CopyName
from calculator.journal.disclosure import Disclosure
from calculator.rules import catalog
from calculator.tui.memory import KeptSetUp, Memory, Remembered, state_folder
from calculator.tui.reading import Reading, read
from calculator.tui.set_up import SetUp

if TYPE_CHECKING:
    from calculator.roll import Army, Roll, RollUnit
    from calculator.rules.action import AnyAction
    from calculator.rules.question import Odds, Result
    from calculator.rules.system import RuleSystem
    from calculator.scenarios import Scenario
    from calculator.umpire import Named

MOST_PINS: Final = 4
"""Pins that can be compared at once."""


class Caution(NamedTuple):
    """What a player should know before drawing; `refused` says that nothing may be drawn."""

    text: str
    refused: bool


class Session:
    """Everything a screen shows, and the one place that changes it."""

    def __init__(self, *, system: str = "", scenario: str = "", copy: str = "") -> None:
        """Go on where the copy of that name left off, in the system and scenario asked for.

        Raises `CalculatorError` if there is no such system, or the scenario cannot be opened.
        """
        self.name = CopyName.claim(home() / "copies", copy)
        self.memory = Memory(state_folder() / f"{self.name.name}.json")
        remembered = self.memory.recall()
        self.theme = remembered.theme
        self.roomy = remembered.roomy
        self.scenario: Scenario | None = None
        self._kept = {kept.system: kept for kept in (*remembered.others, remembered.now)}
        key = catalog.find_system(system).key if system else remembered.now.system
        self.set_up = _set_up_of(self._kept.get(key, KeptSetUp(key)))
        self.scenario_name = self._kept.get(key, KeptSetUp()).scenario
        self.pins = [_set_up_of(kept) for kept in remembered.pins]
        self._pinned_odds: dict[int, Odds | None] = {}
        self.roll: Roll | None = None
        """The units as the record leaves them, once it has been read."""
        self.is_bound = False
        """Whether the battle has a name, and what its roll says is binding."""
        self.practice = False
        """Whether results are drawn and not recorded."""
        self.disclosure = Disclosure.EXACT
        """How much of odds the umpire of the battle lets players see."""
        self.side = ""
        """Whose copy this is, by the key or name of the side; of an umpire's, nothing."""
        self._army = ""
        self._roll_seen = 0
        self._filled: dict[str, str] = {}
        """What was last filled in of the units picked."""
        if scenario:
            self.open_scenario(scenario)

    @property
    def system(self) -> RuleSystem:
        """The system in use."""
        return self.set_up.system

    def read_later(self) -> Callable[[], Reading]:
        """What works out the odds of the set-up as it is now, or the trouble with it."""
        try:
            question = self.set_up.question()
        except CalculatorError as trouble:
            return partial(Reading, trouble=trouble)
        return partial(read, question)

    def pinned_odds(self) -> list[Odds]:
        """The odds of the pinned set-ups that can still be asked, the first pinned first."""
        for pin in self.pins:
            if id(pin) not in self._pinned_odds:
                self._pinned_odds[id(pin)] = _odds_of(pin)
        return [odds for pin in self.pins if (odds := self._pinned_odds[id(pin)])]

    @property
    def is_pinned(self) -> bool:
        """Whether the very set-up is among the pins."""
        return any(_same(pin, self.set_up) for pin in self.pins)

    def toggle_pin(self) -> bool:
        """Pin the set-up, or take its pin away; whether it is pinned now.

        Raises `CalculatorError` where there are as many pins as can be compared.
        """
        if self.is_pinned:
            self.pins = [pin for pin in self.pins if not _same(pin, self.set_up)]
            self._pinned_odds = {}
            return False
        if len(self.pins) == MOST_PINS:
            raise CalculatorError(f"there are {MOST_PINS} pins: F7 takes them away")
        pin = _set_up_of(self._now())
        pin.tables = self.set_up.tables
        self.pins.append(pin)
        return True

    def unpin_all(self) -> None:
        """Take all pins away."""
        self.pins = []
        self._pinned_odds = {}

    def open_scenario(self, name: str) -> None:
        """Take an order of battle, and the system and tables it is for.

        Raises `CalculatorError` with every fault of the file.
        """
        from calculator.scenarios import load

        scenario = load(name)
        self.take_scenario(scenario, str(scenario.path.absolute()) if "/" in name else name)

    def take_scenario(self, scenario: Scenario, name: str = "") -> None:
        """Take an order of battle that is at hand, such as the one that the battle is bound to.

        `name`, if not its key, is by what it is opened again. Units of another are let go of.
        """
        name = name or scenario.key
        if scenario.system is not self.system:
            self._turn_to(scenario.system.key)
        if self.scenario_name != name:
            self.set_up.units = {}
        self.scenario, self.scenario_name, self.roll = scenario, name, None
        self.set_up.tables = scenario.tables

    @property
    def awaits_scenario(self) -> bool:
        """Whether there is an order of battle that is remembered and not yet open."""
        return self.scenario is None and bool(self.scenario_name)

    def reopen_scenario(self) -> str:
        """Open the remembered order of battle again; what was wrong with it, or nothing."""
        if not self.awaits_scenario:
            return ""
        try:
            self.open_scenario(self.scenario_name)
        except CalculatorError as trouble:
            self.close_scenario()
            return str(trouble).partition("\n")[0]
        return ""

    def close_scenario(self) -> None:
        """Go on without an order of battle."""
        self.scenario, self.scenario_name, self.roll = None, "", None
        self.set_up.tables, self.set_up.units = None, {}

    def switch(self, key: str) -> str:
        """Turn to another system, as it was left, with its order of battle.

        Gives what is wrong with that order of battle, or nothing.
        """
        if catalog.find_system(key) is self.system:
            return ""
        self._turn_to(key)
        return self.reopen_scenario()

    def _turn_to(self, key: str) -> None:
        """Keep the set-up of the present system, and take up that of another."""
        self._kept[self.system.key] = self._now()
        kept = self._kept.get(key, KeptSetUp(key))
        self.set_up, self.scenario, self.scenario_name = _set_up_of(kept), None, kept.scenario
        self.roll, self._filled = None, {}

    def start_afresh(self) -> None:
        """Put every answer back to its default, and let no unit act."""
        action, tables = self.set_up.action, self.set_up.tables
        self.set_up = SetUp(self.system)
        self.set_up.action, self.set_up.tables = action, tables

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit act or be the target: what belongs to it and to the pair is filled in anew."""
        self.set_up.forget(role)
        self.set_up.units[role] = name
        self._fill()

    def choose(self, action: AnyAction) -> None:
        """Turn to an action, with what it asks of the units picked filled in."""
        self.set_up.choose(action)
        self._army = ""
        self._fill()

    @property
    def picked(self) -> set[str]:
        """The names of the units picked, and the side of the army whose morale is checked."""
        army = self.checked_army()
        return {*self.set_up.units.values(), *([army.side] if army else ())}

    def checked_army(self) -> Army | None:
        """The army whose morale the present action checks: the one picked, else this copy's own,
        else the first that is due; None where the action checks none, or there is no roll."""
        if self.roll is None or not (armies := self.armies()):
            return None
        wanted = self._army or self.roll.side_key(self.side)
        picked = [army for army in armies if army.side == wanted] if wanted else []
        return (*picked, *(army for army in armies if army.due), *armies)[0]

    def armies(self) -> tuple[Army, ...]:
        """Every army, where the present action checks the morale of one."""
        if self.roll is None or not self.system.checks_morale(self.set_up.action.key):
            return ()
        from calculator.roll import army_of

        return tuple(army_of(self.roll, side.key) for side in self.roll.scenario.sides)

    def take_army(self, side: str) -> None:
        """Check this side's army: its count is filled in anew."""
        self._army = side
        self.set_up.own.clear()
        self._fill()

    def _fill(self) -> None:
        """Fill in what the roll, or else the order of battle, says of the units picked."""
        before, self._filled = self._filled, self._answers()
        own = self.set_up.own
        self._drop(before)
        self.set_up.put({key: text for key, text in self._filled.items() if key not in own})

    def _drop(self, before: Mapping[str, str]) -> None:
        """Put back to its default what was filled in before, and nothing fills in any more."""
        for key in before.keys() - self._filled.keys() - self.set_up.own:
            if self.set_up.texts.get(key) == before[key]:
                del self.set_up.texts[key]

    def _answers(self) -> dict[str, str]:
        if self.roll is not None:
            from calculator.roll import fill

            army = self.checked_army()
            counted = army.answers if army else {}
            filled = fill(self.roll, self.set_up.action, self._on_roll(), self.side)
            return {**filled.answers, **counted}
        answers: dict[str, str] = {}
        if self.scenario is not None:
            for role, name in self.set_up.units.items():
                answers |= self.scenario.fill(role, name, self.set_up.action.key)
        return answers

    def _on_roll(self) -> dict[str, RollUnit]:
        if self.roll is None:
            return {}
        return {role: self.roll.unit(name) for role, name in self.set_up.units.items()}

    def take_roll(self, roll: Roll | None, own: Container[int] = ()) -> tuple[int, ...]:
        """Take the roll as it is now; gives the entries since the last that concern what is picked.

        An army stays picked, until one of this copy's `own` entries, by number, has checked it.
        What the roll says otherwise than before is filled in, whoever answered it before; what it
        no longer says, since an entry was voided, is at its default again.
        """
        if roll is None or roll.scenario.system is not self.system:
            self.roll = None
            return ()
        before = self.checked_army()
        is_first, self.roll = self.roll is None, roll
        changed = roll.changed_since(self._roll_seen, self._on_roll().values())
        if before:
            self._army = "" if _last_check(roll, before) in own else before.side
            if before != self.checked_army():
                changed = tuple(range(self._roll_seen + 1, roll.last + 1))
        self._roll_seen = roll.last
        if is_first or changed or self.checked_army():
            self._fill_afresh()
        return () if is_first else changed

    def units(self) -> dict[str, Named]:
        """The units that the present action concerns, by role."""
        asked = {field.key for field in self.set_up.fields}
        return {
            role: self._unit(name)
            for role, name in self.set_up.units.items()
            if not asked.isdisjoint(self.system.filled_fields(role))
        }

    def _unit(self, name: str) -> Named:
        if self.roll is not None:
            return self.roll.unit(name)
        return self.scenario.find(name) if self.scenario else name.rpartition(": ")[2]

    def _fill_afresh(self) -> None:
        """Fill in what the roll now says otherwise of the units picked."""
        answers = self._answers()
        moved = {k: text for k, text in answers.items() if self._filled.get(k) != text}
        self.set_up.clear(self._filled.keys() - answers.keys())
        self.set_up.own -= moved.keys()
        self.set_up.put(moved)
        filled, self._filled = self._filled, answers
        self._drop(filled)

    def cautions(self) -> list[Caution]:
        """What should be said of the units before anything is drawn, the gravest first."""
        if self.roll is None:
            return [Caution(self.doubt(), False)] if self.doubt() else []
        from calculator.roll import differences, objections

        concerned = self.units()
        units = {role: unit for role, unit in self._on_roll().items() if role in concerned}
        army = self.checked_army()
        found = objections(self.roll, self.set_up.action, units, army.side if army else "")
        if not self.is_bound:  # nobody counts its turns, so nobody knows who has come
            coming = {unit.name for unit in units.values() if not unit.arrived}
            found = tuple(one for one in found if one.unit not in coming)
        to_itself = len({unit.path for unit in units.values()}) < len(units)
        binding = to_itself or (self.is_bound and not self.practice)
        cautions = [Caution(str(one), one.refused and binding) for one in found]
        doubt = self.doubt()
        if doubt and not any(doubt in caution.text for caution in cautions):
            cautions.insert(0, Caution(doubt, binding))
        try:
            question = self.set_up.question()
        except CalculatorError:
            return cautions
        armies = [f"{army.name}: its morale is to be checked" for army in self._others_due()]
        cautions += [Caution(f"{text} too; , picks it", False) for text in armies]
        otherwise = differences(self.roll, question, units)
        return cautions + [Caution(f"{one}: taken over", False) for one in otherwise]

    def _others_due(self) -> list[Army]:
        checked = self.checked_army()
        return [army for army in self.armies() if army.due and army != checked]

    def doubt(self) -> str:
        """What is odd about the units that the present action concerns, or nothing."""
        named = self.units()
        sides = {self.set_up.units[role].partition(": ")[0] for role in named}
        if len(named) < 2 or len(sides) > 1:
            return ""
        actor, target = (
            self.set_up.units[role].rpartition(": ")[2] for role in ("actor", "target")
        )
        own = "the acting unit itself" if target == actor else f"of the same side as {actor}"
        return f"{target} is {own}"

    def stand_as_left(self, result: Result) -> str:
        """Put what a result left of both units into the form; what to say of it."""
        action = result.question.action
        if not action.plays_on:
            return f"{action.label} leaves nothing to take over"
        left = result.aftermath
        gone = []
        for role, values, word in (
            ("actor", left.actor, left.actor_gone),
            ("target", left.target, left.target_gone),
        ):
            if values is None:
                gone.append(f"the {'acting unit' if role == 'actor' else role} is {word or 'gone'}")
            else:
                self._put_unit(role, values)
        self._put_unit("actor", left.side)
        self._put_unit("target", left.enemy)
        self.set_up.put(left.later)
        return ", ".join(gone) or "the form holds what the result left"

    def _put_unit(self, role: str, values: Mapping[str, str]) -> None:
        """Put values into the fields of a role; a tally is added to what stands there."""
        for key, fields in self.system.filled(role).items():
            if key in self.system.tallies and key in values:
                counts = {f: int(self.set_up.texts.get(f, 0)) + int(values[key]) for f in fields}
                self.set_up.put({field: str(max(count, 0)) for field, count in counts.items()})
            elif key in values:
                self.set_up.put(dict.fromkeys(fields, values[key]))

    def remember(self) -> bool:
        """Keep everything for the next time; whether that was possible."""
        now = self._now()
        return self.memory.keep(
            Remembered(
                now=now,
                others=tuple(kept for key, kept in self._kept.items() if key != now.system),
                pins=tuple(map(_kept, self.pins)),
                theme=self.theme,
                roomy=self.roomy,
            )
        )

    def _now(self) -> KeptSetUp:
        return _kept(self.set_up)._replace(scenario=self.scenario_name)

    def close(self) -> None:
        """Keep everything and give the copy's name back."""
        self.remember()
        self.name.release()


def _last_check(roll: Roll, army: Army) -> int:
    from calculator.roll import army_of

    return army_of(roll, army.side).last


def _kept(set_up: SetUp) -> KeptSetUp:
    return KeptSetUp(set_up.system.key, set_up.action.key, dict(set_up.texts), dict(set_up.units))


def _odds_of(pin: SetUp) -> Odds | None:
    try:
        return read(pin.question()).odds
    except CalculatorError:
        return None  # a pin that can no longer be asked is kept, and compared when it can


def _same(one: SetUp, other: SetUp) -> bool:
    """Whether two set-ups ask the same."""
    if one.system is not other.system or one.action.key != other.action.key:
        return False
    return all(one.text(field) == other.text(field) for field in one.fields)


def _set_up_of(kept: KeptSetUp) -> SetUp:
    """A set-up as it was kept; what is no longer known of it is let go."""
    known = kept.system in catalog.KEYS
    set_up = SetUp(catalog.find_system(kept.system) if known else catalog.main_system())
    if known:
        set_up.texts.update(kept.texts)
        set_up.units = dict(kept.units)
        set_up.action = _known_action(set_up, kept.action)
    return set_up


def _known_action(set_up: SetUp, key: str) -> AnyAction:
    try:
        return set_up.system.action(key)
    except UnknownNameError:
        return set_up.action
