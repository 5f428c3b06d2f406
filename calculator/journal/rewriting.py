"""A ruling written again, to the letter: where that gives the text on record, all of it is right.

Every ruling is written in one way (docs/journal.md), and all but who, when and where in the chain
follows from question and seed. So a question that was found right once, entry and all, need not be
read and compared part by part for each further ruling on it. The parts below may be taken from
anything that looks like an entry: that the whole text is what would be written is what decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from json.encoder import encode_basestring as spelled
from typing import Any, Final, NamedTuple

from calculator.chance.interface import Draw
from calculator.errors import CalculatorError
from calculator.journal.entry import canonical, read_canonical
from calculator.journal.recompute import MOST_REMEMBERED, AskedQuestion
from calculator.journal.shape import FORMAT, check_time, check_unit

_TEXT: Final = r'"([^"\\\x00-\x1f]*)"'
_COUNT: Final = r"([1-9][0-9]{0,14})"
_HEAD: Final = re.compile(rf'{{"battle":{_TEXT},"body":(?={{"action":{_TEXT},)')
_TAIL: Final = re.compile(
    rf'"rules":{_TEXT},"seed":"([0-9a-f]{{1,32}})","seed-given":(true|false),"system":{_TEXT},'
    rf'"units":({{(?:[^{{}}]|{{[^{{}}]*}})*}}),"version":[0-9]+(?P<end>}}),"copy":{_TEXT},'
    rf'"format":{FORMAT},"key":{_TEXT},"kind":"ruling","number":{_COUNT},"player":{_TEXT},'
    rf'"previous":{_TEXT},"program":{_TEXT},"side":{_TEXT},"time":{_TEXT},"turn":{_COUNT}}}'
)
_FORM: Final = '"form":'
_CODE: Final = '"code":"'
_CODE_DIGITS: Final = 64


class Written(NamedTuple):
    """The parts of a ruling's text from which all of it follows."""

    battle: str
    body: str
    question: tuple[str, str, str, str]
    """System, action, rules and form, each as it is spelled: the same are the same question."""

    code: str
    seed: str
    seed_given: bool
    units: str
    key: str
    number: int
    previous: str
    time: str
    turn: int

    def as_entry(self, label: str) -> dict[str, Any]:
        """What later entries are compared with; `label` is that of the outcome."""
        return {
            "battle": self.battle,
            "body": {"label": label, "seed": self.seed, "seed-given": self.seed_given},
            "format": FORMAT,
            "kind": "ruling",
            "number": self.number,
            "previous": self.previous,
            "time": self.time,
            "turn": self.turn,
        }


def read_written(content: str) -> Written | None:
    """The parts of what is laid out as this program lays out a ruling; None for all else."""
    head = _HEAD.match(content)
    tail = _TAIL.fullmatch(content, content.rfind('"rules":"'))
    if head is None or tail is None:
        return None
    rules, seed, seed_given, system, units = tail.group(1, 2, 3, 4, 5)
    key, number, previous, time, turn = tail.group(8, 9, 11, 14, 15)
    form = content.find(_FORM) + len(_FORM)
    code = content.find(_CODE) + len(_CODE)
    code_digits = content[code : code + _CODE_DIGITS]
    if not (code_digits.isascii() and code_digits.isalnum()):
        return None
    try:
        check_time(time)
        _check_units(units)
    except ValueError:
        return None
    return Written(
        battle=head[1],
        body=content[head.end() : tail.end("end")],
        question=(system, head[2], rules, content[form : content.find("}", form) + 1]),
        code=code_digits,
        seed=seed,
        seed_given=seed_given == "true",
        units=units,
        key=key,
        number=int(number),
        previous=previous,
        time=time,
        turn=int(turn),
    )


@lru_cache(maxsize=MOST_REMEMBERED)
def _check_units(spelling: str) -> None:
    """Raises `ValueError` unless these are units by role, spelled as entries spell them."""
    for unit in read_canonical(spelling).values():
        check_unit(unit)


class Rewriter:
    """Writes rulings again on questions that were found right; `asked` by how they are spelled."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, str, str, str], AskedQuestion] = {}
        self._constant: dict[tuple[AskedQuestion, Any], _Constant] = {}

    def learn(self, written: Written, asked: AskedQuestion) -> None:
        """Keep the question of a ruling in which everything was found right."""
        if len(self._asked) >= MOST_REMEMBERED:
            self._asked.clear()
            self._constant.clear()
        self._asked[written.question] = asked

    def label(self, written: Written) -> str | None:
        """That of the outcome, if the ruling is what would be written of its seed; else None."""
        if (asked := self._asked.get(written.question)) is None:
            return None
        with suppress(CalculatorError, ArithmeticError, LookupError, TypeError, ValueError):
            drawn, draws = asked.result(written.seed)
            if self._body(written, asked, drawn, draws) == written.body:
                return str(asked.listed(drawn).label)
        return None

    def _body(self, written: Written, asked: AskedQuestion, drawn: Any, draws: list[Draw]) -> str:
        """The body of the ruling as `canonical` spells it: keys in order, no spaces."""
        outcome = asked.listed(drawn)
        constant = self._constant.get((asked, outcome))
        if constant is None:
            constant = self._constant[asked, outcome] = _constant(asked, outcome)
        aftermath = constant.aftermath
        if asked.question.action.draws_more:
            aftermath = _member("aftermath", asked.drawn_as_recorded(drawn).aftermath)
        system, action, rules, form = written.question
        narration = asked.narration(drawn, draws)
        return (
            f'{{"action":"{action}",{aftermath}"code":"{written.code}","draws":[{_draws(draws)}],'
            f'"form":{form},"headline":{spelled(narration.headline)},"how":{_lines(narration.how)},'
            f'{constant.label}"on-table":{_lines(narration.on_table)},{constant.outcome}'
            f'"rules":"{rules}","seed":"{written.seed}",'
            f'"seed-given":{"true" if written.seed_given else "false"},'
            f'"system":"{system}","units":{written.units},'
            f'"version":{asked.question.system.version}}}'
        )


class _Constant(NamedTuple):
    """What an outcome of a question has in every ruling, as it is spelled."""

    aftermath: str
    label: str
    outcome: str
    """With overrides and probability, which follow it."""


def _constant(asked: AskedQuestion, outcome: Any) -> _Constant:
    recorded = asked.as_recorded(outcome)
    return _Constant(
        aftermath=_member("aftermath", recorded.aftermath),
        label=_member("label", outcome.label),
        outcome=_member("outcome", recorded.outcome)
        + _member("overrides", asked.departures)
        + _member("probability", recorded.probability),
    )


def _member(name: str, value: Any) -> str:
    """A key and its value with a comma after them; nothing for None, which entries leave out."""
    return "" if value is None else f"{canonical({name: value})[1:-1]},"


def _draws(draws: Sequence[Draw]) -> str:
    return ",".join(
        f'{{"ask":{spelled(draw.ask)},"roll":"{draw.roll}","total":"{draw.total}"}}'
        for draw in draws
    )


def _lines(lines: Iterable[str]) -> str:
    return f"[{','.join(map(spelled, lines))}]"
