"""`empires odds`: the odds of an action, exact wherever possible, and why they are so."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from calculator.cli.asking import QUESTION, Asker
from calculator.cli.comparison import ComparisonRow, compare
from calculator.cli.completion import complete_values
from calculator.cli.output import write_json
from calculator.cli.parser import JSON, Argument, flag, option
from calculator.cli.screen import OF_BATTLE, reading
from calculator.errors import CalculatorError, Fault, FaultsError, ForbiddenError, raise_any
from calculator.figures import chance_in_words
from calculator.forms import normal_key
from calculator.kinds import Whole
from calculator.rules.outcome_tree import branches_of, fates_of
from calculator.rules.question import Odds, Question

if TYPE_CHECKING:
    from calculator.journal.disclosure import Disclosure

OR: Final = "or"
"""Stands between one setting to compare with and the next: a repeated --versus adds to the last."""

MOST_SETTINGS: Final = 4
"""Settings to compare with at once."""


ARGUMENTS: Final = (
    *QUESTION,
    Argument(
        "--versus",
        metavar="key=value",
        nargs="+",
        action="extend",
        help=f"compare with these answers instead; up to {MOST_SETTINGS} settings, "
        "with 'or' between them",
        offers=complete_values,
    ),
    flag("--at-least", "the odds of each outcome or a better one"),
    flag("--explain", "list every factor with its points and source"),
    flag(
        "--what-if",
        "list every single change that the rules allow, with its effect on the chief chance",
    ),
    option(
        "--paths",
        "N",
        "paths to sample where exact odds would take too long (10000)",
        default="10000",
    ),
    *OF_BATTLE,
    option("--side", "SIDE", "who asks, or whose army"),
    JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Print the odds."""
    paths = Whole(100, 10_000_000).parse_at("--paths", arguments.paths)
    named = arguments.battle or arguments.journal
    with reading(arguments) if named else nullcontext() as umpire:
        asker = Asker(arguments, umpire)
        disclosure = umpire.disclosure if umpire else None
    if arguments.versus and arguments.what_if:
        raise FaultsError([Fault("--what-if", "is asked of one setting", "without --versus")])
    others = _apart(arguments.versus) if arguments.versus else []
    if disclosure and disclosure.caution:
        disclosure.check(asker.action)
        _check_shown(arguments, disclosure)
        _in_words(arguments, _all(asker, asker.words, others, paths))
    elif others:
        _several(arguments, _all(asker, asker.words, others, paths))
    else:
        _one(arguments, asker, asker.ask(asker.words).best_odds(paths))


def _check_shown(arguments: argparse.Namespace, disclosure: Disclosure) -> None:
    """Raise `CalculatorError` for what the umpire of the battle does not let players see."""
    if not disclosure.chance(1):
        raise CalculatorError(disclosure.refusal)
    raise_any(
        Fault(option, "gives figures, and the umpire shows odds in words", f"without {option}")
        for option in ("--at-least", "--explain", "--what-if")
        if getattr(arguments, option[2:].replace("-", "_"))
    )


def _in_words(arguments: argparse.Namespace, settings: list[Odds]) -> None:
    """Odds, and those of settings to compare with, as the umpire of the battle has them shown."""
    if arguments.json:
        question = settings[0].question
        rows = [
            {"label": row.label, "chance": [chance_in_words(share) for share in row.shares]}
            for row in compare(settings)
        ]
        keys = {"system": question.system.key, "action": question.action.key}
        write_json({**keys, "in-words": rows})
    else:
        from calculator.cli import odds_tables

        odds_tables.show_in_words(settings)


def _all(asker: Asker, words: list[str], others: list[list[str]], paths: int) -> list[Odds]:
    """The odds of all settings. Raises with everything that is wrong with any, marked."""
    questions: dict[str, Question] = {}
    faults: list[Fault] = []
    for mark, setting in _settings(words, others).items():
        try:
            questions[mark] = asker.ask(setting)
        except FaultsError as wrong:
            new = [fault for fault in wrong.faults if fault not in faults]
            faults += [fault._replace(place=f"{mark}{fault.place}") for fault in new]
    raise_any(faults)
    return [
        _allowed(question, paths, f"with {mark.strip()}: " if mark else "")
        for mark, question in questions.items()
    ]


