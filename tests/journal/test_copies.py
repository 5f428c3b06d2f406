"""Names of copies."""

import subprocess
import sys
from pathlib import Path

from calculator.journal.copies import CopyName

CLAIM = """
import sys, time
from pathlib import Path
from calculator.journal.copies import CopyName
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
