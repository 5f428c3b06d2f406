"""The designer's screen under a pilot: ratings changed, odds seen, the file saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Label

from calculator.rules.question import Question
from calculator.scenarios import known_scenarios, load
from calculator.scenarios.places import shipped_folder, user_folder
from calculator.tui.screens.dialogs import AskScreen, CardScreen
from calculator.tui.screens.pick import PickScreen
from calculator.tui.tune.screen import TuneApp, TuneScreen
from calculator.tui.tune.tables import HeatMapTable, RosterTable
from tests.heavy import first
from tests.tui.seeing import card_text, seen, settled, until


@pytest.fixture(autouse=True)
def systems() -> None:
    """The systems as they are: no small one in front."""


@pytest.fixture
def path(home: Path) -> Path:
    """A scenario of the designer's own."""
    path = home / "mine.toml"
    path.write_bytes((shipped_folder() / "maida.toml").read_bytes())
    return path


@pytest.fixture
async def pilot(path: Path) -> AsyncIterator[Pilot[None]]:
    async with TuneApp(str(path)).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield pilot


def tuning(pilot: Pilot[None]) -> TuneScreen:
    assert isinstance(pilot.app, TuneApp)
    return pilot.app.tuning


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


async def answer(pilot: Pilot[None], text: str) -> None:
    """Fill in the blank that is asked."""
    assert isinstance(pilot.app.screen, AskScreen)
    pilot.app.screen.query_one(Input).value = text
    await press(pilot, "enter")


def trouble(pilot: Pilot[None]) -> str:
    """What is said to be wrong with an answer, before it wraps."""
    labels = pilot.app.screen.query("#trouble").results(Label)
    return "".join(str(label.render()) for label in labels)


def asked(pilot: Pilot[None], action: str, measure: str, **answers: str) -> float:
    """The chance of the map's pair, put as a question like any other."""
    scenario = tuning(pilot).bench.scenario
    actor, target = tuning(pilot).map.pair
    filled = scenario.fill("actor", actor) | scenario.fill("target", target) | answers
    question = Question.read(scenario.system.key, action, filled, scenario.tables)
    return float(question.odds().measure(measure))


async def test_a_rating_changed_by_key_changes_the_odds(pilot: Pilot[None]) -> None:
    screen = tuning(pilot)
    before = asked(pilot, "assault", "carries")
    await press(pilot, "right", "plus")
    now, in_file = screen.map.chances()
    assert now is not None
    assert in_file is not None
    assert float(in_file) == before
    assert float(now) == asked(pilot, "assault", "carries") != before
    assert [change.key for change in screen.bench.changes()] == ["quality"]
    row = screen.map.render_line(1).text
    assert f"{100 * float(now):3.0f}{'+' if now > in_file else '-'}" in row
    assert "1 changed" in seen(pilot.app)
    assert "points" in seen(pilot.app)


async def test_one_press_is_one_change_though_other_answers_follow_from_it(
    pilot: Pilot[None],
) -> None:
    await press(pilot, "right", "right", "minus")
    assert tuning(pilot).roster.field.key == "bases"
    assert [change.key for change in tuning(pilot).bench.changes()] == ["bases"]
    assert "1 changed" in seen(pilot.app)
    await press(pilot, "q")
    assert "1 change is not saved" in seen(pilot.app)


async def test_undo_redo_and_the_rating_of_the_file(pilot: Pilot[None]) -> None:
    bench = tuning(pilot).bench
    await press(pilot, "right", "plus", "right", "minus")
    changed = bench.scenario
    assert {change.key for change in bench.changes()} >= {"quality", "bases"}
    await press(pilot, "u", "u")
    assert bench.scenario == bench.file
    await press(pilot, "u")
    assert "nothing to undo" in seen(pilot.app)
    await press(pilot, "r", "r")
    assert bench.scenario == changed
    await press(pilot, "x")
    assert [change.key for change in bench.changes()] == ["quality"]


async def test_save_writes_the_change_and_keeps_the_rest(pilot: Pilot[None], path: Path) -> None:
    old = path.read_text(encoding="utf-8").splitlines()
    await press(pilot, "right", "plus", "s")
    new = path.read_text(encoding="utf-8").splitlines()
    changed = [now for was, now in zip(old, new, strict=True) if was != now]
    assert len(changed) == 1
    assert changed[0].startswith("quality =")
    assert load(path).units.__next__().form == tuning(pilot).roster.unit.form
    assert tuning(pilot).bench.changes() == []
    assert "saved:" in seen(pilot.app)


