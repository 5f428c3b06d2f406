"""Voids and overrides: first the page of what they will change on the roll, then the entry; and
answers to rulings that stand open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from aiohttp import web

from calculator.roll import Correction, read_correction
from calculator.roll.foresight import Foresight
from calculator.umpire import Umpire
from calculator.web.army import values_typed
from calculator.web.site import PLAYING, UMPIRES, Route, Visit

SEEN: Final = "seen"
"""The field of the last entry by which was foreseen what is confirmed."""

FURTHER: Final = "further"
"""The field of whether what was built on it is corrected too."""


async def void(visit: Visit) -> web.StreamResponse:
    """Say that an entry does not count."""
    number, reason = visit.entry_number, visit.text("reason")
    return await _amend(
        visit,
        lambda umpire: umpire.foresee_void(number),
        lambda umpire, further: umpire.void(number, reason, further),
    )


async def override(visit: Visit) -> web.StreamResponse:
    """Rule something else than an entry drew: one of its outcomes, or in words of one's own."""
    number, reason = visit.entry_number, visit.text("reason")
    left = await asyncio.to_thread(_left, visit)
    ruled = visit.text("ruled").strip() or visit.text("outcome")
    return await _amend(
        visit,
        lambda umpire: umpire.foresee_override(number, ruled, left),
        lambda umpire, further: umpire.override(number, ruled, reason, left, further),
    )


async def answer(visit: Visit) -> web.StreamResponse:
    """Say what a ruling awaits, and show what it ends in."""
    number, answers = visit.entry_number, {visit.text("key"): visit.text("answer")}
    umpire = visit.battle.as_seated(visit.seated)
    ruling = await asyncio.to_thread(umpire.answer, number, answers)
    await visit.battle.look()
    return visit.go(f"/entry/{ruling.entry.number if ruling.entry else number}")


def _left(visit: Visit) -> list[Correction]:
    """What free words leave of the units concerned."""
    umpire = visit.battle.umpire
    if not visit.text("ruled").strip() or (roll := umpire.roll()) is None:
        return []
    names = {unit.name for unit in roll.units}
    named = umpire.entry(visit.entry_number).unit_names.values()
    typed = {name: values_typed(visit, name) for name in named if name in names}
    return [read_correction(roll, name, now) for name, now in typed.items() if now]


async def _amend(
    visit: Visit,
    foresee: Callable[[Umpire], Foresight | None],
    record: Callable[[Umpire, Sequence[Correction]], object],
) -> web.StreamResponse:
    """Record what was confirmed; where it was not, or others have recorded since, show it first."""
    umpire = visit.battle.as_seated(visit.seated)
    last = await asyncio.to_thread(umpire.journal.storage.last)
    foresight = await asyncio.to_thread(foresee, umpire)
    if foresight and visit.text(SEEN) != str(last):
        carried = {name: visit.text(name) for name in visit.form if name not in {SEEN, FURTHER}}
        del carried["_csrf"]
        return visit.page("foresight.html", foresight=foresight, carried=carried, last=last)
    further = foresight.corrections if foresight and visit.text(FURTHER) else ()
    await asyncio.to_thread(record, umpire, further)
    await visit.battle.look()
    return visit.go(f"/entry/{visit.entry_number}")


ROUTES: Final = (
    Route("POST", "/entry/{number}/void", void, UMPIRES),
    Route("POST", "/entry/{number}/override", override, UMPIRES),
    Route("POST", "/entry/{number}/answer", answer, PLAYING),
)
