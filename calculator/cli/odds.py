"""`empires odds`: the odds of an action, exact wherever possible, and why they are so."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from itertools import groupby
from string import ascii_uppercase
from typing import Any, Final

import attrs

from calculator.answering import read_answers
from calculator.cli import asking, output, screen
from calculator.cli.parser import JSON, Command, argument, flag, option
from calculator.desk.asking import Asking
from calculator.desk.odds_view import MOST_COMPARED, Finding, OddsView, odds_view
from calculator.errors import CalculatorError, Fault, FaultsError, ForbiddenError, every, raise_any
from calculator.forms import normal_key
from calculator.journal.disclosure import Disclosure
from calculator.kinds import Whole
from calculator.rules.question import Question
from calculator.rules.tables import TABLES, Tables


def _run(arguments: argparse.Namespace) -> None:
    paths = Whole(100, 10_000_000).parse_at("--paths", arguments.paths)
    named = arguments.battle or arguments.journal
    with screen.reading(arguments) if named else nullcontext() as umpire:
        asker = asking.Asker(arguments, umpire)
        shown = umpire.disclosure if umpire else Disclosure.EXACT
    if arguments.versus and arguments.what_if:
        raise FaultsError.at("--what-if", "is asked of one setting", "without --versus")
    if shown.caution:
        shown.check(asker.asking.action)
        _check_shown(arguments, shown)
    asked, questions = _all(asker, _apart(arguments.versus) if arguments.versus else [])
    view = _view(questions, paths, shown, asked.told_by)
    if arguments.json:
        output.write_json(_as_json(arguments, asked, view))
        return
    from calculator.cli import odds_tables

    alone = None if arguments.versus else asked
    if alone and view.is_exact:
        asking.print_roll(alone)
    odds_tables.show(view, alone, at_least=arguments.at_least, explain=arguments.explain)
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


def _all(asker: asking.Asker, others: list[list[str]]) -> tuple[Asking, dict[str, Question]]:
    """What is asked, and the questions of all settings by the option that brings them in, "" for
    the first. Raises `FaultsError` with all faults of any, marked."""
    settings = {"": asker.words}
    for number, versus in enumerate(others, start=1):
        changed = set(_keys(versus))
        kept = [word for word in asker.words if changed.isdisjoint(_keys([word]))]
        mark = f"--versus ({number}) " if len(others) > 1 else "--versus "
        settings[mark] = [*kept, *versus]
    found: dict[str, tuple[Asking, Question]] = {}
    faults: list[Fault] = []
    for mark, setting in settings.items():
        try:
            found[mark] = _ask(asker, setting)
        except FaultsError as wrong:
            new = [fault for fault in wrong.faults if fault not in faults]
            faults += [fault._replace(place=f"{mark}{fault.place}") for fault in new]
    raise_any(faults)
    return found[""][0], {mark: question for mark, (_, question) in found.items()}


def _ask(asker: asking.Asker, setting: list[str]) -> tuple[Asking, Question]:
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


def _apart(versus: list[str]) -> list[list[str]]:
    """The other settings: answers, with the word "or" between one setting and the next."""
    apart = groupby(versus, key=lambda word: word.lower() == "or")
    settings = [list(words) for is_or, words in apart if not is_or]
    are_missing = len(settings) <= sum(word.lower() == "or" for word in versus)
    if are_missing or len(settings) > MOST_COMPARED:
        problem = "answers are missing beside 'or'" if are_missing else "are too many"
        allowed = f"1 to {MOST_COMPARED} settings, 'or' between them"
        raise FaultsError.at("--versus", problem, allowed)
    return settings


def _view(
    questions: Mapping[str, Question], paths: int, shown: Disclosure, names: Mapping[str, str]
) -> OddsView:
    """The view of the settings that are allowed, by their options, and of why others are not.
    Raises `ForbiddenError` where none is allowed."""
    found: dict[str, Finding] = {}
    for mark, question in questions.items():
        try:
            found[mark] = question.best_odds(paths)
        except ForbiddenError as no:
            found[mark] = no
    named = list(zip(ascii_uppercase, found.values(), strict=False))
    for name, odds in named:
        if not isinstance(odds, ForbiddenError):
            others = [one for one in named if one[0] != name]
            return odds_view(odds, shown, others, name, names)
    raise ForbiddenError(
        refusal._replace(reason=f"with {mark.strip()}: {refusal.reason}") if mark else refusal
        for mark, no in found.items()
        if isinstance(no, ForbiddenError)
        for refusal in no.refusals
    )


def _keys(words: list[str]) -> list[str]:
    return [normal_key(word.partition("=")[0]) for word in words]


def _as_json(arguments: argparse.Namespace, asked: Asking, view: OddsView) -> dict[str, Any]:
    if not view.is_exact:
        rows = [
            {"label": chance.label, "chance": list(map(view.figure, chance.shares))}
            for chance in view.outcomes()
        ]
        question = view.odds.question
        return {"system": question.system.key, "action": question.action.key, "in-words": rows}
    if arguments.versus:
        return _versus_json(view, at_least=arguments.at_least)
    more: dict[str, Any] = {}
    if arguments.at_least:
        cumulated = view.outcomes(at_least=True)
        more["at-least"] = [{"label": c.label, "probability": float(c.now)} for c in cumulated]
    if arguments.what_if:
        from calculator.tuning.what_if import best_first, changes

        found = [change.as_json() for change in best_first(changes(view.odds))]
        more["what-if"] = found if view.odds.is_exact else None
    return view.as_json() | more | asking.provenance_json(asked)


def _versus_json(view: OddsView, *, at_least: bool) -> dict[str, Any]:
    """Of one other setting its odds and differences, of several a list of each; of one that the
    rules forbid why, and null for each figure."""
    told: dict[str, Any] = {
        name: {"forbidden": [{"reason": why, "source": cited} for why, cited in no.reasons]}
        for name, no in view.forbidden
    }
    for setting in view.settings:
        keys = (key for key in setting.answers if key.startswith(TABLES))
        values = {key.removeprefix(TABLES): setting.answers[key] for key in keys}
        told[setting.name] = setting.odds.as_json() | ({"tables": values} if values else {})
    first, *others = (told[name] for name in sorted(told))

    def figures(shares: Iterable[Fraction | None]) -> Any:
        listed = [None if share is None else float(share) for share in shares]
        return listed[0] if len(others) == 1 else listed

    differences = []
    for row in view.outcomes(at_least):
        shares = {of.name: share for of, share in zip(view.settings, row.shares, strict=True)}
        odds, *versus = (shares.get(name) for name in sorted(told))
        changes = (None if odds is None or one is None else one - odds for one in versus)
        row_told = {"odds": None if odds is None else float(odds), "versus": figures(versus)}
        differences.append({"label": row.label, **row_told, "difference": figures(changes)})
    versus_told = others[0] if len(others) == 1 else others
    return {"odds": first, "versus": versus_told, "differences": differences}


COMMANDS: Final = {
    "odds": Command(
        _run,
        *asking.QUESTION,
        argument(
            "--versus",
            metavar="key=value",
            nargs="+",
            action="extend",
            help="compare with these answers, or with another table value "
            f"(tables.KEY=value); up to {MOST_COMPARED} settings, separated by 'or'",
        ),
        flag("--at-least", "show the odds of each outcome or a better one"),
        flag("--explain", "list every factor with its points and source"),
        flag("--what-if", "try each single change that the rules allow, and show what it does"),
        option(
            "--paths", "N", "paths to sample where exact odds take long (10000)", default="10000"
        ),
        *screen.OF_BATTLE,
        option("--side", "SIDE", "your side, or the army it is about"),
        JSON,
    )
}
