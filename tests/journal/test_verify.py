"""The chain and the recomputation, against every way in which a record can be meddled with."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from calculator.chance.every_path import Budget
from calculator.errors import FaultsError, JournalError
from calculator.journal import recompute as recompute_module
from calculator.rules import catalog
from calculator.umpire import Umpire
from tests.journal.forgery import forge, lock
from tests.journal.toy import SYSTEM, throw
from tests.offered import offering


def bad(path: Path) -> tuple[int, str]:
    with Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.bad is not None
    assert not verdict.clean
    return verdict.bad.number, verdict.bad.why


def test_an_untouched_record_is_clean(path: Path) -> None:
    with Umpire.open(path, read_only=True) as umpire:
        calls: list[tuple[int, int]] = []
        verdict = umpire.verify(lambda done, total: calls.append((done, total)))
        assert verdict.clean
        assert (verdict.entries, verdict.rulings) == (12, 8)
        assert verdict.head == umpire.recent(limit=1)[0].hash
        assert calls[-1] == (12, 12)


def test_a_result_drawn_beside_sampled_odds_is_clean_though_exact_ones_can_be_had() -> None:
    """Pages sample what is long in coming; the record says so, and nothing of how likely it was."""
    with Umpire.open("hurried") as umpire:
        question = throw()
        ruling = umpire.adjudicate(question, odds=question.estimate(100))
        assert ruling.entry
        assert ruling.entry.body["sampled"] == 100
        assert "probability" not in ruling.entry.body
        assert umpire.verify().clean


def test_an_empty_battle_is_clean() -> None:
    with Umpire.open("nothing yet") as umpire:
        assert umpire.verify().clean


def test_the_file_itself_refuses_changes(path: Path) -> None:
    connection = sqlite3.connect(path)
    for meddling in (
        "UPDATE entries SET content = '{}' WHERE number = 3",
        "DELETE FROM entries WHERE number = 3",
        "UPDATE rules SET content = '{}'",
        "DELETE FROM rules",
        "UPDATE battle SET name = 'another'",
        "INSERT INTO battle VALUES ('another')",
        "DELETE FROM battle",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(meddling)


def test_a_changed_entry_is_named(path: Path, tampered: sqlite3.Connection) -> None:
    tampered.execute(
        "UPDATE entries SET content = replace(content, 'out of range', 'in good range')"
    )
    tampered.commit()
    assert bad(path) == (11, "its content is not what its hash was made of")


def test_a_deleted_entry_is_noticed_at_the_next(path: Path, tampered: sqlite3.Connection) -> None:
    tampered.execute("DELETE FROM entries WHERE number = 4")
    tampered.commit()
    number, why = bad(path)
    assert number == 5
    assert "gone" in why


def test_a_deleted_entry_with_the_rest_numbered_anew(
    path: Path, tampered: sqlite3.Connection
) -> None:
    tampered.execute("DELETE FROM entries WHERE number = 4")
    tampered.execute("UPDATE entries SET number = -number WHERE number > 4")
    tampered.execute("UPDATE entries SET number = -number - 1 WHERE number < 0")
    tampered.commit()
    assert bad(path) == (4, "it does not follow from the entry before it")


def test_entries_filed_elsewhere_than_they_say(path: Path, tampered: sqlite3.Connection) -> None:
    tampered.execute("UPDATE entries SET kind = 'note' WHERE number = 6")
    tampered.commit()
    assert bad(path)[0] == 6


def test_a_hash_noted_on_paper_shows_a_tail_that_was_cut_off(
    path: Path, tampered: sqlite3.Connection
) -> None:
    with Umpire.open(path, read_only=True) as umpire:
        head = umpire.verify().head
        assert umpire.verify(noted=head[:20].upper()).noted_at == 12
        assert umpire.verify(noted=f"field, entry 12: {head}").noted is True
        assert umpire.verify(noted=f"field, entry 11: {head}").noted is False
        tampered.execute("DELETE FROM entries WHERE number = 12")
        tampered.commit()
        cut = umpire.verify(noted=head[:20])
    assert cut.bad is None
    assert cut.noted is False
    assert not cut.clean


def test_old_results_are_computed_with_the_values_kept_when_shipped_ones_move_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved_on = SYSTEM.tables.override({"die.needed": 2}, "a later version")
    monkeypatch.setitem(SYSTEM.__dict__, "tables", moved_on)
    monkeypatch.setattr(recompute_module, "code_digest", lambda _: "of a later version")
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify().clean
        assert umpire.verify().unchecked == []


def test_a_system_that_is_not_installed_is_not_a_fault_of_the_record(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with offering(catalog.SHIPPED), Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.bad is None
    assert len(verdict.unchecked) == 8
    assert not verdict.clean


def test_an_override_that_cannot_be_computed_is_no_ruling_fewer(path: Path) -> None:
    with Umpire.open(path) as umpire:
        drawn = umpire.entry(1)
        umpire.amend(umpire.overriding(1, umpire.asked(drawn).labels[0], "agreed"))
    with offering(catalog.SHIPPED), Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.rulings == 0
    assert [complaint.number for complaint in verdict.unchecked][-1] == verdict.entries


def test_a_file_that_is_no_journal_says_so(tmp_path: Path) -> None:
    (tmp_path / "text.battle").write_text("Order of battle" * 100)
    other = sqlite3.connect(tmp_path / "other.battle")
    other.execute("CREATE TABLE photos (id)")
    other.close()
    for name, words in (("text.battle", "not a journal"), ("other.battle", "not a journal of a")):
        for read_only in (True, False):
            umpire = Umpire.open(tmp_path / name, read_only=read_only)
            with pytest.raises(JournalError, match=words):
                umpire.recent()


def test_a_noted_hash_has_to_be_long_enough_to_mean_something(path: Path) -> None:
    with Umpire.open(path, read_only=True) as umpire:
        for noted in ("ab12" * 4, "ab12ab12", "not a hash", "x" * 20):
            with pytest.raises(FaultsError, match=r"(too few|not a head) .*20 digits or more"):
                umpire.verify(noted=noted)
        with pytest.raises(FaultsError, match="head of 'ligny'"):
            umpire.verify(noted=f"ligny, entry 3: {'a' * 64}")


def test_another_program_s_name_excuses_nothing_that_the_code_at_hand_can_check(
    path: Path, tampered: sqlite3.Connection
) -> None:
    def change(entry: Any) -> None:
        entry["program"] = "empires 0.0.9"
        entry["body"]["outcome"] = {"hits": 99}

    forge(tampered, 2, change)
    number, why = bad(path)
    assert number == 2
    assert "its seed and form give" in why


@pytest.mark.parametrize(
    "altered", [{"outcome": {"hits": 99}}, {"form": {"dice": 99}}, {"aftermath": {"actor": None}}]
)
def test_what_other_code_ruled_otherwise_is_neither_bad_nor_proved(
    path: Path, tampered: sqlite3.Connection, altered: dict[str, Any]
) -> None:
    forge(tampered, 2, lambda entry: entry["body"].update(altered, code="f" * 64))
    with Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.bad is None
    assert not verdict.clean
    assert [complaint.number for complaint in verdict.unchecked] == [2]
    assert "other code (version 1 of the rules) ruled it" in verdict.unchecked[0].why
    assert verdict.rulings == 7


def test_an_older_format_cannot_follow_a_newer_one(
    path: Path, tampered: sqlite3.Connection
) -> None:
    forge(tampered, 10, lambda entry: entry.update(format=1))
    assert bad(path) == (10, "it is of an older format than an entry before it")


def out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let exact odds of more than one path exceed their budget."""
    monkeypatch.setattr(Budget.__init__, "__defaults__", (1,))


