"""What a question comes to, odds or why there are none, as every front end shows it: chief chances,
outcomes as a tree, and what is compared."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from calculator.answering import label_of
from calculator.errors import CalculatorError, FaultsError, ForbiddenError
from calculator.forms import Field, fields_of, mattering, texts
from calculator.journal.disclosure import Disclosure
from calculator.kinds import Choice, YesNo
from calculator.rules.action import Action, Decision, Outcome
from calculator.rules.outcome_tree import Chance, OutcomeTree, branches_of
from calculator.rules.question import Odds, Question
from calculator.rules.tables import TABLES

Finding: TypeAlias = Odds | ForbiddenError
"""What a question comes to that can be asked."""

CHIEF: Final = 3
"""Chances that stand first and stay in sight: declared in the order in which players ask."""

MOST_COMPARED: Final = 4
"""Settings that can stand beside odds at once."""

SAMPLED_PATHS: Final = 2_000
"""Paths drawn where exact odds are out of reach: a player waits for them."""

AS_SET_UP: Final = "as set up"
"""What the setting is called that others are compared with."""


class Setting(NamedTuple):
    """One of the settings compared: `answers` are those, by key, in which they are not all alike,
    `chief` its chief chance and `difference` that less the chief chance as set up, both 0 where the
    action has none."""

    name: str
    odds: Odds
    answers: Mapping[str, str]
    chief: Fraction
    difference: Fraction

    @property
    def is_of_text(self) -> bool:
        """Whether it reads the text otherwise."""
        return any(key.startswith(TABLES) for key in self.answers)


class OddsView(NamedTuple):
    """The odds of a question, beside those of others with outcomes of the same kind: `settings`
    begin with the question itself; `incomparable` says how many more have other outcomes,
    `forbidden` which are not allowed, and why. `choices` are those of the acting side with every
    reply, where both are open. `measures` are what the action is asked for, in all settings, but
    for what no answer leaves open (0 or 100% in each), and what is never else than one before.
    `fates` are what may become of each unit, whatever becomes of the others."""

    odds: Odds
    disclosure: Disclosure
    settings: tuple[Setting, ...]
    incomparable: int
    forbidden: tuple[tuple[str, TroubleView], ...]
    measures: tuple[Chance, ...]
    tree: OutcomeTree
    choices: tuple[tuple[str, tuple[Decision, ...]], ...]
    fates: Mapping[str, Mapping[str, Fraction]]

    @property
    def heading(self) -> str:
        """The system and the action."""
        question = self.odds.question
        return f"{question.system.title}: {question.action.label}"

    @property
    def party(self) -> str:
        """For whom what stands last is best; nothing where it is for nobody."""
        return self.odds.question.action.severity.party

    @property
    def note(self) -> str:
        """What must be said beside the odds: that they are sampled, or not shown exactly."""
        caveat = self.odds.caveat
        return f"{caveat[:1].upper()}{caveat[1:]}." if caveat else self.disclosure.caution

    @property
    def is_exact(self) -> bool:
        """Whether figures are shown."""
        return self.disclosure is Disclosure.EXACT

    @property
    def is_hidden(self) -> bool:
        """Whether nothing is shown."""
        return self.disclosure is Disclosure.HIDDEN

    @property
    def chief(self) -> tuple[Chance, ...]:
        """The measures, or of an action that has none the likeliest of the outcomes."""
        if self.is_hidden or self.measures:
            return () if self.is_hidden else self.measures
        likeliest = sorted(self.tree.rows(0), key=lambda row: -row.chance.now)
        return tuple(row.chance for row in likeliest[:CHIEF])

    @property
    def judged_by(self) -> str:
        """What choices are judged by; nothing where none are open."""
        return next(iter(self.odds.decisions[0].chances)) if self.choices else ""

    @property
    def ranked(self) -> list[Setting]:
        """The settings with the best chief chance first; as they are where there is none."""
        chief = next(iter(self.odds.question.action.measures), None)
        return sorted(self.settings, key=lambda one: -chief.merit(one.chief) if chief else 0)

    def figure(self, share: Fraction | float | None) -> str:
        """A chance as it may be shown; nothing where it is not asked."""
        return self.disclosure.chance(share)

    def outcomes(self, at_least: bool = False) -> list[Chance]:
        """Every outcome that any setting can have (or it or a better one), in order of severity."""
        settings = [one.odds for one in self.settings]
        found = dict.fromkeys(outcome for odds in settings for outcome in odds.distribution)
        possible: list[Outcome] = sorted(found, key=self.odds.question.action.severity)

        def shares(outcome: Outcome) -> Iterator[Fraction]:
            for odds in settings:
                yield odds.at_least(outcome) if at_least else odds.probability(outcome)

        return [Chance(self.tree.named(one.label), tuple(shares(one))) for one in possible]

    def as_json(self) -> dict[str, Any]:
        """The odds with the tree of outcomes and each unit's chances, for machines."""
        told = {**self.odds.as_json(), "tree": [one.as_json() for one in branches_of([self.odds])]}
        if fates := fates_of(self.odds):
            told["units"] = {
                unit: {fate: float(share) for fate, share in chances.items()}
                for unit, chances in fates.items()
            }
            losses = {unit: float(share) for unit, share in self.odds.losses.items()}
            told |= {"losses": losses} if losses else {}
        return told


