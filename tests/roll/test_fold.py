"""The roll against a plain recomputation, for random sequences of what a record may hold.

The recomputation below knows nothing of effects or conditions: it walks the whole record from its
first entry and applies, in order, what each entry in force says, as docs/journal.md has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calculator.forms import texts
from calculator.journal.amendments import amends
from calculator.journal.entry import Entry, EntryDraft, EntryKind, Tip
from calculator.roll import OrderOfBattle, Roll, army_of
from calculator.roll.fold import LongAgoError
from calculator.roll.foresight import foresee
from calculator.rules.question import Question
from tests.journal.chaining import chain

SCENARIO = OrderOfBattle.of_file("quatre-bras").scenario
FORM = texts(Question.read("there-stand-empires", "deployed-fire", {}).form)
UNITS = [unit for side in SCENARIO.sides for unit in side.units[:3]]
STATES = ("ok", "disordered", "demoralized")

units = st.integers(0, len(UNITS) - 1)
states = st.sampled_from(STATES)
left = st.one_of(
    st.none(), st.fixed_dictionaries({}, optional={"state": states, "bases": st.just("3")})
)
aftermaths = st.fixed_dictionaries(
    {},
    optional={
        "actor": left,
        "target": left,
        "target-gone": st.just("broken"),
        "may": st.just(["regroup"]),
        "target-spent": st.just(True),
        "later": st.just({"earlier-assaults": "4"}),
    },
)
statements = st.fixed_dictionaries({"actor-state": states, "target-state": states})
rulings = st.tuples(st.just("ruling"), units, units, statements, aftermaths)
corrections = st.tuples(
    st.just("correction"),
    units,
    st.fixed_dictionaries(
        {},
        optional={
            "state": states,
            "gone": st.sampled_from(["no", "captured"]),
            "acted": st.sampled_from(["yes", "no"]),
            "arrived": st.sampled_from(["yes", "no"]),
        },
    ),
)
overrides = st.tuples(st.just("override"), st.integers(1, 30), aftermaths)
answers = st.tuples(st.just("answer"), st.integers(1, 12), aftermaths)
voids = st.tuples(st.just("void"), st.integers(1, 30))
turns = st.tuples(st.just("turn"))
undone = st.tuples(st.just("undo"))
happenings = st.lists(
    st.one_of(rulings, rulings, corrections, overrides, voids, turns), max_size=24
)
corrected = st.lists(corrections.map(lambda one: one[1:]), max_size=2, unique_by=lambda one: one[0])
in_words = st.tuples(st.just("override"), st.integers(1, 12), st.just({}), corrected)
of_words = st.lists(
    st.one_of(
        rulings, rulings, corrections, in_words, in_words, overrides, answers, voids, turns, undone
    ),
    max_size=24,
)
mostly_turns = st.lists(st.one_of(rulings, corrections, voids, turns, turns, undone), max_size=30)


def unit_name(index: int) -> dict[str, str]:
    return {"side": UNITS[index].side, "name": UNITS[index].name, "path": ""}


def ruling_body(actor: int, target: int, stated: dict[str, str], left: Any) -> dict[str, Any]:
    return {
        "system": "there-stand-empires", "action": "deployed-fire", "form": {**FORM, **stated},
        "units": {"actor": unit_name(actor), "target": unit_name(target)}, "rules": "",
        "overrides": {}, "code": "", "seed": "0", "seed-given": False, "draws": [], "outcome": {},
        "label": "as drawn", "headline": "Something happens.", "on-table": [], "how": [],
        "aftermath": left,
    }  # fmt: skip


def corrected_body(unit: int, values: dict[str, str]) -> dict[str, Any]:
    return {"unit": unit_name(unit), "values": values, "reason": ""}


def record(happened: Iterable[tuple[Any, ...]]) -> list[Entry]:
    """The entries of what happened, leaving out what the record would refuse."""
    entries: list[Entry] = []
    tip, turn, begun = Tip(), 1, list[int]()
    for what, *rest in happened:
        kinds = {entry.number: entry.kind for entry in entries}
        body: dict[str, Any] | None = None
        match what:
            case "ruling" if rest[0] != rest[1]:
                body = ruling_body(*rest)
            case "correction":
                body = corrected_body(*rest)
            case "void" if kinds.get(rest[0]) in VOIDABLE:
                body = {"entry": rest[0], "reason": "wrong"}
            case "override" if kinds.get(rest[0]) is EntryKind.RULING:
                body = {
                    "entry": rest[0], "drawn": "as drawn", "ruled": "otherwise", "reason": "so",
                    "aftermath": rest[1],
                    "corrections": [corrected_body(*one) for one in rest[2]] if rest[2:] else [],
                }  # fmt: skip
            case "answer" if kinds.get(rest[0]) is EntryKind.RULING:
                drawn = ruling_body(0, 1, {}, rest[1])
                body = {
                    "entry": rest[0], "drawn": "as drawn", "ruled": "reached",
                    "answers": {"distance": "3"},
                    **{key: drawn[key] for key in ANSWERED},
                }  # fmt: skip
            case "turn" | "undo" | "note":
                body = turned(what, turn, begun, len(entries) + 1)
                turn = (body or {}).get("turn", turn)
        if body is not None:
            kind = EntryKind("turn" if what == "undo" else what)
            draft = EntryDraft(kind=kind, body=body, turn=turn)
            (entry,) = chain("field", tip, [draft])
            tip = tip.after(entry)
            entries.append(entry)
    return entries


def turned(what: str, turn: int, begun: list[int], number: int) -> dict[str, Any] | None:
    """The next turn, the end of the last that was begun, or a note in the place of either."""
    if what == "turn":
        begun.append(number)
        return {"turn": turn + 1}
    if what == "undo":
        return {"turn": turn - 1, "undoes": begun.pop()} if begun else None
    return {"text": "nothing that counts"}


ANSWERED = (
    "units", "code", "draws", "outcome", "headline", "on-table", "how", "aftermath",
)  # fmt: skip
INSTEAD = {EntryKind.OVERRIDE, EntryKind.ANSWER}
VOIDABLE = {EntryKind.RULING, EntryKind.CORRECTION, *INSTEAD}


def recomputed(entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """How each unit stands, worked out the plain way."""
    void = {entry.body["entry"] for entry in entries if entry.kind is EntryKind.VOID}
    ruled = {
        entry.body["entry"]: entry
        for entry in entries
        if entry.kind in INSTEAD and entry.number not in void
    }
    standing = {entry.number for entry in ruled.values()}
    now: dict[str, dict[str, Any]] = {}
    entries = as_they_count(entries)
    for unit in SCENARIO.units:
        formations = SCENARIO.side(unit.side).formations
        due = next((f.entry_turn for f in formations if f.name == unit.formation), None)
        now[unit.name] = {
            "state": "ok", "bases": texts(unit.form)["bases"], "gone": "", "acted": 0, "may": (),
            "there": None, "due": due or 1, "later": {}, "later-turn": 0, "entries": [],
        }  # fmt: skip
    for entry in entries:
        if entry.number in void:
            continue
        if entry.kind is EntryKind.RULING:
            rule(entry, ruled.get(entry.number, entry).body["aftermath"], now)
        elif entry.kind is EntryKind.CORRECTION:
            correct(entry, entry.body, now)
        elif entry.number in standing and entry.body["entry"] not in void:
            for correction in entry.body.get("corrections", ()):
                correct(entry, correction, now)
    return now


def as_they_count(entries: Sequence[Entry]) -> list[Entry]:
    """Each entry in the turn that it counts in: of one that is undone, in that before."""
    counting: list[Entry] = []
    for entry in entries:
        if undone := entry.body.get("undoes"):
            since = counting[undone - 1 :]
            counting[undone - 1 :] = [one._replace(turn=min(one.turn, entry.turn)) for one in since]
        counting.append(entry)
    return counting


def rule(entry: Entry, left: dict[str, Any], now: dict[str, dict[str, Any]]) -> None:
    form = entry.body["form"]
    for role, prefix in (("actor", ""), ("target", "target-")):
        unit = now[entry.body["units"][role]["name"]]
        unit["entries"].append(entry.number)
        state = form["actor-state"] if role == "actor" else form["target-state"]
        unit.update(state=state, bases=form[f"{prefix}bases"], gone="", there=True)
        new = left.get(role, {})
        if new is None:
            unit["gone"] = left.get(f"{role}-gone") or "gone"
        else:
            unit.update(new)
        if role == "actor":
            unit.update(acted=entry.turn, may=tuple(left.get("may", ())))
        elif left.get("target-spent"):
            unit.update(acted=entry.turn, may=())
        if role == "target" and "later" in left:
            unit.update({"later": left["later"], "later-turn": entry.turn})


def correct(entry: Entry, correction: Any, now: dict[str, dict[str, Any]]) -> None:
    unit, values = now[correction["unit"]["name"]], correction["values"]
    unit["entries"].append(entry.number)
    if values.get("gone") == "no":
        unit.update(gone="", there=True)
    if values.get("gone", "no") != "no":
        unit["gone"] = values["gone"]
    elif "state" in values:
        unit["state"] = values["state"]
    if "acted" in values:
        unit.update(acted=entry.turn if values["acted"] == "yes" else 0, may=())
    if "arrived" in values:
        unit["there"] = values["arrived"] == "yes"


def stands(roll: Roll) -> dict[str, dict[str, Any]]:
    return {
        unit.name: {
            "state": unit.now.get("state", ""), "bases": unit.now["bases"], "gone": unit.gone,
            "acted": unit.acted, "may": tuple(one.action for one in unit.may),
            "there": unit.arrived, "later": dict(unit.later),
            "entries": list(unit.entries),
        }
        for unit in roll.units
    }  # fmt: skip


def as_it_stands_in(turn: int, now: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The same, as the roll says it in a turn."""
    return {
        name: {
            "state": unit["state"], "bases": unit["bases"], "gone": unit["gone"],
            "acted": unit["acted"] == turn,
            "may": unit["may"] if unit["acted"] == turn else (),
            "there": unit["due"] <= turn if unit["there"] is None else unit["there"],
            "later": unit["later"] if unit["later-turn"] == turn else {},
            "entries": unit["entries"],
        }
        for name, unit in now.items()
    }  # fmt: skip


