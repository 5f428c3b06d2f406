"""What pulls checks and shooting, told as the text tells it: whom it helps, and by how much.

Numbers of battalions are those of the plain cards: a line stands on 4+ in front, 6+ in the flank.
"""

from __future__ import annotations

from typing import Any

import pytest

from calculator.forms import fields_of
from calculator.rules.odds import Reason
from calculator.rules.question import Question
from tests.rules.asking import ask

SYSTEM = "revolutionary-wars"
LINE = {"battalion": "line", "enemy": "light", "formation": "line", "order": "shaken"}
CLIPPED = "line only clipped: "
NO_SUCCESS = f"{CLIPPED}Shattered troops roll no success again"
EDGE = "it reaches the edge of the table: it is destroyed unless it rallies there"
FOLLOWS = "it reaches the edge that the enemy ran over: it follows unless it rolls that, too"
DESTROYED = "Shattered before it broke: it is destroyed"
FIGHT = {"battalion": "line", "enemy": "light", "formation": "line"}
GUNS = {"battalion": "foot-guns", "fire_as": "howitzers", "range": 16, "fortified": "yes"}
HAND = {"order": "shaken", "enemy_order": "shaken"}
SOLID = "Solid: failures are rolled again"
SHATTERED = "Shattered: successes are rolled again"


def question(action: str, values: dict[str, Any]) -> Question:
    asked = {field.attribute for field in fields_of(ask(SYSTEM, action).action.asks)}
    return ask(SYSTEM, action, **{key: values[key] for key in values if key in asked})


def reasons(action: str, values: dict[str, Any]) -> dict[str, Reason]:
    return {one.factor.name: one for one in question(action, values).odds().why.reasons}


