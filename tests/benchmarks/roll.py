"""The roll of a long battle: from cold, and for each entry that comes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

from calculator.journal.entry import Entry, EntryDraft, EntryKind
from calculator.journal.ruling import UnitName, ruling_body
from calculator.journal.sqlite import SqliteStorage
from calculator.roll import OrderOfBattle, Roll, fill
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.benchmarks.measured import Measured, seconds_of

ENTRIES: Final = 10_000
UNITS: Final = 10
"""Of each side: the battle is fought by twenty."""

FRESH: Final = 200
COLD: Final = 5
_BATCH: Final = 500
_EVERY: Final = {100: EntryKind.TURN, 33: EntryKind.CORRECTION, 20: EntryKind.VOID}
"""Every so many entries another kind than a ruling."""


def lines() -> Iterator[Measured]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = battle(Path(folder, "long.battle"), ENTRIES + FRESH)
        order = OrderOfBattle.of_file("quatre-bras")
        with Umpire.open(path, read_only=True) as umpire:
            cold = tuple(seconds_of(lambda: _opened(path)) for _ in range(COLD))
            entries = list(umpire.entries())
            roll = Roll.of(entries[:-FRESH], order.scenario)
            rolls = [roll]
            fresh = tuple(
                seconds_of(lambda: rolls.append(_after(rolls[-1], entry)))  # noqa: B023
                for entry in entries[-FRESH:]
            )
    yield Measured(what=f"a roll of {ENTRIES:,} entries from cold", seconds=cold, p95_bar=0.5)
    yield Measured(what="the roll after each new entry", seconds=fresh, p95_bar=0.005)


def _opened(path: Path) -> None:
    """Open the record, and look at every unit as a screen would."""
    with Umpire.open(path, read_only=True) as umpire:
        roll = umpire.roll()
        assert roll is not None
        assert roll.units


def _after(roll: Roll, entry: Entry) -> Roll:
    """Take one more entry, and look at every unit as a screen would."""
    grown = roll.after([entry])
    assert grown.units
    return grown


def battle(path: Path, entries: int) -> Path:
    """A battle of so many entries after the one that binds it."""
    order = OrderOfBattle.of_file("quatre-bras")
    storage = SqliteStorage(path)
    bound = EntryDraft(kind=EntryKind.ORDER_OF_BATTLE, body=order.body())
    storage.append([bound])
    drafts = [draft for draft, _ in zip(_drafts(order), range(entries), strict=False)]
    for first in range(0, entries, _BATCH):
        storage.append(drafts[first : first + _BATCH])
    storage.close()
    return path


def _drafts(order: OrderOfBattle) -> Iterator[EntryDraft]:
    rulings = cycle(list(_rulings(order)))
    first = next(unit for unit in order.scenario.units)
    turn = 1
    for number in range(2, 1_000_000):
        kind = next((kind for every, kind in _EVERY.items() if number % every == 0), None)
        match kind:
            case EntryKind.VOID:
                body = {"entry": number - 1, "reason": "wrong"}
                yield EntryDraft(kind=kind, body=body, turn=turn)
            case EntryKind.CORRECTION:
                unit = UnitName(first.name, first.side).as_recorded()
                body = {"unit": unit, "values": {"state": "ok"}, "reason": "counted"}
                yield EntryDraft(kind=kind, body=body, turn=turn)
            case EntryKind.TURN:
                turn += 1
                yield EntryDraft(kind=kind, body={"turn": turn}, turn=turn)
            case _:
                yield EntryDraft(kind=EntryKind.RULING, body=next(rulings), turn=turn)


def _rulings(order: OrderOfBattle) -> Iterator[dict[str, object]]:
    """Rulings of every acting unit on every target, as they are recorded."""
    roll = Roll(order.scenario)
    action = order.scenario.system.action("deployed-fire")
    foot = [unit for unit in roll.units if unit.now["arm"] == "infantry"]
    sides = [[u for u in foot if u.side == side.key][:UNITS] for side in roll.sides]
    for actor in sides[0]:
        for target in sides[1]:
            units = {"actor": actor, "target": target}
            answers = {**fill(roll, action, units).answers, "formation": "deployed"}
            question = Question.read(order.scenario.system.key, action.key, answers)
            names = {role: UnitName(u.name, u.side, u.shown_path) for role, u in units.items()}
            yield ruling_body(question.result("5"), seed_typed=False, units=names)
