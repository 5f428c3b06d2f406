"""What came of a task of tuning: pictures for people, and the figures behind them for machines.

On a page charts are real tables; a drawing is what a terminal shows, with the curves.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import attrs
from jinja2 import Environment
from markupsafe import Markup
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from calculator.figures import percent
from calculator.rules.outcome_tree import OutcomeTree
from calculator.scenarios.model import Scenario, Unit
from calculator.templates import environment
from calculator.tuning.charts import Cell, Chart, Curves, can_draw, drawn
from calculator.tuning.heat_maps import FORBIDDEN, HeatMap, shade
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
        """The whole of it as csv, json or svg, or as an html page that needs nothing else."""
        if form == "csv":
            return self._csv()
        if form == "json":
            content = {"title": self.title, **self.asked, "rows": self.rows, **self.more}
            return json.dumps(content if self.instead is None else self.instead) + "\n"
        if form == "svg":
            return self._svg()
        parts = [part.chart() if isinstance(part, HeatMap) else part for part in self.parts]
        shown = [shown_part(one) for one in (*parts, *self.notes)]
        return filled("page.html", title=self.title, parts=shown)

    def _svg(self) -> str:
        """What a terminal shows as one drawing, with curves below it where they can be drawn."""
        console = Console(
            file=io.StringIO(), record=True, width=_COLUMNS, force_terminal=True, highlight=False
        )
        console.print(self)
        drawing = console.export_svg(
            theme=DEFAULT_TERMINAL_THEME, code_format=_DRAWING, unique_id="empires"
        )
        width, height = map(float, _SIZE.findall(drawing)[:2])
        values = {"width": width, "height": height, "shown": Markup(drawing)}
        curves = [part for part in self.parts if isinstance(part, Curves)] if can_draw() else []
        return filled("picture.svg", **values, curves=curves)

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


def paired(answers: Mapping[str, str]) -> str:
    """Answers as they are typed, in a line."""
    return ", ".join(f"{key}={text}" for key, text in answers.items())


def shown_chance(chance: Fraction | None) -> str:
    """A chance as people read it, or the sign for what the rules forbid."""
    return FORBIDDEN if chance is None else percent(float(chance))


_COLUMNS: Final = 120
"""Characters of a line of a drawing."""

_DRAWING: Final = """<svg width="{width}" height="{height}">
<style>.{unique_id}-matrix {{ font: {char_height}px monospace; white-space: pre }} {styles}</style>
<defs>{lines}</defs>
<g transform="translate(16, 16)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>"""
"""How Rich frames what it draws: as a sheet and not as a window, in whatever fonts there are."""

_SIZE: Final = re.compile(r'(?:width|height)="([\d.]+)"')


def filled(template: str, **values: Any) -> str:
    """A template of this folder with values in it, as text and never as markup."""
    return _environment().get_template(template).render(**values)


def spread_bar(tree: OutcomeTree, party: str) -> Markup:
    """All outcomes as one bar, from worst to best for a party, with its quartiles marked."""
    return Markup(filled("spread.html", spread=tree.spread, party=party))  # escaped


def shown_part(part: object) -> dict[str, Any]:
    """What kind of part a template has before it, and its curves drawn."""
    if isinstance(part, Chart):
        return {"kind": "chart", "chart": _merged(part) if part.merges else part}
    if isinstance(part, Curves):
        svg = drawn(part) if can_draw() else ""
        return {"kind": "curves", "curves": part, "svg": svg}
    return {"kind": "text", "text": str(part)}


def _merged(chart: Chart) -> Chart:
    """A chart whose rows that differ in one word alone stand as one: "soft, hard"."""
    rows = [list(row) for row in chart.rows]
    for place, column in enumerate(chart.columns):
        if column.holds == "words":
            alike: dict[tuple[Cell, ...], list[list[Cell]]] = {}
            for row in rows:
                alike.setdefault(tuple(row[:place] + row[place + 1 :]), []).append(row)
            rows = []
            for first, *others in alike.values():
                first[place] = ", ".join(str(row[place]) for row in (first, *others))
                rows.append(first)
    return attrs.evolve(chart, rows=rows)


def _inks(share: float) -> dict[str, str]:
    """The colours of a shade: of its ground and of the figure on it."""
    ink, _, ground = str(shade(share)).partition(" on ")
    return {"ground": ground, "ink": ink}


@cache
def _environment() -> Environment:
    made = environment("calculator.tuning")
    made.globals |= {"inks": _inks, "drawn": drawn, "legend": [step / 10 for step in range(11)]}
    return made
