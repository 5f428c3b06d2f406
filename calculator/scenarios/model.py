"""An order of battle as the rest of the calculator sees it: sides, formations, units, tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Final

import attrs

from calculator.errors import FaultsError, UnknownNameError, nearest
from calculator.forms import Form, mattering, texts
from calculator.kinds import Choice, Length, Whole, Word
from calculator.names import key_meant, keys_of_part, plain_name
from calculator.rules.phrases import counted
from calculator.rules.system import RuleSystem
from calculator.rules.tables import Tables
from calculator.scenarios.kinds import (
    CLOCK,
    DAY,
    LINE,
    LIST,
    PERCENT_BY_SIDE,
    PROSE,
    SLUG,
    SYSTEM,
    keyed,
)
from calculator.scenarios.source import KeyPath

DRAWN: Final = "drawn"
"""What stands for the winner of a battle that nobody won."""

HEAD: Final = "scenario"
RULES: Final = "rules"
"""The two tables of a file whose keys are the scenario's own."""

AT: Final = "the name of the piece of terrain where it starts"


class Role(Word):
    """A side's part in the battle; the initiative depends on it."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Rank(Word):
    """What a general commands."""

    ARMY = "army"
    CORPS = "corps"
    DIVISION = "division"


@attrs.frozen(kw_only=True)
class General:
    """A general on the table."""

    name: str = keyed(LINE, "who", True, "General Red")
    rank: Rank = keyed(Choice(Rank), "what the general commands", True, "army")
    notes: str = keyed(PROSE, "anything else to know")


@attrs.frozen(kw_only=True)
class Unit:
    """A unit: what the system knows of it in `form`, what only the file says beside it.

    `men` are officers and men, `guns` guns; None where the file gives none. `path` is where it
    stands in the file.
    """

    name: str = keyed(LINE, "its name; each name only once in a side", True, "1st Brigade")
    men: int | None = keyed(Whole(1, 50_000, "men"), "officers and men")
    guns: int | None = keyed(Whole(1, 200, "guns"), "guns")
    at: str = keyed(LINE, AT)
    notes: str = keyed(PROSE, "regiments, sources, the reason of its rating")
    side: str
    formation: str
    form: Form
    path: KeyPath

    @property
    def full_name(self) -> str:
        """Its name after its side's key, "side: name", which no two units share."""
        return f"{self.side}: {self.name}"


def in_a_word(name: str) -> str:
    """A side's name without what explains it: "Anglo-Allied" of "Anglo-Allied: the army"."""
    return name.partition(":")[0]


def strength(units: Sequence[Unit]) -> str:
    """How many men and guns some units have, as far as the file gives them."""
    men, guns = sum(unit.men or 0 for unit in units), sum(unit.guns or 0 for unit in units)
    parts = [f"{men:,} {'man' if men == 1 else 'men'}"] * bool(men)
    return ", ".join(parts + [counted(guns, "gun")] * bool(guns))


def told_apart(units: Sequence[Unit]) -> list[str]:
    """Their names, "side: name" where several have one."""
    names = [unit.name for unit in units]
    return [unit.full_name if names.count(unit.name) > 1 else unit.name for unit in units]


def totals(units: Sequence[Unit]) -> str:
    """How many units there are, and their strength."""
    return ", ".join(filter(None, (counted(len(units), "unit"), strength(units))))


@attrs.frozen(kw_only=True)
class Formation:
    """Units that act on one initiative. `entry_turn` is None for those on the table at first."""

    name: str = keyed(
        LINE, "a division, or other units that act on one initiative", True, "1st Division"
    )
    corps: str = keyed(LINE, "what it belongs to")
    general: str = keyed(LINE, "its general, who stands on the table", example="A general")
    entry_turn: int | None = keyed(
        Whole(1, 99, "(turn)"), "the turn in which it arrives by route march"
    )
    entry: str = keyed(LINE, "where it arrives")
    at: str = keyed(LINE, AT)
    notes: str = keyed(PROSE, "anything else to know")
    units: tuple[Unit, ...]
    path: KeyPath


