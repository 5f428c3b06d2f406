"""What stands above the list: the battle and its turn, who has the initiative, the armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from calculator.desk.armies import ArmyStrength
from calculator.tui.widgets.lines import Lines
from calculator.tui.widgets.text import Line, wrapped
from calculator.tui.widgets.text_bar import title


class MastheadState(NamedTuple):
    """The state of a battle: `facts` are what else may stand in the title, the chief ones last."""

    battle: str
    turn: int
    initiative: str = ""
    facts: tuple[str, ...] = ()
    armies: tuple[ArmyStrength, ...] = ()


class Masthead(Lines, can_focus=False):
    """Keeps battle and turn in sight; what has no room beside them goes below, or is left out."""

    DEFAULT_CSS = """
    Masthead { height: auto; max-height: 8; padding: 0; scrollbar-gutter: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._state = MastheadState("", 1)

    def show(self, state: MastheadState) -> None:
        """Draw a state."""
        self._state = state
        self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        state = self._state
        facts = [state.initiative, *state.facts]
        above = title(state.battle, facts, width, "title", f", turn {state.turn}")
        yield above
        below = [] if state.initiative in above[0].plain else [state.initiative]
        for text in _packed([*below, *_lines(state.armies, width - 2)], width - 2):
            yield from wrapped(text, "strong", width - 1, indent=1)


def _lines(armies: Sequence[ArmyStrength], room: int) -> list[str]:
    """The armies in full, or all of them in brief."""
    whole = all(cell_len(army.line()) <= room for army in armies)
    return [army.line(brief=not whole) for army in armies]


def _packed(texts: Iterable[str], room: int) -> Iterator[str]:
    """Texts, as many to a line as it takes whole."""
    line = ""
    for text in texts:
        both = f"{line}; {text}" if line else text
        if line and cell_len(both) > room:
            yield line
            both = text
        line = both
    if line:
        yield line
