"""The handout: a battle in one file that opens anywhere, and checks itself where it is opened."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from typing import Final

from markupsafe import Markup

from calculator.figures import percent
from calculator.journal.amendments import Amendments, author_of
from calculator.journal.audit import Audit
from calculator.journal.entry import PROGRAM, Entry
from calculator.journal.heads import qr_svg
from calculator.journal.luck import luck_svg
from calculator.journal.report import Numbered, Outline, clock
from calculator.roll import Roll
from calculator.roll.words import how_gone, losses
from calculator.templates import environment


def handout(
    battle: str,
    outline: Outline,
    numbered: Numbered,
    record: Iterable[Entry],
    amendments: Amendments,
    audit: Audit,
    roll: Roll | None,
) -> Iterator[str]:
    """The handout of a battle as HTML, a piece at a time, with its roll if it has an order of
    battle.

    `record` is every entry up to the last of the outline. Raises `JournalError` for a record that
    cannot be read.
    """
    first, last, heads = outline.first, outline.last, outline.heads
    yield from (
        environment("calculator.handout", ".")
        .get_template("handout.html")
        .generate(
            battle=first.battle if first else battle,
            title=roll.scenario.title if roll else battle,
            first=f"{clock(first)} UTC" if first else "",
            last=f"{clock(last)} UTC" if last else "",
            count=last.number if last else 0,
            turns=outline.told(numbered),
            amendments=amendments,
            roll=roll,
            corrections=list(numbered(outline.corrections)),
            audit=audit,
            curve=Markup(luck_svg(audit.sides)),
            heads=heads,
            code=Markup(qr_svg(heads[-1].text)) if heads else "",
            record=map(_embedded, record),
            script=Markup((_FOLDER / "handout.js").read_text(encoding="utf-8")),
            style=Markup((_FOLDER / "handout.css").read_text(encoding="utf-8")),
            author_of=author_of,
            called=partial(_called, roll),
            how_gone=how_gone,
            losses=losses,
            percent=percent,
            program=PROGRAM,
        )
    )


def _called(roll: Roll | None, side: str) -> str:
    """A side as people call it: as the order of battle does, or what was typed for it."""
    found = roll.scenario.side_called(side) if roll else None
    return found.called if found else side


_FOLDER: Final = files("calculator.handout")


def _embedded(entry: Entry) -> Markup:
    """An entry as JSON that may stand in a page: nothing in it ends the script."""
    spelled = json.dumps([entry.content, entry.hash], ensure_ascii=True)
    return Markup(spelled.replace("<", "\\u003c").replace("&", "\\u0026"))
