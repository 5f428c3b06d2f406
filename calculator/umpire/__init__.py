"""The one door for front ends: puts questions, records what is ruled, reads and checks the record.

>>> umpire = Umpire.open("quatre-bras", side="French")
>>> ruling = umpire.adjudicate(Question.read("there-stand-empires", "assault", {}))
>>> ruling.result.narration.headline, ruling.entry.number, ruling.warning
"""

from calculator.umpire.ruling import Ruling, Umpire
