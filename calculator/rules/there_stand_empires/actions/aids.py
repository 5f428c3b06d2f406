"""What measures the table and leaves nothing to chance."""

from calculator.rules.there_stand_empires.line_of_sight import LINE_OF_SIGHT
from calculator.rules.there_stand_empires.movement import MOVEMENT_ALLOWANCE

__all__ = ["LINE_OF_SIGHT", "MOVEMENT_ALLOWANCE"]
