"""Opens the calculator on a terminal."""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

from calculator.errors import CalculatorError

SMALLEST: Final = (30, 10)
"""Columns and lines below which not even one field and its odds are visible together."""


def run(*, battle: str = "", scenario: str = "", **whose: str) -> None:
    """Open the screen until the player leaves; what else a session is told, as `Session` has it.
    Raises `CalculatorError` where one cannot be."""
    take_terminal()
    # What is imported stays: collecting garbage among it only delays the first paint.
    gc.disable()
    from calculator.tui.screens.table import EmpiresApp
    from calculator.tui.session import Session

    session = Session(battle=battle, scenario=scenario, **whose)
    try:
        if battle:
            # A battle that cannot be, or is bound to something else, is refused before it opens.
            umpire = session.recorder.umpire
            if scenario:
                from calculator.roll import OrderOfBattle

                umpire.is_bound_to(OrderOfBattle.of_file(scenario))
        EmpiresApp(session).run()
    finally:
        session.close()


def take_terminal() -> None:
    """Make the terminal ready for a screen. Raises `CalculatorError` where none can be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise CalculatorError(
            "the screen needs a terminal: "
            "run `empires` in a terminal window, or see `empires --help` for commands"
        )
    # Textual draws half as often by itself: a key that follows another would wait twice as long.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    import shutil

    columns, lines = shutil.get_terminal_size()
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        raise CalculatorError(
            f"the terminal is too small: {columns} columns by {lines} lines; "
            f"the screen needs at least {SMALLEST[0]} by {SMALLEST[1]}, so make the window larger"
        )
    if not all(os.get_terminal_size(sys.stdout.fileno())):
        # Where it has no size Textual takes 24 lines and Rich 25, and each redraws what the other
        # has drawn, for ever.
        import termios

        termios.tcsetwinsize(sys.stdout.fileno(), (lines, columns))
    if not sys.stderr.isatty():  # the screen is drawn there: what is logged goes on to the log
        log = os.dup(sys.stderr.fileno())
        os.dup2(sys.stdout.fileno(), sys.stderr.fileno())
        sys.stderr = os.fdopen(log, "w")
