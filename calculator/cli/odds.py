"""`empires odds`: the odds of an action, exact wherever possible, and why they are so."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from calculator.cli.asking import QUESTION, Asker, print_roll, provenance_json
from calculator.cli.completion import complete_compared
from calculator.cli.output import write_json
from calculator.cli.parser import JSON, Argument, flag, option
from calculator.cli.screen import OF_BATTLE, reading
from calculator.desk.odds_view import MOST_COMPARED, OddsView, Setting, odds_view
from calculator.errors import CalculatorError, Fault, FaultsError, ForbiddenError, every, raise_any
from calculator.forms import normal_key
from calculator.journal.disclosure import Disclosure
from calculator.kinds import Whole
from calculator.pairs import read_answers
from calculator.rules.odds import Odds
from calculator.rules.question import Question
from calculator.rules.tables import TABLES

if TYPE_CHECKING:
    from calculator.desk.asking import Asking
    from calculator.rules.tables import Tables

OR: Final = "or"
"""Stands between one setting to compare with and the next: a repeated --versus adds to the last."""

ARGUMENTS: Final = (
    *QUESTION,
    Argument(
        "--versus",
        metavar="key=value",
        nargs="+",
        action="extend",
        help="compare with these answers, or with another table value "
        f"(tables.KEY=value); up to {MOST_COMPARED} settings, separated by 'or'",
        offers=complete_compared,
    ),
    flag("--at-least", "show the odds of each outcome or a better one"),
    flag("--explain", "list every factor with its points and source"),
    flag(
        "--what-if",
        "try each change that the rules allow, one at a time, and show what it does",
    ),
    option(
        "--paths",
        "N",
        "how many paths to sample where exact odds take too long (10000)",
        default="10000",
    ),
    *OF_BATTLE,
    option("--side", "SIDE", "your side, or the army it is about"),
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
    shown = disclosure or Disclosure.EXACT
    if shown.caution:
        shown.check(asker.asking.action)
        _check_shown(arguments, shown)
    asked, questions = _all(asker, others)
    first, *more = [_allowed(one, paths, mark) for mark, one in questions.items()]
    view = odds_view(first, shown, [(mark, odds) for mark, odds in zip("BCDE", more, strict=False)])
    if arguments.json:
        write_json(_as_json(arguments, asked, view))
    else:
        _print(arguments, None if others else asked, view)


def _print(arguments: argparse.Namespace, asked: Asking | None, view: OddsView) -> None:
    from calculator.cli import odds_tables

    if asked and view.is_exact:
        print_roll(asked)
    odds_tables.show(view, asked, at_least=arguments.at_least, explain=arguments.explain)
    if arguments.what_if:
        odds_tables.show_what_if(view.odds)


def _check_shown(arguments: argparse.Namespace, disclosure: Disclosure) -> None:
    """Raise `CalculatorError` for what the umpire of the battle does not let players see."""
    if not disclosure.chance(1):
        raise CalculatorError(disclosure.refusal)
    raise_any(
        Fault(option, "gives figures, and the umpire shows odds in words", f"without {option}")
        for option in ("--at-least", "--explain", "--what-if")
        if getattr(arguments, option[2:].replace("-", "_"))
    )


def _all(asker: Asker, others: list[list[str]]) -> tuple[Asking, dict[str, Question]]:
    """What is asked, and the questions of all settings by the option that brings them in.

    Raises `FaultsError` with everything that is wrong with any, marked.
    """
    found: dict[str, tuple[Asking, Question]] = {}
    faults: list[Fault] = []
    for mark, setting in _settings(asker.words, others).items():
        try:
            found[mark] = _ask(asker, setting)
        except FaultsError as wrong:
            new = [fault for fault in wrong.faults if fault not in faults]
            faults += [fault._replace(place=f"{mark}{fault.place}") for fault in new]
    raise_any(faults)
    return found[""][0], {mark: question for mark, (_, question) in found.items()}


def _ask(asker: Asker, setting: list[str]) -> tuple[Asking, Question]:
    """The question of one setting, under the table values that it names."""
    values = [word for word in setting if word.lower().startswith(TABLES)]
    answers = [word for word in setting if word not in values]
    (asked, question), tables = every(
        partial(asker.ask, answers),
        partial(read_answers, values, partial(_overridden, asker.asking.tables)),
    )
    return asked, attrs.evolve(question, tables=tables)


def _overridden(tables: Tables, values: Mapping[str, str]) -> Tables:
    typed = {key.removeprefix(TABLES): text for key, text in values.items()}
    read = every(*(partial(tables.typed, key, text) for key, text in typed.items()))
    return tables.override(dict(zip(typed, read, strict=True)), "compared") if typed else tables


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
    if len(settings) > MOST_COMPARED or not all(settings):
        problem = "answers are missing beside 'or'" if not all(settings) else "are too many"
        raise FaultsError(
            [Fault("--versus", problem, f"1 to {MOST_COMPARED} settings, 'or' between them")]
        )
    return settings


def _allowed(question: Question, paths: int, mark: str) -> Odds:
    """The odds of a setting; what the rules forbid about it is marked as its own."""
    try:
        return question.best_odds(paths)
    except ForbiddenError as no:
        with_it = f"with {mark.strip()}: " if mark else ""
        marked = [refusal._replace(reason=f"{with_it}{refusal.reason}") for refusal in no.refusals]
        raise ForbiddenError(marked) from None


def _keys(words: list[str]) -> list[str]:
    return [normal_key(word.partition("=")[0]) for word in words]


def _as_json(arguments: argparse.Namespace, asked: Asking, view: OddsView) -> dict[str, Any]:
    if not view.is_exact:
        rows = [
            {"label": chance.label, "chance": [view.figure(share) for share in chance.shares]}
            for chance in view.outcomes()
        ]
        question = view.odds.question
        return {"system": question.system.key, "action": question.action.key, "in-words": rows}
    if len(view.settings) > 1:
        return _versus_json(view, at_least=arguments.at_least)
    return view.as_json() | _more_json(arguments, view) | provenance_json(asked)


def _more_json(arguments: argparse.Namespace, view: OddsView) -> dict[str, Any]:
    """What was asked for beside the odds."""
    more: dict[str, Any] = {}
    if arguments.at_least:
        rows = view.outcomes(at_least=True)
        more["at-least"] = [{"label": row.label, "probability": float(row.now)} for row in rows]
    if arguments.what_if:
        from calculator.tuning.what_if import best_first, changes

        found = [change.as_json() for change in best_first(changes(view.odds))]
        more["what-if"] = found if view.odds.is_exact else None
    return more


def _setting_json(setting: Setting) -> dict[str, Any]:
    """The odds of a setting, and the table values in which not all settings are alike."""
    values = {
        key.removeprefix(TABLES): text
        for key, text in setting.answers.items()
        if key.startswith(TABLES)
    }
    return setting.odds.as_json() | ({"tables": values} if values else {})


def _versus_json(view: OddsView, *, at_least: bool) -> dict[str, Any]:
    """Of one other setting its odds and differences; of several a list of each."""
    first, *others = map(_setting_json, view.settings)
    one = len(others) == 1
    differences = []
    for row in view.outcomes(at_least):
        odds, *versus = [float(share or 0) for share in row.shares]
        changes = [float(change or 0) for change in row.changes]
        differences.append(
            {
                "label": row.label,
                "odds": odds,
                "versus": versus[0] if one else versus,
                "difference": changes[0] if one else changes,
            }
        )
    return {"odds": first, "versus": others[0] if one else others, "differences": differences}