FIRST: tuple[Any, ...] = ("ruling", 0, 1, {"actor-state": "ok", "target-state": "ok"}, {})
BROKEN: tuple[Any, ...] = ("override", 1, {}, [(1, {"gone": "broken"})])
REACHED: tuple[Any, ...] = ("answer", 1, {"target": None, "target-gone": "broken"})
SHAKEN: tuple[Any, ...] = ("override", 1, {}, [(1, {"state": "disordered"})])


@example([FIRST, REACHED])
@example([FIRST, REACHED, ("void", 2)])
@example([FIRST, BROKEN, ("void", 1)])
@example([FIRST, BROKEN, SHAKEN])
@example([FIRST, BROKEN, SHAKEN, ("void", 3)])
@example([FIRST, ("turn",), SHAKEN, ("undo",)])
@given(of_words)
def test_the_roll_is_what_a_plain_recomputation_gives(happened: list[tuple[Any, ...]]) -> None:
    entries = record(happened)
    roll = Roll.of(entries, SCENARIO)
    assert stands(roll) == as_it_stands_in(roll.turn, recomputed(entries))


@given(of_words)
def test_entries_taken_one_by_one_give_the_same_rolls_and_leave_those_before_as_they_were(
    happened: list[tuple[Any, ...]],
) -> None:
    entries = record(happened)
    rolls = [Roll(SCENARIO)]
    for entry in entries:
        stands(rolls[-1])
        rolls.append(rolls[-1].after([entry]))
    for taken, roll in enumerate(rolls):
        afresh = Roll.of(entries[:taken], SCENARIO)
        assert roll.units == afresh.units, "a roll changed with those that follow it"
        for side in SCENARIO.sides:
            assert roll.turn_so_far(side.key) == afresh.turn_so_far(side.key)
            assert army_of(roll, side.key) == army_of(afresh, side.key)


