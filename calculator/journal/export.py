"""The record carried elsewhere: JSON lines, a spreadsheet, or a battle report to read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from calculator.errors import UnknownNameError
from calculator.figures import percent
from calculator.journal.entry import Entry, Kind

_COLUMNS: Final = (
    "number",
    "time",
    "turn",
    "copy",
    "side",
    "player",
    "kind",
    "system",
    "action",
    "label",
    "headline",
    "probability",
    "seed",
    "about",
    "text",
    "hash",
)


def export(entries: Iterable[Entry], form: str) -> Iterator[str]:
    """The text of all entries, in pieces. Raises `UnknownNameError` for an unknown form."""
    if form not in FORMS:
        raise UnknownNameError("format", form, list(FORMS))
    return FORMS[form](entries)


def _jsonl(entries: Iterable[Entry]) -> Iterator[str]:
    """Each entry as its canonical content with its hash: enough to verify the chain anywhere."""
    for entry in entries:
        yield json.dumps({"content": entry.content, "hash": entry.hash}, ensure_ascii=False) + "\n"


def _csv(entries: Iterable[Entry]) -> Iterator[str]:
    written = io.StringIO()
    writer = csv.DictWriter(written, fieldnames=_COLUMNS, extrasaction="ignore")
    writer.writeheader()
    for entry in entries:
        told = {**entry.body, "about": entry.about, "text": _remark(entry)}
        own = {name: getattr(entry, name) for name in ("number", "time", "turn", "copy", "side")}
        writer.writerow(
            {**told, **own, "player": entry.player, "kind": entry.kind.value, "hash": entry.hash}
        )
        yield written.getvalue()
        written.seek(0)
        written.truncate()


def _remark(entry: Entry) -> str:
    body = entry.body
    if entry.kind is Kind.OVERRIDE:
        return f"{body['ruled']} ({body['reason']})"
    return str(body.get("text") or body.get("reason") or "")


def _markdown(entries: Iterable[Entry]) -> Iterator[str]:
    """A battle report in plain words, turn by turn; what was voided is struck out."""
    whole = list(entries)
    voided = {entry.about: entry for entry in whole if entry.kind is Kind.VOID}
    ruled = {entry.about: entry for entry in whole if entry.kind is Kind.OVERRIDE}
    yield f"# {whole[0].battle if whole else 'Battle'}: report\n"
    for turn, of_turn in groupby(whole, key=lambda entry: entry.turn):
        yield f"\n## Turn {turn}\n\n"
        for entry in of_turn:
            yield from _paragraph(entry, voided.get(entry.number), ruled.get(entry.number))
    if whole:
        yield f"\n{len(whole)} entries; the last has the hash `{whole[-1].hash}`.\n"


def _paragraph(entry: Entry, void: Entry | None, override: Entry | None) -> Iterator[str]:
    body = entry.body
    if entry.kind is Kind.NOTE and not body["subject"]:
        yield f"- *Note: {body['text']}*\n"
    if entry.kind is not Kind.RULING:
        return
    who = ", ".join(filter(None, [entry.side, entry.player])) or entry.copy
    text = str(body["headline"])
    chance = percent(float(entry.probability or 0))
    yield f"- **{who}**, {entry.action.replace('-', ' ')}: "
    yield f"{f'~~{text}~~' if void or override else text} ({chance}, entry {entry.number})\n"
    if void:
        yield f"  - void: {void.body['reason']}\n"
    if override:
        yield f"  - ruled instead: {override.body['ruled']} ({override.body['reason']})\n"


FORMS: Final[dict[str, Callable[[Iterable[Entry]], Iterator[str]]]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "markdown": _markdown,
}
"""The forms there are, by name."""
