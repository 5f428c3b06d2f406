"""Whatever players ask in whatever order, no turn holds more than its text allows.

What was ruled is counted from the entries alone, by the words of each text; a void counts as if
the ruling had never been.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from calculator.desk.asking import Asking
from calculator.errors import CalculatorError
from calculator.forms import texts
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryDraft, EntryKind, Tip
from calculator.journal.ruling import UnitName, answer_body, as_answered, ruling_body
from calculator.roll import OrderOfBattle, Roll, fill, objections
from calculator.rules.question import Question
from tests.journal.chaining import chain

BESIDE: Final = "the next unit"
"""What stands in a list for the name of the unit that follows the one that acts."""

ASKED: Final[Mapping[str, Sequence[tuple[str, Mapping[str, str]]]]] = {
    "maida": (
        ("assault", {"target-formation": "march-column", "formation": "maneuver-column"}),
        ("assault", {"breakthrough": "yes", "distance": "5", "formation": "maneuver-column"}),
        ("assault", {"distance": "4", "formation": "maneuver-column"}),
        ("assault", {"actor-state": "disordered"}),
        ("maneuver-in-column", {}), ("deploy", {}), ("march", {}), ("form-square", {}),
        ("advancing-fire", {}), ("deployed-fire", {"formation": "deployed"}), ("regroup", {}),
        ("initiative", {}),
    ),
    "waterloo-picton": (
        ("shoot", {"range": "3", "formation": "line"}),
        ("shoot", {"range": "3", "formation": "line", "swept": "1"}),
        ("shoot", {"range": "3", "formation": "line", "shoots": "twice"}),
        ("reform", {"order": "shaken"}), ("charge", {}),
        ("charge", {"also-charging": BESIDE}), ("react", {}), ("stand", {}),
    ),
    "farm-below-the-ridge": (
        ("move", {"path": "open"}), ("ranged-fire", {"bearing": "ahead"}), ("draw-card", {}),
        ("play-card", {"card": "inspired-command", "hand": "4"}), ("pivot", {}),
        ("change-formation", {"into": "line"}), ("change-formation", {"into": "column"}),
        ("play-card", {"card": "artillery-barrage", "hand": "4"}),
        ("ranged-fire", {"bearing": "ahead", "free-shot": "yes"}),
        ("play-card", {"card": "reserve-fire", "hand": "4"}),
        ("play-card", {"card": "volley-fire", "hand": "4"}),
        ("ranged-fire", {"bearing": "ahead", "volley-fire": "yes"}),
    ),
    "waterloo-charges": (
        ("bombardment", {"line": "clear"}), ("movement", {"path": "clear"}),
        ("movement", {"path": "clear, clear, clear"}), ("charge", {}),
        ("rally", {"next-to-leader": "yes"}), ("marsh-test", {}),
    ),
    "cannonade-farm": (
        ("cannonade", {"range": "3"}), ("march", {"path": "clear"}),
        ("march", {"path": "clear, clear"}), ("march", {"path": "covered"}), ("melee", {}),
        ("melee", {"also-attacking": BESIDE}), ("rally", {"routing-men": "3"}),
    ),
}  # fmt: skip

steps = st.lists(
    st.tuples(
        st.integers(0, 10),
        st.integers(0, 3),
        st.integers(0, 3),
        st.integers(0, 60),
        st.integers(0, 11),
    ),
    min_size=8,
    max_size=22,
)
"""An action, who takes it and against whom, a seed, and now and then a void, a turn, an answer."""


class Table:
    """A battle whose players ask what they like; only what is not refused is ruled."""

    def __init__(self, name: str) -> None:
        self.scenario = OrderOfBattle.of_file(name).scenario
        self.asked = ASKED[name]
        self.entries: list[Entry] = []
        self.roll = Roll(self.scenario)
        self.sides = [list(side.units)[:4] for side in self.scenario.sides]

    def take(self, step: tuple[int, int, int, int, int]) -> None:
        which, one, other, seed, turned = step
        if turned == 0:
            self._add(EntryKind.TURN, self._next())
        elif turned == 1 and (ruled := [e.number for e in in_force(self.entries)]):
            self._add(EntryKind.VOID, {"entry": ruled[one % len(ruled)], "reason": "a slip"})
        elif turned == 2 and self.roll.open:
            self._answer(self.entries[self.roll.open[0].number - 1], str(1 + seed % 12))
        else:
            self._ask(*self.asked[which % len(self.asked)], one, other, f"{seed:x}")

    def held(self, key: str, names: Mapping[str, str], **answers: str) -> list[str]:
        """Why a question may not be put now; nothing where it may."""
        action = self.scenario.system.action(key)
        units = {role: self.roll.unit(name) for role, name in names.items()}
        filled = fill(self.roll, action, units, units["actor"].side).answers
        typed = {key.replace("_", "-"): text for key, text in answers.items()}
        question = Question.read(self.scenario.system.key, key, {**filled, **typed})
        form = texts(question.form)
        found = objections(self.roll, action, units, units["actor"].side, form)
        return [str(one) for one in found if one.refused]

    @property
    def owner(self) -> str:
        """The side whose turn was begun, by key."""
        begun = [e.body.get("player", "") for e in self.entries if e.kind is EntryKind.TURN]
        return begun[-1] if begun else ""

    def _next(self) -> dict[str, Any]:
        player = self.roll.next_player
        return {"turn": self.roll.turn + 1, **({"player": player} if player else {})}

    def _ask(self, key: str, said: Mapping[str, str], one: int, other: int, seed: str) -> None:
        mine, theirs = self.sides[:: -1 if other % 2 else 1]
        system = self.scenario.system
        asking = Asking(system, system.action(key), roll=self.roll, side=mine[0].side)
        beside = mine[(one + 1) % len(mine)].name.replace(" ", "-")
        try:
            for role, unit in (("actor", mine[one % len(mine)]), ("target", theirs[other % 4])):
                if system.asked_of(role, asking.action):
                    asking.take(role, unit.full_name)
            asking.say({k: beside if text is BESIDE else text for k, text in said.items()})
            question = asking.question()
            asking.check_units()
            question.check()
        except CalculatorError:
            return
        there = {role: self.roll.unit(name) for role, name in asking.named.items()}
        names = {role: UnitName(u.name, u.side, "") for role, u in there.items()}
        drawn = question.result(seed, odds=question.estimate(1))
        body = ruling_body(drawn, seed_typed=True, units=names)
        self._add(EntryKind.RULING, body, mine[0].side)

    def _answer(self, open_ruling: Entry, inches: str) -> None:
        """Measure what a ruling awaits."""
        body, answers = open_ruling.body, {"distance": inches}
        form = {**body["form"], **answers}
        question = Question.read(body["system"], body["action"], form, self.scenario.tables)
        if any(question.law.refusals()):
            return
        ended_in = question.result(body["seed"], odds=question.estimate(1))
        ended = answer_body(open_ruling.number, body, answers, ended_in)
        self._add(EntryKind.ANSWER, ended, open_ruling.side)

    def _add(self, kind: EntryKind, body: dict[str, Any], side: str = "") -> None:
        tip = Tip().after(self.entries[-1]) if self.entries else Tip()
        turn = body["turn"] if kind is EntryKind.TURN else self.roll.turn
        about = self.entries[body["entry"] - 1].key if "entry" in body else ""
        draft = EntryDraft(kind=kind, body=body, turn=turn, side=side, about=about)
        self.entries += chain("limits", tip, [draft])
        self.roll = self.roll.after(self.entries[-1:])


def in_force(entries: Iterable[Entry]) -> list[Entry]:
    """The rulings that count, each as an answer has ended it."""
    entries = list(entries)
    amendments = Amendments(entries)
    ruled = (e for e in entries if e.is_ruling and amendments.of(e.number).counts)
    answers = {e.about: e for e in entries if e.kind is EntryKind.ANSWER}
    return [
        e._replace(body=as_answered(e.body, answers[e.number].body)) if e.number in answers else e
        for e in ruled
    ]


def nothing_while_open(entries: Sequence[Entry]) -> None:
    """IV: what is delayed holds its units until it is measured."""
    held: dict[int, set[str]] = {}
    for entry in entries:
        names = set(entry.unit_names.values())
        if entry.kind in {EntryKind.ANSWER, EntryKind.VOID}:
            held.pop(entry.about or 0, None)
        elif entry.is_ruling:
            assert all(names.isdisjoint(units) for units in held.values()), entry.number
            if "awaits" in entry.body:
                held[entry.number] = names


def turns(entries: Sequence[Entry]) -> Iterator[dict[str, list[Entry]]]:
    """What each unit did in each turn, in order."""
    found: defaultdict[int, defaultdict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
    for entry in in_force(entries):
        unit = entry.body["units"].get("actor", {"name": ""})["name"]
        found[entry.turn][unit].append(entry)
    yield from found.values()


def hours(entries: Sequence[Entry]) -> None:
    """III.B, IV, VII of There Stand Empires."""
    nothing_while_open(entries)
    for units in turns(entries):
        assert sum(e.action == "initiative" for e in units.pop("", [])) <= 1
        for name, acts in units.items():
            charged = [e for e in acts if e.body["form"].get("breakthrough") == "yes"]
            assert len(charged) <= 1, name
            for first, then in pairwise(acts):
                lost = first.body["label"].startswith("orders lost")
                if then.action == "assault":
                    assert first.action == "assault"
                    assert first.body["outcome"]["breakthrough"]
                    assert then in charged
                    way = first.body["form"]["distance"], then.body["form"]["distance"]
                    inches = sum(int(text) for text in way if text.isdecimal())
                    assert inches <= 12
                elif lost:
                    assert then.action in {"deployed-fire", "advancing-fire", "regroup"}
                else:
                    assert first.action in {"deploy", "maneuver-in-column"}
                    assert then.action == "advancing-fire"
            assert len(acts) <= 2, name


def players(entries: Sequence[Entry]) -> None:
    """Revolutionary Wars: Activating Battalions, Reactions, Multiple Shoot Actions."""
    is_void = any(e.kind is EntryKind.VOID for e in entries)
    ruled = in_force(entries)
    owners = {e.turn: e.body.get("player") for e in entries if e.kind is EntryKind.TURN}
    for units in turns(entries):
        rolled: defaultdict[str, dict[str, int]] = defaultdict(dict)
        began: dict[str, int] = {}
        beside: defaultdict[str, int] = defaultdict(int)
        for acts in units.values():
            for role, unit in ((r, u) for e in acts for r, u in e.body["units"].items()):
                beside[unit["name"]] += role.startswith("also-charging#")
        for name, acts in units.items():
            twice = sum(e.body["form"].get("shoots") == "twice" for e in acts)
            taken = beside[name] + sum(e.action not in {"react", "stand"} for e in acts) + twice
            reacted = [e for e in acts if e.action == "react"]
            assert all(owners.get(e.turn) is None or owners[e.turn] != e.side for e in reacted)
            assert len({e.unit_names["target"] for e in reacted}) == len(reacted), name
            for first, then in pairwise(acts):
                same = first.action == then.action in {"react", "stand"}
                if same and then.unit_names["target"] == first.unit_names["target"] and not is_void:
                    between = (e for e in ruled if first.number < e.number < then.number)
                    assert any(e.side != then.side for e in between), then.number
            side = acts[0].body["units"]["actor"]["side"]
            assert taken <= 2 or owners.get(acts[0].turn) not in {None, side}, name
            for shot in (e for e in acts if e.action == "shoot"):
                target = shot.body["units"]["target"]["name"]
                dice = re.search(r"shoots, (\d+) di", " ".join(shot.body["how"]))
                rolled[target][name] = max(rolled[target].get(name, 0), int(dice[1]) if dice else 0)
                now = int(shot.body["form"]["enemy-platoons"])
                began[target] = max(began.get(target, 0), now)
        for target, by in rolled.items():
            assert sum(by.values()) <= began[target], target


def six_actions(entries: Sequence[Entry]) -> None:
    """Gods of War: six actions, one more for each Inspired Command up to seven."""
    owners = {e.turn: e.body.get("player") for e in entries if e.kind is EntryKind.TURN}
    ruled = defaultdict(list)
    for entry in in_force(entries):
        ruled[entry.turn, entry.side].append(entry)
    for acts in ruled.values():
        played = [e.body["form"]["card"] for e in acts if e.action == "play-card"]
        free = [e.unit_names["actor"] for e in acts if e.body["form"].get("free-shot") == "yes"]
        more = played.count("inspired-command")
        assert len(acts) - len(played) - len(free) <= min(6 + more, 7)
        if any(e.kind is EntryKind.VOID for e in entries):
            continue  # what came between two actions may be void
        # In the enemy's turn, or one that nobody has begun, a free shot may be a Reserve Fire that
        # its side has played in this turn or the one before.
        barrages, owner = played.count("artillery-barrage"), owners.get(acts[0].turn)
        beyond = sum(max(free.count(unit) - barrages, 0) for unit in {*free})
        before = ruled.get((acts[0].turn - 1, acts[0].side), [])
        cards = [e.body["form"]["card"] for e in (*before, *acts) if e.action == "play-card"]
        assert beyond <= (0 if owner == acts[0].side else cards.count("reserve-fire"))
        assert owner in {None, acts[0].side} or not played, "cards are played in one's own turn"
        doubled = [
            e
            for e in acts
            if e.body["form"].get("volley-fire") == "yes" and "artillery" in e.body["form"]["unit"]
        ]
        assert len(doubled) <= played.count("volley-fire"), "cards are one-use"
        paid = [
            e for e in acts if e.action != "play-card" and e.body["form"].get("free-shot") != "yes"
        ]
        for first, then in pairwise(paid):
            if not {first.action, then.action} & {"draw-card"}:
                assert first.unit_names["actor"] != then.unit_names["actor"], then.number
            assert (first.action, then.action) != ("draw-card", "draw-card"), then.number


def goes_by_phases(entries: Sequence[Entry], *phases: set[str]) -> None:
    """No phase of a side's turn comes back, and none is had in the enemy's turn."""
    owners = {e.turn: e.body.get("player") for e in entries if e.kind is EntryKind.TURN}
    places: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for entry in in_force(entries):
        assert owners.get(entry.turn) in {None, entry.side}, entry.number
        place = next(n for n, phase in enumerate(phases) if entry.action in phase)
        places[entry.turn, entry.side].append(place)
    assert all(found == sorted(found) for found in places.values())


def morne_plaine(entries: Sequence[Entry]) -> None:
    """Its phases; the movement allowance; who bombards moves no more."""
    moving = {"movement", "charge", "marsh-test"}
    goes_by_phases(entries, {"bombardment"}, moving, {"rally"})
    for units in turns(entries):
        for name, acts in units.items():
            done = [e.action for e in acts]
            assert done.count("bombardment") <= 1, name
            assert done.count("rally") <= 1, name
            assert "bombardment" not in done or moving.isdisjoint(done), name
            walked = [e for e in acts if e.action == "movement"]
            hexes = sum(e.body["outcome"]["hexes"] for e in walked)
            assert not walked or hexes <= int(walked[0].body["form"]["allowance"]), name


MOVES: Final = {"infantry": 1, "cavalry": 2, "cannon": 1, "baggage": 1, "prisoners": 1}
"""Hexes a turn (Units; prisoners go with their captors, March phase)."""


def cannonade(entries: Sequence[Entry]) -> None:
    """Its phases; one shot, one attack by a formation and one on it, the hexes of its move."""
    goes_by_phases(entries, {"cannonade"}, {"march"}, {"melee"}, {"rally"})
    for units in turns(entries):
        attacked = [e.body["units"]["target"]["name"] for acts in units.values() for e in acts
                    if e.action == "melee"]  # fmt: skip
        assert len(attacked) == len(set(attacked))
        beside = [
            unit["name"]
            for acts in units.values()
            for e in acts
            for role, unit in e.body["units"].items()
            if role.startswith("also-attacking#")
        ]
        for name, acts in units.items():
            done = [e.action for e in acts]
            assert done.count("melee") + beside.count(name) <= 1, name
            assert done.count("cannonade") <= 1, name
            assert "cannonade" not in done or {"march", "melee"}.isdisjoint(done), name
            marched = [e for e in acts if e.action == "march"]
            for mover in {e.body["form"]["mover"] for e in marched}:
                moved = [e for e in marched if e.body["form"]["mover"] == mover]
                hexes = sum(e.body["outcome"]["entered"] for e in moved)
                assert hexes <= MOVES[mover], name


LIMITS: Final = {
    "maida": hours, "waterloo-picton": players, "farm-below-the-ridge": six_actions,
    "waterloo-charges": morne_plaine, "cannonade-farm": cannonade,
}  # fmt: skip


def played(name: str, taken: Sequence[tuple[int, int, int, int, int]]) -> None:
    table = Table(name)
    for step in taken:
        table.take(step)
    LIMITS[name](table.entries)
    whole = Roll.of(table.entries, table.scenario)
    assert [(u.may, u.acted) for u in whole.units] == [(u.may, u.acted) for u in table.roll.units]


THOROUGHLY: Final = [
    pytest.param(name, marks=pytest.mark.heavy, id=f"{name}, thoroughly") for name in LIMITS
]


@pytest.mark.parametrize("name", [*LIMITS, *THOROUGHLY])
@given(taken=steps)
@example(taken=[(6, 0, 0, 1, 5), (6, 0, 0, 1, 5), (7, 0, 0, 1, 5), (7, 0, 0, 1, 5)])
def test_no_order_of_rulings_goes_beyond_what_a_turn_allows(
    name: str, taken: list[tuple[int, int, int, int, int]]
) -> None:
    played(name, taken)


BEGUN: Final = (0, 0, 0, 0, 0)
"""The next turn begins."""


@given(taken=steps)
@example(taken=[(6, 0, 0, 1, 5), (6, 0, 0, 1, 5), (7, 0, 0, 1, 5), (7, 0, 0, 1, 5)])
def test_who_has_not_reacted_to_an_enemy_may_whatever_the_record_has_of_that(
    taken: list[tuple[int, int, int, int, int]],
) -> None:
    """When You Can React: "when the opposing player declares a second Action for an enemy
    Battalion", which may be a Move, and those are made on the table alone."""
    table = Table("waterloo-picton")
    for step in [(0, 0, 0, 1, 5), BEGUN, *taken]:
        table.take(step)
    assert table.owner
    waiting, acting = sorted(table.sides, key=lambda units: units[0].side == table.owner)
    reacted = {
        (e.unit_names["actor"], e.unit_names["target"])
        for e in in_force(table.entries)
        if e.action == "react" and e.turn == table.roll.turn
    }
    for unit, enemy in product(waiting, acting):
        there = [table.roll.unit(one.full_name) for one in (unit, enemy)]
        fit = there[0].now.get("order") != "shattered" and not any(one.gone for one in there)
        if fit and (unit.name, enemy.name) not in reacted:
            assert not table.held("react", {"actor": unit.full_name, "target": enemy.full_name})