@given(of_words, st.one_of(rulings.filter(lambda ruling: ruling[1] != ruling[2]), corrections))
def test_voiding_the_last_entry_gives_the_roll_before_it(
    happened: list[tuple[Any, ...]], last: tuple[Any, ...]
) -> None:
    before = record(happened)
    after = record([*happened, last, ("void", len(before) + 1)])
    assert len(after) == len(before) + 2
    assert stands(Roll.of(after, SCENARIO)) == stands(Roll.of(before, SCENARIO))


def amending(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if amends(entry)]


@settings(max_examples=150, deadline=None)
@example([FIRST, BROKEN, SHAKEN, ("void", 3), ("void", 1)], 3)
@given(of_words, st.integers(0, 24))
def test_a_roll_that_forgets_stands_as_one_that_does_not(
    happened: list[tuple[Any, ...]], taken: int
) -> None:
    """It goes on from a little while ago; what amends earlier entries has it made anew."""
    entries = record(happened)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("calculator.roll.fold._STRIDE", 1)
        roll = Roll.of(entries[:taken], SCENARIO, amending(entries[:taken]))
        with suppress(LongAgoError):
            roll = roll.after(entries[taken:])
    whole = Roll.of(entries[: roll.last], SCENARIO)
    assert stands(roll) == stands(whole)
    for side in SCENARIO.sides:
        assert roll.turn_so_far(side.key) == whole.turn_so_far(side.key)
        assert army_of(roll, side.key) == army_of(whole, side.key)