async def test_a_file_changed_elsewhere_is_not_written_over(
    pilot: Pilot[None], path: Path, home: Path
) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "# by another hand\n", encoding="utf-8")
    await press(pilot, "right", "plus", "s")
    assert "changed elsewhere" in seen(pilot.app)
    assert path.read_text(encoding="utf-8").endswith("another hand\n")
    await press(pilot, "S")
    await answer(pilot, str(home / "copy"))
    assert (home / "copy.toml").exists()
    assert tuning(pilot).bench.changes() == []


async def test_a_shipped_scenario_is_saved_as_a_copy(home: Path) -> None:
    shipped = (shipped_folder() / "maida.toml").read_bytes()
    async with TuneApp("maida").run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "plus", "s")
        assert isinstance(pilot.app.screen, AskScreen)
        await press(pilot, "enter")
    assert (shipped_folder() / "maida.toml").read_bytes() == shipped
    assert known_scenarios()["maida"] == user_folder() / "maida.toml"
    assert user_folder().is_relative_to(home)
    assert next(load("maida").units).form != next(load(shipped_folder() / "maida.toml").units).form


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("~no one/x.toml", "no home folder"),
        ("{home}/" + "x" * 300, "cannot be written"),
        ("{home}", "is a folder"),
        ("/", "is a folder"),
    ],
)
async def test_a_copy_that_cannot_be_written_loses_nothing(
    pilot: Pilot[None], home: Path, typed: str, told: str
) -> None:
    await press(pilot, "right", "plus", "S")
    await answer(pilot, typed.format(home=home))
    await until(pilot, lambda: told in trouble(pilot))
    assert pilot.app.screen.query_one(Input).value == typed.format(home=home)
    assert len(tuning(pilot).bench.changes()) == 1
    assert [path.name for path in home.iterdir()] == ["mine.toml"]


