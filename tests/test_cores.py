"""Work shared over cores: the answers in order, and an end when they are no longer wanted."""

import os
import pickle
import signal
import subprocess
import sys

import pytest

from calculator.cores import spread, undisturbed
from calculator.rules.catalog import find_system
from calculator.tuning.matchups import Setting


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("portion", [1, 7, 100])
def test_answers_come_in_order_however_many_work(workers: int, portion: int) -> None:
    found = spread(square, iter(range(40)), portion, workers)
    assert list(found) == [number * number for number in range(40)]


STOPPED = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins without
from calculator.rules.catalog import find_system
from calculator.tuning.matchups import Setting
from calculator.cores import spread

def slowly(number):
    time.sleep(0.05)
    return number

kept = []
try:
    for answer in spread(slowly, iter(range(100_000)), 1, 2):
        kept.append(answer)
        print("one more", flush=True)
except KeyboardInterrupt:
    print("kept", kept == list(range(len(kept))), flush=True)
"""


def test_ctrl_c_keeps_what_is_done_and_leaves_no_worker_complaining() -> None:
    """A terminal sends it to every process at once."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED], stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as program:
        assert program.stdout
        program.stdout.readline()
        os.killpg(program.pid, signal.SIGINT)
        told, complaints = program.communicate(timeout=120)
    assert told.endswith("kept True\n")
    assert complaints == ""


def test_a_second_ctrl_c_does_not_disturb_the_end() -> None:
    before = signal.getsignal(signal.SIGINT)
    with undisturbed():
        os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_setting_is_handed_over_with_one_copy_of_its_tables() -> None:
    tables = find_system("revolutionary-wars").tables
    moved = tables.override({"card.line.melee-save": 3}, "stubborn")
    settings = [
        Setting.of("revolutionary-wars", "charge", {"platoons": count}, moved) for count in "456"
    ]
    handed = pickle.dumps(settings)
    there = pickle.loads(handed)
    assert there == settings
    assert there[0].tables.entry("card.line.melee-save") == moved.entry("card.line.melee-save")
    assert {id(setting.tables) for setting in there} == {id(there[0].tables)}
    assert len(handed) < 2_000, "the overridden values alone, not some thousand"
