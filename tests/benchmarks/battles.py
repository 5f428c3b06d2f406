"""Battles of any length for measuring, made in seconds: real questions, draws and chains."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from calculator.journal.entry import EntryDraft, EntryKind
from calculator.journal.recompute import AskedQuestion
from calculator.journal.ruling import ruling_body
from calculator.journal.sqlite import SqliteStorage
from calculator.rules.question import Question

SIDES: Final = ("French", "Allied")
BATCH: Final = 2_000

_SETTINGS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "assault": {
        "quality": ("elite", "veteran", "average", "poor"),
        "target-quality": ("elite", "veteran", "average", "poor"),
        "cover": ("open", "soft", "hard"),
        "bases": ("3", "4", "5"),
    },
    "deployed-fire": {
        "quality": ("veteran", "average", "poor"),
        "cover": ("open", "soft", "hard"),
        "bases": ("3", "4", "5"),
    },
}


class Asking:
    """One question, its odds worked out once, so that each ruling costs its draws and words."""

    def __init__(self, question: Question) -> None:
        self._asked = AskedQuestion(question)
        self._body = ruling_body(question.result("0"), seed_typed=False)
        self.tables = question.tables.content

    def body(self, seed: str) -> dict[str, Any]:
        """The body of a ruling drawn from `seed`."""
        return self._body | {"seed": seed, **self._asked.ruled(seed, {})}


def questions() -> Iterator[Question]:
    """A few hundred questions of There Stand Empires, as a long battle asks them."""
    for action, fields in _SETTINGS.items():
        for words in product(*fields.values()):
            values = dict(zip(fields, words, strict=True))
            yield Question.read("there-stand-empires", action, values)


def drafts(rulings: int) -> Iterator[EntryDraft]:
    """So many rulings, the same every time."""
    askings = [Asking(question) for question in questions()]
    for number in range(rulings):
        seed = sha256(str(number).encode()).hexdigest()[:32]
        asking = askings[number * 7919 % len(askings)]
        yield EntryDraft(
            kind=EntryKind.RULING,
            body=asking.body(seed),
            tables=asking.tables,
            copy=f"red-{number % 9 + 1}",
            side=SIDES[number % 2],
            player="Anna",
            turn=1 + number * 12 // rulings,
        )


def record(path: Path, rulings: int) -> Path:
    """A battle of so many rulings at `path`, written in batches."""
    storage = SqliteStorage(path)
    waiting = drafts(rulings)
    while batch := list(islice(waiting, BATCH)):
        storage.append(batch)
    storage.close()
    return path
