"""Steps for the table, acted out: whoever follows them in order ends with what the result left.

Each step is read as a player reads it, and held to the order of the text: who breaks runs, then
scatters, then is pursued; those Shattered or caught are removed after that (Charge Action, 2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.rules.question import Question, Result

ORDER = "(Solid|Shaken|Shattered)"
RANKS = ("Solid", "Shaken", "Shattered")
FLIGHT = ("runs", "rides through")
LATE = "is removed after any pursuit"
WAS_SHATTERED = "it was Shattered when it broke"
ANYBODY = ""
"""Stands for the target of a volley, whom its dice do not name."""
WHOLE = -1
"""Stands for all platoons of a battalion that is removed for its losses."""


@attrs.define
class Piece:
    """A battalion on the table: what the steps have said of it so far."""

    platoons: int | None = None
    order: str | None = None
    did: list[str] = attrs.Factory(list)
    """What it did or suffered, in order."""
    gone: bool = False


class Table:
    """Follows steps one by one; an assertion fails where one cannot be done as it stands."""

    def __init__(self) -> None:
        self.pieces: defaultdict[str, Piece] = defaultdict(Piece)
        self.losses: list[tuple[str, int]] = []
        """Platoons removed in melee or scattering."""
        self.runners: set[str] = set()
        self._last = ("", "")

    def follow(self, step: str) -> None:
        for pattern, act in self.acts.items():
            if found := re.fullmatch(pattern, step):
                act(self, *found.groups())
                return
        raise AssertionError(f"nobody could follow {step!r}")

    def does(self, name: str, what: str) -> Piece:
        piece = self.pieces[name]
        assert not piece.gone, f"{name} is off the table and {what}"
        piece.did.append(what)
        self._last = (name, what)
        return piece

    def mark(self, names: str, order: str) -> None:
        for name in re.split(r", the | and the ", names):
            assert "is marked" not in self.pieces[name].did, "only its last order is told"
            piece = self.does(name, "is marked")
            assert piece.order is None or RANKS.index(order) >= RANKS.index(piece.order)
            piece.order = order

    def lose(self, lost: str, how: str, name: str, left: str) -> None:
        if how == "scatters":
            assert self._last[0] == name
            assert self._last[1] in FLIGHT
        piece = self.does(name, f"loses platoons: {how}")
        if piece.platoons is not None:
            assert int(left) == piece.platoons - int(lost)
        assert int(left) > 0
        piece.platoons = int(left)
        if how != "terrain":
            self.losses.append((name, int(lost)))

    def scatter(self, lost: str, name: str, left: str) -> None:
        self.lose(lost, "scatters", name, left)

    def terrain(self, lost: str, name: str, left: str) -> None:
        self.lose(lost, "terrain", name, left)

    def flanks(self, lost: str, name: str, left: str) -> None:
        self.lose(lost, "melee", name, left)

    def run(self, _turn: str, name: str, mark: str | None) -> None:
        self.flee(name, mark, "runs")
        self.runners.add(name)

    def ride_through(self, name: str, mark: str | None) -> None:
        self.flee(name, mark, "rides through")

    def flee(self, name: str, mark: str | None, what: str) -> None:
        did = self.pieces[name].did
        assert not set(FLIGHT).intersection(did) or "runs into" in did, "it has broken before"
        self.does(name, what)
        if mark:
            self.mark(name, "Shattered")
            self._last = (name, what)

    def pursue(self, name: str, whom: str, order: str | None) -> None:
        assert "pursues" not in self.pieces[name].did, "a battalion pursues only once"
        assert self.runners or "enemy had fled" in whom
        assert whom != " after the enemy" or self._last[1] != LATE, "removed before the pursuit"
        self.does(name, "pursues")
        if order:
            self.mark(name, order)

    def catch(self, name: str, caught: str, marked: str | None, order: str | None) -> None:
        assert marked in {name, None}
        assert caught in self.runners
        assert not self.pieces[caught].gone
        self.does(name, "pursues")
        self.does(name, f"catches {caught}")
        if order:
            self.mark(name, order)

    def run_into(self, name: str, fresh: str) -> None:
        assert {"pursues", "rides through"} & set(self.pieces[name].did)
        assert not self.pieces[fresh].did
        self.does(name, "runs into")

    def overrun(self, name: str) -> None:
        self.does(name, "is overrun")
        self.pieces[name].gone = True

    def meet(self, name: str) -> None:
        assert not {"countercharges", "pursues", *FLIGHT}.intersection(self.pieces[name].did)
        self.does(name, "countercharges")

    def square(self, name: str) -> None:
        self.does(name, "forms square")

    def remove(self, name: str, why: str) -> None:
        ran = set(FLIGHT) & set(self.pieces[name].did)
        piece = self.does(name, LATE if ran or why == WAS_SHATTERED else "is removed")
        piece.gone = True
        if why == WAS_SHATTERED:
            assert piece.order in {None, "Shattered"}
        elif why in {"too few of its platoons kept together", "it has fled the battle"}:
            assert ran
            if why.startswith("too few"):
                self.losses.append((name, WHOLE))
        elif catchers := re.fullmatch(r"the (.+) caught it", why):
            for catcher in catchers[1].split(" and the "):
                assert f"catches {name}" in self.pieces[catcher].did
        elif why == "it is wiped out":
            self.losses.append((name, WHOLE))
        elif why != "none came across":
            assert why == "it has followed the enemy off it"
            assert any(set(FLIGHT) & set(one.did) for one in self.pieces.values())

    acts: dict[str, Callable[..., None]] = {
        rf"Mark the (.+) {ORDER}\.": mark,
        r"Remove (\d+) platoons? of the (.+) that scatters?, (\d+) left\.": scatter,
        r"Remove (\d+) platoons? in the terrain of the (.+), (\d+) left\.": terrain,
        r"Remove (\d+) platoons? from the flanks of the (.+), (\d+) left\.": flanks,
        r"Remove the (.+) from the table: (.+)\.": remove,
        r"(Turn|Form) the (.+?) (?:about )?in attack column(, mark it Shattered)? and run it .+,"
        r" 2 inches clear of the enemy but through friends, who are disordered\.": run,
        r"Move the (.+?) (?:\d+ inch(?:es)? )?straight ahead .*through the enemy it charged, in its"
        r" present formation(, and mark it Shattered)?\.": ride_through,
        rf"Move the (.+?)(?: \d+ inches| to the edge of the table)?( after the enemy|, as if the"
        rf" enemy had fled)(?:,? and mark it {ORDER})?\.": pursue,
        rf"Move the (.+) after the (.+), which it catches(?:, and mark the (.+) {ORDER})?\.": catch,
        r"Move the (.+) on into the (.+)\.": run_into,
        r"Leave the guns of the (.+) where they are and mark them overrun\.": overrun,
        r"Move the (.+) half of its charge move to meet the charge\.": meet,
        r"Form the (.+) into square\.": square,
    }


def rolled(result: Result) -> list[tuple[str, int]]:
    """What the dice cost each battalion, throw by throw: platoons lost in melee or scattered."""
    lost = []
    for line in result.narration.how:
        name = line[:1].lower() + line[1:]
        if found := re.fullmatch(r"(.+?) in the melee, .*: \d+ hit, (\d+) destroyed", name):
            lost.append((found[1], int(found[2])))
        elif found := re.fullmatch(r"(.+?) scatters, (\d+) platoons?, .*: (\d+)", name):
            lost.append((found[1], int(found[2]) - int(found[3])))
        elif found := re.fullmatch(r"(.+?) shoots, .*: \d+ hit, (\d+) destroyed", name):
            lost.append((ANYBODY, int(found[2])))
    return [(name, number) for name, number in lost if number]


def acted_out(result: Result) -> Table:
    table = Table()
    for step in result.narration.on_table:
        table.follow(step)
    return table


CARDS = st.sampled_from(
    ["french-line", "light", "mob", "line-cavalry", "cossacks", "british-line", "light-cavalry"]
)
FORMATIONS = st.sampled_from(["line", "attack-column"])
ORDERS = st.sampled_from(["solid", "shaken"])
ROW = st.builds("{} {} {} {}".format, CARDS, FORMATIONS, ORDERS, st.integers(2, 6))


@st.composite
def charges(draw: st.DrawFn) -> tuple[str, dict[str, Any], str]:
    action = draw(st.sampled_from(["charge", "charge", "countercharge", "exchange"]))
    values: dict[str, Any] = {
        "battalion": draw(CARDS),
        "formation": draw(FORMATIONS),
        "order": draw(ORDERS),
        "enemy": draw(st.one_of(CARDS, st.just("foot-guns"))),
        "enemy-formation": draw(FORMATIONS),
        "enemy-order": draw(st.sampled_from(["solid", "shaken", "shattered"])),
        "also-charging": ", ".join(draw(st.lists(ROW, max_size=2))) or "none",
        "also-charged": ", ".join(draw(st.lists(ROW, max_size=2))) or "none",
        "edge": draw(st.sampled_from(["far", "far", "3", "9"])),
        "own-edge": draw(st.sampled_from(["far", "far", "3"])),
        "hold": draw(st.sampled_from(["no", "no", "yes"])),
        "crossing": draw(st.sampled_from(["no", "no", "yes"])),
        "soft-ground": draw(st.booleans()),
        "caught": draw(st.sampled_from(["worked-out", "yes", "no"])),
    }
    if draw(st.booleans()):
        values |= {"beyond": "fresh-battalion", "fresh": draw(CARDS)}
    if action == "charge":
        contact = draw(st.sampled_from(["front", "front", "flank", "rear"]))
        resolve = draw(st.sampled_from(["tests", "tests", "runs", "runs-after-melee"]))
        values |= {"contact": contact, "resolve": resolve}
    if action == "exchange":
        values |= {"first": draw(st.sampled_from(["yes", "no", "at-once"]))}
        values |= {"reply": draw(st.sampled_from(["stand", "shoot", "countercharge", "square"]))}
    return action, values, draw(st.from_regex("[1-9a-f]{4}", fullmatch=True))


@settings(derandomize=True)
@given(battle=charges())
def test_steps_followed_in_order_end_with_what_the_charge_left(
    battle: tuple[str, dict[str, Any], str],
) -> None:
    action, values, seed = battle
    try:
        result = Question.read("revolutionary-wars", action, values).result(seed)
    except (ForbiddenError, FaultsError):
        return
    table = acted_out(result)
    rolls = rolled(result)
    assert len(table.losses) == len(rolls)
    for (name, lost), (struck, number) in zip(table.losses, rolls, strict=True):
        assert struck in {ANYBODY, name[:1].lower() + name[1:]}
        assert lost in {WHOLE, number}
    ends_as_left(result, table)


def ends_as_left(result: Result, table: Table) -> None:
    """Every battalion ends on the table as the result leaves it for the next question."""
    after = result.aftermath
    others = defaultdict(list)
    for other in after.others:
        others[other.answer].append(other.values)
    everyone = [after.target, *others["also-charged"], after.actor, *others["also-charging"]]
    everyone += [left for left in (*others["fresh"], *others["also-beyond"]) if left != {}]
    clauses = result.narration.headline.removesuffix(".").split(". ")[-1].split("; ")
    for clause, left in zip(clauses, everyone, strict=True):
        named = re.match(r"[Tt]he (.+?) (stands|pursues|breaks|is overrun|chases|is wiped)", clause)
        assert named
        piece = table.pieces[named[1]]
        assert piece.gone == (left is None), clause
        if left is None:
            continue
        if piece.order is not None:
            assert piece.order.lower() == left["order"], clause
        if piece.platoons is not None:
            assert left["platoons"] == str(piece.platoons)
