"""The pages that users read: README and docs, their command lines and their links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = (
    ROOT / "README.md",
    ROOT / "scenarios" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
)
"""In the order in which a reader comes to them."""

_FENCED: Final = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INDENTED: Final = re.compile(r"^ {4}(?=\S)(.*)$", re.MULTILINE)
_TYPED: Final = re.compile(r"^(?:\$ )?(empires(?: .*)?)$", re.MULTILINE)
_LINK: Final = re.compile(r"\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)")
_HEADING: Final = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def name(page: Path) -> str:
    """A page's path as readers know it."""
    return page.relative_to(ROOT).as_posix()


def command_lines(page: str) -> list[str]:
    """Every `empires ...` that a code block of the page shows, in order, as it would be typed."""
    blocks = [*_FENCED.finditer(page), *_INDENTED.finditer(_FENCED.sub(_blank, page))]
    return [
        line
        for block in sorted(blocks, key=lambda block: block.start())
        for line in _TYPED.findall(block[1].replace("\\\n", " "))
    ]


def links(page: str) -> Iterator[str]:
    """The targets of the page's links, code blocks left out."""
    yield from _LINK.findall(_FENCED.sub(_blank, page))


def anchors(page: str) -> set[str]:
    """What can follow # in a link to the page: its headings, as GitHub writes them."""
    headings = _HEADING.findall(_FENCED.sub(_blank, page))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _blank(block: re.Match[str]) -> str:
    """As many characters and lines, with nothing in them, so that places stay."""
    return re.sub(r"[^\n]", " ", block[0])
