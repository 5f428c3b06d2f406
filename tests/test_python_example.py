"""The example of the two functions in the front page of the documentation."""

from __future__ import annotations

import re

import pytest

from tests.pages import ROOT

PAGE = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(
        r"^```python\n(.+?)^```\n\nprints\n\n((?:    .+\n)+)", PAGE, re.MULTILINE | re.DOTALL
    )
    assert shown
    exec(shown[1], {})
    assert capsys.readouterr().out == shown[2].replace("    ", "")