def without_undone(happened: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """What happened as if no turn that was undone had begun; a note has its number."""
    kept = list(happened)
    begun: list[int] = []
    for at, (what, *_) in enumerate(happened):
        if what == "turn":
            begun.append(at)
        elif what == "undo" and begun:
            kept[at] = kept[begun.pop()] = ("note",)
    return kept


LATE: tuple[Any, ...] = ("correction", 0, {"state": "demoralized"})
IN_DOUBT: tuple[Any, ...] = ("ruling", 0, 1, {"actor-state": "ok", "target-state": "ok"}, {
    "later": {"earlier-assaults": "4"}, "may": ["regroup"], "target": {"state": "disordered"},
})  # fmt: skip


@settings(max_examples=300, deadline=None)
@example([FIRST, IN_DOUBT, *[("turn",), LATE] * 9, *[("undo",)] * 9, FIRST])
@example([IN_DOUBT, *[("turn",)] * 6, ("void", 1), *[("undo",)] * 6])
@given(mostly_turns)
def test_turns_that_are_undone_are_as_if_they_had_never_begun(
    happened: list[tuple[Any, ...]],
) -> None:
    entries = record(happened)
    never, undone = Roll.of(record(without_undone(happened)), SCENARIO), Roll.of(entries, SCENARIO)
    rolls = [Roll(SCENARIO)]
    for taken, entry in enumerate(entries, 1):
        try:
            rolls.append(rolls[-1].after([entry]))
        except LongAgoError:
            rolls.append(Roll.of(entries[:taken], SCENARIO))
    for roll in (undone, rolls[-1]):
        assert roll.turn == never.turn
        assert roll.units == never.units
        assert roll.sides == never.sides
        for side in SCENARIO.sides:
            assert roll.turn_so_far(side.key) == never.turn_so_far(side.key)
            assert army_of(roll, side.key) == army_of(never, side.key)


@settings(max_examples=150, deadline=None)
@given(happenings, st.integers(1, 24), aftermaths, st.booleans())
def test_what_is_foreseen_of_a_void_or_an_override_is_what_comes_of_it(
    happened: list[tuple[Any, ...]], about: int, left: Any, voids: bool
) -> None:
    last = ("void", about) if voids else ("override", about, left)
    entries = record([*happened, last])
    if len(entries) == len(record(happened)):
        return  # there is nothing to amend
    *before, coming = entries
    foresight = foresee(before, SCENARIO, amending(before), coming)
    now, then = stands(Roll.of(before, SCENARIO)), stands(Roll.of(entries, SCENARIO))
    of_record = {name: one.pop("entries") for name, one in now.items()}
    assert all(then[name].pop("entries") is not None for name in of_record)
    aside = {"may", "later"}
    differing = {
        name
        for name, one in now.items()
        if any(one[key] != then[name][key] for key in one.keys() - aside)
    }
    compared = {"state", "bases", "gone", "acted", "arrived"}
    told = {one.name for one in foresight.changes if one.name and compared & one.values.keys()}
    assert told == differing
    found = {(one.entry, one.name, one.key, one.instead) for one in foresight.built_on}
    known = {"state", "bases", "gone"}
    assert {one for one in found if one[2] in known} == set(built_on(before, coming))


def test_what_a_later_ruling_has_of_a_side_as_a_whole_is_named() -> None:
    """The first ruling left a side something, with which its next assault was asked."""
    left = {"side": {"linear-tactics": "yes"}}
    asked = texts(Question.read("there-stand-empires", "assault", {"linear-tactics": "yes"}).form)
    drafts = [
        EntryDraft(
            kind=EntryKind.RULING,
            body=ruling_body(0, 3, {}, aftermath) | {"action": "assault", "form": asked},
            turn=1,
        )
        for aftermath in (left, {})
    ]
    *before, coming = chain(
        "field",
        Tip(),
        [*drafts, EntryDraft(kind=EntryKind.VOID, body={"entry": 1, "reason": "so"}, turn=1)],
    )
    told = foresee(before, SCENARIO, [], coming).lines
    side = UNITS[0].side
    assert (
        f"#2 was asked with {side} linear tactics yes, not linear tactics no; its result "
        "stands." in told
    )


def built_on(before: list[Entry], coming: Entry) -> Iterator[tuple[int, str, str, str]]:
    """What forms have of units that a plain recomputation with the entry to come has not."""
    void = {e.body["entry"] for e in [*before, coming] if e.kind is EntryKind.VOID}
    rulings = (e for e in before if e.kind is EntryKind.RULING and e.number not in void)
    for ruling in rulings:
        if ruling.number > (coming.about or 0):
            earlier = [e for e in before if e.number < ruling.number or e in amending(before)]
            now, then = recomputed(earlier), recomputed([*earlier, coming])
            form = ruling.body["form"]
            for role, prefix in (("actor", ""), ("target", "target-")):
                name = ruling.body["units"][role]["name"]
                asked = {"state": form[f"{role}-state"], "bases": form[f"{prefix}bases"]}
                if then[name]["gone"] and not now[name]["gone"]:
                    yield ruling.number, name, "gone", then[name]["gone"]
                for key, text in asked.items():
                    if now[name][key] == text != then[name][key]:
                        yield ruling.number, name, key, then[name][key]
