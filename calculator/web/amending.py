"""Voids and overrides: first the page of what they will change on the roll, then the entry; and
answers to rulings that stand open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from aiohttp import web

from calculator.desk.lines import EntryLine
from calculator.errors import Fault, FaultsError
from calculator.roll import Correction, read_correction
from calculator.roll.foresight import Foresight
from calculator.umpire import Umpire
from calculator.web.army import values_typed
from calculator.web.site import PLAYING, UMPIRES, Route, Visit
from calculator.web.story import entry_page

SEEN: Final = "seen"
"""The field of the last entry by which was foreseen what is confirmed."""

FURTHER: Final = "further"
"""The field of whether what was built on it is corrected too."""


async def void(visit: Visit) -> web.StreamResponse:
    """Say that an entry does not count."""
    number, reason = visit.entry_number, visit.text("reason")
    return await _amend(
        visit,
        lambda umpire: umpire.foresee_void(number, reason),
        lambda umpire, further: umpire.void(number, reason, further),
    )


async def override(visit: Visit) -> web.StreamResponse:
    """Rule something else than an entry drew: one of its outcomes, or in words of one's own."""
    number, reason = visit.entry_number, visit.text("reason")
    words, outcome = visit.text("ruled").strip(), visit.text("outcome")
    ruled = words or outcome

    def foresee(umpire: Umpire) -> Foresight | None:
        if words and outcome:
            problem = f"both {outcome!r} and words of your own are ruled"
            raise FaultsError([Fault("ruled", problem, "one of them")])
        return umpire.foresee_override(number, ruled, _left(visit), reason)

    return await _amend(
        visit,
        foresee,
        lambda umpire, further: umpire.override(number, ruled, reason, _left(visit), further),
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
    """Record what was confirmed; where it was not, or others have recorded since, show it first.

    What will not do is said on the page of the entry, with all that was typed.
    """
    umpire = visit.battle.as_seated(visit.seated)
    last = await asyncio.to_thread(umpire.journal.storage.last)
    typed = {name: visit.text(name) for name in visit.form if name not in {"_csrf", SEEN, FURTHER}}
    try:
        foresight = await asyncio.to_thread(foresee, umpire)
    except FaultsError as trouble:
        return await entry_page(visit, tuple(map(str, trouble.faults)), typed)
    if foresight and visit.text(SEEN) != str(last):
        line = EntryLine.of(await asyncio.to_thread(umpire.entry, visit.entry_number))
        return visit.page(
            "foresight.html", foresight=foresight, carried=typed, last=last, line=line
        )
    further = foresight.corrections if foresight and visit.text(FURTHER) else ()
    await asyncio.to_thread(record, umpire, further)
    await visit.battle.look()
    return visit.go(f"/entry/{visit.entry_number}")


ROUTES: Final = (
    Route("POST", "/entry/{number}/void", void, UMPIRES),
    Route("POST", "/entry/{number}/override", override, UMPIRES),
    Route("POST", "/entry/{number}/answer", answer, PLAYING),
)
