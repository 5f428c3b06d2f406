"""Whom each thing that counts helps, and that it moves the odds: told as the text tells it."""

from __future__ import annotations

from typing import Any

import pytest

from calculator.rules.morne_plaine import SYSTEM
from calculator.rules.question import Question
from tests.rules.asking import ask

NO_WAY = "to leave the zone of control costs movement, and bars the way into another"


def pulled(question: Question) -> set[tuple[str, str]]:
    """Whom the things that do something help, and what they are."""
    return {
        (one.factor.side, one.factor.name) for one in question.odds().why.reasons if not one.idle
    }


@pytest.mark.parametrize(
    ("action", "values", "side", "name"),
    [
        ("charge", {"strength": 6}, "charge", "difference of combat strengths"),
        ("charge", {}, "unit charged", "morale value"),
        ("charge", {"target": "leader"}, "unit charged", "combat strength"),
        ("charge", {"target": "leader"}, "unit charged", "command radius"),
        ("charge", {"target": "leader"}, "unit charged", "a leader has no morale to lose"),
        ("charge", {"target": "artillery"}, "charge", "artillery is eliminated at once"),
        ("charge", {"can_retreat": "no"}, "charge", "it cannot retreat and is eliminated"),
        (
            "charge",
            {"zones_entered": 1},
            "charge",
            "other zones entered: 1, a morale point each",
        ),
        ("charge", {"in_zone_of": "mounted"}, "opposing unit", NO_WAY),
        (
            "charge",
            {"streams": 2},
            "unit charged",
            "streams on the way: 2, a movement point each",
        ),
        (
            "charge",
            {"retreats_out_of_reach": "yes"},
            "charge",
            "it retreats out of reach of the hex that it leaves",
        ),
        ("charge", {"stream_between": "yes"}, "charge", "it controls no hex across the stream"),
        (
            "charge",
            {"other_zone": "yes", "stream_between": "yes"},
            "unit charged",
            "another enemy's zone of control ends the movement",
        ),
        ("marsh-test", {}, "marsh", "infantry: chances out of 4 to get stuck"),
        ("movement", {"path": "marsh"}, "marsh", "a marsh, where infantry may get stuck"),
        (
            "movement",
            {"path": "clear zone, clear"},
            "opposing unit",
            "an enemy zone of control, where the movement ends",
        ),
        ("movement", {"in_zone_of": "infantry"}, "opposing unit", NO_WAY),
        ("leave-zone", {"in_zone_of": "mounted"}, "opposing unit", NO_WAY),
        (
            "rally",
            {"starting_morale": 9},
            "unit",
            "in command, unmoved, in no enemy zone",
        ),
        ("rally", {"starting_morale": 9, "next_to_leader": "yes"}, "unit", "next to its leader"),
        (
            "zone-of-control",
            {"enemy": "artillery"},
            "opposing unit",
            "artillery exerts no zone of control",
        ),
        (
            "zone-of-control",
            {"enemy_morale": 0},
            "opposing unit",
            "demoralised units exert no zone of control",
        ),
        (
            "zone-of-control",
            {"enemy_terrain": "village"},
            "opposing unit",
            "a unit in a village controls no adjacent hex",
        ),
        (
            "zone-of-control",
            {"hex_terrain": "woods"},
            "opposing unit",
            "a woods hex cannot be controlled",
        ),
        (
            "zone-of-control",
            {"hexside": "ford"},
            "opposing unit",
            "control does not reach across a stream or river",
        ),
        (
            "zone-of-control",
            {"hexside": "triple-slope"},
            "opposing unit",
            "control does not reach across a triple slope",
        ),
    ],
)
def test_what_counts_is_told_and_does_something(
    action: str, values: dict[str, Any], side: str, name: str
) -> None:
    assert (side, name) in pulled(ask("morne-plaine", action, **values))


def test_by_the_later_page_mounted_guns_keep_some_of_their_movement() -> None:
    tables = SYSTEM.tables.override({"bombardment.moves-after": 0.5}, "the later page")
    question = Question.read("morne-plaine", "bombardment", {"mounted-guns": "yes"}, tables)
    assert ("artillery", "mounted guns in command keep some of it") in pulled(question)


def test_by_the_later_page_the_demoralised_heed_their_leader_alone() -> None:
    tables = SYSTEM.tables.override({"rally.demoralised-by-leader-alone": 1}, "the later page")
    question = Question.read("morne-plaine", "rally", {"morale": 0}, tables)
    alone = ("enemy", "demoralised, it takes heart from its leader alone")
    assert alone in pulled(question)
    assert question.odds().measure("rallies") == 0
    assert alone not in pulled(ask("morne-plaine", "rally", morale=0))
