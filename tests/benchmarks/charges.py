"""Revolutionary Wars charges to the end, and the volleys before them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from calculator.chance.every_path import Budget
from calculator.rules.question import Question
from tests.benchmarks.measured import Measured, seconds_of

RUNS = 20
TWELVE = {"formation": "line", "platoons": 12, "enemy-platoons": 12}
SQUADRONS = {"battalion": "british-line-cavalry", "enemy": "french-line-cavalry"}
CHARGES: dict[str, tuple[Mapping[str, object], float | None]] = {
    "6 against 6 platoons": ({}, None),
    "12 against 12": (TWELVE, 0.150),
    "12 against 12, platoons counted": (TWELVE | {"count-platoons": True}, None),
    "12 against 12 squadrons": (TWELVE | SQUADRONS, 0.150),
    "12 against 12 squadrons over terrain": (TWELVE | SQUADRONS | {"crossing": True}, 0.150),
    "two columns against a line": ({"also-charging": "french-line attack-column"}, None),
    "two columns against two lines": (
        {"also-charging": "french-line attack-column", "also-charged": "british-line"},
        None,
    ),
    "three columns against a line": (
        {"also-charging": "french-line attack-column, french-line attack-column"},
        None,
    ),
}
COUNTERCHARGES: dict[str, Mapping[str, object]] = {
    "12 against 12": TWELVE | {"enemy-formation": "line"},
    "12 against 12 squadrons": TWELVE | SQUADRONS | {"enemy-formation": "line"},
}


def lines() -> Iterable[Measured]:
    """Measure."""
    for what, (values, bar) in CHARGES.items():
        yield asked("charge", what, values, bar)
    for what, countercharged in COUNTERCHARGES.items():
        yield asked("countercharge", what, countercharged, 0.150)
    for platoons in (6, 12):
        for shoots in ("once", "twice"):
            values = {"platoons": platoons, "enemy-platoons": platoons, "shoots": shoots}
            yield asked("shoot", f"{platoons} platoons, {shoots}", values, 0.005)


def asked(action: str, what: str, values: Mapping[str, object], bar: float | None) -> Measured:
    """The odds of one question, again and again."""
    question = Question.read("revolutionary-wars", action, values)
    budgets = [Budget() for _ in range(RUNS)]
    return Measured(
        what=f"{action}: {what}",
        seconds=tuple(seconds_of(partial(question.odds, budget)) for budget in budgets),
        paths=sum(budget.spent for budget in budgets),
        p95_bar=bar,
    )
