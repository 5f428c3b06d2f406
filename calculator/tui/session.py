"""A copy at the table, without its screen: the set-up, what is pinned, the order of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calculator.errors import CalculatorError, UnknownNameError
from calculator.home import home
from calculator.journal.copies import CopyName
from calculator.rules import catalog
from calculator.tui.draft import Draft, filled_by
from calculator.tui.memory import Memory, Remembered, SetUp, state_folder
from calculator.tui.reading import Reading, read

if TYPE_CHECKING:
    from calculator.rules.question import Odds
    from calculator.rules.system import AnyAction, RuleSystem
    from calculator.scenarios import Scenario


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
        self.scenario_name = remembered.scenario
        self.draft = _drafted(remembered.now, system)
        if system and self.system.key != remembered.now.system:
            self.scenario_name = ""
        self.pinned = _drafted(remembered.pinned) if remembered.pinned else None
        self._pinned_odds: Odds | None = None
        if scenario:
            self.open_scenario(scenario)

    @property
    def system(self) -> RuleSystem:
        """The system in use."""
        return self.draft.system

    def reading(self) -> Reading:
        """The odds of the set-up, or the trouble with it."""
        return read(self.draft)

    def pinned_odds(self) -> Odds | None:
        """The odds of the pinned set-up, if there is one and it can still be asked."""
        if self.pinned and self._pinned_odds is None:
            self._pinned_odds = read(self.pinned).odds
        return self._pinned_odds

    def toggle_pin(self) -> bool:
        """Pin the set-up, or take the pin away; whether something is pinned now."""
        self._pinned_odds = None
        if self.pinned:
            self.pinned = None
        else:
            self.pinned = _drafted(_kept(self.draft))
            self.pinned.tables = self.draft.tables
        return self.pinned is not None

    def open_scenario(self, name: str) -> None:
        """Take an order of battle, and the system and tables it is for.

        Raises `CalculatorError` with every fault of the file.
        """
        from calculator.scenarios import load

        scenario = load(name)
        if scenario.system is not self.system:
            self.draft.switch(scenario.system)
        self.scenario = scenario
        self.scenario_name = str(scenario.path.absolute()) if "/" in name else name
        self.draft.tables = scenario.tables

    def reopen_scenario(self) -> str:
        """Open the remembered order of battle again; what was wrong with it, or nothing."""
        if self.scenario is not None or not self.scenario_name:
            return ""
        try:
            self.open_scenario(self.scenario_name)
        except CalculatorError as trouble:
            self.close_scenario()
            return str(trouble).partition("\n")[0]
        return ""

    def close_scenario(self) -> None:
        """Go on without an order of battle."""
        self.scenario, self.scenario_name = None, ""
        self.draft.tables, self.draft.units = None, {}

    def switch(self, key: str) -> None:
        """Turn to another system; an order of battle for the old one is closed."""
        system = catalog.find_system(key)
        if system is not self.system:
            self.close_scenario()
            self.draft.switch(system)

    def take_unit(self, role: str, name: str) -> None:
        """Let a unit of the order of battle act or be the target: its fields are filled in."""
        if self.scenario is not None:
            self.draft.put(self.scenario.fill(role, name))
            self.draft.units[role] = name

    def units(self) -> dict[str, str]:
        """The names of the units that the present action concerns, by role."""
        asked = {field.key for field in self.draft.fields}
        return {
            role: name.rpartition(": ")[2]
            for role, name in self.draft.units.items()
            if not asked.isdisjoint(filled_by(self.system, role))
        }

    def doubt(self) -> str:
        """What is odd about the units that the present action concerns, or nothing."""
        named = self.units()
        sides = {self.draft.units[role].partition(": ")[0] for role in named}
        if len(named) < 2 or len(sides) > 1:
            return ""
        return f"{named['target']} is of the same side as {named['actor']}"

    def remember(self) -> bool:
        """Keep everything for the next time; whether that was possible."""
        return self.memory.keep(
            Remembered(
                now=_kept(self.draft),
                pinned=_kept(self.pinned) if self.pinned else None,
                theme=self.theme,
                roomy=self.roomy,
                scenario=self.scenario_name,
            )
        )

    def close(self) -> None:
        """Keep everything and give the copy's name back."""
        self.remember()
        self.name.release()


def _kept(draft: Draft) -> SetUp:
    return SetUp(draft.system.key, draft.action.key, dict(draft.texts), dict(draft.units))


def _drafted(kept: SetUp, wanted: str = "") -> Draft:
    """A set-up as it was kept, in the wanted system if one is; what is no longer known is let go.

    Raises `UnknownNameError` for a wanted system that there is not.
    """
    key = wanted or kept.system
    if not wanted and key not in catalog.KEYS:
        key = catalog.KEYS[0]
    draft = Draft(catalog.find_system(key))
    draft.put(kept.texts)
    if key == kept.system:
        draft.units = dict(kept.units)
        draft.action = _known_action(draft, kept.action)
    return draft


def _known_action(draft: Draft, key: str) -> AnyAction:
    try:
        return draft.system.action(key)
    except UnknownNameError:
        return draft.action
