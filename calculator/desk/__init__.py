"""What every front end shows, as data: a question being filled in, an answer in full, a line of
the record, a unit as it stands. Nothing here paints; `cli`, `tui` and `web` do nothing else.

>>> asking = Asking(find_system("there-stand-empires"), roll=umpire.roll(), side="french")
>>> asking.choose(asking.system.action("assault"))
>>> asking.take("actor", "Bauduin")               # a unit by its name or a part of it
>>> asking.say({"target-formation": "square"})
>>> asking.provenances["target-formation"]        # Provenance.SAID
>>> odds = asking.question().odds()
>>> asking.put_to(umpire, odds)                   # the ruling, recorded
"""
