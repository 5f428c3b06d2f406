"""What each entry says of units and sides: what its form states of them, and what it leaves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from calculator.journal.entry import Entry
from calculator.journal.ruling import UnitName
from calculator.names import plain_name
from calculator.roll.condition import AT, Effect, Kinds
from calculator.roll.reading import GENERAL, Part, Ruled, UnitKey, reading_of
from calculator.roll.unit import Placed, ground_fields
from calculator.rules.action import AnyAction
from calculator.scenarios.model import Scenario

_YES_OR_NO = {"yes": True, "no": False}
_BESIDE = frozenset({"gone", "acted", "arrived"})


class Effects:
    """Reads entries of a battle as effects on its units and sides."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self.reading = partial(reading_of, scenario.system.key)
        self.side_key = lru_cache(self._side_key)
        """The key of a side that an entry names, "" for none."""
        self.general = lru_cache(self._general)
        """The general of a name, of another side than this if each has one."""
        self._general_field = scenario.system.general_field
        self._places_like = lru_cache(self._answering)
        self.kinds = Kinds.of(scenario.system)
        self._known = {(unit.side, unit.name): unit.formation for unit in scenario.units}
        sides = [side.key for side in scenario.sides]
        self._enemy = dict(zip(sides, reversed(sides), strict=True)) if len(sides) == 2 else {}

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
        named = body.get("units", {}).items()
        units = {role: key for role, recorded in named if (key := self._key(recorded))}
        side = units["actor"][0] if "actor" in units else self.side_key(entry.side)
        called = str(body["form"].get(self._general_field, ""))
        general = self.general(called, side) if called else None
        return Ruled(
            number=entry.number,
            turn=entry.turn,
            side=side,
            enemy=self._enemy.get(side, ""),
            reading=self.reading(body["action"]),
            units=units,
            body=body,
            by=self.side_key(body["by"]) if "by" in body else "",
            general=general,
            formation=self.formation_of(units.get("actor", general)),
        )

    def _general(self, name: str, side: str) -> UnitKey | None:
        sides = sorted(self._scenario.sides, key=lambda one: one.key == side) if name else ()
        for one in sides:
            for called in one.commanders:
                if plain_name(name) == plain_name(called):
                    return one.key, GENERAL + called
        return None

    def formation_of(self, key: UnitKey | None) -> str:
        """The formation that a unit is of, or that a general commands, by name; "" for none."""
        if key is None:
            return ""
        if key in self._known:
            return self._known[key]
        side, name = self._scenario.side(key[0]), key[1].removeprefix(GENERAL)
        return next((one.name for one in side.formations if one.general == name), "")

    def _side_key(self, name: str) -> str:
        side = self._scenario.side_called(name) if name else None
        return side.key if side else ""

    def of_ruling(
        self, ruled: Ruled, override: Entry | None, claimed: Collection[str] = ()
    ) -> dict[UnitKey, Effect]:
        """What a ruling does to each unit and side, or what was ruled instead.

        Of a side that another than the one that asked has `claimed`, that says nothing that stands.
        """
        reading = ruled.reading
        aftermath = (override or ruled).body.get("aftermath", {})
        answers, effects = ruled.answers, dict[UnitKey, Effect]()
        for role, key in ruled.units.items():
            part = reading.part(role)
            left, gone, had = _befallen(part, aftermath)
            stands = key[0] == ruled.by or key[0] not in claimed
            effect = self._of_form(ruled, answers, part.fields, stands, left, had)
            if left is None or role not in aftermath:
                effect.gone = gone
            if part.acts:
                effect.acted = True
                effect.may = tuple(aftermath.get("may", ())) if role == "actor" else ()
                effect.did = reading.action.key
                if reading.at_end and (taken := ruled.taken(override)).outcome:
                    effect.at_end = reading.at_end(taken)
            elif role == "target":
                effect.later = aftermath.get("later", {})
                effect.acted = aftermath.get("target-spent") or None
                self._say_ground(effect, ruled, stands)
            effects[key] = effect
        if ruled.general and (gone := _general_gone(ruled.general, aftermath)):
            lost = effects[ruled.general] = Effect(ruled.number, ruled.turn, left=None)
            lost.gone = gone
        for what, fields in reading.sides.items():
            side, left = ruled.side if what == "side" else ruled.enemy, aftermath.get(what, {})
            if side and (fields or left):
                stands = side == ruled.by or side not in claimed
                effect = self._of_form(ruled, answers, fields, stands, left)
                if reading.counts and what == "side":
                    effect.counted = reading.counts(ruled.taken(override))
                effects[side, ""] = effect
        return effects

    def _of_form(
        self,
        ruled: Ruled,
        answers: Mapping[str, Any],
        fields: Sequence[Placed],
        stands: bool,
        left: Mapping[str, str] | None,
        had: Mapping[str, str] = {},
    ) -> Effect:
        """What a form says of a unit or a side, which stands or is only proposed, and what is left
        of it. What was neither said nor changed was merely assumed, or stands already."""
        stated, said = _stated(answers, fields), {}
        if (answered := ruled.body.get("said")) is not None:
            if left:
                new = left.items() - stated.items()
                left = {
                    k: text for k, text in left.items() if k in self.kinds.apart or (k, text) in new
                }
            said = _stated(answers, [one for one in fields if one.field in answered])
            stated = said if stands else {}
        stated = {**stated, **had} if had else stated
        effect = Effect(ruled.number, ruled.turn, stated, left)
        if not stands:
            effect.proposed, effect.by = said, ruled.by
        return effect

    def _say_ground(self, effect: Effect, ruled: Ruled, stands: bool) -> None:
        """Take what a form says of the ground where its target stands, or else propose it: of
        several places nobody knows which is meant."""
        reading, form, said = ruled.reading, ruled.form, ruled.body.get("said")
        if said is not None and set(said).isdisjoint(reading.ground):
            return
        ground = {key: str(form[key]) for key in reading.ground if key in form}
        like = self._places_like(reading.action.key, *ground.items()) if ground else frozenset()
        if said is None or stands:
            effect.on_ground, effect.like_ground = ground, like
        elif ground == reading.open_ground or len(like) == 1:
            place = "" if ground == reading.open_ground else next(iter(like))
            effect.proposed = {**effect.proposed, AT: place}

    def of_corrections(
        self, entry: Entry, corrections: Iterable[Mapping[str, Any]]
    ) -> dict[UnitKey, Effect]:
        """What corrections do: besides a unit's own keys there are `at` and three of the roll."""
        effects: dict[UnitKey, Effect] = {}
        for correction in corrections:
            if (key := self._key(correction["unit"])) is None:
                continue
            values = correction["values"]
            gone = values.get("gone", "no")
            own = {k: text for k, text in values.items() if k not in _BESIDE}
            cards = {k: text for k, text in own.items() if k in self._scenario.system.cards}
            stated = cards if cards or values.get("gone") == "no" else None
            left = {k: own[k] for k in own.keys() - cards} if gone == "no" else None
            effect = Effect(entry.number, entry.turn, stated, left)
            effect.gone = "" if gone == "no" else gone
            effect.acted = _YES_OR_NO.get(values.get("acted", ""))
            effect.arrived = _YES_OR_NO.get(values.get("arrived", ""))
            effects[key] = effect
        return effects

    def ground_at(self, place: str, action: AnyAction) -> dict[str, str]:
        """What a piece of terrain answers to an action against a unit that stands there."""
        fields = ground_fields(self._scenario.system, action)
        for piece in self._scenario.terrain:
            if piece.name == place:
                answers = self._scenario.system.protection(piece.form, action.key)
                return {field: text for field, text in answers.items() if field in fields}
        return {}

    def _answering(self, key: str, *answers: tuple[str, str]) -> frozenset[str]:
        """The pieces of terrain that answer so of a target that stands there."""
        action = self._scenario.system.action(key)
        return frozenset(
            piece.name
            for piece in self._scenario.terrain
            if set(answers) <= self.ground_at(piece.name, action).items()
        )


