"""Outcomes of fire and assaults from what was drawn, by the words of docs/model.md alone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Any

from tests.recomputing.ladders import COMBAT, FIRE, OK, SPARED, STOPPED
from tests.recomputing.laws import Ruling, rating

Heads = tuple[int, int]


class Attack:
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
            and self.form["cover"] != "open"
            and self.form["target-formation"] != "square"
            and (
                self.form["stops-horses"] == "yes"
                or (
                    self.form["stops-horses"] == "auto"
                    and self.form["cover"] in {"hard", "fortification"}
                )
            )
        )

    def worth(self, *keys: str) -> int:
        """The points of some entries; what has no entry is worth nothing."""
        return sum(self.values.get(key, 0) for key in keys)

    def rung(self, ladder: str, points: int, heads: Heads) -> str:
        """The first rung whose floor the margin makes, "" if it makes none."""
        margin = points + heads[0] - heads[1]
        rungs = [key for key in self.values if key.startswith(f"{ladder}.")]
        floors = {key.removeprefix(f"{ladder}."): self.values[key] for key in rungs}
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
        by_hand = self.form["outnumbered"]
        if by_hand != "worked-out":
            side, _, more = by_hand.partition("-")
            if side == "even":
                return 0
            how = "badly" if more.startswith("badly") else "plainly"
            return (1 if side == "actor" else -1) * self.worth(f"{contest}.outnumbered.{how}")
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
    attack = Attack(ruling)
    if "fire" not in attack.drawn:
        return {"in-range": False, "target": attack.struck("target-", "", 0, 0, False)}
    rung = attack.rung("fire.ladder", fire_points(attack, ruling.action), attack.drawn["fire"])
    marker, bases, back = FIRE.get(rung, ("", 0, 0))
    target = attack.struck("target-", marker, bases, back, rung == "broken")
    return {"in-range": True, "target": target}


def fire_points(attack: Attack, action: str) -> int:
    """Points of the fire, less those of its target."""
    form, worth = attack.form, attack.worth
    actor, family = form["actor"], family_of(form["target"])
    mode = f"fire.mode.{action.split('-')[0]}"
    mine = worth(f"fire.firer.{actor}") + attack.values.get(f"{mode}-{actor}", worth(mode))
    mine += worth(f"fire.range.{form['range']}") * actor.endswith("artillery")
    mine += worth("fire.actor-disordered") * (form["actor-state"] != OK)
    theirs = worth(
        f"fire.target.{family}",
        f"fire.target-formation.{form['target-formation']}",
        f"fire.cover.{form['cover']}",
        f"fire.target-state.{form['target-state']}",
    )
    points: int = attack.qualities() + attack.numbers("fire") + mine - theirs
    return points


def family_of(arm: str) -> str:
    """Infantry, cavalry, artillery or transport."""
    return arm.rpartition("-")[2]


def assault(ruling: Ruling) -> dict[str, Any]:
    """The outcome of an assault."""
    ended = ended_by_orders(ruling)
    return _fought(ruling) if ended is None else ended


def ended_by_orders(ruling: Ruling) -> dict[str, Any] | None:
    """The outcome of an assault that does not set off; None if it does."""
    attack = Attack(ruling)
    arrival = attack.drawn.get("orders", "received")
    if arrival == "lost":
        return _ended(attack, "orders-lost")
    whole = Fraction(attack.values[f"move.assault.{_reach(attack)}"])
    wanted = attack.form["distance"]
    shares = attack.values.get(f"orders.move-left.{arrival}", "1")
    inches = Fraction(floor(2 * whole * Fraction(shares)), 2)
    if inches < (sum(map(Fraction, wanted.split())) if wanted[0].isdigit() else whole):
        return _ended(attack, "out-of-reach", inches=_written(inches))
    return None


def _fought(ruling: Ruling) -> dict[str, Any]:
    attack = Attack(ruling)
    squared = False
    if "emergency square" in attack.drawn:
        key = "assault.emergency-square"
        squared = not attack.rung(
            f"{key}.ladder", square_points(attack), attack.drawn["emergency square"]
        )
    for contest, ladder in (("defensive fire", "defensive-fire"), ("close combat", "close-combat")):
        if contest not in attack.drawn:
            continue
        key = f"assault.{ladder}"
        points = contest_points(attack, key, squared)
        rung = attack.rung(ladder_of(attack, key, squared), points, attack.drawn[contest])
        if contest == "close combat":
            course, blow, (marker, bases) = COMBAT[rung]
            if course == "carried" and attack.form["target-state"] == "demoralized":
                marker = ""
            return _ended(attack, course, (marker, bases), (*blow, rung == "broken"), squared)
        if rung != "goes-home":
            course, marker, bases = STOPPED[rung]
            return _ended(attack, course, (marker, bases), squared=squared)
    raise AssertionError("an assault that nothing ends")


def ladder_of(attack: Attack, key: str, squared: bool) -> str:
    """The ladder of a defensive fire or a close combat."""
    square = attack.form["target"] == "infantry" and attack.form["target-formation"] == "square"
    if attack.walls or (attack.cavalry and (squared or square)):
        return f"{key}.ladder-kept-off"
    of_horse = attack.cavalry and attack.target_cavalry and key.endswith("combat")
    return f"{key}.ladder-at-cavalry" if of_horse else f"{key}.ladder"


def _written(inches: Fraction) -> str:
    """A length as forms have it: 5, 5 1/2, 1/2."""
    whole, rest = divmod(inches, 1)
    return " ".join(str(part) for part in (whole, rest) if part) or "0"


def square_points(attack: Attack) -> int:
    """Points of the speed of a charge, which has none, less those of the infantry's drill."""
    return -_squares(attack, "assault.emergency-square")


