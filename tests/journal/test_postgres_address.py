"""A battle on PostgreSQL as it is named, without a server: what is told of it, and to whom."""

import subprocess
import sys

from calculator.umpire import Umpire


def test_a_password_is_told_to_nobody() -> None:
    umpire = Umpire.open("postgresql://anna:s3cret@127.0.0.1:1/battles#ligny")
    umpire.note("one")
    assert "anna@127.0.0.1:1/battles#ligny" in umpire.warning
    assert "s3cret" not in umpire.warning


def test_without_psycopg_the_player_is_told_what_to_install() -> None:
    code = """
import sys
sys.modules["psycopg"] = None
from calculator.errors import JournalError
from calculator.umpire import Umpire
try:
    Umpire.open("postgresql://localhost/battles")
except JournalError as told:
    print(told)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install '.[postgres]'" in done.stdout
