"""How tuning is shown: in the terminal, as a picture, as a page, or as rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from rich.console import Console, ConsoleRenderable
from rich.progress import track
from rich.text import Text

from calculator.cli.output import open_console
from calculator.errors import how_to_add
from calculator.paths import reporting, typed_path
from calculator.tuning.charts import Chart
from calculator.tuning.curves import Curves, can_draw
from calculator.tuning.heat_maps import HeatMap

Found = TypeVar("Found")
Part: TypeAlias = "ConsoleRenderable | Curves | str"


class Output:
    """Gathers pictures and the figures behind them, and writes what was asked for.

    `form` is csv, json, svg, html or nothing for the terminal; `path` a file, or nothing. The rows
    are of one shape and called `part` where a spreadsheet has to tell them from `more`, which
    belongs to them and is of another shape, by name. `asked` says what they are the figures of, for
    machines; a spreadsheet has rows alone.
    """

    def __init__(self, form: str, path: str, batteries: bool = False) -> None:
        self.part = "rows"
        self.asked: dict[str, str | list[str] | dict[str, str]] = {}
        self.more: dict[str, Any] = {}
        self._form = form
        self._path = path
        self._batteries = batteries
        self._console = open_console()
        self._parts: list[ConsoleRenderable | Curves] = []
        self._rows: list[dict[str, object]] = []

    def show(self, *parts: Part) -> None:
        """Texts and pictures, one below the other."""
        self._parts += [Text(part) if isinstance(part, str) else part for part in parts]

    def say(self, *lines: str) -> None:
        """What else must be known to read the tables."""
        self._parts += [Text(line, style="dim") for line in lines]

    def add(self, **fields: object) -> None:
        """One more row; its chances become decimals."""
        self._rows.append(
            {key: float(f) if isinstance(f, Fraction) else f for key, f in fields.items()}
        )

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
                return self._csv()
            case "json":
                answer = {"title": title, **self.asked, "rows": self._rows, **self.more}
                return json.dumps(answer) + "\n"
            case "svg" | "html":
                return self._page(title)
        with self._console.capture() as captured:
            self._print(title)
        return captured.get()

    def _csv(self) -> str:
        """All parts below one another; which is which stands in the first column, `part`.

        There is no such column where the rows are all there is.
        """
        records = list(self._parted()) if self.more else self._rows
        columns = {"part": None} if self.more else {}
        columns |= dict.fromkeys(key for record in records for key in record)
        written = io.StringIO()
        writer = csv.DictWriter(written, list(columns))
        writer.writeheader()
        writer.writerows(records)
        return written.getvalue()

    def _parted(self) -> Iterator[dict[str, object]]:
        for part, values in {self.part: self._rows, **self.more}.items():
            for one in values if isinstance(values, list) else [values]:
                yield {"part": part, **(one if isinstance(one, dict) else {"value": one})}

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


def gather(found: Iterable[Found], doing: str, total: int) -> tuple[list[Found], bool]:
    """Everything found, with a progress bar for those who watch; False where it was interrupted."""
    console = Console(stderr=True, highlight=False)
    quiet = not console.is_terminal
    gathered: list[Found] = []
    try:
        gathered.extend(
            track(found, doing, total=total, console=console, transient=True, disable=quiet)
        )
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(gathered):,} of {total:,}.")
        return gathered, False
    return gathered, True
