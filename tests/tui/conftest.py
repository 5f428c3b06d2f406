"""The screen under a pilot, with a small rule system in the catalog and a home of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual._compositor import Compositor
from textual.pilot import Pilot

from calculator.rules import catalog
from calculator.tui import background
from calculator.tui.screens import set_up, table
from calculator.tui.screens.table import EmpiresApp
from calculator.tui.session import Session
from tests.offered import offering
from tests.tui.seeing import brought_about, nothing_due

Opener = Callable[..., EmpiresApp]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_draws: None) -> Path:
    """A folder of the player's own, empty."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture(autouse=True)
def odds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are shown at every key, however slow a busy machine makes them."""
    monkeypatch.setattr(set_up, "AT_ONCE_SECONDS", 3600.0)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """What scrolls is there at once, as for a player who has set TEXTUAL_ANIMATIONS=none."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")


@pytest.fixture(autouse=True)
def soon_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot goes on as soon as all that it pressed has come about, however busy the machine.

    Textual's own asks how busy the processor is, which sleeps and may be mistaken.
    """
    monkeypatch.setattr("textual.app.wait_for_idle", nothing_due)
    monkeypatch.setattr(Pilot, "pause", brought_about)


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks of a test nobody sees the screen: it is drawn whole, at a look alone."""
    drawn = Compositor.render_update

    def looked_at(compositor: Compositor, full: bool = False, **how: Any) -> Any:
        return drawn(compositor, full=True, **how) if full else None

    monkeypatch.setattr(Compositor, "render_update", looked_at)


@pytest.fixture(autouse=True)
def drawn_when_looked_at(request: pytest.FixtureRequest) -> None:
    """Heavy tests draw each change of the screen, as for a player; others what they look at."""
    if not request.node.get_closest_marker("heavy"):
        request.getfixturevalue("unseen")


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys never rest so long that what would change the odds is looked for."""
    monkeypatch.setattr(background, "REST_SECONDS", 3600.0)


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch, no_rest: None) -> None:
    """The keys rest at once, as soon as the odds are there."""
    monkeypatch.setattr(background, "REST_SECONDS", 0.001)


@pytest.fixture(autouse=True)
def no_held_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot presses faster than hands do, and means every press."""
    monkeypatch.setattr(table, "QUIET_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def systems() -> Iterator[None]:
    """The small system is the first of the catalog, before the main one."""
    main = "there-stand-empires"
    with offering({"skirmish": "tests.tui.skirmish", main: catalog.SHIPPED[main]}):
        yield


@pytest.fixture
def open_app() -> Iterator[Opener]:
    """Opens copies as `run` does, and closes them at the end."""
    opened: list[EmpiresApp] = []

    def opener(system: str = "", scenario: str = "", copy: str = "", **record: Any) -> EmpiresApp:
        app = EmpiresApp(Session(system=system, scenario=scenario, copy=copy, **record))
        opened.append(app)
        return app

    yield opener
    for app in opened:
        close(app)


def close(app: EmpiresApp) -> None:
    """Leave a copy, as the end of `run` does."""
    app.session.close()