def _settings(words: list[str], others: list[list[str]]) -> dict[str, list[str]]:
    """What each setting answers, by the option that brings it in; "" for the first."""
    settings = {"": words}
    for number, versus in enumerate(others, start=1):
        changed = set(_keys(versus))
        kept = [word for word in words if not changed & set(_keys([word]))]
        mark = f"--versus ({number}) " if len(others) > 1 else "--versus "
        settings[mark] = [*kept, *versus]
    return settings


def _apart(versus: list[str]) -> list[list[str]]:
    """The other settings: answers, with the word "or" between one setting and the next."""
    settings: list[list[str]] = [[]]
    for word in versus:
        if word.lower() == OR:
            settings.append([])
        else:
            settings[-1].append(word)
    if len(settings) > MOST_SETTINGS or not all(settings):
        problem = "answers are missing beside 'or'" if not all(settings) else "are too many"
        raise FaultsError(
            [Fault("--versus", problem, f"1 to {MOST_SETTINGS} settings, 'or' between them")]
        )
    return settings


def _allowed(question: Question, paths: int, mark: str) -> Odds:
    """The odds of a setting; what the rules forbid about it is marked as its own."""
    try:
        return question.best_odds(paths)
    except ForbiddenError as no:
        marked = [refusal._replace(reason=f"{mark}{refusal.reason}") for refusal in no.refusals]
        raise ForbiddenError(marked) from None


def _keys(words: list[str]) -> list[str]:
    return [normal_key(word.partition("=")[0]) for word in words]


def _one(arguments: argparse.Namespace, asker: Asker, odds: Odds) -> None:
    if arguments.json:
        write_json(odds.as_json() | _more_json(arguments, odds) | asker.roll_json(odds.question))
        return
    from calculator.cli import odds_tables

    asker.print_roll(odds.question)
    answered = [*asker.filled, *_keys(asker.words)]
    odds_tables.show(odds, answered, at_least=arguments.at_least, explain=arguments.explain)
    if arguments.what_if:
        odds_tables.show_what_if(odds)


def _more_json(arguments: argparse.Namespace, odds: Odds) -> dict[str, Any]:
    """What stands beside the flat list: the tree, each unit's chances, and what was asked for."""
    tree = [branch.as_json() for branch in branches_of([odds])]
    more: dict[str, Any] = {"tree": tree, **_units_json(odds)}
    if arguments.at_least:
        rows = odds.at_least_rows()
        more["at-least"] = [
            {"label": row.outcome.label, "probability": row.probability} for row in rows
        ]
    if arguments.what_if:
        from calculator.tuning.what_if import best_first, changes

        found = [change.as_json() for change in best_first(changes(odds))]
        more["what-if"] = found if odds.is_exact else None
    return more


def _units_json(odds: Odds) -> dict[str, Any]:
    """What may become of each unit, and what it loses on average, where outcomes say it."""
    units = {
        unit: {fate: float(share) for fate, share in chances.items()}
        for unit, chances in fates_of(odds).items()
    }
    lost = {unit: float(share) for unit, share in odds.losses.items()} if units else {}
    return {key: found for key, found in (("units", units), ("losses", lost)) if found}


def _several(arguments: argparse.Namespace, settings: list[Odds]) -> None:
    rows = compare(settings, at_least=arguments.at_least)
    if arguments.json:
        write_json(_versus_json(settings, rows))
    else:
        from calculator.cli import odds_tables

        odds_tables.show_comparison(
            settings, rows, at_least=arguments.at_least, explain=arguments.explain
        )


def _versus_json(settings: list[Odds], rows: list[ComparisonRow]) -> dict[str, Any]:
    """Of one other setting its odds and differences; of several a list of each."""
    others = [odds.as_json() for odds in settings[1:]]
    one = len(others) == 1
    differences = [
        {
            "label": row.label,
            "odds": row.shares[0],
            "versus": row.shares[1] if one else list(row.shares[1:]),
            "difference": row.changes[0] if one else list(row.changes),
        }
        for row in rows
    ]
    return {
        "odds": settings[0].as_json(),
        "versus": others[0] if one else others,
        "differences": differences,
    }
