"""There Stand Empires: Napoleonic battles by brigades, a turn an hour."""

from calculator.rules.there_stand_empires.system import SYSTEM

__all__ = ["SYSTEM"]
