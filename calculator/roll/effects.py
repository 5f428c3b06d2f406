"""What each entry says of units and sides: what its form states of them, and what it leaves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from calculator.forms import as_text, field_of
from calculator.journal.entry import Entry
from calculator.journal.ruling import UnitName
from calculator.names import plain_name
from calculator.roll.condition import AT, Effect
from calculator.roll.in_play import CardAnswers
from calculator.roll.unit_fields import Placed, acts, ground_fields, side_fields, unit_fields
from calculator.rows import in_rows
from calculator.rules.action import AnyAction, Awaited, Place
from calculator.rules.catalog import find_system
from calculator.rules.system import RuleSystem
from calculator.rules.turns import ActionTaken
from calculator.scenarios.model import Scenario

UnitKey: TypeAlias = tuple[str, str]
"""A unit by its side's key and its name, which no two share; a side by its key and no name, a
general by his name behind `GENERAL`."""

GENERAL: Final = "general: "

_YES_OR_NO = {"yes": True, "no": False}
_COUNTED = re.compile(r"[+-]\d+")
_BESIDE = frozenset({"gone", "acted", "arrived"})


class Reading:
    """Where an action's form speaks of units, of both sides and of the ground."""

    def __init__(self, system: RuleSystem, key: str) -> None:
        self._names = system.key, key
        self.action: AnyAction = system.action(key)
        self.spends = self.action.place is Place.ACTION
        self.checks_morale = system.checks_morale(key)
        self.at_end = system.turn.at_end.get(key)
        self.is_once = key in system.turn.once
        self.ground = ground_fields(system, self.action)
        self.units = cache(lambda role: unit_fields(system, self.action, role))
        self.filled = cache(lambda role: system.filled_fields(role))
        self.sides = {
            what: [p for role in (what, unit) for p in side_fields(system, self.action, role)]
            for what, unit in (("side", "actor"), ("enemy", "target"))
            if system.side
        }

    def acts(self, role: str) -> bool:
        """Whether the unit in a role has used its action by it."""
        return self.spends and acts(self.action, role)

    def __reduce__(self) -> tuple[Any, ...]:
        """How a roll that is kept has it: by keys, for rules are functions."""
        return reading_of, self._names


@cache
def reading_of(system: str, action: str) -> Reading:
    """Where an action's form speaks of what, by the keys of its system and itself."""
    return Reading(find_system(system), action)


class Ruled(NamedTuple):
    """What the roll keeps of a ruling."""

    number: int
    turn: int
    side: str
    label: str
    reading: Reading
    units: Mapping[str, UnitKey]
    form: Mapping[str, Any]
    aftermath: Mapping[str, Any]
    outcome: Any
    draws: Sequence[Mapping[str, str]]
    seed: str
    enemy: str
    said: frozenset[str] | None
    """The fields that were said; None of what is vouched for as a whole."""
    by: str
    """The side whose copy asked, "" for an umpire's."""
    general: UnitKey | None
    """The general whom its form names."""
    awaits: Awaited | None
    """What must be measured before it is whole."""
    is_silent: bool
    """Whether an older version wrote it, which did not say what results leave."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The side that acted, and its enemy, as far as known."""
        return tuple(side for side in (self.side, self.enemy) if side)

    @property
    def concerned(self) -> tuple[UnitKey, ...]:
        """The units it names, and the sides."""
        general = [self.general] if self.general else []
        return (*self.units.values(), *general, *((side, "") for side in self.sides))

    @property
    def answers(self) -> Mapping[str, Any]:
        """What its form answers, in the rows of lists too where these name units."""
        if all("#" not in role for role in self.units):
            return self.form
        return {**self.form, **in_rows(self.reading.action.asks, self.form)}

    @property
    def beside(self) -> list[UnitKey]:
        """The units that take the action beside the actor."""
        others = ((role, key) for role, key in self.units.items() if role != "actor")
        return [key for role, key in others if self.reading.acts(role)]

    def taken(self, override: Entry | None) -> ActionTaken:
        """The action as the law of turns is asked of it; what was ruled instead drew nothing, but
        for an answer."""
        body = override.body if override else {}
        left = body.get("aftermath", {}) if override else self.aftermath
        form = {**self.form, **body.get("answers", {})}
        return ActionTaken(
            action=self.reading.action.key,
            unit=self.units.get("actor", ("", ""))[1],
            answers={key: as_text(value) for key, value in form.items()},
            number=self.number,
            target=self.units.get("target", ("", ""))[1],
            side=self.side,
            may=left.get("may", ()),
            outcome=body.get("outcome") if override else self.outcome,
            draws=body.get("draws", ()) if override else self.draws,
            seed="" if override and "draws" not in body else self.seed,
            later=left.get("later", {}),
        )


