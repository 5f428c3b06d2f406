"""The booklet: everything that the file says stands in it, and it prints on paper of both sizes."""

from __future__ import annotations

import re
from base64 import b64decode
from fractions import Fraction
from html import unescape
from pathlib import Path

import attrs
import pytest

from calculator.cli import main
from calculator.scenarios import load
from calculator.tuning.booklet import booklet
from tests.web.browsing import Browser, Device


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("name", ["quatre-bras", "waterloo-charges", "cannonade-farm"])
def test_everything_that_the_file_says_stands_in_it(name: str) -> None:
    scenario = load(name)
    text = text_of(booklet(scenario, 0, "a4"))
    said = [scenario.title, scenario.victory, scenario.summary, scenario.uncertainty]
    said += [*scenario.sources, *(unit.name for unit in scenario.units)]
    said += [unit.notes for unit in scenario.units] + [piece.name for piece in scenario.terrain]
    for part in said:
        assert " ".join(part.split()) in text
    assert "</" not in text, "markup is never shown as text"
    for heading in ("Order of battle", "The odds that matter", "Counters", "Roster sheet"):
        assert heading in text


def test_quatre_bras_as_it_is_told() -> None:
    page = booklet(load("quatre-bras"), 0, "letter")
    text = text_of(page)
    assert "size: letter" in page
    assert "<pre" not in page
    assert "http" not in re.sub(r"http://www.w3.org/\d+/\w+", "", page), "it fetches nothing"
    assert "16 June 1815" in text
    assert "4 17:00 11th Cavalry Division (Guiton's brigade)" in text
    assert "Anglo-Allied: Wellington's army lost 13% of the men engaged" in text
    roster = page[page.index("Roster sheet") :]
    husson = roster[roster.index("Husson") :].partition("</tr>")[0]
    assert husson.count('class="box"') == 5 + 2, "five bases, disordered and demoralized"


def test_one_attack_is_drawn_from_worst_to_best_above_its_outcomes() -> None:
    page = booklet(load("quatre-bras"), 0, "a4")
    one = page[page.index('class="example"') :].partition("</div>")[0]
    bar, _, listed = one.partition("<table")
    assert "From worst to best for the attackers" in bar
    widths = [float(width) for width in re.findall(r'grade-\d" x="[\d.]+" width="([\d.]+)"', bar)]
    assert sum(widths) == pytest.approx(400, abs=0.3)
    shares = [float(share) for share in re.findall(r"([\d.]+)%", listed)]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    assert "target formation deployed" in text_of(page), "names of fields, and no keys"


def test_the_pair_that_is_drawn_is_the_commonest_and_says_so() -> None:
    text = text_of(booklet(load("quatre-bras"), 0, "a4"))
    assert (
        "Husson's brigade: assault against Kempt's 8th Brigade The pair that comes up oftenest."
        in text
    )
    assert "Units rated like these: French 3, Anglo-Allied 2." in text
    alone = text_of(booklet(load("cannonade-farm"), 0, "a4"))
    assert (
        "1st Battalion: melee against Grenadiers The first pair in the file that may fight" in alone
    )


def test_cannonade_is_told_in_words_that_stand_alone() -> None:
    page = booklet(load("cannonade-farm"), 0, "a4")
    text = text_of(page)
    assert "1st Battalion infantry, officer, flag" in text
    assert "Special rules" not in text, "the file says nothing of them"
    assert "Beside history" not in text
    paragraph = "<p>Every hex is within the limits: 20 men, or 10 beside a cannon or baggage.</p>"
    assert paragraph in page
    swatches = re.findall(r'class="swatch (\S*)"', page)
    assert len(swatches) == 4, "clear ground has none"
    assert len(set(swatches)) == 3, "covered, fortified and impassable ground look different"
    for drawing in swatches:
        assert f".swatch.{drawing} {{" in page


def test_no_name_and_no_heading_is_said_twice() -> None:
    text = text_of(booklet(load("farm-below-the-ridge"), 0, "a4"))
    assert "Name Unit Formation" in text
    assert "Red Horse Artillery; Red Light Artillery and 1 more: Red Heavy Artillery." in text


def test_each_system_says_what_state_is_ticked_off() -> None:
    page = booklet(load("waterloo-picton"), 0, "a4")
    heads = text_of(page[page.index("Roster sheet") :].partition("</thead>")[0])
    assert "Tick off what is lost Shaken Shattered Remarks" in heads


def test_its_forecast_stands_beside_history() -> None:
    page = booklet(load("maida"), 6, "a4")
    text = text_of(page)
    assert "Forecast from 6 simulated battles (not odds)" in text
    assert "Beside what happened" in text
    assert re.search(r"Reynier's corps in Calabria: wins \S+% 6 beaten", text), "of six runs"
    assert re.search(r"Reynier's corps in Calabria: men lost \S+% 6 33%", text)
    assert "hours too few to say 2 " in text, "of six runs, beside history"
    assert "men lost, percent" in text, "the axis of its curves"
    assert "Drawn from seed 1815; an interval is of the runs only." in text


def test_a_battle_of_one_hour_is_not_told_in_hours() -> None:
    maida = load("maida")
    assert maida.history
    short = attrs.evolve(maida, history=attrs.evolve(maida.history, hours=Fraction(1)))
    ligny = load("ligny")
    assert ligny.history is not None, "CDB90 gives Ligny seven and a half"
    for battle, hours in ((short, "1 hour"), (maida, "2 hours"), (ligny, "7 1/2 hours")):
        assert f"Fought for {hours} Source" in text_of(booklet(battle, 0, "a4"))


def test_what_is_wrong_with_the_command_is_told_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["scenario", "booklet", "madia", "--paper", "letr", "--runs", "-1"]) == 2
    told = capsys.readouterr().err
    assert "did you mean 'maida'" in told
    assert "--paper: 'letr' is not a paper size" in told
    assert "--runs" in told


PAPERS = {"a4": (210, 297), "letter": (216, 279)}
"""Millimetres."""
SIDE_MARGINS = 30
PIXELS = 96 / 25.4
"""CSS pixels to a millimetre."""

_WIDER = """
const most = arguments[0];
return [...document.querySelectorAll("table, .piece, .counter, .picture svg, h1, h2, p")]
  .filter((one) => one.getBoundingClientRect().right > most + 1)
  .map((one) => one.outerHTML.slice(0, 120));
"""


@pytest.mark.heavy
def test_it_prints_within_its_margins_on_both_papers(tmp_path: Path) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        for paper, (width, height) in PAPERS.items():
            page = tmp_path / f"{paper}.html"
            page.write_text(booklet(load("quatre-bras"), 6, paper), encoding="utf-8")
            inner = round((width - SIDE_MARGINS) * PIXELS)
            browser.show_on(Device(inner, 1000, touch=False))
            browser.go(page.as_uri())
            browser.command("Emulation.setEmulatedMedia", media="print")
            assert browser.driver.execute_script(_WIDER, inner) == []
            printed = browser.command("Page.printToPDF", preferCSSPageSize=True)["data"]
            sizes = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", b64decode(printed))
            assert {tuple(round(float(s) * 25.4 / 72) for s in size) for size in sizes} == {
                (width, height)
            }
            assert len(sizes) <= 11, "few pages, and full ones"
            browser.command("Emulation.setEmulatedMedia", media="")
    finally:
        browser.close()
