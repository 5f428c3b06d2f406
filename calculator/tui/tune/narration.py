"""What the designer's screen says in words: the pair under the cursor, changes, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from calculator.answering import label_of, rated
from calculator.figures import percent, points
from calculator.forms import Field, texts
from calculator.scenarios import Unit
from calculator.scenarios.model import told_apart
from calculator.tui.screens.card import Paragraph, explained
from calculator.tui.tune.workbench import Workbench
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line
from calculator.tuning.difference import Change
from calculator.tuning.heat_maps import FORBIDDEN

KEYS: Final = (
    ("Tab", "from the units to the map and back"),
    ("arrows", "among units and ratings; in the map among pairs"),
    ("+ -", "the next answer of the rating under the cursor, or the one before"),
    ("Enter", "type or pick the rating; in the map: on to rating the attacker"),
    ("d", "on to rating the defender under the cursor of the map"),
    ("x", "the rating as it stands in the file"),
    ("u r", "undo the last change; make it again"),
    ("c", "all changes since the file"),
    ("a m e", "the action, its measure, and what else holds (key=answer ...)"),
    ("t", "sides swapped: the other one attacks"),
    ("s S", "save; S saves a copy under another name"),
    ("F4", "another theme"),
    ("q", "quit; asks once more if changes are not saved"),
)

MARKS: Final = (
    ("*", "a rating that is not the file's; in the map, forbidden now or then but not both"),
    ("+ -", "after a number: more or less likely than in the file"),
    (FORBIDDEN, "alone in a cell: the rules forbid it to this pair"),
    (".", "a rating that says nothing of its own, e.g. full strength"),
    ("abc", "initials, where there is little room for words; below they stand whole"),
)


class Wrapped(Lines):
    """Some paragraphs, broken to the width there is."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._paragraphs: Sequence[Paragraph] = ()

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Draw these."""
        self._paragraphs = tuple(paragraphs)
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        for paragraph in self._paragraphs:
            yield from paragraph.drawn(width, paragraph.ink)


def pair(
    bench: Workbench, units: tuple[Unit, Unit], chances: tuple[Fraction | None, ...]
) -> Iterator[Paragraph]:
    """Who attacks whom, how likely now, how likely in the file, and the difference."""
    actor, target = units
    against = f" on {target.name} ({rated(target.form)})" if bench.asks_of_target else ""
    now, before = chances
    yield Paragraph(difference(now, before), "value")
    yield Paragraph(f"{actor.name} ({rated(actor.form)}){against}")


def defenders(units: Sequence[Unit]) -> Iterator[Paragraph]:
    """Which number of the map is which defender."""
    for number, (name, unit) in enumerate(zip(told_apart(units), units, strict=True), 1):
        yield Paragraph(f"{name} ({rated(unit.form)})", sign=f"{number:>3}")


def difference(now: Fraction | None, before: Fraction | None) -> str:
    """A chance beside the file's."""
    if now == before:
        return f"{chance(now)}, as in the file"
    if now is None or before is None:
        return f"{chance(now)}, in the file {chance(before)}"
    return f"{chance(now)}, in the file {chance(before)}: {points(float(now - before))} points"


def chance(found: Fraction | None) -> str:
    """A chance, or that there is none."""
    return "forbidden" if found is None else percent(float(found))


def rating(bench: Workbench, unit: Unit, field: Field) -> str:
    """The rating under the cursor: what it is, was, and may be."""
    value, before = (
        label_of(field.kind, texts(form)[field.key])
        for form in (unit.form, bench.in_file(unit.path).form)
    )
    was = f" (file: {before})" if value != before else ""
    return f"{unit.name}: {field.label.lower()} {value}{was}. {field.kind.allowed}"


def listed(changes: Sequence[Change]) -> Iterator[Paragraph]:
    """Changes, a line each."""
    if not changes:
        yield Paragraph("Everything is as it stands in the file.", "dim")
    for change in changes:
        yield Paragraph(str(change), sign="*")


def help_card() -> Iterator[Paragraph]:
    """What the keys do and the signs mean."""
    yield from explained(KEYS, 7)
    yield Paragraph("")
    yield from explained(MARKS, 7)
    yield Paragraph("")
    yield Paragraph(
        "A click picks a rating or a pair; clicked again, a rating turns to its next answer "
        "(right button: the one before). A shipped scenario is saved as a copy of your own, "
        "which from then on opens under its name.",
        "dim",
    )