def contest_points(attack: Attack, key: str, squared: bool) -> int:
    """Points of the charge, less those of its target, in defensive fire or close combat."""
    return sum(_contest(attack, key, squared))


def _reach(attack: Attack) -> str:
    deployed = attack.form["formation"] == "deployed"
    return "linear-tactics" if deployed else family_of(attack.form["actor"])


def _flanked(attack: Attack) -> bool:
    in_square = attack.form["target-formation"] == "square"
    return attack.form["frontal"] == "no" and not in_square and not attack.walls


def _squares(attack: Attack, key: str) -> int:
    form = attack.form
    return attack.worth(
        f"combat.quality.{form['target-quality']}",
        f"{key}.formation.{form['target-formation']}",
        f"{key}.target-state.{form['target-state']}",
        *[f"{key}.not-frontal"] * _flanked(attack),
    )


def _contest(attack: Attack, key: str, squared: bool) -> Iterator[int]:
    """Points of the charge, and less those of its target, in defensive fire or close combat."""
    form, worth = attack.form, attack.worth
    yield attack.qualities() + attack.numbers(key)
    yield worth(*[f"{key}.actor-disordered"] * (form["actor-state"] != OK))
    yield worth(*[f"{key}.breakthrough"] * (attack.cavalry and form["breakthrough"] == "yes"))
    yield -worth(f"{key}.cover.{form['cover']}", f"{key}.target-state.{form['target-state']}")
    yield -worth(*[f"{key}.not-frontal"] * (_flanked(attack) and not squared))
    yield -worth(f"{key}.formation.{_formation(attack, key, squared)}")
    yield -worth(*[f"{key}.works"] * attack.walls)
    if key.endswith("fire"):
        yield worth(f"{key}.charge.{family_of(form['actor'])}")
        yield -worth(f"{key}.fire.{family_of(form['target'])}")
    else:
        yield worth(f"{key}.arm.{form['actor']}") - worth(f"{key}.arm.{form['target']}")
        yield -_standing_cavalry(attack, key)


def _formation(attack: Attack, key: str, squared: bool) -> str:
    form = attack.form
    usual = form["target-formation"]
    square = form["target"] == "infantry" and (squared or usual == "square")
    if attack.cavalry and square:
        return "square-against-cavalry"
    if usual == "maneuver-column" and key.endswith("fire"):
        if form["target"].endswith("artillery"):
            return "limbered"
        return "deployed" if attack.walls else usual
    return usual


def _standing_cavalry(attack: Attack, key: str) -> int:
    form = attack.form
    charged = attack.target_cavalry and attack.cavalry and form["cover"] == "open"
    may = charged and not _flanked(attack) and form["target-state"] == OK
    may = may and form["breakthrough"] == "no"
    if not attack.target_cavalry or (may and form["countercharge"] == "yes"):
        return 0
    spread = form["target-formation"] == "deployed"
    keys = [f"{key}.met-standing"] * charged + [f"{key}.spread-out"] * spread
    keys += [f"{key}.charged-by-foot"] * (not attack.cavalry)
    return attack.worth(*keys)


def _ended(
    attack: Attack,
    course: str,
    charge: tuple[str, int] = ("", 0),
    target: tuple[str, int, int, bool] = ("", 0, 0, False),
    squared: bool = False,
    inches: str = "0",
) -> dict[str, Any]:
    mine = attack.struck("", *charge, 0, False)
    theirs = attack.struck("target-", *target)
    home = course in {"repulsed", "drawn", "carried"}
    removed = theirs["removal"] != "stays"
    beaten = removed or theirs["back"] > 0
    rides_on = attack.cavalry and attack.form["breakthrough"] == "no"
    return {
        "course": course,
        "actor": mine,
        "target": theirs,
        "inches": inches,
        "squared": squared,
        "target-acted": home and not removed,
        "breakthrough": rides_on and beaten and mine["state"] != "demoralized",
    }
