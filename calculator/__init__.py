"""A wargames calculator for the tabletop.

>>> from calculator import odds, resolve
>>> odds("there-stand-empires", "assault", quality="veteran", cover="hard").measure("carries")
>>> resolve("there-stand-empires", "assault", seed="5eed").words.headline
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calculator.rules.question import Odds, Result

__all__ = ["odds", "resolve"]
__version__ = "0.1.0"


def odds(system: str, action: str, **fields: object) -> Odds:
    """Exact odds of an action.

    Fields are named as on the command line, with underscores for hyphens, and take the same words
    (or numbers, True and False). Raises `calculator.errors.CalculatorError`.
    """
    from calculator.rules.question import Question

    return Question.read(system, action, fields).odds()


def resolve(system: str, action: str, *, seed: str | None = None, **fields: object) -> Result:
    """One drawn result of an action, from `seed` (1 to 32 hexadecimal digits) or a fresh one.

    Nothing is recorded. Raises `calculator.errors.CalculatorError`.
    """
    from calculator.rules.question import Question

    return Question.read(system, action, fields).result(seed)
