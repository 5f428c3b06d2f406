"""Units that fight turn by turn, solved exactly: duels, and several attacks on one target.

A duel is a Markov chain whose states are the conditions of both units. Each turn is carried over
whole distributions, integers throughout, so the end, the survivors turn by turn and the expected
length are exact. Combined attacks follow one another in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

import attrs

from calculator.answering import with_unit
from calculator.chance.distribution import Distribution
from calculator.errors import CalculatorError, FaultsError, ForbiddenError, Refusal
from calculator.figures import percent
from calculator.kinds import Whole
from calculator.roll.unit import field_for
from calculator.rules.action import Outcome
from calculator.rules.system import RuleSystem
from calculator.scenarios.model import Scenario, Unit
from calculator.tuning.acting import (
    HOLD,
    Acting,
    Clause,
    Condition,
    Policy,
    UnitsAfter,
    action_played_on,
    beside_place,
    changed,
    condition,
)
from calculator.tuning.charts import Cell, Chart, Curve, Curves, bars, figures, words
from calculator.tuning.matchups import Situation, check_opponents, odds_of, refusals_of
from calculator.tuning.report import Report, paired, shown_chance

MOST_TURNS: Final = 100

MOST_ENDINGS: Final = 15
"""Ends of a duel that people are shown one by one."""


@attrs.frozen
class DuelCourse:
    """How a duel goes: the exact distribution of both units at the end of each turn, the first as
    `own` and the second as `enemy`."""

    turns: tuple[Distribution[UnitsAfter], ...]

    @property
    def end(self) -> Distribution[UnitsAfter]:
        """How it stands when the last turn is over."""
        return self.turns[-1]

    def surviving(self, which: str) -> list[Fraction]:
        """The chance that "first" or "second" is still on the table after each turn."""
        key = {"first": "own", "second": "enemy"}[which]
        return [turn.share(lambda pair: getattr(pair, key) is not None) for turn in self.turns]

    def expected_turns(self) -> Fraction:
        """The mean number of turns until it is decided, or until the last turn is over."""
        undecided = (
            turn.share(lambda pair: pair.own is not None and pair.enemy is not None)
            for turn in self.turns[:-1]
        )
        return 1 + sum(undecided, Fraction(0))


def fight(
    acting: Acting, first: Condition, second: Condition, policy: Policy, reply: Policy, turns: int
) -> DuelCourse:
    """Solve a duel of 1 to 100 turns, in each of which `first` acts first, then `second` replies.

    Raises `FaultsError` for units or answers that the system does not know.
    """
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise CalculatorError(f"a duel lasts 1 to {MOST_TURNS} turns, not {turns}")

    def acts(turn: int, pair: UnitsAfter) -> Distribution[UnitsAfter]:
        if pair.own is None or pair.enemy is None:
            return Distribution.certain(pair)
        _, left = acting.chosen(policy, pair.own, pair.enemy, turn)
        return left.map(lambda after: UnitsAfter(after.own, after.enemy, after.spent))

    def replies(turn: int, pair: UnitsAfter) -> Distribution[UnitsAfter]:
        if pair.own is None or pair.enemy is None or pair.spent:
            return Distribution.certain(UnitsAfter(pair.own, pair.enemy))
        _, left = acting.chosen(reply, pair.enemy, pair.own, turn)
        return left.map(lambda after: UnitsAfter(after.enemy, after.own))

    course = [Distribution.certain(UnitsAfter(first, second))]
    for turn in range(1, turns + 1):
        course.append(course[-1].then(partial(acts, turn)).then(partial(replies, turn)))
    return DuelCourse(tuple(course[1:]))


def duel_report(
    scenario: Scenario, first: Unit, second: Unit, policy: Policy, reply: Policy, turns: int
) -> Report:
    """Two units over several turns: how it goes, how it ends, and what both do."""
    check_opponents([first], second)
    system, names = scenario.system, (first.name, second.name)
    units = (condition(scenario, first), condition(scenario, second))
    course = fight(Acting.of(scenario), *units, policy, reply, turns)
    surviving = [course.surviving(which) for which in ("first", "second")]
    expected, ends = float(course.expected_turns()), endings(system, course)
    begun = "; ".join(
        f"{name} {described(system, unit)}" for name, unit in zip(names, units, strict=True)
    )
    assumed = _assumed_by(system, policy, reply)
    return Report(
        title=f"{scenario.title}: {first.name} against {second.name}",
        parts=[
            *_survival(names, surviving, expected),
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
            "expected_turns": expected,
            "endings": [
                {"actor": mine, "target": theirs, "chance": float(chance)}
                for mine, theirs, chance in ends
            ],
        },
    )


def _survival(
    names: tuple[str, str], surviving: Sequence[Sequence[Fraction]], expected: float
) -> Iterator[Chart | Curves]:
    """How likely both are still on the table after each turn."""
    shares = [[*map(float, chances)] for chances in surviving]
    turns, title = range(1, len(shares[0]) + 1), "Still on the table"
    heads = *map(figures, ("turn", names[0])), bars("blue"), figures(names[1]), bars("dark_orange")
    rows = [
        (str(turn), percent(own), own, percent(enemy), enemy)
        for turn, own, enemy in zip(turns, *shares, strict=True)
    ]
    yield Chart(f"{title}; {expected:.2f} turns on average", heads, rows)
    lines = (Curve(name, turns, up) for name, up in zip(names, shares, strict=True))
    yield Curves(title, "turn", "chance", tuple(lines))


def _assumed_by(system: RuleSystem, *policies: Policy) -> dict[str, str]:
    """What a duel assumes wherever neither a unit nor a clause answers."""
    answers: dict[str, str] = {}
    for clause in (clause for policy in policies for clause in policy.clauses):
        if clause.action != HOLD:
            answers |= Situation(clause.action, "", dict(clause.answers)).assumed(system)
    known = system.filled_fields()
    return {key: text for key, text in answers.items() if key not in known}


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
    ends = course.end.map(lambda pair: (described(system, pair.own), described(system, pair.enemy)))
    likeliest = sorted(ends.items(), key=lambda end: -end[1])
    return [(*ending, Fraction(weight, ends.total)) for ending, weight in likeliest]


def described(system: RuleSystem, unit: Condition | None) -> str:
    """How a unit is, in the words and figures that its system tells it by: "ok, 3 bases"."""
    if unit is None:
        return "gone"
    answers, told = dict(unit), []
    for key in (key for key in system.condition if key in answers):
        kind, text = field_for(system, key).kind.inner, answers[key]
        if not isinstance(kind, Whole):
            told.append(text.replace("-", " "))
        else:
            told.append(with_unit(kind, int(text)) if kind.unit == key else f"{key} {text}")
    return ", ".join(told)


@attrs.frozen(cache_hash=True)
class TargetSoFar:
    """The target as the attacks so far have left it, and what they answer for the next one."""

    target: Condition | None
    later: Condition = ()
    succeeded: bool = False
    """Whether the measure has held of any attack so far."""


@attrs.frozen
class Attack:
    """One attack of several.

    `delivered` is the chance that it is made, with a target left to attack, `succeeds` that it
    meets the measure, `by_now` that it or one before it has; `standing` is how the target is left.
    """

    delivered: Fraction
    succeeds: Fraction
    by_now: Fraction
    standing: Distribution[TargetSoFar]


def combine(
    acting: Acting,
    actors: Sequence[Condition],
    target: Condition,
    clause: Clause,
    measure: str,
) -> Iterator[Attack]:
    """The attacks in order. What each adds for the next, such as its bases, is counted.

    Once an attack has met the measure the rest are not made; nor is one that the rules forbid
    against the target as it then is. Raises `ForbiddenError` where they forbid it however the
    target is, and `FaultsError` for a measuring aid, which leaves nothing.
    """
    action_played_on(acting.system, clause.action)
    standing, before = Distribution.certain(TargetSoFar(target)), Fraction(0)
    for number, actor in enumerate(actors, 1):
        made: dict[TargetSoFar, Distribution[TargetSoFar]] = {}
        refusals: dict[Refusal, None] = {}
        for state in standing:
            if state.target is not None and not state.succeeded:
                try:
                    left = _after(acting, clause, actor, state, state.target, measure)
                except FaultsError as error:
                    raise clause.wrong(error) from None
                if left is None:
                    found = refusals_of(acting.setting(clause, actor, state.target, state.later))
                    refusals |= dict.fromkeys(found)
                else:
                    made[state] = left
        if refusals and not made:
            reasons = (r._replace(reason=f"attack {number}: {r.reason}") for r in refusals)
            raise ForbiddenError(reasons)
        delivered = standing.share(made.__contains__)
        unmade = {state: Distribution.certain(state) for state in standing}
        standing = standing.then((unmade | made).__getitem__)
        by_now = standing.share(lambda state: state.succeeded)
        yield Attack(delivered, by_now - before, by_now, standing)
        before = by_now


def _after(
    acting: Acting,
    clause: Clause,
    actor: Condition,
    before: TargetSoFar,
    target: Condition,
    measure: str,
) -> Distribution[TargetSoFar] | None:
    """What an attack leaves of a target; None where the rules forbid it."""
    odds = odds_of(acting.setting(clause, actor, target, before.later))
    if odds is None:
        return None
    question, holds = odds.question, odds.question.action.measure(measure).holds

    def left(outcome: Outcome) -> TargetSoFar:
        aftermath = question.law.after_listed(outcome)
        later = tuple((dict(before.later) | dict(aftermath.later)).items())
        new = beside_place(question.system, aftermath.target)
        return TargetSoFar(changed(target, new), later, holds(outcome))

    return odds.distribution.map(left)


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
    rows, drawn = [], list[Sequence[Cell]]()
    for actor, attack in zip(actors, attacks, strict=True):
        chances = attack.delivered, attack.succeeds, attack.by_now
        keys = "delivered", "succeeds", "by_now"
        rows.append({"actor": actor.name, **dict(zip(keys, chances, strict=True))})
        drawn.append((actor.name, *map(shown_chance, chances), float(attack.by_now)))
    title = f"{scenario.title}: {asked.title(scenario.system)}"
    headings = words("attack by"), *map(figures, ("is made", asked.measure, "by now"))
    return Report.of_pairs(
        f"{title}; one after another against {target.name}",
        scenario,
        asked,
        [target],
        parts=[Chart("One after another", [*headings, bars("cyan")], drawn)],
        rows=rows,
    )
