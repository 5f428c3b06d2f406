"""Lines of ink."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from calculator.tui.inked import Inked

TEXTS = st.lists(st.text(alphabet="ab é…字"), max_size=5)


@given(TEXTS, st.integers(1, 30))
def test_a_fitted_line_takes_exactly_its_columns(texts: list[str], width: int) -> None:
    assert Inked(*texts).fitted(width).width == width


@given(TEXTS, st.integers(0, 20), st.integers(0, 20))
def test_ground_changes_no_letter_and_no_ink(texts: list[str], start: int, end: int) -> None:
    line = Inked(*((text, "value") for text in texts))
    laid = line.on("bar", start, end)
    assert laid.plain == line.plain
    grounds = "".join(("#" if ground else ".") * len(text) for text, _, ground in laid.pieces)
    first, last = min(start, len(line.plain)), min(max(start, end), len(line.plain))
    assert grounds == "." * first + "#" * (last - first) + "." * (len(line.plain) - last)


def test_ground_laid_first_stays_on_top() -> None:
    line = Inked("abcd").on("cursor", 0, 2).on("bar")
    assert line.pieces == [("ab", "text", "cursor"), ("cd", "text", "bar")]


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    assert Inked("General", ("near", "dim")).fitted(9).plain == "Generaln…"
