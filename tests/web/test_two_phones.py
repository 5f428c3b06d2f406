"""Two phones at one table play two turns of every system by touch, as two screens do by keys."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from calculator.lengths import read_length
from calculator.roll import OrderOfBattle
from calculator.rules.action import Place
from calculator.rules.catalog import SHIPPED, find_system
from tests.turns import headlines, stands
from tests.two_turns import TURNS, Act, Turns, told_alone
from tests.web.browsing import PHONE, Browser, need_chromium
from tests.web.test_browser import Served, free_port, served_by

pytestmark = pytest.mark.heavy

UNFOLD = "document.getElementById('befell').open = true"

SERVE = """
import sys
from calculator.cli import main
from calculator.chance import one_path
seeds = iter(sys.argv[1].split())
one_path.fresh_seed = lambda: next(seeds)
sys.exit(main(sys.argv[2:]))
"""
"""Serves a battle whose draws have these seeds."""


@contextmanager
def serving(turns: Turns) -> Iterator[Served]:
    port = free_port()
    serve = ["serve", "both", "--scenario", turns.scenario, "--port", str(port)]
    seeds = " ".join(act.seed for act in turns.acts)
    command = [sys.executable, "-c", SERVE, seeds, *serve, "--host", "0.0.0.0"]
    served = served_by(command, port)
    yield served
    served.process.terminate()
    served.process.wait(60)


class Phone:
    """One of two phones: what its player does by touch."""

    def __init__(self, browser: Browser, system: str) -> None:
        self.browser, self.system = browser, system

    def ask(self, act: Act) -> None:
        """From the army to the odds, tap by tap."""
        action = find_system(self.system).action(act.action)
        self.browser.tap("Actions" if action.place is Place.BUTTON else "Army")
        self.browser.until(lambda: self.browser.driver.find_element(By.TAG_NAME, "h1"))
        for label in (act.units.get("actor", ""), action.label):
            if label:
                self.tile(label)
        if target := act.units.get("target"):
            driver = self.browser.driver
            self.browser.until(lambda: re.search("/(target|ask/)", driver.current_url))
            if "/target" in driver.current_url:  # who cannot do it is asked of no target
                self.tile(target)
        self.browser.until(lambda: self.browser.driver.find_element(By.ID, "odds"))
        for key, text in act.answers.items():
            self.answer(key, text)
        self.browser.until(lambda: "aria-busy" not in self.browser.driver.page_source)

    def tile(self, label: str) -> None:
        """Tap a unit or an action where they are listed."""
        path = f'//main//a[contains(@class, "tile")][strong[normalize-space()="{label}"]]'
        find = self.browser.driver.find_element
        self.browser.tap_element(self.browser.until(lambda: find(By.XPATH, path)))

    def answer(self, key: str, text: str) -> None:
        field = self.browser.driver.find_element(By.CSS_SELECTOR, f'[data-field="{key}"]')
        if not field.is_displayed():
            self.browser.tap_element(field.find_element(By.XPATH, "ancestor::details/summary"))
        typed = f'[name="{key}"]'
        radios = field.find_elements(By.CSS_SELECTOR, f'{typed}[value="{text}"]')
        if radios and radios[0].get_attribute("type") == "radio":
            return self.browser.tap_element(radios[0].find_element(By.XPATH, ".."))
        if not field.find_elements(By.CLASS_NAME, "number"):
            return self.words(field, typed, text)
        while (now := read_length(self.value(typed))) != int(text):
            by = "1" if now < int(text) else "-1"
            self.step(f"{key}:{by}", typed)
        return None

    def words(self, field: WebElement, typed: str, text: str) -> None:
        """Put a path together from its words."""
        key = field.get_attribute("data-field")
        while not text.startswith(self.value(typed)):
            self.step(f"{key}:-1", typed)
        while (now := self.value(typed)) != text:
            word = text[len(now) :].lstrip(", ").split(",")[0]
            self.step(f"{key}:{word}", typed)

    def value(self, typed: str) -> str:
        return str(self.browser.driver.find_element(By.CSS_SELECTOR, typed).get_property("value"))

    def step(self, value: str, typed: str) -> None:
        """Tap a button that moves what stands there, and see it moved."""
        before = self.value(typed)
        button = f'button[name="_step"][value="{value}"]'
        self.browser.tap_element(self.browser.driver.find_element(By.CSS_SELECTOR, button))
        self.browser.until(lambda: self.value(typed) != before)

    def is_told(self, words: str) -> None:
        """What others did is folded into one line; open, it tells this."""
        browser = self.browser
        browser.tap("Army")
        browser.until(lambda: browser.driver.execute_script(UNFOLD) or words in browser.text())

    def draw(self, act: Act) -> str:
        self.browser.tap(f"Draw: {find_system(self.system).action(act.action).label}")
        return self.browser.reads("Back to the army")


@pytest.mark.parametrize("system", SHIPPED)
def test_two_phones_play_two_turns_by_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    need_chromium()
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    turns = TURNS[system]
    told_alone(turns, "alone")
    scenario = OrderOfBattle.of_file(turns.scenario).scenario
    phones: dict[str, Phone] = {}
    with serving(turns) as served:
        try:
            for side in turns.sides:
                browser = Browser(tmp_path / side)
                phones[side] = Phone(browser, system)
                browser.afresh(PHONE, scripts=True)
                browser.join(served.url, served.player, side, side=scenario.side(side).called)
            for number, acts in enumerate((turns.first, turns.second)):
                if number:
                    starts = phones[turns.sides[0]].browser
                    starts.tap("Army")
                    starts.tap("Begin turn 2")
                    for phone in phones.values():
                        phone.browser.reads("turn 2")
                for act in acts:
                    phone = phones[act.side]
                    phone.ask(act)
                    text = phone.draw(act)
                    assert headlines("both")[-1] in text
            told = headlines("alone")
            assert headlines("both") == told
            for act in turns.acts:
                for side in {*turns.sides} - {act.side} if "target" in act.units else ():
                    phones[side].is_told(f"{act.units['actor']}: ")
            phone = phones[turns.refused.side]
            phone.ask(turns.refused)
            phone.browser.reads(turns.why[1:])
            assert headlines("both") == told
        finally:
            for phone in phones.values():
                phone.browser.close()
    assert stands("both") == stands("alone")