@given(taken=steps, after=steps)
@example(taken=[], after=[(8, 0, 1, 1, 5)])
def test_a_reserve_fire_that_stands_answers_a_move_that_nobody_recorded(
    taken: list[tuple[int, int, int, int, int]], after: list[tuple[int, int, int, int, int]]
) -> None:
    """Bonus cards: "React to an enemy move with a free ranged shot"; "once only"."""
    table = Table("farm-below-the-ridge")
    table.take((0, 0, 0, 0, 5))
    for _ in range(2):
        table.take(BEGUN)
    mine, theirs = sorted(table.sides, key=lambda units: units[0].side != table.owner)
    turn = table.roll.turn
    played = (9, 0, table.sides.index(mine), 0, 5)
    in_the_turn = [step for step in (played, *taken) if step[-1]]
    for step in [*in_the_turn, BEGUN, *(step for step in after if step[-1])]:
        table.take(step)
    own = [e for e in in_force(table.entries) if e.side == mine[0].side]
    reserves = sum(
        (e.turn, e.action, e.body["form"].get("card")) == (turn, "play-card", "reserve-fire")
        for e in own
    )
    fired = sum((e.turn, e.action) == (turn + 1, "ranged-fire") for e in own)
    at = {"actor": mine[0].full_name, "target": theirs[0].full_name}
    assert bool(table.held("ranged-fire", at, free_shot="yes")) == (reserves <= fired)