def odds_view(
    odds: Odds,
    disclosure: Disclosure = Disclosure.EXACT,
    others: Sequence[tuple[str, Finding]] = (),
    name: str = AS_SET_UP,
    names: Mapping[str, str] = MappingProxyType({}),
) -> OddsView:
    """The view of odds, under a name, as the umpire of the battle has them shown, beside those of
    `others` with outcomes of the same kind, each under its name or, where that is empty, named by
    what is otherwise in it. `names` of units and armies stand in its words, by their roles."""
    shown = () if disclosure is Disclosure.HIDDEN else others[:MOST_COMPARED]
    allowed = [(of, other) for of, other in shown if not isinstance(other, ForbiddenError)]
    # An assault's odds and a march's have nothing to do with one another, even if they sound alike.
    mine = type(next(iter(odds.distribution)))
    like = [(of, other) for of, other in allowed if type(next(iter(other.distribution))) is mine]
    all_odds = [odds, *(other for _, other in like)]
    named = [name, *(of or difference_in_words(odds, other) for of, other in like)]
    called = odds.question.naming(names)
    open_still = odds.decisions if len(odds.decisions) > 1 else ()
    by_choice = groupby(open_still, key=lambda one: one.choice)
    return OddsView(
        odds=odds,
        disclosure=disclosure,
        settings=tuple(_settings(named, all_odds)),
        incomparable=len(allowed) - len(like),
        forbidden=tuple(
            (of, trouble_view(other)) for of, other in shown if isinstance(other, ForbiddenError)
        ),
        measures=tuple(one._replace(label=called(one.label)) for one in _measures(all_odds)),
        tree=OutcomeTree(all_odds, called),
        choices=tuple((choice, tuple(replies)) for choice, replies in by_choice),
        fates=fates_of(odds, in_short=True),
    )


def fates_of(odds: Odds, *, in_short: bool = False) -> dict[str, dict[str, Fraction]]:
    """What may become of each unit, with the chance of it; empty where outcomes do not say.

    The `fates` of an outcome are each unit, as the rules call it here, with what becomes of it in a
    few words; `in_short` with the one word that matters most: stands, runs, destroyed. In short it
    stands beside what the unit loses, so that it is empty too where the action does not say that.
    Fates stand in the order in which the outcomes, by severity, first bring them. Each unit's own
    chances are the sums over all outcomes, whatever becomes of the others.
    """
    units: dict[str, dict[str, Fraction]] = {}
    beside_losses = not in_short or odds.question.action.losses is not Action.losses
    if not (beside_losses and hasattr(next(iter(odds.distribution)), "fates")):
        return units
    for row in odds:
        share = Fraction(row.weight, odds.total)
        for unit, fate in row.outcome.in_short if in_short else row.outcome.fates:
            chances = units.setdefault(unit, {})
            chances[fate] = chances.get(fate, Fraction(0)) + share
    if not in_short:
        return units
    fates = dict.fromkeys(fate for chances in units.values() for fate in chances)
    return {
        unit: {fate: chances[fate] for fate in fates if fate in chances}
        for unit, chances in units.items()
    }


def _measures(settings: Sequence[Odds]) -> Iterator[Chance]:
    listed: dict[tuple[Fraction | None, ...], str] = {}
    for measure in settings[0].question.action.measures:
        shares = tuple(_measure(one, measure.key) for one in settings)
        if any(share not in {None, 0, 1} for share in shares):
            listed.setdefault(shares, measure.label)
    return (Chance(label, shares) for shares, label in listed.items())


def _settings(names: Sequence[str], settings: Sequence[Odds]) -> Iterator[Setting]:
    asked = [odds.question for odds in settings]
    varied = sorted({key for one in asked for key in one.tables.overridden})
    forms = [
        texts(one.form) | {TABLES + key: one.tables.shown(key) for key in varied} for one in asked
    ]
    keys = [key for key in forms[0] if len({form.get(key) for form in forms}) > 1]
    chief = next((one.key for one in settings[0].question.action.measures), "")
    shares = [_measure(odds, chief) or Fraction(0) for odds in settings]
    for name, odds, form, share in zip(names, settings, forms, shares, strict=True):
        answers = {key: form[key] for key in keys if key in form}
        yield Setting(name, odds, answers, share, share - shares[0])


def _measure(odds: Odds, key: str) -> Fraction | None:
    known = any(measure.key == key for measure in odds.question.action.measures)
    return odds.measure(key) if known else None


def difference_in_words(odds: Odds, other: Odds) -> str:
    """What is otherwise in another setting: its action, and its answers where they differ."""
    mine, theirs = odds.question, other.question
    words = [] if mine.action.key == theirs.action.key else [theirs.action.label.lower()]
    here, there = texts(mine.form), texts(theirs.form)
    words += [
        _in_words(field, there[field.key], fields_of(type(theirs.form)))
        for field in mattering(theirs.form)
        if here.get(field.key) != there[field.key]
    ]
    return ", ".join(words) or "the same"


