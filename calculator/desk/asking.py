"""A question as it is being filled in: what is said, picked and left, and what it comes to. Names
and answers never part, and leaving a form changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from calculator.desk.answers import Answers, Known
from calculator.errors import (
    CalculatorError,
    Fault,
    FaultsError,
    Refusal,
    every,
    raise_any,
)
from calculator.forms import fields_of, keys_of
from calculator.rules.action import AnyAction, Place
from calculator.rules.question import Odds, Question
from calculator.rules.system import Owner, RuleSystem

if TYPE_CHECKING:
    from calculator.roll import Army, Mismatch, Objection, Roll, RollUnit, Taken
    from calculator.scenarios import Scenario
    from calculator.umpire import Ruling, Umpire
    from calculator.umpire.ruling import Named

_RANGE: Final = "range"
"""The key by which every system asks how far apart firer and target are."""


class Asking(Answers):
    """A question of a system, its units, and what was said; everything else is worked out. `army`
    is the side whose morale is checked, where one was picked, `side` who asks. With a `roll` units
    stand as the record leaves them, with a `scenario` alone as the file has them."""

    def __init__(
        self,
        system: RuleSystem,
        action: AnyAction | None = None,
        *,
        scenario: Scenario | None = None,
        roll: Roll | None = None,
        side: str = "",
        strict: bool = False,
    ) -> None:
        known = roll.scenario if roll else scenario
        super().__init__(system, action or first_action(system), known, strict=strict)
        self.roll = roll
        self.side = side
        self.army = ""
        self.despite = ""
        """Why the table says otherwise than the turn so far, in a player's words."""
        self.is_chosen = False
        """Whether somebody chose the action, and has not drawn by it since."""
        self._measured: frozenset[str] = frozenset()
        """The units between which the range was said."""
        self._before: tuple[AnyAction, Mapping[str, str]] | None = None
        """The action and what was said when a button's form was opened."""

    def copied(self) -> Asking:
        """Another that begins as this one stands."""
        other = copy(self)
        other.said, other.units = dict(self.said), dict(self.units)
        return other

    def pinned(self) -> Asking:
        """Another that goes on asking just this, whatever the roll will say."""
        other = self.copied()
        other.said |= self.texts
        return other

    # What a player does

    def say(self, answers: Mapping[str, str]) -> None:
        """Take what a player says; what follows one that changes begins at that again."""
        standing = {**self.texts, **self.said}
        changed = {key for key, text in answers.items() if text != standing.get(key)}
        for action in self.system.actions:
            for field in fields_of(action.asks):
                if field.follows and field.follows.of.replace("_", "-") in changed:
                    self.said.pop(field.key, None)
        if _RANGE in answers:
            self._measured = frozenset(self.units.values())
        self.said.update(answers)
        if any(map(self._list, answers)):
            self.refill()

    def unsay(self, keys: Iterable[str]) -> None:
        """Let the roll, the file or the default answer these fields again, also those of rows."""
        for key in tuple(keys):
            listed, _, inside = key.partition("#")
            if inside and (kind := self._list(listed)):
                place, _, one = inside.partition(".")
                rows = self.rows(listed)
                for row in rows[int(place) - 1 : int(place)]:
                    row.pop(one, None)
                self.said[listed] = kind.joined(rows)
            self.said.pop(key, None)

    def choose(self, action: AnyAction) -> None:
        """Turn to another action. A button's form is left as if it had never been opened."""
        is_button, was_button = (one.place is Place.BUTTON for one in (action, self.action))
        if is_button and not was_button:
            self._before = self.action, dict(self.said)
        elif was_button and not is_button and self._before:
            self.said, self._before = dict(self._before[1]), None
        self.action, self.army = action, ""
        self.is_chosen = not (is_button or was_button)
        self.refill()

    def back(self) -> bool:
        """Turn back from a button's form to what stood there; False if this is none."""
        if self.action.place is not Place.BUTTON:
            return False
        self.choose(self._before[0] if self._before else first_action(self.system))
        return True

    def take(self, role: str, name: str) -> None:
        """Let a unit act or be the target: what was said of the one before goes with it, and so
        does what was said of the pair, but the range only when both have changed."""
        if self.units.get(role) == (name := self._full_name(role, name)):
            return
        self.units[role] = name
        whose = Owner.MINE if role == "actor" else Owner.THEIRS
        one_stays = not self._measured.isdisjoint(self.units.values())
        for action in self.system.actions if self.said else ():
            for key, owner in self.system.owners(action.asks).items():
                stays = key == _RANGE and one_stays
                if owner in {whose, Owner.GROUND} and not stays:
                    self.said.pop(key, None)
        self.refill()

    def take_all(self, names: Mapping[str, str]) -> None:
        """Let units take their roles. Raises `FaultsError` with the faults of all of them."""
        read = (partial(self._full_name, role, name) for role, name in names.items())
        self.units.update(zip(names, every(*read), strict=True))
        self.refill()

    def _full_name(self, role: str, name: str) -> str:
        """A unit as no two are called, by its name or a part. Raises `FaultsError`."""
        return self.scenario.find(name, role).full_name if self.scenario else name

    def check(self, side: str) -> None:
        """Check this side's army: its count is the roll's, whatever was said of another's."""
        self.army = side
        self.unsay(self._counts)
        self.refill()

    def start_afresh(self) -> None:
        """Forget all that was said, and let no unit act."""
        self.said.clear()
        self.units.clear()
        self.refill()

    def follow(self, roll: Roll | None, scenario: Scenario | None = None) -> None:
        """Go on with the roll as it is now. What it has otherwise than before rules, whoever
        answered that before; what it no longer says is at its default again."""
        was = self._known.answers if self.roll else {}
        self.roll = roll
        self.scenario = roll.scenario if roll else scenario
        self.refill()
        now = self._known.answers
        moved = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        if was:
            self.unsay(moved)

    def refill(self) -> None:
        """Read again what the roll or the file says of the units."""
        if self.roll is not None:
            from calculator.roll import fill

            army = self.checked_army()
            units = {} if army else self.on_roll()
            filled = fill(self.roll, self.action, units, army.side if army else self.side)
            lists = {address.partition("#")[0] for address in filled.in_rows}
            own = {key: text for key, text in filled.answers.items() if key not in lists}
            self._known = Known({**own, **filled.in_rows}, filled.taken, filled.recorded)
        elif self.scenario is not None:
            fills = (
                partial(self.scenario.fill, role, name, self.action.key)
                for role, name in self.named.items()
            )
            self._known = Known(dict(chain.from_iterable(one.items() for one in every(*fills))))
        else:
            self._known = Known()

    # What it comes to

    def question(self) -> Question:
        """The question. Raises `FaultsError` with everything that is wrong with the answers."""
        return Question(self.system, self.action, self.form(), self.tables)

    def typed(self, answers: Mapping[str, str]) -> Question:
        """The question with these answers said, as typed. Raises `FaultsError` with every fault,
        also for keys that no action asks."""
        own = set(keys_of(self.action.asks))
        self.say({key: text for key, text in answers.items() if key in own})
        rest = {key: text for key, text in answers.items() if key not in own}
        texts = {**self.texts, **rest}
        read = partial(Question.read, self.system.key, self.action.key, texts, self.tables)
        question: Question = every(self.check_names, read)[1]
        return question

    def check_answered(self) -> None:
        """Raise `FaultsError` for counts of an army that nobody gave: nothing is drawn on those."""
        kinds = {field.key: field.kind for field in self.fields}
        unanswered = () if self.roll else [key for key in self.assumed() if key in self._counts]
        why = "nobody has counted this army: fill in how it stands"
        raise_any(Fault(key, why, kinds[key].allowed) for key in unanswered)

    @property
    def _counts(self) -> frozenset[str]:
        """The fields that count an army, where the present action checks one."""
        if not (morale := self.system.army_morale) or morale.action != self.action.key:
            return frozenset()
        from calculator.rules.armies import ArmyCount

        answers = morale.answers(ArmyCount(1, 0, 0))
        return frozenset(key for key, text in answers.items() if text.isdecimal())

    def put_to(self, umpire: Umpire, odds: Odds, side: str = "", **how: Any) -> Ruling:
        """The umpire's ruling, of these odds of it; `side` asks where no unit says whose it is.
        `how` is as `Umpire.adjudicate` has it, and raises as that does."""
        return umpire.adjudicate(
            odds.question,
            odds=odds,
            units=self.concerned(),
            side=self.whose or side or None,
            said=self.recorded_said,
            despite=self.despite,
            **how,
        )

    # Units and sides

    def on_roll(self) -> dict[str, RollUnit]:
        """The units picked as they stand on the roll, by role."""
        if self.roll is None:
            return {}
        roll = self.roll
        return {role: roll.unit(name) for role, name in self.named.items()}

    @property
    def named(self) -> dict[str, str]:
        """The units picked and those that rows of the present action name, by role."""
        return {**self.units, **self._in_rows()}

    def concerned(self) -> dict[str, Named]:
        """The units that the present action concerns, by role."""
        named = {role: n for role, n in self.named.items() if self._is_asked(role)}
        if self.roll is not None:
            return {role: self.roll.unit(name) for role, name in named.items()}
        if self.scenario:
            return {role: self.scenario.find(name) for role, name in named.items()}
        return dict(self.names)

    @property
    def names(self) -> dict[str, str]:
        """The names of the units that the present action concerns, by role."""
        asked = ((role, name) for role, name in self.named.items() if self._is_asked(role))
        return {role: name.rpartition(": ")[2] for role, name in asked}

    @property
    def told_by(self) -> dict[str, str]:
        """By which names odds and results are told, by role: those of armies and of units."""
        armies = self.scenario.armies(self.whose) if self.scenario else {}
        return armies | self.names

    @property
    def roles(self) -> list[str]:
        """The roles for which units are picked: who acts, at whom, and others where they matter."""
        mattering, pair = self.mattering(), ("actor", "target")
        return [
            role
            for role in self.system.unit_roles
            if (role in pair and self._is_asked(role))
            or not mattering.isdisjoint(self.system.filled_fields(role))
        ]

    def _is_asked(self, role: str) -> bool:
        listed, _, place = role.partition("#")
        of_action = self.system.asked_of(role, self.action)
        return listed in self.mattering() if place else bool(of_action)

    @property
    def _taking_part(self) -> dict[str, RollUnit]:
        return {role: unit for role, unit in self.on_roll().items() if self._is_asked(role)}

    @property
    def whose(self) -> str:
        """Whose result it is: the army's, else the acting unit's side, else that of who asks."""
        if army := self.checked_army():
            return army.side
        actor = self.concerned().get("actor")
        return self.side if actor is None or isinstance(actor, str) else actor.side

    def armies(self) -> tuple[Army, ...]:
        """Every army, where the present action checks the morale of one."""
        if self.roll is None or not self.system.checks_morale(self.action.key):
            return ()
        from calculator.roll import armies_of

        return armies_of(self.roll)

    def checked_army(self) -> Army | None:
        """The army whose morale the present action checks: the one picked, else that of who asks,
        else the first that is due; None where the action checks none, or there is no roll."""
        if self.roll is None or not (armies := self.armies()):
            return None
        wanted = self.army or self.roll.side_key(self.side)
        picked = [army for army in armies if army.side == wanted] if wanted else []
        return (*picked, *(army for army in armies if army.due), *armies)[0]

    # What should be known before a draw

    def taken(self) -> tuple[Taken, ...]:
        """What the roll has otherwise than at the start, of what stands in the form."""
        texts = self.texts
        return tuple(one for one in self._known.taken if texts[one.field] == one.text)

    def otherwise(self) -> tuple[Mismatch, ...]:
        """Where what was said is otherwise than on the roll."""
        if self.roll is None:
            return ()
        from calculator.roll import differences

        try:
            question = self.question()
        except CalculatorError:
            return ()
        return differences(self.roll, question, self._taking_part, self.side)

    def objections(self) -> tuple[Objection, ...]:
        """Why these units, or this army, should not take part, the gravest first."""
        if self.roll is None:
            return ()
        from calculator.roll import objections

        return objections(self.roll, *self._party())

    def _party(self) -> tuple[AnyAction, Mapping[str, RollUnit], str, Mapping[str, str]]:
        army = self.checked_army()
        return self.action, self._taking_part, army.side if army else self.side, self.texts

    def check_units(self) -> None:
        """Raise `ForbiddenError` with why these units may not take part, and whatever else the
        rules forbid of it, if they may not: a `HeldError` for what only the turn forbids, and
        nothing says `despite` what."""
        if self.roll is None:
            if doubt := self.doubt:
                raise FaultsError([Fault("target", doubt, "a unit of another side")])
            return
        from calculator.roll import check_units

        check_units(self.roll, *self._party(), despite=self.despite, refused=self._refused())

    def _refused(self) -> Iterator[Refusal]:
        """What the rules forbid of it, read only by who wants to know: it may not be whole yet."""
        yield from self.question().law.refusals()

    @property
    def doubt(self) -> str:
        """What is odd about the pair, where there is no roll to say so."""
        named = self.concerned()
        pair = [self.units[role] for role in ("actor", "target") if role in named]
        if len(pair) < 2 or len({name.partition(": ")[0] for name in pair}) > 1:
            return ""
        if self.action.hits_friends and pair[0] != pair[1]:
            return ""
        actor, target = (name.rpartition(": ")[2] for name in pair)
        own = "the acting unit itself" if target == actor else f"on the same side as {actor}"
        return f"{target} is {own}"


def first_action(system: RuleSystem) -> AnyAction:
    """The action a fresh form opens with."""
    return system.action(next(one.key for one in system.listed if one.place is Place.ACTION))
