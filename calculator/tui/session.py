"""A copy at the table, without its screen: each system's set-up, the pins, the order of battle."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from calculator.desk.asking import Asking
from calculator.desk.cautions import Caution, cautions
from calculator.desk.odds_view import MOST_COMPARED
from calculator.errors import CalculatorError
from calculator.home import home
from calculator.journal.copies import CopyName
from calculator.journal.disclosure import Disclosure
from calculator.rules import catalog
from calculator.tui.letters import Letters, letters_of
from calculator.tui.memory import KeptSetUp, Memory, Remembered, state_folder
from calculator.tui.reading import Reading, read

if TYPE_CHECKING:
    from calculator.roll import Army, Roll
    from calculator.rules.odds import Odds
    from calculator.rules.question import Result
    from calculator.rules.system import RuleSystem
    from calculator.scenarios import Scenario

_NEXT_TURN: Final = "; N begins the next turn"
_KEY_FOR: Final = {
    (False, False): "",
    (True, False): "; ⌫ uses the roll's answer",
    (False, True): "; , picks it",
}
"""The key that does something about a caution: takes the roll's answer, or picks an army."""


class Session:
    """Everything a screen shows, and the one place that changes it."""

    def __init__(
        self, *, system: str = "", scenario: str = "", copy: str = "", battle: str = ""
    ) -> None:
        """Go on where the copy of that name left off, in the system and scenario asked for.

        Another battle starts clean: nothing that was set up for one is there in the next. Raises
        `CalculatorError` if there is no such system, or the scenario cannot be opened.
        """
        self.name = CopyName.claim(home() / "copies", copy)
        self.memory = Memory(state_folder() / f"{self.name.name}.json")
        remembered = self.memory.recall().in_battle(battle)
        self._battle = battle
        self.theme = remembered.theme
        self._kept = {kept.system: kept for kept in (*remembered.others, remembered.now)}
        key = catalog.find_system(system).key if system else remembered.now.system
        self.set_up = _set_up_of(self._kept.get(key, KeptSetUp(key)))
        self.scenario_name = self._kept.get(key, KeptSetUp()).scenario
        self.pins = [_set_up_of(kept) for kept in remembered.pins]
        self._pinned_odds: dict[int, Odds | None] = {}
        self.beside: set[str] = set()
        """The keys of doubtful values by whose other reading the odds stand beside those shown."""
        self.is_bound = False
        """Whether the battle has a name, and what its roll says is binding."""
        self.practice = False
        """Whether results are drawn and not recorded."""
        self.disclosure = Disclosure.EXACT
        """How much of odds the umpire of the battle lets players see."""
        self.has_read = False
        """Whether the record has been read: before, nothing is drawn on what it may change."""
        self._side = ""
        self._roll_seen = 0
        if scenario:
            self.open_scenario(scenario)

    @property
    def system(self) -> RuleSystem:
        """The system in use."""
        return self.set_up.system

    @property
    def letters(self) -> Letters:
        """The letters of the system in use."""
        return letters_of(self.system)

    @property
    def scenario(self) -> Scenario | None:
        """The order of battle in use."""
        return self.set_up.scenario

    @property
    def roll(self) -> Roll | None:
        """The units as the record leaves them, once it has been read."""
        return self.set_up.roll

    @property
    def side(self) -> str:
        """Whose copy this is, by the key or name of the side; of an umpire's, nothing."""
        return self._side

    @side.setter
    def side(self, side: str) -> None:
        self._side = self.set_up.side = side

    def read_later(self) -> Callable[[], Reading]:
        """What works out the odds of the set-up as it is now, or the trouble with it."""
        try:
            question = self.set_up.question()
        except CalculatorError as trouble:
            return partial(Reading, trouble=trouble)
        return partial(read, question, frozenset(self.beside))

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
        if len(self.pins) == MOST_COMPARED:
            raise CalculatorError(f"{MOST_COMPARED} pins at most: F7 removes them")
        self.pins.append(self.set_up.pinned())
        return True

    def set_beside(self, keys: Container[str]) -> bool:
        """Set the other readings of doubtful values beside the odds, or take them away again;
        whether they now stand there."""
        meant = {key for key in self.set_up.tables.doubtful if key in keys}
        were_set = meant <= self.beside
        self.beside = self.beside - meant if were_set else self.beside | meant
        return not were_set

    def unpin_all(self) -> None:
        """Take all pins away, and the other readings."""
        self.pins = []
        self.beside = set()
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
            if self.scenario_name:
                self.set_up.said.clear()
                self.unpin_all()
        self.scenario_name = name
        self._settle(scenario)

    def _settle(self, scenario: Scenario | None) -> None:
        """Ask under this order of battle, if any, of which no unit is kept that it has not."""
        known = scenario.by_full_name if scenario else {}
        kept = {role: unit for role, unit in self.set_up.units.items() if unit in known}
        self.set_up.units = kept
        self.set_up.follow(None, scenario)

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
        self.scenario_name = ""
        self._settle(None)

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
        self.set_up, self.scenario_name = _set_up_of(kept), kept.scenario
        self.set_up.side = self._side

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit act or be the target."""
        self.set_up.take(role, name)

    @property
    def picked(self) -> set[str]:
        """The names of the units picked, and the side of the army whose morale is checked."""
        army = self.set_up.checked_army()
        return {*self.set_up.units.values(), *([army.side] if army else ())}

    def take_roll(self, roll: Roll | None, own: Container[int] = ()) -> tuple[int, ...]:
        """Take the roll as it is now; gives the entries since the last that concern what is picked.

        An army stays picked, until one of this copy's `own` entries, by number, has checked it.
        """
        if roll is None or roll.scenario.system is not self.system:
            self.set_up.follow(None, self.scenario)
            return ()
        before, is_first = self.set_up.checked_army(), self.roll is None
        self.set_up.follow(roll)
        changed = roll.changed_since(self._roll_seen, self.set_up.on_roll().values())
        if before:
            self.set_up.army = "" if _last_check(roll, before) in own else before.side
            self.set_up.refill()
            if before != self.set_up.checked_army():
                changed = tuple(range(self._roll_seen + 1, roll.last + 1))
        self._roll_seen = roll.last
        return () if is_first else changed

    def cautions_in_words(self) -> list[str]:
        """The same, with the keys that do something about it."""
        return [
            f"{one.text}{_KEY_FOR[bool(one.take), one.of_army]}{_NEXT_TURN * one.of_turn}"
            for one in self.cautions()
        ]

    def cautions(self) -> list[Caution]:
        """What should be said of the units before anything is drawn, the gravest first."""
        binding = self.is_bound and not self.practice
        return cautions(self.set_up, counts_turns=self.is_bound, is_binding=binding)

    def stand_as_left(self, result: Result) -> str:
        """Put what a result left of both units into the form; what to say of it."""
        action = result.question.action
        if not action.is_recorded:
            return f"{action.label} leaves nothing for the form"
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
        self.set_up.say(left.later)
        return ", ".join(gone) or "the form has what the result left"

    def _put_unit(self, role: str, values: Mapping[str, str]) -> None:
        """Say values of the fields of a role; a tally is added to what stands there."""
        for key, fields in self.system.filled(role).items():
            if key in self.system.tallies and key in values:
                counts = {f: int(self.set_up.said.get(f, 0)) + int(values[key]) for f in fields}
                self.set_up.say({field: str(max(count, 0)) for field, count in counts.items()})
            elif key in values:
                self.set_up.say(dict.fromkeys(fields, values[key]))

    def remember(self) -> bool:
        """Keep everything for the next time; whether that was possible."""
        now = self._now()
        return self.memory.keep(
            Remembered(
                now=now,
                others=tuple(kept for key, kept in self._kept.items() if key != now.system),
                pins=tuple(map(_kept, self.pins)),
                battle=self._battle,
                theme=self.theme,
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


def _kept(set_up: Asking) -> KeptSetUp:
    return KeptSetUp(set_up.system.key, set_up.action.key, dict(set_up.said), dict(set_up.units))


def _odds_of(pin: Asking) -> Odds | None:
    try:
        return read(pin.question()).odds
    except CalculatorError:
        return None  # a pin that can no longer be asked is kept, and compared when it can


def _same(one: Asking, other: Asking) -> bool:
    """Whether two set-ups ask the same."""
    if one.system is not other.system or one.action.key != other.action.key:
        return False
    return one.texts == other.texts


def _set_up_of(kept: KeptSetUp) -> Asking:
    """A set-up as it was kept; what is no longer known of it is let go."""
    known = kept.system in catalog.KEYS
    system = catalog.find_system(kept.system) if known else catalog.main_system()
    if not known:
        return Asking(system)
    action = system.action(kept.action) if kept.action in system.action_keys else None
    set_up = Asking(system, action)
    set_up.said.update(kept.texts)
    set_up.units.update(kept.units)
    return set_up
