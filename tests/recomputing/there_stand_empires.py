"""Outcomes of fire and assaults from what was drawn, by the words of docs/model.md alone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from tests.recomputing.ladders import COMBAT, FIRE, OK, SPARED, STOPPED
from tests.recomputing.laws import Ruling, rating

Heads = tuple[int, int]


class Told:
    """A ruling read with the words of the page."""

    def __init__(self, ruling: Ruling) -> None:
        self.form = ruling.form
        self.values = ruling.values
        self.drawn: dict[str, Any] = {
            ask: drew.outcome for ask, drew in zip(ruling.asks, ruling.before, strict=True)
        }
        self.cavalry = self.form["actor"].endswith("cavalry")
        self.target_cavalry = self.form["target"].endswith("cavalry")
        self.walls = (
            self.cavalry
            and self.form["target"] == "infantry"
            and self.form["cover"] in {"hard", "fortification"}
            and self.form["target-formation"] != "march-column"
        )

    def worth(self, *keys: str) -> int:
        """The points of some entries; what has no entry is worth nothing."""
        return sum(self.values.get(key, 0) for key in keys)

    def rung(self, ladder: str, points: int, heads: Heads) -> str:
        """The first rung whose floor the margin makes, "" if it makes none."""
        margin = points + heads[0] - heads[1]
        before = f"{ladder}.ladder."
        rungs = [key for key in self.values if key.startswith(before)]
        floors = {key.removeprefix(before): self.values[key] for key in rungs}
        for rung, least in sorted(floors.items(), key=lambda item: -item[1]):
            if margin >= least:
                return rung
        return ""

    def qualities(self) -> int:
        """What both sides are worth by their quality."""
        mine = rating(self.form["actor"], self.form["quality"])
        theirs = rating(self.form["target"], self.form["target-quality"])
        return self.worth(f"combat.quality.{mine}") - self.worth(f"combat.quality.{theirs}")

    def numbers(self, contest: str) -> int:
        """What being outnumbered costs, seen from the side named first."""
        mine = int(self.form["bases"]) + int(self.form.get("earlier-assaults", 0))
        odds = Fraction(mine, int(self.form["target-bases"]))
        enough = Fraction(4, 3) if contest == "fire" else Fraction(1)
        for against, sign in ((odds, -1), (1 / odds, 1)):
            if against > 1 and against >= enough:
                how = "badly" if against >= 2 else "plainly"
                return sign * self.worth(f"{contest}.outnumbered.{how}")
        return 0

    def struck(self, side: str, marker: str, bases: int, back: int, broken: bool) -> dict[str, Any]:
        """What becomes of a unit: of the target as `target-`, of the charge as nothing."""
        own = {
            key.removeprefix(side): text for key, text in self.form.items() if key.startswith(side)
        }
        state = own["state"] if side else self.form["actor-state"]
        left = int(own["bases"]) - bases
        began = own["starting-bases"] if own.get("starting-bases", "").isdigit() else own["bases"]
        may_be_taken = side and self.form.get("captures-transport") == "yes"
        for holds, removal in (
            (may_be_taken and self.form["target"] == "transport" and (back or broken), "captured"),
            (broken, "broken"),
            (bases and 2 * left <= int(began), "destroyed"),
            (side and back and self.form["retreat-blocked"] == "yes", "surrendered"),
        ):
            if holds:
                return SPARED | {"removal": removal}
        after = state
        if marker and state != "demoralized":
            after = marker if state == OK else "demoralized"
        return SPARED | {
            "state": after, "marked": after != state, "bases-lost": bases, "back": back,
        }  # fmt: skip


def fire(ruling: Ruling) -> dict[str, Any]:
    """The outcome of deployed or advancing fire."""
    told = Told(ruling)
    if "fire" not in told.drawn:
        return {"in-range": False, "target": told.struck("target-", "", 0, 0, False)}
    form, worth = told.form, told.worth
    actor, family = form["actor"], family_of(form["target"])
    mine = worth(f"fire.mode.{ruling.action.split('-')[0]}", f"fire.firer.{actor}")
    mine += worth(f"fire.range.{form['range']}") * actor.endswith("artillery")
    mine += worth("fire.actor-disordered") * (form["actor-state"] != OK)
    theirs = worth(
        f"fire.target.{family}",
        f"fire.target-formation.{form['target-formation']}",
        f"fire.cover.{form['cover']}",
        f"fire.target-state.{form['target-state']}",
    )
    points = told.qualities() + told.numbers("fire") + mine - theirs
    rung = told.rung("fire", points, told.drawn["fire"])
    marker, bases, back = FIRE.get(rung, ("", 0, 0))
    target = told.struck("target-", marker, bases, back, rung == "broken")
    return {"in-range": True, "target": target}


def family_of(arm: str) -> str:
    """Infantry, cavalry, artillery or transport."""
    return arm.rpartition("-")[2]


def assault(ruling: Ruling) -> dict[str, Any]:
    """The outcome of an assault."""
    told = Told(ruling)
    heard = told.drawn.get("orders", "received")
    if heard == "lost":
        return _ended(told, "orders-lost")
    whole = Fraction(told.values[f"move.assault.{_reach(told)}"])
    wanted = told.form["distance"]
    shares = told.values.get(f"orders.move-left.{heard}", "1")
    inches = Fraction(floor(2 * whole * Fraction(shares)), 2)
    if inches < (Fraction(wanted) if wanted[0].isdigit() else whole):
        return _ended(told, "out-of-reach", inches=str(inches))
    squared = False
    if "emergency square" in told.drawn:
        key = "assault.emergency-square"
        squared = not told.rung(key, -_squares(told, key), told.drawn["emergency square"])
    for contest, ladder in (("defensive fire", "defensive-fire"), ("close combat", "close-combat")):
        if contest not in told.drawn:
            continue
        key = f"assault.{ladder}"
        points = sum(_contest(told, key, squared))
        rung = told.rung(key, points, told.drawn[contest])
        if contest == "close combat":
            course, blow, (marker, bases) = COMBAT[rung]
            return _ended(told, course, (marker, bases), (*blow, rung == "broken"), squared)
        if rung != "goes-home":
            course, marker, bases = STOPPED[rung]
            return _ended(told, course, (marker, bases), squared=squared)
    raise AssertionError("an assault that nothing ends")


def _reach(told: Told) -> str:
    deployed = told.form["formation"] == "deployed"
    return "linear-tactics" if deployed else family_of(told.form["actor"])


def _flanked(told: Told) -> bool:
    in_square = told.form["target-formation"] == "square"
    return told.form["frontal"] == "no" and not in_square and not told.walls


def _squares(told: Told, key: str) -> int:
    form = told.form
    return told.worth(
        f"combat.quality.{form['target-quality']}",
        f"{key}.formation.{form['target-formation']}",
        f"{key}.target-state.{form['target-state']}",
        *[f"{key}.not-frontal"] * _flanked(told),
    )


def _contest(told: Told, key: str, squared: bool) -> Iterator[int]:
    """Points of the charge, and less those of its target, in defensive fire or close combat."""
    form, worth = told.form, told.worth
    yield told.qualities() + told.numbers(key)
    yield worth(*[f"{key}.actor-disordered"] * (form["actor-state"] != OK))
    yield worth(*[f"{key}.breakthrough"] * (told.cavalry and form["breakthrough"] == "yes"))
    yield -worth(f"{key}.cover.{form['cover']}", f"{key}.target-state.{form['target-state']}")
    yield -worth(*[f"{key}.not-frontal"] * (_flanked(told) and not squared))
    yield -worth(f"{key}.formation.{_formation(told, key, squared)}")
    if key.endswith("fire"):
        yield worth(f"{key}.charge.{family_of(form['actor'])}")
        yield -worth(f"{key}.fire.{family_of(form['target'])}")
    else:
        yield worth(f"{key}.arm.{form['actor']}") - worth(f"{key}.arm.{form['target']}")
        yield -_standing_cavalry(told, key)


def _formation(told: Told, key: str, squared: bool) -> str:
    form = told.form
    usual = form["target-formation"]
    square = form["target"] == "infantry" and (squared or usual == "square")
    if told.walls or (told.cavalry and square):
        return "square-against-cavalry"
    limbered = form["target"].endswith("artillery") and usual == "maneuver-column"
    return "limbered" if limbered and key.endswith("fire") else usual


def _standing_cavalry(told: Told, key: str) -> int:
    form = told.form
    charged = told.target_cavalry and told.cavalry and form["cover"] == "open"
    may = charged and not _flanked(told) and form["target-state"] == OK
    may = may and form["breakthrough"] == "no"
    if not told.target_cavalry or (may and form["countercharge"] == "yes"):
        return 0
    spread = form["target-formation"] == "deployed"
    keys = [f"{key}.met-standing"] * charged + [f"{key}.spread-out"] * spread
    return told.worth(*keys)


def _ended(
    told: Told,
    course: str,
    charge: tuple[str, int] = ("", 0),
    target: tuple[str, int, int, bool] = ("", 0, 0, False),
    squared: bool = False,
    inches: str = "0",
) -> dict[str, Any]:
    mine = told.struck("", *charge, 0, False)
    theirs = told.struck("target-", *target)
    home = course in {"repulsed", "drawn", "carried"}
    removed = theirs["removal"] != "stays"
    beaten = removed or theirs["back"] > 0
    rides_on = told.cavalry and told.form["breakthrough"] == "no"
    return {
        "course": course,
        "actor": mine,
        "target": theirs,
        "inches": inches,
        "squared": squared,
        "target-acted": home and not removed,
        "breakthrough": rides_on and beaten and mine["state"] != "demoralized",
    }
