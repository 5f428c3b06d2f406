"""Names of copies."""

import errno
import fcntl
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from calculator.journal.files import CopyName, HeldFile
from calculator.umpire import Umpire

CLAIM = """
import sys, time
from pathlib import Path
from calculator.journal.files import CopyName
claimed = CopyName.claim(Path(sys.argv[1]))
print(claimed.name, flush=True)
time.sleep(60)
"""


def test_no_two_living_copies_share_a_name_and_a_dead_ones_is_free(tmp_path: Path) -> None:
    copies = [
        subprocess.Popen(
            [sys.executable, "-c", CLAIM, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    names = [copy.stdout.readline().strip() for copy in copies if copy.stdout]
    assert len(set(names)) == 4
    copies[2].kill()
    copies[2].wait()
    with_its_name = CopyName.claim(tmp_path)
    for copy in copies:
        copy.kill()
        copy.communicate()
    assert with_its_name.name == names[2]


def test_a_wished_for_name_is_kept_apart_by_a_number(tmp_path: Path) -> None:
    first, second = CopyName.claim(tmp_path, "Old/Guard"), CopyName.claim(tmp_path, "Old/Guard")
    assert (first.name, second.name) == ("Old/Guard", "Old/Guard-2")
    first.release()
    assert CopyName.claim(tmp_path, "Old/Guard").name == "Old/Guard"
    second.release()


def test_a_folder_that_cannot_be_written_still_gives_a_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert CopyName.claim(tmp_path / "file" / "copies").name.startswith("red-")


def no_locks(*_: object) -> None:
    raise OSError(errno.ENOLCK, "No locks available")


@pytest.mark.parametrize("wanted", ["", "red", "Old/Guard"])
def test_without_locks_the_machine_and_the_process_make_the_name_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    """Network and FUSE mounts refuse locks: no name is ever found to be free, nor taken."""
    monkeypatch.setattr(fcntl, "flock", no_locks)
    name = CopyName.claim(tmp_path, wanted).name
    assert name == f"{wanted or 'red'}-{platform.node()}-{os.getpid()}"
    assert list(tmp_path.iterdir()) == []


def test_where_every_name_is_taken_the_search_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object) -> None:
        raise BlockingIOError(errno.EWOULDBLOCK, "Resource temporarily unavailable")

    monkeypatch.setattr(fcntl, "flock", taken)
    assert CopyName.claim(tmp_path, "red").name == f"red-{platform.node()}-{os.getpid()}"
    assert len(list(tmp_path.iterdir())) < 1_000


def test_a_battle_is_played_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fcntl, "flock", no_locks)
    with Umpire.open(tmp_path / "field.battle") as umpire:
        assert umpire.note("rain") is not None
        (tmp_path / "field.battle").unlink()
        assert umpire.note("mud") is not None
        assert len(umpire.recent()) == 2


def test_a_pipe_a_folder_and_a_link_are_no_files_of_ours(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("pipe", "folder", "link"):
        with pytest.raises(OSError, match=name):
            HeldFile.claim(tmp_path / name)
