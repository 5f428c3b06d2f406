"""Many processes at one battle, killed and robbed of their file."""

import time
from hashlib import sha256
from pathlib import Path

import pytest

from calculator.journal.verify import Verification
from calculator.umpire import Umpire
from tests.journal.writers import Writers

pytestmark = pytest.mark.heavy


def verified(battle: str | Path) -> Verification:
    with Umpire.open(battle, read_only=True) as umpire:
        verdict = umpire.verify()
    assert verdict.bad is None
    assert verdict.clean  # nor does the copy that looks see another record than before
    return verdict


def recorded(battle: str | Path) -> dict[str, int]:
    with Umpire.open(battle, read_only=True) as umpire:
        entries = umpire.recent()
    keys = {entry.key: entry.number for entry in entries}
    assert len(keys) == len(entries)
    assert sorted(keys.values()) == list(range(1, len(entries) + 1))
    return keys


def test_sixteen_writers_lose_duplicate_and_misplace_nothing(tmp_path: Path) -> None:
    writers = Writers(tmp_path / "field.battle", tmp_path / "told")
    for _ in range(16):
        writers.begin(200)
    writers.wait()
    assert verified(writers.battle).rulings == 16 * 200
    assert writers.acknowledged() == recorded(writers.battle)


def test_sixteen_copies_that_begin_a_battle_at_once_begin_one(tmp_path: Path) -> None:
    """A journal half made must not look like a stranger's file to those who come a moment later."""
    for battle in range(12):
        writers = Writers(tmp_path / f"field {battle}.battle", tmp_path / "told")
        for _ in range(16):
            writers.begin(2)
        writers.wait()
        assert verified(writers.battle).rulings == 16 * 2
        assert writers.acknowledged() == recorded(writers.battle)


def test_writers_killed_sixty_times_leave_a_clean_record(tmp_path: Path) -> None:
    """Six battles, ten kills in each; what was told before a kill is there after it."""
    killed = 0
    for battle in range(6):
        writers = Writers(tmp_path / f"field {battle}.battle", tmp_path / "told")
        for _ in range(4):
            writers.begin(100_000)
        writers.wait_for_news()
        for kill in range(10):
            moment = int(sha256(f"{battle} {kill}".encode()).hexdigest(), 16)
            time.sleep(moment % 50 / 1000)
            writers.kill(moment % 4)
            killed += 1
            verified(writers.battle)
            assert writers.acknowledged().items() <= recorded(writers.battle).items()
            writers.begin(100_000)
        while writers.running:
            writers.kill(0)
        assert len(recorded(writers.battle)) > 0
    assert killed == 60


def test_a_file_removed_again_and_again_under_its_writers(tmp_path: Path) -> None:
    path = tmp_path / "field.battle"
    writers = Writers(path, tmp_path / "told")
    for _ in range(6):
        writers.begin(400)
    for _ in range(5):
        writers.wait_for_news_of_all(10)
        path.unlink()
    writers.wait()
    Umpire.open(writers.battle).recent()
    assert verified(writers.battle).rulings == 6 * 400
    # What could not be written for a while is told as waiting, and is in the record all the same.
    assert writers.acknowledged().items() <= recorded(writers.battle).items()
    assert not list(tmp_path.glob("*removed*"))