def _in_words(field: Field, text: str, fields: Sequence[Field]) -> str:
    """An answer; with its field's name where another field could have the same."""
    name = field.label.lower()
    if isinstance(field.kind, YesNo):
        return name if text == "yes" else f"not {name}"
    label = label_of(field.kind, text)
    alike = sum(text in other.kind.choices for other in fields)
    return label if isinstance(field.kind, Choice) and alike == 1 else f"{name} {label}"


def read_otherwise(question: Question, keys: Collection[str]) -> dict[str, Question]:
    """What is asked where each doubtful value of these keys is read otherwise, by its words."""
    doubtful = question.doubtful.items() if keys else ()
    return {other.says: question.otherwise(key) for key, other in doubtful if key in keys}


class TroubleView(NamedTuple):
    """Why there are no odds: each reason with the section of the rules that says so, if one does.
    `forbidden` says that the rules do not allow it; else it cannot be asked as it stands.
    `otherwise` are the odds by another reading of the rules that allows it."""

    reasons: tuple[tuple[str, str], ...]
    forbidden: bool = False
    otherwise: OddsView | None = None

    @property
    def title(self) -> str:
        """What it comes to."""
        return "The rules do not allow this" if self.forbidden else "This cannot be asked"

    @property
    def in_a_line(self) -> str:
        """Every reason, with its section."""
        return "; ".join(f"{why} [{cited}]" if cited else why for why, cited in self.reasons)


def trouble_view(
    trouble: CalculatorError,
    disclosure: Disclosure = Disclosure.EXACT,
    others: Sequence[tuple[str, Finding]] = (),
) -> TroubleView:
    """The view of what the rules forbid, or of what is wrong with the answers; of `others`, what
    other settings come to by name, those that are allowed stand beside it."""
    if not isinstance(trouble, ForbiddenError):
        faults = trouble.faults if isinstance(trouble, FaultsError) else [trouble]
        return TroubleView(tuple((str(fault), "") for fault in faults))
    reasons = ((refusal.reason, refusal.cited) for refusal in trouble.refusals)
    allowed = [(name, odds) for name, odds in others if not isinstance(odds, ForbiddenError)]
    otherwise = None
    if allowed:
        (name, odds), *more = allowed
        otherwise = odds_view(odds, disclosure, more, name)
    return TroubleView(tuple(reasons), True, otherwise)


class Reading(NamedTuple):
    """The odds of a set-up, or the trouble with it, exactly one of the two; `otherwise` is what
    else it comes to where doubtful values are read the other way, by what that says."""

    odds: Odds | None = None
    trouble: CalculatorError | None = None
    otherwise: Mapping[str, Finding] = {}

    def beside(self, others: Mapping[str, Reading]) -> Reading:
        """The same beside what others come to, by what they say: odds that differ from these, or
        that the rules forbid only one of the two."""
        mine = self.odds and self.odds.distribution
        differing = {
            says: other.odds or other.trouble
            for says, other in others.items()
            if (other.odds and other.odds.distribution) != mine
        }
        found = {s: o for s, o in differing.items() if isinstance(o, Odds | ForbiddenError)}
        return self._replace(otherwise=found)

    def shown_as(self, disclosure: Disclosure) -> Reading:
        """The same as the umpire of the battle has it shown."""
        try:
            if self.odds:
                disclosure.check(self.odds.question.action)
        except CalculatorError as refused:
            return Reading(trouble=refused)
        return self

    def view(
        self,
        disclosure: Disclosure = Disclosure.EXACT,
        pins: Sequence[tuple[str, Odds]] = (),
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> OddsView | TroubleView | None:
        """What of it is shown, beside the other ways to read it and what is pinned, by name or ""
        for what is otherwise in it; nothing before anything is known. `names` are of units and
        armies, by their roles."""
        others = list(self.otherwise.items())
        if self.odds is not None:
            return odds_view(self.odds, disclosure, [*others, *pins], names=names)
        return trouble_view(self.trouble, disclosure, others) if self.trouble else None


def read(question: Question, beside: Collection[str] = ()) -> Reading:
    """The reading of a question; what the rules forbid is a reading too, never an exception.
    Doubtful values whose keys are in `beside` are read the other way as well."""
    try:
        odds = question.best_odds(SAMPLED_PATHS, workers=1)
        odds.losses  # noqa: B018 - worked out here, where the screen does not wait for it
        now = Reading(odds)
    except CalculatorError as trouble:
        now = Reading(trouble=trouble)
    others = read_otherwise(question, beside).items()
    return now.beside({says: read(one) for says, one in others})


def in_short(view: OddsView | TroubleView | None) -> tuple[str, str]:
    """The two chief chances in a few words, for where the odds themselves are out of sight: figures
    first, which are still seen where a question is cut for want of room."""
    if not isinstance(view, OddsView):
        return view.reasons[0][0] if view else "", ""
    chances = [f"{view.figure(one.now)} {one.label}" for one in view.chief]
    first, second, *_ = *chances, "", ""
    return (view.disclosure.caution, "") if view.is_hidden else (first, second)
