"""A roll kept between two runs of a program, so that a long battle is not folded anew by each.

It is derived: worthless unless the record still has the entry that the roll ends with, and the
program, the order of battle and the code are those that made it. It lies in a folder that is the
user's alone, for it is read as Python pickles are.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from calculator.errors import CalculatorError
from calculator.home import home, is_private
from calculator.journal.copies import read_ours
from calculator.paths import write_whole
from calculator.roll.order_of_battle import OrderOfBattle
from calculator.roll.roll import Roll
from calculator.version import VERSION

_UNREADABLE: Final = (
    pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""What a pickle that is damaged, or of other code, raises."""


def keep(roll: Roll, order: OrderOfBattle, where: str) -> None:
    """Keep a roll of the record at a place, as far as that can be written anywhere."""
    kept = pickle.dumps((_made_by(order), roll.state), pickle.HIGHEST_PROTOCOL)
    with suppress(OSError):
        write_whole(_path(where), kept, private=True)


def kept_roll(order: OrderOfBattle, where: str) -> Roll | None:
    """The roll that was kept of the record at a place, if it is of this program and this order of
    battle; whether it is of what the record now holds is not yet known."""
    path = _path(where)
    if not is_private(path.parent):
        return None
    # Whatever is wrong with what was only kept to save time, there is no roll.
    with suppress(OSError, CalculatorError, *_UNREADABLE):
        made_by, state = pickle.loads(read_ours(path))
        if made_by == _made_by(order):
            roll = Roll(order.scenario, ())
            roll.state = state
            return roll
    return None


def _made_by(order: OrderOfBattle) -> tuple[str, str, int]:
    """The program, the order of battle, and when the code of rolls was last changed."""
    sources = Path(__file__).parent.glob("*.py")
    return VERSION, order.digest, max(path.stat().st_mtime_ns for path in sources)


def _path(where: str) -> Path:
    return home() / "rolls" / f"{sha256(where.encode()).hexdigest()[:12]}.roll"
