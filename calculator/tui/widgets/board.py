"""The body of the single screen: the form, the odds, and the three panels that take turns.

Where there is room all panels stand side by side; on a low screen the lower panel shows one of
result, why and log at a time; on a phone everything stands in one column that scrolls.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from textual import on
from textual.containers import Container

from calculator.desk.odds_view import OddsView
from calculator.tui.rows import rows_of
from calculator.tui.widgets.form_panel import FormPanel
from calculator.tui.widgets.log_panel import LogPanel
from calculator.tui.widgets.odds_bars import OddsBars
from calculator.tui.widgets.result_panel import ResultPanel
from calculator.tui.widgets.strip_bar import Press, StripBar
from calculator.tui.widgets.why_panel import WhyPanel

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

    from calculator.desk.odds_view import TroubleView
    from calculator.desk.result_view import ResultView
    from calculator.rules.question import Result
    from calculator.tui.recorder import News
    from calculator.tui.session import Session
    from calculator.tui.widgets.roll_panel import RollPanel

VIEWS: Final = ("result", "why", "log")


class Board(Container):
    """Shows a session; what players do to it comes up as messages of its panels."""

    def __init__(self, *, id: str | None = None) -> None:
        # With a view of its own from the start, lest Textual style every panel again.
        super().__init__(id=id, classes="-view-result")
        self.form = FormPanel(id="form")
        self.odds = OddsBars(id="odds")
        self.tabs = StripBar(even=True, id="tabs")
        self.result = ResultPanel(id="result")
        self.why = WhyPanel(id="why")
        self.log_panel = LogPanel(id="log")
        self.form.border_title, self.odds.border_title = "Set-up", "Odds"
        self._views: dict[str, Widget] = {
            "result": self.result,
            "why": self.why,
            "log": self.log_panel,
        }
        for view, panel in self._views.items():
            panel.border_title = view.capitalize()
        self.view = VIEWS[0]
        self.tabs.show(_tabs(self.view))
        self._roll: RollPanel | None = None
        """Composed when there is first something to show in it."""

    def compose(self) -> ComposeResult:
        yield self.form
        yield self.odds
        yield self.tabs
        yield from self._views.values()

    def show_form(self, session: Session, decide: Collection[str] = ()) -> None:
        """Show the set-up."""
        army = session.set_up.checked_army()
        rows = rows_of(
            session.set_up,
            session.letters,
            bool(session.scenario_name),
            army.name if army else "",
            decide,
        )
        self.form.show(rows)

    def show_roll(self, session: Session, side: str) -> None:
        """Show the roll as a side sees it, where there is one and room for it."""
        roomy = self.screen.has_class("-wide") and self.screen.has_class("-high")
        with_roll = roomy and session.roll is not None
        if with_roll != self.has_class("-with-roll"):
            self.set_class(with_roll, "-with-roll")
            if with_roll and self._roll is None:
                from calculator.tui.widgets.roll_panel import RollPanel

                self._roll = RollPanel(id="roll")
                self.mount(self._roll)
        if with_roll and self._roll and session.roll:
            self._roll.show(session.roll, side, session.set_up.units)

    def show_odds(self, view: OddsView | TroubleView | None, cautions: Sequence[str]) -> None:
        """Show odds, or why there are none."""
        if isinstance(view, OddsView):
            self.odds.border_title = f"Odds: {view.odds.question.action.label}"
            self.odds.border_subtitle = f"best for {view.party}" if view.party else ""
            self.why.show(view.odds, view.disclosure.caution)
        else:
            self.why.show(None)
        self.odds.show(view, cautions)

    def show_result(self, result: Result, view: ResultView) -> None:
        """Show a new result, whatever the lower panel showed before."""
        self.result.show(result, view)
        self.turn_to("result")

    def take_news(self, news: News) -> None:
        """Show what has come into the record, and any trouble with it."""
        self.log_panel.add(news)
        self.result.warn(news.warning)

    def _bring_up(self, panel: Widget) -> None:
        """On a phone, scroll a panel to the top once the panels have the size they take."""
        if self.screen.has_class("-narrow"):
            self.call_after_refresh(
                self.scroll_to_widget, panel, animate=False, top=True, immediate=True
            )

    def page(self, by: int) -> None:
        """Scroll by a page: the whole column, or the first panel that has more that way.

        That is the one in view, then the odds, then those beside them; a result that stands before
        everything else scrolls alone.
        """
        beside = [panel for panel in (*self._views.values(), self._roll) if panel and panel.display]
        in_sight = [self, self._views[self.view], self.odds, *beside]
        for panel in [self.result] if self.is_covered else in_sight:
            if panel.scroll_offset.y < panel.max_scroll_y if by > 0 else panel.scroll_offset.y:
                panel.scroll_relative(y=by * max(panel.size.height - 2, 1), animate=False)
                return

    @property
    def shows_why(self) -> bool:
        """Whether the factors are in sight, or only a scroll away."""
        return self.view == "why" or any(map(self.screen.has_class, ("-high", "-narrow")))

    def turn_to(self, view: str) -> None:
        """Let the lower panel show the result, the factors or the log."""
        self.view = view
        if view == "result":
            self.result.fold(False)
        for other in VIEWS:
            self.set_class(other == view, f"-view-{other}")
        self.tabs.show(_tabs(view))
        self._make_room()

    @on(ResultPanel.Turned)
    def _make_room(self) -> None:
        """A new result takes what room there is, until the set-up moves on."""
        self.set_class(self.view == "result" and self.result.fresh, "-ruled")

    @property
    def is_covered(self) -> bool:
        """Whether the result stands before everything else: there is no room beside it."""
        small = not any(map(self.screen.has_class, ("-wide", "-high")))
        return self.has_class("-ruled") and (small or self.screen.has_class("-narrow"))

    def turn_on(self) -> None:
        """Let the lower panel show the next of the three; on a phone, go there.

        From a result that is folded that is its whole, and from that how it came about.
        """
        if self.view == "result" and self.result.unfold():
            self._make_room()
        else:
            self.turn_to(VIEWS[(VIEWS.index(self.view) + 1) % len(VIEWS)])
        self._bring_up(self._views[self.view])


def _tabs(view: str) -> Sequence[Press]:
    return [
        Press(f"view({other!r})", other.capitalize(), ink="armed" if other == view else "dim")
        for other in VIEWS
    ]