@attrs.frozen(kw_only=True)
class Side:
    """One side; `form` is what the system lets a scenario say of it, if anything."""

    key: str = keyed(SLUG, "a short name, used in the record", True, "red")
    name: str = keyed(LINE, "the side or army", True, "The Red army")
    role: Role | None = keyed(Choice(Role), "attacker or defender", example="attacker")
    form: Form | None
    generals: tuple[General, ...]
    formations: tuple[Formation, ...]
    unattached: tuple[Unit, ...]
    path: KeyPath

    @property
    def called(self) -> str:
        """Its name in a word."""
        return in_a_word(self.name)

    @property
    def commanders(self) -> tuple[str, ...]:
        """Its generals by name, those of the whole army first."""
        of_formations = [part.general for part in self.formations if part.general]
        return (*(general.name for general in self.generals), *of_formations)

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units, in the order of the file, those of no formation last."""
        formed = (unit for formation in self.formations for unit in formation.units)
        return (*formed, *self.unattached)


@attrs.frozen(kw_only=True)
class Terrain:
    """A piece of terrain; `form` is what it does, in the system's terms."""

    name: str = keyed(LINE, "the place, as players call it", True, "The wood")
    notes: str = keyed(PROSE, "anything else to know about it")
    form: Form | None


@attrs.frozen(kw_only=True)
class History:
    """What came of the battle.

    `winner` is a side's key, empty where it was drawn; `losses` are in percent of the men engaged,
    by side, `hours` how long it was fought; both may be unknown.
    """

    winner: str = keyed(SLUG, f"the key of the side that won, or {DRAWN}", True, "blue")
    losses: Mapping[str, int] = keyed(PERCENT_BY_SIDE, "of the men engaged, killed to captured")
    hours: Fraction | None = keyed(
        Length(Fraction(1, 4), Fraction(99), "hours"), "how long it was fought", example=6
    )
    source: str = keyed(LINE, "where these figures are from", True, "A book")
    ratings: str = keyed(PROSE, "what the quality ratings rest on, fixed before any forecast")
    notes: str = keyed(PROSE, "what the figures count, and why this winner")


@attrs.frozen
class Doubt:
    """Something a designer should look at again: where, what, and by which authority."""

    place: str
    text: str
    source: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text} [{self.source}]"