class Effects:
    """Reads entries of a battle as effects on its units and sides."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self.reading = partial(reading_of, scenario.system.key)
        self._general_field = scenario.system.general_field
        self._like: dict[tuple[Any, ...], frozenset[str]] = {}
        system = scenario.system
        self._apart = system.each_turn | system.cards.keys() | system.tallies
        self._known = {(unit.side, unit.name) for unit in scenario.units}
        self._enemy: dict[str, str] = {}
        if len(scenario.sides) == 2:
            one, other = (side.key for side in scenario.sides)
            self._enemy = {one: other, other: one}

    def key_of(self, unit: UnitName) -> UnitKey | None:
        """The unit that an entry names, or None if the order of battle has none such."""
        if (unit.side, unit.name) in self._known:
            return unit.side, unit.name
        keys = [key for key in self._known if key[1] == unit.name and not unit.side]
        return keys[0] if len(keys) == 1 else None

    def _key(self, recorded: Mapping[str, str] | str) -> UnitKey | None:
        """The unit as an entry has it; nearly every entry names its side."""
        if type(recorded) is dict and (key := (recorded["side"], recorded["name"])) in self._known:
            return key
        return self.key_of(UnitName.read(recorded))

    def ruled(self, entry: Entry) -> Ruled:
        """What is to be kept of a ruling."""
        body = entry.body
        units = {}
        for role, recorded in body.get("units", {}).items():
            if key := self._key(recorded):
                units[role] = key
        if "actor" in units:
            side = units["actor"][0]
        else:
            named = self._scenario.side_called(entry.side)
            side = named.key if named else ""
        return Ruled(
            number=entry.number,
            turn=entry.turn,
            side=side,
            label=body["label"],
            reading=self.reading(entry.action),
            units=units,
            form=body["form"],
            aftermath=body.get("aftermath", {}),
            outcome=body["outcome"],
            draws=body["draws"],
            seed=body["seed"],
            enemy=self._enemy.get(side, ""),
            general=self.general(str(body["form"].get(self._general_field, "")), side),
            said=frozenset(body["said"]) if "said" in body else None,
            by=self.side_key(body.get("by", "")),
            awaits=Awaited(**body["awaits"]) if "awaits" in body else None,
            is_silent=not ("aftermath" in body or "code" in body),
        )

    def general(self, name: str, side: str) -> UnitKey | None:
        """The general of a name, of another side than this if each has one."""
        wanted = plain_name(name)
        found = [
            (one.key, GENERAL + called)
            for one in sorted(self._scenario.sides, key=lambda one: one.key == side)
            for called in one.commanders
            if wanted == plain_name(called)
        ]
        return found[0] if found else None

    def side_key(self, name: str) -> str:
        """The key of a side that an entry names, "" for none."""
        side = self._scenario.side_called(name) if name else None
        return side.key if side else ""

    def of_ruling(
        self, ruled: Ruled, override: Entry | None, claimed: Collection[str] = ()
    ) -> Iterator[tuple[UnitKey, Effect]]:
        """What a ruling does to each unit and side, or what was ruled instead.

        Of a side that a copy has `claimed`, another side's copy says nothing that stands.
        """
        reading = ruled.reading
        aftermath = override.body.get("aftermath", {}) if override else ruled.aftermath
        for role, key in ruled.units.items():
            befallen = _befallen(role, reading.filled(role), aftermath)
            left = befallen.get("values", {})
            stated, proposed = self._said(ruled, reading.units(role), key[0], claimed)
            if had := befallen.get("had"):
                stated |= had
            effect = self._effect(ruled, stated, self._moved(ruled, reading.units(role), left))
            effect.proposed, effect.by = proposed, ruled.by
            if left is None or role not in aftermath:
                missing = "" if befallen else reading.action.gone.get(role, "")
                effect.gone = befallen.get("gone", missing)  # who had gone is not back
            if reading.acts(role):
                effect.acted = True
                effect.may = tuple(aftermath.get("may", ())) if role == "actor" else ()
                effect.did = reading.action.key
                if reading.at_end and (taken := ruled.taken(override)).outcome:
                    effect.at_end = reading.at_end(taken)
            elif role == "target":
                effect.later = aftermath.get("later", {})
                effect.acted = aftermath.get("target-spent") or None
                self._say_ground(effect, ruled, _may_say(ruled, key[0], claimed))
            yield key, effect
        yield from _of_general(ruled, aftermath)
        for what, fields in reading.sides.items():
            side, left = ruled.side if what == "side" else ruled.enemy, aftermath.get(what, {})
            if side and (fields or left):
                stated, _ = self._said(ruled, fields, side, claimed)
                yield (side, ""), self._effect(ruled, stated, self._moved(ruled, fields, left))

    def _said(
        self, ruled: Ruled, fields: Sequence[Placed], side: str, claimed: Collection[str]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """What a form says of a unit or a side that stands, and what is only proposed."""
        if ruled.said is None:
            return _stated(ruled.answers, fields), {}
        said = _stated(ruled.answers, [one for one in fields if one.field in ruled.said])
        return (said, {}) if _may_say(ruled, side, claimed) else ({}, said)

    def _moved(
        self, ruled: Ruled, fields: Sequence[Placed], left: Mapping[str, str] | None
    ) -> Mapping[str, str] | None:
        """What a result left otherwise than the form had it: the rest was merely assumed, or
        stands already."""
        if ruled.said is None or not left:
            return left
        asked = _stated(ruled.answers, fields)
        return {k: text for k, text in left.items() if k in self._apart or asked.get(k) != text}

    def _say_ground(self, effect: Effect, ruled: Ruled, stands: bool) -> None:
        """Take what a form says of the ground where its target stands, or else propose it: of
        several places nobody knows which is meant."""
        reading = ruled.reading
        if ruled.said is not None and ruled.said.isdisjoint(reading.ground):
            return
        ground = {key: str(ruled.form[key]) for key in reading.ground if key in ruled.form}
        like = self._places_like(reading.action, ground) if ground else frozenset()
        if ruled.said is None or stands:
            effect.on_ground, effect.like_ground = ground, like
        elif ground == _open_ground(reading):
            effect.proposed = {**effect.proposed, AT: ""}
        elif len(like) == 1:
            effect.proposed = {**effect.proposed, AT: next(iter(like))}

    def of_corrections(
        self, entry: Entry, corrections: Iterable[Mapping[str, Any]]
    ) -> Iterator[tuple[UnitKey, Effect]]:
        """What corrections do: besides a unit's own keys there are `at` and three of the roll."""
        for correction in corrections:
            if (key := self._key(correction["unit"])) is None:
                continue
            values = correction["values"]
            gone = values.get("gone", "no")
            own = {k: text for k, text in values.items() if k not in _BESIDE}
            cards = {k: text for k, text in own.items() if k in self._scenario.system.cards}
            stated = cards if cards or values.get("gone") == "no" else None
            left = {k: own[k] for k in own.keys() - cards} if gone == "no" else None
            effect = self._effect(entry, stated, left)
            effect.gone = "" if gone == "no" else gone
            effect.acted = _YES_OR_NO.get(values.get("acted", ""))
            effect.arrived = _YES_OR_NO.get(values.get("arrived", ""))
            yield key, effect

    def ground_at(self, place: str, action: AnyAction) -> dict[str, str]:
        """What a piece of terrain answers to an action against a unit that stands there."""
        forms = (piece.form for piece in self._scenario.terrain if piece.name == place)
        if (form := next(forms, None)) is None:
            return {}
        answers = self._scenario.system.protection(form, action.key)
        fields = ground_fields(self._scenario.system, action)
        return {field: text for field, text in answers.items() if field in fields}

    def _effect(
        self, by: Ruled | Entry, stated: Mapping[str, str] | None, left: Mapping[str, str] | None
    ) -> Effect:
        """What an entry states of a unit or a side, and leaves it."""
        effect = Effect(number=by.number, turn=by.turn, stated=stated, left=left)
        if left is not None and AT in left:
            effect.place = left[AT]
            effect.left = {key: text for key, text in left.items() if key != AT}
        if self._apart:
            self._set_apart(effect)
        return effect

    def _set_apart(self, effect: Effect) -> None:
        """What lasts apart from what holds for a turn, from cards in play and from tallies."""
        system, stated, left = self._scenario.system, effect.stated or {}, effect.left or {}
        both = {**stated, **left}
        effect.this_turn = {key: text for key, text in both.items() if key in system.each_turn}
        effect.cards = {
            key: CardAnswers(stated.get(key, ""), left.get(key, ""), lasts)
            for key, lasts in system.cards.items()
            if key in both
        }
        effect.counted = {
            key: int(text)
            for key, text in left.items()
            if key in system.tallies and _COUNTED.fullmatch(text)
        }
        if effect.stated:
            effect.stated = {key: text for key, text in stated.items() if key not in self._apart}
        if effect.left:
            effect.left = {key: text for key, text in left.items() if key not in self._apart}

    def _places_like(self, action: AnyAction, answers: Mapping[str, str]) -> frozenset[str]:
        """The pieces of terrain that answer so of a target that stands there."""
        asked = (action.key, *answers.items())
        if asked not in self._like:
            self._like[asked] = frozenset(
                piece.name
                for piece in self._scenario.terrain
                if answers.items() <= self.ground_at(piece.name, action).items()
            )
        return self._like[asked]


