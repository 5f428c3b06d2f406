"""A copy at the table, without its screen: each system's set-up, the pins, the order of battle, and
what it remembers of them from one time to the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calculator.desk import asking, attention, odds_view
from calculator.errors import CalculatorError
from calculator.journal import disclosure, files
from calculator.paths import chosen_home, home, write_whole
from calculator.rules import catalog
from calculator.rules.question import Odds
from calculator.rules.system import RuleSystem
from calculator.tui.recorder import Recorder

if TYPE_CHECKING:
    from calculator.roll import Roll
    from calculator.scenarios import Scenario

VERSION: Final = 2


def state_folder() -> Path:
    """Where set-ups are kept. Raises `FaultsError` for an EMPIRES_HOME whose ~ means nobody."""
    if home := chosen_home():
        return home / "screens"
    import platformdirs

    return platformdirs.user_state_path("empires", appauthor=False) / "screens"


class KeptSetUp(NamedTuple):
    """A set-up as it is kept: keys and texts only, and the order of battle it draws on."""

    system: str = ""
    action: str = ""
    texts: Mapping[str, str] = {}
    units: Mapping[str, str] = {}
    scenario: str = ""


class Remembered(NamedTuple):
    """All that a copy remembers from one time to the next: each system has its own set-up."""

    now: KeptSetUp = KeptSetUp()
    others: tuple[KeptSetUp, ...] = ()
    pins: tuple[KeptSetUp, ...] = ()
    theme: str = ""
    battle: str = ""


class Memory:
    """The file of one copy, named after it ("red-1.json"), written whole or not at all. Reading and
    writing never fail: they leave a notice instead. A copy's name is held by one process at a time:
    the next to take it goes on where the last left off."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice = ""
        """What the player should know, e.g. that the set-up cannot be kept; else nothing."""

    def recall(self) -> Remembered:
        """What was remembered, or a fresh start; a file that cannot be read is set aside."""
        try:
            return _read(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Remembered()
        except OSError as fault:
            self.notice = f"your last form cannot be read ({_reason(fault)}); this one is new"
        except (ValueError, TypeError, KeyError, AttributeError):
            self.notice = self._set_aside()
        return Remembered()

    def keep(self, remembered: Remembered) -> bool:
        """Write what is to be remembered, all of it or nothing; whether that was possible."""
        kept = {
            **remembered._asdict(),
            "version": VERSION,
            "now": remembered.now._asdict(),
            "others": [one._asdict() for one in remembered.others],
            "pins": [one._asdict() for one in remembered.pins],
        }
        try:
            write_whole(self.path, json.dumps(kept, indent=1).encode())
        except OSError as fault:
            self.notice = f"this form cannot be kept for next time ({_reason(fault)})"
            return False
        self.notice = ""
        return True

    def _set_aside(self) -> str:
        endings = chain((".damaged",), (f".damaged-{number}" for number in count(2)))
        aside = next(path for path in map(self.path.with_suffix, endings) if not path.exists())
        try:
            self.path.replace(aside)
        except OSError as fault:
            return f"your last form is damaged and cannot be set aside ({_reason(fault)})"
        return f"your last form was damaged and is kept as {aside.name}; this one is new"


def _read(parsed: Any) -> Remembered:
    if parsed["version"] != VERSION:
        raise ValueError(parsed["version"])
    others, pins = (tuple(map(_set_up, parsed[part])) for part in ("others", "pins"))
    theme, battle = str(parsed["theme"]), str(parsed.get("battle", ""))
    return Remembered(_set_up(parsed["now"]), others, pins, theme, battle)


def _set_up(parsed: Any) -> KeptSetUp:
    texts, units = (
        {str(key): str(text) for key, text in parsed[part].items()} for part in ("texts", "units")
    )
    system, action, scenario = (str(parsed[part]) for part in ("system", "action", "scenario"))
    return KeptSetUp(system, action, texts, units, scenario)


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()


class Session:
    """Everything a screen shows, and the one place that changes it."""

    def __init__(
        self,
        *,
        system: str = "",
        scenario: str = "",
        copy: str = "",
        battle: str = "",
        side: str = "",
        player: str = "",
    ) -> None:
        """Go on where the copy of that name left off, in the system and scenario asked for; another
        battle starts clean. Raises `CalculatorError` for a system or scenario that there is not."""
        self.name = files.CopyName.claim(home() / "copies", copy)
        self.recorder = Recorder(self.name, battle=battle, side=side, player=player)
        self.memory = Memory(state_folder() / f"{self.name.name}.json")
        remembered = self.memory.recall()
        if battle != remembered.battle:
            remembered = Remembered(theme=remembered.theme)
        self._battle = battle
        self.theme = remembered.theme
        self._kept = {kept.system: kept for kept in (*remembered.others, remembered.now)}
        key = catalog.find_system(system).key if system else remembered.now.system
        self.set_up = _set_up_of(self._kept.get(key, KeptSetUp(key)))
        self.set_up.side = side
        self.scenario_name = self._kept.get(key, KeptSetUp()).scenario
        self.pins: dict[asking.Asking, Odds | None] = {_set_up_of(k): None for k in remembered.pins}
        """The set-ups kept to compare others with, and their odds, once these are known."""
        self.beside: set[str] = set()
        """The keys of doubtful values by whose other reading the odds stand beside those shown."""
        self.practice = False
        """Whether results are drawn and not recorded."""
        self.disclosure = disclosure.Disclosure.EXACT
        """How much of odds the umpire of the battle lets players see."""
        self.has_read = False
        """Whether the record has been read: before, nothing is drawn on what it may change."""
        self._roll_seen = 0
        if scenario:
            self.open_scenario(scenario)

    @property
    def system(self) -> RuleSystem:
        """The system in use."""
        return self.set_up.system

    @property
    def scenario(self) -> Scenario | None:
        """The order of battle in use."""
        return self.set_up.scenario

    @property
    def roll(self) -> Roll | None:
        """The units as the record leaves them, once it has been read."""
        return self.set_up.roll

    def read_later(self, pin: asking.Asking | None = None) -> Callable[[], odds_view.Reading]:
        """What works out the odds of the set-up as it is now or of a pin, or its trouble."""
        try:
            question = (pin or self.set_up).question()
        except CalculatorError as trouble:
            return partial(odds_view.Reading, trouble=trouble)
        return partial(odds_view.read, question, frozenset(() if pin else self.beside))

    def pinned_odds(self) -> list[Odds]:
        """The odds of the pinned set-ups that can still be asked, the first pinned first."""
        # A pin that can no longer be asked is kept, and compared when it can.
        self.pins = {pin: odds or self.read_later(pin)().odds for pin, odds in self.pins.items()}
        return [odds for odds in self.pins.values() if odds]

    def pins_of_this(self) -> list[asking.Asking]:
        """The pins that ask the very same as the set-up."""
        asked = self.set_up.action.key, self.set_up.texts
        same = (pin for pin in self.pins if pin.system is self.system)
        return [pin for pin in same if (pin.action.key, pin.texts) == asked]

    def toggle_pin(self) -> bool:
        """Pin the set-up, or take its pin away; whether it is pinned now. Raises `CalculatorError`
        where there are as many pins as can be compared."""
        if same := self.pins_of_this():
            self.pins = {pin: odds for pin, odds in self.pins.items() if pin not in same}
            return False
        if len(self.pins) == odds_view.MOST_COMPARED:
            raise CalculatorError(f"{odds_view.MOST_COMPARED} pins at most: F7 removes them")
        self.pins[self.set_up.pinned()] = None
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
        self.pins, self.beside = {}, set()

    def open_scenario(self, name: str) -> None:
        """Take an order of battle and its system. Raises `CalculatorError` with its every fault."""
        from calculator.scenarios import load

        scenario = load(name)
        self.take_scenario(scenario, str(scenario.path.absolute()) if "/" in name else name)

    def take_scenario(self, scenario: Scenario, name: str = "") -> None:
        """Take an order of battle that is at hand, opened again by `name` or its key; the units
        of another are let go of."""
        name = name or scenario.key
        if scenario.system is not self.system:
            self._turn_to(scenario.system.key)
        if self.scenario_name != name:
            self.set_up.units = {}
            if self.scenario_name:
                self.set_up.said.clear()
                self.unpin_all()
        self.scenario_name = name
        known, units = scenario.by_full_name, self.set_up.units
        self.set_up.units = {role: unit for role, unit in units.items() if unit in known}
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
        self.scenario_name, self.set_up.units = "", {}
        self.set_up.follow(None)

    def switch(self, key: str) -> str:
        """Turn to another system, as it was left; gives what is wrong with its order of battle."""
        if catalog.find_system(key) is self.system:
            return ""
        self._turn_to(key)
        return self.reopen_scenario()

    def _turn_to(self, key: str) -> None:
        """Keep the set-up of the present system, and take up that of another."""
        self._kept[self.system.key] = _kept(self.set_up, self.scenario_name)
        kept, side = self._kept.get(key, KeptSetUp(key)), self.set_up.side
        self.set_up, self.scenario_name = _set_up_of(kept), kept.scenario
        self.set_up.side = side

    @property
    def picked(self) -> set[str]:
        """The names of the units picked, and the side of the army whose morale is checked."""
        army = self.set_up.checked_army()
        return {*self.set_up.units.values(), *([army.side] if army else ())}

    def take_roll(self, roll: Roll | None, own: Container[int] = ()) -> tuple[int, ...]:
        """Take the roll; gives the entries since the last that concern what is picked. An army
        stays picked until one of this copy's `own` entries, by number, has checked it."""
        if roll is None or roll.scenario.system is not self.system:
            self.set_up.follow(None, self.scenario)
            return ()
        before, is_first = self.set_up.checked_army(), self.roll is None
        self.set_up.follow(roll)
        changed = roll.changed_since(self._roll_seen, self.set_up.on_roll().values())
        if before:
            from calculator.roll import army_of

            self.set_up.army = "" if army_of(roll, before.side).last in own else before.side
            self.set_up.refill()
            if before != self.set_up.checked_army():
                changed = tuple(range(self._roll_seen + 1, roll.last + 1))
        self._roll_seen = roll.last
        return () if is_first else changed

    def cautions_in_words(self) -> list[str]:
        """What should be said of the units, with the keys that do something about it."""
        return [
            one.text
            + "; ⌫ uses the roll's answer" * bool(one.take)
            + "; , picks it" * one.of_army
            + (f"; N begins {one.begins}" if one.begins else "")
            for one in self.cautions()
        ]

    def cautions(self) -> list[attention.Caution]:
        """What should be said of the units before anything is drawn, the gravest first."""
        is_named = self.recorder.is_named
        binding = is_named and not self.practice
        return attention.cautions(self.set_up, counts_turns=is_named, is_binding=binding)

    def remember(self) -> bool:
        """Keep everything for the next time; whether that was possible."""
        now = _kept(self.set_up, self.scenario_name)
        others = tuple(kept for key, kept in self._kept.items() if key != now.system)
        pins = tuple(map(_kept, self.pins))
        return self.memory.keep(Remembered(now, others, pins, self.theme, self._battle))

    def close(self) -> None:
        """Write what is still waiting, keep everything and give the copy's name back."""
        self.recorder.close()
        self.remember()
        self.name.release()


def _kept(set_up: asking.Asking, scenario: str = "") -> KeptSetUp:
    system, action, said, units = set_up.system, set_up.action, set_up.said, set_up.units
    return KeptSetUp(system.key, action.key, dict(said), dict(units), scenario)


def _set_up_of(kept: KeptSetUp) -> asking.Asking:
    """A set-up as it was kept; what is no longer known of it is let go."""
    if kept.system not in catalog.KEYS:
        return asking.Asking(catalog.main_system())
    system = catalog.find_system(kept.system)
    action = system.action(kept.action) if kept.action in system.action_keys else None
    set_up = asking.Asking(system, action)
    set_up.said.update(kept.texts)
    set_up.units.update(kept.units)
    return set_up
