"""Revolutionary Wars charges to the end, and the volleys before them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from os import cpu_count
from random import Random

from calculator.chance.every_path import Budget
from calculator.errors import BudgetExceededError
from calculator.rules.question import Question
from tests.benchmarks.measured import Measured, seconds_of

RUNS = 20
HALF_A_POINT = 10_000
"""Paths of which a share of one half has a standard error of half a point."""
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
    yield swept()
    yield drawn()
    yield asked("exchange", "6 against 6, all choices", {}, 1.0)
    yield asked("exchange", "12 against 12, all choices", TWELVE, 1.0)
    for aside in (2, 3, 4):
        yield large(aside, "line line", "line")
        yield large(aside, "french-line attack-column", "british-line")


def swept() -> Measured:
    """Volleys over swept ground, each of another form: ranks, ranges and squares."""
    random = Random(1806)
    asked = []
    for _ in range(10 * RUNS):
        values = {
            "battalion": random.choice(("line", "light", "british-line", "light-cavalry", "mob")),
            "formation": random.choice(("line", "attack-column", "march-column")),
            "enemy": random.choice(("line", "light", "mob", "foot-guns")),
            "enemy-platoons": random.randint(2, 12),
            "platoons": random.randint(2, 12),
            "range": random.randint(0, 4),
        }
        asked.append(Question.read("revolutionary-wars", "shoot", values))
    return Measured(
        what="shoot: swept ground of 200 forms",
        seconds=tuple(seconds_of(question.odds) for question in asked),
        p95_bar=0.005,
    )


def drawn() -> Measured:
    """Charges of two to eight battalions, one result of each."""
    random = Random(1807)
    questions = []
    for _ in range(500):
        sides = [random.randint(1, 4), random.randint(1, 4)]
        rows = [", ".join(_row(random) for _ in range(side - 1)) or "none" for side in sides]
        values = {"also-charging": rows[0], "also-charged": rows[1]}
        questions.append(Question.read("revolutionary-wars", "charge", values))
    return Measured(
        what="charge: 500 of two to eight battalions, drawn",
        seconds=tuple(seconds_of(partial(question.result, "1806")) for question in questions),
        p95_bar=0.050,
    )


def _row(random: Random) -> str:
    card = random.choice(("line", "french-line", "british-line", "mob", "line-cavalry"))
    formation = random.choice(("line", "attack-column"))
    return f"{card} {formation} {random.choice(('solid', 'shaken'))} {random.randint(3, 8)}"


def large(aside: int, battalion: str, enemy: str) -> Measured:
    """A charge of several on as many: exact odds or, beyond their budget, a standard error of half
    a point: the processor seconds until the one or the other is known, those of the paths of a
    sample shared by all cores."""
    values = {
        "battalion": battalion.split()[0],
        "formation": battalion.split()[1],
        "enemy": enemy,
        "also-charging": ", ".join([battalion] * (aside - 1)),
        "also-charged": ", ".join([enemy] * (aside - 1)),
    }
    question = Question.read("revolutionary-wars", "charge", values)
    try:
        exact, share = bool(question.odds()), 1
        work: Callable[[], object] = question.odds
    except BudgetExceededError:
        exact, share = False, cpu_count() or 1
        work = partial(question.estimate, HALF_A_POINT)
    how = "exact" if exact else "sampled to half a point"
    return Measured(
        what=f"charge: {aside} {battalion} on {aside} {enemy}, {how}",
        seconds=tuple(seconds_of(work) / share for _ in range(3)),
        p95_bar=2.0 if exact else 1.0,
    )


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
