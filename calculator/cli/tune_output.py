"""How tuning is shown: in the terminal, as a picture, as a page, or as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import attrs
from rich.console import Console, ConsoleRenderable
from rich.progress import track
from rich.text import Text

from calculator.cli.output import open_console
from calculator.errors import how_to_add
from calculator.figures import percent
from calculator.paths import reporting, typed_path
from calculator.scenarios import Scenario
from calculator.tuning import pictures
from calculator.tuning import pictures_of_whole as whole
from calculator.tuning.battle import notes_of
from calculator.tuning.charts import Chart
from calculator.tuning.combined import Attack
from calculator.tuning.curves import Curves, can_draw
from calculator.tuning.difference import Difference
from calculator.tuning.duel import Course
from calculator.tuning.fighting import Run
from calculator.tuning.heat_maps import HeatMap
from calculator.tuning.matchups import Matrix, Situation
from calculator.tuning.seek import Rung
from calculator.tuning.sensitivity import Sensitivity, Swing, Tornado
from calculator.tuning.summary import ESTIMATE, summarize
from calculator.tuning.sweep import Row, Sweep

Found = TypeVar("Found")


class Figures:
    """Rows of one shape, and in `more` what belongs to them and is of another, by name.

    `asked` says what they are the figures of, for machines; a spreadsheet has rows alone.
    `part` says what the rows are where a spreadsheet has to tell them from the rest.
    """

    def __init__(self) -> None:
        self.part = "rows"
        self.rows: list[dict[str, object]] = []
        self.asked: dict[str, str | list[str]] = {}
        self.more: dict[str, Any] = {}

    def add(self, **fields: object) -> None:
        """One more row."""
        self.rows.append(fields)

    def as_json(self, title: str) -> str:
        """One object: the title, what is asked, the rows, and each further part by its name."""
        return json.dumps({"title": title, **self.asked, "rows": self.rows, **self.more}) + "\n"

    def as_csv(self) -> str:
        """All parts below one another; which is which stands in the first column, `part`.

        There is no such column where the rows are all there is.
        """
        records = list(self._parted()) if self.more else self.rows
        columns = {"part": None} if self.more else {}
        columns |= dict.fromkeys(key for record in records for key in record)
        written = io.StringIO()
        writer = csv.DictWriter(written, list(columns))
        writer.writeheader()
        writer.writerows(records)
        return written.getvalue()

    def _parted(self) -> Iterator[dict[str, object]]:
        for part, values in {self.part: self.rows, **self.more}.items():
            for one in values if isinstance(values, list) else [values]:
                yield {"part": part, **(one if isinstance(one, dict) else {"value": one})}


class Output:
    """Gathers pictures and the figures behind them, and writes what was asked for.

    `form` is csv, json, svg, html or nothing for the terminal; `path` a file, or nothing.
    """

    def __init__(self, form: str, path: str, batteries: bool = False) -> None:
        self._form = form
        self._path = path
        self._batteries = batteries
        self._console = open_console()
        self._parts: list[ConsoleRenderable | Curves] = []
        self._figures = Figures()

    def ask(self, scenario: Scenario, situation: Situation, *measures: str) -> None:
        """Say of what action and measure the figures are, and what is assumed of every pair.

        Of several measures each has a column.
        """
        if assumed := situation.assumed(scenario.system):
            pairs = ", ".join(f"{key}={text}" for key, text in assumed.items())
            self._parts.append(Text(f"Assumed of every pair: {pairs}", style="dim"))
        self._figures.asked = {"situation": situation.text}
        self._figures.asked |= (
            {"measures": list(measures)} if measures else {"measure": situation.measure}
        )

    def add_matrix(self, matrix: Matrix, title: str) -> None:
        """A heat map, and a record for each pairing."""
        self._parts.append(HeatMap(matrix, title))
        for actor, row in zip(matrix.actors, matrix.chances, strict=True):
            for target, chance in zip(matrix.targets, row, strict=True):
                self._figures.add(
                    actor_side=actor.side,
                    actor=actor.name,
                    target_side=target.side if matrix.minds_target else "",
                    target=target.name if matrix.minds_target else "any",
                    chance=_number(chance),
                )

    def add_sweep(self, sweep: Sweep) -> bool:
        """The rows of a sweep, with a progress bar; whether it came to its end."""
        rows: list[Row] = []
        whole = gather(sweep.rows(), "Sweeping", len(sweep), rows)
        labels = [variation.label for variation in sweep.variations]
        self._parts.append(pictures.sweep_table(labels, sweep.measures, rows))
        self._parts += pictures.sweep_curves(labels, sweep.measures, rows)
        for row in rows:
            chances = zip(sweep.measures, map(_number, row.chances), strict=True)
            self._figures.add(**dict(zip(labels, row.values, strict=True)), **dict(chances))
        return whole

    def add_ladder(self, rungs: Sequence[Rung], target: Fraction) -> None:
        """The ladder of a search."""
        self._parts.append(pictures.ladder_table(rungs, target))
        for rung in rungs:
            self._figures.add(
                change=rung.label,
                value=rung.value,
                present=rung.present,
                chance=_number(rung.chance),
                distance=_number(rung.distance),
            )

    def add_sensitivity(self, asked: Sensitivity) -> bool:
        """A tornado chart, with a progress bar; whether everything was moved."""
        swings: list[Swing] = []
        whole = gather(asked.swings(), "Moving", len(asked), swings)
        tornado = Tornado.of(asked.present, swings)
        if tornado.swings or not whole:
            self._parts.append(pictures.tornado_chart(tornado))
        else:
            still = percent(float(tornado.present))
            self._parts.append(Text(f"{still}, and no single step moves it."))
        for swing in tornado.swings:
            self._figures.add(
                step=swing.label,
                low=swing.low,
                high=swing.high,
                at_low=_number(swing.at_low),
                at_high=_number(swing.at_high),
                present=_number(tornado.present),
            )
        return whole

    def add_difference(self, found: Difference) -> None:
        """What differs between two scenarios, and the odds that move."""
        self._parts += pictures.difference_tables(found)
        self._figures.part = "odds"
        self._figures.more = {
            "changes": [attrs.asdict(change) for change in found.changes],
            "removed": list(found.removed),
            "added": list(found.added),
        }
        for shift in found.shifts:
            self._figures.add(
                actor=shift.actor,
                target=shift.target,
                before=_number(shift.before),
                after=_number(shift.after),
            )

    def add_duel(self, course: Course, first: str, second: str, policy: str, reply: str) -> None:
        """How a duel goes, turn by turn, how it ends, and what both do."""
        self._figures.asked = {"policy": policy, "reply": reply}
        self._parts += [
            whole.survival_chart(course, first, second),
            whole.survival_curves(course, first, second),
            whole.endings_table(course, first, second),
            Text(f"{first}: {policy}"),
            Text(f"{second}: {reply}"),
        ]
        self._figures.part = "survival"
        self._figures.more = {
            "expected_turns": float(course.expected_turns()),
            "endings": [
                {"actor": mine, "target": theirs, "chance": float(chance)}
                for mine, theirs, chance in whole.endings(course)
            ],
        }
        shares = zip(course.surviving("first"), course.surviving("second"), strict=True)
        for turn, (mine, theirs) in enumerate(shares, 1):
            self._figures.add(turn=turn, actor_stands=_number(mine), target_stands=_number(theirs))

    def add_attacks(self, names: Sequence[str], attacks: Sequence[Attack], measure: str) -> None:
        """Attacks one after another."""
        self._parts.append(whole.attacks_table(names, attacks, measure))
        for name, attack in zip(names, attacks, strict=True):
            self._figures.add(
                actor=name,
                delivered=_number(attack.delivered),
                succeeds=_number(attack.succeeds),
                by_now=_number(attack.by_now),
            )

    def add_forecast(self, scenario: Scenario, runs: Sequence[Run], seed: str) -> None:
        """The figures of a forecast, beside history, and what it had to suppose of the file."""
        summary = summarize(runs, [side.key for side in scenario.sides])
        notes = list(notes_of(scenario))
        tables = whole.forecast_table(summary), whole.history_table(summary)
        own = whole.this_battle_table(scenario, summary, runs)
        self._parts += [*tables, *([own] if own else []), whole.loss_curves(scenario, runs)]
        self._parts += [*map(Text, notes), Text(f"Seed {seed}")]
        self._figures.part = "figures"
        self._figures.more = {
            "history": [
                {
                    "figure": beside.name,
                    "forecast": beside.forecast and beside.forecast.value,
                    "history": beside.quartiles[1],
                    "quartiles": list(beside.quartiles),
                    "battles": beside.battles,
                }
                for beside in whole.beside_history(summary)
            ],
            "runs": summary.runs,
            "decided": summary.decided,
            "notes": notes,
            "seed": seed,
        }
        for name, estimate in whole.figures(summary):
            numbers = attrs.asdict(estimate) if estimate else dict.fromkeys(ESTIMATE)
            self._figures.add(figure=name, **numbers)

    def add_story(self, lines: Sequence[str], seed: str) -> None:
        """One battle hour by hour."""
        self._parts += [Text(line) for line in lines] + [Text(f"Seed {seed}")]
        self._figures.more = {"seed": seed}
        for line in lines:
            self._figures.add(line=line)

    def write(self, title: str, whole: bool = True) -> None:
        """Write everything, to the file if one was named.

        Raises `CalculatorError` if it cannot, and then `KeyboardInterrupt` where Ctrl+C cut short
        what is shown.
        """
        if self._path:
            path = typed_path(self._path)
            with reporting(path, "cannot be written"):
                path.write_text(self._text(title), encoding="utf-8", newline="")
        elif self._form:
            sys.stdout.write(self._text(title))
        else:
            self._print(title)
        if not whole:
            raise KeyboardInterrupt

    def _text(self, title: str) -> str:
        match self._form:
            case "csv":
                return self._figures.as_csv()
            case "json":
                return self._figures.as_json(title)
            case "svg" | "html":
                return self._page(title)
        with self._console.capture() as captured:
            self._print(title)
        return captured.get()

    def _page(self, title: str) -> str:
        from calculator.tuning.pages import as_html, as_svg

        if any(isinstance(part, Curves) for part in self._parts) and not can_draw():
            sys.stderr.write(f"Curves are left out; to add them: {how_to_add('charts')}\n")
        parts = [self._on_page(part) for part in self._parts]
        return (as_svg if self._form == "svg" else as_html)(title, parts)

    def _on_page(self, part: ConsoleRenderable | Curves) -> Chart | Curves | str:
        if isinstance(part, HeatMap):
            return part.chart(self._batteries)
        return part if isinstance(part, Chart | Curves) else str(part)

    def _print(self, title: str) -> None:
        for part in (Text(title, style="bold"), *self._parts):
            if not isinstance(part, Curves):
                self._console.print(part)


def gather(found: Iterable[Found], doing: str, total: int, into: list[Found]) -> bool:
    """Everything found, with a progress bar for those who watch; False where it was interrupted."""
    console = Console(stderr=True, highlight=False)
    quiet = not console.is_terminal
    try:
        into.extend(
            track(found, doing, total=total, console=console, transient=True, disable=quiet)
        )
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(into):,} of {total:,}.")
        return False
    return True


def _number(chance: Fraction | None) -> float | None:
    return None if chance is None else float(chance)