def test_a_ruling_whose_odds_are_out_of_reach_is_recorded_without_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_of_reach(monkeypatch)
    with Umpire.open(tmp_path / "huge.battle") as umpire:
        question = throw(4)
        alone = umpire.adjudicate(question).entry
        sampled = umpire.adjudicate(question, odds=question.estimate(200)).entry
        assert alone is not None
        assert sampled is not None
        assert alone.probability is sampled.probability is None
        assert umpire.verify().clean
        assert umpire.audit().unchecked == 2


def test_odds_that_could_not_be_worked_out_cannot_be_recorded(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_of_reach(monkeypatch)
    assert bad(path)[0] == 1
    assert "had no probability, the record has the probability" in bad(path)[1]


def test_another_version_may_count_more_paths_or_fewer(
    path: Path, tampered: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def older(entry: dict[str, Any]) -> None:
        entry["body"]["code"] = "f" * 64
        del entry["body"]["version"]  # there was none at first
        if entry["number"] == 2:
            del entry["body"]["probability"]

    forge(tampered, 1, older)
    forge(tampered, 2, older)
    lock(tampered)
    with Umpire.open(path, read_only=True) as umpire:
        assert umpire.verify().clean
    out_of_reach(monkeypatch)
    with Umpire.open(path, read_only=True) as umpire:
        verdict = umpire.verify()
    assert [complaint.number for complaint in verdict.unchecked] == [1]
    assert verdict.bad is not None
    assert verdict.bad.number == 3
