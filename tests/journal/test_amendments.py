"""What became of entries, and which entries someone asked for."""

import pytest

from calculator.desk.chronicle import read_turns
from calculator.errors import FaultsError
from calculator.journal.amendments import Amendments
from calculator.journal.entry import EntryDraft, EntryKind
from calculator.umpire import Umpire
from tests.journal.toy import throw


def test_an_override_holds_until_it_is_void_and_a_void_for_good() -> None:
    with Umpire.open("field") as umpire:
        umpire.adjudicate(throw())
        umpire.amend(umpire.overriding(1, "holds", "agreed"))
        umpire.amend(umpire.overriding(1, "falls back", "on second thoughts"))
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.override is not None
        assert amendment.override.body["ruled"] == "falls back"
        umpire.amend(umpire.voiding(3, "no: the first one"))
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.override is not None
        assert amendment.override.body["ruled"] == "holds"
        assert amendment.counts
        umpire.amend(umpire.voiding(1, "wrong unit"))
        at_once = EntryDraft(
            kind=EntryKind.VOID, body={"entry": 1, "reason": "another umpire's, at once"}
        )
        umpire.journal.record(at_once)
        amendment = Amendments(umpire.recent()).of(1)
        assert amendment.void is not None
        assert amendment.void.body["reason"] == "wrong unit"
        assert not amendment.counts


def test_turns_as_typed() -> None:
    assert read_turns("") is None
    assert read_turns("3") == range(3, 4)
    assert read_turns("2-4") == range(2, 5)
    for wrong in ("4-2", "x", "2-", "-"):
        with pytest.raises(FaultsError, match="is not a turn"):
            read_turns(wrong)
