"""What a copy hears of a battle while others rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from calculator.journal.files import CopyName
from calculator.roll import OrderOfBattle
from calculator.rules import catalog
from calculator.tui.recorder import Recorder
from calculator.umpire import Umpire
from tests.offered import offering


@pytest.fixture(autouse=True)
def shipped(systems: None, home: Path) -> Iterator[None]:
    """The catalog as it is shipped, and a folder of its own."""
    with offering(catalog.SHIPPED):
        yield


def test_what_comes_between_two_reads_is_told_with_the_roll_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a unit would have changed before anybody says by whom."""
    with Umpire.open("saturday", copy="umpire") as other:
        other.bind(OrderOfBattle.of_file("maida"))
        recorder = Recorder(CopyName("blue-1", None), battle="saturday")

        def followed(read: Callable[..., Any]) -> Callable[..., Any]:
            def reading(*given: Any, **named: Any) -> Any:
                found = read(*given, **named)
                other.note("something comes meanwhile")
                return found

            return reading

        for name in ("recent", "roll"):
            monkeypatch.setattr(recorder.umpire, name, followed(getattr(recorder.umpire, name)))
        heard: list[int] = []
        for _ in range(3):
            news = recorder.news()
            heard += [entry.number for entry in news.entries]
            assert news.roll
            assert heard[-1:] == [news.roll.last]
        assert heard == list(range(1, len(heard) + 1))
        recorder.close()