@attrs.frozen(kw_only=True)
class Scenario:
    """A battle, or a named part of one, with the tables in force in it."""

    key: str = keyed(
        SLUG, "the short name it is opened by; as the file's, without .toml", True, table=HEAD
    )
    title: str = keyed(LINE, "the name of the battle", True, "A Battle", table=HEAD)
    date: str = keyed(DAY, "when it was fought", example="1809", table=HEAD)
    system: RuleSystem = keyed(SYSTEM, "the rule system (see `empires systems`)", True, table=HEAD)
    summary: str = keyed(
        PROSE, "what the battle is about, for players", example="Who wants what.", table=HEAD
    )
    author: str = keyed(LINE, "who wrote this file", example="you", table=HEAD)
    licence: str = keyed(LINE, "under which licence it may be used", example="CC0-1.0", table=HEAD)
    sources: tuple[str, ...] = keyed(
        LIST, "published orders of battle and histories", example=["A book"], table=HEAD
    )
    uncertainty: str = keyed(PROSE, "what the sources leave open, and what was chosen", table=HEAD)
    turns: int | None = keyed(
        Whole(1, 99, "turns"), "how long the battle lasts", example=8, table=RULES
    )
    first_turn: str = keyed(CLOCK, "the time of day of the first turn", table=RULES)
    victory: str = keyed(
        PROSE, "who wins, and when", example="Who holds the hill at the end.", table=RULES
    )
    path: Path
    rules: Form | None
    history: History | None
    terrain: tuple[Terrain, ...]
    sides: tuple[Side, ...]
    tables: Tables
    doubts: tuple[Doubt, ...] = ()

    @property
    def titled(self) -> str:
        """The battle and its date, where the file gives one."""
        return ", ".join(filter(None, (self.title, self.date)))

    @property
    def roles(self) -> dict[str, str]:
        """The roles of all sides in the battle by their keys, "" for none."""
        return {side.key: side.role.value if side.role else "" for side in self.sides}

    def armies(self, side: str) -> dict[str, str]:
        """The army in each role of the battle, and that of a `side` and of its only enemy, as
        sentences name them: "the French army"."""
        named = {one.role.value: f"the {one.called} army" for one in self.sides if one.role}
        if own := self.side_called(side):
            named["army"] = f"the {own.called} army"
            if len(others := [one for one in self.sides if one is not own]) == 1:
                named["enemy-army"] = f"the {others[0].called} army"
        return named

    @property
    def units(self) -> Iterator[Unit]:
        """All units of all sides."""
        return (unit for side in self.sides for unit in side.units)

    @cached_property
    def by_full_name(self) -> Mapping[str, Unit]:
        """All units by "side: name"."""
        return {unit.full_name: unit for unit in self.units}

    def at(self, path: KeyPath) -> Unit:
        """The unit that stands at a place of the file."""
        return next(unit for unit in self.units if unit.path == path)

    def side(self, key: str) -> Side:
        """The side called `key`; `UnknownNameError` if there is none."""
        for side in self.sides:
            if side.key == key:
                return side
        raise UnknownNameError("side", key, [side.key for side in self.sides])

    def side_called(self, typed: str) -> Side | None:
        """The side that a player means by its key, its name, or the name up to a colon.

        Case and accents do not matter. None if it is none of these.
        """
        wanted = plain_name(typed)
        for side in self.sides:
            if wanted in {plain_name(side.key), plain_name(side.name), plain_name(side.called)}:
                return side
        return None

    def find_side(self, typed: str) -> Side:
        """The side that a player means by its key, its name, or a part that no other has.

        Raises `FaultsError` with the sides there are.
        """
        if side := self.side_called(typed):
            return side
        return self.side(key_meant("side", typed, {side.key: side.name for side in self.sides}))

    def find(self, name: str, place: str = "unit") -> Unit:
        """A unit by its name, a part that no other has, or "side: name" where several have one.

        Case and accents do not matter. Raises `FaultsError` with the candidates of a part, or the
        nearest name; `place` is where the name was written.
        """
        by_name = self.by_full_name
        if name in by_name:
            return by_name[name]
        wanted = plain_name(name)
        found = [u for u in self.units if wanted in {plain_name(u.name), plain_name(u.full_name)}]
        part = keys_of_part(name, {full: unit.name for full, unit in by_name.items()})
        if len(found or part) == 1:
            return found[0] if found else by_name[part[0]]
        if found:
            problem = f"{len(found)} units are called {name!r}"
            names = " or ".join(repr(unit.full_name) for unit in found)
            raise FaultsError.at(place, f"{problem}: say {names}")
        if part:
            candidates = ", ".join(by_name[full].name for full in part)
            raise FaultsError.at(place, f"{name!r} may be any of {len(part)}", candidates)
        known = {plain_name(unit.name): unit.name for unit in self.units}
        near = known.get(nearest(wanted, known), "")
        allowed = f"any unit of `empires scenario show {self.key}`"
        raise FaultsError.at(place, f"{self.title} has no unit {name!r}", allowed, near)

    def answers_of(self, unit: Unit) -> dict[str, str]:
        """What the file answers of a unit, its side and the rules in force: texts by key."""
        answers: dict[str, str] = {}
        for form in (self.rules, self.side(unit.side).form, unit.form):
            if form is not None:
                shown = texts(form)
                answers |= {field.key: shown[field.key] for field in mattering(form)}
        return answers

    def ground_of(self, unit: Unit) -> Terrain | None:
        """The piece of terrain where a unit stands at first, if the file names one."""
        formations = {part.name: part for part in self.side(unit.side).formations}
        formed = formations[unit.formation].at if unit.formation else ""
        place = unit.at or formed
        return next((piece for piece in self.terrain if piece.name == place), None)

    def fill(self, role: str, unit: Unit | str, action: str = "") -> dict[str, str]:
        """What a unit answers when it takes a role ("actor", or "list#row"): texts by field key.

        The ground where a target stands at first answers as well, as it does for the `action`.

        Raises `FaultsError` for a unit that there is not.
        """
        unit = self.find(unit) if isinstance(unit, str) else unit
        known = self.answers_of(unit)
        if "#" in role:
            return {f"{role}.{key}": text for key, text in known.items()}
        filled: dict[str, str] = {}
        ground = self.ground_of(unit) if role == "target" else None
        if ground and ground.form:
            filled |= self.system.protection(ground.form, action)
        if role == self.commanded(action):
            filled |= self.general_of(unit.side, unit.formation)
        for key, fields in self.system.filled(role).items():
            if key in known:
                filled |= dict.fromkeys(fields, known[key])
        return filled

    def commanded(self, action: str) -> str:
        """The role of the unit whose general an action is about: the one whom it asks of, and else
        the target."""
        asks = bool(action) and self.system.asked_of("actor", self.system.action(action))
        return "actor" if asks else "target"

    def general_of(self, side: str, formation: str) -> dict[str, str]:
        """Who commands a formation, as an answer to the field that names a general, if any does.

        Where the file names none it is a blank, so that nobody takes the place of another.
        """
        field = self.system.general_field
        named = (part.general for part in self.side(side).formations if part.name == formation)
        return {field: next(named, "")} if field else {}

    def generals_against(self, side: str) -> tuple[str, ...]:
        """The generals of all sides but the one with this key, those of whole armies first."""
        others = (other for other in self.sides if other.key != side)
        return tuple(dict.fromkeys(name for other in others for name in other.commanders))