async def test_a_locked_folder_loses_nothing(
    pilot: Pilot[None], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied")

    await press(pilot, "right", "plus", "S")
    with monkeypatch.context() as locked:
        locked.setattr(Path, "exists", refused)
        await answer(pilot, str(home / "copy"))
        await until(pilot, lambda: "Permission denied" in trouble(pilot))
    await until(pilot, lambda: isinstance(pilot.app.focused, Input))
    await press(pilot, "enter")
    await until(pilot, lambda: "saved:" in seen(pilot.app))
    assert (home / "copy.toml").exists()
    assert tuning(pilot).bench.changes() == []


async def test_the_situation_is_picked_and_typed(pilot: Pilot[None]) -> None:
    screen = tuning(pilot)
    await press(pilot, "a")
    assert isinstance(pilot.app.screen, PickScreen)
    await press(pilot, *"deployed fire", "enter")
    assert screen.bench.situation.action == "deployed-fire"
    await press(pilot, "m")
    await press(pilot, *"disordered", "enter")
    assert screen.bench.situation.measure == "disordered"
    await press(pilot, "e")
    await answer(pilot, "cover=hard")
    now, _ = screen.map.chances()
    assert now is not None
    assert float(now) == asked(pilot, "deployed-fire", "disordered", cover="hard")
    assert "cover=hard" in seen(pilot.app)


async def test_a_wrong_answer_is_told_and_changes_nothing(pilot: Pilot[None]) -> None:
    before = tuning(pilot).bench.situation
    await press(pilot, "e")
    for wrong, told in (("cover=hrad", "did you mean 'hard'"), ('cover="', "quotes in pairs")):
        await answer(pilot, wrong)
        assert told in trouble(pilot)
        assert tuning(pilot).bench.situation == before
        assert pilot.app.screen.query_one(Input).value == wrong, "it stays to be mended"


async def test_sides_swap(pilot: Pilot[None]) -> None:
    actor, target = tuning(pilot).map.pair
    await press(pilot, "t")
    other, against = tuning(pilot).map.pair
    assert (other.side, against.side) == (target.side, actor.side)


async def test_a_rating_is_typed_or_picked(pilot: Pilot[None]) -> None:
    screen = tuning(pilot)
    await press(pilot, "right", "enter")
    await press(pilot, *"elite", "enter")
    assert screen.bench.changes()[0].after == "elite"
    await press(pilot, "right", "enter")
    await answer(pilot, "99")
    assert "99 is out of range" in trouble(pilot)
    await answer(pilot, "2")
    assert screen.bench.changes()[1].after == "2"


async def test_the_mouse_picks_and_turns_ratings_and_pairs(pilot: Pilot[None]) -> None:
    screen = tuning(pilot)
    line = screen.roster.render_line(3).text
    x = 1 + line.index("ave") + 1
    await pilot.click(RosterTable, offset=(x, 3))
    await pilot.pause()
    assert screen.roster.row == 1
    assert screen.roster.field.key == "quality"
    await pilot.click(RosterTable, offset=(x, 3))
    await pilot.pause()
    assert screen.bench.changes()[0].key == "quality"
    heading = screen.map.render_line(0).text
    await pilot.click(HeatMapTable, offset=(1 + heading.index(" 3") + 1, 4))
    await pilot.pause()
    assert (screen.map.row, screen.map.column) == (3, 2)
    assert screen.map.has_focus
    await press(pilot, "d")
    assert screen.roster.unit == screen.map.pair[1]


async def test_leaving_with_changes_is_asked_about(pilot: Pilot[None]) -> None:
    await press(pilot, "right", "plus", "q")
    assert "not saved" in seen(pilot.app)
    assert pilot.app.is_running
    await press(pilot, "q")
    assert not pilot.app.is_running


async def test_a_key_turns_to_the_next_theme(pilot: Pilot[None]) -> None:
    await press(pilot, "f4")
    assert pilot.app.theme == "empires-light"


async def test_help_and_changes_are_cards(pilot: Pilot[None]) -> None:
    await press(pilot, "f1")
    assert isinstance(pilot.app.screen, CardScreen)
    await press(pilot, "escape", "right", "plus", "c")
    changes = "\n".join(f"* {change}" for change in tuning(pilot).bench.changes())
    assert card_text(pilot.app) == changes


ON_A_PHONE = [(name, (40, 20)) for name in known_scenarios()]


@pytest.mark.parametrize(("name", "size"), first([*ON_A_PHONE, ("ligny", (160, 50))]))
async def test_every_shipped_scenario_can_be_tuned(name: str, size: tuple[int, int]) -> None:
    async with TuneApp(name).run_test(size=size) as pilot:
        screen = tuning(pilot)
        await press(pilot, "plus", "tab", "end", "t", "pageup")
        scenario = screen.bench.scenario
        assert screen.map.pair[0] in scenario.sides[1].units
        assert screen.map.render_line(1).text.strip()
        assert scenario.title[:20] in seen(pilot.app)


async def test_without_colour_the_map_has_no_shades(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with TuneApp(str(path)).run_test(size=(80, 24)) as pilot:
        await press(pilot, "right", "plus")
        line = tuning(pilot).map.render_line(1)
        inks = {segment.style.bgcolor for segment in line if segment.style}
        assert len(inks) == 1
        assert "*" in tuning(pilot).roster.render_line(2).text


async def test_a_small_window_names_units_and_a_large_one_is_filled() -> None:
    async with TuneApp("quatre-bras").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = [tuning(pilot).roster.render_line(line).text for line in range(18)]
        assert "Wathiez's brigade" in shown[12]
        assert "lc   vet" in shown[12], "light cavalry, veteran"
        assert len(tuning(pilot).map.render_line(0).text.split()) == 1 + 7, "defenders in sight"
    async with TuneApp("quatre-bras").run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        lines = seen(pilot.app).splitlines()
        blank = [line for line in lines if not line.replace("▕", "").strip()]
        assert len(blank) < 3
        assert any("12 Avantgarde, Leib and 2nd Light battalions (inf" in line for line in lines)


@pytest.mark.parametrize(
    ("battle", "key", "text", "told"),
    [
        ("farm-below-the-ridge", "strength", "1", "strength 1 (file: full). a whole number from 0"),
        ("cannonade-farm", "men", "1", "men 1 (file: 20). a whole number from 1"),
        ("maida", "quality", "elite", "quality elite (file: veteran). elite, veteran, average"),
    ],
)
async def test_a_rating_is_told_with_its_name_once(
    battle: str, key: str, text: str, told: str
) -> None:
    async with TuneApp(battle).run_test(size=(160, 50)) as pilot:
        screen = tuning(pilot)
        for _ in screen.bench.fields:
            if screen.roster.field.key != key:
                await press(pilot, "right")
        unit, field = screen.roster.unit, screen.roster.field
        assert field.key == key
        screen.bench.put(unit.path, field, text)
        screen.changed()
        await pilot.pause()
        assert f"{unit.name}: {told}" in seen(pilot.app)
