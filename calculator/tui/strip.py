"""What stands above and below the table: what is played and recorded, and what can be pressed."""

from __future__ import annotations

from calculator.desk.turns import to_act, turn_view
from calculator.tui.recorder import Recorder
from calculator.tui.session import Session
from calculator.tui.widgets.strip_bar import Press


def strip(session: Session, recorder: Recorder, turn: int) -> tuple[str, ...]:
    """What is being played, then where and as whose it is recorded, the least telling first."""
    title = session.scenario.title if session.scenario else ""
    playing = ", ".join(filter(None, [session.system.title, title]))
    if session.practice:
        return playing, "PRACTICE: nothing is recorded  ≡"
    who = (recorder.battle, recorder.side, recorder.player)
    turn_now, left = f"turn {turn}", ""
    if roll := session.roll:
        turn_now, left = turn_view(roll).line, to_act(roll, roll.side_key(recorder.side))
    return playing, left, *who, f"{turn_now}  {session.name.name}  ≡"


def buttons(session: Session, *, is_open: bool) -> list[Press]:
    """The buttons at the foot; the first names what is drawn, and so recorded.

    It bears the sign of Enter unless a field is open, which Enter closes first.
    """
    letters = session.letters
    pressed = ((action, letters.buttons[action.key]) for action in letters.pressed)
    return [
        Press("result", _drawn_next(session), "" if is_open else "⏎", "main-button"),
        *(Press(f"choose({action.key!r})", action.label, key) for action, key in pressed),
        Press("pin", "Unpin" if session.is_pinned else "Pin", "p"),
        Press("menu", "Menu", "^P"),
    ]


def _drawn_next(session: Session) -> str:
    action = session.set_up.action
    verb = "Practice" if session.practice else "Draw"
    return f"{verb if action.is_recorded else 'Measure'}: {action.label}"
