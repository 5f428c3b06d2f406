"""The body of the single screen: the form, the odds, and the three panels that take turns.

Where there is room all panels stand side by side; on a low screen the lower panel shows one of
result, why and log at a time; on a phone everything stands in one column that scrolls.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.widget import Widget

from calculator.desk.odds_view import OddsView, TroubleView
from calculator.tui.rows import letters_of, rows_of
from calculator.tui.session import Session
from calculator.tui.widgets import bars, form_panel, odds_bars, panels

VIEWS: Final = ("result", "why", "log")


class Board(Container):
    """Shows a session; what players do to it comes up as messages of its panels."""

    def __init__(self, *, id: str | None = None) -> None:
        # With a view of its own from the start, lest Textual style every panel again.
        super().__init__(id=id, classes="-view-result")
        self.form = form_panel.FormPanel(id="form")
        self.odds = odds_bars.OddsBars(id="odds")
        self.tabs = bars.StripBar(even=True, id="tabs")
        self.result = panels.ResultPanel(id="result")
        self.why = panels.WhyPanel(id="why")
        self.log_panel = panels.LogPanel(id="log")
        self.form.border_title, self.odds.border_title = "Set-up", "Odds"
        panels_by_view = zip(VIEWS, (self.result, self.why, self.log_panel), strict=True)
        self._views: dict[str, Widget] = dict(panels_by_view)
        for view, panel in self._views.items():
            panel.border_title = view.capitalize()
        self.view = VIEWS[0]
        self._show_tabs()
        self._roll: panels.RollPanel | None = None
        """Composed when there is first something to show in it."""

    def compose(self) -> ComposeResult:
        yield self.form
        yield self.odds
        yield self.tabs
        yield from self._views.values()

    def show_set_up(self, session: Session, side: str, decide: Collection[str] = ()) -> None:
        """Show the set-up, and where there is one and room for it the roll as a side sees it."""
        with_units = bool(session.scenario_name)
        asked, armed = session.set_up, self.form.armed
        self.form.show(rows_of(asked, letters_of(session.system), with_units, decide, armed))
        roll, roomy = session.roll, all(map(self.screen.has_class, ("-wide", "-high")))
        with_roll = roomy and roll is not None
        if with_roll != self.has_class("-with-roll"):
            self.set_class(with_roll, "-with-roll")
            if with_roll and self._roll is None:
                self._roll = panels.RollPanel(id="roll")
                self.mount(self._roll)
        if roomy and self._roll and roll:
            self._roll.show(roll, side, session.set_up.units)

    def show_odds(
        self, view: OddsView | TroubleView | None, cautions: Sequence[str], action: str
    ) -> None:
        """Show the odds of an action, or why there are none."""
        shown = view if isinstance(view, OddsView) else None
        best = f"best for {shown.party}" if shown and shown.party else ""
        self.odds.border_title, self.odds.border_subtitle = f"Odds: {action}", best
        self.odds.show(view, cautions)
        self.why.show(shown)

    def page(self, by: int) -> None:
        """Scroll by a page: the whole column, or the first panel that has more that way, of that in
        view, the odds, and those beside them; a result that covers everything scrolls alone."""
        beside = [panel for panel in (*self._views.values(), self._roll) if panel and panel.display]
        in_sight = [self, self._views[self.view], self.odds, *beside]
        for panel in [self.result] if self.is_covered else in_sight:
            if panel.scroll_offset.y < panel.max_scroll_y if by > 0 else panel.scroll_offset.y:
                panel.scroll_relative(y=by * max(panel.size.height - 2, 1), animate=False)
                return

    def turn_to(self, view: str) -> None:
        """Let the lower panel show the result, the factors or the log."""
        self.view = view
        if view == "result":
            self.result.fold(False)
        for other in VIEWS:
            self.set_class(other == view, f"-view-{other}")
        self._show_tabs()
        self._make_room()

    @on(panels.ResultPanel.Turned)
    def _make_room(self) -> None:
        """A new result takes what room there is, until the set-up moves on."""
        self.set_class(self.view == "result" and self.result.fresh, "-ruled")

    @property
    def is_covered(self) -> bool:
        """Whether the result stands before everything else: there is no room beside it."""
        small = not any(map(self.screen.has_class, ("-wide", "-high")))
        return self.has_class("-ruled") and (small or self.screen.has_class("-narrow"))

    def turn_on(self) -> None:
        """Let the lower panel show the next of the three, of a folded result first its whole and
        then how it came about; on a phone, go there."""
        if self.view == "result" and self.result.unfold():
            self._make_room()
        else:
            self.turn_to(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])
        if self.screen.has_class("-narrow"):  # once the panels have the size they take
            panel = self._views[self.view]
            self.call_after_refresh(
                self.scroll_to_widget, panel, animate=False, top=True, immediate=True
            )

    def _show_tabs(self) -> None:
        inks = dict.fromkeys(VIEWS, "dim") | {self.view: "armed"}
        tabs = inks.items()
        self.tabs.show([bars.Press(f"view({one!r})", one.capitalize(), "", i) for one, i in tabs])
