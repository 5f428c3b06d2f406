"""Why the odds are what they are: every factor, by stage, in the system's own unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from calculator.rules.system import Factor
from calculator.tui.inked import Inked
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import wrapped


class WhyPanel(Lines):
    """Lists factors: points, name, the side they help, the section they come from."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._factors: tuple[Factor, ...] | None = None

    def show(self, factors: tuple[Factor, ...] | None) -> None:
        """Draw these factors, or that there are no odds to have any."""
        if factors != self._factors:
            self._factors = factors
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        yield Inked(("Why", "heading")), None
        if self._factors is None:
            yield Inked(("There are no odds to explain.", "dim")), None
        elif not self._factors:
            yield Inked(("Nothing pulls these odds either way.", "dim")), None
        stage = ""
        for factor in self._factors or ():
            if factor.stage != stage:
                stage = factor.stage
                yield Inked((stage, "strong")), None
            yield from self._factor(factor, width)

    def _factor(self, factor: Factor, width: int) -> Iterator[Line]:
        ink = "dim" if not factor.points else "gain" if factor.points > 0 else "loss"
        beside = f"{factor.side}" + (f" [{factor.source}]" if factor.source else "")
        points = (f"{factor.points:+d}".rjust(4), ink)
        spare = width - 5 - len(factor.name) - len(beside)
        if spare >= 2:
            yield Inked(points, f" {factor.name}", " " * spare, (beside, "dim")), None
        else:
            yield from wrapped(factor.name, "text", width, points, 5)
            yield Inked((beside.rjust(width), "dim")), None
