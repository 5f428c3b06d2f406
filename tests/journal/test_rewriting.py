"""A ruling on a question met before is written again: what that finds is what reading it finds."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from calculator.journal.entry import Entry, EntryDraft, EntryKind, StoredRow, Tip, digest
from calculator.journal.recompute import Recomputer
from calculator.journal.rewriting import Rewriter, read_written
from calculator.journal.ruling import UnitName, ruling_body
from calculator.journal.verify import Verification, verify
from calculator.rules.action import AnyAction
from calculator.rules.catalog import KEYS, find_system
from calculator.rules.question import Question
from tests.journal.chaining import chain

ACTIONS = [(key, action) for key in KEYS for action in find_system(key).actions]
UNITS = {"actor": UnitName("Soye's brigade é", "french", "ii.9.soye"), "target": UnitName("Alix")}
KEPT = {tables.digest: tables.content for tables in (find_system(key).tables for key in KEYS)}
RECOMPUTER = Recomputer(KEPT.get)


def ruling(question: Question, seed: str, units: dict[str, UnitName] | None = None) -> EntryDraft:
    body = ruling_body(question.result(seed), seed_typed=True, units=units)
    return EntryDraft(kind=EntryKind.RULING, body=body, side="French", copy="red-1")


def entries(*drafts: EntryDraft) -> list[Entry]:
    return list(chain("field", Tip(), drafts))


def verdict_of(rows: list[StoredRow]) -> Verification:
    return verify(rows, RECOMPUTER, lambda _: {})


@pytest.mark.parametrize(("system", "action"), ACTIONS, ids=lambda each: getattr(each, "key", each))
def test_each_action_is_written_again_to_the_letter(system: str, action: AnyAction) -> None:
    question = Question.read(system, action.key, {})
    rewriter = Rewriter()
    first, *others = entries(*(ruling(question, seed, UNITS) for seed in ("5eed", "1", "2", "3")))
    written = read_written(first.content)
    assert written is not None
    assert rewriter.label(written) is None
    rewriter.learn(written, RECOMPUTER.asked(first.body))
    for other in others:
        again = read_written(other.content)
        assert again is not None
        assert rewriter.label(again) == other.body["label"]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value, objects and lists as well."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def rewritten(content: str, path: tuple[Any, ...], new: Any) -> str:
    """The content with one thing in it replaced, spelled as entries are."""
    entry = json.loads(content)
    inner = entry
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def meddlings(content: str) -> Iterator[str]:
    """The content with each thing in it replaced, and with letters changed here and there."""
    for path in leaves(json.loads(content)):
        if path:
            news: tuple[Any, ...] = ("1", 1, 1.0, None, {})
            for new in news:
                yield rewritten(content, path, new)
    code = json.loads(content)["body"]["code"]
    yield content.replace(code, 'a","codf":"'.ljust(64, "0"))
    units = content[content.index('"units":') + 8 : content.index(',"copy":') - 1]
    unit = '{"name":"Alix","path":"","side":""}'
    for other in (f'{{"b":{unit},"a":{unit}}}', f'{{"a":{unit},"a":{unit}}}', '{"a":"Alix"}'):
        yield content.replace(units, other)
    chosen = random.Random(14)
    for _ in range(250):
        at = chosen.randrange(len(content))
        letter = chosen.choice('"{}[],:\\ 01aZ\x1f\x7f\ud800é}')
        yield content[:at] + letter + content[at + chosen.randrange(2) :]


def test_whatever_is_changed_in_it_is_found_as_it_is_in_the_first_of_its_question() -> None:
    question = Question.read("there-stand-empires", "assault", {"quality": "veteran"})
    again = entries(ruling(question, "1"), ruling(question, "5eed", UNITS))
    alone = entries(
        EntryDraft(kind=EntryKind.NOTE, body={"text": "rain"}), ruling(question, "5eed", UNITS)
    )
    found = 0
    for content in meddlings(again[1].content):
        met_before = json.dumps(again[0].hash)
        for_first = content.replace(met_before, json.dumps(alone[0].hash))
        verdicts = []
        for first, text in ((again[0], content), (alone[0], for_first)):
            number, key, kind, *_ = again[1].row
            hash_ = digest(text.encode(errors="replace").decode())
            verdicts.append(verdict_of([first.row, (number, key, kind, text, hash_)]))
        with_rewriting, by_reading = verdicts
        assert (with_rewriting.bad, with_rewriting.unchecked, with_rewriting.reworded) == (
            by_reading.bad,
            by_reading.unchecked,
            by_reading.reworded,
        ), content
        found += not with_rewriting.clean
    assert found > 500
