"""Why the odds are what they are: every factor, by stage, in the system's own unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from calculator.rules.system import Factor
from calculator.tui.widgets.lines import Line, Lines


class WhyPanel(Lines):
    """Lists factors: points, name, the side they help, the section they come from."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._factors: tuple[Factor, ...] = ()

    def show(self, factors: tuple[Factor, ...]) -> None:
        """Draw these factors."""
        self._factors = factors
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        yield Content.styled("Why", self.ink("heading")), None
        if not self._factors:
            yield Content.styled("Nothing pulls these odds either way.", self.ink("dim")), None
        stage = ""
        for factor in self._factors:
            if factor.stage != stage:
                stage = factor.stage
                yield Content.styled(stage, self.ink("strong")), None
            yield from self._factor(factor, width)

    def _factor(self, factor: Factor, width: int) -> Iterator[Line]:
        ink = "dim" if not factor.points else "gain" if factor.points > 0 else "loss"
        beside = f"  {factor.side}" + (f" [{factor.source}]" if factor.source else "")
        room = width - 5 - len(beside)
        fits = len(factor.name) <= room
        gap = " " * (room - len(factor.name)) if fits else ""
        yield (
            Content.assemble(
                (f"{factor.points:+d}".rjust(4) + " ", self.ink(ink)),
                factor.name,
                gap,
                (beside, self.ink("dim")) if fits else "",
            ),
            None,
        )
        if not fits:
            yield Content.styled(beside.strip().rjust(width), self.ink("dim")), None
