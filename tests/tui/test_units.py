"""What becomes of each of several units, and both sides' choices, before the outcomes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from calculator.desk.odds_view import odds_view
from calculator.journal.disclosure import Disclosure
from calculator.rules import catalog
from calculator.rules.question import Odds
from calculator.tui.widgets.odds_bars import OddsBars
from tests.offered import offering
from tests.rules.asking import ask


@pytest.fixture(autouse=True)
def shipped(systems: None) -> Iterator[None]:
    """The catalog as it is shipped."""
    with offering(catalog.SHIPPED):
        yield


def drawn(odds: Odds, width: int, disclosure: Disclosure = Disclosure.EXACT) -> list[str]:
    """The lines of odds on a screen so wide."""
    bars = OddsBars()
    bars.show(odds_view(odds, disclosure))
    return [line.plain.rstrip() for line, _ in bars.lines(width)]


@pytest.fixture
def charge() -> Odds:
    row = "french-line attack-column"
    return ask(
        "revolutionary-wars", "charge", also_charging=row, also_charged="british-line"
    ).odds()


@pytest.mark.parametrize("width", [38, 60])
def test_each_battalion_has_a_line_of_a_table_that_fits(charge: Odds, width: int) -> None:
    lines = drawn(charge, width)
    head = next(at for at, line in enumerate(lines) if line.split()[-1:] == ["loses"])
    assert lines[head].split() == ["%", "alone", "stands", "runs", "destroyed", "loses"]
    rows = [line.split() for line in lines[head + 1 : head + 5]]
    assert rows[0] == ["enemy", "1", "33.0", "52.0", "14.9", "1.9"]
    assert rows[2] == ["charger", "1", "67.0", "26.3", "6.8", "0.9"]
    outcomes = next(at for at, line in enumerate(lines) if "enemy 1 stands" in line)
    assert head < outcomes
    assert max(map(len, lines)) <= width


def test_in_words_nothing_is_counted(charge: Odds) -> None:
    lines = " ".join(drawn(charge, 60, Disclosure.WORDS))
    assert "enemy 1: stands" in lines
    assert "loses" not in lines


@pytest.mark.parametrize("width", [38, 60])
def test_the_choices_of_both_sides_stand_before_the_outcomes(width: int) -> None:
    lines = drawn(ask("revolutionary-wars", "exchange").odds(), width)
    at_once = lines.index("charges at once")
    assert lines[at_once + 1].split() == ["cannot", "react", "(best", "choice)", "66.7%"]
    assert sum("(best reply)" in line for line in lines) == 2
    assert at_once < next(at for at, line in enumerate(lines) if "enemy stands" in line)
