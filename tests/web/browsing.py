"""A browser at the table: Chromium without a window, and the screen that it shows as text.

The page draws its terminal on a canvas; what arrives for it over the web socket is kept as well and
read through a terminal of our own.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte
import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

_LISTEN = """
window.received = []; window.size = [80, 24];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", (event) => {
      if (event.data instanceof ArrayBuffer) window.received.push(...new Uint8Array(event.data));
    });
  }
  send(text) {
    const [kind, size] = JSON.parse(text);
    if (kind === "resize") window.size = [size.width, size.height];
    super.send(text);
  }
};
"""


def need_chromium() -> tuple[str, str]:
    """The browser and its driver; without them the test is skipped, or fails in CI."""
    found = (shutil.which("chromium"), shutil.which("chromedriver"))
    if all(found):
        return str(found[0]), str(found[1])
    told = "no Chromium: install Debian's packages chromium and chromium-driver"
    if os.environ.get("CI"):
        pytest.fail(told)
    pytest.skip(told)


class Browser:
    """One visitor's browser."""

    def __init__(self, profile: Path, size: tuple[int, int], *, phone: bool = False) -> None:
        chromium, driver = need_chromium()
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}",
        ):
            options.add_argument(argument)
        if phone:
            # Emulated denser pixels confuse the canvas, as true ones do not.
            metrics = {"width": size[0], "height": size[1], "pixelRatio": 1.0, "touch": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(driver))
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _LISTEN})

    def join(self, url: str, code: str, name: str = "") -> None:
        """Open the page, type the code and a name, and press Join."""
        self.driver.get(url)
        self.driver.find_element(By.NAME, "code").send_keys(code)
        self.driver.find_element(By.NAME, "player").send_keys(name)
        self.driver.find_element(By.CSS_SELECTOR, "button").click()

    def page(self) -> str:
        """The text of the page itself, the terminal apart."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    def screen(self) -> list[str]:
        """The lines that the terminal shows."""
        received, (columns, lines) = self.driver.execute_script(
            "return [window.received, window.size]"
        )
        terminal = pyte.Screen(columns, lines)
        pyte.ByteStream(terminal).feed(bytes(received))
        return list(terminal.display)

    def until(self, wanted: str | Callable[[str], Any], seconds: float = 60) -> str:
        """The screen once it shows something wanted."""
        found = wanted if callable(wanted) else lambda text: wanted in text
        end = time.monotonic() + seconds
        text = ""
        while time.monotonic() < end:
            text = "\n".join(self.screen())
            if found(text):
                return text
            time.sleep(0.1)
        raise AssertionError(f"{wanted!r} is not on the screen:\n{text}")

    def ready(self) -> str:
        """The screen once it shows odds and is drawn to the end."""
        text, later = "", self.until("%")
        while text != later:
            time.sleep(0.5)
            text, later = later, "\n".join(self.screen())
        return text

    def reads(self, wanted: str) -> bool:
        """Whether the page itself says something, sooner or later."""
        # Between two pages there is none to ask.
        waiting = WebDriverWait(self.driver, 60, ignored_exceptions=[WebDriverException])
        return waiting.until(lambda _: wanted in self.page())

    def press(self, *keys: str) -> None:
        """Press keys, as on a keyboard."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def tap(self, text: str) -> None:
        """Tap the first place of the terminal that shows `text`."""
        lines = self.screen()
        row = next(number for number, line in enumerate(lines) if text in line)
        column = lines[row].index(text) + len(text) / 2
        area = self.driver.find_element(By.CSS_SELECTOR, ".xterm-screen").rect
        x = area["x"] + column * area["width"] / len(lines[0])
        y = area["y"] + (row + 0.5) * area["height"] / len(lines)
        pointer = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, **pointer})

    def picture(self, path: Path) -> None:
        """What the page looks like."""
        self.driver.save_screenshot(str(path))

    def close(self) -> None:
        """Vanish, as a browser does whose phone is put away."""
        self.driver.quit()


__all__ = ["Browser", "Keys", "need_chromium"]
