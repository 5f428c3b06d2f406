"""Combined attacks, against every way they can go, followed one by one."""

from __future__ import annotations

import json
from fractions import Fraction

import attrs
import pytest

import calculator
from calculator.cli import main
from calculator.rules.catalog import find_system
from calculator.tuning.acting import Acting, Clause, Condition
from calculator.tuning.duel import combine

TSE = find_system("there-stand-empires")


def brigade(quality: str, bases: int, formation: str = "maneuver-column") -> dict[str, str]:
    numbers = {"bases": str(bases), "starting-bases": str(bases)}
    return {"arm": "infantry", "quality": quality, "state": "ok", "formation": formation} | numbers


def told(unit: dict[str, str]) -> Condition:
    return tuple(unit.items())


@attrs.frozen
class Path:
    """One way the attacks so far have gone: the target, and the bases that have assaulted it."""

    bases: int
    state: str
    formation: str
    assaulted: int


def every_path(
    actors: list[dict[str, str]], target: dict[str, str], cover: str, assaulted: int
) -> list[tuple[Fraction, Fraction]]:
    """For each attack the chance that it carries, and that it or one before it has."""
    start = Path(int(target["bases"]), target["state"], target["formation"], assaulted)
    paths = {start: Fraction(1)}
    found, by_now = [], Fraction(0)
    for actor in actors:
        carried, following = Fraction(0), dict[Path, Fraction]()
        for path, share in paths.items():
            odds = calculator.odds(
                "there-stand-empires",
                "assault",
                quality=actor["quality"],
                bases=actor["bases"],
                target_quality=target["quality"],
                target_bases=path.bases,
                target_starting_bases=target["starting-bases"],
                target_state=path.state,
                target_formation=path.formation,
                cover=cover,
                earlier_assaults=path.assaulted,
            )
            carries = odds.question.action.measure("carries").holds
            for outcome, weight in odds.distribution.items():
                reached = share * Fraction(weight, odds.distribution.total)
                if carries(outcome):
                    carried += reached
                elif not outcome.target.removed:
                    after = Path(
                        path.bases - outcome.target.bases_lost,
                        outcome.target.state.value,
                        "square" if outcome.squared else path.formation,
                        path.assaulted + (int(actor["bases"]) if outcome.course.charges else 0),
                    )
                    following[after] = following.get(after, Fraction(0)) + reached
        by_now += carried
        found.append((carried, by_now))
        paths = following
    return found


@pytest.mark.parametrize(("cover", "assaulted"), [("open", 0), ("hard", 0), ("open", 6)])
def test_each_attack_counts_all_that_have_assaulted(cover: str, assaulted: int) -> None:
    """Section VII counts all of this turn: neither orders lost nor a clause take any away."""
    actors = [brigade("average", 4), brigade("poor", 3), brigade("average", 5)]
    target = brigade("veteran", 6, "deployed")
    clause = Clause("assault", (("cover", cover), ("earlier-assaults", str(assaulted))))
    attacks = combine(
        Acting(TSE, TSE.tables), [told(a) for a in actors], told(target), clause, "carries"
    )
    found = [(attack.succeeds, attack.by_now) for attack in attacks]
    assert found == every_path(actors, target, cover, assaulted)


def test_a_first_attack_has_the_chance_that_the_map_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pair = ("--against", "Cole's brigade", "--json")
    assert main(["tune", "map", "maida", "--actor", "1st Light", *pair]) == 0
    (mapped,) = json.loads(capsys.readouterr().out)["rows"]
    assert main(["tune", "combine", "maida", "--actors", "1st Light", "42nd Line", *pair]) == 0
    first, _ = json.loads(capsys.readouterr().out)["rows"]
    assert first["succeeds"] == mapped["chance"]


def test_what_is_assumed_of_every_pair_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for task in (["map", "--actor", "1st Light"], ["combine", "--actors", "1st Light"]):
        asked = ["tune", task[0], "maida", *task[1:], "--against", "Cole's brigade"]
        assert main(asked) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert "Assumed of every pair: " in shown
        assert "target-formation=deployed" in shown
        assert "quality=" not in shown
