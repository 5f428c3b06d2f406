"""What a chronicle makes of the entries: turn, initiative, corrections."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from calculator.cli import main
from calculator.desk.chronicle import Chronicle, EntryLine
from calculator.journal.amendments import Amendments
from calculator.journal.entry import Entry, EntryDraft, EntryKind
from calculator.roll import OrderOfBattle
from calculator.rules.question import Question
from calculator.umpire import Umpire

INITIATIVE = Question.read("there-stand-empires", "initiative", {})
MANY = 200
"""More entries than are read first."""
MELEE = Question.read("cannonade", "melee", {})


@pytest.fixture
def umpire() -> Iterator[Umpire]:
    """A battle that has just begun."""
    with Umpire.open("qb", player="Ney") as umpire:
        yield umpire


def chronicle_of(umpire: Umpire) -> Chronicle:
    chronicle = Chronicle()
    chronicle.add(umpire.shown(umpire.entries()))
    return chronicle


def initiative(umpire: Umpire) -> str:
    """Draw the initiative; what it comes to."""
    return umpire.adjudicate(INITIATIVE).result.narration.headline


def read_from_the_newest(umpire: Umpire) -> Chronicle:
    """A chronicle filled as the screen fills it: the newest entries, and then all of them."""
    entries: list[Entry] = list(umpire.entries())
    assert len(entries) > MANY
    chronicle = Chronicle()
    chronicle.add(entries[-MANY:])
    chronicle.add(entries)
    return chronicle


def test_the_initiative_is_what_was_drawn_last_in_the_turn_in_force(umpire: Umpire) -> None:
    drawn = initiative(umpire)
    assert chronicle_of(umpire).initiative == drawn
    umpire.turn(2)
    assert chronicle_of(umpire).initiative == ""


def test_a_void_initiative_rules_no_more(umpire: Umpire) -> None:
    initiative(umpire)
    umpire.amend(umpire.voiding(1, "drawn before the turn was over"))
    assert chronicle_of(umpire).initiative == ""
    again = initiative(umpire)
    assert chronicle_of(umpire).initiative == again


def test_an_override_of_the_initiative_is_what_rules(umpire: Umpire) -> None:
    drawn = initiative(umpire)
    umpire.amend(umpire.overriding(1, "Blücher has the initiative", "the scenario says so"))
    assert chronicle_of(umpire).initiative == "Blücher has the initiative"
    umpire.amend(umpire.voiding(2, "of turn 3 only"))
    assert chronicle_of(umpire).initiative == drawn


def test_an_entry_written_late_does_not_turn_the_turn_back(umpire: Umpire) -> None:
    umpire.turn(2)
    umpire.turn(3)
    late = EntryDraft(
        kind=EntryKind.NOTE, body={"text": "of turn 2", "subject": ""}, copy="red-9", turn=2
    )
    umpire.journal.record(late)
    assert umpire.current_turn == 3
    assert chronicle_of(umpire).turn == 3


def test_a_turn_begun_by_mistake_is_undone(umpire: Umpire) -> None:
    umpire.turn(2)
    umpire.turn(3)
    umpire.undo_turn()
    assert chronicle_of(umpire).turn == umpire.current_turn == 2


def test_until_a_change_of_turn_has_been_read_the_newest_entry_tells_it(umpire: Umpire) -> None:
    umpire.turn(4, skipping=True)
    umpire.note("rain")
    chronicle = Chronicle()
    chronicle.add(umpire.recent(limit=1))
    assert chronicle.turn == 4


def test_a_void_override_no_longer_stands_for_what_was_drawn(umpire: Umpire) -> None:
    umpire.adjudicate(MELEE)
    umpire.amend(umpire.overriding(1, "no effect", "the hill was in the way"))
    assert chronicle_of(umpire).amendments.of(1).override is not None
    umpire.amend(umpire.voiding(2, "there is no hill"))
    chronicle = chronicle_of(umpire)
    assert chronicle.amendments.of(1).override is None
    assert not chronicle.amendments.of(2).counts


def test_of_two_overrides_the_last_holds_in_whatever_order_they_are_read(umpire: Umpire) -> None:
    umpire.adjudicate(MELEE)
    umpire.amend(umpire.overriding(1, "first", "a reason"))
    for number in range(MANY):
        umpire.note(f"note {number}")
    umpire.amend(umpire.overriding(1, "second", "a better reason"))
    chronicle = read_from_the_newest(umpire)
    assert chronicle.amendments.of(1) == Amendments(umpire.entries()).of(1)
    holds = chronicle.amendments.of(1).override
    assert holds is not None
    assert holds.body["ruled"] == "second"


def test_an_override_and_a_void_name_the_units_of_what_they_are_about(umpire: Umpire) -> None:
    fire = Question.read("there-stand-empires", "deployed-fire", {})
    umpire.adjudicate(fire, "5", units={"actor": "Jamin's brigade", "target": "Bylandt's brigade"})
    drawn = umpire.recent()[-1].number
    umpire.amend(umpire.overriding(drawn, "they drowned", "a brook"))
    umpire.amend(umpire.voiding(drawn + 1, "no brook"))
    words = [line.in_words for line in chronicle_of(umpire).lines[-2:]]
    who = "Jamin's brigade: deployed fire against Bylandt's brigade"
    assert words == [
        f"{who}: #{drawn} ruled instead: they drowned (a brook)",
        f"{who}: #{drawn + 1} is void: no brook",
    ]


def test_what_is_ruled_instead_names_the_army(
    umpire: Umpire, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    umpire.bind(OrderOfBattle.of_file("quatre-bras"))
    drawn = umpire.adjudicate(INITIATIVE).entry
    assert drawn
    instead = "the Anglo-Allied army"
    umpire.amend(umpire.overriding(drawn.number, instead, "a courier"))
    (line,) = map(EntryLine.of, umpire.shown(umpire.recent(drawn.number)))
    assert line.text == "#2 ruled instead: the Anglo-Allied army (a courier)"
    assert main(["journal", "show", "--battle", "qb"]) == 0
    assert capsys.readouterr().out.count("the Anglo-Allied army") == 2
    told = "".join(umpire.export("csv")).splitlines()
    assert "the Anglo-Allied army" in told[2], "beside the ruling"
    assert "ruled instead: the Anglo-Allied army" in told[3]
    assert "Ruled instead: the Anglo-Allied army" in "".join(umpire.export("markdown"))
    assert chronicle_of(umpire).initiative == "the Anglo-Allied army"


def test_what_is_ruled_instead_may_be_typed_without_accents(umpire: Umpire) -> None:
    umpire.bind(OrderOfBattle.of_file("ligny"))
    assault = Question.read("there-stand-empires", "assault", {})
    umpire.adjudicate(
        assault, "5", units={"actor": "Billard's brigade", "target": "Thümen's brigade"}
    )
    drawn = umpire.recent()[-1]
    ruled = "carried: thumen's brigade broken"
    body = umpire.overriding(drawn.number, ruled, "a mist").body
    assert "probability" in body, "it is that outcome, and no free words"
