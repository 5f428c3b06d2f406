"""What is told of units that fight turn by turn: duels, and several attacks on one target."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from calculator.answering import with_unit
from calculator.figures import percent
from calculator.forms import Field
from calculator.kinds import Whole
from calculator.roll.unit_fields import field_for
from calculator.rules.system import RuleSystem
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.acting import Acting, Condition, condition
from calculator.tuning.charts import Cell, Chart, bars, figures, words
from calculator.tuning.combined import combine
from calculator.tuning.curves import Curve, Curves
from calculator.tuning.duel import DuelCourse, fight
from calculator.tuning.matchups import Situation, check_opponents
from calculator.tuning.policy import HOLD, Clause, Policy
from calculator.tuning.report import Report, paired, shown_chance

MOST_ENDINGS: Final = 15
"""Ends of a duel that people are shown one by one."""


def duel_report(
    scenario: Scenario, first: Unit, second: Unit, policy: Policy, reply: Policy, turns: int
) -> Report:
    """Two units over several turns: how it goes, how it ends, and what both do."""
    check_opponents([first], second)
    system, names = scenario.system, (first.name, second.name)
    units = (condition(scenario, first), condition(scenario, second))
    course = fight(Acting.of(scenario), *units, policy, reply, turns)
    surviving = [course.surviving(which) for which in ("first", "second")]
    ends = endings(system, course)
    begun = "; ".join(
        f"{name} {described(system, unit)}" for name, unit in zip(names, units, strict=True)
    )
    assumed = _assumed_by(system, policy, reply)
    return Report(
        title=f"{scenario.title}: {first.name} against {second.name}",
        parts=[
            _survival_chart(names, surviving, course.expected_turns()),
            _survival_curves(names, surviving),
            _endings_table(names, ends),
            f"{first.name}: {policy.text}",
            f"{second.name}: {reply.text}",
        ],
        notes=[
            f"At first: {begun}",
            f"Assumed unless a clause or the ground says otherwise: {paired(assumed)}",
        ],
        rows=[
            {"turn": turn, "actor_stands": mine, "target_stands": theirs}
            for turn, (mine, theirs) in enumerate(zip(*surviving, strict=True), 1)
        ],
        rows_are="survival",
        asked={"policy": policy.text, "reply": reply.text, "assumed": assumed},
        more={
            "expected_turns": float(course.expected_turns()),
            "endings": [
                {"actor": mine, "target": theirs, "chance": float(chance)}
                for mine, theirs, chance in ends
            ],
        },
    )


def _assumed_by(system: RuleSystem, *policies: Policy) -> dict[str, str]:
    """What a duel assumes wherever neither a unit nor a clause answers."""
    answers: dict[str, str] = {}
    for clause in (clause for policy in policies for clause in policy.clauses):
        if clause.action != HOLD:
            answers |= Situation(clause.action, "", dict(clause.answers)).assumed(system)
    known = system.filled_fields()
    return {key: text for key, text in answers.items() if key not in known}


def _survival_chart(
    names: tuple[str, str], surviving: Sequence[Sequence[Fraction]], expected: Fraction
) -> Chart:
    """The chance that each unit still stands at the end of each turn."""
    first, second = names
    shares = zip(*(map(float, one) for one in surviving), strict=True)
    return Chart(
        f"Still on the table; {float(expected):.2f} turns on average",
        (
            figures("turn"),
            figures(first),
            bars("blue"),
            figures(second),
            bars("dark_orange"),
        ),
        [
            (str(turn), percent(own), own, percent(enemy), enemy)
            for turn, (own, enemy) in enumerate(shares, 1)
        ],
    )


def _survival_curves(names: tuple[str, str], surviving: Sequence[Sequence[Fraction]]) -> Curves:
    """The same as curves."""
    lines = (
        Curve(name, range(1, len(shares) + 1), [float(share) for share in shares])
        for name, shares in zip(names, surviving, strict=True)
    )
    return Curves("Still on the table", "turn", "chance", tuple(lines))


def _endings_table(names: tuple[str, str], ends: Sequence[tuple[str, str, Fraction]]) -> Chart:
    """The likeliest ends, both units as they are then."""
    shown, others = ends[:MOST_ENDINGS], ends[MOST_ENDINGS:]
    rows = [(mine, theirs, percent(float(chance))) for mine, theirs, chance in shown]
    if others:
        rows.append(("other", "", percent(float(sum(chance for *_, chance in others)))))
    columns = *map(words, names), figures("chance")
    return Chart("How it stands at the end", columns, rows)


def endings(system: RuleSystem, course: DuelCourse) -> list[tuple[str, str, Fraction]]:
    """Every end, likeliest first: how the first unit is then, how the second, and its chance."""
    shares: dict[tuple[str, str], Fraction] = {}
    for pair, weight in course.end.items():
        ending = (described(system, pair.first), described(system, pair.second))
        shares[ending] = shares.get(ending, Fraction(0)) + Fraction(weight, course.end.total)
    likeliest = sorted(shares.items(), key=lambda end: -end[1])
    return [(*ending, share) for ending, share in likeliest]


def described(system: RuleSystem, unit: Condition | None) -> str:
    """How a unit is, in the words and figures that its system tells it by: "ok, 3 bases"."""
    if unit is None:
        return "gone"
    answers = dict(unit)
    keys = (key for key in system.condition if key in answers)
    return ", ".join(_described(field_for(system, key), key, answers[key]) for key in keys)


def _described(field: Field, key: str, text: str) -> str:
    """A word as it is, a number of what its key says, or a figure behind its key."""
    kind = field.kind.inner
    if not isinstance(kind, Whole):
        return text.replace("-", " ")
    return with_unit(kind, int(text)) if kind.unit == key else f"{key} {text}"


def combined_report(
    scenario: Scenario, asked: Situation, actors: Sequence[Unit], target: Unit
) -> Report:
    """Several units on one target, one after another: how likely each is, and what it adds."""
    check_opponents(actors, target)
    attacks = combine(
        Acting.of(scenario),
        [condition(scenario, actor, planned=False) for actor in actors],
        condition(scenario, target, planned=False),
        Clause(asked.action, tuple(asked.answers.items()), place="--situation"),
        asked.measure,
    )
    found = [
        (actor.name, (attack.delivered, attack.succeeds, attack.by_now))
        for actor, attack in zip(actors, attacks, strict=True)
    ]
    drawn: list[Sequence[Cell]] = [
        (name, *map(shown_chance, chances), float(chances[-1])) for name, chances in found
    ]
    headings = words("attack by"), *map(figures, ("is made", asked.measure, "by now"))
    title = f"{scenario.title}: {asked.title(scenario.system)}"
    keys = "delivered", "succeeds", "by_now"
    return Report.of_pairs(
        f"{title}; one after another against {target.name}",
        scenario,
        asked,
        [target],
        parts=[Chart("One after another", [*headings, bars("cyan")], drawn)],
        rows=[{"actor": name, **dict(zip(keys, row, strict=True))} for name, row in found],
    )
