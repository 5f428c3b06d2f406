"""`python -m calculator` is `empires`."""

from __future__ import annotations

import sys

from calculator.cli import main

if __name__ == "__main__":
    sys.exit(main())
