"""Systems on offer in place of the shipped ones, while a test lasts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from unittest.mock import patch

from calculator.rules.catalog import PACKAGES


def offering(packages: Mapping[str, str]) -> AbstractContextManager[object]:
    """Offer the systems of these packages, by key, in place of the shipped ones while this lasts.

    >>> with offering({**SHIPPED, "bands": "my.bands"}): ...
    """
    return patch.dict(PACKAGES, packages, clear=True)
