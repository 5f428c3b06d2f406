"""Recorded draws and given answers: accepted as they fit, refused where they don't."""

import pytest

from calculator.chance.dice import d6, heads
from calculator.chance.distribution import Distribution
from calculator.chance.interface import Chance, Draw
from calculator.errors import ReplayMismatchError
from tests.scripted import Answers, Scripted


def volley(chance: Chance) -> tuple[int, bool]:
    hits = chance.draw(heads(3), "hits")
    chance.draw(Distribution.certain("smoke"), "smoke")
    return hits, chance.read_off(d6(), lambda face: face >= 4, "morale")


RECORD = (Draw("hits", 6, 8, None), Draw("morale", 2, 6, None))


def test_a_record_answers_as_it_was_drawn() -> None:
    chance = Scripted(RECORD)
    assert volley(chance) == (2, False)
    chance.finish()
    assert [draw.value for draw in chance.draws] == [2, 3]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([RECORD[0]._replace(ask="shots"), RECORD[1]], "the rule asks 'hits' of 8, the rec"),
        ([RECORD[0]._replace(total=16), RECORD[1]], "has 'hits' with 6 of 16"),
        ([RECORD[0]._replace(number=8), RECORD[1]], "has 'hits' with 8 of 8"),
        ([RECORD[0]._replace(number=-1), RECORD[1]], "has 'hits' with -1 of 8"),
        ([RECORD[1], RECORD[0]], "the record has 'morale'"),
        ([RECORD[0]], "the record ends before 'morale' was drawn"),
        ([], "the record ends before 'hits' was drawn"),
    ],
)
def test_a_record_that_does_not_fit(record: list[Draw], message: str) -> None:
    with pytest.raises(ReplayMismatchError, match=message):
        volley(Scripted(record))


def test_a_record_with_draws_left_over() -> None:
    chance = Scripted([*RECORD, RECORD[0]])
    volley(chance)
    with pytest.raises(ReplayMismatchError, match=r"1 recorded draw\(s\) were never asked for"):
        chance.finish()


def test_answers_tell_what_the_dice_showed() -> None:
    chance = Answers(2, 5)
    assert volley(chance) == (2, True)
    chance.finish()


def test_answers_that_do_not_fit() -> None:
    with pytest.raises(ReplayMismatchError, match="7 cannot answer 'hits'"):
        volley(Answers(7, 5))
    with pytest.raises(ReplayMismatchError, match="no answer was given for 'morale'"):
        volley(Answers(2))
    chance = Answers(2, 5, 6)
    volley(chance)
    with pytest.raises(ReplayMismatchError, match=r"1 answer\(s\) were never asked for"):
        chance.finish()
