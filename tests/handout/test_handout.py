"""The handout tells the whole battle, and finds by itself whatever was changed in it."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from calculator import cli
from calculator.journal.entry import Entry
from calculator.roll import read_correction
from calculator.roll.order_of_battle import OrderOfBattle
from calculator.rules.question import Question
from calculator.umpire import Umpire
from tests.benchmarks.battles import record
from tests.web.browsing import LAPTOP, Browser

NASTY = 'rain </script><script>alert(1)</script> & "mud"'


@pytest.fixture
def umpire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Umpire]:
    """A battle of an order of battle, with a void, an override and a correction."""
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    with Umpire.open("waterloo", side="French", player="Ney") as umpire:
        fire = Question.read("there-stand-empires", "deployed-fire", {})
        for seed in ("1", "2", "3"):
            umpire.adjudicate(fire, seed)
        umpire.turn(2)
        for _ in range(3):
            umpire.adjudicate(fire, units={"actor": "Husson's brigade"})
        umpire.note(NASTY)
        umpire.amend(umpire.voiding(1, "out of range <so there>"))
        umpire.amend(umpire.overriding(2, "no effect", "a wood"))
        yield umpire


class Text(HTMLParser):
    """All that a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = ""
        self._in = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._in = tag

    def handle_data(self, data: str) -> None:
        if self._in not in {"script", "style"}:
            self.shown += f" {data}"


def text_of(page: str) -> str:
    reader = Text()
    reader.feed(page)
    return " ".join(reader.shown.split())


def test_it_tells_all_that_the_record_has(umpire: Umpire) -> None:
    page = "".join(umpire.export("html"))
    text = text_of(page)
    for entry in umpire.recent():
        assert entry.hash in page
        if entry.is_ruling:
            assert entry.body["headline"] in text
            assert entry.body["seed"] in text
    for part in (NASTY, "out of range <so there>", "a wood", "Husson's brigade", "Turn 2", "Luck"):
        assert part in text
    head = umpire.recent()[-1].hash
    assert f"{head[:4]} {head[4:8]}" in text
    kept = json.loads(re.findall(r'id="record">(.*?)</script>', page)[0])
    assert [hash_ for _, hash_ in kept] == [entry.hash for entry in umpire.recent()]
    assert page.count("<script>alert") == 0


def test_the_armies_at_the_end_and_the_corrections_are_in_it(
    umpire: Umpire, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    umpire.bind(OrderOfBattle.of_file("quatre-bras"))
    roll = umpire.roll()
    assert roll is not None
    umpire.side = ""
    umpire.correct(read_correction(roll, "Husson's brigade", {"bases": "4"}), "miscounted")
    target = tmp_path / "waterloo.html"
    cli.main(
        ["journal", "export", "--battle", "waterloo", "--format", "html", "--output", str(target)]
    )
    text = text_of(target.read_text(encoding="utf-8"))
    assert "The armies at the end" in text
    assert "miscounted" in text
    assert "Husson's brigade 1 of 5 bases bases 4" in text


def test_a_battle_not_yet_begun_makes_a_page_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))
    with Umpire.open("nothing yet") as umpire:
        assert "0 entries" in text_of("".join(umpire.export("html")))


def test_markdown_has_seeds_forms_and_the_curve(umpire: Umpire) -> None:
    report = "".join(umpire.export("markdown"))
    fifth = umpire.entry(5)
    assert f"seed `{fifth.body['seed']}`" in report
    assert "seed `1`, typed in" in report
    assert "cover=open" in report
    assert "## Luck" in report


@pytest.mark.heavy
def test_it_checks_itself_in_a_browser(umpire: Umpire, tmp_path: Path) -> None:
    """A clean one passes; whatever is changed is found, and the entry named."""
    page = "".join(umpire.export("html"))
    changes = {
        "clean": (page, "✓ 10 entries in one unbroken chain"),
        "a byte of content": (page.replace("a wood", "a hood"), "Entry 10"),
        "a draw": (
            altered(page, 5, '"roll":"', '"roll":"9'),
            "Entry 5: its content does not match",
        ),
        "what is told": (
            page.replace(">out of range", ">in good range"),
            "Entry 9: this page does not show",
        ),
        "a name": (page.replace(">Husson", ">Jamin"), "Entry 5: this page does not show"),
        "an entry less": (shortened(page), "Entry 3: its number is wrong"),
    }
    browser = Browser(tmp_path / "profile")
    try:
        browser.afresh(LAPTOP, scripts=True)
        for name, (content, told) in changes.items():
            file = tmp_path / f"{name}.html"
            file.write_text(content, encoding="utf-8")
            browser.go(file.as_uri())
            browser.tap("Check everything here")
            assert told in browser.reads(told), name
    finally:
        browser.driver.quit()


def altered(page: str, number: int, old: str, new: str) -> str:
    """The page with something else in one entry of its record."""
    kept = kept_in(page)
    kept[number - 1][0] = kept[number - 1][0].replace(old, new, 1)
    return with_kept(page, kept)


def shortened(page: str) -> str:
    """The page without its third entry."""
    kept = kept_in(page)
    del kept[2]
    return with_kept(page, kept)


def kept_in(page: str) -> list[list[str]]:
    found: list[list[str]] = json.loads(re.findall(r'id="record">(.*?)</script>', page)[0])
    return found


def with_kept(page: str, kept: list[list[str]]) -> str:
    before, _, rest = page.partition('id="record">')
    after = rest.partition("</script>")[2]
    content = json.dumps(kept).replace("<", "\\u003c")
    return f'{before}id="record">{content}</script>{after}'


def test_a_long_record_is_written_a_piece_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No piece is much of it, nor are more than a few entries held at a time."""
    held, most = 0, 0

    class Counted(Entry):
        def __new__(cls, *fields: Any, **named: Any) -> Any:
            nonlocal held, most
            held += 1
            most = max(most, held)
            return super().__new__(cls, *fields, **named)

        def __del__(self) -> None:
            nonlocal held
            held -= 1

    monkeypatch.setattr("calculator.journal.storage.Entry", Counted)
    with Umpire.open(record(tmp_path / "long.battle", 200), read_only=True) as umpire:
        sizes = [len(piece) for piece in umpire.export("html")]
    assert max(sizes) * 10 < sum(sizes)
    assert 0 < most < 20


def test_what_was_taken_back_is_told_as_that(tmp_path: Path) -> None:
    """A turn begun by mistake is told nowhere; a void correction says that it is void."""
    with Umpire.open(tmp_path / "maida.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("maida"))
        umpire.turn()
        umpire.turn(99, skipping=True)
        umpire.undo_turn()
        for formation in ("square", "deployed"):
            roll = umpire.roll()
            assert roll
            correct = read_correction(roll, "Cole's brigade", {"formation": formation})
            umpire.correct(correct, "counted")
        umpire.amend(umpire.voiding(5, "counted wrong"))
        report, page = ("".join(umpire.export(form)) for form in ("markdown", "html"))
    corrections = page[page.index("<h2>Corrections") :]
    assert "Turn 2" in report
    assert "Turn 99" not in report
    assert [head.split()[1] for head in re.findall(r"\n\| \d+ \|", report)] == ["1", "2"]
    assert "~~On the table: Cole's brigade, formation square (counted)~~" in report
    assert "Void: counted wrong" in report
    assert "Turn 99" not in text_of(page)
    assert "#5, turn 2" in (told := text_of(corrections))
    assert told.index("Void: counted wrong") < told.index("#6, turn 2")