@pytest.mark.parametrize(
    ("action", "values", "name", "side", "figure"),
    [
        ("stand", LINE, "4+ from the front", "line", "+3"),
        ("stand", LINE | {"contact": "flank"}, "6+ from the flank", "line", "+1"),
        ("stand", LINE | {"contact": "rear"}, "6+ from the flank", "line", "+1"),
        ("stand", LINE, "shock of light infantry in line felt by line", "charger", "+1"),
        (
            "stand",
            LINE | {"soft_ground": "yes"},
            "soft ground: the charge has no shock felt by line",
            "line",
            "",
        ),
        (
            "stand",
            LINE | {"after_melee": "yes"},
            "a melee has been fought: no more shock felt by line",
            "line",
            "",
        ),
        (
            "stand",
            LINE | {"formation": "skirmish-line", "obstacle": "tall-wall"},
            "defence: tall wall",
            "line",
            "+4",
        ),
        ("stand", LINE | {"order": "solid"}, f"line {SOLID}", "line", ""),
        ("stand", LINE | {"order": "shattered"}, f"line {SHATTERED}", "charger", ""),
        (
            "stand",
            LINE | {"contact": "clipped", "order": "solid"},
            f"{CLIPPED}Solid troops always stand",
            "line",
            "",
        ),
        (
            "stand",
            LINE | {"contact": "clipped"},
            f"{CLIPPED}Shaken troops roll failures again",
            "line",
            "",
        ),
        ("stand", LINE | {"contact": "clipped", "order": "shattered"}, NO_SUCCESS, "line", ""),
        ("cross", {"battalion": "line-cavalry"}, "each platoon: 3+", "line cavalry", "+4"),
        ("cross", {"battalion": "line-cavalry"}, SOLID, "line cavalry", ""),
        ("react", {"battalion": "line"}, "react number 4 in line", "line", "+4"),
        ("react", {"battalion": "line"}, SOLID, "line", ""),
        ("reform", LINE, "reform number 4 in line", "line", "+4"),
        (
            "reform",
            LINE | {"near_general": "yes"},
            "general near, failures re-rolled",
            "line",
            "+1",
        ),
        ("reform", LINE | {"attempt": "second"}, "second Reform Action succeeds", "line", "+6"),
        ("reform", LINE, "Shaken, and Solid once it reforms", "line", ""),
        (
            "spike-guns",
            {"battalion": "line", "platoons": 4},
            "dice, one for each platoon, on 5+",
            "line",
            "+4",
        ),
        ("spike-guns", {"battalion": "line"}, SOLID, "line", ""),
        (
            "recover-guns",
            {},
            "friends within 4 inches, and no enemy able to charge",
            "battery",
            "+4",
        ),
        ("brigade-morale", {"battalions": 3}, "of its battalions are left", "brigade", "+3"),
        (
            "brigade-morale",
            {"battalions": 1},
            "reduced to a single battalion, it breaks",
            "enemy",
            "",
        ),
        (
            "brigade-morale",
            {"battalions": 1, "other_brigades": 0},
            "no other brigade is left: its player loses if it breaks",
            "enemy",
            "",
        ),
        ("general", {"left": 8}, "inches the battalion can still move", "battalion", "+8"),
        ("general", {"away": 9}, "inches the general gains", "general", "+9"),
        (
            "general",
            {"left": 9, "away": 9},
            "the battalion can move as far as he gains: he is captured",
            "battalion",
            "",
        ),
        ("replenish", {}, "skirmish platoons for each removed", "skirmishers", "+4"),
        (
            "replenish",
            {"battalion": "light-cavalry", "skirmishers": "cossacks"},
            "skirmish platoons for each removed",
            "skirmishers",
            "+2",
        ),
        ("break-and-run", LINE, "rally from rout 4+", "line", "+3"),
        (
            "break-and-run",
            LINE | {"near_general": "yes"},
            "general near, failures re-rolled",
            "line",
            "+1",
        ),
        (
            "break-and-run",
            LINE | {"chose": "yes"},
            "chose to run, failures re-rolled",
            "line",
            "+1",
        ),
        (
            "break-and-run",
            LINE | {"pursued": "no"},
            "not pursued, failures re-rolled",
            "line",
            "+1",
        ),
        (
            "break-and-run",
            LINE | {"caught": "yes"},
            "a pursuer catches it: it is destroyed",
            "enemy",
            "",
        ),
        ("break-and-run", LINE | {"edge": 3}, EDGE, "enemy", ""),
        (
            "break-and-run",
            LINE | {"order": "shattered", "platoons": 5},
            DESTROYED,
            "enemy",
            "+5",
        ),
        (
            "break-and-run",
            {"battalion": "foot-guns", "order": "shattered", "platoons": 3},
            DESTROYED,
            "enemy",
            "+3",
        ),
        (
            "break-and-run",
            {"battalion": "foot-guns"},
            "guns that break stay where they are and are overrun",
            "enemy",
            "",
        ),
        ("pursue", LINE, "control pursuit 3+", "line", "+4"),
        ("pursue", LINE, "it is held back if it rolls that", "line", ""),
        ("pursue", LINE | {"order": "solid"}, SOLID, "line", ""),
        ("pursue", LINE | {"order": "shattered"}, SHATTERED, "enemy", ""),
        ("pursue", LINE, "once it pursues it is Shattered", "enemy", ""),
        ("pursue", LINE | {"edge": 2}, FOLLOWS, "enemy", ""),
        ("movement", FIGHT, "inches in the open", "line", "+8"),
        ("movement", FIGHT | {"through": "terrain"}, "inches in terrain in line", "line", "+3"),
        (
            "movement",
            FIGHT | {"through": "friends", "wing": "yes"},
            "inches in terrain in square",
            "line",
            "+2",
        ),
        ("movement", FIGHT | {"way": "backward"}, "inches at most backward", "line", "+4"),
        ("movement", FIGHT | {"moving": "charge"}, "a charge move of its card", "line", ""),
        (
            "movement",
            FIGHT | {"moving": "countercharge"},
            "half a charge move of its card",
            "line",
            "",
        ),
        (
            "movement",
            {"battalion": "foot-guns", "formation": "line", "moving": "rout"},
            "guns that break stay where they are",
            "foot battery",
            "+0",
        ),
        ("melee", FIGHT, "chargers Solid: failures are rolled again", "line", ""),
        (
            "melee",
            FIGHT | {"order": "shattered"},
            "chargers Shattered: successes are rolled again",
            "light infantry",
            "",
        ),
        ("melee", FIGHT, "enemy Solid: failures are rolled again", "light infantry", ""),
        (
            "melee",
            FIGHT | {"enemy_order": "shattered"},
            "enemy Shattered: successes are rolled again",
            "line",
            "",
        ),
        (
            "melee",
            {"flank": "yes", "battalion": "line", "formation": "line", "enemy": "line"},
            "charged in the flank: its front rank strikes with its Strike to Flank",
            "charging line",
            "",
        ),
        (
            "melee",
            FIGHT | {"countercharged": "yes", "enemy_formation": "attack-column"},
            "countercharged: only its front rank strikes",
            "line",
            "",
        ),
        ("shoot", FIGHT, "accuracy 5+ at 3 inches", "shooting", "+2"),
        ("shoot", FIGHT, SOLID, "shooting", ""),
        ("shoot", FIGHT | {"order": "shattered"}, SHATTERED, "target", ""),
        ("shoot", FIGHT | {"concealed": "yes"}, "concealed target", "target", "+1"),
        ("shoot", FIGHT | {"hill": "yes"}, "on a hill", "target", "+1"),
        (
            "shoot",
            LINE | {"crossfire": "yes"},
            "crossfire: failures are rolled again",
            "shooting",
            "",
        ),
        (
            "shoot",
            FIGHT | {"fortified": "yes"},
            "fortified, re-rolling successes",
            "target",
            "+1",
        ),
        ("shoot", GUNS, "howitzers ignore it", "shooting", "+0"),
        (
            "shoot",
            FIGHT | {"shoots": "twice"},
            "two Shoot Actions, the second at what the first leaves",
            "shooting",
            "",
        ),
        (
            "shoot",
            FIGHT | {"flank": "yes", "enemy_platoons": 12, "platoons": 2},
            "shot at end on",
            "shooting",
            "",
        ),
        ("shoot", FIGHT | HAND, "shooting save 4+", "target", "+3"),
        ("shoot", LINE, f"target {SOLID}", "target", ""),
        ("shoot", LINE | {"enemy_order": "shattered"}, f"target {SHATTERED}", "shooting", ""),
        ("shoot", FIGHT, "firepower 5+", "shooting", "+2"),
        ("stand", LINE, "in all 5+", "line", "+0"),
        ("cross", {"platoons": 3, "battalion": "line"}, "3 platoons", "line", ""),
        ("break-and-run", LINE, "6 platoons, gone if reduced to 2", "line", ""),
        ("melee", FIGHT, "light infantry saves on 4+, re-rolling failures", "light infantry", "+3"),
        ("shoot", FIGHT, "6 platoons, gone if reduced to 2", "target", ""),
        (
            "shoot",
            FIGHT | {"hits_before": 1, "start_platoons": 8},
            "8 platoons as the turn began, 1 hit before",
            "target",
            "",
        ),
        ("spike-guns", {"guns": 2}, "Overrun guns: 2", "", ""),
        ("recover-guns", {"battalion": "horse-guns"}, "Battery: horse-guns", "", ""),
        ("recover-guns", {"platoons": 2}, "Overrun platoons: 2", "", ""),
        ("replenish", {"battalion": "line"}, "Battalion: line", "", ""),
        ("replenish", {"platoons": 4}, "Platoons it has: 4", "", ""),
        ("replenish", {"removed": 2}, "Platoons removed: 2", "", ""),
        ("replenish", {"skirmishers": "skirmish"}, "Skirmishers: skirmish", "", ""),
        ("replenish", {"lost": 3}, "Skirmish platoons lost: 3", "", ""),
    ],
)
def test_what_counts_is_told_as_in_the_text(
    action: str, values: dict[str, Any], name: str, side: str, figure: str
) -> None:
    """It moves the odds, too, unless the law cannot do without it."""
    found = reasons(action, values)[name]
    assert (found.factor.side, found.factor.figure) == (side, figure)
    assert not found.idle


@pytest.mark.parametrize(
    ("action", "values", "idle"),
    [
        ("stand", {"soft_ground": "yes", "after_melee": "yes"}, "soft ground"),
        ("stand", {"contact": "flank", "battalion": "line"}, "line Solid"),
        ("shoot", {"crossfire": "yes"}, "crossfire"),
        ("pursue", {"hold": "no"}, "Solid"),
        ("break-and-run", {"chose": "yes", "near_general": "yes"}, "chose to run"),
        ("brigade-morale", {"other_brigades": 0}, "no other brigade"),
    ],
)
def test_what_another_cancels_stays_and_is_marked(
    action: str, values: dict[str, Any], idle: str
) -> None:
    (found,) = (one for name, one in reasons(action, values).items() if name.startswith(idle))
    assert found.idle


def test_what_cancels_shock_is_worth_what_the_shock_would_cost() -> None:
    """A line stands on 4+; against the shock of another, 1, on 5+."""
    shaken = {"battalion": "line", "enemy": "line", "order": "shaken"}
    why = reasons("stand", shaken | {"soft_ground": "yes"})
    (soft,) = (one for name, one in why.items() if name.startswith("soft ground: "))
    assert soft.worth is not None
    assert float(soft.worth) == pytest.approx(1 / 6)
