"""The screen in a pseudo-terminal at 80 by 24, held against a bare Textual app in the same run.

A pilot cannot measure this: what a player waits for is frames on a terminal. Textual draws at most
sixty a second, so a key in a row of keys waits for the frame after the last one's; a key after a
rest is drawn at once. The bar is for the first, as when a player types ahead; the second is shown.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, cycle
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from calculator.figures import percent
from calculator.rules.question import Question
from calculator.scenarios import load
from tests.benchmarks.measured import Measured
from tests.benchmarks.terminal import Terminal

BARE: Final = (str(Path(__file__).with_name("bare.py")),)
OURS: Final = ("-m", "calculator")
AGAINST: Final = "a bare Textual app"
STARTS: Final = 15
ROWS: Final = 30
ROW: Final = 5
"""Rows of keys, and keys in a row; between the rows both programs come to rest."""

QUALITIES: Final = ("elite", "veteran", "average", "poor")
PICKED: Final = (("ca", "Campi's brigade"), ("so", "Soye's brigade"))
"""Letters typed to find a unit that attacks, and the unit; the two have not the same odds."""

NEXT: Final = "\x1b[C"
BACKSPACE: Final = "\x7f"


def lines() -> Iterable[Measured]:
    """Measure."""
    with tempfile.TemporaryDirectory() as home:
        variables = {"EMPIRES_HOME": home}
        start(BARE, variables, "ready")
        start(OURS, variables, "%")
        yield from starts(variables)
        yield from presses(variables)
        yield from picks(variables)


def start(arguments: tuple[str, ...], variables: dict[str, str], text: str) -> float:
    """Seconds from starting a program to seeing a text."""
    with Terminal(arguments, variables) as terminal:
        return terminal.seen(text) - terminal.started


def starts(variables: dict[str, str]) -> Iterable[Measured]:
    """First paint of the form, and the first odds, in turn with the bare app."""
    bare, form, odds = [], [], []
    for _ in range(STARTS):
        bare.append(start(BARE, variables, "ready"))
        form.append(start(OURS, variables, "Quality"))
        odds.append(start(OURS, variables, "%"))
    yield held("start to first paint of the form", form, bare, None)
    yield held("start to first odds", odds, bare, 1.4)


def presses(variables: dict[str, str]) -> Iterable[Measured]:
    """A key press to refreshed odds, in turn with a key's echo in the bare app; memory after it."""
    with Terminal(BARE, variables) as bare, Terminal(OURS, variables) as ours:
        bare.seen("ready")
        ours.seen("%")
        for keys, text in (("a3", "Assault"), ("y", "poor"), ("p", carried("poor"))):
            ours.press(keys)
            ours.seen(text)
        for terminal in (bare, ours):
            terminal.settle()
        odds = cycle([(NEXT, carried(quality)) for quality in QUALITIES])
        row = in_turn(bare, ours, odds, rest=False)
        alone = in_turn(bare, ours, odds, rest=True)
        resident = [ours.resident], [bare.resident]
    yield held("key in a row of keys to refreshed odds of an assault", *row, 1.0, compared=0.95)
    yield held("key after a rest to refreshed odds", *alone, None, compared=0.95)
    yield held("resident memory after those keys", *resident, 1.4, unit="MiB")


def picks(variables: dict[str, str]) -> Iterable[Measured]:
    """Enter on a unit to its refreshed odds, as the last of a row of keys that find it; and the
    whole row written at once. The bar is for the Enter, like that for a key in a row."""
    at_quatre_bras = (*OURS, "--scenario", "quatre-bras", "--battle", "picks")
    with Terminal(BARE, variables) as bare, Terminal(at_quatre_bras, variables) as ours:
        bare.seen("ready")
        ours.seen("%")
        for keys in ("a3", ".bylandt\r", ",so\r"):
            ours.press(keys)
            ours.settle()
        enters, bursts, echoes = [], [], []
        for _ in range(ROWS):
            echoes += row_of_keys(bare, echoed(), rest=False)
            bare.press(BACKSPACE * ROW)
            bare.settle()
            (letters, unit), (others, other) = PICKED
            for key, text in ((",", "type to find"), (letters, unit)):
                ours.press(key)
                ours.seen(text)
            enters.append(-ours.press("\r") + ours.seen(carried_by(unit)))
            ours.settle()
            bursts.append(-ours.press(f",{others}\r") + ours.seen(carried_by(other)))
            ours.settle()
    yield held("Enter on a unit to its refreshed odds", enters, echoes, 1.5, compared=0.95)
    yield held("a unit picked at one go to its refreshed odds", bursts, echoes, None, compared=0.95)


def held(
    what: str,
    ours: list[float],
    bare: list[float],
    bar: float | None,
    *,
    compared: float = 0.5,
    unit: str = "ms",
) -> Measured:
    """What was measured of ours beside what was measured of the bare app."""
    return Measured(
        what=what,
        seconds=tuple(ours),
        against=AGAINST,
        baseline=tuple(bare),
        compared=compared,
        unit=unit,
        ratio_bar=bar,
    )


def in_turn(
    bare: Terminal, ours: Terminal, odds: Iterator[tuple[str, str]], *, rest: bool
) -> tuple[list[float], list[float]]:
    """Seconds to the odds of ours and to the echo of the bare app, row by row of keys."""
    refreshes: list[float] = []
    echoes: list[float] = []
    for _ in range(ROWS):
        echoes += row_of_keys(bare, echoed(), rest)
        bare.press(BACKSPACE * ROW)
        bare.settle()
        refreshes += row_of_keys(ours, odds, rest)
        ours.settle()
    return refreshes, echoes


def row_of_keys(terminal: Terminal, keys: Iterator[tuple[str, str]], rest: bool) -> list[float]:
    """Seconds from each of a row of keys to the text that it should bring."""
    seconds = []
    for _ in range(ROW):
        key, text = next(keys)
        seconds.append(-terminal.press(key) + terminal.seen(text))
        if rest:
            terminal.settle()
    return seconds


def echoed() -> Iterator[tuple[str, str]]:
    """Keys to type into an Input, each with what then stands in it."""
    return ((typed[-1], typed) for typed in accumulate(ascii_lowercase))


def carried(quality: str) -> str:
    """The chance that an assault of infantry of a quality carries the position, as shown."""
    question = Question.read("there-stand-empires", "assault", {"quality": quality})
    return percent(float(question.odds().measure("carries")))


@cache
def carried_by(unit: str) -> str:
    """The chance that an assault by a unit at Quatre Bras carries Bylandt's position, as shown."""
    battle = load("quatre-bras")
    units = {"actor": unit, "target": "Bylandt's brigade"}
    answers = [battle.fill(role, name, "assault") for role, name in units.items()]
    question = Question.read(
        battle.system.key, "assault", {**answers[0], **answers[1]}, battle.tables
    )
    return percent(float(question.odds().measure("carries")))