def _general_gone(general: UnitKey, aftermath: Mapping[str, Any]) -> str:
    """How the general whom a form names left the battle, if he did."""
    name = plain_name(general[1].removeprefix(GENERAL))
    others = aftermath.get("others", ())
    gone = [str(other.get("gone", "")) for other in others if plain_name(other["unit"]) == name]
    return gone[-1] if gone else ""


def _stated(form: Mapping[str, Any], fields: Sequence[Placed]) -> dict[str, str]:
    """What a form states, by the keys of a unit: a blank states nothing, the first place counts."""
    stated: dict[str, str] = {}
    for key, field, blank in fields:
        if field in form and key not in stated:
            text = str(form[field])
            if text and text != blank:
                stated[key] = text
    return stated


def _befallen(
    part: Part, aftermath: Mapping[str, Any]
) -> tuple[Mapping[str, str] | None, str, Mapping[str, str]]:
    """What befalls the unit in a role: its new values, None if it is gone, how it went and
    what it had then.

    A further unit is the one that a field names which it fills in, "friends#2" the second of those.
    Of whom nothing is said nothing is new: who had gone is not back.
    """
    role, gone, had = part.left_by
    if role in aftermath:
        return aftermath[role], aftermath.get(gone, ""), aftermath.get(had, {})
    if "others" not in aftermath:
        return {}, part.gone, {}
    answer, _, place = role.partition("#")
    answers = {answer, *part.filled}
    others = [one for one in aftermath["others"] if one["answer"] in answers]
    index = int(place or 1) - 1 if (place or "1").isdecimal() else len(others)
    if index >= len(others):
        return {}, part.gone, {}
    other = others[index]
    return other.get("values", {}), other.get("gone", ""), other.get("had", {})
