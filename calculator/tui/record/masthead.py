"""What stands above the list: the battle and its turn, who has the initiative, the armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from calculator.tui.inked import Inked, columns
from calculator.tui.record.armies import ArmyTally
from calculator.tui.widgets.lines import Line, Lines
from calculator.tui.widgets.wrapping import wrapped


class MastheadState(NamedTuple):
    """The state of a battle: `facts` are what else may stand in the title, the chief ones last."""

    battle: str
    turn: int
    initiative: str = ""
    facts: tuple[str, ...] = ()
    armies: tuple[ArmyTally, ...] = ()


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
        if state != self._state:
            self._state = state
            self.redraw()

    def lines(self, width: int) -> Iterable[Line]:
        state = self._state
        title = _title(state, width)
        room = width - columns(title) - 1
        beside = _fitting([state.initiative, *state.facts], room)
        yield Inked((f"{title}{' ' * (room - columns(beside))}{beside} ", "title")), None
        below = [] if state.initiative in beside else [state.initiative]
        for text in _packed([*below, *_tallies(state.armies, width - 2)], width - 2):
            yield from wrapped(text, "strong", width - 1, indent=1)


def _title(state: MastheadState, width: int) -> str:
    """The battle and its turn; a long name is cut, the turn never is."""
    turn = f", turn {state.turn} "
    room = width - columns(turn) - 1
    cut = columns(state.battle) > room
    return f" {Inked(state.battle).fitted(room).plain if cut else state.battle}{turn}"


def _tallies(armies: Sequence[ArmyTally], room: int) -> list[str]:
    """The armies in full, or all of them in brief."""
    tallies = [str(army) for army in armies]
    whole = all(columns(text) <= room for text in tallies)
    return tallies if whole else [army.brief for army in armies]


def _fitting(facts: Sequence[str], room: int) -> str:
    """As many of the last facts as there is room for."""
    for start in range(len(facts)):
        text = "  ".join(filter(None, facts[start:]))
        if columns(text) <= room:
            return text
    return ""


def _packed(texts: Iterable[str], room: int) -> Iterator[str]:
    """Texts, as many to a line as it takes whole."""
    line = ""
    for text in texts:
        both = f"{line}; {text}" if line else text
        if line and columns(both) > room:
            yield line
            both = text
        line = both
    if line:
        yield line
