"""Opens the calculator on a terminal."""

from __future__ import annotations

import gc


def run(
    *,
    system: str | None = None,
    scenario: str | None = None,
    battle: str | None = None,
    copy: str | None = None,
    side: str | None = None,
    player: str | None = None,
) -> None:
    """Open the screen and stay until the player leaves.

    Raises `CalculatorError` for a system, scenario or battle that cannot be opened.
    """
    # What is imported stays: collecting garbage among it only delays the first paint.
    gc.disable()
    from calculator.tui.empires import EmpiresApp
    from calculator.tui.recorder import Recorder
    from calculator.tui.session import Session

    session = Session(system=system or "", scenario=scenario or "", copy=copy or "")
    recorder = Recorder(
        session.name,
        battle=battle or "",
        side=side or "",
        player=player or "",
    )
    if battle:
        recorder.umpire  # noqa: B018  # a battle that cannot be is refused before the screen opens
    try:
        EmpiresApp(session, recorder).run()
    finally:
        recorder.close()
        session.close()
