"""What came of a task of tuning: pictures for people, and the figures behind them for machines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, TypeVar

import attrs
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from calculator.figures import percent
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning import pages
from calculator.tuning.charts import Chart
from calculator.tuning.curves import Curves
from calculator.tuning.heat_maps import FORBIDDEN, HeatMap
from calculator.tuning.matchups import Situation

Found = TypeVar("Found")
Part: TypeAlias = "RenderableType | Curves"
Row: TypeAlias = Mapping[str, object]


class Gather(Protocol):
    """Keeps all that is found, and shows how far it is; False where that was cut short.

    `doing` says what is done, `total` how often.
    """

    def __call__(
        self, found: Iterable[Found], doing: str, total: int
    ) -> tuple[list[Found], bool]: ...


def in_decimals(rows: Iterable[Row]) -> list[dict[str, object]]:
    """Rows with their chances as decimals."""
    return [
        {key: float(cell) if isinstance(cell, Fraction) else cell for key, cell in row.items()}
        for row in rows
    ]


@attrs.frozen(kw_only=True)
class Report:
    """A title, pictures and sentences one below the other, and notes on how to read them.

    The rows are of one shape, their chances as decimals; `rows_are` is what they are called where a
    spreadsheet has to tell them from `more`, which belongs to them and is of another shape, by
    name. `asked` says what they are the figures of, for machines; a spreadsheet has rows alone.
    `instead` is what machines get of a task that has no rows.
    """

    title: str
    parts: Sequence[Part]
    notes: Sequence[str] = ()
    rows: Sequence[Row] = attrs.field(default=(), converter=in_decimals)
    rows_are: str = "rows"
    asked: Mapping[str, object] = attrs.field(factory=dict)
    more: Mapping[str, Any] = attrs.field(factory=dict)
    instead: Mapping[str, object] | None = None
    is_whole: bool = True
    """Whether nobody cut it short."""

    @classmethod
    def of_pairs(
        cls,
        title: str,
        scenario: Scenario,
        situation: Situation,
        targets: Sequence[Unit],
        *measures: str,
        varied: Collection[str] = (),
        **shown: Any,
    ) -> Report:
        """A report of what a situation asks of pairs of units, with what is assumed of each.

        What the ground answers of a target where it stands is told apart from that, and what it
        answers of all targets is not assumed of any; nor is what is `varied`, by field key.
        """
        ground = situation.ground(scenario, targets, varied)
        given = [ground.get(unit.full_name, {}) for unit in targets]
        assumed = {
            key: text
            for key, text in situation.assumed(scenario.system).items()
            if key not in varied and (not given or any(key not in one for one in given))
        }
        asked: dict[str, object] = {"situation": situation.text, "assumed": assumed}
        asked |= {"measures": list(measures)} if measures else {"measure": situation.measure}
        if ground:
            asked["ground"] = ground
        told = (f"{name} {paired(answers)}" for name, answers in ground.items())
        but = " but for the ground" if ground else ""
        notes = [f"Assumed of every pair{but}: {paired(assumed)}"] if assumed else []
        notes += [f"By the ground where they stand: {'; '.join(told)}"] if ground else []
        return cls(title=title, asked=asked, notes=notes, **shown)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(self.title, style="bold")
        yield from (part for part in self.parts if not isinstance(part, Curves))
        yield from (Text(note, style="dim") for note in self.notes)

    @property
    def has_curves(self) -> bool:
        """Whether a page of it has curves, where they can be drawn."""
        return any(isinstance(part, Curves) for part in self.parts)

    def text(self, form: str) -> str:
        """The whole of it as csv, json, svg or html."""
        if form == "csv":
            return self._csv()
        if form == "json":
            content = {"title": self.title, **self.asked, "rows": self.rows, **self.more}
            return json.dumps(content if self.instead is None else self.instead) + "\n"
        if form == "svg":
            return pages.as_svg(self, [part for part in self.parts if isinstance(part, Curves)])
        return pages.as_html(self.title, [*map(_on_page, self.parts), *self.notes])

    def _csv(self) -> str:
        """All parts below one another; which is which stands in the first column, `part`.

        There is no such column where the rows are all there is.
        """
        records = list(self._records()) if self.more else self.rows
        columns = {"part": None} if self.more else {}
        columns |= dict.fromkeys(key for record in records for key in record)
        written = io.StringIO()
        writer = csv.DictWriter(written, list(columns))
        writer.writeheader()
        writer.writerows(records)
        return written.getvalue()

    def _records(self) -> Iterator[Row]:
        for part, values in {self.rows_are: self.rows, **self.more}.items():
            for one in values if isinstance(values, list) else [values]:
                yield {"part": part, **(one if isinstance(one, dict) else {"value": one})}


def _on_page(part: Part) -> pages.Part:
    if isinstance(part, HeatMap):
        return part.chart()
    return part if isinstance(part, Chart | Curves) else str(part)


def paired(answers: Mapping[str, str]) -> str:
    """Answers as they are typed, in a line."""
    return ", ".join(f"{key}={text}" for key, text in answers.items())


def shown_chance(chance: Fraction | None) -> str:
    """A chance as people read it, or the sign for what the rules forbid."""
    return FORBIDDEN if chance is None else percent(float(chance))
