"""The assault."""

from __future__ import annotations

from typing import Final

from calculator.rules.action import Measure, Severity
from calculator.rules.declared import declared
from calculator.rules.there_stand_empires.assault.form import AssaultForm
from calculator.rules.there_stand_empires.assault.narration import narrate
from calculator.rules.there_stand_empires.assault.rule import (
    Course,
    after_assault,
    assault,
    assault_factors,
    refuse_assault,
)

ASSAULT: Final = declared(
    key="assault",
    label="Assault",
    help="Charge into close combat: infantry and cavalry, from maneuver column.",
    source="III.B, VII",
    form=AssaultForm,
    procedure=assault,
    narration=narrate,
    severity=Severity(lambda o: o.severity, "the attackers"),
    factors=assault_factors,
    refusals=refuse_assault,
    measures=(
        Measure("carries", "carries the position", lambda o: o.course is Course.CARRIED),
        Measure("goes-home", "goes home", lambda o: o.course.goes_home),
        Measure("charges", "orders arrive in time", lambda o: o.course.charges),
        Measure("delayed", "orders too late", lambda o: o.course is Course.OUT_OF_REACH),
        Measure("lost", "orders lost", lambda o: o.course is Course.ORDERS_LOST),
        Measure("emergency-square", "emergency square", lambda o: o.squared),
        Measure("demoralized", "target demoralized or worse", lambda o: o.target.demoralized),
        Measure("base-lost", "target loses a base", lambda o: o.target.lost_bases),
        Measure("removed", "target removed from play", lambda o: o.target.removed),
        Measure("actor-disordered", "attackers disordered or worse", lambda o: o.actor.disordered),
        Measure(
            "actor-demoralized", "attackers demoralized or worse", lambda o: o.actor.demoralized
        ),
        Measure("actor-base-lost", "attackers lose a base", lambda o: o.actor.lost_bases),
    ),
    aftermath=after_assault,
)
