"""No link of a page leads nowhere, and every page can be come by from the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages import PAGES, ROOT, anchors, links, name


def _within(page: Path) -> list[tuple[Path, str]]:
    """Where the links of a page lead in this project: a file, and a heading of it or nothing."""
    text = page.read_text(encoding="utf-8")
    parted = [link.partition("#") for link in links(text) if "://" not in link]
    return [((page.parent / path).resolve() if path else page, at) for path, _, at in parted]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_link_is_dead(page: Path) -> None:
    for target, heading in _within(page):
        assert target.exists(), target
        if heading:
            assert heading in anchors(target.read_text(encoding="utf-8")), (target, heading)


def test_every_page_is_linked_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    linked = {target for target, _ in _within(index)}
    assert linked >= {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - {index}


def test_the_readme_leads_to_the_index() -> None:
    assert (ROOT / "docs" / "index.md", "") in _within(ROOT / "README.md")
