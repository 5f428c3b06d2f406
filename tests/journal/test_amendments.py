"""What became of entries, and which entries someone asked for."""

import pytest

from calculator.errors import FaultsError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import EntryDraft, EntryKind
from calculator.journal.selection import Selection, read_turns
from calculator.umpire import Umpire
from tests.journal.toy import throw


def test_an_override_holds_until_it_is_void_and_a_void_for_good() -> None:
    with Umpire.open("field") as umpire:
        umpire.adjudicate(throw())
        umpire.override(1, "holds", "agreed")
        umpire.override(1, "falls back", "on second thoughts")
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.override is not None
        assert amendment.override.body["ruled"] == "falls back"
        umpire.void(3, "no: the first one")
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.override is not None
        assert amendment.override.body["ruled"] == "holds"
        assert amendment.counts
        umpire.void(1, "wrong unit")
        at_once = EntryDraft(
            kind=EntryKind.VOID, body={"entry": 1, "reason": "another umpire's, at once"}
        )
        umpire.journal.record(at_once)
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.void is not None
        assert amendment.void.body["reason"] == "wrong unit"
        assert not amendment.counts


def test_entries_are_chosen_by_turn_side_copy_action_kind_and_text() -> None:
    with Umpire.open("field", copy="red-1") as red, Umpire.open("field", copy="blue-1") as blue:
        red.side = "French"
        red.adjudicate(throw())
        blue.turn(2)
        blue.note("The bridge is blown")
        blue.adjudicate(throw())
        entries = red.recent()

    def numbers(selection: Selection) -> list[int]:
        return [entry.number for entry in selection.of(entries)]

    assert numbers(Selection()) == [1, 2, 3, 4]
    assert numbers(Selection(turns=range(2, 3))) == [2, 3, 4]
    assert numbers(Selection(side="french")) == [1]
    assert numbers(Selection(copy="blue-1", action="throw")) == [4]
    assert numbers(Selection(kind=EntryKind.NOTE)) == [3]
    assert numbers(Selection(text="BRIDGE")) == [3]


def test_turns_as_typed() -> None:
    assert read_turns("") is None
    assert read_turns("3") == range(3, 4)
    assert read_turns("2-4") == range(2, 5)
    for wrong in ("4-2", "x", "2-", "-"):
        with pytest.raises(FaultsError, match="names no turn"):
            read_turns(wrong)