def _of_general(ruled: Ruled, aftermath: Mapping[str, Any]) -> Iterator[tuple[UnitKey, Effect]]:
    """What becomes of the general whom a form names, if he leaves the battle."""
    if ruled.general:
        name = plain_name(ruled.general[1].removeprefix(GENERAL))
        for other in aftermath.get("others", ()):
            if plain_name(other["unit"]) == name:
                left = Effect(number=ruled.number, turn=ruled.turn, left=None, gone=other["gone"])
                yield ruled.general, left


def _open_ground(reading: Reading) -> dict[str, str]:
    """What a form answers of the ground where nobody says otherwise."""
    fields = (field_of(reading.action.asks, key) for key in reading.ground)
    return {field.key: field.kind.show(field.default) for field in fields}


def _may_say(ruled: Ruled, side: str, claimed: Collection[str]) -> bool:
    """Whether what was said of a side stands: of one's own, an umpire's word, or where no copy
    plays that side."""
    return not ruled.by or ruled.by == side or side not in claimed


def _stated(form: Mapping[str, Any], fields: Sequence[Placed]) -> dict[str, str]:
    """What a form states, by the keys of a unit: a blank states nothing, the first place counts."""
    stated: dict[str, str] = {}
    for key, field, blank in fields:
        text = form.get(field, "")
        if text != "" and key not in stated and (text := str(text)) != blank:
            stated[key] = text
    return stated


def _befallen(
    role: str, fields: Collection[str], aftermath: Mapping[str, Any]
) -> Mapping[str, Any]:
    """What befalls the unit in a role: its new values, None if it is gone, how it went and
    what it had then.

    A further unit is the one that a field names which it fills in, "friends#2" the second of those.
    """
    if role in aftermath:
        gone, had = aftermath.get(f"{role}-gone", ""), aftermath.get(f"{role}-had", {})
        return {"values": aftermath[role], "gone": gone, "had": had}
    answer, _, place = role.partition("#")
    answers = {answer, *fields}
    others = [other for other in aftermath.get("others", ()) if other["answer"] in answers]
    index = int(place or 1) - 1 if (place or "1").isdecimal() else len(others)
    return others[index] if index < len(others) else {}
