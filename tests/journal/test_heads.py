"""Heads as they are kept outside: digits, codes, and what is taken back."""

import pytest

from calculator.errors import FaultsError
from calculator.journal.heads import Head, heads, qr_lines, qr_svg, read_noted
from calculator.umpire import Umpire
from tests.journal.toy import throw

HASH = "7739ab22fc242eeeac6d13c741e926338e5a5d95a2045dcbf87df8435eb23145"


def test_digits_and_the_text_of_a_code_are_taken_back() -> None:
    head = Head("waterloo", 12, HASH)
    assert head.digits == "7739 ab22 fc24 2eee ac6d"
    assert read_noted(head.digits).hash == HASH[:20]
    assert read_noted("7739-AB22-FC24-2EEE-AC6D").hash == HASH[:20]
    assert read_noted(f" {head.text} ", "waterloo") == head


@pytest.mark.parametrize("few", ["7739ab22", HASH[:19], "", "waterloo", f"entry 0: {HASH[:40]}"])
def test_less_is_refused(few: str) -> None:
    with pytest.raises(FaultsError, match="20 digits or more"):
        read_noted(few)


def test_a_head_stands_at_the_end_of_each_turn() -> None:
    with Umpire.open("field") as umpire:
        for turn in (2, 3):
            umpire.adjudicate(throw())
            umpire.turn(turn)
        found = list(heads(umpire.entries()))
        assert [(head.turn, head.number) for head in found] == [(1, 1), (2, 3), (3, 4)]
        assert found[1].hash == umpire.entry(3).hash
        assert umpire.heads() == found


def test_a_code_on_dark_is_the_other_way_round() -> None:
    """Every cell that is dark on one is drawn on the other, and only there."""
    light, dark = (qr_lines("waterloo", on_dark=on_dark) for on_dark in (False, True))
    other = str.maketrans(" ▀▄█", "█▄▀ ")
    assert [line.translate(other) for line in light[:-1]] == dark[:-1]
    assert set(dark[0]) == {"█"}
    assert qr_svg("waterloo").startswith("<svg")
