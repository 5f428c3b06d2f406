"""The umpire's screen works on the systems as they are."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def systems() -> None:
    """No small system in front of those of the catalog."""
