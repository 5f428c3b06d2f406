"""Answers typed after an action: every fault of them at once."""

from __future__ import annotations

import pytest

from calculator.answering import in_a_line, read_answers
from calculator.errors import Fault, FaultsError
from calculator.forms import fields_of, parse_form
from calculator.rules.catalog import find_system
from calculator.tuning.acting import read_policy
from calculator.tuning.matchups import read_situation


def test_a_key_told_twice_is_refused_unless_both_say_the_same() -> None:
    twice = "cover: given twice, as 'hard' and as 'soft'"
    with pytest.raises(FaultsError, match=f"^{twice}$"):
        read_answers(["cover=hard", "Cover=soft"], dict)
    assert read_answers(["cover=hard", "Cover=hard"], dict) == {"cover": "hard"}
    system = find_system("there-stand-empires")
    with pytest.raises(FaultsError, match=f"^{twice}$"):
        read_situation(system, "assault cover=hard cover=soft")
    with pytest.raises(FaultsError, match=f": {twice}$"):
        read_policy("assault cover=hard cover=soft", system)


def test_what_a_unit_has_not_is_not_said_of_it() -> None:
    melee = find_system("cannonade").action("melee").asks
    form = parse_form(melee, {"men": "12", "holds": "nothing", "flag": "yes"})
    told = [(one, getattr(form, one.attribute)) for one in fields_of(melee)]
    own = [one for one in told if one[0].key in {"men", "holds", "flag", "prisoners"}]
    assert in_a_line(own) == "12 men, attackers' flag"


def test_every_fault_at_once() -> None:
    def check(_: object) -> None:
        raise FaultsError([Fault("range", "is too long")])

    with pytest.raises(FaultsError) as refused:
        read_answers(["loose", "a=1", "a=2", "a=3"], check)
    assert str(refused.value).splitlines() == [
        "loose: this is not key=value",
        "a: given twice, as '1' and as '2'",
        "a: given twice, as '1' and as '3'",
        "range: is too long",
    ]
