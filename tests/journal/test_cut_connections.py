"""A draw is never answered by an error, wherever the way to the server is cut."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import count

import pytest

from calculator import cli
from calculator.errors import JournalError
from calculator.journal import journal as journal_module
from calculator.umpire import Umpire
from tests.journal.proxy import Proxy, cutting
from tests.journal.server import running

pytestmark = pytest.mark.heavy

UNCUT = 10**9


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    with running() as server, cutting(server.port) as fresh:
        yield fresh


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(journal_module, "ORPHAN_SECONDS", 0.0)


def write_what_waits(url: str) -> None:
    """As the next copy does; what was cut a moment ago may still be closing."""
    for _ in range(50):
        with suppress(JournalError), Umpire.open(url) as umpire:
            umpire.recent()
            if not umpire.waiting:
                return
    pytest.fail("what waits is not written")


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])
def test_wherever_it_is_cut_each_draw_is_told_and_recorded_once(
    proxy: Proxy, for_good: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = "for-good" if for_good else "once"
    url = f"postgresql://umpire@127.0.0.1:{proxy.port}/postgres"
    words = ["--journal", url, "--battle", battle]
    seeds: list[str] = []
    waited = 0
    for packets in count(0):
        proxy.allow(packets, for_good=for_good)
        capsys.readouterr()
        assert cli.main(["result", "toy-dice", "throw", "--json", *words]) == 0, packets
        out, err = capsys.readouterr()
        told = json.loads(out)
        assert told["waits"] == (told["entry"] is None)
        assert not told["waits"] or "not yet in the journal" in err
        waited += told["waits"]
        seeds.append(told["seed"])
        is_whole = 0 < proxy.passed < packets
        proxy.allow(UNCUT)
        write_what_waits(f"{url}#{battle}")
        if is_whole:
            break
    assert waited > 0
    assert packets > 20
    with Umpire.open(f"{url}#{battle}") as umpire:
        assert umpire.warning == ""
        recorded = [entry.body["seed"] for entry in umpire.recent() if entry.is_ruling]
        assert sorted(recorded) == sorted(seeds)
        assert umpire.verify().clean
