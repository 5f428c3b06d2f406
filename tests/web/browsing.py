"""A browser at the table: Chromium without a window, by touch or mouse, with scripts or without."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 60
"""Seconds that are waited for something to appear, on a machine that has much else to do."""


@cache
def axe_source() -> str:
    """The script of axe-core, as axe-playwright-python carries it."""
    found = next(files("axe_playwright_python").joinpath("axe.min.js").parent.rglob("axe.min.js"))  # type: ignore[attr-defined]
    return str(found.read_text(encoding="utf-8"))


class Device(NamedTuple):
    """A screen: its width and height in CSS pixels, how dense it is, and whether it is touched."""

    width: int
    height: int
    density: float = 1.0
    touch: bool = True


PHONE = Device(390, 844, 2.0)
LYING_PHONE = Device(844, 390, 2.0)
TABLET = Device(820, 1180, 1.0)
LAPTOP = Device(1280, 800, 1.0, touch=False)


_VIOLATIONS = """
const [rules, done] = arguments;
const listed = (one) => one.id + ": " + one.nodes.map((node) => node.html).join(" ").slice(0, 400);
axe.run(document, {runOnly: rules}).then((results) => done(results.violations.map(listed)));
"""

WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
"""The rules of axe-core for WCAG 2.2, levels A and AA."""

COLOURS = ("color-contrast",)
"""Those that another theme may break: themes differ in nothing but colours."""

_SMALL = """
const tapped = "a.button, a.tile, button:not(.default), summary, select, nav a, .answer, .story a,"
  + "input:not([type=radio]):not([type=hidden])";
const shown = [...document.querySelectorAll(tapped)].filter((one) => one.checkVisibility());
return shown.filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.height < 43.5 || box.width < 43.5);
}).map((one) => one.outerHTML.slice(0, 120));
"""


def need_chromium() -> tuple[str, str]:
    """The browser and its driver; without them the test is skipped, or fails in CI."""
    found = (shutil.which("chromium"), shutil.which("chromedriver"))
    if all(found):
        return str(found[0]), str(found[1])
    message = "no Chromium: install Debian's packages chromium and chromium-driver"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


class Browser:
    """One visitor's browser."""

    def __init__(self, profile: Path) -> None:
        chromium, driver = need_chromium()
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={profile}",
        ):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(driver))
        self.driver.set_page_load_timeout(PATIENCE)

    def afresh(self, device: Device, *, scripts: bool) -> None:
        """Be another visitor's: nothing is open, and no cookie is left."""
        self.go("about:blank")
        self.command("Network.clearBrowserCookies")
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.show_on(device)
        self.taps = 0

    def show_on(self, device: Device) -> None:
        """Be a device of this size from now on."""
        self.device = device
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=device.width,
            height=device.height,
            deviceScaleFactor=device.density,
            mobile=device.touch,
        )
        self.command("Emulation.setTouchEmulationEnabled", enabled=device.touch, maxTouchPoints=1)

    def command(self, name: str, **parameters: Any) -> Any:
        """Something that only the browser's own protocol can do."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def slow(self, milliseconds: int) -> None:
        """Let each answer take so long from now on."""
        self.command("Network.enable")
        self.command(
            "Network.emulateNetworkConditions",
            offline=False,
            latency=milliseconds,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def go(self, address: str) -> None:
        """Open a page."""
        self.driver.get(address)

    def join(self, url: str, code: str, name: str = "", side: str = "") -> None:
        """Open the door, type the code and a name, and join: as a side, or without one."""
        self.go(url)
        self.driver.find_element(By.NAME, "code").send_keys(code)
        self.driver.find_element(By.NAME, "player").send_keys(name)
        self.tap(side or "Join without a side")
        self.until(lambda: "data-seated" in self.driver.page_source)

    def text(self) -> str:
        """What the page shows."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    def until(self, condition: Callable[[], Any]) -> Any:
        """What a condition gives once it holds; between two pages there is none to ask."""
        waiting = WebDriverWait(
            self.driver, PATIENCE, 0.05, ignored_exceptions=[WebDriverException]
        )
        return waiting.until(lambda _: condition())

    def reads(self, words: str) -> str:
        """The text of the page once it shows these words."""
        end = time.monotonic() + PATIENCE
        text = ""
        while time.monotonic() < end:
            try:
                text = self.text()
            except WebDriverException:
                continue
            if words in text:
                return text
            time.sleep(0.05)
        raise AssertionError(f"{words!r} is not on the page:\n{text}")

    def find(self, label: str) -> WebElement:
        """What can be tapped under a label: a button, a link, an answer, a fold."""
        quoted = f'"{label}"'
        path = (
            f"//*[self::button or self::a or self::summary or self::label]"
            f"[normalize-space()={quoted} or starts-with(normalize-space(), {quoted})"
            f" or @aria-label={quoted}]"
        )

        def shown() -> WebElement | None:
            found = self.driver.find_elements(By.XPATH, path)
            exact = [one for one in found if one.text.strip() == label]
            return next(
                (one for one in [*exact, *found] if one.is_displayed() and one.is_enabled()), None
            )

        element: WebElement = self.until(shown)
        return element

    def tap(self, label: str) -> None:
        """Tap it, by finger or by mouse; it may be drawn anew while it is looked for."""
        self.taps += 1
        self._tap_at(*self.until(lambda: self._in_sight(self.find(label))))

    def tap_element(self, element: WebElement) -> None:
        """Bring an element into sight and tap its middle."""
        self._tap_at(*self.until(lambda: self._in_sight(element)))

    def _tap_at(self, x: float, y: float) -> None:
        if self.device.touch:
            self.command(
                "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]
            )
            self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for kind in ("mousePressed", "mouseReleased"):
            self.command(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    def _in_sight(self, element: WebElement) -> tuple[float, float]:
        """Where the middle of an element is once it has come to rest in the window."""
        self.driver.execute_script(
            "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element
        )
        box = self.driver.execute_script(
            "const b = arguments[0].getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]",
            element,
        )
        return float(box[0]), float(box[1])

    def swipe_up(self) -> None:
        """Swipe upwards over half of the screen, as a thumb does."""
        x, height = self.device.width // 2, self.device.height
        places = [{"x": x, "y": height * part // 20} for part in range(15, 4, -1)]
        self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=places[:1])
        for place in places[1:]:
            self.command("Input.dispatchTouchEvent", type="touchMove", touchPoints=[place])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def violations(self, rules: tuple[str, ...] = WCAG) -> list[str]:
        """What axe-core finds against these rules, with where it is."""
        if self.driver.execute_script("return !window.axe"):
            self.driver.execute_script(axe_source())
        found = self.driver.execute_async_script(_VIOLATIONS, rules)
        return [str(one) for one in found]

    def look(self, theme: str) -> None:
        """Show the page in a theme, as it is shown to a seat that has chosen it."""
        self.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)

    def enlarge(self, size: str) -> None:
        """Show text in another size, as browsers do for who has set it; nothing for the usual."""
        self.driver.execute_script("document.documentElement.style.fontSize = arguments[0]", size)

    def small_targets(self) -> list[str]:
        """What can be tapped and is smaller than 44 by 44 pixels."""
        found = self.driver.execute_script(_SMALL)
        return [str(one) for one in found]

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        wider: int = self.driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return wider

    def picture(self, path: Path) -> None:
        """What the page looks like."""
        self.driver.save_screenshot(str(path))

    def close(self) -> None:
        """End the browser."""
        self.driver.quit()
