"""The program's own words stand in the docs as the program itself tells them."""

from __future__ import annotations

import re
from pathlib import Path

from calculator.desk.naming import WORDS

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


def test_the_words_are_few_and_told_alike_in_the_docs() -> None:
    table = PLAYING.read_text(encoding="utf-8").partition("| word | means |")[2]
    rows = re.findall(r"^\| ([^|`]+) \| ([^|]+) \|$", table.partition("\n\n")[0], re.MULTILINE)
    assert dict(rows) == dict(WORDS)
    assert len(WORDS) <= 20
