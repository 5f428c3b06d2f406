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
from calculator.journal.entry import PROGRAM, Entry, EntryKind
from calculator.journal.heads import heads, qr_svg
from calculator.journal.luck import luck_svg
from calculator.journal.report import by_turn, clock, tally
from calculator.roll import Roll
from calculator.roll.words import how_gone, losses
from calculator.templates import environment


def handout(battle: str, record: Iterable[Entry], audit: Audit, roll: Roll | None) -> Iterator[str]:
    """The handout of a battle as HTML, with its roll if it has an order of battle.

    Raises `JournalError` for a record that cannot be read.
    """
    entries = list(record)
    last = list(heads(entries))
    yield (
        environment("calculator.handout", ".")
        .get_template("handout.html")
        .render(
            battle=entries[0].battle if entries else battle,
            title=roll.scenario.title if roll else battle,
            first=f"{clock(entries[0])} UTC" if entries else "",
            last=f"{clock(entries[-1])} UTC" if entries else "",
            count=len(entries),
            turns=by_turn(entries, corrections=True),
            amendments=Amendments(entries),
            roll=roll,
            corrections=[entry for entry in entries if entry.kind is EntryKind.CORRECTION],
            audit=audit,
            curve=Markup(luck_svg(audit.sides)),
            heads=last,
            code=Markup(qr_svg(last[-1].text)) if last else "",
            record=Markup(_record(entries)),
            script=Markup((_FOLDER / "handout.js").read_text(encoding="utf-8")),
            style=Markup((_FOLDER / "handout.css").read_text(encoding="utf-8")),
            author_of=author_of,
            called=partial(_called, roll),
            how_gone=how_gone,
            losses=losses,
            percent=percent,
            tally=tally,
            program=PROGRAM,
        )
    )


def _called(roll: Roll | None, side: str) -> str:
    """A side as people call it: as the order of battle does, or what was typed for it."""
    found = roll.scenario.side_called(side) if roll else None
    return found.called if found else side


_FOLDER: Final = files("calculator.handout")


def _record(entries: Iterable[Entry]) -> str:
    """All entries as JSON that may stand in a page: nothing in it ends the script."""
    kept = [[entry.content, entry.hash] for entry in entries]
    return json.dumps(kept, ensure_ascii=True).replace("<", "\\u003c").replace("&", "\\u0026")
