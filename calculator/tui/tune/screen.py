"""A scenario before its designer: units and ratings at the left, the odds of every pair beside."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.screen import Screen

from calculator.answering import label_of, rated
from calculator.desk.naming import Answer
from calculator.errors import CalculatorError
from calculator.figures import percent, points
from calculator.forms import fields_of, texts
from calculator.rules.phrases import counted
from calculator.scenarios import load
from calculator.scenarios.model import told_apart
from calculator.tui import ink, rows
from calculator.tui.screens.dialogs import Answers, AskScreen, Blank, CardScreen, lay
from calculator.tui.screens.pick import PickScreen
from calculator.tui.tune import tables, workbench
from calculator.tui.widgets import bars, cursor_table, lines
from calculator.tui.widgets.lines import Paragraph
from calculator.tuning import heat_maps

BUTTONS: Final = (
    bars.Press("step(-1)", "-"),
    bars.Press("step(1)", "+"),
    bars.Press("undo(False)", "Undo", "u"),
    bars.Press("save", "Save", "s"),
    bars.Press("action", "Action", "a"),
    bars.Press("measure", "Measure", "m"),
    bars.Press("answers", "Answers", "e"),
    bars.Press("swap", "Sides", "t"),
    bars.Press("help", "Help", "?"),
    bars.Press("changes", "Changes", "c"),
)


KEYS: Final = bars.bound(
    ("plus,equals_sign", "step(1)", "Next answer", "Of the rating under the cursor"),
    ("minus", "step(-1)", "Answer before", "Of the rating under the cursor"),
    ("enter,space", "open", "Type or pick", "The rating; in the map, go on to the attacker's"),
    ("d", "rate(1)", "Rate the defender", "The one under the cursor of the map"),
    ("x,delete", "restore", "As in the file", "The rating as it stands there"),
    ("u,ctrl+z", "undo(False)", "Undo", "The last change"),
    ("r,ctrl+y", "undo(True)", "Redo", "The last change undone"),
    ("c", "changes", "Changes", "All since the file"),
    ("a", "action", "Action", "What is asked of every pair"),
    ("m", "measure", "Measure", "What is measured of it"),
    ("e", "answers", "Answers", "What else holds (key=answer ...)"),
    ("t", "swap", "Swap sides", "The other one attacks"),
    ("s,ctrl+s", "save", "Save", "Write the changes into the file"),
    ("S", "save_copy", "Save a copy", "Under another name"),
    ("f4", "app.theme", "Next theme", "Change the colours"),
    ("question_mark,f1", "help", "Help", "What keys do and signs mean"),
    ("q,ctrl+q", "leave", "Quit", "Asks once more if changes are not saved"),
)


MARKS: Final = (
    ("*", "a rating that is not the file's; in the map, forbidden now or then but not both"),
    ("+ -", "after a number: more or less likely than in the file"),
    (heat_maps.FORBIDDEN, "alone in a cell: the rules forbid it to this pair"),
    (".", "a rating that says nothing of its own, e.g. full strength"),
    ("abc", "initials, where there is little room for words; below they stand whole"),
)

CLICKS: Final = (
    "A click picks a rating or a pair; clicked again, a rating turns to its next answer (right "
    "button: the one before). A shipped scenario is saved as a copy of your own, which from then "
    "on opens under its name."
)


class TuneScreen(Screen[None]):
    """Changes ratings and shows at once what that does to the odds of every pair."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [*KEYS]

    def __init__(self, bench: workbench.Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.title_bar = bars.TextBar("title", id="title")
        self.asked_bar = bars.TextBar("strong", id="asked")
        self.roster = tables.RosterTable(bench)
        self.map = tables.HeatMapTable(*bench.matrices())
        self.pair_text = lines.Paragraphs(id="pair")
        self.key_text = lines.Paragraphs(id="key")
        self.changes_text = lines.Paragraphs(id="changes")
        self.buttons = bars.StripBar(even=True, id="buttons")
        self.hints = bars.TextBar("dim", id="hints")
        self._leaving = False

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.asked_bar
        with Container(id="body"):
            with Vertical(id="units"):
                yield self.roster
                yield self.changes_text
            with Vertical(id="odds"):
                yield self.map
                yield self.pair_text
                yield self.key_text
        yield self.buttons
        yield self.hints

    def on_mount(self) -> None:
        self.roster.focus()
        self.buttons.show(BUTTONS)
        self.changed()
        if self.bench.is_shipped:
            self.note("a shipped scenario: s saves a copy of your own. ? help")

    def changed(self) -> None:
        bench = self.bench
        now, before = bench.matrices()
        self.roster.changed()
        self.map.show(now, before)
        changes = bench.changes()
        self.changes_text.show(_listed(changes))
        self.changes_text.set_class(bool(changes), "-some")
        self.map.styles.max_height = len(now.actors) + 2
        targets = now.targets if now.asks_of_target else ()
        self.key_text.show(
            Paragraph(f"{name} ({rated(unit.form)})", sign=f"{number:>3}")
            for number, (name, unit) in enumerate(zip(told_apart(targets), targets, strict=True), 1)
        )
        note = f"{len(changes)} changed" if changes else "as in the file"
        self.title_bar.show(f"{bench.scenario.title}, acting: {bench.attacking.key}", note)
        mean = f"mean {difference(now.mean(), before.mean())}"
        self.asked_bar.show(bench.situation.title(bench.system), mean)
        self._show_pair()
        self._show_rating()

    def note(self, text: str) -> None:
        """Say something in the bottom line, the first of its lines."""
        self.hints.show(text.partition("\n")[0])

    def attempt(self, work: Callable[[], object]) -> None:
        """Do something to the workbench; what is wrong goes into the bottom line."""
        try:
            done = work()
        except CalculatorError as trouble:
            self._leaving = False
            self.note(str(trouble))
        else:
            self._show_done(done)

    def _show_done(self, done: object) -> None:
        """Show the workbench as it is now, and say what was done to it if that is in words."""
        self._leaving = False
        self.changed()
        if isinstance(done, str):
            self.note(done)

    @on(cursor_table.CursorTable.Moved)
    def _show_there(self, message: cursor_table.CursorTable.Moved) -> None:
        (self._show_pair if message.table is self.map else self._show_rating)()

    def _show_pair(self) -> None:
        """Who attacks whom, how likely now, how likely in the file, and the difference."""
        actor, target = self.map.pair
        on_whom = f" on {target.name} ({rated(target.form)})" if self.bench.asks_of_target else ""
        chance = Paragraph(difference(*self.map.chances()), "value")
        self.pair_text.show([chance, Paragraph(f"{actor.name} ({rated(actor.form)}){on_whom}")])

    def _show_rating(self) -> None:
        """The rating under the cursor: what it is, was, and may be."""
        unit, field = self.roster.unit, self.roster.field
        value, before = (
            label_of(field.kind, texts(form)[field.key])
            for form in (unit.form, self.bench.file.at(unit.path).form)
        )
        was = f" (file: {before})" if value != before else ""
        self.note(f"{unit.name}: {field.label.lower()} {value}{was}. {field.kind.allowed}")

    @on(cursor_table.CursorTable.Opened)
    def _turn(self, message: cursor_table.CursorTable.Opened) -> None:
        if message.table is self.map:
            self.action_rate(0)
        else:
            self.action_step(-1 if message.button == 3 else 1)

    def on_click(self, event: events.Click) -> None:
        """What is asked of every pair is picked by a tap on it."""
        if event.widget is self.asked_bar:
            self.action_action()

    def action_step(self, by: int) -> None:
        """Turn the rating under the cursor to its next answer, or the one before."""
        unit, field = self.roster.unit, self.roster.field
        self.attempt(lambda: self.bench.step(unit.path, field, by))

    def action_open(self) -> None:
        """Type or pick the rating under the cursor; from the map, go to the attacker's."""
        if self.map.has_focus:
            self.action_rate(0)
            return
        unit, field = self.roster.unit, self.roster.field
        present = texts(unit.form)[field.key]

        def put(text: str) -> None:
            self.bench.put(unit.path, field, text)

        title = f"{unit.name}: {field.label.lower()}"
        if words := rows.answers_of(field.kind):
            self._pick(title, words, present, put)
        else:
            self._ask(title, f"{field.label}: {field.kind.allowed}", present, put)

    def action_rate(self, place: int) -> None:
        """Go on to rating the attacker of the map's pair, or the defender at 1."""
        self.roster.select(self.map.pair[place])
        self.roster.focus()

    def action_restore(self) -> None:
        """Answer the rating under the cursor as the file does."""
        unit, field = self.roster.unit, self.roster.field
        self.attempt(lambda: self.bench.restore(unit.path, field))

    def action_undo(self, again: bool) -> None:
        """Take the last change back, or make again what was taken back."""
        word, changes = "redo" if again else "undo", self.bench.undo(again=again)
        done = f"{word}ne: {'; '.join(map(str, changes))}"
        self._show_done(done if changes else f"nothing to {word}")

    def action_changes(self) -> None:
        """List what is not as it stands in the file."""
        self.app.push_screen(CardScreen("Changed since the file", _listed(self.bench.changes())))

    def action_action(self) -> None:
        """Pick the action that is asked about."""
        options = [
            Answer(action.key, action.label, action.help)
            for action in self.bench.system.actions
            if action.measures
        ]
        self._pick("Action", options, self.bench.action.key, self.bench.ask)

    def action_measure(self) -> None:
        """Pick what is measured of it."""
        action, present = self.bench.action, self.bench.situation.measure
        options = [Answer(one.key, one.label, one.key) for one in action.measures]
        title = f"{action.label}: measure"
        self._pick(title, options, present, lambda key: self.bench.ask(action.key, key))

    def action_answers(self) -> None:
        """Type what holds for every pair: key=value."""
        situation, action, system = self.bench.situation, self.bench.action, self.bench.system
        filled = system.filled_fields()
        free = [field.key for field in fields_of(action.asks) if field.key not in filled]
        self._ask(
            f"{action.label}: holds for every pair",
            "key=value ..., e.g. " + ", ".join(free[:6]),
            shlex.join(workbench.key_value_pairs(situation.answers)),
            lambda text: self.bench.ask_text(f"{action.key} {text}", situation.measure),
        )

    def _pick(
        self, title: str, options: Iterable[Answer], present: str, put: Callable[[str], object]
    ) -> None:
        opened = PickScreen(title, options, present)
        lay(self.app, opened, lambda key: self.attempt(partial(put, key)))

    def _ask(
        self, title: str, label: str, present: str, put: Callable[[str], object], verb: str = "take"
    ) -> None:
        """A blank to fill: asked again while `put` finds fault with it."""

        def record(answers: Answers) -> object:
            return (put(answers["text"].strip()),)

        opened = AskScreen(title, [Blank("text", label, present)], record, verb)
        lay(self.app, opened, lambda done: self._show_done(*done))

    def action_save(self) -> None:
        """Write the changes into the file; those of a shipped one into a copy."""
        if not self.bench.changes():
            self.note("nothing to save: everything is as in the file")
        elif self.bench.is_shipped:
            self.action_save_copy()
        else:
            self.attempt(self.bench.save)

    def action_save_copy(self) -> None:
        """Ask where a copy goes, and write it; says why where it cannot be, and asks on."""
        title = "A shipped scenario stays as it is" if self.bench.is_shipped else "Save a copy"
        path = str(self.bench.copy_path())
        self._ask(title, "Save a copy to", path, self.bench.save_copy, "save")

    def action_swap(self) -> None:
        """Let the other side attack."""
        self.attempt(self.bench.swap)

    def action_help(self) -> None:
        """Show what the keys do and the signs mean."""
        keys = (("Tab", "from the units to the map and back"), *bars.in_words(KEYS))
        told = [*lines.explained(keys, 7), Paragraph(""), *lines.explained(MARKS, 7)]
        self.app.push_screen(CardScreen("Help", [*told, Paragraph(""), Paragraph(CLICKS, "dim")]))

    def action_leave(self) -> None:
        """Quit, but not past changes that are not saved without a second word."""
        count = len(self.bench.changes())
        if count and not self._leaving:
            self._leaving = True
            unsaved = f"{counted(count, 'change')} {'is' if count == 1 else 'are'} not saved"
            self.note(f"{unsaved}: s saves, q again leaves without")
        else:
            self.app.exit()


def _listed(changes: Sequence[object]) -> list[Paragraph]:
    """What is not as it stands in the file, a line each."""
    told = [Paragraph(str(change), sign="*") for change in changes]
    return told or [Paragraph("Everything is as it stands in the file.", "dim")]


def difference(now: Fraction | None, before: Fraction | None) -> str:
    """A chance beside the file's; where the rules forbid it, that there is none."""
    shown, was = ("forbidden" if one is None else percent(float(one)) for one in (now, before))
    if now == before:
        return f"{shown}, as in the file"
    more = "" if now is None or before is None else f": {points(float(now - before))} points"
    return f"{shown}, in the file {was}{more}"


class TuneApp(ink.ThemedApp):
    """One scenario under the designer's hands. Raises `CalculatorError` if it cannot be tuned."""

    def __init__(self, name: str) -> None:
        self.tuning = TuneScreen(workbench.Workbench(load(name)))
        super().__init__(self.tuning, "empires: tune", "tune.tcss")


def run(name: str) -> None:
    """Open a scenario by name or path until its designer leaves. Raises `CalculatorError`."""
    TuneApp(name).run()
