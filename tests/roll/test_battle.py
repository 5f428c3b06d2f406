"""A battle played through the record: what one ruling did is where the next question starts."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from calculator.errors import (
    BudgetExceededError,
    CalculatorError,
    FaultsError,
    ForbiddenError,
    JournalError,
)
from calculator.forms import texts
from calculator.journal.entry import Entry, EntryKind
from calculator.roll import (
    OrderOfBattle,
    Roll,
    RollUnit,
    armies_of,
    army_of,
    differences,
    fill,
    objections,
    read_correction,
)
from calculator.rules.question import Odds, Question, Result
from calculator.scenarios.places import find_scenario
from calculator.umpire import Umpire

GAUTHIER, JAMIN, HUSSON = "Gauthier's brigade", "Jamin's brigade", "Husson's brigade"
BYLANDT, SOYE = "Bylandt's brigade", "Soye's brigade"
CARRIED = "00000000000000000000000000000001"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMPIRES_HOME", str(tmp_path / "home"))


@pytest.fixture
def umpire(tmp_path: Path) -> Iterator[Umpire]:
    """A battle bound to Quatre Bras."""
    with Umpire.open(tmp_path / "saturday.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("quatre-bras"))
        yield umpire


def roll_of(umpire: Umpire) -> Roll:
    roll = umpire.roll()
    assert roll is not None
    return roll


def unit_of(umpire: Umpire, name: str) -> RollUnit:
    return roll_of(umpire).unit(name)


def ask(umpire: Umpire, action: str, actor: str, target: str = "", **answers: str) -> Question:
    """A question about units as the roll has them; `_` in a name stands for a hyphen."""
    roll = roll_of(umpire)
    names = {"actor": actor, **({"target": target} if target else {})}
    units = {role: roll.unit(name) for role, name in names.items()}
    filled = fill(roll, roll.scenario.system.action(action), units).answers
    typed = {key.replace("_", "-"): text for key, text in answers.items()}
    return Question.read("there-stand-empires", action, {**filled, **typed}, roll.scenario.tables)


def rule(
    umpire: Umpire, action: str, actor: str, target: str = "", seed: str = "", **answers: str
) -> Entry:
    question = ask(umpire, action, actor, target, **answers)
    units = {"actor": actor, **({"target": target} if target else {})}
    entry = umpire.adjudicate(question, seed or None, units=units).entry
    assert entry is not None
    return entry


def seed_of(question: Question, label: str) -> str:
    """A seed that gives an outcome."""
    for number in range(4_000):
        if question.result(f"{number:x}").outcome.label == label:
            return f"{number:x}"
    raise AssertionError(f"no seed gives {label!r}")


def drawn(umpire: Umpire, label: str, action: str, actor: str, target: str) -> Entry:
    """A ruling with the outcome of that label."""
    seed = seed_of(ask(umpire, action, actor, target), label)
    return rule(umpire, action, actor, target, seed)


def labels(question: Question) -> list[str]:
    return [row.outcome.label for row in question.odds().rows()]


def test_what_a_ruling_did_is_where_the_next_question_starts(umpire: Umpire) -> None:
    first = ask(umpire, "deployed-fire", HUSSON, BYLANDT)
    worse = next(label for label in labels(first) if "disordered" in label)
    entry = drawn(umpire, worse, "deployed-fire", HUSSON, BYLANDT)
    assert unit_of(umpire, BYLANDT).now["state"] == "disordered"
    assert unit_of(umpire, BYLANDT).start["state"] == "ok"
    assert unit_of(umpire, BYLANDT).changed["state"] == entry.number
    assert (
        texts(ask(umpire, "deployed-fire", GAUTHIER, BYLANDT).form)["target-state"] == "disordered"
    )
    action = roll_of(umpire).scenario.system.action("deployed-fire")
    units = {"actor": unit_of(umpire, GAUTHIER), "target": unit_of(umpire, BYLANDT)}
    taken = [str(one) for one in fill(roll_of(umpire), action, units).taken]
    since = f"since entry {entry.number}"
    assert any("state disordered" in one and since in one for one in taken)


def test_the_unit_picked_next_stands_in_nobody_elses_disorder(umpire: Umpire) -> None:
    umpire.correct(read_correction(roll_of(umpire), GAUTHIER, {"state": "disordered"}), "marker")
    assert texts(ask(umpire, "assault", GAUTHIER, BYLANDT).form)["actor-state"] == "disordered"
    assert texts(ask(umpire, "assault", JAMIN, BYLANDT).form)["actor-state"] == "ok"


def test_who_has_acted_does_not_act_again_this_turn(umpire: Umpire) -> None:
    entry = rule(umpire, "deployed-fire", HUSSON, BYLANDT)
    assert unit_of(umpire, HUSSON).acted
    with pytest.raises(ForbiddenError, match=rf"has acted this turn \(entry {entry.number}\)"):
        rule(umpire, "deployed-fire", HUSSON, BYLANDT)
    assert umpire.recent()[-1].number == entry.number
    umpire.turn(2)
    assert (unit_of(umpire, HUSSON).acted, unit_of(umpire, HUSSON).acted_entry) == (False, 0)
    rule(umpire, "deployed-fire", HUSSON, BYLANDT)


def test_a_unit_of_the_own_side_or_itself_is_no_target(umpire: Umpire) -> None:
    for target in (JAMIN, HUSSON):
        question = Question.read("there-stand-empires", "assault", {})
        with pytest.raises(ForbiddenError, match="choose a target of another side"):
            umpire.adjudicate(question, units={"actor": HUSSON, "target": target})


def test_units_yet_to_come_are_nobodys_target_and_not_shown_to_the_enemy(umpire: Umpire) -> None:
    unit = unit_of(umpire, SOYE)
    assert (unit.arrived, unit.entry_turn) == (False, 2)
    roll = roll_of(umpire)
    assert unit not in roll.seen_by("allied")
    assert unit in roll.seen_by("french")
    assault = roll.scenario.system.action("assault")
    units = {"actor": roll.unit(BYLANDT), "target": unit}
    (found,) = objections(roll, assault, units)
    assert "comes on in turn 2" in str(found)
    umpire.turn(2)
    assert unit_of(umpire, SOYE).arrived
    umpire.correct(read_correction(roll_of(umpire), SOYE, {"arrived": "no"}))
    assert not unit_of(umpire, SOYE).arrived


def test_what_the_form_says_stands_on_the_table(umpire: Umpire) -> None:
    question = ask(umpire, "deployed-fire", HUSSON, BYLANDT, target_bases="4")
    units = {"actor": unit_of(umpire, HUSSON), "target": unit_of(umpire, BYLANDT)}
    (found,) = differences(roll_of(umpire), question, units)
    told = "Bylandt's brigade: target bases 4, the roll has 5; a draw corrects the roll"
    assert str(found) == told
    no_effect = seed_of(question, "no effect")
    umpire.adjudicate(question, no_effect, units=units)
    assert unit_of(umpire, BYLANDT).now["bases"] == "5", "4 is what stands there unasked"
    umpire.amend(umpire.voiding(2, "Bylandt was counted again"))
    umpire.adjudicate(question, no_effect, units=units, said=["target-bases"])
    assert unit_of(umpire, BYLANDT).now["bases"] == "4"
    assert unit_of(umpire, BYLANDT).losses == {"bases": 1}


def test_an_answer_replaces_the_ground_and_later_questions_start_from_it(umpire: Umpire) -> None:
    rule(umpire, "deployed-fire", HUSSON, BYLANDT, seed="5", cover="hard")
    assert texts(ask(umpire, "assault", GAUTHIER, BYLANDT).form)["cover"] == "hard"
    umpire.correct(read_correction(roll_of(umpire), BYLANDT, {"at": "Bossu wood"}))
    assert texts(ask(umpire, "assault", GAUTHIER, BYLANDT).form)["cover"] == "soft"
    ground = unit_of(umpire, BYLANDT).ground
    assert ground is not None
    assert ground.name == "Bossu wood"
    umpire.correct(read_correction(roll_of(umpire), BYLANDT, {"at": ""}))
    assert unit_of(umpire, BYLANDT).ground is None


def test_who_marches_or_is_driven_back_has_left_its_ground(umpire: Umpire) -> None:
    for name in (HUSSON, BYLANDT):
        umpire.correct(read_correction(roll_of(umpire), name, {"at": "Bossu wood"}))
    drawn(umpire, "no effect", "deployed-fire", HUSSON, BYLANDT)
    ground = unit_of(umpire, BYLANDT).ground
    assert ground is not None
    assert ground.name == "Bossu wood"
    driven = ask(umpire, "deployed-fire", GAUTHIER, BYLANDT)
    drawn(
        umpire,
        next(x for x in labels(driven) if "falls back" in x),
        "deployed-fire",
        GAUTHIER,
        BYLANDT,
    )
    assert unit_of(umpire, BYLANDT).ground is None
    umpire.turn(2)
    rule(umpire, "march", HUSSON, seed="0")
    assert unit_of(umpire, HUSSON).ground is None


def test_a_void_takes_back_what_was_left_and_keeps_what_later_forms_stated(umpire: Umpire) -> None:
    question = ask(umpire, "deployed-fire", HUSSON, BYLANDT)
    worse = next(label for label in labels(question) if "disordered" in label)
    first = drawn(umpire, worse, "deployed-fire", HUSSON, BYLANDT)
    second = drawn(umpire, "no effect", "deployed-fire", GAUTHIER, BYLANDT)
    assert second.body["form"]["target-state"] == "disordered"
    foresight = umpire.foresee(umpire.voiding(first.number, "foreseen"))
    assert foresight
    (husson,) = foresight.changes
    assert (husson.name, husson.values["acted"]) == (HUSSON, ("yes", "no"))
    said = f"#{second.number} said {BYLANDT} state disordered, not state ok: correct that too?"
    assert said in foresight.lines
    umpire.amend(umpire.voiding(first.number, "out of range"))
    assert not unit_of(umpire, HUSSON).acted
    assert unit_of(umpire, BYLANDT).now["state"] == "disordered"
    umpire.amend(umpire.voiding(second.number, "so was this"))
    assert unit_of(umpire, BYLANDT).now["state"] == "ok"


def test_what_a_later_ruling_said_is_corrected_with_the_void_in_one_step(umpire: Umpire) -> None:
    question = ask(umpire, "deployed-fire", HUSSON, BYLANDT)
    worse = next(label for label in labels(question) if "disordered" in label)
    first = drawn(umpire, worse, "deployed-fire", HUSSON, BYLANDT)
    drawn(umpire, "no effect", "deployed-fire", GAUTHIER, BYLANDT)
    foresight = umpire.foresee(umpire.voiding(first.number, "foreseen"))
    assert foresight
    umpire.amend(umpire.voiding(first.number, "out of range"), foresight.corrections)
    assert unit_of(umpire, BYLANDT).now["state"] == "ok"
    *_, void, correction = umpire.recent()
    assert correction.body["reason"] == f"entry {first.number} is void"
    assert void.kind is EntryKind.VOID


def test_what_was_merely_filled_in_is_told_and_not_corrected(umpire: Umpire) -> None:
    """Who did not say so made no fact of it: the roll forgets it, and the draw stands."""
    question = ask(umpire, "deployed-fire", HUSSON, BYLANDT)
    worse = next(label for label in labels(question) if "disordered" in label)
    first = drawn(umpire, worse, "deployed-fire", HUSSON, BYLANDT)
    again = ask(umpire, "deployed-fire", GAUTHIER, BYLANDT)
    units = {"actor": GAUTHIER, "target": BYLANDT}
    second = umpire.adjudicate(again, seed_of(again, "no effect"), units=units, said=()).entry
    assert second
    foresight = umpire.foresee(umpire.voiding(first.number, "foreseen"))
    assert foresight
    assert {change.name for change in foresight.changes} == {HUSSON, BYLANDT}
    (built,) = foresight.built_on
    assert (built.entry, built.text, built.instead, built.stands) == (
        second.number, "disordered", "ok", False,
    )  # fmt: skip
    assert not foresight.corrections


def test_an_override_by_which_a_unit_is_gone_names_who_met_it_since(umpire: Umpire) -> None:
    first = drawn(umpire, "no effect", "deployed-fire", HUSSON, BYLANDT)
    later = drawn(umpire, "no effect", "deployed-fire", GAUTHIER, BYLANDT)
    gone = [read_correction(roll_of(umpire), BYLANDT, {"gone": "broken"})]
    coming = umpire.overriding(first.number, "a magazine blew up", "foreseen", gone)
    foresight = umpire.foresee(coming)
    assert foresight
    (change,) = (one for one in foresight.changes if one.name == BYLANDT)
    assert "broken in turn 1" in change.after
    (met,) = foresight.built_on
    assert str(met) == (
        f"#{later.number} was asked with {BYLANDT} on the table, not broken; its result stands."
    )


def test_an_override_that_names_an_outcome_leaves_what_that_leaves(umpire: Umpire) -> None:
    first = drawn(umpire, "no effect", "deployed-fire", HUSSON, BYLANDT)
    assert unit_of(umpire, BYLANDT).now["state"] == "ok"
    listed = umpire.asked(umpire.entry(first.number)).outcomes
    chosen = next(one.label for one in listed if "disordered" in one.label)
    override = umpire.amend(umpire.overriding(first.number, chosen, "the hill was not in the way"))
    assert override is not None
    assert override.body["outcome"] != first.body["outcome"]
    assert unit_of(umpire, BYLANDT).now["state"] == "disordered"
    umpire.amend(umpire.voiding(override.number, "it was, after all"))
    assert unit_of(umpire, BYLANDT).now["state"] == "ok"
    assert umpire.verify().clean


def test_an_override_may_choose_an_outcome_whose_odds_are_only_sampled(
    umpire: Umpire, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many(_: Question) -> Odds:
        raise BudgetExceededError("these odds take too many paths")

    monkeypatch.setattr(Question, "odds", too_many)
    first = drawn(umpire, "no effect", "deployed-fire", HUSSON, BYLANDT)
    listed = umpire.asked(umpire.entry(first.number)).outcomes
    chosen = next(one.label for one in listed if "disordered" in one.label)
    override = umpire.amend(umpire.overriding(first.number, chosen, "the hill was not in the way"))
    assert override is not None
    assert "probability" not in override.body
    assert "odds not worked out" in override.summary
    assert unit_of(umpire, BYLANDT).now["state"] == "disordered"
    assert umpire.verify().clean


def test_an_override_in_free_words_leaves_what_is_corrected_with_it(umpire: Umpire) -> None:
    first = drawn(umpire, "no effect", "deployed-fire", HUSSON, BYLANDT)
    correction = read_correction(roll_of(umpire), BYLANDT, {"bases": "3", "state": "demoralized"})
    umpire.amend(
        umpire.overriding(first.number, "a magazine blew up", "six on a die", [correction])
    )
    unit = unit_of(umpire, BYLANDT)
    assert (unit.now["bases"], unit.now["state"]) == ("3", "demoralized")
    assert umpire.verify().clean


def test_a_correction_has_to_be_possible(umpire: Umpire) -> None:
    roll = roll_of(umpire)
    with pytest.raises(FaultsError) as wrong:
        read_correction(roll, BYLANDT, {"bases": "55", "stae": "ok", "at": "Bossu wod"})
    told = str(wrong.value)
    for part in ("1 to 20 bases", "did you mean 'state'", "did you mean 'Bossu wood'"):
        assert part in told
    with pytest.raises(FaultsError, match="more than the 5 that the unit began with"):
        read_correction(roll, BYLANDT, {"bases": "9"})
    with pytest.raises(FaultsError, match='did you mean "Bylandt\'s brigade"'):
        read_correction(roll, "Bylands brigade", {"bases": "3"})
    with pytest.raises(FaultsError, match="say what to correct"):
        read_correction(roll, BYLANDT, {})
    with pytest.raises(FaultsError, match="reason"):
        umpire.correct(read_correction(roll, BYLANDT, {"bases": "4"}))


def test_who_is_gone_does_nothing_and_is_corrected_only_to_be_back(umpire: Umpire) -> None:
    umpire.correct(read_correction(roll_of(umpire), BYLANDT, {"gone": "captured"}), "no way out")
    unit = unit_of(umpire, BYLANDT)
    assert (unit.gone, unit.gone_turn) == ("captured", 1)
    with pytest.raises(ForbiddenError, match="Bylandt's brigade is captured"):
        rule(umpire, "deployed-fire", HUSSON, BYLANDT)
    with pytest.raises(FaultsError, match="gone=no, if it is back"):
        read_correction(roll_of(umpire), BYLANDT, {"state": "ok"})
    umpire.correct(read_correction(roll_of(umpire), BYLANDT, {"gone": "no"}), "rescued")
    assert unit_of(umpire, BYLANDT).gone == ""


def test_players_correct_their_own_side_and_umpires_all(umpire: Umpire) -> None:
    umpire.side = "French"
    roll = roll_of(umpire)
    umpire.side = next(side.name for side in roll.scenario.sides if side.key == "french")
    with pytest.raises(JournalError, match="only that side or an umpire can correct it"):
        umpire.correct(read_correction(roll, BYLANDT, {"acted": "yes"}))
    umpire.correct(read_correction(roll, HUSSON, {"acted": "yes"}))
    assert unit_of(umpire, HUSSON).acted


def test_an_army_s_morale_is_counted_from_the_roll(umpire: Umpire) -> None:
    roll = roll_of(umpire)
    french = [unit.name for unit in roll.units if unit.side == "french"]
    assert not army_of(roll, "french").due
    for place, name in enumerate(french[: (len(french) + 1) // 2]):
        values = {"gone": "broken"} if place % 2 else {"state": "demoralized"}
        umpire.correct(read_correction(roll_of(umpire), f"french: {name}", values), "a long day")
    army = army_of(roll_of(umpire), "french")
    assert army.count.units == len(french)
    assert army.count.removed + army.count.demoralized == (len(french) + 1) // 2
    assert [one.side for one in armies_of(roll_of(umpire)) if one.due] == ["french"]
    question = Question.read("there-stand-empires", "army-morale", army.answers)
    stands = seed_of(question, "the army stands")
    umpire.adjudicate(question, stands, side="french")
    assert army_of(roll_of(umpire), "french").count.checked
    assert not any(one.due for one in armies_of(roll_of(umpire)))
    umpire.turn(2)
    army = army_of(roll_of(umpire), "french")
    assert (army.count.passed_before, army.count.struck, army.due) == (True, False, False)
    umpire.correct(read_correction(roll_of(umpire), french[-1], {"gone": "broken"}), "one more")
    assert army_of(roll_of(umpire), "french").due


def halved(umpire: Umpire, side: str) -> Question:
    """The check of an army that has lost half its units just now."""
    units = [unit for unit in roll_of(umpire).units if unit.side == side]
    for unit in units[: (len(units) + 1) // 2]:
        gone = read_correction(roll_of(umpire), unit.full_name, {"gone": "broken"})
        umpire.correct(gone, "a long day")
    return Question.read(
        "there-stand-empires", "army-morale", army_of(roll_of(umpire), side).answers
    )


def ruled_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, question: Question, **of: Any
) -> tuple[list[Entry], list[str]]:
    """What three copies come to that all look at the roll before any of them records."""
    drawing, barrier = Question.result, threading.Barrier(3)

    def drawn(*asked: Any, **known: Any) -> Result:
        barrier.wait(20)
        return drawing(*asked, **known)

    def rule_as(copy: str) -> Entry | ForbiddenError | None:
        with Umpire.open(folder / "saturday.battle", copy=copy) as umpire:
            try:
                return umpire.adjudicate(question, **of).entry
            except ForbiddenError as refused:
                return refused

    with monkeypatch.context() as patched, ThreadPoolExecutor(3) as copies:
        patched.setattr(Question, "result", drawn)
        found = list(copies.map(rule_as, ("red-7", "red-8", "red-9")))
    ruled = [one for one in found if isinstance(one, Entry)]
    return ruled, [str(one) for one in found if isinstance(one, ForbiddenError)]


def test_an_army_is_checked_once_a_turn_however_many_copies_check_it(
    umpire: Umpire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = halved(umpire, "french")
    ruled, refused = ruled_at_once(tmp_path, monkeypatch, question, side="French")
    (check,) = ruled
    again = f"its morale was checked this turn (entry {check.number})"
    broke = f"it broke (entry {check.number})"
    assert len(refused) == 2
    assert all(again in one or broke in one for one in refused), refused
    assert umpire.recent()[-1].number == check.number
    with pytest.raises(ForbiddenError, match=r"\(entry \d+\)"):
        umpire.adjudicate(question, side="french")
    umpire.amend(umpire.voiding(check.number, "the count was wrong"))
    assert umpire.adjudicate(question, side="french").entry


def test_an_army_that_stood_is_checked_again_on_a_later_turn_alone(umpire: Umpire) -> None:
    question = halved(umpire, "french")
    stands = seed_of(question, "the army stands")
    first = umpire.adjudicate(question, stands, side="french").entry
    assert first
    with pytest.raises(ForbiddenError, match=rf"checked this turn \(entry {first.number}\)"):
        umpire.adjudicate(question, side="french")
    umpire.adjudicate(halved(umpire, "allied"), side="allied")
    umpire.turn(2)
    assert umpire.adjudicate(question, side="french").entry


def test_a_unit_that_copies_let_act_at_once_acts_once(
    umpire: Umpire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ask(umpire, "deploy", HUSSON)
    ruled, refused = ruled_at_once(tmp_path, monkeypatch, question, units={"actor": HUSSON})
    (deployed,) = ruled
    acted = f"{HUSSON} has acted this turn (entry {deployed.number})"
    assert len(refused) == 2
    assert all(acted in one for one in refused), refused


def test_two_copies_that_end_a_turn_end_it_once(umpire: Umpire, tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "saturday.battle") as other:
        first, second = umpire.turn(2), other.turn(2)
        assert first is not None
        assert first == second
        assert [entry.kind for entry in umpire.recent()].count(EntryKind.TURN) == 1
        umpire.turn(3)
        with pytest.raises(FaultsError, match=r"turn 2 is over \(allowed: 4\)"):
            other.turn(2)
        umpire.undo_turn()
        other.turn(3)
        assert [entry.turn for entry in umpire.recent() if entry.kind is EntryKind.TURN] == [
            2, 3, 2, 3,
        ]  # fmt: skip


def test_a_slip_is_withdrawn_openly_and_asked_again_draws_from_the_same_seed(
    umpire: Umpire,
) -> None:
    slip = rule(
        umpire, "deployed-fire", HUSSON, BYLANDT, seed="3"
    )  # its charge leaves both fit for another
    void = umpire.withdraw(slip.number)
    assert void is not None
    assert void.body["withdrawn"] is True
    again = rule(umpire, "assault", HUSSON, BYLANDT, formation="maneuver-column")
    assert again.body["seed"] == slip.body["seed"]
    umpire.turn(2)
    fresh = rule(umpire, "assault", HUSSON, BYLANDT)
    assert fresh.body["seed"] != slip.body["seed"]
    assert umpire.verify().clean


def test_nobody_gets_another_draw_by_leaving_out_a_name(umpire: Umpire) -> None:
    slip = rule(umpire, "deployed-fire", HUSSON, BYLANDT)
    seed = slip.body["seed"]
    umpire.withdraw(slip.number)
    without_target = rule(umpire, "deployed-fire", HUSSON)
    umpire.withdraw(without_target.number)
    question = ask(umpire, "deployed-fire", HUSSON, BYLANDT)
    assert rule(umpire, "deployed-fire", JAMIN, BYLANDT).body["seed"] != seed
    without_actor = umpire.adjudicate(question, units={"target": BYLANDT}).entry
    nameless = umpire.adjudicate(question).entry
    again = rule(umpire, "deployed-fire", HUSSON, "Saxe-Weimar's brigade")
    assert without_actor
    assert nameless
    for drawn in (without_target, without_actor, again):
        assert drawn.body["seed"] == seed
    assert nameless.body["seed"] != seed
    found = umpire.audit()
    assert (found.withdrawn, found.again) == ((("", 2),), 3)


def test_a_withdrawal_has_its_limits(umpire: Umpire, tmp_path: Path) -> None:
    slip = rule(umpire, "deployed-fire", HUSSON, BYLANDT)
    with (
        Umpire.open(tmp_path / "saturday.battle") as other,
        pytest.raises(JournalError, match="not your own draw"),
    ):
        other.withdraw(slip.number)
    umpire.allow_withdrawals(False)
    off = umpire.withdrawals_off
    assert off is not None
    with pytest.raises(JournalError, match=rf"undo off \(entry {off.number}\)"):
        umpire.withdraw(slip.number)
    with pytest.raises(JournalError, match="already off"):
        umpire.allow_withdrawals(False)
    umpire.allow_withdrawals(True)
    assert umpire.withdrawals_off is None
    umpire.withdraw(slip.number)
    with pytest.raises(JournalError, match="void already"):
        umpire.withdraw(slip.number)


def test_another_copy_needs_neither_the_file_nor_the_machine(
    umpire: Umpire, tmp_path: Path
) -> None:
    with Umpire.open(tmp_path / "saturday.battle", read_only=True) as reader:
        order = reader.order_of_battle()
        assert order is not None
        file = find_scenario("quatre-bras").read_bytes()
        assert order.digest == hashlib.sha256(file).hexdigest()
        assert order.content.encode() == file
        assert len(roll_of(reader).units) == len(list(order.scenario.units))


def test_another_order_of_battle_is_refused_and_replaced_only_with_a_reason(
    umpire: Umpire, tmp_path: Path
) -> None:
    with pytest.raises(CalculatorError, match=r"saturday is a battle of Quatre Bras .*entry 1"):
        umpire.bind(OrderOfBattle.of_file("ligny"))
    changed = tmp_path / "quatre-bras.toml"
    shutil.copy(find_scenario("quatre-bras"), changed)
    assert umpire.bind(OrderOfBattle.of_file(changed)) is None
    changed.write_text(changed.read_text().replace("Bylandt's brigade", "Bijlandt's brigade"))
    with pytest.raises(CalculatorError, match="has changed since saturday was bound to it"):
        umpire.bind(OrderOfBattle.of_file(changed))
    with pytest.raises(FaultsError, match="reason"):
        umpire.replace_order_of_battle(OrderOfBattle.of_file(changed), " ")
    replaced = umpire.replace_order_of_battle(OrderOfBattle.of_file(changed), "his own spelling")
    assert replaced is not None
    assert replaced.body["replaces"] == 1
    assert unit_of(umpire, "Bijlandt's brigade").now["state"] == "ok"
    assert umpire.verify().clean


def damaged(path: Path, content: str) -> None:
    """Exchange what the order of battle in entry 1 holds, hashes and all."""
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    ((kept,),) = connection.execute("SELECT content FROM entries WHERE number = 1")
    entry = json.loads(kept)
    entry["body"]["content"] = content
    spelled = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    connection.execute("UPDATE entries SET content = ? WHERE number = 1", (spelled,))
    connection.commit()


def test_a_damaged_order_of_battle_is_named(umpire: Umpire, tmp_path: Path) -> None:
    path = tmp_path / "saturday.battle"
    damaged(path, "[scenario]\n")
    with (
        Umpire.open(path, read_only=True) as reader,
        pytest.raises(JournalError, match=r"entry 1 of saturday is damaged"),
    ):
        reader.roll()


def test_an_order_of_battle_of_a_later_version_is_left_alone() -> None:
    content = find_scenario("quatre-bras").read_text(encoding="utf-8")
    later = OrderOfBattle("later.toml", content.replace("[rules]", '[rules]\nweather = "rain"'), 3)
    with pytest.raises(JournalError, match=r"entry 3 cannot be read by this version .*weather"):
        _ = later.scenario


def test_cannonade_goes_on_from_the_men_that_are_left(tmp_path: Path) -> None:
    with Umpire.open(tmp_path / "farm.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("cannonade-farm"))
        roll = roll_of(umpire)
        action = roll.scenario.system.action("cannonade")
        units = {"actor": roll.unit("Foot Battery"), "target": roll.unit("Jägers")}
        men = int(units["target"].now["men"])
        answers = fill(roll, action, units).answers
        question = Question.read("cannonade", "cannonade", answers, roll.scenario.tables)
        seed = next(
            seed for seed in map("{:x}".format, range(500)) if men > left(question, seed) > 0
        )
        umpire.adjudicate(question, seed, units=units)
        assert roll_of(umpire).unit("Jägers").now["men"] == str(left(question, seed))
        again = fill(roll_of(umpire), action, {"target": roll_of(umpire).unit("Jägers")})
        assert again.answers["target-men"] == str(left(question, seed))


def left(question: Question, seed: str) -> int:
    """The men that a seed leaves the target."""
    result = question.result(seed)
    target = result.question.law.after(result.outcome).target
    return int((target or {}).get("men", 0))


def test_a_unit_named_for_the_friends_fired_over_loses_the_men_that_fall(tmp_path: Path) -> None:
    """Cannonade phase: fire over friends falls on them on a 1 or 2. The second who is named for
    them, where one formation stands there, loses nobody."""
    with Umpire.open(tmp_path / "farm.battle") as umpire:
        umpire.bind(OrderOfBattle.of_file("cannonade-farm"))
        action = roll_of(umpire).scenario.system.action("cannonade")
        pair = {"actor": "Foot Battery", "target": "Jägers"}
        units = {role: roll_of(umpire).unit(name) for role, name in pair.items()}
        answers = {**fill(roll_of(umpire), action, units).answers, "friends": "20", "range": "3"}
        question = Question.read("cannonade", "cannonade", answers)
        seeds = ((seed, question.result(seed).outcome) for seed in map("{:x}".format, range(500)))
        seed, outcome = next(pair for pair in seeds if pair[1].friends_killed)
        named = {**pair, "friends": "2nd Battalion", "friends#2": "Light Company"}
        umpire.adjudicate(question, seed, units=named)
        assert unit_of(umpire, "2nd Battalion").now["men"] == str(20 - outcome.friends_killed)
        assert unit_of(umpire, "Light Company").now["men"] == "11"
