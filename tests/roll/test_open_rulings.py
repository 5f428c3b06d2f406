"""Late orders: the distance is asked once it decides, and the same draws end the ruling (VII)."""

from __future__ import annotations

from pathlib import Path

import pytest

from calculator.cli import main
from calculator.errors import CalculatorError, FaultsError, ForbiddenError, JournalError
from calculator.umpire import Umpire
from tests.journal.forgery import forge, unlocked
from tests.roll.playing import Played

HORSE, COLE, OSWALD = "9th Chasseurs", "Cole's brigade", "Oswald's brigade"
AT = {"actor": HORSE, "target": COLE}
BADLY_DELAYED = "8"
"""A seed by which orders arrive very late: 4 of the 12 inches of light cavalry are left."""


@pytest.fixture
def maida(tmp_path: Path) -> Played:
    return Played(Umpire.open(tmp_path / "maida.battle"), "maida")


@pytest.fixture
def late(maida: Played) -> Played:
    """Entry 2 is a charge whose orders are late, and nobody has measured."""
    maida.play("assault", AT, seed=BADLY_DELAYED)
    return maida


def left(maida: Played) -> list[tuple[object, str, bool]]:
    return [(unit.now, unit.gone, unit.acted) for unit in maida.roll.units]


def test_late_orders_stand_open_till_the_distance_is_known_and_hold_their_units(
    late: Played,
) -> None:
    assert late.umpire.entry(2).body["headline"].endswith("is Cole's brigade within 4 inches?")
    (held,) = late.held("regroup", {"actor": COLE}, actor_state="disordered")
    stands = f"entry 2 is open ({HORSE}, {COLE}: assault): is Cole's brigade within"
    assert held.startswith(stands)
    with pytest.raises(ForbiddenError, match="entry 2 is open"):
        late.play("deployed-fire", {"actor": OSWALD, "target": HORSE}, despite="it is far off")
    assert not late.held("deploy", {"actor": OSWALD})


@pytest.mark.parametrize("distance", ["1/2", "3", "4", "4 1/2", "12"])
def test_the_answer_ends_it_as_if_it_had_been_said_beforehand(
    late: Played, tmp_path: Path, distance: str
) -> None:
    late.umpire.answer(2, {"distance": distance})
    said = Played(Umpire.open(tmp_path / "said.battle"), "maida")
    said.play("assault", AT, seed=BADLY_DELAYED, distance=distance)
    answer, beforehand = late.umpire.entry(3).body, said.umpire.entry(2).body
    assert "awaits" not in beforehand
    same = ("draws", "outcome", "aftermath", "headline", "on-table", "how", "probability")
    assert [answer.get(key) for key in same] == [beforehand.get(key) for key in same]
    assert left(late) == left(said)
    assert late.may(HORSE) == said.may(HORSE)
    assert late.umpire.verify().clean


def test_it_is_answered_once_with_what_it_awaits_and_a_void_opens_it_again(late: Played) -> None:
    with pytest.raises(FaultsError, match="cover: entry 2 does not wait for it"):
        late.umpire.answer(2, {"cover": "hard"})
    with pytest.raises(CalculatorError, match="13 is out of range"):
        late.umpire.answer(2, {"distance": "13"})
    assert late.umpire.answer(2, {"distance": "9"}).result.outcome.course.value == "out-of-reach"
    assert not late.held("deploy", {"actor": COLE}), "its target keeps its action"
    with pytest.raises(JournalError, match=r"entry 2 is answered already \(#3\)"):
        late.umpire.answer(2, {"distance": "3"})
    late.umpire.amend(late.umpire.voiding(3, "measured again"))
    assert late.held("deploy", {"actor": COLE})
    late.umpire.answer(2, {"distance": "3"})
    assert late.roll.unit(COLE).gone
    late.umpire.amend(late.umpire.voiding(2, "it never charged"))
    assert not late.roll.unit(COLE).gone
    assert not late.held("assault", AT)
    assert late.umpire.verify().clean


def test_a_turn_that_begins_names_what_the_last_one_left_open(
    late: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = str(late.umpire.journal.storage.where)
    assert main(["journal", "turn", "--battle", battle]) == 0
    left_open = f"Entry 2 is open ({HORSE}, {COLE}: assault): is Cole's brigade within"
    assert left_open in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [(["yes"], "not key=value"), ([], "key=value"), (["distance=3", "distance=9"], "given twice")],
)
def test_what_is_wrong_with_a_typed_answer_records_nothing(
    late: Played, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = str(late.umpire.journal.storage.where)
    assert main(["journal", "answer", "2", *words, "--battle", battle]) == 2
    assert told in capsys.readouterr().err
    assert len(late.umpire.recent()) == 2


def test_a_ruling_that_was_asked_with_its_distance_awaits_nothing(maida: Played) -> None:
    maida.play("assault", AT, seed=BADLY_DELAYED, distance=9)
    with pytest.raises(JournalError, match="was asked with its distance already"):
        maida.umpire.answer(2, {"distance": "3"})


def test_a_breakthrough_asks_for_the_inches_that_the_first_charge_took(maida: Played) -> None:
    maida.play("assault", AT, seed="0", target_formation="march-column")
    second = {"actor": HORSE, "target": OSWALD}
    (held,) = maida.held("assault", second)
    assert "how many inches did the first charge take?" in held
    maida.umpire.answer(2, {"distance": "5"})
    assert maida.may(HORSE) == ["breakthrough charge: up to 7 inches"]
    assert not maida.held("assault", second, distance=7)
    assert "only with distance at most 7" in maida.held("assault", second, distance=8)[0]


def test_an_answer_that_its_seed_does_not_give_is_found(late: Played) -> None:
    late.umpire.answer(2, {"distance": "3"})
    path = Path(late.umpire.journal.storage.where)

    def better(told: dict[str, dict[str, object]]) -> None:
        told["body"]["answers"] = {"distance": "9"}

    with unlocked(path) as connection:
        forge(connection, 3, better)
    with Umpire.open(path, read_only=True) as umpire:
        found = umpire.verify()
    assert [one.number for one in found.wrong] == [3]
