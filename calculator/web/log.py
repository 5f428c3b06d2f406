"""The server's log: faults are noted in a file, for on the terminal stand the codes.

Anyone on the network can send what no browser sends; a fault of each on the terminal would scroll
the codes away.
"""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from calculator.home import home
from calculator.paths import reporting

LOG_BYTES: Final = 1_000_000
"""Bytes after which the log begins anew; one older file is kept."""


def log_path() -> Path:
    """Where faults of requests and screens are noted."""
    return home() / "serve.log"


def log_to(path: Path) -> None:
    """Note faults in a file. Raises `CalculatorError` if it cannot be written."""
    with reporting(path, "cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        log = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, handlers=[log], force=True)
