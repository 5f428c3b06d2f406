"""A served screen and the watch over it: `python -m calculator.web.watch ARGUMENTS`.

Runs the command line in this process, beside a thread that ends it when the server has gone
(killed, perhaps, with no chance to close anything) or when it has spun for a minute.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
import time
from typing import Final

PERIOD: Final = 1.0
SPIN_SHARE: Final = 0.9
"""The share of a core above which a screen counts as spinning: drawing takes a few hundredths."""
SPIN_SECONDS: Final = 60


def watch(server: int) -> None:
    """Look once a second; end this process if it is orphaned or spinning."""
    spinning = 0.0
    spent, looked = time.process_time(), time.monotonic()
    while True:
        time.sleep(PERIOD)
        spent_before, looked_before = spent, looked
        spent, looked = time.process_time(), time.monotonic()
        busy = spent - spent_before > SPIN_SHARE * (looked - looked_before)
        spinning = spinning + looked - looked_before if busy else 0.0
        if os.getppid() != server or spinning > SPIN_SECONDS:
            os._exit(1)


def main() -> None:
    """Start the watch, then the screen, whose last words go to the server's log."""
    log = os.open(os.environ.pop("EMPIRES_SERVER_LOG", os.devnull), os.O_WRONLY | os.O_APPEND)
    os.dup2(log, sys.stderr.fileno())
    os.close(log)
    server = int(os.environ.pop("EMPIRES_SERVER_PID", str(os.getppid())))
    threading.Thread(target=watch, args=(server,), daemon=True, name="watch").start()
    sys.argv = ["empires", *sys.argv[1:]]
    runpy.run_module("calculator", run_name="__main__")


if __name__ == "__main__":
    main()
