"""A battle in real browsers: phones, a tablet, a laptop; with scripts and without."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from selenium.webdriver.common.by import By

from calculator.rules.question import Question
from calculator.umpire import Umpire
from calculator.web.site import THEMES as ALL_THEMES
from tests.web.browsing import (
    COLOURS,
    LAPTOP,
    LYING_PHONE,
    PHONE,
    TABLET,
    WCAG,
    Browser,
    Device,
    need_chromium,
)

THEMES = tuple(theme for theme in ALL_THEMES if theme)

pytestmark = pytest.mark.heavy

Opener = Callable[..., Browser]

ACTOR = "unit%3Aactor=" + quote("Husson's brigade")
PAIR = f"there-stand-empires/assault?{ACTOR}&unit%3Atarget=" + quote("Bylandt's brigade")
ASKING = f"ask/{PAIR}"
PAGES = (
    "army",
    "act",
    ASKING,
    "story",
    "entry/2",
    "more",
    "card",
    "desk",
    "wall",
    "verify",
    "luck",
    f"unit?{ACTOR}",
    f"target?{ACTOR}&action=assault",
    f"what-if/{PAIR}",
    "ask/revolutionary-wars/charge",
    "nowhere",
)


class Served(NamedTuple):
    """A battle being served: where, with what codes, by which process."""

    url: str
    player: str
    spectator: str
    umpire: str
    process: subprocess.Popen[str]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(port: int) -> Served:
    """Serve the battle as an umpire would."""
    command = [sys.executable, "-m", "calculator", "serve", "field", "--scenario", "quatre-bras"]
    return served_by([*command, "--host", "0.0.0.0", "--port", str(port)], port)


def served_by(command: Sequence[str], port: int) -> Served:
    """What a command serves at a port, once it is there."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    assert process.stdout
    banner = ""
    for line in process.stdout:
        banner += line
        if "Ctrl+C" in line:
            break
    codes = re.findall(r"[A-Z2-9]{4}-[A-Z2-9]{4}", banner)[:3]
    assert len(codes) == 3, banner
    player, spectator, umpire = codes
    return Served(f"http://127.0.0.1:{port}/", player, spectator, umpire, process)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    need_chromium()
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    """A battle in which nothing has happened yet."""
    yield from running()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A battle of one ruling, which awaits nothing, and a note: for tests that only look at it."""
    need_chromium()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EMPIRES_HOME", str(tmp_path_factory.mktemp("shown")))
        for found in running():
            with Umpire.open("field", side="french") as umpire:
                umpire.adjudicate(Question.read("there-stand-empires", "assault", {}), "1815")
                umpire.note("rain")
            yield found


def running() -> Iterator[Served]:
    """Serve the battle until the test is done with it."""
    found = start(free_port())
    yield found
    found.process.terminate()
    found.process.wait(60)


@pytest.fixture(scope="module")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Browser]]:
    """The browsers that tests have needed so far: to start one takes seconds."""
    started: list[Browser] = []
    yield started
    for one in started:
        one.close()


@pytest.fixture
def browser(browsers: list[Browser], tmp_path_factory: pytest.TempPathFactory) -> Opener:
    """Opens browsers that no other test has left anything in."""
    need_chromium()
    opened: list[Browser] = []

    def opener(device: Device = PHONE, *, scripts: bool = True) -> Browser:
        if len(opened) == len(browsers):
            browsers.append(Browser(tmp_path_factory.mktemp("profile")))
        one = browsers[len(opened)]
        one.afresh(device, scripts=scripts)
        opened.append(one)
        return one

    return opener


def rulings() -> list[str]:
    """The headlines of all rulings in the record."""
    with Umpire.open("field", read_only=True) as umpire:
        return [str(entry.body["headline"]) for entry in umpire.recent() if entry.is_ruling]


def play(phone: Browser, unit: str, action: str, target: str, answer: str) -> str:
    """A usual action, tap by tap, from the army to the army; gives what the result page says."""
    before = len(rulings())
    phone.reads("Infantry Division")
    for label in (unit, action, target, answer):
        phone.tap(label)
    phone.until(lambda: "aria-busy" not in phone.driver.page_source)
    phone.tap(f"Draw: {action}")
    text = phone.reads("Back to the army")
    headlines = rulings()
    assert len(headlines) == before + 1
    assert headlines[-1] in text
    return text


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_turn_of_three_units_by_taps_alone(
    served: Served, browser: Opener, scripts: bool
) -> None:
    """First odds at the fourth tap, those of the next unit at the third; no key after the door."""
    phone = browser(PHONE, scripts=scripts)
    phone.join(served.url, served.player, "Ney", side="French")
    play(phone, "Husson's brigade", "Deployed fire", "Bylandt's brigade", "soft")
    at_first = phone.taps
    assert at_first == 4 + len(("an answer", "Result"))
    for label in ("Next: Campi's brigade", "Deployed fire", "Saxe-Weimar's brigade"):
        phone.tap(label)
    assert "any effect" in phone.reads("Draw: Deployed fire")
    assert phone.taps == at_first + 3
    phone.tap("Army")
    play(phone, "Gauthier's brigade", "Deployed fire", "Bylandt's brigade", "hard")
    phone.tap("Back to the army")
    assert phone.reads("Infantry Division").count("has acted") >= 2


def test_the_way_back_from_a_long_result_is_in_sight(shown: Served, browser: Opener) -> None:
    phone = browser(Device(390, 500, 2.0))
    phone.join(shown.url, shown.player)
    phone.go(shown.url + "entry/2")
    phone.enlarge("150%")
    below = "return document.querySelector('.ahead').getBoundingClientRect().bottom"
    above = "return document.querySelector('.strip nav').getBoundingClientRect().top"
    found = phone.driver.execute_script
    assert found(below) <= found(above)


def test_odds_follow_each_tap(shown: Served, browser: Opener) -> None:
    phone = browser()
    phone.join(shown.url, shown.player)
    phone.go(shown.url + ASKING)
    chief = phone.until(lambda: phone.driver.find_element(By.CLASS_NAME, "chief").text)
    phone.tap("fortification")
    phone.until(lambda: phone.driver.find_element(By.CLASS_NAME, "chief").text != chief)
    assert "cover=fortification" in phone.driver.current_url


def test_dead_ends_follow_each_tap_and_say_why(shown: Served, browser: Opener) -> None:
    phone = browser()
    phone.join(shown.url, shown.player)
    phone.go(shown.url + "ask/there-stand-empires/deployed-fire")
    far = "Up to 6 inches, up to 9 inches, up to 12 inches: the target is beyond the reach"
    phone.reads(far)
    assert len(phone.driver.find_elements(By.CSS_SELECTOR, ".answer[data-ended]")) == 3
    phone.tap("heavy foot artillery")
    phone.until(lambda: far not in phone.text())
    assert not phone.driver.find_elements(By.CSS_SELECTOR, ".answer[data-ended]")


def test_two_phones_see_each_other_s_rulings(served: Served, browser: Opener) -> None:
    first, second = browser(), browser()
    first.join(served.url, served.player, "Ney", side="French")
    second.join(served.url, served.player, "Picton", side="Anglo-Allied")
    second.go(served.url + "story")
    second.reads("Story")
    play(first, "Husson's brigade", "Deployed fire", "Bylandt's brigade", "soft")
    second.reads(rulings()[-1])


def test_what_was_tapped_is_kept_while_the_server_is_away(served: Served, browser: Opener) -> None:
    phone = browser()
    phone.join(served.url, served.player, "Ney", side="French")
    phone.go(served.url + ASKING)
    phone.reads("Draw: Assault")
    served.process.send_signal(signal.SIGKILL)
    served.process.wait(60)
    phone.tap("soft")
    phone.reads("Connection lost")
    assert not phone.driver.find_element(By.ID, "result").is_enabled()
    again = start(int(served.url.rsplit(":", 1)[1].strip("/")))
    try:
        assert again.player == served.player
        phone.tap("Draw: Assault")
        phone.reads("Back to the army")
    finally:
        again.process.terminate()
        again.process.wait(60)
    assert len(rulings()) == 1
    with Umpire.open("field", read_only=True) as umpire:
        ruling = umpire.entry(2)
    assert ruling.body["form"]["cover"] == "soft"
    assert set(ruling.body["units"]) == {"actor", "target"}, "whoever is let in finds the roll"


def test_quick_taps_on_a_slow_connection_count_each(shown: Served, browser: Opener) -> None:
    phone = browser()
    phone.join(shown.url, shown.player)
    phone.go(shown.url + "ask/there-stand-empires/assault")
    field = 'document.querySelector("input[name=earlier-assaults]")'
    before = int(phone.driver.execute_script(f"return {field}.value"))
    phone.slow(400)
    phone.driver.execute_script(f"for (let n = 0; n < 25; n++) {field}.nextElementSibling.click()")
    assert int(phone.driver.execute_script(f"return {field}.value")) == before + 25
    assert not phone.driver.find_element(By.ID, "result").is_enabled()
    phone.until(lambda: phone.driver.find_element(By.ID, "result").is_enabled())
    assert int(phone.driver.execute_script(f"return {field}.value")) == before + 25
    phone.slow(0)


def test_odds_that_cannot_be_had_are_said_to_be_old(shown: Served, browser: Opener) -> None:
    """Whatever the server answers: the page says so, draws nothing, and asks again."""
    phone = browser()
    phone.join(shown.url, shown.player)
    phone.go(shown.url + ASKING)
    phone.driver.execute_script(
        "window.heard = window.fetch;"
        "window.fetch = async () => new Response('Too fast.', {status: 429})"
    )
    phone.tap("hard")
    phone.reads("These are the odds of your earlier answers. Too fast.")
    assert not phone.driver.find_element(By.ID, "result").is_enabled()
    phone.driver.execute_script("window.fetch = window.heard")
    phone.until(lambda: phone.driver.find_element(By.ID, "result").is_enabled())
    assert "earlier answers" not in phone.text()


def test_a_unit_is_found_by_a_part_of_its_formation(shown: Served, browser: Opener) -> None:
    phone = browser()
    phone.join(shown.url, shown.player, side="French")
    phone.driver.find_element(By.ID, "find").send_keys("9th inf gau")

    def found() -> str:
        return "".join(one.text for one in phone.driver.find_elements(By.CSS_SELECTOR, ".tile"))

    phone.until(lambda: "Husson" not in found())
    assert "Gauthier's brigade" in found()
    assert "Jamin's brigade" not in found()


@pytest.mark.parametrize("device", [PHONE, LYING_PHONE], ids=["phone", "phone on its side"])
def test_pages_are_scrolled_by_swipes_to_their_last_line(
    shown: Served, browser: Opener, device: Device
) -> None:
    phone = browser(device)
    phone.join(shown.url, shown.player, side="French")
    phone.go(shown.url + "army?all")
    last = phone.driver.find_elements(By.CSS_SELECTOR, "main .tile, main button")[-1]

    def in_sight() -> bool:
        box = phone.driver.execute_script(
            "const b = arguments[0].getBoundingClientRect(); return [b.top, b.bottom]", last
        )
        return bool(box[0] >= 0 and box[1] <= device.height)

    for _ in range(60):
        if in_sight():
            break
        phone.swipe_up()
    assert in_sight()


def test_a_spectator_watches(served: Served, browser: Opener) -> None:
    player, wall = browser(), browser(LAPTOP)
    player.join(served.url, served.player, "Ney", side="French")
    wall.join(served.url, served.spectator)
    wall.reads("Nothing has been ruled yet")
    play(player, "Husson's brigade", "Deployed fire", "Bylandt's brigade", "soft")
    wall.reads(rulings()[-1])


def test_a_wrong_code_is_refused(shown: Served, browser: Opener) -> None:
    visitor = browser()
    visitor.go(shown.url)
    visitor.driver.find_element(By.NAME, "code").send_keys("AAAA-AAAA")
    visitor.tap("Join without a side")
    visitor.reads("does not open this battle")


def test_the_code_of_a_scanned_picture_is_filled_in(shown: Served, browser: Opener) -> None:
    visitor = browser()
    visitor.go(f"{shown.url}#{shown.player}")
    typed = visitor.until(lambda: visitor.driver.find_element(By.ID, "code").get_property("value"))
    assert typed == shown.player
    assert "#" not in visitor.driver.current_url


def test_every_page_can_be_used_by_everybody(shown: Served, browser: Opener) -> None:
    """No violation that axe-core knows of, targets for thumbs, and nothing beyond the edge."""
    visitor = browser()
    visitor.go(shown.url)
    assert visitor.violations() == []
    visitor.join(shown.url, shown.umpire, "Wellington", side="Anglo-Allied")
    for page in PAGES:
        visitor.show_on(PHONE)
        visitor.go(shown.url + page)
        for theme in THEMES:
            visitor.look(theme)
            assert (page, theme, visitor.overflow()) == (page, theme, 0)
            assert (page, theme, visitor.small_targets()) == (page, theme, [])
            rules = WCAG if theme is THEMES[0] else COLOURS
            assert (page, theme, visitor.violations(rules)) == (page, theme, [])
        visitor.enlarge("200%")
        assert (page, visitor.overflow()) == (page, 0), "text grows to twice its size"
        visitor.enlarge("")
        for device in (LYING_PHONE, TABLET, LAPTOP):
            visitor.show_on(device)
            assert (page, visitor.overflow()) == (page, 0)
            if device.touch:
                assert (page, visitor.small_targets()) == (page, [])


def test_a_theme_is_chosen_and_stays(shown: Served, browser: Opener) -> None:
    visitor = browser()
    visitor.join(shown.url, shown.player)
    for name, theme in (("Dark", "dark"), ("Light", "light"), ("High contrast", "contrast")):
        visitor.go(shown.url + "more")
        visitor.tap(name)
        visitor.until(
            partial(visitor.driver.find_elements, By.CSS_SELECTOR, f"[data-theme={theme}]")
        )
    visitor.go(shown.url + "army")
    assert 'data-theme="contrast"' in visitor.driver.page_source
