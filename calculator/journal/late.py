"""Corrections that waited to be written, while the record they are about may have been replaced.

A void or an override names an entry by number. Where another record has taken the place of the one
it was drawn up for, it would fall on a wrong entry, or on none: it is then kept as a note.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from calculator.journal.entry import Draft, Kind


def fitting(draft: Draft, key_of: Callable[[int], str]) -> Draft:
    """What is to be written of a draft; `key_of` tells the key of an entry by number, or ""."""
    if draft.kind not in {Kind.VOID, Kind.OVERRIDE}:
        return draft
    key = key_of(draft.body["entry"])
    if key and draft.about in {key, ""}:
        return draft
    return attrs.evolve(draft, kind=Kind.NOTE, body={"text": _as_note(draft)}, about="")


def _as_note(draft: Draft) -> str:
    about, reason = f"#{draft.body['entry']} of an earlier record", draft.body["reason"]
    if draft.kind is Kind.VOID:
        return f"{about} was void: {reason}"
    return f"{about} was ruled instead: {draft.body['ruled']} ({reason})"
