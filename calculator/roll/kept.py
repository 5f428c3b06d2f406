"""A roll kept between two runs of a program, so that a long battle is not folded anew by each.

It is derived: worthless unless the record still has the entry that the roll ends with, and the
program, the order of battle and the code are those that made it. It lies in a folder that is the
user's alone, for it is read as Python pickles are.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from calculator.errors import CalculatorError
from calculator.home import home, is_private
from calculator.paths import write_whole
from calculator.roll.effects import Effects, Reading
from calculator.roll.order_of_battle import OrderOfBattle
from calculator.roll.roll import Roll
from calculator.version import VERSION

_UNREADABLE: Final = (
    pickle.UnpicklingError, EOFError, AttributeError, ImportError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""What a pickle that is damaged, or of other code, raises."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class _Pickler(pickle.Pickler):
    """Leaves out what the order of battle says, and what is read off it."""

    def persistent_id(self, value: Any) -> Any:
        if isinstance(value, Effects):
            return "effects", ""
        if isinstance(value, Reading):
            return "reading", value.action.key
        if type(value) is MappingProxyType:
            return "nothing", ""
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, effects: Effects) -> None:
        super().__init__(file)
        self._effects = effects

    def persistent_load(self, name: Any) -> Any:
        what, key = name
        if what == "reading":
            return self._effects.reading(key)
        return self._effects if what == "effects" else _NOTHING


def keep(roll: Roll, order: OrderOfBattle, where: str) -> None:
    """Keep a roll of the record at a place, as far as that can be written anywhere."""
    kept = io.BytesIO()
    _Pickler(kept, pickle.HIGHEST_PROTOCOL).dump((_made_by(order), roll.state))
    with suppress(OSError):
        write_whole(_path(where), kept.getvalue(), private=True)


def kept_roll(order: OrderOfBattle, where: str) -> Roll | None:
    """The roll that was kept of the record at a place, if it is of this program and this order of
    battle; whether it is of what the record now holds is not yet known."""
    path = _path(where)
    if not is_private(path.parent):
        return None
    roll = Roll(order.scenario, ())
    # Whatever is wrong with what was only kept to save time, there is no roll.
    with suppress(OSError, CalculatorError, *_UNREADABLE):
        made_by, state = _Unpickler(io.BytesIO(path.read_bytes()), roll.effects).load()
        if made_by == _made_by(order):
            roll.state = state
            return roll
    return None


def _made_by(order: OrderOfBattle) -> tuple[str, str, int]:
    """The program, the order of battle, and when the code of rolls was last changed."""
    sources = Path(__file__).parent.glob("*.py")
    return VERSION, order.digest, max(path.stat().st_mtime_ns for path in sources)


def _path(where: str) -> Path:
    return home() / "rolls" / f"{sha256(where.encode()).hexdigest()[:12]}.roll"
