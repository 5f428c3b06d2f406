"""The pictures of the pages in the docs: ``python -m tests.web.pictures`` takes them anew.

A player's way from the army to a result on a phone, and the booklet of the same battle.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from calculator.scenarios import load
from calculator.tuning.booklet import booklet
from tests.web.browsing import Browser, Device
from tests.web.test_browser import free_port, start

DOCS: Final = Path(__file__).parents[2] / "docs"

PHONE: Final = Device(390, 720)
SHEET: Final = Device(720, 900, touch=False)


def take() -> None:
    """Play one action, and take a picture of each page on the way."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["EMPIRES_HOME"] = folder
        served = start(free_port())
        phone = Browser(Path(folder))
        phone.afresh(PHONE, scripts=True)
        phone.join(served.url, served.player, "Ney", side="French")
        phone.reads("Husson's brigade")
        phone.picture(DOCS / "phone-army.png")
        for label in ("Husson's brigade", "Assault", "Bylandt's brigade"):
            phone.tap(label)
        phone.reads("Draw: Assault")
        phone.picture(DOCS / "phone-question.png")
        phone.tap("Draw: Assault")
        phone.reads("Back to the army")
        phone.picture(DOCS / "phone-result.png")
        page = Path(folder, "booklet.html")
        page.write_text(booklet(load("quatre-bras"), 0, "a4"), encoding="utf-8")
        phone.afresh(SHEET, scripts=True)
        phone.go(page.as_uri())
        phone.picture(DOCS / "booklet.png")
        phone.close()
        served.process.terminate()
        served.process.wait(60)


if __name__ == "__main__":
    take()
