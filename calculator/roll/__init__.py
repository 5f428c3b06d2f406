"""The roll: every named unit of a battle as the record leaves it.

The roll is a fold over the entries in force and kept nowhere else. A ruling names its units and
says what it leaves of them; a void, an override, a correction takes effect by being an entry. What
a player answered in a form stood on the table, and stands on the roll before what the ruling left.

>>> roll = umpire.roll()                      # None where no order of battle is bound
>>> unit = roll.unit("Bauduin's brigade")     # a RollUnit; FaultsError with a near match
>>> unit.now["bases"], unit.start["bases"], unit.now["state"], unit.acted, unit.may
>>> units = {"actor": unit, "target": roll.unit("Bylandt's brigade")}
>>> filled = fill(roll, action, units)        # answers by field key, and what of them is not as at
>>> filled.answers, filled.taken              # the start, with the entry that says so
>>> objections(roll, action, units)           # gone, acted already, of the own side, not there yet
>>> differences(roll, question, units)        # where the form says otherwise: it will be taken over
>>> army = army_of(roll, "french")            # counts for its morale check, and whether it is due
>>> army.answers, army.due
>>> roll.changed_since(number, [unit])        # entries of others since it was picked
>>> how_it_stands(system, unit)               # ("disordered", "1 of 4 bases lost", "at Hougoumont")
"""

from calculator.roll.allowing import Objection, check_units, objections
from calculator.roll.armies import Army, armies_of, army_of, how_much_is_gone
from calculator.roll.corrections import Correction, as_typed, read_correction
from calculator.roll.filling import Mismatch, Taken, differences, fill
from calculator.roll.order_of_battle import OrderOfBattle
from calculator.roll.roll import Roll
from calculator.roll.unit import RollUnit
from calculator.roll.words import how_it_stands, how_shaken, what_it_is
